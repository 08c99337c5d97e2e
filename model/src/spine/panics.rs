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

    #[test]
    fn a_panic_comes_back_as_its_message() {
        assert_eq!(catch(|| 1), Ok(1));
        let message = catch(|| panic!("of {}", 2)).unwrap_err();
        assert!(message.ends_with(": of 2"), "{message}");
    }
}
