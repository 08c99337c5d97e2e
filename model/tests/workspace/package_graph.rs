//! Who depends on whom. The control plane and its judges never meet, and an embedder builds little.

use super::copies::PURE;
use super::files::root;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// What `cargo metadata` says.
struct Graph(Value);

/// One dependency that a package declares.
struct Edge {
    name: String,
    /// `None` for a normal one.
    kind: Option<String>,
    optional: bool,
}

impl Graph {
    fn read() -> Graph {
        let output = Command::new(env!("CARGO"))
            .current_dir(root())
            .args(["metadata", "--offline", "--format-version", "1", "--no-deps"])
            .output()
            .expect("cargo can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Graph(serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON"))
    }

    /// The workspace's packages.
    fn packages(&self) -> Vec<&Value> {
        let packages: Vec<&Value> = self.0["packages"].as_array().expect("metadata has packages").iter().collect();
        assert!(packages.len() >= 5, "expected spec, ballast, oracle, model and mutants among the packages");
        packages
    }

    fn edges(&self, package: &str) -> Vec<Edge> {
        let found = self.packages().into_iter().find(|candidate| candidate["name"] == package);
        let package = found.unwrap_or_else(|| panic!("there is no package {package}"));
        let dependencies = package["dependencies"].as_array().expect("a package lists its dependencies");
        let edges = dependencies.iter().map(|dependency| Edge {
            name: dependency["name"].as_str().unwrap_or_default().to_owned(),
            kind: dependency["kind"].as_str().map(str::to_owned),
            optional: dependency["optional"] == true,
        });
        edges.collect()
    }

    /// What a package needs in every build.
    fn normal(&self, package: &str) -> BTreeSet<String> {
        let edges = self.edges(package).into_iter();
        edges.filter(|edge| edge.kind.is_none() && !edge.optional).map(|edge| edge.name).collect()
    }
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_control_plane_depends_on_the_vocabulary_and_serde_and_on_nothing_else() {
    assert_eq!(Graph::read().normal("ballast"), set(&["serde", "spec"]));
}

#[test]
fn the_judges_depend_on_the_vocabulary_and_serde_and_on_nothing_else() {
    assert_eq!(Graph::read().normal("oracle"), set(&["serde", "spec"]));
}

#[test]
fn the_control_plane_and_its_judges_never_meet_in_tests_either() {
    let graph = Graph::read();
    for (package, other) in [("ballast", "oracle"), ("oracle", "ballast"), ("spec", "oracle"), ("spec", "ballast")] {
        let edges = graph.edges(package);
        assert!(!edges.is_empty(), "{package} has no dependencies at all: nothing was looked at");
        assert!(edges.iter().all(|edge| edge.name != other), "{package} depends on {other}");
    }
}

#[test]
fn the_vocabulary_without_features_needs_serde_only() {
    let graph = Graph::read();
    assert_eq!(graph.normal("spec"), set(&["serde"]));
    let edges = graph.edges("spec").into_iter();
    let optional: BTreeSet<String> =
        edges.filter(|edge| edge.optional).map(|edge| format!("dep:{}", edge.name)).collect();
    let package = graph.packages().into_iter().find(|package| package["name"] == "spec").expect("spec is a package");
    let features = package["features"].as_object().expect("a package lists its features");
    assert_eq!(features.keys().collect::<Vec<_>>(), ["yaml"], "an embedder gets no feature without asking");
    let loader = features["yaml"].as_array().expect("a feature lists what it turns on");
    let turned_on: BTreeSet<String> = loader.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    assert!(!optional.is_empty(), "the loader needs a parser");
    assert_eq!(turned_on, optional, "the loader's feature turns on all that is optional, and nothing else");
}

#[test]
fn neither_engine_turns_the_yaml_loader_on() {
    let graph = Graph::read();
    for engine in ["ballast", "oracle"] {
        let package = graph.packages().into_iter().find(|package| package["name"] == engine).expect("is a package");
        let dependencies = package["dependencies"].as_array().expect("a package lists its dependencies");
        let edges: Vec<&Value> = dependencies.iter().filter(|edge| edge["name"] == "spec").collect();
        assert!(!edges.is_empty(), "{engine} does not depend on spec");
        for edge in edges.into_iter().filter(|edge| edge["kind"].is_null()) {
            assert_eq!(edge["features"], Value::Array(Vec::new()), "{engine} asks for a feature of spec");
        }
    }
}

#[test]
fn no_crate_that_decides_has_a_build_dependency() {
    let graph = Graph::read();
    for (_, package) in PURE {
        for edge in graph.edges(package) {
            assert_ne!(edge.kind.as_deref(), Some("build"), "{package} builds with {}", edge.name);
        }
    }
}

#[test]
fn nothing_depends_on_the_command_line_but_what_tests_the_tests() {
    let graph = Graph::read();
    let mut seen = 0;
    for package in graph.packages() {
        let name = package["name"].as_str().unwrap_or_default();
        let edges = graph.edges(name);
        seen += edges.len();
        if name != "mutants" {
            assert!(edges.iter().all(|edge| edge.name != "model"), "{name} depends on model");
        }
    }
    assert!(seen > 0, "no dependencies were found anywhere");
}
