//! Writes the histories of one scope down. The same histories give the same bytes.

use super::tour::Tour;
use crate::subject::Subject;
use crate::witness::text::{told, with};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The files, by name.
pub fn render(subject: &Subject, tours: &[Tour]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (index, scope) in subject.scopes.iter().enumerate() {
        let mut of_scope: Vec<&Tour> = tours.iter().filter(|tour| tour.scope == index).collect();
        // As the spec stands first, then by decision and option; a stable sort keeps the order of the walk.
        of_scope.sort_by(|one, other| one.history.with.cmp(&other.history.with));
        if !of_scope.is_empty() {
            files.insert(format!("{}.yaml", scope.name), file(&scope.name, &of_scope));
        }
    }
    files
}

fn file(scope: &str, tours: &[&Tour]) -> String {
    let covers: BTreeSet<_> = tours.iter().flat_map(|tour| tour.met.iter().flatten()).collect();
    let mut text = format!(
        "# Written by `model derive`: together with the other files here, these histories meet every command with every sort\n\
         # of outcome under every option that the explored graphs hold.\n\n\
         scope: {scope}\ncovers: {}\nhistories:\n",
        covers.len()
    );
    for tour in tours {
        let mut own = String::new();
        with(&mut own, 4, &tour.history.with);
        own += "    steps:\n";
        for step in &tour.history.steps {
            let _ = writeln!(own, "      - {}", told(step));
        }
        text += "  - ";
        text += own.trim_start();
    }
    text
}
