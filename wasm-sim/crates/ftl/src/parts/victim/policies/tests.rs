//! Each definition against victims worked out by hand. Four pages a block.

use nand::Pbn;

use super::*;
use crate::rng::Purpose;

/// A block with v valid pages, its age and its erases. No two change at the same time: `changed` is 100 - age.
fn block(pbn: u32, valid: u32, age: u64, erases: u64) -> Block {
    Block {
        pbn: Pbn(pbn),
        valid,
        pages: 4,
        age,
        erases,
        changed: 100 - age,
    }
}

fn picked(policy: GcPolicy, blocks: &[Block]) -> Option<u32> {
    let mut rng = Rng::stream(1, Purpose::Ftl);
    pick(policy, blocks.iter().copied(), &mut rng).map(|pbn| pbn.0)
}

const ALL: [GcPolicy; 8] = [
    GcPolicy::Greedy,
    GcPolicy::Fifo,
    GcPolicy::FifoFull,
    GcPolicy::WindowedGreedy { w: 2 },
    GcPolicy::CostBenefit,
    GcPolicy::Cat,
    GcPolicy::Random,
    GcPolicy::DChoices { d: 2 },
];

#[test]
fn no_policy_takes_a_block_where_none_is_closed() {
    for policy in ALL {
        assert_eq!(picked(policy, &[]), None, "{policy:?}");
    }
}

#[test]
fn every_policy_but_fifo_full_takes_the_block_that_gains_where_only_one_does() {
    let blocks = [block(7, 4, 90, 1), block(5, 4, 80, 1), block(6, 3, 1, 9)];
    for policy in ALL {
        let full = policy == GcPolicy::FifoFull;
        assert_eq!(
            picked(policy, &blocks),
            Some(if full { 7 } else { 6 }),
            "{policy:?}"
        );
    }
}

#[test]
fn greedy_takes_fewest_valid_pages_then_the_count_unchanged_for_longest() {
    let mut blocks = [block(0, 3, 90, 1), block(1, 2, 80, 1), block(2, 2, 70, 1)];
    assert_eq!(picked(GcPolicy::Greedy, &blocks), Some(1));
    // A page of block 1 became invalid after one of block 2.
    blocks[1].changed = 50;
    assert_eq!(picked(GcPolicy::Greedy, &blocks), Some(2));
}

#[test]
fn fifo_takes_the_first_block_that_gains_and_the_first_where_none_does() {
    let blocks = [block(3, 4, 90, 1), block(1, 3, 80, 1), block(2, 0, 70, 1)];
    assert_eq!(picked(GcPolicy::Fifo, &blocks), Some(1));
    assert_eq!(picked(GcPolicy::Fifo, &blocks[..1]), Some(3));
}

#[test]
fn a_window_hides_better_blocks_closed_later_unless_it_gains_nothing() {
    let w = GcPolicy::WindowedGreedy { w: 2 };
    let mut blocks = [
        block(0, 3, 90, 1),
        block(1, 2, 80, 1),
        block(2, 1, 70, 1),
        block(3, 0, 60, 1),
    ];
    assert_eq!(picked(w, &blocks), Some(1));
    (blocks[0].valid, blocks[1].valid) = (4, 4);
    assert_eq!(picked(w, &blocks), Some(2));
}

/// By hand: block 0 has 40 × 1 / 6 = 6.7, block 1 has 10 × 3 / 2 = 15, block 2 has 30 × 2 / 4 = 15. Erases do not matter.
#[test]
fn cost_benefit_weighs_gain_against_age() {
    let blocks = [block(0, 3, 40, 1), block(2, 2, 30, 9), block(1, 1, 10, 1)];
    // A tie, which goes to the block closed first.
    assert_eq!(picked(GcPolicy::CostBenefit, &blocks), Some(2));
    assert!((cost_benefit::shown(&blocks[2]) - 15.0).abs() < 1e-12);
    let younger = [blocks[0], block(2, 2, 29, 9), blocks[2]];
    assert_eq!(picked(GcPolicy::CostBenefit, &younger), Some(1));
    let empty = [blocks[0], blocks[1], block(5, 0, 1, 1)];
    assert_eq!(picked(GcPolicy::CostBenefit, &empty), Some(5));
}

/// By hand: block 0 has 3/1 × 1 / 40 = 0.075, block 2 has 2/2 × 2 / 30 = 0.067, block 1 has 1/3 × 2 / 10 = 0.067.
#[test]
fn cat_weighs_erases_too() {
    let blocks = [block(0, 3, 40, 1), block(2, 2, 30, 2), block(1, 1, 10, 2)];
    assert_eq!(picked(GcPolicy::Cat, &blocks), Some(2));
    assert!((cat::shown(&blocks[1]) - 1.0 / 15.0).abs() < 1e-12);
    let worn = [blocks[0], block(2, 2, 30, 3), blocks[2]];
    assert_eq!(picked(GcPolicy::Cat, &worn), Some(1));
    let empty = [blocks[0], blocks[1], block(5, 0, 1, 99)];
    assert_eq!(picked(GcPolicy::Cat, &empty), Some(5));
}

#[test]
fn draws_reach_every_block_that_gains_and_d_choices_takes_the_best_of_them() {
    let blocks = [
        block(0, 4, 50, 1),
        block(1, 1, 40, 1),
        block(2, 2, 30, 1),
        block(3, 3, 20, 1),
    ];
    let mut rng = Rng::stream(1, Purpose::Ftl);
    let mut seen = |policy| {
        let mut seen = [0; 4];
        for _ in 0..3000 {
            let pbn = pick(policy, blocks.iter().copied(), &mut rng);
            seen[pbn.expect("some are closed").index()] += 1;
        }
        seen
    };
    let near = |n: i32, expected: i32| (n - expected).abs() < 120;
    let random = seen(GcPolicy::Random);
    assert!(
        random[0] == 0 && random[1..].iter().all(|&n| near(n, 1000)),
        "{random:?}"
    );
    // Of the three pairs two have block 1, and none has block 3 as its best.
    let two = seen(GcPolicy::DChoices { d: 2 });
    assert!(
        near(two[1], 2000) && near(two[2], 1000) && two[3] == 0,
        "{two:?}"
    );
    assert_eq!(seen(GcPolicy::DChoices { d: 9 }), [0, 3000, 0, 0]);
}
