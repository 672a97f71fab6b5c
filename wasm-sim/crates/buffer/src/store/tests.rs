//! The worked example, and each policy against its definition.
#![allow(
    clippy::float_cmp,
    reason = "a PUD is the same digits however it is come by"
)]

use proptest::prelude::*;

use super::*;

const P: u32 = 4;

fn buffer(policy: Policy, logical_pages: u32) -> WriteBuffer {
    let config = BufferConfig {
        policy,
        sharing: None,
    };
    WriteBuffer::new(config, P, logical_pages)
}

/// Policies of this many pages.
fn cflru(window: u32, capacity: u32) -> Policy {
    Policy::Cflru {
        window,
        capacity,
        battery_backed: true,
    }
}

fn bplru(lru_compensation: bool, capacity: u32) -> Policy {
    Policy::Bplru {
        lru_compensation,
        capacity,
        battery_backed: true,
    }
}

fn pud_lru(threshold: f64, capacity: u32) -> Policy {
    Policy::PudLru {
        threshold,
        capacity,
        battery_backed: true,
    }
}

/// The pages that leave, all at once.
fn evict(buffer: &mut WriteBuffer) -> Vec<u32> {
    let victim = buffer.victim();
    buffer.look_for_victim();
    assert_eq!(buffer.victim(), victim);
    let leaving: Vec<u32> = match victim {
        Victim::Page(lpn) => vec![lpn.0],
        Victim::Group(lbn) => {
            let pages = buffer.pages_of(lbn);
            pages.filter(|&l| buffer.get(Lpn(l)).is_some()).collect()
        }
    };
    for &lpn in &leaving {
        buffer.remove(Lpn(lpn));
    }
    leaving
}

/// Writes as a device does; before each eviction `look` is shown the buffer. Returns what left.
fn run(
    buffer: &mut WriteBuffer,
    writes: &[u32],
    mut look: impl FnMut(&WriteBuffer),
) -> Vec<Vec<u32>> {
    let mut left = Vec::new();
    for (version, &lpn) in (1..).zip(writes) {
        if buffer.get(Lpn(lpn)).is_none() && buffer.is_full() {
            look(buffer);
            left.push(evict(buffer));
        }
        buffer.write(Lpn(lpn), version, false);
    }
    left
}

/// Hu, Table 2.3.
const TABLE: [u32; 12] = [0, 4, 1, 8, 2, 12, 3, 4, 0, 16, 1, 17];

fn puds(buffer: &WriteBuffer) -> Vec<(u32, f64, bool)> {
    let groups = buffer.groups(9, None).expect("block groups");
    groups
        .iter()
        .map(|g| (g.lbn, g.pud.expect("pud_lru"), g.frequent))
        .collect()
}

#[test]
fn pud_lru_destages_what_table_2_3_says_and_with_its_puds() {
    let mut buffer = buffer(pud_lru(0.01, 6), 20);
    let mut seen = Vec::new();
    let left = run(&mut buffer, &TABLE, |b| seen.push((puds(b), b.rule())));
    assert_eq!(left, [vec![0, 1, 2], vec![0, 3]]);
    let mut first = seen[0].0.clone();
    first.sort_by_key(|group| group.0);
    assert_eq!(
        first,
        [
            (0, 1.0, false),
            (1, 2.0, false),
            (2, 1.0, false),
            (3, 0.0, true)
        ]
    );
    let mut second = seen[1].0.clone();
    second.sort_by(|a, b| b.1.total_cmp(&a.1));
    let of: Vec<(u32, f64)> = second.iter().map(|g| (g.0, g.1)).collect();
    assert_eq!(of, [(1, 3.5), (2, 3.0), (3, 2.0), (0, 1.0), (4, 0.0)]);
    let rule = DestageRule::Infrequent {
        pages: 2,
        pud: 1.0,
        least: 0.0,
        most: 3.5,
        threshold: 0.01,
        infrequent: 4,
        tied: 1,
    };
    assert_eq!(seen[1].1, rule);
}

#[test]
fn bplru_destages_what_table_2_3_says() {
    let left = run(&mut buffer(bplru(false, 6), 20), &TABLE, |_| ());
    assert_eq!(left, [[4], [8], [12], [4]]);
}

#[test]
fn bplru_gives_up_first_what_was_written_whole_and_in_order() {
    let mut b = buffer(bplru(true, 6), 20);
    // The whole of block 1 in order, block 2 backwards.
    let left = run(&mut b, &[0, 4, 5, 6, 7, 8, 9], |b| {
        assert_eq!(b.rule(), DestageRule::LeastRecent { compensated: true });
    });
    assert_eq!(left, [[4, 5, 6, 7]]);
    let mut b = buffer(bplru(true, 6), 20);
    assert_eq!(run(&mut b, &[0, 7, 6, 5, 4, 8, 9], |_| ()), [[0]]);
    // Rewritten, in order again: it is where it was; out of order: it is not.
    let mut b = buffer(bplru(true, 6), 20);
    let written = [0, 4, 5, 6, 7, 4, 5, 6, 7, 8, 9];
    assert_eq!(run(&mut b, &written, |_| ()), [[4, 5, 6, 7]]);
    let mut b = buffer(bplru(true, 6), 20);
    assert_eq!(run(&mut b, &[0, 4, 5, 6, 7, 4, 8, 9], |_| ()), [[0]]);
    // The last block has three pages.
    let mut b = buffer(bplru(true, 4), 7);
    assert_eq!(run(&mut b, &[0, 4, 5, 6, 1], |_| ()), [[4, 5, 6]]);
}

#[test]
fn cflru_gives_up_a_clean_page_of_its_window_before_an_older_dirty_one() {
    let mut b = buffer(cflru(2, 3), 20);
    b.write(Lpn(1), 1, false);
    b.keep(Lpn(2), 7);
    b.write(Lpn(3), 2, false);
    assert_eq!(b.dirty(), 2);
    assert_eq!(
        b.rule(),
        DestageRule::CleanFirst {
            window: 2,
            place: 2
        }
    );
    assert_eq!(b.victim(), Victim::Page(Lpn(2)));
    // Read again it is the most recent one, outside the window.
    b.read(Lpn(2));
    assert_eq!(b.rule(), DestageRule::NoneClean { window: 2 });
    assert_eq!(b.victim(), Victim::Page(Lpn(1)));
    // Once written to flash it is no longer dirty.
    b.write(Lpn(2), 8, false);
    assert_eq!((b.dirty(), b.get(Lpn(2)).map(|p| p.dirty)), (3, Some(true)));
}

/// A policy by its definition: all writes, in turn, and no other structure.
#[derive(Clone, Default)]
struct Plain {
    /// Buffered pages: LPN, version, dirty, the number of the access that counts for recency.
    pages: Vec<(u32, u32, bool, u32)>,
    /// Page writes to block groups so far: LBN and offset.
    updates: Vec<(u32, u32)>,
    /// Per group in the buffer: the first of `updates` that was since it came.
    since: Vec<(u32, usize)>,
    /// When a group was put to the LRU end, by the number of updates then.
    compensated: Vec<(u32, usize)>,
}

impl Plain {
    fn group(&self, lbn: u32) -> Vec<u32> {
        let mut pages: Vec<u32> = self
            .pages
            .iter()
            .map(|p| p.0)
            .filter(|l| l / P == lbn)
            .collect();
        pages.sort_unstable();
        pages
    }

    fn positions(&self, lbn: u32) -> Vec<usize> {
        let since = self.since.iter().find(|s| s.0 == lbn).expect("in use").1;
        (since..self.updates.len())
            .filter(|&i| self.updates[i].0 == lbn)
            .collect()
    }

    /// Equations 2.1 to 2.3, as a fraction.
    fn pud(&self, lbn: u32) -> (u128, u128) {
        let d = self.positions(lbn);
        let distances: usize = d.windows(2).map(|w| w[1] - w[0] - 1).sum();
        let means = d.len().max(2) - 1;
        let recency = self.updates.len() - 1 - d[d.len() - 1];
        ((distances + recency * means) as u128, 2 * means as u128)
    }

    fn last(&self, lbn: u32) -> usize {
        *self.positions(lbn).last().expect("written")
    }

    /// The pages that leave.
    fn victim(&self, policy: Policy) -> Vec<u32> {
        let mut lbns: Vec<u32> = self.pages.iter().map(|p| p.0 / P).collect();
        lbns.sort_unstable();
        lbns.dedup();
        let mut pages = self.pages.clone();
        pages.sort_by_key(|p| p.3);
        match policy {
            // Of `gc_arm` the page that leaves if a page does.
            Policy::Lru { .. } | Policy::GcArm { .. } | Policy::Ap { .. } => vec![pages[0].0],
            Policy::Cflru { window, .. } => {
                let clean = pages.iter().take(window as usize).find(|p| !p.2);
                vec![clean.unwrap_or(&pages[0]).0]
            }
            Policy::Fab { .. } => {
                lbns.sort_by_key(|&l| (std::cmp::Reverse(self.group(l).len()), self.last(l)));
                self.group(lbns[0])
            }
            Policy::Bplru { .. } => {
                let end = |l: u32| self.compensated.iter().find(|c| c.0 == l).map(|c| c.1);
                // Those put to the LRU end latest come first.
                lbns.sort_by_key(|&l| match end(l) {
                    Some(at) => (0, usize::MAX - at),
                    None => (1, self.last(l)),
                });
                self.group(lbns[0])
            }
            Policy::PudLru { threshold, .. } => {
                // Over one denominator all are whole numbers, and so are the hundredths of the threshold.
                let all: u128 = lbns.iter().map(|&l| self.pud(l).1).product();
                let whole = |l: u32| self.pud(l).0 * (all / self.pud(l).1);
                let most = lbns.iter().map(|&l| whole(l)).max().expect("full");
                let least = lbns.iter().map(|&l| whole(l)).min().expect("full");
                let hundredths = (threshold * 100.0).round() as u128;
                lbns.retain(|&l| 100 * whole(l) >= hundredths * (most - least));
                lbns.sort_by_key(|&l| {
                    use std::cmp::Reverse;
                    (
                        Reverse(self.group(l).len()),
                        Reverse(whole(l)),
                        self.last(l),
                    )
                });
                self.group(lbns[0])
            }
        }
    }

    fn remove(&mut self, lpn: u32) {
        self.pages.retain(|p| p.0 != lpn);
        let lbn = lpn / P;
        if self.group(lbn).is_empty() {
            self.since.retain(|s| s.0 != lbn);
            self.compensated.retain(|c| c.0 != lbn);
        }
    }

    fn write(&mut self, lpn: u32, version: u32, clock: u32, whole: u32, compensates: bool) {
        let lbn = lpn / P;
        if self.since.iter().all(|s| s.0 != lbn) {
            self.since.push((lbn, self.updates.len()));
        }
        self.pages.retain(|p| p.0 != lpn);
        self.pages.push((lpn, version, true, clock));
        self.updates.push((lbn, lpn % P));
        self.compensated.retain(|c| c.0 != lbn);
        let d = self.positions(lbn);
        let offsets: Vec<u32> = d.iter().map(|&i| self.updates[i].1).collect();
        if compensates && offsets.ends_with(&(0..whole).collect::<Vec<_>>()) {
            self.compensated.push((lbn, self.updates.len()));
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Write(u32),
    Read(u32),
    Trim(u32),
}

fn policies() -> impl Strategy<Value = Policy> {
    let battery_backed = true;
    (1..12u32).prop_flat_map(move |capacity| {
        prop_oneof![
            Just(Policy::Lru {
                capacity,
                battery_backed
            }),
            (1..6u32).prop_map(move |window| cflru(window, capacity)),
            Just(Policy::Fab {
                capacity,
                battery_backed
            }),
            Just(bplru(false, capacity)),
            (0..=100u32).prop_map(move |percent| pud_lru(f64::from(percent) / 100.0, capacity)),
        ]
    })
}

fn ops(pages: u32) -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        8 => (0..pages).prop_map(Op::Write),
        2 => (0..pages).prop_map(Op::Read),
        1 => (0..pages).prop_map(Op::Trim),
    ];
    proptest::collection::vec(op, 1..200)
}

/// The last page of the device is in the middle of a block.
const PAGES: u32 = 22;

/// Every choice is that of the definition, and every page is either in the buffer or left, with its last version.
fn as_defined(policy: Policy, ops: &[Op]) -> Result<(), TestCaseError> {
    let mut buffer = buffer(policy, PAGES);
    let mut plain = Plain::default();
    let compensates = matches!(
        policy,
        Policy::Bplru {
            lru_compensation: true,
            ..
        }
    );
    let keeps = buffer.config().keeps_reads();
    for (clock, &op) in (1..).zip(ops) {
        let room = |buffer: &mut WriteBuffer, plain: &mut Plain| {
            if !buffer.is_full() {
                return Ok(());
            }
            let expected = plain.victim(policy);
            if let Policy::PudLru { .. } = policy {
                for (lbn, pud, _) in puds(buffer) {
                    let (over, under) = plain.pud(lbn);
                    prop_assert_eq!(pud, over as f64 / under as f64, "PUD of block {}", lbn);
                }
            }
            // A state restored goes on as it would, and one that was not.
            if clock % 8 == 0 {
                buffer.derive();
            }
            let left = evict(buffer);
            prop_assert_eq!(&left, &expected);
            for lpn in left {
                plain.remove(lpn);
            }
            Ok(())
        };
        let there = |plain: &Plain, lpn| plain.pages.iter().position(|p| p.0 == lpn);
        match op {
            Op::Write(lpn) => {
                if there(&plain, lpn).is_none() {
                    room(&mut buffer, &mut plain)?;
                }
                buffer.write(Lpn(lpn), clock, false);
                let whole = P.min(PAGES - lpn / P * P);
                plain.write(lpn, clock, clock, whole, compensates);
            }
            Op::Read(lpn) => match there(&plain, lpn) {
                Some(at) => {
                    buffer.read(Lpn(lpn));
                    if keeps {
                        plain.pages[at].3 = clock;
                    }
                }
                None if keeps => {
                    room(&mut buffer, &mut plain)?;
                    buffer.keep(Lpn(lpn), clock);
                    plain.pages.push((lpn, clock, false, clock));
                }
                None => {}
            },
            Op::Trim(lpn) => {
                if there(&plain, lpn).is_some() {
                    buffer.remove(Lpn(lpn));
                    plain.remove(lpn);
                }
            }
        }
        for lpn in 0..PAGES {
            let expected = there(&plain, lpn).map(|at| plain.pages[at]);
            let found = buffer.get(Lpn(lpn)).map(|p| (p.version, p.dirty));
            prop_assert_eq!(found, expected.map(|p| (p.1, p.2)));
        }
        prop_assert_eq!(buffer.len() as usize, plain.pages.len());
        prop_assert_eq!(buffer.pages().count(), plain.pages.len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_leaves_is_what_the_policy_says(policy in policies(), ops in ops(PAGES)) {
        as_defined(policy, &ops)?;
    }

    /// Runs of writes, otherwise no block would be whole; no trims, which end them.
    #[test]
    fn compensation_too(capacity in 1..12u32, writes in proptest::collection::vec((0..PAGES, any::<bool>()), 1..100)) {
        let ops: Vec<Op> = writes
            .into_iter()
            .flat_map(|(lpn, whole)| {
                let first = if whole { lpn / P * P } else { lpn };
                first..if whole { (first + P).min(PAGES) } else { lpn + 1 }
            })
            .map(Op::Write)
            .collect();
        as_defined(bplru(true, capacity), &ops)?;
    }
}
