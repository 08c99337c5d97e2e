//! One metric as a plot: for each profile a row, for each option a dot and its interval.
//!
//! On the left the values, on the right the paired differences from the first option, each side on a scale of its own.

use super::escaped;
use crate::compare::report::{Measurement, MetricRow};
use crate::compare::statistics::Estimate;
use std::fmt::Write as _;

/// The measures of the plot, in its own units.
const WIDTH: f64 = 900.0;
const VALUES: [f64; 2] = [90.0, 470.0];
const DIFFERENCES: [f64; 2] = [520.0, 880.0];
const HEAD: f64 = 18.0;
const STEP: f64 = 11.0;
const GAP: f64 = 12.0;
const TICKS: usize = 3;

/// What a horizontal axis spans, and where it stands.
struct Scale {
    low: f64,
    high: f64,
    place: [f64; 2],
}

impl Scale {
    fn of<'rows>(place: [f64; 2], estimates: impl Iterator<Item = &'rows Estimate>) -> Option<Scale> {
        let ends = estimates.map(|estimate| {
            let half = estimate.half.unwrap_or(0.0);
            (estimate.mean - half, estimate.mean + half)
        });
        let (low, high) = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
        // Where everything is the same, a unit around it.
        Some(if high > low { Scale { low, high, place } } else { Scale { low: low - 0.5, high: high + 0.5, place } })
    }

    fn place(&self, value: f64) -> f64 {
        let [left, right] = self.place;
        left + (value - self.low) / (self.high - self.low) * (right - left)
    }
}

/// Draws the rows of a metric.
pub(super) fn plot(metric: &MetricRow, rows: &[&Measurement], page: &mut String) {
    let measured = || rows.iter().flat_map(|row| &row.options);
    let Some(values) = Scale::of(VALUES, measured().filter_map(|option| option.value.as_ref())) else {
        page.push_str("<p class=\"dim\">no sample</p>\n");
        return;
    };
    // Zero is always in it: what an interval is looked at for is whether zero is, too.
    let none = Estimate { seeds: 0, mean: 0.0, half: None };
    let differing = measured().filter_map(|option| option.difference.as_ref()).map(|difference| &difference.estimate);
    let differences = Scale::of(DIFFERENCES, differing.chain([&none]));
    let options = rows.iter().map(|row| row.options.len()).max().unwrap_or(0);
    let row_height = options as f64 * STEP + GAP;
    let bottom = HEAD + rows.len() as f64 * row_height + 4.0;
    let _ = writeln!(
        page,
        "<svg viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"{}, {}, by profile and option\">",
        bottom + 24.0,
        escaped(metric.metric.word()),
        escaped(metric.unit)
    );
    axis(&values, "value", bottom, page);
    if let Some(differences) = &differences {
        axis(differences, "paired difference from the first option", bottom, page);
        let zero = differences.place(0.0);
        let _ = writeln!(
            page,
            "<line class=\"zero\" x1=\"{zero:.1}\" y1=\"{HEAD}\" x2=\"{zero:.1}\" y2=\"{bottom:.1}\" />"
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let top = HEAD + number as f64 * row_height + GAP / 2.0;
        let middle = top + options as f64 * STEP / 2.0 + 4.0;
        let _ = writeln!(page, "<text x=\"0\" y=\"{middle:.1}\">{}</text>", escaped(&row.profile));
        for (place, measured) in row.options.iter().enumerate() {
            let y = top + (place as f64 + 0.5) * STEP;
            let real = measured.difference.is_some_and(|difference| difference.real);
            if let Some(value) = &measured.value {
                dot(&values, y, (place, &measured.option, real), value, page);
            }
            if let (Some(difference), Some(scale)) = (&measured.difference, &differences) {
                dot(scale, y, (place, &measured.option, real), &difference.estimate, page);
            }
        }
    }
    page.push_str("</svg>\n");
}

fn axis(scale: &Scale, title: &str, bottom: f64, page: &mut String) {
    let left = scale.place[0];
    let _ = writeln!(page, "<text class=\"dim\" x=\"{left:.1}\" y=\"11\">{title}</text>");
    for tick in 0..=TICKS {
        let value = scale.low + (scale.high - scale.low) * tick as f64 / TICKS as f64;
        let x = scale.place(value);
        let places = [50.0, 5.0, 0.5, 0.05].iter().take_while(|bound| scale.high - scale.low < **bound).count();
        let anchor = match tick {
            0 => "start",
            TICKS => "end",
            _ => "middle",
        };
        let _ = writeln!(page, "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{HEAD}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" />");
        let below = bottom + 16.0;
        let _ = writeln!(
            page,
            "<text class=\"dim\" x=\"{x:.1}\" y=\"{below:.1}\" text-anchor=\"{anchor}\">{value:.places$}</text>"
        );
    }
}

fn dot(scale: &Scale, y: f64, (place, option, real): (usize, &str, bool), value: &Estimate, page: &mut String) {
    let half = value.half.unwrap_or(0.0);
    let [low, middle, high] = [value.mean - half, value.mean, value.mean + half].map(|value| scale.place(value));
    let class = if real { " real" } else { "" };
    let _ = writeln!(
        page,
        "<g class=\"option o{}{class}\"><title>{}: {} over {}</title><line x1=\"{low:.1}\" y1=\"{y:.1}\" x2=\"{high:.1}\" \
         y2=\"{y:.1}\" /><circle cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"3.5\" /></g>",
        place % 4,
        escaped(option),
        super::text::estimate(*value),
        super::text::counted(value.seeds, "run")
    );
}
