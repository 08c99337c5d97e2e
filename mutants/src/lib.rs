//! Do the tests bite?
//!
//! A checker that has stopped checking reports success. So the checkers are checked: [`catch`] holds every planted bug of
//! [`model::planted`] against four kinds of checks, [`judges`] puts judges that are wrong on purpose in the place of the
//! right ones, and [`exposure`] says by what each of them is exposed. [`matrix`] puts it all together; `mutants/MATRIX.md`
//! is what it printed, and a test fails when that is stale or when [`demands`] are not met. [`reach`] adds up what the
//! suites come by, and [`gate`] judges what cargo-mutants found.

pub mod agreed;
pub mod catch;
pub mod cli;
pub mod demands;
pub mod exposure;
pub mod files;
pub mod gate;
pub mod hunt;
pub mod judges;
pub mod matrix;
pub mod reach;
pub mod table;
