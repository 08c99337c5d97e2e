//! One metric as a plot: for each profile a row, for each option a dot and its interval, all on one scale.

use super::escaped;
use crate::compare::report::{Measurement, MetricRow};
use crate::compare::statistics::Estimate;
use std::fmt::Write as _;

/// The measures of the plot, in its own units.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const STEP: f64 = 11.0;
const GAP: f64 = 12.0;
const TICKS: usize = 4;

/// What the horizontal axis spans.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of<'rows>(estimates: impl Iterator<Item = &'rows Estimate>) -> Option<Scale> {
        let mut scale: Option<Scale> = None;
        for estimate in estimates {
            let half = estimate.half.unwrap_or(0.0);
            let (low, high) = (estimate.mean - half, estimate.mean + half);
            scale =
                Some(scale.map_or(Scale { low, high }, |known| Scale {
                    low: known.low.min(low),
                    high: known.high.max(high),
                }));
        }
        // Where everything is the same, a unit around it.
        scale.map(
            |scale| if scale.high > scale.low { scale } else { Scale { low: scale.low - 0.5, high: scale.high + 0.5 } },
        )
    }

    fn place(&self, value: f64) -> f64 {
        LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)
    }
}

/// Draws the rows of a metric.
pub(super) fn plot(metric: &MetricRow, rows: &[&Measurement], page: &mut String) {
    let estimates = rows.iter().flat_map(|row| row.options.iter().filter_map(|measured| measured.value.as_ref()));
    let Some(scale) = Scale::of(estimates) else {
        page.push_str("<p class=\"dim\">no sample</p>\n");
        return;
    };
    let options = rows.iter().map(|row| row.options.len()).max().unwrap_or(0);
    let row_height = options as f64 * STEP + GAP;
    let bottom = rows.len() as f64 * row_height + 4.0;
    let _ = writeln!(
        page,
        "<svg viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"{}, {}, by profile and option\">",
        bottom + 24.0,
        escaped(metric.metric.word()),
        escaped(metric.unit)
    );
    axis(&scale, bottom, page);
    for (number, row) in rows.iter().enumerate() {
        let top = number as f64 * row_height + GAP / 2.0;
        let middle = top + options as f64 * STEP / 2.0 + 4.0;
        let _ = writeln!(page, "<text x=\"0\" y=\"{middle:.1}\">{}</text>", escaped(&row.profile));
        for (place, measured) in row.options.iter().enumerate() {
            let Some(value) = &measured.value else { continue };
            let real = measured.difference.is_some_and(|difference| difference.real);
            dot(&scale, top + (place as f64 + 0.5) * STEP, (place, &measured.option, real), value, page);
        }
    }
    page.push_str("</svg>\n");
}

fn axis(scale: &Scale, bottom: f64, page: &mut String) {
    for tick in 0..=TICKS {
        let value = scale.low + (scale.high - scale.low) * tick as f64 / TICKS as f64;
        let x = scale.place(value);
        let places = [100.0, 10.0, 1.0].iter().take_while(|bound| scale.high - scale.low < **bound).count();
        let anchor = match tick {
            0 => "start",
            TICKS => "end",
            _ => "middle",
        };
        let _ = writeln!(page, "<line class=\"axis\" x1=\"{x:.1}\" y1=\"0\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" />");
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
