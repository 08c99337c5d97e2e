//! The operator's commands: what can be set, and what cannot.

use super::*;

#[test]
fn an_unknown_tenant_is_told_before_an_invalid_value() {
    tell(
        "",
        "0 set-cap c -1 => refused unknown-tenant
         0 set-cap a -1 => refused invalid
         0 set-quota c 1 => refused unknown-tenant
         0 set-quota a -1 => refused invalid
         0 resize -1 => refused invalid
         0 resize 0 => set
         0 resize 1048576 => set
         0 resize 1048577 => refused invalid
         0 set-cap a 9223372036854775807 => set
         0 set-quota a 9223372036854775807 => set",
    );
}

#[test]
fn extreme_values_neither_panic_nor_wrap() {
    let most = u64::MAX;
    let situation = tell(
        "D09 unlimited, D19 claimable-lease-when-warm",
        &format!(
            "0 submit a/1 cost 4294967295 => refused no-credit
             0 set-quota a 9223372036854775807
             0 submit a/1 cost 4294967295 => queued
             0 resize 9223372036854775807
             {most} claim w1 => granted a/1 fence 1.1 until {most}, charged 4294967295
             {most} heartbeat w1 fence 1.1 => renewed until {most}
             {most} sweep => swept, ended 1.1 a/1 requeued"
        ),
    );
    assert_eq!(view(&situation, most).leases, []);
}

#[test]
fn set_values_show_in_the_view() {
    let situation = tell("", "0 set-cap a 7\n0 set-quota b 0\n0 set-quota a -3");
    let seen = view(&situation, 0);
    assert_eq!((seen.tenants[0].cap, seen.tenants[0].quota, seen.tenants[1].quota), (7, 4, 0));
}
