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
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        let exists = (1..=9999).contains(&year) && (1..=days).contains(&day);
        exists.then_some(Date { year, month, day })
    }

    /// The day that begins this many days after 1970-01-01; `None` beyond the year 9999.
    pub fn from_unix_days(days: u64) -> Option<Date> {
        // By eras of 400 years, each of 146,097 days, counted from 0000-03-01, so that a leap day ends a year.
        let days = days.checked_add(719_468)?;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = year_of_era + era.checked_mul(400)? + u64::from(month <= 2);
        Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
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
        assert_eq!(text(0).as_deref(), Some("1970-01-01"));
        assert_eq!(text(20_786).as_deref(), Some("2026-11-29"));
        assert_eq!(text(11_016).as_deref(), Some("2000-02-29"));
        assert_eq!((text(2_932_896).as_deref(), text(2_932_897), text(u64::MAX)), (Some("9999-12-31"), None, None));
        let days: Vec<Date> = (0..200_000).filter_map(Date::from_unix_days).collect();
        assert_eq!(days.len(), 200_000);
        assert!(days.windows(2).all(|pair| pair[0] < pair[1]), "a day does not come after the one before it");
    }
}
