//! Measures what docs/performance.md states, on one core: `cargo run --release -p model --example bench`.
//!
//! With `--record` it writes the figures into that file, between its markers.

use ballast::ControlPlane as Plane;
use model::explore::{Bounds, Explorer, Scratch, search};
use spec::yaml::SpecFile;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let spec = match SpecFile::read(&root.join("spec/spec.yaml")) {
        Ok(spec) => spec,
        Err(diagnostics) => {
            eprintln!("{diagnostics}");
            return ExitCode::from(2);
        }
    };
    let table = table(&spec);
    print!("{table}");
    if std::env::args().any(|argument| argument == "--record")
        && let Err(error) = record(&root.join("docs/performance.md"), &table)
    {
        eprintln!("failed to record the figures in docs/performance.md: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// One row for each scope, then all of them together; each is the fastest of three runs.
fn table(spec: &SpecFile) -> String {
    let mut text = String::from(
        "| scope | states | judged transitions | seconds | transitions/s | bytes/state |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let (mut transitions, mut seconds) = (0, 0.0);
    for scope in &spec.scopes {
        let explorer = Explorer::new(scope, &spec.decisions());
        let runs = (0..3).map(|_| {
            let began = Instant::now();
            let searched = search::<Plane>(&explorer, Bounds::NONE, &mut Scratch::default(), &mut |_, _| {});
            (began.elapsed().as_secs_f64(), searched)
        });
        let Some((took, searched)) = runs.min_by(|(ours, _), (theirs, _)| ours.total_cmp(theirs)) else { continue };
        transitions += searched.transitions;
        seconds += took;
        text.push_str(&format!(
            "| {} | {} | {} | {took:.3} | {:.0} | {:.0} |\n",
            scope.name,
            searched.unique,
            searched.transitions,
            searched.transitions as f64 / took,
            searched.bytes as f64 / searched.unique as f64
        ));
    }
    text.push_str(&format!("| all | | {transitions} | {seconds:.3} | {:.0} | |\n", transitions as f64 / seconds));
    text
}

const BEGIN: &str = "<!-- begin: check -->\n";
const END: &str = "<!-- end: check -->";

/// Writes the table beside the file and renames it into place.
fn record(path: &Path, table: &str) -> std::io::Result<()> {
    let old = std::fs::read_to_string(path)?;
    let (before, rest) = old.split_once(BEGIN).ok_or_else(|| std::io::Error::other("the begin marker is missing"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| std::io::Error::other("the end marker is missing"))?;
    let beside = path.with_extension("md.new");
    std::fs::write(&beside, format!("{before}{BEGIN}{table}{END}{after}"))?;
    std::fs::rename(&beside, path)
}
