//! Power cut at every flash operation under DFTL, the FTL that recovers (SPEC 5): no acknowledged write is lost.

use crate::support;

use ftl::{Event, HostOp, RecoveryEvent};
use nand::Lpn;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sim::device::Device;
use sim::preparation::Preparation;
use sim::scenario;
use sim::view::{UnderWay, View};
use sim::workload::{Request, Source};
use support::promise::Promise;

/// Requests that follow each cut.
const AFTER: usize = 12;

/// Serves a request, power being lost after `operations` flash operations, with the view beside. Then everything is read.
fn cut(device: &mut Device, promise: &mut Promise, request: &Request, operations: u32) {
    let mut view = View::of(device);
    let unmapped = trimmed_on_flash(device, request);
    let mut events = Vec::new();
    device.cut_power(&[operations]);
    device.serve(request, &mut events).unwrap_or_else(|e| {
        panic!("power lost after {operations} operations of {request:?}: {e:?}")
    });
    for event in &events {
        view.fold(event);
    }
    assert_eq!(view.counters(), device.counters());
    assert_eq!(*view.tables(), device.ftl().tables());
    assert_eq!(view.hash(), View::of(device).hash(), "events are complete");
    assert!(*view.under_way() == UnderWay::default());
    for lpn in unmapped {
        let at = device.ftl().lookup(device.chip(), lpn);
        assert_eq!(at, None, "LPN {lpn}, trimmed on flash, is back");
    }
    let counters = device.counters();
    assert!(counters.recovery.scanned <= counters.recovery.full_scan);
    promise.power_lost(request, begun(&events));
    let reappeared = events
        .iter()
        .filter(|event| matches!(event, Event::Recovery(RecoveryEvent::Reappeared { counted, .. }) if *counted));
    assert_eq!(read_all(device, promise), reappeared.count() as u32);
}

/// Pages of a request that were begun.
fn begun(events: &[Event]) -> u32 {
    let pages = events
        .iter()
        .filter(|e| matches!(e, Event::HostPage { .. }));
    pages.count() as u32
}

/// Reads every page of a copy of the device: each holds what the host was promised. Returns how many pages show again what a trim had removed.
fn read_all(device: &Device, promise: &mut Promise) -> u32 {
    let mut device = device.clone();
    device.cut_power(&[]);
    let mut back = 0;
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
        let found = events.iter().find_map(|event| match *event {
            Event::Verified { version, .. } => Some(version),
            _ => None,
        });
        back += u32::from(promise.read(lpn, found));
    }
    back
}

/// Pages that hold nothing, as flash knows, and that a request leaves alone.
fn trimmed_on_flash(device: &Device, request: &Request) -> Vec<Lpn> {
    let tables = device.ftl().tables();
    let dirty = |lpn| {
        tables
            .cmt
            .iter()
            .flatten()
            .any(|(e, _)| e.dirty && e.lpn == lpn)
    };
    let asked = request.lpn..request.lpn + request.pages;
    (0..device.logical_pages())
        .filter(|lpn| !asked.contains(lpn))
        .map(Lpn)
        .filter(|&lpn| device.buffer().is_none_or(|b| b.get(lpn).is_none()))
        .filter(|&lpn| device.ftl().lookup(device.chip(), lpn).is_none() && !dirty(lpn))
        .collect()
}

/// Cuts power at every flash operation of a workload, each time on a copy of the device, and goes on for a while.
/// Then it cuts power again at every operation of the recovery itself.
fn cut_everywhere(text: &str) -> (u32, u32) {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut promise = Promise::new(device.logical_pages());
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
        promise.acknowledged(&request);
    }
    device.start_counting();
    let requests: Vec<Request> = Source::workload(&setup, &|_| None)
        .expect("no trace")
        .collect();
    let (mut cuts, mut again) = (0, 0);
    for (i, request) in requests.iter().enumerate() {
        let before = device.clone();
        let cost = device.serve(request, &mut ftl::Silent).expect("runs");
        let operations = cost.reads + cost.programs + cost.erases;
        for at in 0..operations {
            let mut lost = before.clone();
            let mut promised = promise.clone();
            cut(&mut lost, &mut promised, request, at);
            cuts += 1;
            assert_eq!(
                lost.counters().recovery.power_cuts,
                before.counters().recovery.power_cuts + 1
            );
            let recovery = recovery_operations(&lost) - recovery_operations(&before);
            for later in requests[i + 1..].iter().take(AFTER) {
                lost.serve(later, &mut ftl::Silent).unwrap_or_else(|e| {
                    panic!("after power was lost at operation {at} of request {i}, {later:?}: {e:?}\n{text}")
                });
                lost.check().expect("laws 1 and 2");
                promised.acknowledged(later);
            }
            assert_eq!(
                read_all(&lost, &mut promised),
                0,
                "power was not lost again"
            );
            // Twice in a row: the second time while recovering.
            if at == operations / 2 {
                for second in 0..recovery {
                    let mut lost = before.clone();
                    lost.cut_power(&[at, at + second]);
                    let mut events = Vec::new();
                    lost.serve(request, &mut events).expect("recovers");
                    assert_eq!(lost.counters().recovery.power_cuts, 2);
                    let mut promised = promise.clone();
                    promised.power_lost(request, begun(&events));
                    read_all(&lost, &mut promised);
                    again += 1;
                }
            }
        }
        promise.acknowledged(request);
    }
    (cuts, again)
}

fn recovery_operations(device: &Device) -> u32 {
    let (counters, cause) = (device.counters(), ftl::Cause::Recovery);
    (ftl::Counters::of(&counters.reads, cause) + ftl::Counters::of(&counters.programs, cause))
        as u32
}

/// This many scenarios, or in `npm run test:deep` five times as many.
fn loses_nothing(scenarios: impl Strategy<Value = String>, count: u32) {
    let deep = std::env::var_os("DEEP").is_some();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let (mut cuts, mut again) = (0, 0);
    for _ in 0..if deep { 5 * count } else { count } {
        let tree = scenarios.new_tree(&mut runner).expect("a sample");
        let (a, b) = cut_everywhere(&tree.current());
        (cuts, again) = (cuts + a, again + b);
    }
    assert!(
        cuts > 1000 && again > 1000,
        "{cuts} cuts, {again} of recoveries"
    );
}

#[test]
fn no_acknowledged_write_is_lost() {
    loses_nothing(support::dftl_sample(10..60).prop_map(|s| s.text), 40);
}

#[test]
fn nor_one_in_a_write_buffer_with_a_battery() {
    let scenarios = (support::dftl_sample(10..60), support::buffer());
    let text = scenarios.prop_map(|(sample, buffer)| {
        let buffer = buffer.replace(r#""battery_backed":false"#, r#""battery_backed":true"#);
        support::behind(&sample, &buffer).text
    });
    loses_nothing(text, 20);
}

/// On the smallest device that is legal, power is lost in the middle of a GC that takes the last free block: what the CMT cannot
/// hold afterwards must fit into the room that the GC had kept for it.
#[test]
fn a_cleaning_cut_off_leaves_room_for_its_mappings() {
    let ftl = r#""kind": "dftl", "cmt_entries": 3, "cmt_policy": "slru", "cmt_protected": 0.25, "entries_per_translation_page": 9,
        "gc_threshold": 3, "gc_policy": "fifo", "lazy_copy": false, "batch_update": false, "prefetch": 1, "full_scan": true"#;
    let workload = r#""kind": "profile", "profile": "financial", "reuse": 0.36, "reuse_within": 39, "trim_fraction": 0.2, "requests": 44"#;
    let (cuts, _) = cut_everywhere(&format!(
        r#"{{"format": 1, "seed": 3909169810, "device": {{"blocks": 13, "pages_per_block": 4, "program_order": "any"}},
            "logical_pages": 33, "ftl": {{{ftl}}}, "precondition": [{{"kind": "random_fill"}}], "workload": {{{workload}}}}}"#
    ));
    assert!(cuts > 100, "{cuts} cuts");
}
