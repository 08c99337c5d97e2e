//! What is printed: all of a text or, where the reader has gone away, as much of it as anyone wanted.

use std::io::{self, Write as _};
use std::path::Path;

/// Prints a text on standard output.
///
/// # Errors
///
/// It could not be written, as when a disk is full. That nobody reads on, as behind `head`, is no error.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// A path as it stands in a command that a user can copy: in quotes where a shell would take it apart.
pub fn in_shell(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%,=".contains(letter);
    if !path.is_empty() && path.chars().all(plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_a_shell_would_take_apart_stands_in_quotes() {
        assert_eq!(in_shell(Path::new("spec/spec.yaml")), "spec/spec.yaml");
        assert_eq!(in_shell(Path::new("a b/it's")), r"'a b/it'\''s'");
    }
}
