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
    if std::env::args().any(|argument| argument == "--record") {
        let page = root.join("docs/performance.md");
        let recorded = record(&page, "check", &table)
            .and_then(|()| plain_check(&root))
            .and_then(|figures| record(&page, "plain", &figures))
            .and_then(|()| throughput(&root))
            .and_then(|figures| record(&page, "throughput", &figures));
        if let Err(error) = recorded {
            eprintln!("failed to record the figures in docs/performance.md: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A plain `cargo run -p model -- check`, built beforehand: how long it takes, and on how much work.
fn plain_check(root: &Path) -> std::io::Result<String> {
    let run = |arguments: &[&str]| {
        std::process::Command::new(env!("CARGO")).args(arguments).current_dir(root).output().and_then(|output| {
            let failed = || std::io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned());
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()).ok_or_else(failed)
        })
    };
    run(&["build", "--quiet", "-p", "model"])?;
    let began = Instant::now();
    let printed = run(&["run", "--quiet", "-p", "model", "--", "check"])?;
    let took = began.elapsed().as_secs_f64();
    Ok(format!("```text\n{}\nseconds={took:.1}\n```\n", printed.lines().last().unwrap_or_default()))
}

/// What the control plane's own bench prints.
fn throughput(root: &Path) -> std::io::Result<String> {
    let arguments = ["run", "--quiet", "--release", "-p", "ballast", "--example", "throughput"];
    let output = std::process::Command::new(env!("CARGO")).args(arguments).current_dir(root).output()?;
    if !output.status.success() {
        return Err(std::io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(format!("```text\n{}```\n", String::from_utf8_lossy(&output.stdout)))
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

/// Writes a block of the page, beside it, and renames it into place.
fn record(path: &Path, name: &str, figures: &str) -> std::io::Result<()> {
    let (begin, end) = (format!("<!-- begin: {name} -->\n"), format!("<!-- end: {name} -->\n"));
    let old = std::fs::read_to_string(path)?;
    let (before, rest) = old.split_once(&begin).ok_or_else(|| std::io::Error::other(format!("no block {name}")))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| std::io::Error::other(format!("block {name} has no end")))?;
    let beside = path.with_extension("md.new");
    std::fs::write(&beside, format!("{before}{begin}{figures}{end}{after}"))?;
    std::fs::rename(&beside, path)
}
