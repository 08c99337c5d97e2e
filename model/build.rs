//! Names what is being built: a digest of all sources that decide on behaviour, the compiler, the profile, the target.
//! A run prints them before it begins, and an artifact says with them whether the code has changed since.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[allow(dead_code, reason = "the build needs one function of it")]
#[path = "src/spine/hash.rs"]
mod hash;

/// Folders and files, relative to the workspace, whose content is what is run.
const SOURCES: [&str; 6] = ["spec/src", "spec/build.rs", "impl/src", "oracle/src", "model/src", "Cargo.lock"];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
        collect(&root.join(source), &mut files);
    }
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().into_owned();
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(&fs::read(&file).unwrap_or_default());
    }
    let code = format!("{:032x}", hash::of_bytes(0, &all));
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    println!("cargo::rustc-env=BALLAST_CODE={}", &code[..16]);
    println!("cargo::rustc-env=BALLAST_TOOLCHAIN={}", toolchain(&variable("RUSTC")));
    println!("cargo::rustc-env=BALLAST_PROFILE={}", variable("PROFILE"));
    println!("cargo::rustc-env=BALLAST_TARGET={}", variable("TARGET"));
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.filter_map(Result::ok).for_each(|entry| collect(&entry.path(), files)),
        Err(_) => files.push(path.to_owned()),
    }
}

fn toolchain(rustc: &str) -> String {
    let output = Command::new(rustc).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    words.join("-")
}
