//! Panics become findings: caught, with their message and place.

use std::cell::RefCell;
use std::panic::{self, UnwindSafe};

thread_local! {
    /// The place of the last panic of this thread, as the quiet hook noted it.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics say nothing by themselves, but note their place. For a command line that reports them as findings; a
/// test runner keeps its own hook.
pub fn be_quiet() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        PLACE.with(|last| *last.borrow_mut() = place);
    }));
}

/// Runs something; a panic in it comes back as `place: message`.
pub fn catch<T>(body: impl FnOnce() -> T + UnwindSafe) -> Result<T, String> {
    panic::catch_unwind(body).map_err(|payload| {
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => (*text).to_owned(),
            (_, Some(text)) => text.clone(),
            _ => "a panic without a message".to_owned(),
        };
        let place = PLACE.with(|last| last.borrow_mut().take()).unwrap_or_else(|| "unknown place".to_owned());
        format!("{place}: {message}")
    })
}

/// The place in what [`catch`] gave: `file:line:column`.
pub fn place_of(message: &str) -> &str {
    message.split(": ").next().unwrap_or(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spine::toy::alone;

    #[test]
    fn a_panic_comes_back_as_its_message() {
        assert_eq!(catch(|| 1), Ok(1));
        let message = |body: fn()| catch(body).unwrap_err();
        assert_eq!(message(|| panic!("of {}", 2)), "unknown place: of 2");
        assert_eq!(message(|| panic!("of one")), "unknown place: of one");
        assert_eq!(message(|| panic::panic_any(5)), "unknown place: a panic without a message");
    }

    #[test]
    fn the_place_of_a_panic_is_what_comes_before_its_message() {
        assert_eq!(place_of("model/src/main.rs:3:5: no slot: none left"), "model/src/main.rs:3:5");
        assert_eq!(place_of("no place"), "no place");
    }

    #[test]
    fn a_quiet_panic_notes_its_place_and_says_nothing() {
        let Some(mut alone) = alone("spine::panics::tests::a_quiet_panic_notes_its_place_and_says_nothing") else {
            be_quiet();
            println!("\n{}", catch(|| panic!("of {}", 2)).unwrap_err());
            // The place is that of one panic, not of the next.
            let again = catch(|| panic::resume_unwind(Box::new("of three"))).unwrap_err();
            return println!("{again}");
        };
        let output = alone.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        let text = String::from_utf8_lossy(&output.stdout);
        let told = text.lines().find(|line| line.ends_with(": of 2")).unwrap_or_default();
        assert!(told.starts_with(concat!(file!(), ":")), "{text}");
        assert!(text.lines().any(|line| line == "unknown place: of three"), "{text}");
    }
}
