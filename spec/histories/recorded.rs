//! What only one engine knows of itself, step by step of the agreed histories: what it describes for the explorer's key,
//! and which decisions it read. One sum for each history, recorded; each package that is held to such sums includes this
//! file. That a description is right is shown elsewhere; here a change of it is seen at once, and must be meant.

use spec::ReadSet;
use spec::canon::{Canon, Describe, Token};
use std::path::Path;

/// The facts and the reads of one history, summed up.
pub struct Account {
    sum: u64,
    canon: Canon,
}

impl Default for Account {
    fn default() -> Account {
        Account { sum: 0xcbf2_9ce4_8422_2325, canon: Canon::default() }
    }
}

impl Account {
    /// Adds what is described at an instant.
    pub fn describes(&mut self, state: &impl Describe, at: spec::Millis) {
        self.canon.clear();
        state.describe(at, &mut self.canon);
        let mut facts: Vec<&[Token]> = self.canon.facts().collect();
        facts.sort_unstable();
        self.sum = format!("{facts:?}").bytes().fold(self.sum, add);
    }

    /// Adds which decisions were read.
    pub fn reads(&mut self, reads: ReadSet) {
        let names: Vec<String> = reads.iter().map(|decision| decision.to_string()).collect();
        self.sum = names.join(" ").bytes().fold(self.sum, add);
    }

    /// The line of a history in the file of sums.
    pub fn line(self, history: usize) -> String {
        format!("{history} {:016x}\n", self.sum)
    }
}

fn add(sum: u64, byte: u8) -> u64 {
    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// Holds the sums to those that are recorded in a file; `BALLAST_BLESS=1` records them anew.
pub fn hold(sums: &str, file: &Path) {
    if std::env::var_os("BALLAST_BLESS").is_some() {
        let beside = file.with_extension("new");
        std::fs::write(&beside, sums).unwrap();
        std::fs::rename(&beside, file).unwrap();
    }
    let recorded = std::fs::read_to_string(file).unwrap_or_default();
    let parted = recorded.lines().zip(sums.lines()).find(|(recorded, now)| recorded != now);
    assert!(
        recorded == sums,
        "{} is stale, first at {parted:?} (history, sum); where that is meant, record it anew with BALLAST_BLESS=1",
        file.display()
    );
}
