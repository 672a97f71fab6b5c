//! Lifetime from the erases of a run: a drive worked by hand, and what must hold of every one.

#![allow(clippy::float_cmp, reason = "the same sums, twice")]

use model::{Endurance, NoEndurance, Worn, figures, residual_lifetime};
use proptest::prelude::*;

/// 100 blocks of 1 MB, 80 MB of them for the host, which writes 200 MB, on pages of 220 MB, in two hours: 400 erases.
const WORN: Worn = Worn {
    erases: 400.0,
    host_bytes: 200e6,
    page_bytes: 220e6,
    seconds: 7200.0,
    most: 15.0,
    mean: 10.0,
    blocks: 100.0,
    block_bytes: 1e6,
    logical_bytes: 80e6,
};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

#[track_caller]
fn is(found: f64, by_hand: f64) {
    assert!(close(found, by_hand), "{found} for {by_hand}");
}

#[test]
fn a_drive_by_hand() {
    let found = WORN.endurance(3000.0).unwrap();
    // 4 erases a block and pass, 12 passes a day: 48 erases a day, and 3,000 in 62.5 days.
    is(found.mean.erases, 4.0);
    is(found.mean.passes, 750.0);
    is(found.mean.erases_a_day, 48.0);
    is(found.mean.years, 62.5 / 365.0);
    // So far the most erased block had 1.5 times as many as the mean one.
    is(found.most.erases, 6.0);
    is(found.most.passes, 500.0);
    is(found.most.erases_a_day, 72.0);
    is(found.most.years, 62.5 / 1.5 / 365.0);
    // 750 times 200 MB.
    is(found.terabytes, 0.15);
    is(found.drive_writes, 150_000.0 / 80.0);
    is(found.drive_writes_a_day, 30.0);
    // Pages of 220 MB for 400 MB that were erased.
    is(found.share, 0.55);
    // P is 0.8: pages of 100 MB (0.8 + 0.2 * 3,000) are 60,080 MB, and 200 MB of data in each 220 MB of them.
    let passes = 60_080.0 / 220.0;
    is(found.hu.passes, passes);
    is(found.hu.terabytes, passes * 200e6 / 1e12);
    is(found.hu.years, passes / 12.0 / 365.0);
    is(found.hu.share, 600.8 / 3000.0);
}

#[test]
fn without_times_no_days_are_said_and_all_the_rest_is() {
    let timed = WORN.endurance(3000.0).unwrap();
    for seconds in [f64::NAN, 0.0] {
        let found = Worn { seconds, ..WORN }.endurance(3000.0).unwrap();
        for none in [
            found.mean.years,
            found.mean.erases_a_day,
            found.most.years,
            found.most.erases_a_day,
            found.drive_writes_a_day,
            found.hu.years,
        ] {
            assert!(none.is_nan(), "{found:?}");
        }
        let rest = |of: &Endurance| {
            [
                of.mean.passes,
                of.most.passes,
                of.terabytes,
                of.drive_writes,
                of.share,
                of.hu.passes,
            ]
        };
        assert_eq!(rest(&found), rest(&timed));
    }
}

#[test]
fn where_nothing_wears_it_is_said_and_nothing_is_infinite() {
    let none = |worn: Worn| worn.endurance(3000.0).unwrap_err();
    let reads = Worn {
        host_bytes: 0.0,
        erases: 0.0,
        ..WORN
    };
    assert_eq!(none(reads), NoEndurance::NothingWritten);
    let new = Worn {
        erases: 0.0,
        mean: 0.0,
        most: 0.0,
        ..WORN
    };
    assert_eq!(none(new), NoEndurance::NothingErased);
    for cycles in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = WORN.endurance(cycles).unwrap_err();
        assert!(matches!(refused, NoEndurance::OutOfRange(_)), "{cycles}");
    }
    let row = |worn: Worn, cycles| {
        let Worn {
            erases,
            host_bytes,
            page_bytes,
            seconds,
            most,
            mean,
            blocks,
            block_bytes,
            logical_bytes,
        } = worn;
        figures::endurance(
            cycles,
            &[
                erases,
                host_bytes,
                page_bytes,
                seconds,
                most,
                mean,
                blocks,
                block_bytes,
                logical_bytes,
            ],
        )
    };
    assert_eq!(row(WORN, 0.5), [0.0]);
    assert_eq!(row(reads, 3000.0), [1.0]);
    assert_eq!(row(new, 3000.0), [2.0]);
    assert_eq!(figures::endurance(3000.0, &[1.0]), [0.0]);
    let found = WORN.endurance(3000.0).unwrap();
    let all = row(WORN, 3000.0);
    assert_eq!(all.len(), 16);
    assert_eq!(
        [all[0], all[7], all[8], all[11], all[12], all[15]],
        [
            found.mean.erases,
            found.most.years,
            found.terabytes,
            found.share,
            found.hu.passes,
            found.hu.share
        ]
    );
}

fn worn() -> impl Strategy<Value = Worn> {
    let blocks = (4u32..100_000, 1u32..1024);
    (
        blocks,
        1u64..1 << 40,
        1u64..1 << 50,
        1e-6..1e9,
        1.0..50.0,
        (0.01..1.0, 1.0..8.0),
    )
        .prop_map(
            |((blocks, pages), erases, host_bytes, seconds, uneven, (range, parts))| {
                let (blocks, block_bytes) = (f64::from(blocks), f64::from(pages) * 4096.0);
                Worn {
                    erases: erases as f64,
                    host_bytes: host_bytes as f64,
                    page_bytes: parts * host_bytes as f64,
                    seconds,
                    most: 7.0 * uneven,
                    mean: 7.0,
                    blocks,
                    block_bytes,
                    logical_bytes: range * blocks * block_bytes,
                }
            },
        )
}

proptest! {
    #[test]
    fn the_figures_agree_with_each_other(worn in worn(), cycles in 1.0..1e6) {
        let found = worn.endurance(cycles).unwrap();
        for lasts in [found.mean, found.most] {
            prop_assert!(close(lasts.years * 365.0 * lasts.erases_a_day, cycles));
            prop_assert!(close(lasts.passes * lasts.erases, cycles));
        }
        prop_assert!(found.most.years <= found.mean.years);
        prop_assert!(close(found.terabytes * 1e12 / worn.host_bytes, found.mean.passes));
        prop_assert!(close(found.drive_writes * worn.logical_bytes, found.terabytes * 1e12));
        prop_assert!(close(found.drive_writes_a_day * 365.0 * found.mean.years, found.drive_writes));
        // Twice the erases that a block endures: twice as long.
        let twice = worn.endurance(2.0 * cycles).unwrap();
        prop_assert!(close(twice.mean.years, 2.0 * found.mean.years));
    }

    /// Nothing is left after Hu's passes, and the two lifetimes differ as the shares of a block do.
    #[test]
    fn the_shares_of_a_block_are_why_hu_differs(worn in worn(), cycles in 1.0..1e6) {
        let found = worn.endurance(cycles).unwrap();
        let capacity = worn.blocks * worn.block_bytes;
        let written = found.hu.passes * worn.page_bytes;
        let left = residual_lifetime(written, capacity, worn.logical_bytes / capacity, cycles);
        prop_assert!(left.unwrap().abs() < 1e-12);
        let times = found.mean.passes / found.hu.passes;
        prop_assert!(close(times, found.share / found.hu.share));
        prop_assert!(close(found.hu.years * times, found.mean.years));
    }
}
