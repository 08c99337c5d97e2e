//! D16 to D18, D20 and R11: whose turn it is, and what a claim hears otherwise.

use super::*;

const THREE: [Limits; 3] = [Limits { cap: 2, quota: 9 }; 3];

fn three_tenants() -> Settings {
    Settings { pool: 4, tenants: THREE.to_vec(), ..settings() }
}

#[test]
fn d16_goes_round_by_queue_entry_or_to_whoever_holds_least() {
    let beginning =
        "0 submit c/1 cost 1\n0 submit b/1 cost 1\n0 submit b/2 cost 1\n0 submit a/1 cost 1\n0 submit c/2 cost 1";
    each(
        &three_tenants(),
        beginning,
        &[
            (
                "D16 round-robin",
                "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
                 0 claim w2 => granted b/1 fence 1.2 until 5, charged 1
                 0 claim w3 => granted c/1 fence 1.3 until 5, charged 1
                 0 claim w4 => granted b/2 fence 1.4 until 5, charged 1",
            ),
            (
                "D16 fifo",
                "0 claim w1 => granted c/1 fence 1.1 until 5, charged 1
                 0 claim w2 => granted b/1 fence 1.2 until 5, charged 1
                 0 claim w3 => granted b/2 fence 1.3 until 5, charged 1
                 0 claim w4 => granted a/1 fence 1.4 until 5, charged 1",
            ),
            (
                "D16 least-held",
                "0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
                 0 claim w2 => granted b/1 fence 1.2 until 5, charged 1
                 0 claim w3 => granted c/1 fence 1.3 until 5, charged 1
                 1 complete c/1 fence 1.3 result x
                 1 claim w4 => granted c/2 fence 1.4 until 6, charged 1",
            ),
        ],
    );
}

#[test]
fn d16_fifo_keeps_the_entry_of_a_run_requeued_at_the_front_and_renews_it_at_the_back() {
    let beginning = "0 submit a/1 cost 1\n0 submit b/1 cost 1\n0 claim w1\n1 fail w1 fence 1.1";
    each(
        &settings(),
        beginning,
        &[
            ("D16 fifo, D18 front", "2 claim w1 => granted a/1 fence 1.2 until 7"),
            ("D16 fifo, D18 back", "2 claim w1 => granted b/1 fence 1.2 until 7, charged 1"),
        ],
    );
}

#[test]
fn d17_skips_a_head_that_cannot_start_or_waits_for_it_without_holding_up_other_tenants() {
    let beginning = "0 submit a/1 cost 3\n0 submit a/2 cost 1\n0 set-quota a 2\n0 submit b/1 cost 1\n0 claim w0";
    each(
        &settings(),
        beginning,
        &[
            ("D17 skip", "0 claim w1 => granted b/1 fence 1.2 until 5, charged 1"),
            ("D17 strict", "0 claim w1 => idle nothing-eligible"),
        ],
    );
}

#[test]
fn d18_requeues_several_ends_of_one_step_one_after_the_other() {
    let settings = Settings { pool: 3, ..alone(3, 9) };
    let beginning = "0 submit a/1 cost 1\n0 submit a/2 cost 1\n0 submit a/3 cost 1
        0 claim w1\n1 claim w2\n7 sweep => swept, ended 1.1 a/1 requeued, ended 1.2 a/2 requeued";
    for (changes, order) in [("D18 front", [2, 1, 3]), ("D18 back", [3, 1, 2])] {
        let situation = told(&settings, changes, beginning);
        let keys: Vec<u32> = view(&situation, 7).tenants[0].queue.iter().map(|queued| queued.run.key).collect();
        assert_eq!(keys, order, "{changes}");
    }
}

#[test]
fn d20_repeats_only_a_lease_that_is_not_past_its_deadline_and_whose_run_is_held() {
    let beginning = "0 submit b/1 cost 1\n0 submit b/2 cost 1\n0 claim w1 => granted b/1 fence 1.1 until 5, charged 1";
    each(
        &settings(),
        beginning,
        &[
            (
                "D20 repeat-lease",
                "4 claim w1 => granted b/1 fence 1.1 until 5, repeated\n5 claim w1 => refused already-holding",
            ),
            ("D20 repeat-lease, D22 alive", "5 claim w1 => granted b/1 fence 1.1 until 5, repeated"),
            (
                "D20 repeat-lease, D28 keeps-slot",
                "1 complete b/1 fence 1.1 result x => applied\n2 claim w1 => refused already-holding",
            ),
            ("D20 refuse", "1 claim w1 => refused already-holding"),
            ("D20 forfeit", "1 claim w1 => granted b/1 fence 1.2 until 6, ended 1.1 b/1 requeued"),
            ("D20 grant-another", "1 claim w1 => granted b/2 fence 1.2 until 6, charged 1"),
        ],
    );
}

#[test]
fn d20_forfeit_ends_the_lease_even_where_the_claim_then_finds_no_slot() {
    let situation = told(
        &Settings { pool: 1, ..alone(1, 4) },
        "D20 forfeit",
        "0 submit a/1 cost 1
         0 claim w1
         1 claim w1 => idle no-slot, ended 1.1 a/1 requeued
         2 claim w1 => idle no-slot
         2 complete a/1 fence 1.1 result x => applied",
    );
    assert_eq!(view(&situation, 2).resting, [3]);
}

#[test]
fn a_claim_hears_of_its_lease_before_the_slots_and_of_the_slots_before_the_queue() {
    told(
        &Settings { pool: 1, ..alone(1, 4) },
        "D20 refuse",
        "0 claim w1 => idle nothing-eligible
         0 submit a/1 cost 1
         0 claim w1 => granted a/1 fence 1.1 until 5, charged 1
         0 claim w1 => refused already-holding
         0 claim w2 => idle no-slot
         0 resize 2
         3 claim w2 => idle nothing-eligible",
    );
}
