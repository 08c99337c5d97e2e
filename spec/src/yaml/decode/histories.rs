//! Histories of one scope.

use super::Decoder;
use crate::yaml::diagnostics::Problems;
use crate::yaml::file::SpecFile;
use crate::yaml::histories::{Histories, History};
use crate::yaml::nearest::one_of;
use crate::yaml::scope::Scope;
use crate::yaml::tree::Node;

/// Makes histories of the tree; what it says counts only if there are no problems.
pub(in crate::yaml) fn histories<'s>(
    source: &'s str,
    root: &Node,
    spec: &SpecFile,
    problems: &mut Problems<'s>,
) -> Option<Histories> {
    let mut decoder = Decoder { problems, source, base: spec.settings.clone(), base_known: true };
    let scope = decoder.scope_named(root, spec);
    let items = root.get("histories").map(Node::items).unwrap_or_default();
    let histories = super::all(items.iter().map(|item| decoder.history(item)));
    Some(Histories { scope: scope?, covers: root.get("covers")?.number::<u32>()? as usize, histories: histories? })
}

impl Decoder<'_, '_> {
    fn scope_named(&mut self, root: &Node, spec: &SpecFile) -> Option<Scope> {
        let node = root.get("scope")?;
        let name = node.phrase()?;
        let scope = spec.scopes.iter().find(|scope| scope.name == name);
        if scope.is_none() {
            let known = || spec.scopes.iter().map(|scope| scope.name.as_str());
            let message = format!("the spec has no scope `{name}`");
            let expected = format!("expected {}", one_of(known()));
            self.problems.report(&node.span, message, expected).nearest(name, known());
        }
        scope.cloned()
    }

    fn history(&mut self, node: &Node) -> Option<History> {
        let with = self.with(node, None);
        let steps = node.get("steps").and_then(|steps| self.told(steps));
        let steps = steps?;
        Some(History { with: with?, line: steps.first()?.line, steps })
    }
}
