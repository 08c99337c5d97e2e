//! Which of two histories is the better witness of a pair.
//!
//! First that it shows the point: its difference is [plain](super::plain), and it ends as a scenario of the spec does
//! ([`telling`](super::telling)), without asking for what no window could ever pay. Then that it is short. Of equally
//! long ones, first the one that is most like the scenario, then the one that takes the least time, whose difference is
//! the plainest, and that takes the fewest letters to tell.

use super::Pair;
use super::plain::Plainness;
use super::standing::Standing;
use super::telling::{Ending, endings};
use crate::abreast::search::Cost;
use crate::subject::Subject;
use spec::yaml::{Scope, Witness};
use spec::{Command, Millis, Outcome, Settings, TenantId};

/// What the histories of a pair are judged by.
#[derive(Debug, Clone)]
pub struct Guide {
    /// The endings that tell what the pair is about, the most telling first.
    pub endings: Vec<Ending>,
}

/// A history that tells the two options of a pair apart.
#[derive(Debug, Clone, Copy)]
pub struct History<'h> {
    /// The settings that it runs under.
    pub settings: &'h Settings,
    /// What it costs.
    pub cost: Cost,
    /// Its commands.
    pub commands: &'h [Command],
    /// How many leases are live when the last of them comes.
    pub leases: usize,
    /// How the last of them is answered under either option.
    pub then: &'h [Outcome; 2],
}

/// How good a witness a history is; the least is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    is_not_plain: bool,
    /// The place of the ending that it has among those of the guide; their number where it has none of them.
    ending: usize,
    is_beyond_a_quota: bool,
    foreign: usize,
    commands: u32,
    other_workers: usize,
    clock: u32,
    plainness: Plainness,
    letters: usize,
}

impl Guide {
    /// What the histories of this pair are judged by.
    pub fn new(subject: &Subject, pair: Pair) -> Guide {
        Guide { endings: endings(subject, pair) }
    }

    /// The rank of a history.
    pub fn rank(&self, history: &History<'_>) -> Rank {
        let History { settings, cost, commands, leases, then } = *history;
        let is_of = |ending: &Ending| commands.last().is_some_and(|last| ending.is_of(last, leases, then));
        let ending = self.endings.iter().position(is_of);
        let plainness = Plainness::of(then);
        Rank {
            is_not_plain: ending.is_none() && !plainness.is_plain(),
            ending: ending.unwrap_or(self.endings.len()),
            is_beyond_a_quota: is_beyond_a_quota(settings, commands),
            foreign: ending.map_or(0, |ending| self.endings[ending].foreign(commands)),
            commands: cost.commands,
            other_workers: ending.map_or(0, |ending| self.endings[ending].other_workers(commands)),
            clock: cost.clock,
            plainness,
            letters: commands.iter().map(|command| command.to_string().len()).sum(),
        }
    }

    /// The ending that a history of this rank has.
    pub fn ending(&self, rank: &Rank) -> Option<&Ending> {
        self.endings.get(rank.ending)
    }

    /// Whether a longer history in this scope could be the better one.
    pub fn is_worth_going_on(&self, rank: &Rank, scope: &Scope) -> bool {
        let more = self.endings.iter().take(rank.ending + usize::from(rank.foreign > 0));
        let more_telling = more.into_iter().any(|ending| ending.is_within(scope));
        !rank.is_plain() || rank.is_beyond_a_quota || more_telling
    }
}

impl Rank {
    /// Whether the difference is plain, or the very one that a scenario is about.
    pub fn is_plain(&self) -> bool {
        !self.is_not_plain
    }

    /// What it costs.
    pub fn cost(&self) -> Cost {
        Cost { commands: self.commands, clock: self.clock }
    }

    /// The place of its ending among those of the guide: the lower, the more it tells.
    pub fn ending(&self) -> usize {
        self.ending
    }

    /// Whether a run costs more in it than the whole quota of its tenant.
    pub fn is_beyond_a_quota(&self) -> bool {
        self.is_beyond_a_quota
    }

    /// How unlike the scenario it is.
    pub fn unlike(&self) -> usize {
        self.foreign + self.other_workers
    }

    /// Whether no history with more commands can be better.
    pub fn is_enough(&self) -> bool {
        self.is_plain() && self.ending == 0 && !self.is_beyond_a_quota && self.foreign == 0
    }

    /// Whether no history with as many commands that takes more time can be better.
    pub fn is_soon_enough(&self) -> bool {
        self.is_enough() && self.other_workers == 0
    }
}

/// The rank of a witness as its file has it.
pub fn of_file(subject: &Subject, witness: &Witness) -> Rank {
    let guide = Guide::new(subject, Pair { decision: witness.decision, options: witness.options });
    let commands: Vec<Command> = witness.steps(0).map(|step| step.command).collect();
    guide.rank(&History {
        settings: &witness.settings,
        cost: cost(witness),
        commands: &commands,
        leases: Standing::before_the_last(witness, 0, &subject.base).leases().len(),
        then: &witness.then,
    })
}

/// What a witness costs, as the search counts.
fn cost(witness: &Witness) -> Cost {
    let (mut commands, mut clock, mut now): (u32, Millis, Millis) = (0, 0, 0);
    for step in witness.steps(0) {
        commands += 1;
        clock += step.at.abs_diff(now);
        now = step.at;
    }
    Cost { commands, clock: clock.try_into().unwrap_or(u32::MAX) }
}

/// Whether some run is submitted at more than its tenant's whole quota, so that no window can ever pay for it.
pub fn is_beyond_a_quota(settings: &Settings, commands: &[Command]) -> bool {
    let mut quotas: Vec<i64> = settings.tenants.iter().map(|limits| limits.quota).collect();
    let mut quota_of = |TenantId(tenant): TenantId, set: Option<i64>| {
        let quota = quotas.get_mut(tenant as usize)?;
        if let Some(set) = set.filter(|set| *set >= 0) {
            *quota = set;
        }
        Some(*quota)
    };
    commands.iter().any(|command| match *command {
        Command::Submit { run, cost } => quota_of(run.tenant, None).is_some_and(|quota| i64::from(cost.get()) > quota),
        Command::SetQuota { tenant, quota } => {
            quota_of(tenant, Some(quota));
            false
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::{Guide, History, Rank, is_beyond_a_quota};
    use crate::abreast::search::Cost;
    use crate::subject::Subject;
    use crate::witness::Pair;
    use spec::yaml::SpecFile;
    use spec::{Command, DecisionId, Outcome};
    use std::path::Path;

    fn subject() -> Subject {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/spec.yaml");
        Subject::new(SpecFile::read(&path).expect("the spec reads"), String::new(), Vec::new())
    }

    fn commands(texts: &[&str]) -> Vec<Command> {
        texts.iter().map(|text| text.parse().expect("a command")).collect()
    }

    /// The rank of a history of D13 with these commands and ends; no time passes in it.
    fn rank(texts: &[&str], one: &str, other: &str) -> Rank {
        let (subject, decision) = (subject(), DecisionId::find("D13").expect("a decision"));
        let commands = commands(texts);
        let then: [Outcome; 2] = [one, other].map(|text| text.parse().expect("an outcome"));
        Guide::new(&subject, Pair { decision, options: [0, 1] }).rank(&History {
            settings: &subject.file.settings,
            cost: Cost { commands: commands.len() as u32, clock: 0 },
            commands: &commands,
            leases: 0,
            then: &then,
        })
    }

    #[test]
    fn a_cost_above_the_quota_as_configured_or_as_it_was_set_is_beyond_it() {
        let settings = subject().file.settings;
        let is_beyond = |texts: &[&str]| is_beyond_a_quota(&settings, &commands(texts));
        assert!(!is_beyond(&["submit a/1 cost 4"]) && is_beyond(&["submit a/1 cost 5"]));
        assert!(!is_beyond(&["set-quota a 5", "submit a/1 cost 5"]));
        assert!(is_beyond(&["set-quota a 3", "submit a/1 cost 4"]));
        assert!(is_beyond(&["set-quota b 9", "submit a/1 cost 5"]));
    }

    #[test]
    fn a_quota_that_is_lowered_after_the_submit_or_refused_or_of_nobody_makes_nothing_beyond_it() {
        let settings = subject().file.settings;
        let is_beyond = |texts: &[&str]| is_beyond_a_quota(&settings, &commands(texts));
        assert!(!is_beyond(&["submit a/1 cost 4", "set-quota a 1"]));
        assert!(!is_beyond(&["set-quota a -1", "submit a/1 cost 4"]));
        assert!(!is_beyond(&["submit c/1 cost 9"]));
    }

    #[test]
    fn what_tells_more_comes_first_then_what_a_quota_covers_then_what_is_short() {
        let again = ["submit a/1 cost 3", "submit a/2 cost 2", "cancel a/1", "submit a/2 cost 2"];
        let telling = rank(&again, "queued", "refused no-credit, repeated");
        let longer = [&["submit a/1 cost 3"], again.as_slice()].concat();
        let longer = rank(&longer, "queued", "refused no-credit, repeated");
        let beyond = rank(&["submit a/1 cost 9", "submit a/1 cost 1"], "queued", "refused no-credit, repeated");
        let plain = rank(&["submit a/1 cost 1"], "queued", "refused no-credit");
        let reason = rank(&["submit a/1 cost 1"], "refused conflict", "refused no-credit");
        let ranks = [telling, longer, beyond, plain, reason];
        assert!(ranks.is_sorted() && ranks.windows(2).all(|two| two[0] != two[1]), "{ranks:?}");
        assert_eq!(ranks.map(|rank| rank.is_enough()), [true, true, false, false, false]);
        assert_eq!(ranks.map(|rank| rank.is_plain()), [true, true, true, true, false]);
    }

    #[test]
    fn d15_two_reasons_are_plain_where_a_scenario_is_about_just_these() {
        let (subject, decision) = (subject(), DecisionId::find("D15").expect("a decision"));
        let guide = Guide::new(&subject, Pair { decision, options: [0, 1] });
        let rank = |one: &str, other: &str| {
            guide.rank(&History {
                settings: &subject.file.settings,
                cost: Cost { commands: 1, clock: 0 },
                commands: &commands(&["submit a/1 cost 1"]),
                leases: 0,
                then: &[one, other].map(|text| text.parse().expect("an outcome")),
            })
        };
        assert!(rank("refused no-credit", "refused queue-full").is_plain());
        assert!(!rank("refused blocked", "refused no-credit").is_plain());
    }
}
