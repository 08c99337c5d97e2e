//! docs/conflicts.md, rendered from the record alone, so that a test can say whether the page is the record's.

use super::kept::{Kept, KeptConflict};
use super::{Choice, Standing};
use crate::check::table::grouped;
use crate::story;
use spec::DecisionId;
use std::fmt::Write as _;

/// The page.
pub fn render(kept: &Kept) -> String {
    let mut text = String::from(HEAD);
    figures(kept, &mut text);
    matrix(kept, &mut text);
    conflicts(kept, &mut text);
    cut_off(kept, &mut text);
    text
}

const HEAD: &str = "# Conflicts

Which options do not go together. `check` judges each option with everything else as chosen; two options that are each
sound alone may still break an invariant together. So every pair of options of different decisions is explored, in every
scope in which the two can meet, with everything else as chosen and open decisions at their first option. A pair that
breaks an invariant which neither option breaks alone is a conflict.

This page is written by `cargo run --release -p model -- pairs --write`, together with the record that it is made from,
`spec/conflicts.json`. A test fails where the page is not the record's, where a conflict cannot be seen again, and where
options, scopes or settings have changed since.

";

fn figures(kept: &Kept, text: &mut String) {
    let [apart, together, cut_off, conflict] =
        [Standing::Apart, Standing::Together, Standing::CutOff, Standing::Conflict]
            .map(|standing| kept.count(standing));
    let all = apart + together + cut_off + conflict;
    let _ = write!(
        text,
        "| | pairs |\n|---|---:|\n| pairs of options of different decisions, neither of them chosen | {} |\n\
         | could not meet: in no scope does the graph of either read the decision of the other | {} |\n\
         | were run | {} |\n| of these: keep together what each keeps alone | {} |\n\
         | of these: nothing found, but some exploration was cut off | {} |\n| of these: **conflict** | {} |\n\n",
        grouped(all as u64),
        grouped(apart as u64),
        grouped((all - apart) as u64),
        grouped(together as u64),
        grouped(cut_off as u64),
        grouped(conflict as u64),
    );
    let _ = write!(
        text,
        "{} explorations, {} states, {} judged transitions, in the scopes {}; an exploration is cut off beyond {} states.\n\n\
         Scopes are explored without decisions of their own here, as those would be a third option. Where one of the two \
         options is\nruled out, what it breaks alone is passed over, and asked is whether the two break anything else.\n\n",
        grouped(kept.explorations as u64),
        grouped(kept.states as u64),
        grouped(kept.transitions),
        kept.scopes.join(", "),
        grouped(kept.max_states as u64),
    );
}

/// By decision: of all pairs of their options, the one of which the most is to be said.
fn matrix(kept: &Kept, text: &mut String) {
    text.push_str("## The matrix\n\nDecision by decision; of all pairs of their options, the one of which the most is to be said.\n");
    text.push_str(
        "`X` a conflict, `~` cut off, `+` they keep together what each keeps alone, `.` they cannot meet.\n\n```text\n",
    );
    let decisions: Vec<DecisionId> = DecisionId::all().collect();
    let _ = writeln!(text, "     {}", decisions.iter().map(|column| tens(*column)).collect::<String>().trim_end());
    let _ = writeln!(text, "     {}", decisions.iter().map(|column| ones(*column)).collect::<String>());
    for row in &decisions {
        let signs: String = decisions
            .iter()
            .take_while(|column| *column != row)
            .map(|column| most(kept, *row, *column).sign())
            .collect();
        let _ = writeln!(text, "{}", format!("{row}  {signs}").trim_end());
    }
    text.push_str("```\n\n");
}

fn tens(decision: DecisionId) -> char {
    decision.info().id.chars().nth(1).unwrap_or(' ')
}

fn ones(decision: DecisionId) -> char {
    decision.info().id.chars().nth(2).unwrap_or(' ')
}

fn most(kept: &Kept, row: DecisionId, column: DecisionId) -> Standing {
    let of = |decision: DecisionId| {
        kept.options.iter().filter(move |name| Choice::find(name).is_some_and(|choice| choice.decision == decision))
    };
    let pairs = of(row).flat_map(|first| of(column).map(move |second| (first, second)));
    pairs.filter_map(|(first, second)| kept.standing(first, second)).max().unwrap_or(Standing::Same)
}

fn conflicts(kept: &Kept, text: &mut String) {
    text.push_str("## The conflicts\n\n");
    if kept.conflicts.is_empty() {
        text.push_str("There is none.\n\n");
    }
    for KeptConflict { first, second, conflict } in &kept.conflicts {
        let _ = write!(text, "### {first} with {second}: {}\n\n```text\n", conflict.breaks);
        text.push_str(&story::render(&conflict.story, None));
        let _ = write!(text, "    → {}\n```\n\n", conflict.message);
        let _ = writeln!(
            text,
            "Scope {}. `cargo run --release -p model -- pairs --of {} --of {} --scope {}`\n",
            conflict.scope,
            id(first),
            id(second),
            conflict.scope
        );
    }
}

/// The decision of an option.
pub fn id(option: &str) -> &str {
    option.split_once('=').map_or(option, |(id, _)| id)
}

fn cut_off(kept: &Kept, text: &mut String) {
    text.push_str("## Cut off\n\n");
    if kept.cut_off.is_empty() {
        text.push_str("Nothing was: every exploration was complete, for all time.\n");
        return;
    }
    text.push_str(
        "Nothing was found in these pairs, but the scopes named have more states than the bound, or no end.\n\n",
    );
    for cut in &kept.cut_off {
        let _ = writeln!(text, "- {} with {}: {}", cut.first, cut.second, cut.scopes.join(", "));
    }
}
