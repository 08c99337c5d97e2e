//! Live leases: who holds what, in order of fence, and which are due.
//!
//! Leases lie in a row whose places are used again. Grants come in order of fence, so a list in order of grant is one in
//! order of fence: one over all leases (D36, the view), one for each tenant (D21), one for each worker (D20
//! grant-another is the only way to have two). Above the deadlines lie minima, so that what is due is found without
//! looking at what is not.

use crate::keys::{Keys, Root};
use crate::minima::{Key, Minima};
use crate::plane::ControlPlane;
use crate::runs::NONE;
use crate::tenants::Tenant;
use spec::decisions::DeadlineInstant;
use spec::{Fence, Millis, WorkerId};

/// One live lease, or a free place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lease {
    pub(crate) fence: Fence,
    /// [`NONE`] in a free place.
    pub(crate) run: u32,
    pub(crate) tenant: u32,
    pub(crate) worker: WorkerId,
    /// The neighbours in order of fence; in a free place `newer` is the next free one.
    older: u32,
    newer: u32,
    /// The neighbours among the tenant's.
    tenant_older: u32,
    tenant_newer: u32,
    /// The worker's next older one.
    worker_older: u32,
}

/// All live leases.
#[derive(Debug)]
pub(crate) struct Leases {
    row: Vec<Lease>,
    deadlines: Minima<u64>,
    free: u32,
    oldest: u32,
    newest: u32,
    len: u32,
    /// The tree of workers' numbers: each worker's newest lease.
    workers: Root,
}

impl Default for Leases {
    fn default() -> Leases {
        Leases {
            row: Vec::new(),
            deadlines: Minima::default(),
            free: NONE,
            oldest: NONE,
            newest: NONE,
            len: 0,
            workers: Root::default(),
        }
    }
}

impl Clone for Leases {
    fn clone(&self) -> Leases {
        Leases { row: self.row.clone(), deadlines: self.deadlines.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Leases) {
        self.row.clone_from(&source.row);
        self.deadlines.clone_from(&source.deadlines);
        self.free = source.free;
        self.oldest = source.oldest;
        self.newest = source.newest;
        self.len = source.len;
        self.workers = source.workers;
    }
}

impl Leases {
    pub(crate) fn clear(&mut self) {
        self.row.clear();
        self.deadlines.clear();
        (self.free, self.oldest, self.newest, self.len) = (NONE, NONE, NONE, 0);
        self.workers = Root::default();
    }

    /// How many leases are live.
    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) fn get(&self, lease: u32) -> &Lease {
        &self.row[lease as usize]
    }

    #[inline]
    pub(crate) fn deadline(&self, lease: u32) -> Millis {
        self.deadlines.get(lease as usize)
    }

    /// Sets a deadline, never to an earlier one.
    pub(crate) fn renew(&mut self, lease: u32, deadline: Millis) -> Millis {
        let deadline = deadline.max(self.deadline(lease));
        self.deadlines.set(lease as usize, deadline);
        deadline
    }

    /// Sets all deadlines, none to an earlier one: a free place has the greatest there is.
    pub(crate) fn renew_all(&mut self, deadline: Millis) {
        for lease in 0..self.row.len() as u32 {
            self.renew(lease, deadline);
        }
    }

    /// All leases in order of fence.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.follow(self.oldest, |lease| lease.newer)
    }

    /// The lease with the oldest fence.
    pub(crate) fn oldest(&self) -> Option<u32> {
        (self.oldest != NONE).then_some(self.oldest)
    }

    /// The lease with the newest fence.
    pub(crate) fn newest(&self) -> Option<u32> {
        (self.newest != NONE).then_some(self.newest)
    }

    /// A tenant's leases, newest fence first.
    pub(crate) fn of_tenant(&self, tenant: &Tenant) -> impl Iterator<Item = u32> {
        self.follow(tenant.newest_lease, |lease| lease.tenant_older)
    }

    /// A worker's leases, newest fence first.
    #[inline]
    pub(crate) fn of_worker(&self, keys: &Keys, worker: WorkerId) -> impl Iterator<Item = u32> {
        self.follow(keys.get(self.workers, worker.0).unwrap_or(NONE), |lease| lease.worker_older)
    }

    fn follow(&self, first: u32, next: impl Fn(&Lease) -> u32) -> impl Iterator<Item = u32> {
        let some = |lease: u32| (lease != NONE).then_some(lease);
        let list = std::iter::successors(some(first), move |lease| some(next(self.get(*lease))));
        // No list is longer than that of all.
        list.take(self.len as usize)
    }

    /// Adds a lease under the newest fence of all.
    pub(crate) fn add(
        &mut self,
        keys: &mut Keys,
        owner: &mut Tenant,
        (run, tenant): (u32, usize),
        (worker, fence, deadline): (WorkerId, Fence, Millis),
    ) -> u32 {
        let place = if self.free == NONE { self.row.len() as u32 } else { self.free };
        let worker_older = keys.get(self.workers, worker.0).unwrap_or(NONE);
        keys.insert(&mut self.workers, worker.0, place);
        let lease = Lease {
            fence,
            run,
            tenant: tenant as u32,
            worker,
            older: self.newest,
            newer: NONE,
            tenant_older: owner.newest_lease,
            tenant_newer: NONE,
            worker_older,
        };
        match self.row.get_mut(self.newest as usize) {
            Some(newest) => newest.newer = place,
            None => self.oldest = place,
        }
        if let Some(newest) = self.row.get_mut(owner.newest_lease as usize) {
            newest.tenant_newer = place;
        }
        self.newest = place;
        owner.newest_lease = place;
        owner.held += 1;
        self.len += 1;
        if self.free == NONE {
            self.row.push(lease);
            self.deadlines.push(deadline);
        } else {
            self.free = std::mem::replace(&mut self.row[place as usize], lease).newer;
            self.deadlines.set(place as usize, deadline);
        }
        place
    }

    /// Takes a lease away.
    pub(crate) fn remove(&mut self, keys: &mut Keys, owner: &mut Tenant, place: u32) -> Lease {
        let lease = self.row[place as usize];
        match self.row.get_mut(lease.older as usize) {
            Some(older) => older.newer = lease.newer,
            None => self.oldest = lease.newer,
        }
        match self.row.get_mut(lease.newer as usize) {
            Some(newer) => newer.older = lease.older,
            None => self.newest = lease.older,
        }
        if let Some(older) = self.row.get_mut(lease.tenant_older as usize) {
            older.tenant_newer = lease.tenant_newer;
        }
        match self.row.get_mut(lease.tenant_newer as usize) {
            Some(newer) => newer.tenant_older = lease.tenant_older,
            None => owner.newest_lease = lease.tenant_older,
        }
        self.forget_worker(keys, place, &lease);
        owner.held -= 1;
        self.len -= 1;
        let row = &mut self.row[place as usize];
        row.run = NONE;
        row.newer = self.free;
        self.free = place;
        self.deadlines.set(place as usize, u64::NONE);
        lease
    }

    fn forget_worker(&mut self, keys: &mut Keys, place: u32, lease: &Lease) {
        let newest = keys.get(self.workers, lease.worker.0).unwrap_or(NONE);
        if newest != place {
            let above =
                self.follow(newest, |lease| lease.worker_older).find(|above| self.get(*above).worker_older == place);
            if let Some(above) = above {
                self.row[above as usize].worker_older = lease.worker_older;
            }
        } else if lease.worker_older == NONE {
            keys.remove(&mut self.workers, lease.worker.0);
        } else {
            keys.insert(&mut self.workers, lease.worker.0, lease.worker_older);
        }
    }
}

impl ControlPlane {
    /// A worker's live lease under a fence (R8).
    #[inline]
    pub(crate) fn lease_of(&self, worker: WorkerId, fence: Fence) -> Option<u32> {
        let leases = &self.state.leases;
        leases.of_worker(&self.state.keys, worker).find(|lease| leases.get(*lease).fence == fence)
    }

    /// Whether a lease is past its deadline (D22).
    #[inline]
    pub(crate) fn is_due(&self, lease: u32, now: Millis) -> bool {
        let deadline = self.state.leases.deadline(lease);
        deadline < now || deadline == now && self.ends_at_deadline()
    }

    /// Whether any lease is past its deadline.
    #[inline]
    pub(crate) fn any_due(&self, now: Millis) -> bool {
        let least = self.state.leases.deadlines.least();
        least < now || least == now && self.ends_at_deadline()
    }

    /// All leases past their deadline, in no order that means anything.
    pub(crate) fn due(&self, now: Millis) -> impl Iterator<Item = u32> {
        let leases = &self.state.leases;
        let mut places = 0..leases.row.len();
        std::iter::from_fn(move || {
            loop {
                let found = leases.deadlines.first_from(places.start, |deadline| deadline <= now)?;
                // The places up to this one have been looked at.
                places.nth(found - places.start)?;
                // A free place has the greatest deadline, which only the end of time reaches.
                if leases.row[found].run != NONE && self.is_due(found as u32, now) {
                    return Some(found as u32);
                }
            }
        })
    }

    fn ends_at_deadline(&self) -> bool {
        match self.decisions.deadline_instant() {
            DeadlineInstant::Expired => true,
            DeadlineInstant::Alive => false,
        }
    }
}
