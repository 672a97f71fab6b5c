//! The parallel model (SPEC 7) with FTLs behind it.

use crate::support;

use crate::schemes::SCHEMES;
use proptest::prelude::*;
use sim::protocol::{Command, Position, Target};
use sim::report::{ParallelReport, Report, Waiting};
use sim::session::Session;
use support::{Sample, scheme_sample, simulation};

/// Runs a scenario to its end.
fn run(text: &str) -> Report {
    let mut simulation = simulation(text);
    simulation.run(Target::End).expect("runs");
    simulation.report()
}

fn parallel(text: &str) -> ParallelReport {
    run(text).parallel.expect("the scenario has a host for it")
}

/// Pages of 4 KiB on blocks of 16, Hu's times: a read 20 and 25 on the bus, a program 200 on the bus and 200, an erase 1500 us.
fn scenario(ftl: &str, host: &str, workload: &str) -> String {
    format!(
        r#"{{"format":1,"device":{{"blocks":64,"pages_per_block":16,"timing":"hu"}},"logical_pages":512,
            "ftl":{ftl},"host":{host},"workload":{workload}}}"#
    )
}

const PAGE: &str = r#"{"kind":"page"}"#;

fn ops(ops: &str) -> String {
    format!(r#"{{"kind":"ops","ops":"{ops}"}}"#)
}

/// Four pages of one request go to four channels and are there after the time of one; read back too. On one channel, and where
/// an FTL keeps them in one block, one comes after another.
#[test]
fn pages_of_a_request_are_striped_over_the_channels() {
    let span = |ftl: &str, channels: u32| {
        let host = format!(r#"{{"channels":{channels},"merge":false}}"#);
        parallel(&scenario(ftl, &host, &ops("w0+4 r0+4"))).span_us
    };
    assert_eq!(span(PAGE, 4).to_bits(), (400.0 + 45.0_f64).to_bits());
    assert_eq!(span(PAGE, 2).to_bits(), (2.0 * 445.0_f64).to_bits());
    assert_eq!(span(PAGE, 1).to_bits(), (4.0 * 445.0_f64).to_bits());
    let bast = r#"{"kind":"bast","log_blocks":4}"#;
    assert_eq!(span(bast, 4).to_bits(), (4.0 * 445.0_f64).to_bits());
}

/// Eleven writes of 400 us each, one every 100 us: the last arrives after 1000 us and is done after 4400.
#[test]
fn arrivals_that_outpace_the_device_are_said_with_one_server_and_with_queues_but_not_in_a_closed_loop()
 {
    let eleven = "w0 w5 w10 w15 w20 w25 w30 w35 w40 w45 w50";
    let overload_of = |ops: &str, host: &str, every_ms: f64| {
        let workload = format!(r#"{{"kind":"ops","ops":"{ops}","interarrival_ms":{every_ms}}}"#);
        let report = run(&scenario(PAGE, host, &workload));
        report
            .overload
            .map(|o| (o.arrivals_us, o.done_us, o.times))
            .map(|(a, d, t)| (a.to_bits(), d.to_bits(), t.to_bits()))
    };
    let overload = |host: &str, every_ms: f64| overload_of(eleven, host, every_ms);
    let [arrivals, done, times] = [1000.0, 4400.0, 4.4_f64].map(f64::to_bits);
    // All of them fit into the device of the last one: they wait there.
    for host in ["{}", r#"{"merge":false}"#, r#"{"queue_depth":64}"#] {
        assert_eq!(overload(host, 0.1), Some((arrivals, done, times)));
        assert_eq!(overload(host, 0.4), None);
        // Done after 1.4 times the span of the arrivals, but neither waits.
        assert_eq!(overload_of("w0 w5", host, 1.0), None);
    }
    assert_eq!(overload(r#"{"outstanding":4,"merge":false}"#, 0.1), None);
    assert_eq!(overload(r#"{"channels":8,"queue_depth":8}"#, 0.1), None);
}

/// Forty of them: the last one arrives after 3.9 ms and is done after 16. It waits more than ten times as long as it is served.
#[test]
fn bursts_are_said_where_the_slowest_requests_mostly_wait() {
    let of = |pages: u32, host: &str| {
        let ops: Vec<String> = (0..pages).map(|page| format!("w{page}")).collect();
        let ops = ops.join(" ");
        let workload = format!(r#"{{"kind":"ops","ops":"{ops}","interarrival_ms":0.1}}"#);
        run(&scenario(PAGE, host, &workload)).waiting
    };
    let expected = Waiting {
        requests: 40,
        arrivals_us: 3_900.0,
        done_us: 16_000.0,
    };
    for host in ["{}", r#"{"merge":false}"#] {
        assert_eq!(of(40, host), Some(expected), "{host}");
        assert_eq!(of(11, host), None, "{host}");
    }
    assert_eq!(of(40, r#"{"outstanding":4,"merge":false}"#), None);
}

/// A partial merge whose blocks lie on three channels. Three pages of the data block, channel 0, are read one after another: 45, 90,
/// 135 us. They are programmed in the log block, channel 4, each when it is read and the one before it is there: 445, 845, 1245.
/// Then the data block is erased: 2745. The page itself goes to the new log block, channel 5, meanwhile: 400.
#[test]
fn a_merge_goes_as_its_data_does() {
    let text = r#"{"format":1,"device":{"blocks":8,"pages_per_block":4,"timing":"hu"},"logical_pages":16,
        "ftl":{"kind":"bast","log_blocks":1},"host":{"channels":8},"precondition":[{"kind":"sequential"}],
        "workload":{"kind":"ops","ops":"w0 w5"}}"#;
    let report = run(text);
    assert_eq!((report.merges.partial, report.flash.programs.merge), (1, 3));
    assert_eq!(report.service_us.p50.to_bits(), 400.0_f64.to_bits());
    assert_eq!(report.service_us.max.to_bits(), 2745.0_f64.to_bits());
}

/// A mapping that is not in the CMT is read first, whatever channel it lies on; what it says where to look for after it.
#[test]
fn a_page_is_read_after_its_mapping() {
    let text = r#"{"format":1,"device":{"blocks":32,"pages_per_block":4,"timing":"hu"},"logical_pages":64,
        "ftl":{"kind":"dftl","cmt_entries":2,"entries_per_translation_page":4},"host":{"channels":8,"queue_depth":4,"outstanding":1},
        "precondition":[{"kind":"sequential"}],"workload":{"kind":"ops","ops":"r60 r0 r4 r8 r12 r8"}}"#;
    let report = run(text);
    // Dirty entries of one translation page leave first: that is read and programmed, 445, before the mapping, 45, and the page,
    // 45. Then four misses of 90, and a hit of 45.
    assert_eq!((report.cmt.misses, report.cmt.hits), (5, 1));
    assert_eq!(report.service_us.max.to_bits(), 535.0_f64.to_bits());
    let sum = report.service_us.mean * 6.0;
    assert!((sum - (535.0 + 4.0 * 90.0 + 45.0)).abs() < 1e-9, "{sum}");
}

/// 256 sequential reads of a page, 45 us each on one channel. With n in the device at a time and n channels, n times as fast.
#[test]
fn n_channels_read_a_stream_n_times_as_fast() {
    let span = |n: u32| {
        let host = format!(r#"{{"channels":{n},"queue_depth":{n},"merge":false}}"#);
        let text = scenario(
            PAGE,
            &host,
            r#"{"kind":"sequential","requests":256,"read_fraction":1}"#,
        );
        let text = text.replace(
            r#""workload""#,
            r#""precondition":[{"kind":"sequential"}],"workload""#,
        );
        parallel(&text)
    };
    for n in [1, 2, 4, 8] {
        let report = span(n);
        assert_eq!(
            report.span_us.to_bits(),
            (256.0 * 45.0 / f64::from(n)).to_bits(),
            "{n}"
        );
        assert!((report.busy - 1.0).abs() < 1e-9, "{n}: {}", report.busy);
        let megabytes = 256.0 * 4096.0 / report.span_us;
        assert!((report.bandwidth_mb_s - megabytes).abs() < 1e-9);
    }
}

/// On one channel with many dies the bus is what limits: of a read 25 of 45 us. Striping gives a die two blocks; what is read is in
/// different blocks, so on different dies.
#[test]
fn the_bus_limits_a_channel_of_many_dies() {
    // A page of each of 16 blocks, asked for at once.
    let reads: Vec<_> = (0..16).map(|block| format!("r{}", block * 16)).collect();
    let span = |dies: u32| {
        let host = format!(r#"{{"dies":{dies},"queue_depth":16,"merge":false}}"#);
        let text = scenario(PAGE, &host, &ops(&reads.join(" ")));
        parallel(&text.replace(
            r#""workload""#,
            r#""precondition":[{"kind":"sequential"}],"workload""#,
        ))
        .span_us
    };
    assert_eq!(span(1).to_bits(), (16.0 * 45.0_f64).to_bits());
    assert_eq!(span(16).to_bits(), (20.0 + 16.0 * 25.0_f64).to_bits());
}

/// Waiting requests are merged: 1 goes alone, 2 to 9 come meanwhile and go together, striped over four channels.
#[test]
fn requests_that_wait_are_merged() {
    let run = |merge: bool| {
        let host = format!(r#"{{"channels":4,"outstanding":9,"merge":{merge}}}"#);
        parallel(&scenario(PAGE, &host, &ops("w1 w2 w3 w4 w5 w6 w7 w8 w9")))
    };
    let merged = run(true);
    // All nine are out at once: 1 to 9 are one request, in three rounds of the channels.
    assert_eq!(
        (merged.requests, merged.dispatched, merged.merged),
        (9, 1, 8)
    );
    assert_eq!(merged.span_us.to_bits(), (3.0 * 400.0_f64).to_bits());
    let alone = run(false);
    assert_eq!((alone.requests, alone.dispatched, alone.merged), (9, 9, 0));
    assert_eq!(alone.span_us.to_bits(), (9.0 * 400.0_f64).to_bits());
}

/// Hu 4.2.5: where GC has to copy much, reads wait behind it, and how long becomes a matter of luck.
#[test]
fn cleaning_in_the_queues_delays_reads() {
    let reads = |to: u32| {
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":128,"pages_per_block":32,"timing":"hu"}},"logical_pages":3712,
                "ftl":{{"kind":"page"}},"host":{{"channels":4,"queue_depth":8}},
                "precondition":[{{"kind":"sequential"}},{{"kind":"steady_state"}}],
                "workload":{{"kind":"uniform","requests":20000,"read_fraction":0.5,"range":[0,{to}]}}}}"#
        );
        parallel(&text).read_response_us
    };
    let (near, all) = (reads(371), reads(3712));
    assert!(all.mean > 2.0 * near.mean, "{near:?} {all:?}");
    assert!(all.stddev > 2.0 * near.stddev, "{near:?} {all:?}");
}

/// M/D/1 with an FTL in front of the channel: Poisson reads of a page, 45 us each.
#[test]
fn poisson_reads_wait_as_in_m_d_1() {
    let text = r#"{"format":1,"device":{"blocks":64,"pages_per_block":16,"timing":"hu"},"logical_pages":512,"ftl":{"kind":"page"},
        "host":{"arrivals":"poisson","merge":false},"precondition":[{"kind":"sequential"}],
        "workload":{"kind":"uniform","requests":400000,"read_fraction":1,"interarrival_ms":0.09}}"#;
    let report = parallel(text);
    // rho = 45 / 90: a wait of rho / (2 (1 - rho)) = half a service.
    let theory = 22.5;
    assert!(
        (report.wait_us.mean / theory - 1.0).abs() < 0.02,
        "{}",
        report.wait_us.mean
    );
    assert!((report.busy - 0.5).abs() < 0.01, "{}", report.busy);
    assert_eq!(
        report.read_response_us.mean.to_bits(),
        run(text).response_us.mean.to_bits()
    );
}

/// M/M/1 with an FTL in front of the channel: reads whose size is geometric with a mean of 100 pages, 1 us each, which is near an
/// exponential service time (its square is half a percent less).
#[test]
fn requests_of_random_size_wait_as_in_m_m_1() {
    let text = r#"{"format":1,"device":{"blocks":160,"pages_per_block":64,"timing":{"read_us":1,"program_us":1,"erase_us":1}},"logical_pages":8192,
        "ftl":{"kind":"page"},"host":{"arrivals":"poisson","merge":false},"precondition":[{"kind":"sequential"}],
        "workload":{"kind":"uniform","requests":60000,"read_fraction":1,"pages":{"mean":100},"interarrival_ms":0.2}}"#;
    let report = parallel(text);
    let mean = report.mean_pages;
    // Of what was drawn: rho, and with it a wait of rho / (1 - rho) services.
    let rho = mean / 200.0;
    let theory = rho / (1.0 - rho) * mean;
    assert!((mean / 100.0 - 1.0).abs() < 0.02, "{mean}");
    assert!(
        (report.wait_us.mean / theory - 1.0).abs() < 0.02,
        "{} instead of {theory}",
        report.wait_us.mean
    );
}

/// A scenario with another field at its end.
fn with(text: &str, field: &str) -> String {
    format!("{},{field}}}", text.strip_suffix('}').expect("an object"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 2000 } else { 100 }))]

    /// On one channel, one request at a time, every time is that of the one server of SPEC 2, and so is the state.
    #[test]
    fn one_channel_is_the_one_server(
        Sample { text, .. } in proptest::sample::select(SCHEMES).prop_flat_map(|kind| scheme_sample(kind, 1..80)),
        interarrival in proptest::option::of(0..40u32),
    ) {
        let text = support::uncut(&text);
        let text = match interarrival {
            Some(tenths) => text.replace(
                r#""workload":{"#,
                &format!(r#""workload":{{"interarrival_ms":{},"#, f64::from(tenths) / 10.0),
            ),
            None => text,
        };
        let server = run(&text);
        let channel = run(&with(&text, r#""host":{"merge":false}"#));
        prop_assert_eq!(&server.state_hash, &channel.state_hash);
        prop_assert_eq!(server.flash, channel.flash);
        prop_assert_eq!(server.service_us, channel.service_us);
        prop_assert_eq!(server.response_us, channel.response_us);
        prop_assert!(server.parallel.is_none());
    }

    /// Every request is done, reads return what was written, and no time is shorter than the work.
    #[test]
    fn every_request_is_done(
        Sample { text, requests } in proptest::sample::select(SCHEMES).prop_flat_map(|kind| scheme_sample(kind, 1..80)),
        host in support::host(),
    ) {
        let text = support::side_by_side(&text, &host);
        let report = run(&text);
        let parallel = report.parallel.expect("it has a host for it");
        prop_assert_eq!(parallel.requests, u64::from(requests));
        prop_assert!(parallel.dispatched >= 1 && parallel.dispatched + parallel.merged == parallel.requests);
        let operations: u64 = parallel.channels.iter().map(|c| c.operations).sum();
        let flash = report.flash;
        let done = flash.reads.total + flash.programs.total + flash.erases.total;
        prop_assert_eq!(operations, done + report.chain_reads + report.map_reads);
        prop_assert!(parallel.channels.iter().all(|c| c.bus <= c.busy && c.busy <= 1.0));
        prop_assert_eq!(run(&text).parallel, Some(parallel), "twice the same");
    }
}

/// Each page of a write moves a block of 512.
#[test]
fn a_request_of_too_many_operations_is_refused_before_memory_runs_out() {
    let text = r#"{"format":1,"device":{"blocks":12,"pages_per_block":512,"program_order":"any"},"logical_pages":5120,
        "ftl":{"kind":"block"},"host":{"queue_depth":2},"precondition":[{"kind":"sequential"}],"workload":{"kind":"ops","ops":"r0 w0+1500 r1"}}"#;
    let mut session = Session::new();
    let open = Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    };
    for (command, refused) in [(open, false), (Command::run(0, Target::End), true)] {
        let done = session.finish(command, 1 << 20, &mut |_, _, _| ());
        assert_eq!(done.is_err(), refused);
        if let Err(failure) = done {
            assert_eq!(
                (failure.message.as_str(), failure.remedy.as_str()),
                (
                    "request 1 makes more than 524288 flash operations wait in the device at a time",
                    "Give `host` a smaller `queue_depth`, or take smaller requests."
                )
            );
        }
    }
    let simulation = session.simulation(0).expect("open");
    assert_eq!(simulation.position(), Position::before(1));
    assert_eq!(simulation.report().host.writes, 0);
}
