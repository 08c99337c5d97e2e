//! D01 to D03, D05 to D07, D09, D11: what is charged and refunded, when, and in which window it counts.

use super::*;

fn spent(situation: &Situation, at: Millis) -> i64 {
    view(situation, at).tenants[0].spent
}

#[test]
fn d01_a_charge_on_the_edge_belongs_to_the_fixed_window_that_opens() {
    let beginning = "0 submit a/1 cost 2\n10 claim w1 => granted a/1 fence 1.1 until 15, charged 2";
    let fixed = tell("D01 fixed", beginning);
    assert_eq!([10, 19, 20].map(|at| spent(&fixed, at)), [2, 2, 0]);
    let rolling = tell("D01 rolling", beginning);
    assert_eq!([10, 19, 20].map(|at| spent(&rolling, at)), [2, 2, 0]);
    let beginning = "0 submit a/1 cost 2\n8 claim w1 => granted a/1 fence 1.1 until 13, charged 2";
    assert_eq!([9, 10, 17].map(|at| spent(&tell("D01 fixed", beginning), at)), [2, 0, 0]);
    assert_eq!([9, 10, 17, 18].map(|at| spent(&tell("D01 rolling", beginning), at)), [2, 2, 2, 0]);
}

#[test]
fn the_ledger_follows_the_clock_and_not_the_traffic() {
    let history = "0 submit a/1 cost 4\n0 claim w1\n1 complete a/1 fence 1.1 result x";
    tell("", &format!("{history}\n9 submit a/2 cost 1 => refused no-credit"));
    tell("", &format!("{history}\n10 submit a/2 cost 1 => queued"));
    assert_eq!([9, 10].map(|at| spent(&tell("", history), at)), [4, 0]);
}

#[test]
fn d02_charges_at_the_claim_the_submit_or_the_completion() {
    for (changes, charges) in [("D02 claim", [0, 3, 3]), ("D02 submit", [3, 3, 3]), ("D02 completion", [0, 0, 3])] {
        let mut history = String::new();
        for (line, charged) in
            ["0 submit a/1 cost 3", "0 claim w1", "0 complete a/1 fence 1.1 result x"].iter().zip(charges)
        {
            history.push_str(line);
            history.push('\n');
            assert_eq!(spent(&tell(changes, &history), 0), charged, "{changes} {line}");
        }
    }
}

#[test]
fn d02_completion_reserves_held_runs_too_and_is_never_refused_for_credit() {
    let situation = tell(
        "D02 completion",
        "0 submit a/1 cost 3 => queued
         0 claim w1 => granted a/1 fence 1.1 until 5
         0 submit a/2 cost 2 => refused no-credit
         1 set-quota a 2
         1 complete a/1 fence 1.1 result x => applied, charged 2, ended 1.1 a/1 completed",
    );
    assert_eq!(spent(&situation, 1), 2);
    tell(
        "D02 completion, D11 neither",
        "0 submit a/1 cost 3
         0 claim w1
         1 set-quota a 2
         1 complete a/1 fence 1.1 result x => applied, charged 3, ended 1.1 a/1 completed",
    );
}

#[test]
fn d02_completion_with_d11_recheck_looks_at_credit_at_the_claim_though_it_charges_nothing_there() {
    let beginning = "0 submit a/1 cost 3 => queued\n0 submit a/2 cost 2";
    each(
        &alone(2, 4),
        beginning,
        &[
            (
                "D02 completion, D11 recheck",
                "0 claim w1 => granted a/1 fence 1.1 until 5
                 0 complete a/1 fence 1.1 result x => applied, charged 3, ended 1.1 a/1 completed
                 1 claim w1 => idle nothing-eligible",
            ),
            (
                "D02 completion, D11 neither",
                "0 claim w1 => granted a/1 fence 1.1 until 5
                 0 complete a/1 fence 1.1 result x => applied, charged 3, ended 1.1 a/1 completed
                 1 claim w1 => granted a/2 fence 1.2 until 6",
            ),
        ],
    );
}

#[test]
fn d03_per_attempt_reserves_and_charges_a_requeued_run_again() {
    let beginning = "0 submit a/1 cost 2\n0 claim w1 => granted a/1 fence 1.1 until 5, charged 2
        1 fail w1 fence 1.1 => failed, ended 1.1 a/1 requeued";
    each(
        &settings(),
        beginning,
        &[
            ("D03 once-per-run", "1 submit a/2 cost 2 => queued\n1 claim w1 => granted a/1 fence 1.2 until 6"),
            (
                "D03 per-attempt",
                "1 submit a/2 cost 1 => refused no-credit\n1 claim w1 => granted a/1 fence 1.2 until 6, charged 2",
            ),
        ],
    );
}

#[test]
fn d05_refunds_all_charges_of_a_cancelled_run_but_no_fee() {
    let beginning =
        "0 submit a/1 cost 2\n0 claim w1\n1 fail w1 fence 1.1\n2 claim w1\n2 cancel a/1 => cancel-requested";
    each(
        &settings(),
        beginning,
        &[
            ("D05 keep", "3 release w1 fence 1.2 => released, ended 1.2 a/1 cancelled"),
            ("D05 refund", "3 release w1 fence 1.2 => released, refunded 2, ended 1.2 a/1 cancelled refunded 2"),
            (
                "D05 refund, D03 per-attempt",
                "3 fail w1 fence 1.2 => failed, refunded 4, ended 1.2 a/1 cancelled refunded 4",
            ),
        ],
    );
}

#[test]
fn d06_refunds_a_last_attempt_that_the_platform_lost_and_not_one_that_the_job_failed() {
    let settings = Settings { attempts: 1, ..settings() };
    let beginning = "0 submit a/1 cost 2\n0 claim w1";
    each(
        &settings,
        beginning,
        &[
            ("D06 refund", "5 sweep => swept, refunded 2, ended 1.1 a/1 failed refunded 2"),
            ("D06 refund", "1 release w1 fence 1.1 => released, refunded 2, ended 1.1 a/1 failed refunded 2"),
            ("D06 refund", "1 fail w1 fence 1.1 => failed, ended 1.1 a/1 failed"),
            (
                "D06 refund, D20 forfeit",
                "1 claim w1 => idle nothing-eligible, refunded 2, ended 1.1 a/1 failed refunded 2",
            ),
            ("D06 keep", "5 sweep => swept, ended 1.1 a/1 failed"),
        ],
    );
}

#[test]
fn d07_books_a_refund_where_the_charge_was_or_now() {
    let history =
        "8 submit a/1 cost 2\n8 claim w1\n9 submit a/2 cost 1\n13 sweep\n14 claim w1\n15 release w1 fence 1.2";
    let charged = tell("D07 charged-window", history);
    assert_eq!((spent(&charged, 15), view(&charged, 15).runs[0].net_charge), (0, 0));
    let current = tell("D07 current-window", history);
    assert_eq!([15, 19, 20].map(|at| spent(&current, at)), [-2, -2, 0]);
    let rolling = tell("D07 current-window, D01 rolling", history);
    assert_eq!([15, 17, 18, 24, 25].map(|at| spent(&rolling, at)), [0, 0, -2, -2, 0]);
}

#[test]
fn d07_a_refund_counts_now_even_where_its_charge_left_the_ledger_long_ago() {
    let history =
        "0 submit a/1 cost 2\n0 claim w1\n5 heartbeat w1 fence 1.1\n30 sweep\n31 claim w1\n40 release w1 fence 1.2";
    assert_eq!(spent(&tell("D07 current-window", history), 40), -2);
    assert_eq!(spent(&tell("D07 charged-window", history), 40), 0);
}

#[test]
fn d09_says_what_a_limit_of_0_means() {
    each(
        &alone(1, 4),
        "0 submit a/1 cost 1",
        &[
            (
                "D09 blocked",
                "0 set-quota a 0 => set
                 0 submit a/2 cost 1 => refused blocked
                 0 claim w1 => idle nothing-eligible
                 1 set-quota a 1 => set
                 1 claim w1 => granted a/1 fence 1.1 until 6, charged 1",
            ),
            (
                "D09 unlimited",
                "0 set-quota a 0 => set
                 0 set-cap a 0 => set
                 0 submit a/2 cost 900 => queued
                 0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
                 0 claim w2 => granted a/2 fence 1.2 until 5, charged 900",
            ),
            ("D09 invalid", "0 set-quota a 0 => refused invalid\n0 set-cap a 0 => refused invalid\n0 resize 0 => set"),
        ],
    );
}

#[test]
fn d09_invalid_knows_no_tenant_that_was_configured_with_0() {
    let history = "0 submit a/1 cost 1 => refused unknown-tenant
        0 set-cap a 1 => refused unknown-tenant
        0 cancel a/1 => cancelled
        0 submit a/1 cost 1 => refused unknown-tenant
        0 cancel a/1 => unchanged cancelled";
    let situation = told(&alone(0, 4), "D09 invalid", history);
    assert!(view(&situation, 0).tenants.is_empty());
}

#[test]
fn d11_reserves_rechecks_or_does_neither() {
    let beginning = "0 submit a/1 cost 3 => queued";
    each(
        &alone(2, 4),
        beginning,
        &[
            ("D11 reserve", "0 submit a/2 cost 2 => refused no-credit"),
            (
                "D11 recheck",
                "0 submit a/2 cost 2 => queued
                 0 claim w1 => granted a/1 fence 1.1 until 5, charged 3
                 0 claim w2 => idle nothing-eligible",
            ),
            (
                "D11 neither",
                "0 submit a/2 cost 2 => queued
                 0 claim w1 => granted a/1 fence 1.1 until 5, charged 3
                 0 claim w2 => granted a/2 fence 1.2 until 5, charged 2",
            ),
        ],
    );
}

#[test]
fn a_lowered_quota_undoes_no_charge_and_nothing_more_is_charged_until_it_fits() {
    let situation = tell(
        "",
        "0 submit a/1 cost 2
         0 submit a/2 cost 2
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 2
         1 set-quota a 3 => set
         1 complete a/1 fence 1.1 result x
         2 claim w1 => idle nothing-eligible
         10 claim w1 => granted a/2 fence 1.2 until 15, charged 2",
    );
    assert_eq!(spent(&situation, 10), 2);
}

#[test]
fn what_no_window_can_reach_any_more_is_forgotten() {
    let charged = "0 submit a/1 cost 1\n0 submit a/2 cost 1\n4 claim w1\n5 fail w1 fence 1.1";
    for (changes, ending, left) in [
        ("", "13 sweep", 1),
        ("", "14 sweep", 0),
        ("D01 rolling", "14 sweep", 0),
        (
            "",
            "8 claim w1\n13 release w1 fence 1.2 => released, refunded 1, ended 1.2 a/1 failed refunded 1\n22 sweep",
            1,
        ),
        (
            "",
            "8 claim w1\n13 release w1 fence 1.2 => released, refunded 1, ended 1.2 a/1 failed refunded 1\n23 sweep",
            0,
        ),
    ] {
        let situation = tell(changes, &format!("{charged}\n{ending}"));
        assert_eq!(situation.facts.ledger.len(), left, "{changes} {ending}");
    }
}

#[test]
fn d02_submit_charges_a_parked_run_at_its_first_claim_and_a_later_claim_never() {
    tell(
        "D02 submit, D10 park",
        "0 submit a/1 cost 3 => queued, charged 3
         0 submit a/2 cost 2 => queued parked
         0 claim w1 => granted a/1 fence 1.1 until 5
         1 complete a/1 fence 1.1 result x => applied, ended 1.1 a/1 completed
         10 claim w1 => granted a/2 fence 1.2 until 15, charged 2
         11 fail w1 fence 1.2 => failed, ended 1.2 a/2 requeued
         11 claim w1 => granted a/2 fence 1.3 until 16",
    );
}
