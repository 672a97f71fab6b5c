//! Write buffers in front of a device: the worked example E8, what padding costs, and what a power loss takes.

mod drained;
mod ram;

use crate::support;

use std::collections::BTreeMap;

use ftl::{BufferEvent, Event, HostOp, RecoveryEvent};
use nand::PageKind;
use proptest::prelude::*;
use sim::device::Device;
use sim::scenario;
use sim::view::View;
use sim::workload::{Request, Source};

use support::{Sample, behind, dftl_sample};

/// A scenario of `testdata/buffer`.
fn golden(name: &str) -> String {
    let path = format!(
        "{}/../../testdata/buffer/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).expect("readable")
}

/// Its events, and its device in the end.
fn run(text: &str) -> (Vec<Event>, Device) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}", f.message));
    let mut device = Device::new(&setup).expect("erased");
    device.start_counting();
    let mut events = Vec::new();
    for request in Source::workload(&setup, &|_| None).expect("no trace") {
        device.serve(&request, &mut events).expect("runs");
        device.check().expect("laws 1 and 2");
    }
    (events, device)
}

/// The pages that left the buffer, a list for each time.
fn left(events: &[Event]) -> Vec<Vec<u32>> {
    let mut left: Vec<Vec<u32>> = Vec::new();
    for event in events {
        match *event {
            Event::Buffer(BufferEvent::DestageBegin { .. }) => left.push(Vec::new()),
            Event::Buffer(BufferEvent::Destaged { lpn, filler: false }) => {
                left.last_mut().expect("begun").push(lpn.0);
            }
            _ => {}
        }
    }
    left
}

/// E8: what Table 2.3 of Hu says, down to the PUDs of both evictions.
#[test]
fn pud_lru_and_bplru_destage_what_table_2_3_says() {
    let (events, device) = run(&golden("pud-lru"));
    assert_eq!(left(&events), [vec![0, 1, 2], vec![0, 3]]);
    let puds: Vec<Vec<(u32, f64)>> = events
        .iter()
        .filter_map(|event| match event {
            Event::Buffer(BufferEvent::DestageBegin { groups, .. }) => {
                let mut puds: Vec<_> = groups
                    .iter()
                    .map(|g| (g.lbn, g.pud.expect("a PUD")))
                    .collect();
                puds.sort_by_key(|&(lbn, _)| lbn);
                Some(puds)
            }
            _ => None,
        })
        .collect();
    assert_eq!(puds[0], [(0, 1.0), (1, 2.0), (2, 1.0), (3, 0.0)]);
    assert_eq!(puds[1], [(0, 1.0), (1, 3.5), (2, 3.0), (3, 2.0), (4, 0.0)]);
    // The first victim is new to flash; the second is completed with the two pages of the first that it lacks.
    let counters = device.buffer_counters();
    assert_eq!(
        (counters.destages, counters.destaged, counters.padded),
        (2, 5, 2)
    );
    assert_eq!((counters.write_hits, counters.write_misses), (1, 11));
    let (events, _) = run(&golden("bplru"));
    assert_eq!(left(&events), [[4], [8], [12], [4]]);
}

/// Of block 2 the mean distance is 2/3 and the recency degree 0: PUD 1/3. The PUDs span 1/3 to 1, half of that is 1/3.
#[test]
fn pud_lru_destages_a_group_whose_pud_is_exactly_the_share() {
    let (events, device) = run(r#"{"format": 1,
        "device": {"blocks": 14, "pages_per_block": 4}, "logical_pages": 40,
        "ftl": {"kind": "page"},
        "buffer": {"kind": "pud_lru", "capacity": 5, "threshold": 0.5},
        "workload": {"kind": "ops", "ops": "w7+4 w0 w33 w9 w16"}}"#);
    assert_eq!(left(&events), [vec![7], vec![8, 9, 10]]);
    assert_eq!(device.buffer_counters().destaged, 4);
}

/// Fillers are read and programmed under their own cause, buffered pages as the host's.
#[test]
fn fillers_are_counted_apart() {
    let (_, device) = run(&golden("pud-lru"));
    let of = ftl::Counters::of;
    let counters = device.counters();
    assert_eq!(of(&counters.reads, ftl::Cause::Pad), 2);
    assert_eq!(of(&counters.programs, ftl::Cause::Pad), 2);
    assert_eq!(of(&counters.programs, ftl::Cause::Host), 5);
    assert_eq!(counters.host.writes, 12);
}

/// All that is known of a run behind a buffer without a battery, from events alone.
#[derive(Default)]
struct Plain {
    /// The version that a read must return.
    latest: BTreeMap<u32, u32>,
    flash: BTreeMap<u32, u32>,
    /// Trims that the mapping on flash may not know of: pages that may reappear, with the newest they could be.
    trimmed: BTreeMap<u32, u32>,
    /// The content that each physical page was programmed with: LPN and version.
    programmed: BTreeMap<u32, (u32, u32)>,
    losses: u32,
}

impl Plain {
    /// A request was served; `events` are its.
    fn follow(&mut self, events: &[Event]) {
        let mut written = None;
        for event in events {
            match *event {
                Event::HostPage {
                    op: HostOp::Trim,
                    lpn,
                    ..
                } => written = Some((lpn.0, 0)),
                Event::Buffer(
                    BufferEvent::Buffered { lpn, version, .. }
                    | BufferEvent::BufferRewritten { lpn, version },
                ) => {
                    self.latest.insert(lpn.0, version);
                }
                Event::Buffer(BufferEvent::DestagePage { lpn, version, .. }) => {
                    written = Some((lpn.0, version));
                }
                Event::Buffer(BufferEvent::Destaged { lpn, .. }) => {
                    let (page, version) = written.take().expect("begun");
                    assert_eq!(page, lpn.0);
                    self.flash.insert(page, version);
                }
                Event::Buffer(BufferEvent::BufferLost { pages }) => {
                    let differ = |lpn: &u32| self.latest.get(lpn) != self.flash.get(lpn);
                    let lost: Vec<u32> = self.latest.keys().copied().filter(differ).collect();
                    assert_eq!(pages as usize, lost.len(), "not one page more");
                    self.losses += pages;
                    self.latest.clone_from(&self.flash);
                }
                Event::Program {
                    ppn,
                    logical,
                    kind: PageKind::Data,
                    version,
                    ..
                } => {
                    self.programmed.insert(ppn.0, (logical, version));
                }
                // The copy that the mapping on flash knows: an older one where the newest was erased in the meantime.
                Event::Recovery(RecoveryEvent::Reappeared { lpn, ppn, .. }) => {
                    let newest = self.trimmed.remove(&lpn.0).expect("trimmed before");
                    let (page, version) = self.programmed[&ppn.0];
                    assert_eq!(page, lpn.0);
                    assert!(version <= newest);
                    self.flash.insert(lpn.0, version);
                    self.latest.entry(lpn.0).or_insert(version);
                }
                _ => {}
            }
        }
    }

    fn trim(&mut self, lpn: u32) {
        self.latest.remove(&lpn);
        if let Some(version) = self.flash.remove(&lpn) {
            self.trimmed.insert(lpn, version);
        }
    }
}

fn keeps_what_it_must(text: &str, cuts: &[u32]) -> Result<u32, TestCaseError> {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let battery = setup.buffer.expect("behind a buffer").battery_backed();
    let mut device = Device::new(&setup).expect("erased");
    device.start_counting();
    device.cut_power(cuts);
    let mut plain = Plain::default();
    let mut view = View::of(&device);
    for request in Source::workload(&setup, &|_| None).expect("no trace") {
        let mut events = Vec::new();
        let lost_before = device.counters().recovery.power_cuts;
        device.serve(&request, &mut events).expect("recovers");
        device.check().expect("laws 1 and 2");
        for event in &events {
            view.fold(event);
        }
        prop_assert_eq!(view.hash(), View::of(&device).hash());
        let interrupted = device.counters().recovery.power_cuts > lost_before;
        if request.op == HostOp::Trim {
            // Trims that were done before the power was lost, if it was.
            let done = events
                .iter()
                .filter(|e| matches!(e, Event::HostPage { .. }))
                .count();
            let at = events
                .iter()
                .position(|e| matches!(e, Event::Recovery(RecoveryEvent::PowerLost { .. })));
            // Pages that leave for a trim leave when it is done: RAM was divided again.
            let ended = events[..at.unwrap_or(0)].iter().any(|e| {
                matches!(
                    e,
                    Event::Buffer(
                        BufferEvent::Partitioned { .. } | BufferEvent::DestageBegin { .. }
                    )
                )
            });
            let done = done - usize::from(interrupted && !ended);
            let first: Vec<u32> = (request.lpn..).take(done).collect();
            plain.follow(&events[..at.unwrap_or(events.len())]);
            for lpn in first {
                plain.trim(lpn % device.logical_pages());
            }
            plain.follow(&events[at.unwrap_or(events.len())..]);
        } else {
            plain.follow(&events);
        }
        if interrupted && battery {
            let lost = events
                .iter()
                .any(|e| matches!(e, Event::Buffer(BufferEvent::BufferLost { .. })));
            prop_assert!(!lost, "a battery");
        }
    }
    // Power is no longer cut: everything is read.
    device.cut_power(&[]);
    for lpn in 0..device.logical_pages() {
        let mut events = Vec::new();
        let request = Request {
            time_ns: None,
            op: HostOp::Read,
            lpn,
            pages: 1,
            ends: sim::workload::Ends::WHOLE,
            hot: false,
        };
        device.serve(&request, &mut events).expect("runs");
        let found = events.iter().find_map(|e| match e {
            Event::Verified { version, .. } => Some(*version),
            _ => None,
        });
        prop_assert_eq!(found, plain.latest.get(&lpn).copied(), "LPN {}", lpn);
    }
    Ok(plain.losses)
}

/// Scenarios; `npm run test:deep` sets `DEEP`.
fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        5_000
    } else {
        150
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn a_power_loss_takes_what_the_buffer_held_and_no_more(
        sample in dftl_sample(1..80),
        buffer in support::buffer(),
        cuts in proptest::collection::btree_set(0..150u32, 1..5),
    ) {
        // The model begins with an erased device.
        let text = sample.text.split_once("\"precondition\":").map(|(head, rest)| {
            let rest = rest.split_once("\"workload\"").expect("after it").1;
            format!("{head}\"workload\"{rest}")
        });
        let sample = Sample { text: text.expect("a precondition"), ..sample };
        let cuts: Vec<u32> = cuts.into_iter().collect();
        keeps_what_it_must(&behind(&sample, &buffer).text, &cuts)?;
    }
}

/// A small device whose power is lost in each of its flash operations in turn: with a battery nothing is lost, without one
/// something is.
#[test]
fn a_battery_keeps_every_page() {
    let scenario = |battery: bool| {
        format!(
            r#"{{"format":1,"device":{{"blocks":14,"pages_per_block":4}},"logical_pages":24,
                "ftl":{{"kind":"dftl","cmt_entries":4,"entries_per_translation_page":6}},
                "buffer":{{"kind":"bplru","capacity":6,"battery_backed":{battery}}},
                "workload":{{"kind":"ops","ops":"w0+6 w7 w1+3 w12+4 r2 w0+2 t13 w20+4 w5 w9+3 r0+4 w17 w3 w8 w13"}}}}"#
        )
    };
    let lost = |battery| -> u32 {
        let losses = (0..60)
            .map(|cut| keeps_what_it_must(&scenario(battery), &[cut]).expect("the model agrees"));
        losses.sum()
    };
    assert_eq!(lost(true), 0);
    assert!(lost(false) > 60);
}

/// E9: what leaves one by one cleans four times; what leaves at once twice, and copies a third.
#[test]
fn pages_that_leave_at_once_clean_less_as_figure_3_2_says() {
    let page = |name: &str| {
        let (events, device) = run(&golden(name));
        let gc = |counts: &ftl::ByCause| ftl::Counters::of(counts, ftl::Cause::Gc);
        let counters = device.counters();
        (events, gc(&counters.erases), gc(&counters.programs))
    };
    let (_, erases, copies) = page("../page/on-demand");
    assert_eq!((erases, copies), (4, 12));
    let (events, erases, copies) = page("../page/on-demand-group");
    assert_eq!((erases, copies), (2, 4));
    // The older copies first; page 7, the only valid one of B1 then; the three behind it; B1 is the reserve.
    let steps: Vec<String> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Invalidate { ppn } => Some(format!("x{ppn}")),
            Event::Program { ppn, logical, .. } => Some(format!("{logical}@{ppn}")),
            Event::Erase { pbn, .. } => Some(format!("erase {pbn}")),
            _ => None,
        })
        .take(9)
        .collect();
    let first = [
        "x0", "x1", "x2", "7@12", "x3", "0@13", "1@14", "2@15", "erase 0",
    ];
    assert_eq!(steps, first);
    // The same destages of a write buffer.
    let (events, erases, copies) = page("on-demand");
    assert_eq!(left(&events), [[0], [11], [1], [2]]);
    assert_eq!((erases, copies), (4, 12));
    let (events, erases, copies) = page("on-demand-group");
    assert_eq!(left(&events), [[0, 1, 2]]);
    assert_eq!((erases, copies), (1, 1));
}
