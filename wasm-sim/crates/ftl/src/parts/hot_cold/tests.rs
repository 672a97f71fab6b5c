//! Classes and pools worked out by hand.

use nand::{Chip, Pbn};

use super::*;
use crate::HostOp;
use crate::parts::ClosedBlocks;

#[test]
fn two_quick_rewrites_make_a_page_hot_and_rest_makes_it_cold() {
    let options = HotColdOptions {
        classifier: Classifier::Recency,
        pool_choice: PoolChoice::Greedy,
    };
    let mut hot_cold = HotCold::new(options, 100);
    let mut now = 0;
    let mut write = |hot_cold: &mut HotCold, lpn: u32, before: u32| {
        now += 1;
        let page = HostPage {
            op: HostOp::Write,
            lpn: Lpn(lpn),
            version: 1,
            index: 0,
            pages: 1,
            hot: false,
            partial: false,
        };
        (hot_cold.write(page, Some(before), now).0, now)
    };
    for round in 0..3 {
        for lpn in 0..50 {
            assert_eq!(write(&mut hot_cold, lpn, COLD).0, COLD, "round {round}");
        }
    }
    // R is 50: 1 rewrite after fewer than 35 writes is not enough, 2 are.
    assert_eq!(write(&mut hot_cold, 49, COLD).0, COLD);
    let (class, at) = write(&mut hot_cold, 49, COLD);
    assert_eq!(class, HOT);
    assert_eq!(hot_cold.copy(Lpn(49), HOT, at + 40), HOT);
    assert_eq!(hot_cold.copy(Lpn(49), HOT, at + 75), COLD);
    assert_eq!(hot_cold.copy(Lpn(3), COLD, at), COLD);
    // A write after a trim is a first write, and tells nothing: without the trim the page would stay hot.
    hot_cold.trimmed(Lpn(49));
    assert_eq!(write(&mut hot_cold, 49, HOT).0, COLD);
}

fn recency() -> HotCold {
    let config = HotColdOptions {
        classifier: Classifier::Recency,
        pool_choice: PoolChoice::Greedy,
    };
    HotCold::new(config, 100)
}

/// The class that a write at this clock gives a page whose copy is cold, and the event.
fn written(hot_cold: &mut HotCold, lpn: u32, now: u64) -> (u32, Option<Event>) {
    let page = HostPage {
        op: HostOp::Write,
        lpn: Lpn(lpn),
        version: 1,
        index: 0,
        pages: 1,
        hot: false,
        partial: false,
    };
    hot_cold.write(page, Some(COLD), now)
}

/// R, as the event of a page that turns cold tells it.
fn mean(hot_cold: &HotCold) -> f64 {
    match hot_cold.cooled(Lpn(0), u64::from(u32::MAX)) {
        Some(Event::PageClassified { mean, .. }) => mean,
        other => panic!("{other:?}"),
    }
}

/// Page 0 written at 1, at 1,000,001 and at 2,000,001: two rewrites, both a million writes after the write before, so R is
/// 1,000,000.
fn mean_of_a_million() -> HotCold {
    let mut hot_cold = recency();
    for now in [1, 1_000_001, 2_000_001] {
        assert_eq!(written(&mut hot_cold, 0, now), (COLD, None));
    }
    assert_eq!(mean(&hot_cold).to_bits(), 1e6_f64.to_bits());
    hot_cold
}

/// By hand, with R = 1,000,000: 0.7 R is 700,000. So a rewrite is soon after 699,999 writes, and not after 700,000. A
/// second rewrite right behind it is soon in any case. It makes the page hot if the first one was soon.
#[test]
fn a_rewrite_is_soon_below_seven_tenths_of_the_mean_distance() {
    // The first write of page 1 is at 3,000,000. The third rewrite ever moves R by a third of what it is off:
    // 1,000,000 - 300,001 / 3 and 1,000,000 - 300,000 / 3.
    for (distance, class, mean_then) in [
        (699_999, HOT, 1e6 - 300_001.0 / 3.0),
        (700_000, COLD, 900_000.0),
    ] {
        let mut hot_cold = mean_of_a_million();
        written(&mut hot_cold, 1, 3_000_000);
        let (first, _) = written(&mut hot_cold, 1, 3_000_000 + distance);
        assert_eq!(first, COLD, "one soon rewrite is not enough");
        assert!((mean(&hot_cold) - mean_then).abs() < 1e-6);
        let (second, event) = written(&mut hot_cold, 1, 3_000_001 + distance);
        assert_eq!(second, class, "after {distance}");
        let becomes_hot = matches!(
            event,
            Some(Event::PageClassified {
                hot: true,
                distance: 1,
                ..
            })
        );
        assert_eq!(becomes_hot, class == HOT);
    }
    // The second rewrite is measured too. After the first one R is 1,000,000 - 500,000 / 3, so 0.7 R is 583,333.3.
    for (distance, class) in [(583_333, HOT), (583_334, COLD)] {
        let mut hot_cold = mean_of_a_million();
        written(&mut hot_cold, 1, 3_000_000);
        written(&mut hot_cold, 1, 3_500_000);
        let (second, _) = written(&mut hot_cold, 1, 3_500_000 + distance);
        assert_eq!(second, class, "after {distance}");
    }
}

/// By hand, with R = 1,000,000: 1.4 R is 1,400,000, so a hot page stays hot when it is copied 1,400,000 writes after its last
/// write, and is cold one write later.
#[test]
fn a_hot_page_is_cold_again_after_more_than_one_and_four_tenths_of_the_mean_distance() {
    let hot_cold = mean_of_a_million();
    for (rest, class) in [(1_400_000, HOT), (1_400_001, COLD)] {
        assert_eq!(hot_cold.copy(Lpn(0), HOT, 2_000_001 + rest), class);
    }
}

/// By hand: 1,024 rewrites after 1,000 writes each make R 1,000. From then on a rewrite weighs 1/1,024: one after 2,024 writes
/// makes R 1,000 + 1,024 / 1,024 = 1,001.
#[test]
fn the_mean_distance_is_plain_for_1024_rewrites_and_a_moving_one_from_then_on() {
    let mut hot_cold = recency();
    let mut now = 1;
    written(&mut hot_cold, 0, now);
    // The mean of 500 and 1,500, then of 1,000s.
    for distance in [500, 1500].into_iter().chain([1000; 1022]) {
        now += distance;
        written(&mut hot_cold, 0, now);
    }
    assert!((mean(&hot_cold) - 1000.0).abs() < 1e-9);
    written(&mut hot_cold, 0, now + 2024);
    assert!((mean(&hot_cold) - 1001.0).abs() < 1e-9);
}

/// By hand: with 4 logical pages the counts are halved, rounded down, when together they reach 8. Seven writes, five of them
/// hot, are 2 and 5; the eighth, hot, makes them 2 and 6, so 1 and 3 are left, and a hot one more makes 1 and 4.
#[test]
fn the_share_of_a_class_forgets_half_of_the_writes_whenever_they_are_twice_the_logical_pages() {
    let config = HotColdOptions {
        classifier: Classifier::Oracle,
        pool_choice: PoolChoice::Optimal,
    };
    let mut hot_cold = HotCold::new(config, 4);
    let mut write = |hot: bool| {
        let page = HostPage {
            op: HostOp::Write,
            lpn: Lpn(0),
            version: 1,
            index: 0,
            pages: 1,
            hot,
            partial: false,
        };
        hot_cold.write(page, None, 1);
        hot_cold.writes
    };
    let seven = [false, true, true, false, true, true, true].map(&mut write);
    assert_eq!(seven[6], [2, 5]);
    assert_eq!(write(true), [1, 3]);
    assert_eq!(write(true), [1, 4]);
    assert_eq!(hot_cold.share(HOT).to_bits(), 0.8_f64.to_bits());
}

#[test]
fn a_pool_with_nothing_to_gain_is_chosen_last_whatever_its_score() {
    let geometry = nand::Geometry {
        blocks: 4,
        pages_per_block: 2,
        page_bytes: 1,
    };
    let mut chip = Chip::new(geometry, nand::ProgramOrder::Ascending);
    for page in 0..4 {
        chip.program(nand::Ppn(page), page, nand::PageKind::Data, 1);
    }
    chip.invalidate(nand::Ppn(0));
    let closed = ClosedBlocks::new(crate::GcPolicy::Greedy, &chip, 2, false);
    let pool = |pbn| Pool {
        pick: Some(Pbn(pbn)),
        blocks: 2,
    };
    // No spare space is due to the pool of p = 0, so its score is the smaller one; block 1 is full.
    for (p, pools) in [(0.0, [pool(0), pool(1)]), (1.0, [pool(1), pool(0)])] {
        let mut hot_cold = HotCold::new(
            HotColdOptions {
                classifier: Classifier::Oracle,
                pool_choice: PoolChoice::FixedSplit { p },
            },
            4,
        );
        let (pbn, [cold, hot]) = hot_cold
            .choose(&chip, &closed, pools, true)
            .expect("two picks");
        assert_eq!(cold.score < hot.score, p > 0.0);
        assert_eq!(pbn, Pbn(0));
    }
}
