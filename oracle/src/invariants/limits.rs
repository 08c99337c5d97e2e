//! What bounds a grant: the cap, the pool and the quota, as the invariants state them.
