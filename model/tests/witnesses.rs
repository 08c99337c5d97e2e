//! Every witness as a test of its own name: under each of its two options, against the control plane and the oracle.
//!
//! `cargo test -p model --test witnesses D29` runs those of one decision. That no shorter history would do is what
//! `model witness --check` looks for.

use ballast::ControlPlane as Plane;
use libtest_mimic::{Arguments, Failed, Trial};
use model::kept::Kept;
use model::scenarios::Deviation;
use model::subject::Subject;
use model::witness::cli::FOLDER;
use model::witness::{pairs, rank, replay};
use spec::DecisionId;
use spec::yaml::{SpecFile, Witness};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
    match trials(&path) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// The witness that the book shows.
const SHOWN: &str = "D29-refuse.yaml";

/// Which witness says what of the state that its last answer follows from.
const TOLD: [(&str, &str); 8] = [
    (
        "D07-current-window.yaml",
        "under current-window it is accepted, as the 1 credit refunded at 2 ms went to this window",
    ),
    ("D12-repeat.yaml", "is refused, as the run is known at 1 credit"),
    ("D13-repeat-refusal.yaml", "hears again the refusal that it got at 0 ms, and is not judged anew"),
    ("D16-least-held.yaml", "gets b/1, as a holds 1 lease and b none"),
    (
        "D17-strict.yaml",
        "as a/1, the head of the queue, would be charged 2 credits, and the whole quota of 1 does not cover it, and a/2 \
         may not pass it",
    ),
    ("D19-claimable-or-claimable-lease-when-warm.yaml", "ms on, when its slot is warm"),
    ("D23-uncounted.yaml", "gets no work, as the only slot is held by lease 1.1, whose deadline was 1 ms"),
    ("D38-clamp.yaml", "renews the lease until 3 ms (by the control plane's clock it is 2 ms now)"),
];

fn trials(path: &Path) -> Result<Vec<Trial>, String> {
    let spec = SpecFile::read(path).map_err(|diagnostics| diagnostics.to_string())?;
    let kept = Kept::read(path, FOLDER).map_err(|error| error.to_string())?;
    let subject = Subject::new(spec, String::new(), Vec::new());
    let mut trials = Vec::new();
    let shown = kept.file(SHOWN).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
    trials.push(Trial::test("the_book_shows_a_witness_as_it_stands", move || {
        let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/witnesses.md"))?;
        let body = shown.find("\ndecision: ").map_or("", |start| shown[start..].trim_start());
        if !body.is_empty() && page.contains(body) {
            return Ok(());
        }
        Err(format!("docs/witnesses.md shows {SHOWN} otherwise than it stands, without its head:\n{body}").into())
    }));
    trials.push(Trial::test("what_is_refused_or_repeated_is_told_with_the_state_that_it_follows_from", {
        let texts: Vec<(String, String)> = TOLD
            .iter()
            .map(|(name, words)| {
                let text = kept.file(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
                (text.split_whitespace().collect::<Vec<&str>>().join(" "), (*words).to_owned())
            })
            .collect();
        move || {
            let untold: Vec<&str> =
                texts.iter().filter(|(text, words)| !text.contains(words)).map(|(_, words)| words.as_str()).collect();
            if untold.is_empty() { Ok(()) } else { Err(format!("no witness says {untold:?}").into()) }
        }
    }));
    for name in kept.names() {
        let file = kept.path(name);
        let witness = Witness::read(&file, &subject.file).map_err(|diagnostics| diagnostics.to_string())?;
        trials.extend(of_one(&subject, &witness, &file));
    }
    trials.push(Trial::test("every_option_has_a_witness_and_no_witness_is_of_no_option", move || {
        let names: Vec<&str> = kept.names().collect();
        let mut wanted: Vec<String> = pairs(&subject).into_iter().map(|pair| pair.file_name(&subject)).collect();
        wanted.sort();
        if names == wanted && !names.is_empty() {
            return Ok(());
        }
        Err(format!("there are {names:?}\nand there should be {wanted:?}; `model witness` puts it right").into())
    }));
    Ok(trials)
}

fn of_one(subject: &Subject, witness: &Witness, file: &Path) -> Vec<Trial> {
    let mut trials = Vec::new();
    let name = replay::name(witness);
    let options = witness.options.map(|option| witness.decision.info().options[option].replace('-', "_"));
    let base = &subject.base;
    for (side, option) in options.into_iter().enumerate() {
        let on_plane = (witness.clone(), base.clone(), file.to_owned());
        trials.push(Trial::test(format!("{name}::under_{option}::control_plane"), move || {
            replay::play_plane::<Plane>(&on_plane.0, side, &on_plane.1).map_err(|found| failed(&on_plane.2, &found))
        }));
        let on_oracle = (witness.clone(), base.clone(), file.to_owned());
        trials.push(Trial::test(format!("{name}::under_{option}::oracle"), move || {
            replay::play_oracle(&on_oracle.0, side, &on_oracle.1).map_err(|found| failed(&on_oracle.2, &found))
        }));
    }
    let [first, second] = witness.then.clone();
    // Up to the last step both sides are told with one outcome, so what is left is that the last one differs.
    trials.push(Trial::test(format!("{name}::parts_in_its_last_step"), move || {
        if first == second { Err(format!("both options answer `{first}`").into()) } else { Ok(()) }
    }));
    let rank = rank::of_file(subject, witness);
    let then = witness.then.clone();
    trials.push(Trial::test(format!("{name}::differs_plainly_and_asks_for_no_more_than_a_quota"), move || {
        match (rank.is_plain(), rank.is_beyond_a_quota()) {
            (true, false) => Ok(()),
            (false, _) => Err(format!("{then:?} differ in a reason alone").into()),
            (true, true) => Err("a run costs more than the whole quota of its tenant".into()),
        }
    }));
    let told = witness.clone();
    trials.push(Trial::test(format!("{name}::tells_what_else_had_to_be_changed"), move || {
        let changed =
            |(decision, option): &(DecisionId, usize)| format!("{decision}={} (", decision.info().options[*option]);
        let untold: Vec<String> = told.with.iter().map(changed).filter(|name| !told.differs.contains(name)).collect();
        if untold.is_empty() { Ok(()) } else { Err(format!("`differs` is silent on {untold:?}").into()) }
    }));
    trials
}

fn failed(file: &Path, deviation: &Deviation) -> Failed {
    let told = deviation.told.iter().map(|(at, command, outcome)| format!("  {at:>4} {command} => {outcome}\n"));
    let told: String = told.collect();
    let (file, line) = (file.display(), deviation.line);
    let to_do = "if the spec was changed on purpose, `cargo run -p model -- witness` writes it anew";
    format!("{file}:{line} states `{}`, but it came to\n{told}{to_do}", deviation.stated).into()
}
