//! How a control plane comes into being, so that one type can stand for several: with or without a planted bug.

use spec::{Decisions, Explorable, Settings};
use std::sync::Arc;

/// Makes a new control plane, at instant 0.
pub type Start<P> = Arc<dyn Fn(&Settings, &Decisions) -> P + Send + Sync>;

/// Makes them as their type does.
pub fn plain<P: Explorable + 'static>() -> Start<P> {
    Arc::new(P::start)
}
