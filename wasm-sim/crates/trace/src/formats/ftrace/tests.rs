use super::*;
use crate::Format::Ftrace as Events;
use crate::formats::tests::{Short, error, lines, read, read_with, unknown_op};
use crate::record::Op;
use crate::text::linux::RWBS;

use Line::{Passed, Requests, Restart};

const DEVICE: u32 = 259 << 20;

fn request(us: u64, op: Op, sector: u64, sectors: u64) -> Short {
    (Some(us * 1000), op, DEVICE, sector * 512, sectors * 512)
}

#[test]
fn an_issue_counts_in_all_that_print_it_and_a_completion_does_not() {
    let text = "\
 kworker/u16:2-311   [003] .....  0.552101: block_rq_issue: 259,0 WS 4096 () 81920 + 8 none,0,0 [kworker/u16:2]
      dd-4242        [001] d..1.  0.552180: block_rq_issue: 259,0 W 1048576 () 2048 + 2048 [dd]
      <idle>-0       [003] d.h1.  0.552301: block_rq_complete: 259,0 WS () 81920 + 8 none,0,0 [0]
Web Content  4242 [001]  0.553:          1 block:block_rq_issue: 259,0 RA 4096 () 8 + 8 none,0,0 [Web Content]
dd-4242  [001]  0.554000100: block_rq_issue:       259,0 DS 0 () 0 + 16 [dd]
dd-4242  [001] d..1. 0.555: block_rq_issue: 259,0 N 255 (12 01 00 00 fe 00 ..) 0 + 0 none,0,0 [dd]
dd-4242  [001] d..1. 0.556: sched_switch: prev_comm=dd prev_pid=1 ==> next_comm=x
";
    let mut trim = request(554_000, Op::Trim, 0, 16);
    trim.0 = Some(554_000_100);
    let expected = vec![
        request(552_101, Op::Write, 81_920, 8),
        request(552_180, Op::Write, 2048, 2048),
        request(553_000, Op::Read, 8, 8),
        trim,
    ];
    assert_eq!(read(Events, text), Ok(expected));
    let other = Passed(Why::Action);
    assert_eq!(
        lines(Events, text, &Options::default()).unwrap().0,
        [
            Restart,
            Requests,
            other,
            Requests,
            Requests,
            Passed(Why::NoRequest),
            other
        ]
    );
}

#[test]
fn without_an_issue_bios_count_and_any_event_can_be_named() {
    let text = "\
dd-1 [0] 1.0: block_bio_queue: 259,0 W 8 + 8 [dd]
dd-1 [0] 1.1: block_rq_insert: 259,0 W 4096 () 8 + 8 [dd]
dd-1 [0] 1.2: block_rq_complete: 259,0 W () 8 + 8 [0]
";
    let times = |action| -> Vec<_> {
        let options = Options {
            action,
            ..Options::default()
        };
        let all = read_with(Events, text, &options).unwrap();
        all.iter().map(|r| r.0.unwrap() / 100_000_000).collect()
    };
    assert_eq!(times(None), [10]);
    assert_eq!(times(Some(Action::Insert)), [11]);
    assert_eq!(times(Some(Action::Complete)), [12]);
    assert_eq!(times(Some(Action::Issue)), [0u64; 0]);
}

#[test]
fn commands_of_nvme_count_where_the_block_layer_issued_nothing() {
    let nvme = "\
kworker/0:1H-99 [000] .... 2.5: nvme_setup_cmd: nvme0: disk=nvme0n1, qid=1, cmdid=5, nsid=1, flags=0x0, meta=0x0, cmd=(nvme_cmd_write slba=1024, len=7, ctrl=0x4000, dsmgmt=0, reftag=0)
kworker/0:1H-99 [000] .... 2.6: nvme_setup_cmd: nvme0: disk=nvme0n1, qid=1, cmdid=6, nsid=1, flags=0x0, meta=0x0, cmd=(nvme_cmd_dsm nr=0, attributes=4)
kworker/0:1H-99 [000] .... 2.6: nvme_setup_cmd: nvme0: disk=nvme0n1, qid=1, cmdid=8, nsid=1, flags=0x0, meta=0x0, cmd=(nvme_cmd_flush cdw10=00 00 00 00)
kworker/0:1H-99 [000] .... 2.7: nvme_setup_cmd: nvme0: disk=nvme1n1, qid=1, cmdid=7, nsid=1, flags=0x0, meta=0x0, cmd=(nvme_cmd_read slba=1024, len=0, ctrl=0x0, dsmgmt=0, reftag=0)
";
    let record = |ns, op, device, length| (Some(ns), op, device, 1024 * 512, length);
    let expected = vec![
        record(2_500_000_000, Op::Write, 0, 4096),
        record(2_700_000_000, Op::Read, 1, 512),
    ];
    assert_eq!(read(Events, nvme), Ok(expected));
    let both = format!("{nvme}dd-1 [0] 3.0: block_rq_issue: 259,0 W 4096 () 8 + 8 [dd]\n{nvme}");
    assert_eq!(
        read(Events, &both),
        Ok(vec![request(3_000_000, Op::Write, 8, 8)])
    );
    let mut reader = new(&Options::default());
    for line in nvme.lines() {
        reader.read(line.as_bytes(), &mut Vec::new()).unwrap();
    }
    let mut notes = Vec::new();
    reader.notes(&mut notes);
    assert_eq!(
        notes,
        [
            Note::Flushes {
                commands: 1,
                forced: 1
            },
            Note::NvmeBlocks { bytes: 512 },
            Note::NoRanges { commands: 1 }
        ]
    );
    assert_eq!(
        (reader.name_of(1), reader.device_called("nvme0n1")),
        ("nvme1n1".into(), Some(0))
    );
}

#[test]
fn what_the_recorder_lost_is_counted() {
    let mut reader = new(&Options::default());
    reader.comment(b"# entries-in-buffer/entries-written: 100/250   #P:4");
    for line in ["CPU:2 [LOST 5 EVENTS]", "CPU 1: 45 events lost"] {
        let read = reader.read(line.as_bytes(), &mut Vec::new());
        assert_eq!(read, Ok(Passed(Why::Summary)), "{line}");
    }
    let mut notes = Vec::new();
    reader.notes(&mut notes);
    assert_eq!(notes, [Note::Lost { events: 200.0 }]);
}

#[test]
fn bad_fields_are_named() {
    let line = |rest: &str| error(Events, &format!("dd-1 [0] 1.0: block_rq_issue: {rest}"));
    assert_eq!(
        line("259,0 X 4096 () 8 + 8 [dd]"),
        (36, "rwbs", unknown_op("X", RWBS))
    );
    assert_eq!(line("259:0 W 4096 () 8 + 8 [dd]").1, "maj,min");
    assert_eq!(line("259,0 W 4096 () 8").1, "n");
    assert_eq!(line("259,0 W 4096 () 8 + x").1, "n");
    let unit = LineErrorKind::UnitUnknown {
        what: Part::Time,
        found: "12345".into(),
    };
    let clock = error(
        Events,
        "dd-1 [0] 12345: block_rq_issue: 259,0 W 4096 () 8 + 8 [dd]",
    );
    assert_eq!(clock, (9, "time", unit));
    assert_eq!(error(Events, "no event here").1, "time");
}

#[test]
fn what_trace_cmd_says_before_the_events_is_passed_over() {
    let event =
        "dd-4242 [001] 1021.552180: block_rq_issue: 259,0 W 4096 () 2048 + 8 none,0,0 [dd]\n";
    for head in [
        "cpus=4\n",
        "version = 6\nCPU 0 is empty\nCPU 1 is empty\nCPU 2 is empty\ncpus=4\n",
    ] {
        let text = format!("{head}{event}");
        assert_eq!(read(Events, &text).unwrap().len(), 1, "{head}");
        let guess = crate::recognise(text.as_bytes(), true).unwrap();
        assert_eq!(guess.format, Events, "{head}");
        assert!((guess.confidence - 1.0).abs() < 1e-9, "{head}");
    }
    for other in [
        "cpus=",
        "cpus=4x",
        "version = x",
        "CPU 0 is",
        "CPU x is empty",
    ] {
        error(Events, other);
    }
}

#[test]
fn an_event_without_requests_is_not_offered() {
    let text = "\
dd-1 [0] 1.0: block_rq_issue: 259,0 FF 0 () 0 + 0 [dd]
dd-1 [0] 1.1: block_rq_complete: 259,0 FF () 0 + 0 [0]
";
    let refused = |text: &str, action| {
        let mut importer = crate::Importer::new(Options {
            action,
            ..Options::default()
        });
        importer.push(text.as_bytes()).unwrap();
        match importer.finish() {
            Err(crate::ImportError::NoneKept { action, .. }) => action,
            other => panic!("{:?}", other.map(|trace| trace.len())),
        }
    };
    assert_eq!(refused(text, None), None);
    assert_eq!(refused(text, Some(Action::Complete)), None);
    let completed = format!("{text}dd-1 [0] 1.2: block_rq_complete: 259,0 W () 8 + 8 [0]\n");
    assert_eq!(refused(&completed, None), Some(Action::Complete));
}
