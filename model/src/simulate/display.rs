//! How far a corpus is, on a terminal; nothing at all in a pipe. It looks at a clock, and decides nothing.

use crate::spine::{Corpus, Meter};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the display is drawn.
const REFRESH: Duration = Duration::from_millis(200);

/// Runs something that keeps a meter, and shows the meter meanwhile. Gives also how long it took.
pub fn showing(runs: u64, meter: &Meter, body: impl FnOnce() -> Corpus) -> (Corpus, Duration) {
    let began = Instant::now();
    if !stderr().is_terminal() {
        return (body(), began.elapsed());
    }
    let over = AtomicBool::new(false);
    let corpus = thread::scope(|scope| {
        scope.spawn(|| {
            let bar = ProgressBar::with_draw_target(Some(runs), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} seeds  {msg}") {
                bar.set_style(style);
            }
            while !over.load(Ordering::Relaxed) {
                bar.set_position(meter.runs.load(Ordering::Relaxed));
                bar.set_message(message(meter, began.elapsed()));
                thread::sleep(REFRESH);
            }
            bar.finish_and_clear();
        });
        let corpus = body();
        over.store(true, Ordering::Relaxed);
        corpus
    });
    (corpus, began.elapsed())
}

fn message(meter: &Meter, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    let rate = |count: u64| count as f64 / seconds;
    let (runs, events) = (meter.runs.load(Ordering::Relaxed), meter.events.load(Ordering::Relaxed));
    let findings = meter.findings.load(Ordering::Relaxed);
    let reached = meter.reached();
    format!("{:.0} seeds/s  {:.0} events/s  {findings} findings  {reached} marks reached", rate(runs), rate(events))
}
