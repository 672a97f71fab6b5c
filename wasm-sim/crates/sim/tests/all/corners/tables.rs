//! Power loss, and traces (SPEC 5.5, 11.7).

use std::rc::Rc;

use ftl::{Event, RecoveryEvent};
use sim::device::Device;
use sim::preparation::Preparation;
use sim::workload::Source;
use trace::Trace;

use super::{folder, scenario};

/// GC rewrites two translation pages, and power is lost between them: the mappings of the first are on flash, and s is the lowest number
/// of the copies whose mappings the second would have written.
#[test]
fn mappings_that_gc_has_written_do_not_count_for_s() {
    let text = scenario("power-s.json");
    let setup = sim::scenario::parse(&text).expect("sound");
    let mut device = Device::new(&setup).expect("no initial state");
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("runs");
    }
    let mut source = Source::workload(&setup, &|_| None).expect("no trace");
    for request in source.by_ref().take(setup.warmup_requests as usize) {
        device.prepare(&request).expect("runs");
    }
    device.start_counting();
    let mut events = Vec::new();
    for request in source {
        device.record(&request, &mut events).expect("runs");
    }
    let from = events.iter().find_map(|event| match event {
        Event::Recovery(RecoveryEvent::RecoveryBegin { from_seq, .. }) => Some(*from_seq),
        _ => None,
    });
    assert_eq!(from, Some(31));
    assert_eq!(device.counters().recovery.scanned, 5);
}

/// `w41 w35 r12`, 24 logical pages, `requests` 1: only w41 runs, and it is dropped.
#[test]
fn the_first_requests_of_a_trace_are_the_same_under_every_mapping() {
    let ops = std::fs::read_to_string(folder().join("drop-requests.ops")).expect("readable");
    let records = trace::parse_ops(&ops).expect("a trace");
    let trace = Rc::new(Trace::from_records(&records).expect("has requests"));
    let addresses = |mapping: &str, requests: u32| {
        let text = scenario("drop-requests.json")
            .replace(r#""mapping":"drop""#, &format!(r#""mapping":"{mapping}""#))
            .replace(r#""requests":1"#, &format!(r#""requests":{requests}"#));
        let setup = sim::scenario::parse(&text).expect("sound");
        let source = Source::workload(&setup, &|_| Some(Rc::clone(&trace))).expect("it runs");
        let found = source.addresses().expect("it acts");
        (source.len(), found.accesses, found.dropped)
    };
    assert_eq!(addresses("drop", 1), (0, 1, 1));
    assert_eq!(addresses("drop", 2), (0, 2, 2));
    assert_eq!(addresses("drop", 3), (1, 3, 2));
    for mapping in ["wrap", "scale", "compact"] {
        assert_eq!(addresses(mapping, 1), (1, 1, 0), "{mapping}");
    }
}
