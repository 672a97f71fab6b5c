//! Workloads that are run through more than once: a number of times, or until they are steady.

use std::fmt::Write;

use ftl::HostOp;
use sim::failure::Failure;
use sim::protocol::{Command, Position, Target};
use sim::report::Report;
use sim::scenario;
use sim::session::Session;
use sim::workload::{Request, Source};
use trace::{Format, Importer, Options, Trace};

/// 64 blocks of 8 pages, 400 of them logical.
fn scenario(ftl: &str, workload: &str) -> String {
    format!(
        r#"{{"format": 1, "device": {{"blocks": 64, "pages_per_block": 8}}, "logical_pages": 400,
            "ftl": {{{ftl}}}, "precondition": [{{"kind": "sequential"}}], "workload": {{{workload}}}}}"#
    )
}

const PAGE: &str = r#""kind": "page""#;
const DFTL: &str = r#""kind": "dftl", "cmt_entries": 20"#;

/// A pass that writes 300 of the pages, some of them often, and reads others.
fn ops() -> String {
    let mut ops = String::new();
    for i in 0..500u32 {
        let lpn = i * i * 7 % 300;
        write!(ops, "{}{lpn} ", if i % 5 == 0 { 'r' } else { 'w' }).expect("a string");
    }
    ops
}

/// A trace in the `mqsim` format: times in ns, sectors of 512 bytes, 0 writes.
fn trace_of(text: &str) -> Trace {
    let mut importer = Importer::new(Options {
        format: Some(Format::Mqsim),
        ..Options::default()
    });
    importer.push(text.as_bytes()).expect("lines of the format");
    importer.finish().expect("a trace")
}

fn opened(text: &str, trace: Option<Trace>) -> Result<Session, Failure> {
    let mut session = Session::new();
    if let Some(trace) = trace {
        session.keep_trace("t", trace);
    }
    let open = Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    };
    session.finish(open, u64::MAX, &mut |_, _, _| {})?;
    Ok(session)
}

fn report_at(session: &mut Session, target: Target) -> Report {
    let run = Command::run(0, target);
    session
        .finish(run, u64::MAX, &mut |_, _, _| {})
        .expect("runs");
    session.simulation(0).expect("open").report()
}

fn report(text: &str) -> Report {
    report_at(&mut opened(text, None).expect("opens"), Target::End)
}

fn at(request: u32) -> Target {
    Target::Position {
        position: Position::before(request),
    }
}

fn requests(workload: &str) -> Vec<Request> {
    let setup = scenario::parse(&scenario(PAGE, workload)).expect("a scenario");
    Source::workload(&setup, &|_| None)
        .expect("no trace")
        .collect()
}

#[test]
fn a_list_is_made_again_and_a_generated_kind_draws_on() {
    let once = requests(r#""kind": "ops", "ops": "w1 r2 t3+2", "interarrival_ms": 2"#);
    let thrice =
        requests(r#""kind": "ops", "ops": "w1 r2 t3+2", "interarrival_ms": 2, "repeat": 3"#);
    for (i, request) in thrice.iter().enumerate() {
        let time_ns = Some(i as u64 * 2_000_000);
        assert_eq!(
            *request,
            Request {
                time_ns,
                ..once[i % 3]
            }
        );
    }
    assert_eq!(thrice.len(), 9);
    for kind in [
        r#""kind": "sequential", "pages": 3"#,
        r#""kind": "uniform", "interarrival_ms": 0.1"#,
        r#""kind": "zipf", "theta": 0.9, "read_fraction": 0.5"#,
        r#""kind": "streams", "streams": 4"#,
        r#""kind": "profile", "profile": "financial", "reuse": 0.5, "reuse_within": 40"#,
    ] {
        assert_eq!(
            requests(&format!(r#"{kind}, "requests": 70, "repeat": 3"#)),
            requests(&format!(r#"{kind}, "requests": 210"#)),
            "{kind}"
        );
    }
}

#[test]
fn once_is_the_scenario_that_does_not_say_it() {
    let hash = |workload: &str| {
        scenario::parse(&scenario(PAGE, workload))
            .expect("a scenario")
            .hash
    };
    let once = hash(r#""kind": "ops", "ops": "w1""#);
    assert_eq!(hash(r#""kind": "ops", "ops": "w1", "repeat": 1"#), once);
    assert_ne!(hash(r#""kind": "ops", "ops": "w1", "repeat": 2"#), once);
    let until = |fields: &str| {
        let workload =
            format!(r#""kind": "ops", "ops": "w1", "repeat": {{"until_steady": {{{fields}}}}}"#);
        let setup = scenario::parse(&scenario(PAGE, &workload)).expect("a scenario");
        assert_eq!(scenario::parse(&setup.canonical).as_ref(), Ok(&setup));
        setup.hash
    };
    assert_eq!(
        until(""),
        until(r#""tolerance": 0.02, "window": 400, "most": 20"#)
    );
    assert_ne!(until(""), until(r#""tolerance": 0.03"#));
}

/// Times go on: a pass begins with the last arrival of the one before.
#[test]
fn a_trace_is_made_again_and_its_times_go_on() {
    let lines = "0 0 40 8 0\n10000 0 48 16 1\n40000 0 40 8 0\n";
    let text = scenario(PAGE, r#""kind": "trace", "path": "t", "repeat": 3"#);
    let setup = scenario::parse(&text).expect("a scenario");
    let trace = std::rc::Rc::new(trace_of(lines));
    let all: Vec<_> = Source::workload(&setup, &|_| Some(std::rc::Rc::clone(&trace)))
        .expect("the trace is there")
        .map(|r| {
            (
                r.time_ns.expect("a time") / 1000,
                r.op == HostOp::Write,
                r.pages,
            )
        })
        .collect();
    let pass = |from: u64| [(from, true, 1), (from + 10, false, 2), (from + 40, true, 1)];
    assert_eq!(all, [pass(0), pass(40), pass(80)].concat());
}

#[test]
fn the_window_that_counts_is_that_of_the_passes_made_one_after_another() {
    for ftl in [
        PAGE,
        DFTL,
        r#""kind": "bast", "log_blocks": 6"#,
        r#""kind": "fast", "log_blocks": 6"#,
    ] {
        let ops = ops();
        let until = format!(
            r#""kind": "ops", "ops": "{ops}", "repeat": {{"until_steady": {{"tolerance": 0.1}}}}"#
        );
        let mut session = opened(&scenario(ftl, &until), None).expect("opens");
        let shown = report_at(&mut session, Target::End);
        let steady = shown.steady.expect("it is repeated");
        // 400 pages written: a pass of 400 writes is a window.
        assert_eq!(
            (steady.reached, steady.passes),
            (true, 1),
            "{ftl}: {steady:?}"
        );
        assert!(steady.window >= 3, "{ftl}: {steady:?}");
        assert_eq!(Some(steady.amplification), shown.write_amplification);

        // The same by hand: all passes one after another, of which each is a difference.
        let all = format!(
            r#""kind": "ops", "ops": "{ops}", "repeat": {}"#,
            steady.window
        );
        let mut by_hand = opened(&scenario(ftl, &all), None).expect("opens");
        let mut marks = vec![(0, 0, 0, 0)];
        for pass in 1..=steady.window {
            let Report {
                flash, host, cmt, ..
            } = report_at(&mut by_hand, at(pass * 500));
            marks.push((
                host.writes,
                flash.programs.total,
                flash.erases.total,
                cmt.misses,
            ));
        }
        let passes: Vec<_> = marks
            .windows(2)
            .map(|two| {
                (
                    two[1].0 - two[0].0,
                    two[1].1 - two[0].1,
                    two[1].2 - two[0].2,
                    two[1].3 - two[0].3,
                )
            })
            .collect();
        let Report {
            flash, host, cmt, ..
        } = &shown;
        assert_eq!(
            passes.last(),
            Some(&(
                host.writes,
                flash.programs.total,
                flash.erases.total,
                cmt.misses
            )),
            "{ftl}"
        );
        // The first that is within a tenth of the one before, of those behind the first window.
        let wa: Vec<_> = passes
            .iter()
            .map(|&(writes, programs, ..)| programs as f64 / writes as f64)
            .collect();
        let close = |two: &[f64]| (two[1] - two[0]).abs() <= 0.1 * two[0];
        let first = wa[1..].windows(2).position(close).expect("one settles");
        assert_eq!(first + 3, steady.window as usize, "{ftl}: {wa:?}");
        assert_eq!(steady.before, Some(wa[wa.len() - 2]));
        // It is a run as any other: every page behind it is the same, and one goes back to its beginning.
        assert_eq!(
            shown.wear,
            report_at(&mut by_hand, Target::End).wear,
            "{ftl}"
        );
        assert_eq!(
            session.cells(0, 0, 64).to_vec(),
            by_hand.cells(0, 0, 64).to_vec(),
            "{ftl}"
        );
        let begun = report_at(&mut session, at(0));
        assert_eq!((begun.host.writes, begun.flash.programs.total), (0, 0));
        assert_eq!(report_at(&mut session, Target::End), shown);
    }
}

#[test]
fn a_window_is_as_many_passes_as_write_its_pages_the_first_time() {
    let ops = (0..30)
        .map(|i| format!("w{} r{i} ", i * 11 % 300))
        .collect::<Vec<_>>()
        .concat();
    let until = |more: &str| {
        let repeat = format!(r#""repeat": {{"until_steady": {{{more}}}}}"#);
        report(&scenario(
            PAGE,
            &format!(r#""kind": "ops", "ops": "{ops}", {repeat}"#),
        ))
    };
    // 400 page writes in passes of 30: 14.
    let shown = until("");
    let steady = shown.steady.expect("it is repeated");
    assert_eq!(
        (steady.passes, shown.host.writes, shown.host.reads),
        (14, 420, 420)
    );
    // Smaller windows are compared once the capacity is overwritten: those of 2 passes from the 8th on.
    let steady = until(r#""window": 31, "tolerance": 0.9"#)
        .steady
        .expect("it is repeated");
    assert_eq!((steady.passes, steady.window, steady.reached), (2, 9, true));
}

#[test]
fn one_that_does_not_settle_is_given_up_and_says_so() {
    let until = r#""repeat": {"until_steady": {"tolerance": 0.0000001, "most": 4}}"#;
    let text = scenario(
        PAGE,
        &format!(r#""kind": "uniform", "requests": 500, {until}"#),
    );
    let shown = report(&text);
    let steady = shown.steady.expect("it is repeated");
    assert_eq!(
        (steady.reached, steady.window, steady.passes),
        (false, 4, 1)
    );
    assert!(
        steady
            .before
            .is_some_and(|before| (before - steady.amplification).abs() > 1e-7 * before)
    );
    // Requests 1500 to 1999, drawn on.
    let mut by_hand = opened(
        &scenario(PAGE, r#""kind": "uniform", "requests": 2000"#),
        None,
    )
    .expect("opens");
    let before = report_at(&mut by_hand, at(1500)).flash.programs.total;
    let after = report_at(&mut by_hand, Target::End).flash.programs.total;
    assert_eq!(shown.flash.programs.total, after - before);
}

#[test]
fn the_clock_starts_with_the_window() {
    let lines: Vec<_> = (0..600u32)
        .map(|i| format!("{} 0 {} 8 0\n", i * 50_000, i * i % 300 * 8))
        .collect();
    let text = scenario(
        PAGE,
        r#""kind": "trace", "path": "t", "repeat": {"until_steady": {"tolerance": 0.5}}"#,
    );
    let mut session = opened(&text, Some(trace_of(&lines.concat()))).expect("opens");
    let first = session.simulation(0).expect("open").peek(0, 2);
    let times: Vec<_> = first.iter().map(|(_, request)| request.time_ns).collect();
    assert_eq!(times, [Some(0), Some(50_000)]);
    let shown = report_at(&mut session, Target::End);
    assert!(
        shown
            .steady
            .is_some_and(|steady| steady.reached && steady.window == 3)
    );
    assert_eq!(shown.host.writes, 600);
    // The window's own time: from its first arrival to its last.
    assert_eq!(shown.arrivals_us, Some(599.0 * 50.0));
    assert_eq!(
        report(&scenario(PAGE, r#""kind": "ops", "ops": "w1""#)).arrivals_us,
        None
    );
}

#[test]
fn what_cannot_be_repeated_says_why_and_what_to_do() {
    let refused = |workload: &str, more: &str| {
        let text = scenario(PAGE, workload).replacen(
            r#""format": 1"#,
            &format!(r#""format": 1{more}"#),
            1,
        );
        let failure = opened(&text, None)
            .err()
            .unwrap_or_else(|| panic!("{workload} opens"));
        assert!(!failure.remedy.is_empty());
        let said = format!("{} {}", failure.message, failure.remedy);
        (failure.field.unwrap_or_default(), said)
    };
    for (workload, field, message) in [
        (
            r#""kind": "ops", "ops": "w1", "repeat": 0"#,
            "workload.repeat",
            "at least 1",
        ),
        (
            r#""kind": "uniform", "requests": 3000000000, "repeat": 2"#,
            "workload.repeat",
            "`workload.repeat` is 2",
        ),
        (
            r#""kind": "ops", "ops": "w1", "repeat": {}"#,
            "workload.repeat.until_steady",
            "until_steady",
        ),
        (
            r#""kind": "ops", "ops": "w1", "repeat": {"until_steady": {"tolerance": 1}}"#,
            "workload.repeat.until_steady.tolerance",
            "`tolerance` is 1",
        ),
        (
            r#""kind": "ops", "ops": "w1", "repeat": {"until_steady": {"window": 0}}"#,
            "workload.repeat.until_steady.window",
            "at least 1",
        ),
        (
            r#""kind": "ops", "ops": "w1", "repeat": {"until_steady": {"most": 2}}"#,
            "workload.repeat.until_steady.most",
            "at least 3",
        ),
        (
            r#""kind": "ops", "ops": "r1 t2", "repeat": {"until_steady": {}}"#,
            "workload.repeat",
            "the workload writes no page",
        ),
    ] {
        let (at, said) = refused(workload, "");
        assert_eq!(at, field, "{workload}: {said}");
        assert!(said.contains(message), "{workload}: {said}");
    }
    for read in ["1", "0.9999999999"] {
        let until = r#""repeat": {"until_steady": {}}"#;
        let (at, said) = refused(
            &format!(r#""kind": "uniform", "requests": 9, "read_fraction": {read}, {until}"#),
            "",
        );
        assert_eq!(at, "workload.repeat", "{said}");
    }
    let (at, said) = refused(
        r#""kind": "ops", "ops": "w1 w2", "repeat": {"until_steady": {}}"#,
        r#", "warmup_requests": 1"#,
    );
    assert_eq!(at, "warmup_requests", "{said}");
    // Ten years a pass.
    let years = 10 * 31_557_600_000_000_000_u64;
    let trace = || trace_of(&format!("0 0 40 8 0\n{years} 0 48 8 0\n"));
    let of = |repeat: u32| {
        let workload = format!(r#""kind": "trace", "path": "t", "repeat": {repeat}"#);
        opened(&scenario(PAGE, &workload), Some(trace()))
    };
    let failure = of(11).err().expect("110 years");
    assert_eq!(failure.field.as_deref(), Some("workload.repeat"));
    assert!(failure.message.contains("110 years"), "{failure:?}");
    assert!(failure.remedy.contains("`repeat` at most 9"), "{failure:?}");
    assert!(of(9).is_ok());
    // A warm-up may be a pass.
    let text = scenario(PAGE, r#""kind": "ops", "ops": "w1 w2", "repeat": 3"#);
    let text = text.replacen(r#""format": 1"#, r#""format": 1, "warmup_requests": 4"#, 1);
    assert_eq!(report(&text).host.writes, 2);
}
