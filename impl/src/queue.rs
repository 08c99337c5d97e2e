//! A tenant's queue: runs in the order in which they were accepted (R16), and the first of them whose cost fits.
//!
//! A row of places with holes: a run that leaves makes a hole, a run that goes to the front takes the one before the
//! head. Once a head could not start, minima of the costs are kept above the places, apart for runs that were never
//! charged, were charged already, and are parked (D10), because the credit that they need differs (D02, D03, D11). So
//! D17's skip is a search in O(log n), and a queue that needs none pays for none.

use crate::minima::{Key, Minima};
use crate::runs::{NONE, Run};

/// Costs less one, by what the run needs of its tenant's credit; [`u32::MAX`] for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Costs {
    /// Never charged, not parked.
    pub(crate) fresh: u32,
    /// Charged for an earlier attempt, or at its submit.
    pub(crate) charged: u32,
    /// Parked.
    pub(crate) parked: u32,
}

impl Costs {
    /// The place of a run among the costs.
    pub(crate) fn of(run: &Run) -> Costs {
        let cost = run.cost.saturating_sub(1);
        match (run.parked, run.charged) {
            (true, _) => Costs { parked: cost, ..Costs::NONE },
            (false, true) => Costs { charged: cost, ..Costs::NONE },
            (false, false) => Costs { fresh: cost, ..Costs::NONE },
        }
    }

    /// Whether one of the costs is within its limit.
    #[inline]
    pub(crate) fn fits(self, limits: Costs) -> bool {
        self.fresh < limits.fresh || self.charged < limits.charged || self.parked < limits.parked
    }
}

impl Key for Costs {
    const NONE: Costs = Costs { fresh: NONE, charged: NONE, parked: NONE };

    #[inline]
    fn least(self, other: Costs) -> Costs {
        Costs {
            fresh: self.fresh.min(other.fresh),
            charged: self.charged.min(other.charged),
            parked: self.parked.min(other.parked),
        }
    }
}

/// Up to this many places are looked at one by one, and have no minima.
const SCAN: usize = 16;

/// The queue of one tenant.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// The run at each place; [`NONE`] for a hole.
    places: Vec<u32>,
    /// The costs at the places of a queue whose head could not start, until it is empty again. Most heads can, so most
    /// queues need none.
    costs: Option<Box<Minima<Costs>>>,
    /// The place of the first run; 0 where there is none.
    head: u32,
    len: u32,
}

impl Clone for Queue {
    fn clone(&self) -> Queue {
        Queue { places: self.places.clone(), costs: self.costs.clone(), head: self.head, len: self.len }
    }

    #[inline]
    fn clone_from(&mut self, source: &Queue) {
        self.places.clone_from(&source.places);
        match (&self.costs, &source.costs) {
            (None, None) => {}
            (Some(_), _) | (None, Some(_)) => self.costs.clone_from(&source.costs),
        }
        self.head = source.head;
        self.len = source.len;
    }
}

impl Queue {
    /// How many runs are queued.
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// The runs in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.places[self.head as usize..].iter().copied().filter(|run| *run != NONE)
    }

    /// The first run.
    #[inline]
    pub(crate) fn head(&self) -> Option<u32> {
        self.places.get(self.head as usize).copied()
    }

    /// Makes ready for [`Queue::first`]: from now on the minima are kept.
    pub(crate) fn prepare(&mut self, runs: &[Run]) {
        if self.costs.is_none() && self.places.len() > SCAN {
            let mut costs = Box::<Minima<Costs>>::default();
            costs.refill(self.places.iter().map(|run| costs_at(*run, runs)));
            self.costs = Some(costs);
        }
    }

    /// The first run with a cost within its limit, in O(log n) where it was [prepared](Queue::prepare).
    pub(crate) fn first(&self, limits: Costs, runs: &[Run]) -> Option<u32> {
        match &self.costs {
            None => self.iter().find(|run| costs_at(*run, runs).fits(limits)),
            Some(costs) => {
                costs.first_from(self.head as usize, |costs| costs.fits(limits)).map(|place| self.places[place])
            }
        }
    }

    /// Forgets all runs.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.costs = None;
        self.head = 0;
        self.len = 0;
    }

    /// Queues a run behind all others.
    pub(crate) fn push_back(&mut self, run: u32, runs: &mut [Run]) {
        let holes = self.places.len() - self.len as usize;
        if holes >= self.len as usize + 16 {
            self.close_ranks(0, runs);
        }
        let entry = &mut runs[run as usize];
        entry.place = self.places.len() as u32;
        self.places.push(run);
        if let Some(costs) = &mut self.costs {
            costs.push(Costs::of(entry));
        }
        self.len += 1;
    }

    /// Queues a run before all others.
    pub(crate) fn push_front(&mut self, run: u32, runs: &mut [Run]) {
        if self.len == 0 {
            return self.push_back(run, runs);
        }
        if self.head == 0 {
            self.close_ranks(1 + self.len as usize / 2, runs);
        }
        self.head -= 1;
        let entry = &mut runs[run as usize];
        entry.place = self.head;
        self.places[self.head as usize] = run;
        if let Some(costs) = &mut self.costs {
            costs.set(self.head as usize, Costs::of(entry));
        }
        self.len += 1;
    }

    /// Takes a run out of its place.
    pub(crate) fn remove(&mut self, place: u32) {
        self.len -= 1;
        if self.len == 0 {
            return self.clear();
        }
        self.places[place as usize] = NONE;
        if let Some(costs) = &mut self.costs {
            costs.set(place as usize, Costs::NONE);
        }
        while let Some(&NONE) = self.places.last() {
            self.places.pop();
            if let Some(costs) = &mut self.costs {
                costs.pop();
            }
        }
        let holes = self.places[self.head as usize..].iter().take_while(|run| **run == NONE).count();
        self.head += holes as u32;
    }

    /// Moves the runs together, leaving `room` holes before the first.
    fn close_ranks(&mut self, room: usize, runs: &mut [Run]) {
        self.places.retain(|run| *run != NONE);
        self.places.splice(0..0, std::iter::repeat_n(NONE, room));
        for (place, run) in self.places.iter().enumerate().skip(room) {
            runs[*run as usize].place = place as u32;
        }
        if let Some(costs) = &mut self.costs {
            costs.refill(self.places.iter().map(|run| costs_at(*run, runs)));
        }
        self.head = room as u32;
    }
}

fn costs_at(run: u32, runs: &[Run]) -> Costs {
    runs.get(run as usize).map_or(Costs::NONE, Costs::of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Dice;
    use std::collections::VecDeque;

    #[test]
    fn minima_are_kept_of_a_long_queue_and_of_no_other() {
        for (length, kept) in [(SCAN, false), (SCAN + 1, true)] {
            let mut runs = vec![Run::default(); length];
            let mut queue = Queue::default();
            (0..length).for_each(|run| queue.push_back(run as u32, &mut runs));
            queue.prepare(&runs);
            assert_eq!(queue.costs.is_some(), kept, "{length}");
        }
    }

    /// A queue of so many runs, and the runs.
    fn filled(length: u32) -> (Queue, Vec<Run>) {
        let mut runs = vec![Run { cost: 1, ..Run::default() }; 200];
        let mut queue = Queue::default();
        (0..length).for_each(|run| queue.push_back(run, &mut runs));
        (queue, runs)
    }

    #[test]
    fn ranks_are_closed_once_there_are_sixteen_more_holes_than_runs_and_not_before() {
        for (left, places) in [(13, 41), (12, 13)] {
            let (mut queue, mut runs) = filled(40);
            (left - 1..39).for_each(|run| queue.remove(runs[run as usize].place));
            assert_eq!((queue.len(), queue.places.len()), (left, 40));
            queue.push_back(99, &mut runs);
            assert_eq!(queue.places.len(), places, "{left} runs of 40 were left when another came");
        }
    }

    #[test]
    fn a_run_that_goes_to_the_front_makes_room_for_half_as_many_more_as_are_queued() {
        let (mut queue, mut runs) = filled(40);
        for run in 100..121 {
            queue.push_front(run, &mut runs);
            assert_eq!(
                (queue.places.len(), runs[0].place),
                (61, 21),
                "the first made room, and no other moves anybody"
            );
        }
        queue.push_front(121, &mut runs);
        assert_eq!((queue.places.len(), runs[0].place), (92, 52), "61 are queued: room for 30 more is made again");
    }

    #[test]
    fn a_copy_into_a_used_queue_finds_what_the_original_finds() {
        let (mut long, long_runs) = filled(40);
        long.prepare(&long_runs);
        let (short, short_runs) = filled(3);
        let limits = Costs { fresh: 1, charged: 0, parked: 0 };
        for (source, runs, used) in [(&long, &long_runs, &short), (&short, &short_runs, &long)] {
            let mut copy = used.clone();
            copy.clone_from(source);
            assert_eq!((&copy.places, copy.head, copy.len), (&source.places, source.head, source.len));
            assert_eq!(copy.costs.is_some(), source.costs.is_some(), "the minima are copied, or their lack");
            assert_eq!(copy.first(limits, runs), Some(0));
        }
    }

    #[test]
    fn a_queue_keeps_its_order_and_finds_the_first_that_fits() {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut runs: Vec<Run> = (0..400)
                .map(|_| Run {
                    cost: 1 + dice.below(50) as u32,
                    parked: dice.below(3) == 0,
                    charged: dice.below(3) == 0,
                    ..Run::default()
                })
                .collect();
            let (mut queue, mut expected) = (Queue::default(), VecDeque::new());
            let mut free: Vec<u32> = (0..400).collect();
            let growth = 1 + dice.below(5);
            for _ in 0..4000 {
                match (dice.below(growth + 2), free.is_empty()) {
                    (0, _) | (_, true) => {
                        let place = if dice.below(2) == 0 { 0 } else { dice.below(expected.len() as u64) };
                        if let Some(run) = expected.remove(place as usize) {
                            queue.remove(runs[run as usize].place);
                            free.push(run);
                        }
                    }
                    (1, false) => {
                        let run = free.swap_remove(0);
                        expected.push_front(run);
                        queue.push_front(run, &mut runs);
                    }
                    _ => {
                        let run = free.swap_remove(0);
                        expected.push_back(run);
                        queue.push_back(run, &mut runs);
                    }
                }
                let limit = |dice: &mut Dice| dice.below(52) as u32;
                let limits = Costs { fresh: limit(&mut dice), charged: limit(&mut dice), parked: limit(&mut dice) };
                let fits = |run: &&u32| Costs::of(&runs[**run as usize]).fits(limits);
                if dice.below(8) == 0 {
                    queue.prepare(&runs);
                }
                assert_eq!(queue.first(limits, &runs), expected.iter().find(fits).copied());
                assert_eq!((queue.head(), queue.len()), (expected.front().copied(), expected.len() as u32));
            }
            assert!(queue.iter().eq(expected));
        }
    }
}
