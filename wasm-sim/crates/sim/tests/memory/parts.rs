//! The parts of the estimate, each in scenarios where it is most of it: device, view and checkpoint are no larger than said, and not much
//! smaller.

use ftl::Grain;
use sim::protocol::{Command, Position, Target};
use sim::scenario::{self, Memory};
use sim::session::Session;
use sim::view::View;

use crate::{alone, held, peak};

/// A scenario of `blocks` of `each` pages, with these fields.
pub fn scenario(blocks: u32, each: u32, fields: &str) -> String {
    let logical = blocks * each / 4 * 3;
    let own = |field: &str, text: &str| {
        if fields.contains(field) {
            String::new()
        } else {
            format!("{field}:{text},")
        }
    };
    let ftl = own(r#""ftl""#, r#"{"kind":"page"}"#);
    let workload = own(r#""workload""#, r#"{"kind":"uniform","requests":3000}"#);
    let precondition = own(r#""precondition""#, r#"[{"kind":"random_fill"}]"#);
    format!(
        r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":{each},"program_order":"any"}},
            "logical_pages":{logical},{ftl}{workload}{precondition}"seed":1{fields}}}"#
    )
}

/// The run of a scenario, in its middle.
pub fn run(text: &str) -> Session {
    run_to(1_500, text)
}

/// The run of a scenario up to a request.
fn run_to(request: u32, text: &str) -> Session {
    let mut session = Session::new();
    let open = Command::Open {
        slot: 0,
        scenario: text.to_owned(),
    };
    let position = Position { request, event: 0 };
    for command in [open, Command::run(0, Target::Position { position })] {
        session
            .finish(command, 1 << 20, &mut |_, _, _| ())
            .unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    }
    session
}

/// Name, blocks, pages in each, fields.
const CASES: [(&str, u32, u32, &str); 28] = [
    ("pages", 512, 64, ""),
    ("small blocks", 16_384, 2, ""),
    ("blocks of a page", 32_768, 1, ""),
    ("large blocks", 8, 4_096, ""),
    (
        "cat",
        32_768,
        1,
        r#","ftl":{"kind":"page","gc_policy":"cat","wear_leveling":{"threshold":4}}"#,
    ),
    (
        "cost_benefit",
        32_768,
        1,
        r#","ftl":{"kind":"page","gc_policy":"cost_benefit"}"#,
    ),
    (
        "windowed",
        32_768,
        1,
        r#","ftl":{"kind":"page","gc_policy":{"kind":"windowed_greedy","w":100}}"#,
    ),
    (
        "recency",
        512,
        64,
        r#","ftl":{"kind":"page","hot_cold":{"classifier":"recency"}}"#,
    ),
    (
        "dftl",
        512,
        64,
        r#","ftl":{"kind":"dftl","cmt_entries":100}"#,
    ),
    (
        "dftl, blocks of a page",
        32_768,
        1,
        r#","ftl":{"kind":"dftl","cmt_entries":10}"#,
    ),
    (
        "cmt",
        512,
        64,
        r#","ftl":{"kind":"dftl","cmt_entries":40000,"cmt_policy":"lru"}"#,
    ),
    (
        "lfu",
        512,
        64,
        r#","ftl":{"kind":"dftl","cmt_entries":40000,"cmt_policy":"lfu"}"#,
    ),
    (
        "last",
        512,
        64,
        r#","ftl":{"kind":"last","log_blocks":20,"seq_log_blocks":4,"k":20000}"#,
    ),
    ("fast", 512, 64, r#","ftl":{"kind":"fast","log_blocks":20}"#),
    (
        "fast, blocks of a page",
        32_768,
        1,
        r#","ftl":{"kind":"fast","log_blocks":20}"#,
    ),
    (
        "kast",
        32_768,
        1,
        r#","ftl":{"kind":"kast","log_blocks":20,"seq_log_blocks":4,"associativity":4}"#,
    ),
    ("replacement", 512, 64, r#","ftl":{"kind":"replacement"}"#),
    (
        "replacement, blocks of a page",
        32_768,
        1,
        r#","ftl":{"kind":"replacement"}"#,
    ),
    (
        "superblock",
        512,
        64,
        r#","ftl":{"kind":"superblock","blocks_per_superblock":4,"update_blocks_per_superblock":2,"update_blocks":8,"cached_superblocks":4}"#,
    ),
    (
        "lru",
        512,
        64,
        r#","buffer":{"kind":"lru","capacity":24000}"#,
    ),
    (
        "fab",
        512,
        64,
        r#","buffer":{"kind":"fab","capacity":24000}"#,
    ),
    (
        "fab, blocks of a page",
        32_768,
        1,
        r#","buffer":{"kind":"fab","capacity":24000}"#,
    ),
    (
        "pud_lru",
        16_384,
        2,
        r#","buffer":{"kind":"pud_lru","capacity":24000}"#,
    ),
    (
        "gc_arm",
        512,
        64,
        r#","ftl":{"kind":"dftl","cmt_entries":1000},"buffer":{"kind":"gc_arm","capacity":24000}"#,
    ),
    (
        "ap",
        512,
        64,
        r#","ftl":{"kind":"dftl","cmt_entries":1000},"buffer":{"kind":"ap","capacity":24000}"#,
    ),
    (
        "queues",
        128,
        16,
        r#","host":{"queue_depth":256,"channels":4,"outstanding":8000},"workload":{"kind":"uniform","requests":20000,"pages":16}"#,
    ),
    (
        "queues of blocks",
        8,
        512,
        r#","ftl":{"kind":"block"},"host":{"queue_depth":256},"workload":{"kind":"uniform","requests":3000}"#,
    ),
    (
        "streams",
        512,
        64,
        r#","workload":{"kind":"streams","streams":24000,"requests":3000}"#,
    ),
];

#[test]
fn a_device_is_as_large_as_its_state_says() {
    let _alone = alone();
    for (name, blocks, each, fields) in CASES {
        let text = scenario(blocks, each, fields);
        let session = run(&text);
        let simulation = session.simulation(0).expect("open");
        let said = Memory::of(simulation.setup());
        let mut copy = simulation.device().clone();
        copy.forget_times();
        let (device, _) = held(|| copy.clone());
        let (view, _) = held(|| View::of(&copy));
        let (checkpoint, _) = held(|| copy.save(None));
        assert!(
            device <= said.device && view <= said.view && checkpoint <= said.checkpoint,
            "{name}"
        );
        // A queue is estimated as if requests were merged, and each had all the GC that it can have.
        let most = if name.starts_with("queues") {
            40 * device
        } else {
            9 * device / 4
        };
        assert!(said.device <= most, "{name}");
    }
}

#[test]
fn trims_that_queues_hand_out_leave_nothing_behind() {
    let _alone = alone();
    let fields = r#","host":{"queue_depth":4},"workload":{"kind":"uniform","requests":60000,"trim_fraction":0.9}"#;
    let session = run_to(50_000, &scenario(32, 4, fields));
    let simulation = session.simulation(0).expect("open");
    let said = Memory::of(simulation.setup());
    let mut copy = simulation.device().clone();
    copy.forget_times();
    let (device, _) = held(|| copy.clone());
    assert!(device <= said.device, "{device} of {}", said.device);
}

/// Overloaded for long: hardly two requests wait as long.
#[test]
fn the_times_of_a_device_take_no_more_than_their_estimate() {
    let _alone = alone();
    let host = r#","host":{"queue_depth":2,"arrivals":"poisson"},"workload":{"kind":"uniform","requests":100000,"read_fraction":0.5,"interarrival_ms":0.01}"#;
    let text = scenario(8, 8, host);
    let mut session = run(&text);
    session
        .finish(Command::run(0, Target::End), 1 << 20, &mut |_, _, _| ())
        .expect("runs");
    let simulation = session.simulation(0).expect("open");
    let (with, mut copy) = held(|| simulation.device().clone());
    copy.forget_times();
    let (without, _) = held(|| copy.clone());
    let said = Memory::of(simulation.setup()).times;
    assert!(with - without <= said);
}

/// A device of half a million pages, from opening it to going back.
#[test]
fn the_estimate_of_a_large_device_is_kept_and_not_far_above() {
    let _alone = alone();
    let long = r#","workload":{"kind":"uniform","requests":90000}"#;
    let ops = format!(
        r#","workload":{{"kind":"ops","ops":"{}"}}"#,
        "w0 r1 ".repeat(100_000)
    );
    for (name, blocks, fields) in [
        ("page", 16_384, long),
        (
            "dftl",
            16_384,
            &format!(r#"{long},"ftl":{{"kind":"dftl","cmt_entries":4000}}"#),
        ),
        (
            "buffer",
            16_384,
            &format!(r#"{long},"buffer":{{"kind":"lru","capacity":4000}}"#),
        ),
        ("fast", 16_384, r#","ftl":{"kind":"fast","log_blocks":40}"#),
        ("ops", 64, &ops),
    ] {
        let text = scenario(blocks, 32, fields);
        let estimate = scenario::estimate_bytes(&scenario::parse(&text).expect("sound"));
        let peak = peak(|| visit(&text));
        assert!(
            peak <= estimate && estimate <= 2 * peak,
            "{name}: {peak} of {estimate}"
        );
    }
}

/// For each page a block leaves the write buffer, and for each page of that a block is moved.
#[test]
fn requests_of_very_many_events_take_no_more_than_their_estimate() {
    let _alone = alone();
    let buffer = r#","ftl":{"kind":"block"},"precondition":[{"kind":"sequential"}],"buffer":{"kind":"bplru","capacity":1}"#;
    let one_page = r#","workload":{"kind":"ops","ops":"w0 w700 w5 w900 w3"}"#;
    let many_pages = r#","workload":{"kind":"ops","ops":"w0+130 w5+150 w50+140 w9+130"}"#;
    let beside =
        r#","host":{"queue_depth":2},"workload":{"kind":"ops","ops":"w0+70 w5+80 w50+70"}"#;
    for (name, blocks, each, fields) in [
        ("one page", 8, 512, one_page),
        ("many pages", 16, 32, many_pages),
        ("many pages, beside others", 16, 32, beside),
    ] {
        let text = scenario(blocks, each, &format!("{buffer}{fields}"));
        let estimate = scenario::estimate_bytes(&scenario::parse(&text).expect("sound"));
        let peak = peak(|| {
            let mut session = run_to(2, &text);
            let events = session.simulation(0).expect("open").piece().1;
            assert!(events > 200_000, "{name}: {events}");
            let middle = Target::Position {
                position: Position {
                    request: 1,
                    event: 150_000,
                },
            };
            let back = Target::Step {
                grain: Grain::Operation,
                back: true,
            };
            for target in [middle, back, Target::End] {
                session
                    .finish(Command::run(0, target), 1 << 20, &mut |_, _, _| ())
                    .expect("runs");
            }
        });
        assert!(
            peak <= estimate && estimate <= 12 * peak,
            "{name}: {peak} of {estimate}"
        );
    }
}

/// Everything that a page does and that needs memory.
fn visit(text: &str) {
    let mut session = run(text);
    let end = Target::Position {
        position: Position {
            request: 89_000,
            event: 0,
        },
    };
    let step = |grain, back| Command::run(0, Target::Step { grain, back });
    let played = Command::Run {
        slot: 0,
        target: Target::Step {
            grain: Grain::Request,
            back: false,
        },
        stops: None,
        tally: Some(true),
    };
    let report = || Command::Report { slot: 0 };
    let frame = Command::Frame {
        slot: 0,
        from_block: 0,
        to_block: 8,
        from_lpn: 0,
        lpns: 64,
        ppn: None,
        lpn: None,
    };
    let provenance = Command::Provenance { slot: 0, ppn: 70 };
    for command in [
        Command::run(0, end),
        step(Grain::Request, false),
        step(Grain::Operation, false),
        step(Grain::Operation, false),
        step(Grain::Operation, true),
        step(Grain::Request, true),
        step(Grain::Request, false),
        played,
        frame,
        report(),
        provenance,
    ] {
        session
            .finish(command, 1 << 20, &mut |_, _, _| ())
            .unwrap_or_else(|f| panic!("{}", f.message));
    }
    session.heat(0);
}
