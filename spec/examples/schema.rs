//! Prints the editor's schema of spec.yaml: `cargo run -p spec --features yaml --example schema > spec/spec.schema.json`.

fn main() {
    println!("{:#}", spec::yaml::schema());
}
