//! `host`: channels, queues, schedulers (SPEC 7).

use super::{DFTL, refused, setup};
use crate::scenario::parse;

/// The scenario with a host.
fn with(host: &str) -> String {
    DFTL.replace("\"workload\"", &format!("\"host\": {host}, \"workload\""))
}

#[test]
fn a_host_that_does_one_thing_after_another_is_the_one_server() {
    let plain = setup(DFTL);
    assert_eq!(plain.parallel, None);
    for host in [
        "{}",
        r#"{"scheduler": "noop"}"#,
        r#"{"scheduler": {"kind": "noop"}, "channels": 1, "dies": 1, "queue_depth": 1, "arrivals": "fixed"}"#,
    ] {
        assert_eq!(setup(&with(host)).hash, plain.hash, "{host}");
    }
}

#[test]
fn what_means_the_same_has_one_canonical_form() {
    let same = |hosts: &[&str]| {
        let setups: Vec<_> = hosts.iter().map(|host| setup(&with(host))).collect();
        for (host, other) in hosts.iter().zip(&setups) {
            assert_eq!(other.hash, setups[0].hash, "{host}");
            let again = setup(&other.canonical);
            assert_eq!(
                (&again.canonical, again.parallel),
                (&other.canonical, other.parallel)
            );
        }
    };
    same(&[
        r#"{"channels": 4}"#,
        r#"{"channels": 4, "dies": 1, "queue_depth": 1, "merge": true, "scheduler": "noop"}"#,
    ]);
    same(&[
        r#"{"scheduler": "deadline"}"#,
        r#"{"scheduler": {"kind": "deadline", "read_expire_ms": 500, "write_expire_ms": 5000, "writes_starved": 2, "fifo_batch": 16}}"#,
    ]);
    same(&[
        r#"{"scheduler": "cfq"}"#,
        r#"{"scheduler": {"kind": "cfq", "quantum": 8, "slice_sync_ms": 100, "slice_async_ms": 40, "slice_async_rq": 2,
            "slice_idle_ms": 8, "fifo_expire_sync_ms": 125, "fifo_expire_async_ms": 250}}"#,
    ]);
    same(&[
        r#"{"scheduler": "anticipatory"}"#,
        r#"{"scheduler": {"kind": "anticipatory", "read_expire_ms": 125, "write_expire_ms": 250, "read_batch_ms": 500,
            "write_batch_ms": 125, "antic_expire_ms": 6}}"#,
    ]);
    same(&[
        r#"{"scheduler": "ssd_zones", "outstanding": 3}"#,
        r#"{"scheduler": {"kind": "ssd_zones", "zones": 8}, "outstanding": 3}"#,
    ]);
    same(&[r#"{"merge": false}"#, r#"{"merge": false, "channels": 1}"#]);
}

#[test]
fn the_share_of_the_bus_is_the_presets_or_as_given() {
    let of = |timing: &str, host: &str| {
        let device = format!("\"pages_per_block\": 4, \"timing\": {timing}");
        setup(&with(host).replace("\"pages_per_block\": 4", &device))
    };
    let bus = |timing: &str, more: &str| {
        let setup = of(timing, &format!("{{\"channels\": 2{more}}}"));
        let parallel = setup.parallel.expect("two channels");
        let again = parse(&setup.canonical).expect("canonical");
        assert_eq!((again.hash, again.parallel), (setup.hash, setup.parallel));
        (parallel.read_bus_ns, parallel.program_bus_ns)
    };
    assert_eq!(bus(r#""hu""#, ""), (25_000, 200_000));
    assert_eq!(bus(r#""slides""#, ""), (0, 0));
    assert_eq!(bus(r#""hu""#, r#", "read_bus_us": 5"#), (5000, 200_000));
    assert_eq!(
        bus(r#""hu""#, r#", "read_bus_us": 0, "program_bus_us": 0"#),
        (0, 0)
    );
    let short = r#"{"preset": "hu", "read_us": 10}"#;
    assert_eq!(bus(short, ""), (10_000, 200_000), "not more than the whole");
    assert_eq!(
        bus("{}", r#", "read_bus_us": 0.25, "program_bus_us": 200"#),
        (250, 200_000)
    );
    // Where nothing is side by side the bus has no share of its own.
    assert_eq!(of(r#""hu""#, "{}").parallel, None);
}

#[test]
fn a_host_that_cannot_be_is_refused_where_it_is_wrong() {
    for (host, field, column, message, remedy) in [
        (
            r#"{"channels": 0}"#,
            "host.channels",
            12,
            "`host.channels` is 0",
            "Give at least 1.",
        ),
        (
            r#"{"dies": 65}"#,
            "host.dies",
            12,
            "`host.dies` is 65",
            "Give at most 64.",
        ),
        (
            r#"{"scheduler": "deadlin"}"#,
            "host.scheduler",
            12,
            "unknown scheduler `deadlin`",
            "Did you mean `deadline`? Known here: noop, deadline, cfq, anticipatory, ssd_zones.",
        ),
        (
            r#"{"scheduler": {"kind": "cfq", "zones": 4}}"#,
            "host.scheduler.zones",
            41,
            "field `zones` does not belong to scheduler `cfq`",
            "Leave it out, or take a kind that has it: ssd_zones.",
        ),
        (
            r#"{"scheduler": {"kind": "ssd_zones", "zone": 4}}"#,
            "host.scheduler.zone",
            47,
            "unknown field `zone`",
            "Did you mean `zones`? Known here: kind, zones.",
        ),
        (
            r#"{"scheduler": {"kind": "deadline", "fifo_batch": 0}}"#,
            "host.scheduler.fifo_batch",
            46,
            "`host.scheduler.fifo_batch` is 0",
            "Give at least 1.",
        ),
        (
            r#"{"arrivals": "poisson"}"#,
            "host.arrivals",
            12,
            "`poisson` draws times between arrivals, and nothing says how long they are on average",
            "Add `interarrival_ms` to `workload`.",
        ),
        (
            r#"{"arrivals": "poisson", "outstanding": 4}"#,
            "host.arrivals",
            12,
            "`poisson` says when requests come, and `outstanding` that they come as others are done",
            "Keep one of the two.",
        ),
        (
            r#"{"channel": 2}"#,
            "host.channel",
            12,
            "unknown field `channel`",
            "Did you mean `channels`? Known here: scheduler, channels, dies, queue_depth, outstanding, arrivals, merge, read_bus_us, program_bus_us.",
        ),
        (
            r#"{"read_bus_us": 5}"#,
            "host.read_bus_us",
            12,
            "`read_bus_us` is a share of a channel's bus, and this device does one thing after another",
            "Leave it out, or give more than one of `channels`, `dies` or `queue_depth`.",
        ),
        (
            r#"{"dies": 2, "read_bus_us": 26}"#,
            "host.read_bus_us",
            23,
            "`read_bus_us` is 26",
            "Give a number from 0 to 25.",
        ),
        (
            r#"{"channels": 2}, "power_cut": 5"#,
            "power_cut",
            28,
            "power is lost between two flash operations, and with this `host` several are under way",
            "Leave out `power_cut`, or `host`.",
        ),
    ] {
        let with = format!("\"host\": {host}, \"workload\"");
        refused(
            DFTL,
            "\"workload\"",
            &with,
            (field, 5, column),
            message,
            remedy,
        );
    }
}

/// Page mapping has a frontier for each channel, and needs a block for each.
#[test]
fn a_frontier_for_each_channel_takes_a_block() {
    let text = |blocks: u32, channels: u32| {
        format!(
            r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":4}},"logical_pages":16,"ftl":{{"kind":"page"}},
                "host":{{"channels":{channels},"merge":true}},"workload":{{"kind":"uniform","requests":1}}}}"#
        )
    };
    assert!(parse(&text(6, 1)).is_ok() && parse(&text(9, 4)).is_ok());
    let failure = parse(&text(8, 4)).expect_err("four frontiers");
    assert_eq!(
        (failure.message.as_str(), failure.remedy.as_str()),
        (
            "too little spare space: `page` needs 9 blocks for 16 logical pages, the device has 8",
            "Give the device at least 9 blocks, take fewer logical pages, or take fewer channels."
        )
    );
}
