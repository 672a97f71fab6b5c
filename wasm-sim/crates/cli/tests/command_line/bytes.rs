//! Requests in bytes that start or end inside pages: how they are rounded, counted and reported.

use std::fmt::Write;

use super::*;
use serde_json::Value;

const EIGHT_BLOCKS: &str = r#"{"format":1,"device":{"blocks":8,"pages_per_block":8,"program_order":"any"},"logical_pages":48,"ftl":{"kind":"page"},"workload":{"kind":"trace","path":"NAME"}}"#;

/// The report of a scenario with this trace beside it; and the same as text.
fn run(folder: &str, scenario: &str, name: &str, trace: &str) -> (Value, String) {
    file(folder, name, trace);
    let scenario = file(folder, "s.json", &scenario.replace("NAME", name));
    let text = done(&lab(&["run", &scenario])).to_owned();
    (json(&lab(&["run", &scenario, "--json"])), text)
}

#[test]
fn a_trim_inside_a_page_unmaps_nothing_and_is_said() {
    let log = "fio version 2 iolog\n/dev/nvme0n1 add\n/dev/nvme0n1 open\n/dev/nvme0n1 write 0 4096\n/dev/nvme0n1 trim 1024 512\n/dev/nvme0n1 read 0 4096\n/dev/nvme0n1 close\n";
    let (report, text) = run("trim-small", EIGHT_BLOCKS, "a.iolog", log);
    let host = &report["host"];
    assert_eq!(
        (&host["trims"], &host["unmapped_reads"]),
        (&0.into(), &0.into())
    );
    assert_eq!(
        (
            &host["trims_partial"],
            &host["trims_too_small"],
            &host["bytes_trimmed"]
        ),
        (&1.into(), &1.into(), &512.into())
    );
    assert_eq!(report["checked_reads"], 1);
    assert!(
        text.contains("covered in part: 1; trims that cover no page whole and do nothing: 1"),
        "{text}"
    );
    let trace = file("trim-small", "b.iolog", log);
    let told = done(&lab(&["trace", &trace])).to_owned();
    assert!(
        told.contains("trims that cover no page whole and do nothing: 1"),
        "{told}"
    );
    let rows =
        "time_us,op,offset_bytes,size_bytes\n0,W,0,16384\n1,T,100,10\n2,T,8191,2\n3,R,0,16384\n";
    let (report, _) = run("trim-small", EIGHT_BLOCKS, "c.csv", rows);
    assert_eq!(report["host"]["trims_partial"], 3);
    assert_eq!(
        (&report["host"]["trims"], &report["checked_reads"]),
        (&0.into(), &4.into())
    );
}

#[test]
fn bytes_are_counted_and_amplification_is_that_of_bytes() {
    let mut log = "fio version 3 iolog\n0 /dev/sda2 add\n0 /dev/sda2 open\n".to_owned();
    for i in 0..4 {
        let (ms, offset) = (10 * (i + 1), 1_049_088 + 4096 * i);
        writeln!(log, "{ms} /dev/sda2 write {offset} 4096").unwrap();
    }
    let (report, text) = run("misaligned", EIGHT_BLOCKS, "a.iolog", &log);
    assert_eq!(report["flash"]["programs"]["total"], 8);
    let host = &report["host"];
    assert_eq!(
        (&host["bytes_written"], &host["writes_partial"]),
        (&16_384.into(), &8.into())
    );
    assert_eq!(report["byte_amplification"], 2.0);
    assert!(
        text.contains(
            "byte amplification   2.0000: 100 % of the written pages are written in part"
        ),
        "{text}"
    );
    let rows = "time_us,op,offset_bytes,size_bytes\n0,W,1105182720,1024\n1,W,1105183744,1024\n2,W,1105184768,1024\n3,W,1105186816,1024\n4,W,1105185792,1024\n";
    let (report, _) = run("misaligned", EIGHT_BLOCKS, "b.csv", rows);
    assert_eq!(
        (&report["host"]["writes"], &report["byte_amplification"]),
        (&5.into(), &4.0.into())
    );
    // Whole pages: both are one figure, said once.
    let whole = "time_us,op,offset_bytes,size_bytes\n0,W,4096,8192\n";
    let (report, text) = run("misaligned", EIGHT_BLOCKS, "c.csv", whole);
    assert_eq!(report["byte_amplification"], report["write_amplification"]);
    assert!(
        !text.contains("byte amplification") && !text.contains("host bytes"),
        "{text}"
    );
}

#[test]
fn a_page_that_holds_data_is_read_before_a_part_of_it_is_written() {
    let read_first = EIGHT_BLOCKS.replace(
        r#""kind":"trace","#,
        r#""kind":"trace","partial_writes":"read_first","#,
    );
    let rows = "time_us,op,offset_bytes,size_bytes\n0,W,1105182720,1024\n1,W,1105183744,1024\n2,W,1105184768,1024\n3,W,1105186816,1024\n4,W,1105185792,1024\n";
    let (report, text) = run("read-first", &read_first, "a.csv", rows);
    assert_eq!(
        (
            &report["flash"]["reads"]["partial"],
            &report["flash"]["reads"]["total"]
        ),
        (&3.into(), &3.into())
    );
    assert!(text.contains("partial"), "{text}");
    let buffered = read_first.replace(
        r#""workload""#,
        r#""buffer":{"kind":"lru","capacity":2},"workload""#,
    );
    let (report, _) = run("read-first", &buffered, "a.csv", rows);
    assert_eq!(
        (
            &report["buffer"]["write_hits"],
            &report["flash"]["programs"]["total"],
            &report["flash"]["reads"]["total"]
        ),
        (&3.into(), &0.into(), &0.into())
    );
    let (whole, _) = run("read-first", EIGHT_BLOCKS, "a.csv", rows);
    assert_eq!(whole["flash"]["reads"]["total"], 0);
    assert_ne!(whole["scenario_hash"], report["scenario_hash"]);
    let said = read_first.replace("read_first", "whole");
    let (spelt, _) = run("read-first", &said, "a.csv", rows);
    assert_eq!(whole["scenario_hash"], spelt["scenario_hash"]);
    let wrong = file(
        "read-first",
        "wrong.json",
        &read_first
            .replace("read_first", "first")
            .replace("NAME", "a.csv"),
    );
    let said = lab(&["run", &wrong]);
    assert!(
        refused(&said).contains("workload.partial_writes"),
        "{}",
        refused(&said)
    );
}

#[test]
fn a_sweep_shows_byte_amplification_where_writes_cover_pages_in_part() {
    let plan = |name: &str| {
        format!(
            r#"{{"format":1,"scenario":{},"list":[{{}},{{"ftl.kind":"block"}}]}}"#,
            EIGHT_BLOCKS.replace("NAME", name)
        )
    };
    let rows = "time_us,op,offset_bytes,size_bytes\n0,W,0,1024\n1,W,9000,1024\n";
    file("partial-sweep", "a.csv", rows);
    file(
        "partial-sweep",
        "b.csv",
        &rows.replace("1024", "4096").replace("9000", "8192"),
    );
    let parts = file("partial-sweep", "parts.json", &plan("a.csv"));
    let whole = file("partial-sweep", "whole.json", &plan("b.csv"));
    let told = done(&lab(&["sweep", &parts])).to_owned();
    assert!(told.contains("byte amplification"), "{told}");
    assert!(!done(&lab(&["sweep", &whole])).contains("byte amplification"));
    let csv = done(&lab(&["sweep", &parts, "--csv"])).to_owned();
    let head: Vec<&str> = csv.lines().next().unwrap_or_default().split(',').collect();
    for figure in [
        "host.bytes_written",
        "host.trims_partial",
        "byte_amplification",
    ] {
        assert!(head.contains(&figure), "{figure} of {head:?}");
    }
}

#[test]
fn the_requests_of_a_scenario_keep_their_bytes_on_the_way_to_fio_and_back() {
    let rows = "time_us,op,offset_bytes,size_bytes\n0,W,100,9000\n10,T,4000,9000\n20,T,20000,30\n30,R,1,1\n40,W,12288,4096\n50,T,16000,10000\n";
    file("parts", "a.csv", rows);
    let scenario = file("parts", "s.json", &EIGHT_BLOCKS.replace("NAME", "a.csv"));
    let fio = file("parts", "s.fio", "");
    done(&lab(&["export", &scenario, "--fio", &fio]));
    let log = fio.replace(".fio", ".iolog");
    let [own, back] = [&scenario, &log].map(|trace| {
        let args: Vec<&str> = if trace == &log {
            vec!["run", &scenario, "--trace", &log, "--json"]
        } else {
            vec!["run", &scenario, "--json"]
        };
        json(&lab(&args))
    });
    assert_eq!(own["host"], back["host"]);
    assert_eq!(own["state_hash"], back["state_hash"]);
}
