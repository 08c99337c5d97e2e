//! Measures the shrinker on the planted bugs: `cargo run --release -p model --example shrinking -- [FINDINGS] [EVENTS]`.

use model::planted::{self, Bug};
use model::simulate::Simulator;
use model::simulate::shrink::{BUDGET, shrink_artifact};
use model::spine::artifact::artifact;
use model::spine::self_check::recorded;
use model::spine::{Fixed, Identity, Nothing, Scenario as _, Stream, run::run};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted: usize = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut fixed = Fixed::new();
    if let Some(events) = arguments.get(1).and_then(|text| text.parse().ok()).filter(|events| *events > 0) {
        fixed.insert("events".to_owned(), events);
    }
    let only = arguments.get(2).cloned();
    let show = arguments.len() > 3;
    for bug in Bug::ALL {
        if only.as_ref().is_some_and(|only| only != bug.word()) {
            continue;
        }
        let simulator = Simulator::new(&[], planted::start(*bug)).with_plant(Some(*bug));
        let mut found = 0;
        let mut groups: BTreeMap<String, BTreeMap<String, (usize, String)>> = BTreeMap::new();
        let (mut sizes, mut before, mut all) = (Vec::new(), 0, 0);
        let began = Instant::now();
        let mut shrinking = 0.0;
        for seed in 1..3000 {
            if found >= wanted {
                break;
            }
            let run = run(&simulator, seed, &fixed, &mut Nothing, &AtomicBool::new(false));
            if run.finding.as_ref().is_none_or(|finding| finding.class.exit_code() != 1) {
                continue;
            }
            found += 1;
            let (run, recording) = recorded(&simulator, seed, &fixed);
            let setup = simulator.setup(Stream::root(seed), &fixed);
            let finding = run.finding.clone().unwrap();
            let identity = Identity::of_this_process(seed, "");
            let original = artifact(&simulator, identity, setup, &run, finding, recording);
            let began = Instant::now();
            match shrink_artifact(&simulator, &original, BUDGET, &mut |pass| {
                if show {
                    eprintln!("{pass:?}")
                }
            }) {
                Ok(shrunk) => {
                    shrinking += began.elapsed().as_secs_f64();
                    sizes.push(shrunk.artifact.events.len());
                    before += shrunk.executions_before_pairs;
                    all += shrunk.certificate.executions;
                    let text = format!(
                        "{:?}\n{}",
                        shrunk.artifact.setup.settings,
                        shrunk.artifact.events.iter().map(|event| format!("{event}\n")).collect::<String>()
                    );
                    let group = groups.entry(shrunk.certificate.signature.clone()).or_default();
                    let entry = group.entry(shrunk.certificate.plan.clone()).or_insert((0, text));
                    entry.0 += 1;
                    if show {
                        println!("seed {seed} {}", shrunk.certificate.signature);
                    }
                }
                Err(error) => println!("{bug} seed {seed}: {error}\n{}", original.finding),
            }
        }
        sizes.sort_unstable();
        let distinct: Vec<String> = groups
            .iter()
            .map(|(signature, group)| {
                format!("{signature} {}x{}", group.len(), group.values().map(|v| v.0).sum::<usize>())
            })
            .collect();
        println!(
            "{bug}: {found} found, sizes {:?} median {:?} p95 {:?}, before pairs {}, all {}, {:.2} s shrinking of {:.2} s; distinct {distinct:?}",
            (sizes.first(), sizes.last()),
            sizes.get(sizes.len() / 2),
            sizes.get(sizes.len() * 95 / 100),
            before / found.max(1) as u64,
            all / found.max(1) as u64,
            shrinking,
            began.elapsed().as_secs_f64()
        );
        for (signature, group) in &groups {
            let mut group: Vec<_> = group.values().collect();
            group.sort_by_key(|entry| std::cmp::Reverse(entry.0));
            for (count, text) in group.iter().take(3) {
                println!("  {signature} x{count}: {}", text.replace('\n', "\n    "));
            }
        }
    }
}
