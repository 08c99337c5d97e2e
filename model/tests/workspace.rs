//! The rules of the workspace that no compiler enforces by itself, each as a test that reads the workspace as it stands.
//!
//! Nothing here runs the control plane. The tests ask cargo for the package graph, put forbidden code into copies of the
//! crates and see it refused, and read the files. A test which found nothing to look at fails: a check that has gone
//! blind must not report success.

/// All of it is in one module, so that whoever mutates the code can leave it out by name.
mod workspace {
    mod adding_an_option;
    mod book;
    mod copies;
    mod files;
    mod naming_every_option;
    mod package_graph;
    mod purity;
    mod steps;
    mod style;
}
