//! What a sound spec file says, and what `--set` makes of it.

use super::support::{changed, sound};
use crate::decisions::ALL;
use crate::yaml::{ScopeCommand, SetError, SpecFile};
use crate::{DecisionId, Decisions, Limits, TenantId};

fn file() -> SpecFile {
    match SpecFile::parse("spec.yaml", &sound()) {
        Ok(file) => file,
        Err(diagnostics) => panic!("{diagnostics}"),
    }
}

fn find(name: &str) -> DecisionId {
    DecisionId::find(name).unwrap()
}

#[test]
fn the_decisions_in_force_are_the_files_choices_and_the_first_options_of_the_open_ones() {
    let decisions = file().decisions();
    for decision in DecisionId::all() {
        assert_eq!(decisions.option(decision), 0, "{decision}");
    }
    assert_eq!(file().open(), [find("D09")]);
}

#[test]
fn setting_a_decision_by_id_or_by_key_puts_that_option_in_force_and_settles_it() {
    let mut file = file();
    file.set("D29=refuse").unwrap();
    file.set(" zero-limit = invalid ").unwrap();
    assert_eq!(file.decisions().option_name(find("D29")), "refuse");
    assert_eq!(file.decisions().option_name(find("D09")), "invalid");
    assert_eq!(file.open(), []);
    file.set("late-completion=accept").unwrap();
    assert_eq!(file.decisions().option_name(find("D29")), "accept");
    assert_eq!(file.overrides(), [(find("D09"), 2), (find("D29"), 0)]);
    file.forget_overrides();
    assert_eq!((file.open(), file.overrides()), (vec![find("D09")], [].as_slice()));
}

#[test]
fn an_option_that_is_ruled_out_can_be_set() {
    let mut file = file();
    file.set("D30=accept").unwrap();
    assert_eq!(file.decisions().option_name(find("D30")), "accept");
}

#[test]
fn what_cannot_be_set_is_named_with_the_nearest_valid_name() {
    let mut file = file();
    let error = file.set("D39=refuse").unwrap_err();
    assert_eq!(error, SetError::UnknownDecision { name: "D39".to_owned(), nearest: Some("D38") });
    assert_eq!(
        error.to_string(),
        "there is no decision `D39`: this build knows D01 to D38 and their keys; did you mean `D38`?"
    );
    let error = file.set("late-completoin=refuse").unwrap_err();
    assert!(error.to_string().ends_with("did you mean `late-completion`?"), "{error}");
    let error = file.set("D29=refuze").unwrap_err();
    assert_eq!(
        error.to_string(),
        "D29 (late-completion) has no option `refuze`: expected `accept` or `refuse`; did you mean `refuse`?"
    );
    let error = file.set("D29").unwrap_err();
    assert_eq!(error.to_string(), "expected DECISION=OPTION, such as D29=refuse, found `D29`");
    assert_eq!(file.overrides(), []);
}

#[test]
fn the_variants_are_all_combinations_of_the_open_decisions_and_the_first_is_what_is_in_force() {
    let text = sound().replacen("choice: at-once", "open: true", 1).replacen("choice: after-grace", "open: true", 1);
    let file = SpecFile::parse("spec.yaml", &text).unwrap();
    assert_eq!(file.open(), [find("D09"), find("D26")]);
    let variants: Vec<Decisions> = file.variants().collect();
    assert_eq!(variants[0], file.decisions());
    let options = |name: &str| -> Vec<usize> { variants.iter().map(|variant| variant.option(find(name))).collect() };
    assert_eq!(options("D09"), [0, 0, 1, 1, 2, 2]);
    assert_eq!(options("D26"), [0, 1, 0, 1, 0, 1]);
}

#[test]
fn a_file_with_nothing_open_has_one_variant() {
    let mut file = file();
    file.set("D09=unlimited").unwrap();
    assert_eq!(file.variants().collect::<Vec<_>>(), [file.decisions()]);
}

#[test]
fn a_scenario_is_typed_steps_under_its_own_option_and_settings() {
    let text = changed(
        "          - name: fixed shows\n            given: [0 submit a/1 cost 1 => queued]\n            when: 1 claim w1\n            then: granted a/1 fence 1.1 until 6, charged 1\n",
        "          - name: another\n            given: [0 submit a/1 cost 1 => queued]\n            settings: { lease: 7, tenants: { a: { cap: 0, quota: 1 } } }\n            \
         with: { slot-reuse: at-once, D29: refuse }\n            when:\n              - 2 sweep\n              \
         - 3 claim w1\n            then: idle no-slot\n",
    );
    let file = SpecFile::parse("spec.yaml", &text).unwrap();
    let (decision, option, scenario) = file.scenarios().next().unwrap();
    assert_eq!((decision, option), (find("D01"), 0));
    assert_eq!(scenario.settings.lease, 7);
    assert_eq!(scenario.settings.window, 10);
    assert_eq!(scenario.settings.tenants, [Limits { cap: 0, quota: 1 }]);
    let steps: Vec<String> = scenario
        .steps()
        .map(|step| {
            let outcome = step.outcome.map(|outcome| format!(" => {outcome}")).unwrap_or_default();
            format!("{}: {} {}{outcome}", step.line, step.at, step.command)
        })
        .collect();
    let first = scenario.given[0].line;
    let expected = [
        format!("{first}: 0 submit a/1 cost 1 => queued"),
        format!("{}: 2 sweep", first + 4),
        format!("{}: 3 claim w1 => idle no-slot", first + 5),
    ];
    assert_eq!(steps, expected);
    let decisions = file.scenario_decisions(decision, 1, scenario);
    assert_eq!(decisions.option(find("D01")), 1);
    assert_eq!(decisions.option_name(find("D26")), "at-once");
    assert_eq!(decisions.option_name(find("D29")), "refuse");
}

#[test]
fn a_scope_has_its_own_settings_and_sends_everything_unless_it_says_otherwise() {
    let file = file();
    let [small, other] = file.scopes.as_slice() else { panic!("two scopes") };
    assert_eq!((small.settings.pool, small.settings.tenants[1]), (1, Limits { cap: 1, quota: 4 }));
    let costs: Vec<Vec<u32>> = small.runs.iter().map(|runs| runs.iter().map(|cost| cost.get()).collect()).collect();
    assert_eq!(costs, [vec![1, 1], vec![2]]);
    assert_eq!(small.commands, ScopeCommand::ALL);
    assert_eq!(
        (small.workers, small.results, small.other_cost, small.unknown, small.deep),
        (2, 1, false, false, false)
    );
    assert_eq!(small.operator.set_cap, [(TenantId(0), vec![0, 2])]);
    assert_eq!((small.operator.budget, small.operator.resize.as_slice()), (1, [1, 3].as_slice()));
    assert_eq!((small.restarts.budget, small.restarts.lost.as_slice()), (1, [0, 1].as_slice()));
    assert_eq!((small.step_back.budget, small.line), (0, 14));
    assert_eq!(other.commands, [ScopeCommand::Submit, ScopeCommand::Claim]);
    assert_eq!((other.step_back.budget, other.step_back.by, other.deep), (1, 1, true));
    assert_eq!(other.runs.len(), 2);
    assert_eq!(other.decisions(&file.decisions()).option_name(find("D26")), "at-once");
}

#[test]
fn the_lines_of_a_decision_are_those_of_the_file() {
    let text = sound();
    let file = file();
    let line = |number: usize| text.lines().nth(number - 1).unwrap().trim();
    for decision in &file.decisions {
        let info = decision.id.info();
        assert_eq!(line(decision.line), format!("- id: {}", info.id));
        assert!(["choice:", "open: true"].iter().any(|start| line(decision.choice_line).starts_with(start)));
        for (option, name) in decision.options.iter().zip(info.options) {
            assert_eq!(option.name, *name);
            assert_eq!(line(option.line), format!("{name}:"));
            assert_eq!(line(option.scenarios[0].line), format!("- name: {name} shows"));
            assert!(line(option.scenarios[0].then_line).starts_with("then:"));
        }
    }
    assert_eq!(file.decisions.len(), ALL.len());
}

#[test]
fn notes_can_be_one_text_or_a_list() {
    let text = changed("    reason: so\n", "    reason: so\n    rule: read it so\n    note: 2026-01-01 changed\n");
    let text = text.replacen("key: charge-point\n", "key: charge-point\n    note: [one, two]\n", 1);
    let file = SpecFile::parse("spec.yaml", &text).unwrap();
    assert_eq!(file.decisions[0].rule.as_deref(), Some("read it so"));
    assert_eq!(file.decisions[0].notes, ["2026-01-01 changed"]);
    assert_eq!(file.decisions[1].notes, ["one", "two"]);
    assert_eq!(file.decisions[1].evidence[0].to_string(), "owner/repo#2");
}
