//! Whether the outside keeps its side of a drain. Progress is owed to a core that asks, works and reports in time, and to a
//! platform that sweeps; not to a list of commands from which that was left out.
//!
//! The simulated world always keeps it, so this judge changes nothing there. A plan that is cut and run again need not.

use crate::simulate::world::Calm;
use spec::{Answer, Command, Fence, Millis, Outcome, View, WorkerId};
use std::collections::BTreeMap;

/// What the outside did since the calm began.
#[derive(Debug)]
pub(super) struct Fair {
    calm: Calm,
    began: Millis,
    /// How many workers must keep their side.
    core: u64,
    swept: Millis,
    /// Whether something happened that no drain allows for: an arrival, a change of limits, sweeps too rare.
    broken: bool,
    workers: BTreeMap<WorkerId, Side>,
    grants: BTreeMap<Fence, WorkerId>,
}

/// What one worker did.
#[derive(Debug, Clone, Copy)]
struct Side {
    spoke: Millis,
    /// Whether it was granted something and has not said how that ended.
    works: bool,
    late: bool,
}

impl Fair {
    /// The calm begins.
    pub(super) fn begin(calm: Calm, at: Millis, core: u64, view: &View) -> Fair {
        let grants = view.leases.iter().map(|lease| (lease.fence, lease.worker)).collect();
        let broken = view.halted;
        Fair { calm, began: at, core, swept: at, broken, workers: BTreeMap::new(), grants }
    }

    /// Hears of a command.
    pub(super) fn note(&mut self, at: Millis, command: &Command, outcome: &Outcome) {
        match *command {
            Command::Sweep => {
                self.broken |= at.saturating_sub(self.swept) > self.calm.sweep;
                self.swept = at;
            }
            Command::Claim { worker } => {
                let granted = match outcome.answer {
                    Answer::Granted { fence, .. } => {
                        self.grants.insert(fence, worker);
                        true
                    }
                    _ => false,
                };
                self.spoke(at, worker, granted);
            }
            Command::Fail { worker, .. } | Command::Release { worker, .. } => self.spoke(at, worker, false),
            Command::Complete { fence, .. } => {
                if let Some(worker) = self.grants.get(&fence).copied() {
                    self.spoke(at, worker, false);
                }
            }
            Command::Heartbeat { .. } | Command::Acknowledge => {}
            Command::Submit { .. }
            | Command::Cancel { .. }
            | Command::SetCap { .. }
            | Command::SetQuota { .. }
            | Command::Resize { .. }
            | Command::Restart { .. } => self.broken = true,
        }
    }

    fn spoke(&mut self, at: Millis, worker: WorkerId, works: bool) {
        let known = self.workers.get(&worker).copied();
        let side = known.unwrap_or(Side { spoke: self.began, works: false, late: false });
        self.workers.insert(worker, Side { spoke: at, works, late: self.is_late(side, at) });
    }

    /// Whether a worker has kept silent for too long. Three messages may lie between two words of its that are heard: what
    /// it says under a lease that is long gone is not known to be its own.
    fn is_late(&self, side: Side, at: Millis) -> bool {
        let pause = if side.works { self.calm.work } else { self.calm.poll };
        side.late || at.saturating_sub(side.spoke) > pause.saturating_add(3 * self.calm.latency)
    }

    /// Whether everybody has kept their side until now.
    pub(super) fn holds(&self, at: Millis) -> bool {
        let in_time = self.workers.values().filter(|side| !self.is_late(**side, at)).count();
        !self.broken && at.saturating_sub(self.swept) <= self.calm.sweep && in_time as u64 >= self.core
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::{Idle, Refusal};

    const CALM: Calm = Calm { latency: 1, work: 4, poll: 3, sweep: 2 };

    fn fair(core: u64, until: Millis, commands: impl Fn(Millis) -> Vec<(Command, Answer)>) -> bool {
        let mut fair = Fair::begin(CALM, 0, core, &View::default());
        for at in 0..=until {
            for (command, answer) in commands(at) {
                fair.note(at, &command, &Outcome::just(answer));
            }
        }
        fair.holds(until)
    }

    fn sweep(at: Millis) -> Vec<(Command, Answer)> {
        if at.is_multiple_of(2) { vec![(Command::Sweep, Answer::Swept)] } else { Vec::new() }
    }

    fn polls(worker: u32) -> (Command, Answer) {
        (Command::Claim { worker: WorkerId(worker) }, Answer::Idle(Idle::NoSlot))
    }

    #[test]
    fn a_core_that_asks_and_is_swept_for_keeps_its_side() {
        let one = |at: Millis| if at.is_multiple_of(6) { [sweep(at), vec![polls(1)]].concat() } else { sweep(at) };
        assert!(fair(1, 50, one));
        assert!(!fair(2, 50, one), "one worker is no core of two");
        assert!(!fair(1, 50, |at| if at == 12 { Vec::new() } else { one(at) }), "a sweep and a poll are missing");
    }

    #[test]
    fn a_sweep_or_a_word_that_came_too_late_is_not_forgotten() {
        let all = |at: Millis| [sweep(at), vec![polls(1)]].concat();
        assert!(fair(1, 50, all));
        assert!(!fair(1, 50, |at| if at == 12 { vec![polls(1)] } else { all(at) }), "a sweep is missing");
        assert!(!fair(1, 50, |at| if (12..19).contains(&at) { sweep(at) } else { all(at) }), "seven ms without a word");
        assert!(fair(1, 50, |at| if (12..17).contains(&at) { sweep(at) } else { all(at) }), "six are allowed");
    }

    #[test]
    fn a_platform_that_has_stopped_sweeping_does_not_keep_its_side() {
        let until = |last: Millis| move |at: Millis| if at <= last { sweep(at) } else { Vec::new() };
        let polled = |at: Millis| vec![polls(u32::try_from(at % 2).unwrap())];
        let both = |last: Millis| move |at: Millis| [until(last)(at), polled(at)].concat();
        assert!(fair(2, 50, both(48)));
        assert!(!fair(2, 50, both(46)));
        assert!(!fair(0, 50, both(46)), "though more workers ask than must");
    }

    #[test]
    fn three_messages_may_lie_between_two_words_of_a_worker() {
        let calm = Calm { latency: 5, ..CALM };
        let fair = Fair::begin(calm, 0, 1, &View::default());
        let side = |works| Side { spoke: 100, works, late: false };
        for (works, pause) in [(false, 3), (true, 4)] {
            assert!(!fair.is_late(side(works), 100 + pause + 15));
            assert!(fair.is_late(side(works), 101 + pause + 15));
        }
    }

    #[test]
    fn a_worker_that_is_refused_goes_on_asking_and_one_that_is_granted_must_report() {
        let refused = (Command::Claim { worker: WorkerId(1) }, Answer::Refused(Refusal::AlreadyHolding));
        assert!(fair(1, 20, |at| [sweep(at), vec![refused]].concat()));
        let fence = Fence { term: 1, grant: 1 };
        let granted = Answer::Granted { run: spec::RunId::default(), fence, deadline: 9 };
        let claims = |at: Millis| match at {
            0 => vec![(Command::Claim { worker: WorkerId(1) }, granted)],
            _ => Vec::new(),
        };
        assert!(fair(1, 7, |at| [sweep(at), claims(at)].concat()));
        assert!(!fair(1, 8, |at| [sweep(at), claims(at)].concat()));
        let reports = |at: Millis| match at {
            6 => vec![(Command::Release { worker: WorkerId(1), fence }, Answer::Released)],
            _ => Vec::new(),
        };
        assert!(fair(1, 8, |at| [sweep(at), claims(at), reports(at)].concat()));
    }

    #[test]
    fn an_arrival_or_a_change_of_limits_ends_what_is_owed() {
        for text in ["submit a/1 cost 1", "cancel a/1", "set-cap a 1", "set-quota a 1", "resize 1", "restart"] {
            let command: Command = text.parse().unwrap();
            let all = |at: Millis| {
                let more = if at == 3 { vec![(command, Answer::Set)] } else { Vec::new() };
                [sweep(at), vec![polls(1)], more].concat()
            };
            assert!(!fair(1, 20, all), "{text}");
        }
    }
}
