//! The judges.
