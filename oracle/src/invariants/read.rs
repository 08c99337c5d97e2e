//! What an invariant that is written elsewhere may ask of the facts.

use super::facts::Facts;
use spec::{Fence, Millis, RunId, Status, TenantId};

impl Facts {
    /// How many leases are live.
    pub fn live(&self) -> i64 {
        self.leases.len() as i64
    }

    /// How many slots are present, warm or not.
    pub fn slots(&self) -> i64 {
        self.pool.present
    }

    /// How many live leases a tenant has; 0 for one that there is not.
    pub fn held(&self, tenant: TenantId) -> i64 {
        self.tenant(tenant).map_or(0, |facts| facts.live)
    }

    /// A tenant's cap as set.
    pub fn cap(&self, tenant: TenantId) -> Option<i64> {
        self.tenant(tenant).map(|facts| facts.cap)
    }

    /// Where a run is in its life, if anything was said of it.
    pub fn status(&self, run: RunId) -> Option<Status> {
        self.run(run)?.status
    }

    /// When each live lease expires, in no order.
    pub fn deadlines(&self) -> impl Iterator<Item = Millis> + '_ {
        self.leases.iter().map(|lease| lease.deadline)
    }

    /// The grants that records spoke of which a recovery lost with an alarm (D37).
    pub fn lost_grants(&self) -> &[(RunId, Fence)] {
        &self.lost_grants
    }
}
