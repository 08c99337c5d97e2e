//! The judges as those that hold a control plane against them use them.

mod agreed;
