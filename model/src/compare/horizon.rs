//! How long a run is measured: a stretch of virtual time that follows from the setup alone.
//!
//! A plain simulated run ends after so many commands, and how many there are in a second hangs on the option. Two
//! options are compared over the same stretch of time, in which the same runs arrive and the same faults strike.

use crate::simulate::setup::Setup;
use spec::Millis;

/// So many commands are measured, about.
const COMMANDS: u64 = 4_000;

/// At the most, where the stretch is made longer so that leases can be lost in it.
const COMMANDS_MOST: u64 = 16_000;

/// How many times a lease, a rest and a warm-up fit into the stretch, where commands allow it.
const LIVES: u64 = 6;

/// The length of the measured stretch of a setup, in ms of virtual time; at least 1.
pub fn horizon(setup: &Setup) -> Millis {
    let rate = commands_in_a_second(setup);
    let plain = COMMANDS * 1_000 / rate;
    let longest = COMMANDS_MOST * 1_000 / rate;
    let settings = &setup.settings;
    let life = settings.lease + settings.grace + settings.warm_up;
    plain.max((LIVES * life).min(longest)).max(1)
}

/// The setup in which a run goes on until the stretch is over.
pub fn measured(mut setup: Setup) -> Setup {
    setup.dimensions.duration = horizon(&setup);
    setup.dimensions.events = u64::MAX;
    setup
}

/// About how many commands reach the control plane in a second: what is sent by itself. Answers to answers are left out.
fn commands_in_a_second(setup: &Setup) -> u64 {
    let dimensions = &setup.dimensions;
    let tenants = setup.settings.tenants.len() as u64;
    let flooding = if dimensions.flood > 1 { dimensions.flood - 1 } else { 0 };
    let arrivals = 1_000 * (tenants + flooding) / dimensions.arrival.max(1);
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
    use crate::spine::{Fixed, Stream};
    use spec::{DecisionId, Decisions};

    #[test]
    fn the_stretch_does_not_depend_on_what_is_decided() {
        for seed in 0..50 {
            let draw =
                |decisions: &Decisions| setup::draw(Profile::Churn, None, decisions, Stream::root(seed), &Fixed::new());
            let chosen = horizon(&draw(&Decisions::chosen()));
            for decision in DecisionId::all() {
                let other = Decisions::chosen().with(decision, 1).unwrap();
                assert_eq!(horizon(&draw(&other)), chosen);
            }
        }
    }

    #[test]
    fn most_stretches_are_long_enough_to_lose_a_lease_in() {
        let long = (0..200).filter(|seed| {
            let setup = setup::draw(Profile::Zombies, None, &Decisions::chosen(), Stream::root(*seed), &Fixed::new());
            horizon(&setup) >= 3 * (setup.settings.lease + setup.settings.grace)
        });
        assert!(long.count() > 150);
    }
}
