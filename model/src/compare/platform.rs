//! The world in which options are compared: the simulator's, but a platform, not a bug hunt.
//!
//! The simulator draws worlds in which something breaks if it can: most of them are flooded, and in many of them no
//! heartbeat ever comes in time. There every option looks alike, bad. So some things are set otherwise here, from the setup
//! and the seed alone: the pool has a slot; a lease outlasts a few messages, and heartbeats come in time; about as much
//! work arrives as the servers can do; a window is so long that the smaller quotas are short and the larger are not; and
//! faults leave time to recover in between. What strikes, limits, latencies and all else are what the profile draws.
//!
//! And a run is measured over a stretch of time that follows from the setup. A plain simulated run ends after so many
//! commands, and how many there are in a second hangs on the option.

use crate::simulate::setup::Setup;
use crate::spine::Stream;
use spec::Millis;

/// So many commands are measured, about.
const COMMANDS: u64 = 6_000;

/// At the most, where the stretch is made longer so that leases can be lost in it.
const COMMANDS_MOST: u64 = 24_000;

/// How many times a lease, a rest and a warm-up fit into the stretch, where commands allow it.
const LIVES: u64 = 6;

/// How much work arrives, in hundredths of what the servers can do; each seed draws one.
const LOADS: [u64; 4] = [50, 80, 100, 150];

/// The shortest lease, ms, and how many messages fit into any.
const LEASE_LEAST: Millis = 20;
const MESSAGES: u64 = 4;

/// What a tenant asks for in a window, in credits: of the quotas that are drawn, half are less.
const ASKED: u64 = 8;

/// How many faults strike in the measured stretch, at the most, in the mean.
const FAULTS: u64 = 40;

/// The setup as a platform, which goes on until the measured stretch is over.
pub fn platform(mut setup: Setup, stream: Stream) -> Setup {
    let (settings, dimensions) = (&mut setup.settings, &mut setup.dimensions);
    settings.pool = settings.pool.max(1);
    settings.lease = settings.lease.max(LEASE_LEAST).max(MESSAGES * dimensions.latency);
    dimensions.heartbeat = dimensions.heartbeat.min(settings.lease / 3).max(1);
    let load = stream.child("compare").child("load").draws().pick(&LOADS).copied().unwrap_or(100);
    let service = dimensions.work / 2 + 2 * dimensions.latency + dimensions.poll / 4 + 1;
    let servers = u64::from(settings.pool).min(dimensions.workers).max(1);
    let sources = settings.tenants.len() as u64 + dimensions.flood.max(1) - 1;
    dimensions.arrival = (sources * service * 100 / (load * servers)).max(1);
    settings.window = (dimensions.arrival * ASKED * 2 / (dimensions.cost + 1)).max(1);
    let horizon = horizon(&setup);
    setup.dimensions.fault_every = setup.dimensions.fault_every.max(horizon / FAULTS);
    setup.dimensions.duration = horizon;
    setup.dimensions.events = u64::MAX;
    setup
}

/// The length of the measured stretch of a setup, in ms of virtual time; at least 1.
fn horizon(setup: &Setup) -> Millis {
    let rate = commands_in_a_second(setup);
    let plain = COMMANDS * 1_000 / rate;
    let longest = COMMANDS_MOST * 1_000 / rate;
    let settings = &setup.settings;
    let life = settings.lease + settings.grace + settings.warm_up;
    plain.max((LIVES * life).min(longest)).max(1)
}

/// About how many commands reach the control plane in a second: what is sent by itself. Answers to answers are left out.
fn commands_in_a_second(setup: &Setup) -> u64 {
    let dimensions = &setup.dimensions;
    let sources = setup.settings.tenants.len() as u64 + dimensions.flood.max(1) - 1;
    let arrivals = 1_000 * sources / dimensions.arrival.max(1);
    let said_again = arrivals * (dimensions.cancel + dimensions.resubmit) / 1_000;
    let polls = 1_000 * dimensions.workers / dimensions.poll.max(1);
    let heartbeats = 1_000 * dimensions.workers / dimensions.heartbeat.max(1);
    let sweeps = 1_000 / dimensions.sweep.max(1);
    (2 * arrivals + said_again + polls + heartbeats / 2 + sweeps).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{Profile, setup};
    use crate::spine::Fixed;
    use spec::{DecisionId, Decisions};

    fn drawn(profile: Profile, seed: u64, decisions: &Decisions) -> Setup {
        let stream = Stream::root(seed);
        platform(setup::draw(profile, None, decisions, stream, &Fixed::new()), stream)
    }

    #[test]
    fn a_platform_does_not_depend_on_what_is_decided() {
        for seed in 0..50 {
            let chosen = drawn(Profile::Churn, seed, &Decisions::chosen());
            for decision in DecisionId::all() {
                let mut other = drawn(Profile::Churn, seed, &Decisions::chosen().with(decision, 1).unwrap());
                other.decisions = Decisions::chosen();
                assert_eq!(other, chosen);
            }
        }
    }

    #[test]
    fn most_stretches_are_long_enough_to_lose_leases_in() {
        for profile in Profile::ALL {
            let long = (0..200)
                .map(|seed| drawn(profile, seed, &Decisions::chosen()))
                .filter(|setup| setup.dimensions.duration >= 3 * (setup.settings.lease + setup.settings.grace));
            assert!(long.count() > 150, "{profile}");
        }
    }

    #[test]
    fn as_much_work_arrives_as_the_servers_can_do_or_half_or_half_as_much_again() {
        for seed in 0..200 {
            let Setup { settings, dimensions, .. } = drawn(Profile::Flood, seed, &Decisions::chosen());
            if dimensions.arrival < 20 {
                continue;
            }
            let sources = settings.tenants.len() as u64 + dimensions.flood - 1;
            let wanted = sources as f64 / dimensions.arrival as f64 * dimensions.work as f64 / 2.0;
            let load = wanted / f64::from(settings.pool.min(dimensions.workers as u32));
            assert!(load < 1.6, "seed {seed}: {load}");
        }
    }
}
