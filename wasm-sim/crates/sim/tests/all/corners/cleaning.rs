//! Victims, pools and the order of invalidation (SPEC 3).

use ftl::Event;
use sim::device::Device;
use sim::scenario;
use sim::workload::Source;

use super::finished;

fn text(name: &str) -> String {
    super::scenario(name)
}

/// The events of each request.
fn events(text: &str) -> Vec<Vec<Event>> {
    let setup = scenario::parse(text).expect("sound");
    let mut device = Device::new(&setup).expect("no initial state");
    device.start_counting();
    let source = Source::workload(&setup, &|_| None).expect("no trace");
    let record = |request| {
        let mut events = Vec::new();
        device.record(&request, &mut events).expect("runs");
        events
    };
    source.map(record).collect()
}

/// At the 11th write R is 20/7, so that 0.7 R is 2, which the distance of page 1
/// is as well: it is not below, and page 1 is not hot at the 12th.
#[test]
fn a_distance_of_exactly_0_7_r_is_not_soon() {
    let events = events(&text("recency-tie.json"));
    let classified = |event: &&Event| matches!(event, Event::PageClassified { .. });
    assert_eq!(events.iter().flatten().find(classified), None);
}

/// The pages of a destaged group become invalid in ascending order, fillers included: it decides which of two blocks with as few valid
/// pages has gone longest without a change.
#[test]
fn a_destaged_group_becomes_invalid_in_ascending_order() {
    let run = finished(&text("on-demand-order.json"));
    assert_eq!(run.device().chip().erase_counts(), [1, 0, 1, 0]);
    let run = finished(&text("on-demand-order-counters.json"));
    assert_eq!(
        run.device().chip().erase_counts(),
        [1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    );
}

/// Eq. 30 with the pages that are not valid, those of open blocks that are free among them.
#[test]
fn optimal_counts_the_free_pages_of_open_blocks_as_not_valid() {
    let run = finished(&text("optimal-free-pages.json"));
    assert_eq!(run.device().chip().erase_counts(), [0, 0, 1, 0, 0]);
}

/// The block that took the place of another one by wear leveling has changed its valid count then.
#[test]
fn a_wear_move_is_a_change_of_the_valid_count() {
    let run = finished(&text("wear-tie.json"));
    assert_eq!(run.device().chip().erase_counts(), [2, 1, 1, 1, 1]);
}
