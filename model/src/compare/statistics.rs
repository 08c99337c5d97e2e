//! Means, 95 % intervals and what may be called real, in plain arithmetic.
//!
//! Only sums, products, quotients and square roots are used, all of which IEEE 754 rounds in one way only, and always in
//! the order of the seeds. So a figure has the same bits on every machine, in every build, on any number of threads.

use serde::Serialize;

/// The level of every interval, and of the whole family of comparisons.
pub const LEVEL: f64 = 0.05;

/// A mean with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// Over how many seeds.
    pub seeds: usize,
    /// The mean over the seeds.
    pub mean: f64,
    /// Half the width of the 95 % interval around it, by Student's t; none of a single seed.
    pub half: Option<f64>,
}

impl Estimate {
    /// The mean of these values and its interval; none of nothing.
    pub fn of(values: &[f64]) -> Option<Estimate> {
        let moments = Moments::of(values)?;
        let half = (moments.count > 1).then(|| t_quantile(LEVEL, moments.count - 1) * moments.error);
        Some(Estimate { seeds: moments.count, mean: moments.mean, half })
    }
}

/// A mean and its standard error.
struct Moments {
    count: usize,
    mean: f64,
    error: f64,
}

impl Moments {
    fn of(values: &[f64]) -> Option<Moments> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let variance = if count > 1 { squares / (count - 1) as f64 } else { 0.0 };
        Some(Moments { count, mean, error: (variance / count as f64).sqrt() })
    }
}

/// How likely differences like these are where in truth there is none: two-sided, by Student's t over the pairs. None
/// where there are fewer than three pairs.
pub fn chance(differences: &[f64]) -> Option<f64> {
    let moments = Moments::of(differences).filter(|moments| moments.count > 2)?;
    if moments.mean == 0.0 {
        return Some(1.0);
    }
    if moments.error == 0.0 {
        // All the same: t says nothing, a toss of a coin for each pair does.
        let tosses = i32::try_from(moments.count - 1).unwrap_or(i32::MAX);
        return Some(0.5_f64.powi(tosses));
    }
    Some(t_tails((moments.mean / moments.error).abs(), moments.count - 1))
}

/// Which of these chances may be called real, so that all of them together are wrong in at most one family in twenty:
/// Holm's step-down method.
pub fn real(chances: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|left, right| chances[*left].total_cmp(&chances[*right]).then(left.cmp(right)));
    let mut real = vec![false; chances.len()];
    for (step, place) in order.into_iter().enumerate() {
        if chances[place] * (chances.len() - step) as f64 >= LEVEL {
            break;
        }
        real[place] = true;
    }
    real
}

/// The chance that Student's t is beyond `t` on either side, by the finite series for whole degrees of freedom
/// (Abramowitz and Stegun 26.7.4). For an odd number it is that of the even one below: the odd series needs an arc
/// tangent, and fewer degrees of freedom only make the chance larger. One degree is beyond it, and nobody asks.
fn t_tails(t: f64, freedom: usize) -> f64 {
    let even = (freedom / 2 * 2).max(2);
    let nu = even as f64;
    let sine = t / (nu + t * t).sqrt();
    let square = nu / (nu + t * t);
    let (mut term, mut sum) = (1.0, 1.0);
    for step in 1..even / 2 {
        term *= square * (2 * step - 1) as f64 / (2 * step) as f64;
        sum += term;
    }
    (1.0 - sine * sum).max(0.0)
}

/// The t beyond which that chance is `level`, by halving.
fn t_quantile(level: f64, freedom: usize) -> f64 {
    let (mut low, mut high) = (0.0, 1_000.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if t_tails(middle, freedom) > level {
            low = middle;
        } else {
            high = middle;
        }
    }
    // One degree of freedom has no series here; its own quantile is 12.706.
    if freedom < 2 { 12.706_204_736_432_1 } else { high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [(1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (60, 2.000), (120, 1.980)] {
            let found = t_quantile(0.05, freedom);
            assert!((found - expected).abs() < 0.001, "{freedom} degrees: {found}");
        }
        // Odd ones are taken for the even one below: never too narrow.
        assert!(t_quantile(0.05, 199) >= 1.972);
        assert!((t_tails(3.169, 10) - 0.01).abs() < 0.0001);
    }

    #[test]
    fn the_interval_of_a_small_sample_is_that_of_the_textbook() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        // 2.776 times the standard error 0.7071.
        assert!((estimate.half.unwrap() - 1.963).abs() < 0.001);
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[7.0]).unwrap().half, None);
    }

    #[test]
    fn nothing_is_made_of_two_pairs_or_of_no_difference() {
        assert_eq!((chance(&[5.0]), chance(&[5.0, 6.0])), (None, None));
        assert_eq!(chance(&[0.0, 0.0, 0.0]), Some(1.0));
        assert_eq!(chance(&[1.0; 11]), Some(1.0 / 1024.0));
    }

    #[test]
    fn holm_stops_at_the_first_that_could_be_chance() {
        assert_eq!(real(&[0.04]), [true]);
        assert_eq!(real(&[0.04, 0.5]), [false, false]);
        assert_eq!(real(&[0.02, 0.001, 0.5]), [true, true, false]);
        // 0.02 alone would pass three times over at 0.05; the smallest of the three does not.
        assert_eq!(real(&[0.02, 0.02, 0.02]), [false, false, false]);
        assert_eq!(real(&[]), Vec::<bool>::new());
    }
}
