//! A day, as people write it: `2026-11-29`.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, in the years 1 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// What is not a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchDay;

impl fmt::Display for NoSuchDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a day, such as 2026-11-29")
    }
}

impl std::error::Error for NoSuchDay {}

impl Date {
    /// The day of this year, month and day of the month; `None` if there is none.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let exists = (1..=9999).contains(&year) && (1..=days_of(year, month)).contains(&day);
        exists.then_some(Date { year, month, day })
    }

    /// The day that begins this many days after 1970-01-01; `None` beyond the year 9999.
    pub fn from_unix_days(days: u64) -> Option<Date> {
        let mut left = days;
        for (year, month) in (1970..=9999).flat_map(|year| (1..=12).map(move |month| (year, month))) {
            match left.checked_sub(u64::from(days_of(year, month))) {
                Some(after) => left = after,
                None => return Date::new(year, month, u8::try_from(left + 1).ok()?),
            }
        }
        None
    }
}

/// How many days a month has; none if there is no such month.
fn days_of(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}

impl FromStr for Date {
    type Err = NoSuchDay;

    fn from_str(text: &str) -> Result<Date, NoSuchDay> {
        let well_formed = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !well_formed {
            return Err(NoSuchDay);
        }
        let day = || Date::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?);
        day().ok_or(NoSuchDay)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_reads_back_as_it_is_written_and_what_is_no_day_is_refused() {
        for text in ["2026-11-29", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Date>().map(|day| day.to_string()).as_deref(), Ok(text));
        }
        for text in ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-1-01", "0000-01-01"] {
            assert_eq!(text.parse::<Date>(), Err(NoSuchDay), "{text}");
        }
        for text in ["", "today", "2026/11/29", "20261129", "2026-11-29 ", "2026-11-2é", "+026-11-29"] {
            assert_eq!(text.parse::<Date>(), Err(NoSuchDay), "{text}");
        }
    }

    #[test]
    fn every_day_follows_the_one_before_it() {
        let text = |days| Date::from_unix_days(days).map(|day| day.to_string());
        for (days, day) in [
            (0, "1970-01-01"),
            (30, "1970-01-31"),
            (31, "1970-02-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (365, "1971-01-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_786, "2026-11-29"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
        ] {
            assert_eq!(text(days).as_deref(), Some(day));
        }
        assert_eq!((text(2_932_897), text(u64::MAX)), (None, None));
        assert_eq!(NoSuchDay.to_string(), "expected a day, such as 2026-11-29");
    }
}
