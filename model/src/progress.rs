//! Progress of long work: shown on a terminal, silent in a pipe.

use indicatif::{ProgressBar, ProgressStyle};

/// Someone who is told how work goes on.
pub trait Progress: Sync {
    /// There are this many more pieces of work.
    fn add(&self, pieces: usize);
    /// A piece of work has come this far.
    fn at(&self, name: &str, states: usize, transitions: u64);
    /// A piece of work is done.
    fn done(&self, transitions: u64);
}

/// Nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn add(&self, _: usize) {}
    fn at(&self, _: &str, _: usize, _: u64) {}
    fn done(&self, _: u64) {}
}

/// A bar on standard error; indicatif hides it where that is no terminal.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A new bar, which counts explorations.
    pub fn new() -> Bar {
        Bar::counting("explorations")
    }

    /// A new bar, which counts pieces of work of this name.
    pub fn counting(pieces: &str) -> Bar {
        let bar = ProgressBar::new(0);
        let style =
            ProgressStyle::with_template(&format!("{{elapsed:>4}} {{bar:30}} {{pos}}/{{len}} {pieces}  {{msg}}"));
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}

impl Progress for Bar {
    fn add(&self, pieces: usize) {
        self.0.inc_length(pieces as u64);
    }

    fn at(&self, name: &str, states: usize, transitions: u64) {
        self.0.set_message(format!("{name}: {states} states, {transitions} transitions"));
    }

    fn done(&self, _: u64) {
        self.0.inc(1);
    }
}
