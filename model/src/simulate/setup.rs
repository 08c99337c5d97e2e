//! The setup of one run: settings, decisions, and every dimension of its world, each drawn from a stream of its own.
//!
//! The ranges are declared here and nowhere else. Zero and one are in all of them that allow it, and most weights are off
//! in one seed of three, so that no fault strikes everywhere. `--fix NAME=VALUE` fixes a dimension by the name it has here.

use super::judge::Depth;
use super::profile::Profile;
use crate::planted::Bug;
use crate::spine::{Fixed, Stream, Swarm};
use serde::{Deserialize, Serialize};
use spec::{Decisions, Limits, Settings};

/// All that a run is made of beside its seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The profile.
    pub profile: Profile,
    /// The control plane's settings.
    pub settings: Settings,
    /// The option in force of every decision, by id.
    #[serde(with = "by_name")]
    pub decisions: Decisions,
    /// The world's dimensions.
    pub dimensions: Dimensions,
    /// How much the reference judges.
    pub depth: Depth,
    /// The bug that is planted in the control plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plant: Option<Bug>,
}

/// The dimensions of a world. Lengths are ms; chances are out of 1,000; weights are relative to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each is explained where it is drawn")]
pub struct Dimensions {
    pub events: u64,
    pub duration: u64,
    pub workers: u64,
    pub cost: u64,
    pub arrival: u64,
    pub burst: u64,
    pub flood: u64,
    pub cancel: u64,
    pub cancel_delay: u64,
    pub resubmit: u64,
    pub poll: u64,
    pub heartbeat: u64,
    pub work: u64,
    pub fail: u64,
    pub release: u64,
    pub conflict: u64,
    pub insist: u64,
    pub sweep: u64,
    pub latency: u64,
    pub loss: u64,
    pub duplicate: u64,
    pub resend: u64,
    pub snap: u64,
    pub fault_every: u64,
    pub stall: u64,
    pub crash: u64,
    pub partition: u64,
    pub slow: u64,
    pub resize: u64,
    pub cap_change: u64,
    pub quota_change: u64,
    pub plane_crash: u64,
    pub torn: u64,
    pub damaged: u64,
    pub clock: u64,
    pub vanish: u64,
    pub core: u64,
}

/// The first of the fixed dimensions that does not exist.
pub fn unknown_dimension(fixed: &Fixed) -> Option<&str> {
    let settings = ["tenants", "cap", "quota", "window", "lease", "warm-up", "grace", "attempts", "queue", "pool"];
    let setup = draw(Profile::Steady, None, &Decisions::default(), Stream::root(0), &Fixed::new());
    let dimensions = serde_json::to_value(setup.dimensions).unwrap_or_default();
    let exists = |name: &str| settings.contains(&name) || dimensions.get(name).is_some();
    fixed.keys().map(String::as_str).find(|name| !exists(name))
}

/// Draws the setup of a run. Settings that are given are taken as they are.
pub fn draw(profile: Profile, given: Option<&Settings>, decisions: &Decisions, stream: Stream, fixed: &Fixed) -> Setup {
    let mut swarm = Swarm::new(stream, fixed);
    let settings = given.cloned().unwrap_or_else(|| draw_settings(&mut swarm));
    let dimensions = draw_dimensions(profile, &settings, &mut swarm);
    let depth = Depth::for_events(dimensions.events);
    Setup { profile, settings, decisions: decisions.clone(), dimensions, depth, plant: None }
}

fn draw_settings(swarm: &mut Swarm<'_>) -> Settings {
    // Beyond 16 tenants the control plane finds the next run by an index, which must say what the scan says.
    let tenants = swarm.one_of("tenants", &[1, 1, 2, 2, 3, 3, 4, 4, 5, 20]);
    let caps = swarm.each("cap", tenants, &[0, 1, 1, 2, 2, 3, 5]);
    let quotas = swarm.each("quota", tenants, &[0, 1, 2, 4, 8, 20, 100, 1_000]);
    let limit = |(cap, quota): (&u64, &u64)| Limits { cap: *cap as i64, quota: *quota as i64 };
    Settings {
        window: swarm.one_of("window", &[1, 10, 50, 100, 400, 1_000, 5_000]).max(1),
        lease: swarm.one_of("lease", &[1, 5, 20, 50, 100, 400]).max(1),
        warm_up: swarm.one_of("warm-up", &[0, 1, 10, 50, 200]),
        grace: swarm.one_of("grace", &[0, 1, 5, 20, 100]),
        attempts: swarm.between("attempts", 1, 4).max(1) as u32,
        queue: swarm.one_of("queue", &[1, 2, 4, 8, 16]).max(1) as u32,
        pool: swarm.between("pool", 0, 5) as u32,
        tenants: caps.iter().zip(&quotas).map(limit).collect(),
    }
}

fn draw_dimensions(profile: Profile, settings: &Settings, swarm: &mut Swarm<'_>) -> Dimensions {
    let is = |wanted: Profile, high: u64, otherwise: u64| if profile == wanted { high } else { otherwise };
    let lease = settings.lease;
    let boundary = profile == Profile::Boundary;
    let latency = swarm.one_of("latency", &[0, 1, 5, lease / 4, lease]);
    Dimensions {
        // Commands until the faults end and the drain begins.
        events: swarm.between("events", 40, 260),
        // The instant at which they end at the latest; 0 for none.
        duration: swarm.one_of("duration", &[0]),
        workers: swarm.between("workers", 1, 7).max(1),
        // The most that a run costs, in credits.
        cost: swarm.one_of("cost", &[1, 1, 2, 3, 8]).max(1),
        // The mean time between two arrivals of one tenant, and how many arrive at once.
        arrival: swarm.one_of("arrival", &[1, 5, 20, 50, 100]),
        burst: swarm.one_of("burst", &[1, 1, 1, 3, 8]).max(1),
        // How many times as often the first tenant's runs arrive.
        flood: is(Profile::Flood, swarm.between("flood", 5, 40), 1),
        // Of runs that are cancelled, and how long after their submit at the most.
        cancel: swarm.weight("cancel", 400),
        cancel_delay: swarm.one_of("cancel-delay", &[0, 1, lease, 3 * lease]),
        // Of runs that are submitted once more, later, by a client that forgot.
        resubmit: swarm.weight("resubmit", 300),
        poll: swarm.one_of("poll", &[1, 5, 20, 50]).max(1),
        heartbeat: swarm.one_of("heartbeat", &[lease / 4, lease / 3, lease / 2, lease, 2 * lease]).max(1),
        // The longest work.
        work: swarm.one_of("work", &[0, lease / 4, lease / 2, lease, 3 * lease]),
        // Of attempts that end by `fail` and by `release`.
        fail: swarm.weight("fail", 300),
        release: swarm.weight("release", 300),
        // Of completions whose result differs from attempt to attempt and resend to resend.
        conflict: swarm.weight("conflict", 500),
        // Of workers that were told that they lost their lease and go on, or speak once more under it.
        insist: swarm.weight("insist", 700),
        sweep: swarm.one_of("sweep", &[1, 5, 20, lease / 2, lease]).max(1),
        latency,
        loss: swarm.weight("loss", 200),
        duplicate: swarm.weight("duplicate", 200),
        // How long is waited for an answer, at the least a round trip.
        resend: swarm.one_of("resend", &[5, 20, 50]).max(2 * latency + 1),
        // Of messages that arrive on a window edge or on a deadline, or one ms beside it.
        snap: if boundary { swarm.between("snap", 300, 900) } else { swarm.one_of("snap", &[0, 0, 0, 50]) },
        // The mean time between two faults, and the weights of their kinds.
        fault_every: swarm.one_of("fault-every", &[5, 20, 50, 100]).max(1),
        stall: swarm.weight("stall", is(Profile::Zombies, 100, is(Profile::Boundary, 30, 3))),
        crash: swarm.weight("crash", is(Profile::Churn, 60, 5)),
        partition: swarm.weight("partition", is(Profile::Zombies, 60, 3)),
        slow: swarm.weight("slow", is(Profile::Churn, 40, 5)),
        resize: swarm.weight("resize", is(Profile::Churn, 60, 5)),
        cap_change: swarm.weight("cap-change", is(Profile::Churn, 60, 5)),
        quota_change: swarm.weight("quota-change", is(Profile::Churn, 60, 5)),
        plane_crash: swarm.weight("plane-crash", is(Profile::Recovery, 60, 3)),
        torn: swarm.weight("torn", is(Profile::Recovery, 60, 0)),
        damaged: swarm.weight("damaged", is(Profile::Recovery, 60, 1)),
        clock: swarm.weight("clock", is(Profile::Recovery, 60, is(Profile::Boundary, 20, 2))),
        // Of workers that are gone for good once the faults have ended.
        vanish: swarm.one_of("vanish", &[0, 300, 700, 1_000]),
        // Whether at least one worker is left; 0 is beyond the envelope, and only safety is judged.
        core: swarm.one_of("core", &[1]),
    }
}

/// Decisions as a map from id to the option's name.
mod by_name {
    use serde::{Deserialize as _, Deserializer, Serializer, de};
    use spec::{DecisionId, Decisions};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(decisions: &Decisions, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(DecisionId::all().map(|id| (id.info().id, decisions.option_name(id))))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decisions, D::Error> {
        let mut decisions = Decisions::chosen();
        for (name, option) in BTreeMap::<String, String>::deserialize(deserializer)? {
            let unknown = || de::Error::custom(format!("there is no option `{option}` of a decision `{name}`"));
            let id = DecisionId::find(&name).ok_or_else(unknown)?;
            let index = id.option(&option).ok_or_else(unknown)?;
            decisions.set(id, index).map_err(de::Error::custom)?;
        }
        Ok(decisions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawn_setting_is_valid_and_zero_and_one_come_up() {
        let (mut no_pool, mut no_cap, mut one) = (0, 0, 0);
        for seed in 0..400 {
            let setup = draw(Profile::Steady, None, &Decisions::default(), Stream::root(seed), &Fixed::new());
            assert_eq!(setup.settings.validate(), Ok(()));
            no_pool += u32::from(setup.settings.pool == 0);
            no_cap += u32::from(setup.settings.tenants.iter().any(|limits| limits.cap == 0));
            one += u32::from(setup.settings.lease == 1);
        }
        assert!(no_pool > 10 && no_cap > 10 && one > 10, "{no_pool} {no_cap} {one}");
    }

    #[test]
    fn a_fixed_dimension_keeps_its_value_and_moves_no_other() {
        let draw = |fixed: &Fixed| draw(Profile::Churn, None, &Decisions::default(), Stream::root(3), fixed);
        let free = draw(&Fixed::new());
        let mut fixed = draw(&Fixed::from([("stall".to_owned(), 77)]));
        assert_eq!(fixed.dimensions.stall, 77);
        fixed.dimensions.stall = free.dimensions.stall;
        assert_eq!(free, fixed);
    }

    #[test]
    fn a_setup_survives_being_written_and_read() {
        let setup = draw(Profile::Flood, None, &Decisions::default(), Stream::root(3), &Fixed::new());
        let read: Setup = serde_json::from_str(&serde_json::to_string(&setup).unwrap()).unwrap();
        assert_eq!(read, setup);
        assert_eq!(read.decisions, Decisions::chosen());
    }
}
