//! What others have published for the same problems: distinct results and mean evaluations.
//!
//! Sources, each at a commit, so that the figures can be looked up:
//!
//! - jqwik 1.3.6 (binheap: 1.5.0), fast-check 2.14.0, elm-test 2.0.0, and of Hypothesis 5.23.11 the problems bound5, calculator,
//!   large_union_list, lengthlist and reverse: github.com/jlink/shrinking-challenge, commit 0c1d56c, `pbt-libraries/*/reports` and
//!   `pbt-libraries/hypothesis/challenges`. The means that elm-test's reports print are halfway between least and most; here
//!   they are the means of the 100 runs in the JSON files beside.
//! - QuickCheck, and Hypothesis in the other problems: the artifact of MacIver and Donaldson, Test-Case Reduction via Test-Case
//!   Generation (ECOOP 2020), github.com/mc-imperial/hypothesis-ecoop-2020-artifact, commit 2babf2e,
//!   `smartcheck-benchmarks/data/evaluations`, the first 100 of the 1,000 runs of each file.

/// Of one problem, in the order of the table's columns; `-` where nothing is published.
pub fn of(name: &str) -> [&'static str; 5] {
    match name {
        "binheap" => ["6 · 172", "4 · 90", "85 · 484", "-", "3 · 384"],
        "bound5" => ["1 · 137", "100 · 922", "45 · 24,940", "100 · 948", "100 · 319"],
        "calculator" => ["1 · 341", "19 · 28", "3 · 57", "53 · 66", "3 · 440"],
        "coupling" => ["7 · 122", "33 · 36", "1 · 140", "26 · 68", "9 · 415"],
        "deletion" => ["1 · 77", "17 · 18", "1 · 133", "19 of 54 · 69", "1 · 334"],
        "difference_must_not_be_zero" => ["-", "-", "1 · 386", "-", "1 · 174"],
        "difference_must_not_be_small" => ["-", "-", "1 of 98 · 296", "-", "1 · 139"],
        "difference_must_not_be_one" => ["-", "-", "2 of 55 · 513", "-", "1 · 139"],
        "distinct" => ["1 · 97", "9 · 33", "2 · 24", "6 · 275", "1 · 250"],
        "large_union_list" => ["1 · 341", "-", "3 · 81", "52 · 1,162", "1 · 559"],
        "lengthlist" => ["1 · 85", "-", "1 · 717", "18 · 19", "1 · 1,327"],
        "nestedlists" => ["1 · 85", "41 · 31", "1 · 21", "36 · 38", "1 · 1,010"],
        "reverse" => ["1 · 46", "2 · 18", "1 · 18", "3 · 88", "1 · 130"],
        _ => ["-"; 5],
    }
}
