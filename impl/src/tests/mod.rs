//! The control plane as an embedder uses it: short stories, agreed histories, and whatever else can be sent.

mod agreed;
mod decisions;
mod descriptions;
mod extremes;
