//! Every fast structure against the definition of its policy, after any sequence of closing, invalidating and leaving.

use nand::{Geometry, Lpn, PageKind, Ppn, ProgramOrder};
use proptest::prelude::*;

use super::policies::Block;
use super::*;
use crate::rng::{Purpose, Rng};

const BLOCKS: u32 = 13;

/// The state of the tests: closed blocks, longest closed first, with the times of their closing and last change.
#[derive(Default)]
struct Known {
    closed: Vec<(Pbn, u64, u64)>,
    changes: u64,
}

impl Known {
    /// As the definitions take them.
    fn blocks(&self, chip: &Chip, now: u64) -> impl Iterator<Item = Block> + Clone {
        self.closed
            .iter()
            .map(move |&(pbn, closed_at, changed)| Block {
                pbn,
                valid: chip.valid_pages(pbn),
                pages: chip.geometry().pages_per_block,
                age: now - closed_at + 1,
                erases: u64::from(chip.erase_count(pbn)) + 1,
                changed,
            })
    }

    fn of(&self, pbn: Pbn) -> &(Pbn, u64, u64) {
        let mut closed = self.closed.iter();
        closed.find(|c| c.0 == pbn).expect("a closed block")
    }

    /// The block of the smallest rank; the first of several.
    fn least<R: PartialOrd>(&self, rank: impl Fn(&(Pbn, u64, u64)) -> R) -> Option<Pbn> {
        let mut best: Option<(R, Pbn)> = None;
        for block in &self.closed {
            let r = rank(block);
            if best.as_ref().is_none_or(|(least, _)| r < *least) {
                best = Some((r, block.0));
            }
        }
        best.map(|(_, pbn)| pbn)
    }
}

/// The block that the definition of the policy takes.
fn expected(policy: GcPolicy, chip: &Chip, known: &Known, now: u64) -> Option<Pbn> {
    let mut rng = Rng::stream(1, Purpose::Ftl);
    let picked = policies::pick(policy, known.blocks(chip, now), &mut rng);
    assert_eq!(rng, Rng::stream(1, Purpose::Ftl), "nothing is drawn");
    picked
}

fn any_policy() -> impl Strategy<Value = GcPolicy> {
    prop_oneof![
        Just(GcPolicy::Greedy),
        Just(GcPolicy::Fifo),
        Just(GcPolicy::FifoFull),
        (1..15u32).prop_map(|w| GcPolicy::WindowedGreedy { w }),
        Just(GcPolicy::CostBenefit),
        Just(GcPolicy::Cat),
    ]
}

/// A chip, its closed blocks, and what is known of them.
struct Bench {
    chip: Chip,
    closed: ClosedBlocks,
    known: Known,
    now: u64,
    rng: Rng,
}

impl Bench {
    fn new(policy: GcPolicy, pages_per_block: u32) -> Self {
        Self::of(policy, BLOCKS, pages_per_block)
    }

    fn of(policy: GcPolicy, blocks: u32, pages_per_block: u32) -> Self {
        let geometry = Geometry {
            blocks,
            pages_per_block,
            page_bytes: 1,
        };
        let chip = Chip::new(geometry, ProgramOrder::Ascending);
        Self {
            closed: ClosedBlocks::new(policy, &chip, 1, true),
            chip,
            known: Known::default(),
            now: 0,
            rng: Rng::stream(1, Purpose::Ftl),
        }
    }

    fn is_closed(&self, pbn: Pbn) -> bool {
        self.known.closed.iter().any(|c| c.0 == pbn)
    }

    fn fill(&mut self, pbn: Pbn, invalid: u32) {
        for ppn in self.chip.geometry().pages_of(pbn) {
            self.chip.program(ppn, Lpn(0).0, PageKind::Data, 1);
        }
        let pages = self.chip.geometry().pages_per_block;
        for ppn in self
            .chip
            .geometry()
            .pages_of(pbn)
            .take((invalid % (pages + 1)) as usize)
        {
            self.chip.invalidate(ppn);
        }
    }

    fn close(&mut self, pbn: Pbn, invalid: u32) {
        self.fill(pbn, invalid);
        self.closed.close(&self.chip, pbn, 0, self.now);
        self.known.changes += 1;
        self.known.closed.push((pbn, self.now, self.known.changes));
    }

    fn invalidate(&mut self, pbn: Pbn) {
        let valid = |ppn: &Ppn| self.chip.page(*ppn) == nand::Page::Valid;
        if let Some(ppn) = self.chip.geometry().pages_of(pbn).find(valid) {
            self.chip.invalidate(ppn);
            self.closed.invalidated(&self.chip, pbn, self.now);
            self.known.changes += 1;
            let changes = self.known.changes;
            for c in self.known.closed.iter_mut().filter(|c| c.0 == pbn) {
                c.2 = changes;
            }
        }
    }

    fn wipe(&mut self, pbn: Pbn) {
        for ppn in self.chip.geometry().pages_of(pbn) {
            if self.chip.page(ppn) == nand::Page::Valid {
                self.chip.invalidate(ppn);
            }
        }
        self.chip.erase(pbn);
    }

    fn remove(&mut self, pbn: Pbn) {
        self.closed.remove(&self.chip, pbn, self.now);
        self.known.closed.retain(|c| c.0 != pbn);
        self.wipe(pbn);
    }

    /// The actions of wear leveling.
    fn replace(&mut self, from: Pbn, to: Pbn, invalid: u32) {
        let place = self.closed.remove(&self.chip, from, self.now);
        self.wipe(from);
        self.fill(to, invalid);
        self.closed.put(&self.chip, to, place, self.now);
        self.known.changes += 1;
        let changes = self.known.changes;
        for c in self.known.closed.iter_mut().filter(|c| c.0 == from) {
            (c.0, c.2) = (to, changes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_pick_is_what_a_scan_finds(
        policy in any_policy(),
        pages in prop_oneof![1..9u32, 60..70u32],
        steps in proptest::collection::vec((0..12u8, any::<u32>(), any::<u32>(), 0..60u64), 1..200),
    ) {
        let mut bench = Bench::new(policy, pages);
        for (step, a, b, pause) in steps {
            let (one, other) = (Pbn(a % BLOCKS), Pbn(b % BLOCKS));
            match step {
                0..=2 if !bench.is_closed(one) => bench.close(one, if b % 3 == 0 { b / 3 } else { 0 }),
                3 if bench.is_closed(one) => bench.remove(one),
                4 if bench.is_closed(one) && !bench.is_closed(other) => bench.replace(one, other, a / BLOCKS),
                // Erase counts far apart, for CAT.
                5 if !bench.is_closed(one) => (0..b % 20).for_each(|_| bench.chip.erase(one)),
                6 | 7 => bench.now += pause,
                8 => bench.now += pause * 40,
                _ if bench.is_closed(one) => bench.invalidate(one),
                _ => {}
            }
            let found = bench.closed.pick(&bench.chip, 0, bench.now, &mut bench.rng);
            prop_assert_eq!(found, expected(policy, &bench.chip, &bench.known, bench.now));
            // Of those that fit, whichever policy there is: fewest valid pages, then closed longest ago.
            let fits = |pbn: Pbn| pbn.0 % 3 != b % 3;
            let fitting = bench.known.least(|&(b, _, _)| (!fits(b), bench.chip.valid_pages(b)));
            prop_assert_eq!(bench.closed.fewest_valid(&bench.chip, fits), fitting.filter(|&b| fits(b)));
            let worn = bench.known.least(|c| bench.chip.erase_count(c.0));
            prop_assert_eq!(bench.closed.least_worn(), worn);
            let shown = bench.closed.candidates(&bench.chip, 0, bench.now, found);
            prop_assert_eq!(shown.first().map(|c| c.id), found.map(|f| f.0));
        }
    }

    /// The definitions draw from the blocks in any order: here in that of the urn.
    #[test]
    fn an_urn_draws_what_the_definition_draws_from_it(
        policy in prop_oneof![Just(GcPolicy::Random), (1..20u32).prop_map(|d| GcPolicy::DChoices { d })],
        steps in proptest::collection::vec((0..4u8, any::<u32>(), any::<u32>()), 1..200),
    ) {
        let mut bench = Bench::new(policy, 4);
        for (step, a, b) in steps {
            let one = Pbn(a % BLOCKS);
            match (step, bench.is_closed(one)) {
                (0, false) => bench.close(one, b % 3),
                (1, true) if b % 4 == 0 => bench.remove(one),
                (_, true) => bench.invalidate(one),
                _ => {}
            }
            let Order::Urn(urn) = &bench.closed.orders[0] else { unreachable!() };
            let in_urn = Known {
                closed: urn.all().iter().map(|&b| *bench.known.of(Pbn(b))).collect(),
                ..Known::default()
            };
            let mut rng = bench.rng.clone();
            let defined = policies::pick(policy, in_urn.blocks(&bench.chip, 0), &mut rng);
            let found = bench.closed.pick(&bench.chip, 0, 0, &mut bench.rng);
            prop_assert_eq!(found, defined);
            prop_assert_eq!(&bench.rng, &rng);
        }
    }

    /// With as many choices as there are blocks, d-choices is greedy; with fewer, the best of those shown.
    #[test]
    fn d_choices_is_greedy_among_those_drawn(
        d in 1..20u32,
        steps in proptest::collection::vec((0..4u8, any::<u32>(), any::<u32>()), 1..100),
    ) {
        let mut bench = Bench::new(GcPolicy::DChoices { d }, 4);
        for (step, a, b) in steps {
            let one = Pbn(a % BLOCKS);
            match (step, bench.is_closed(one)) {
                (0, false) => bench.close(one, b % 3),
                (1, true) if b % 4 == 0 => bench.remove(one),
                (_, true) => bench.invalidate(one),
                _ => {}
            }
            let found = bench.closed.pick(&bench.chip, 0, 0, &mut bench.rng);
            let Some(found) = found else { continue };
            let among = bench.closed.candidates(&bench.chip, 0, 0, Some(found));
            let gaining = bench.known.closed.iter().filter(|c| bench.chip.valid_pages(c.0) < 4).count();
            let from = if gaining > 0 { gaining } else { bench.known.closed.len() };
            prop_assert_eq!(among.len(), from.min(d as usize));
            prop_assert!(among.iter().all(|c| c.valid >= bench.chip.valid_pages(found)));
            if d >= BLOCKS {
                prop_assert_eq!(Some(found), expected(GcPolicy::Greedy, &bench.chip, &bench.known, 0));
            }
        }
    }
}

/// As GC does it: what was picked leaves, and comes back full, or with a few pages less.
#[test]
fn a_long_run_picks_what_a_scan_finds() {
    const MANY: u32 = 150;
    for policy in [GcPolicy::Cat, GcPolicy::CostBenefit, GcPolicy::Greedy] {
        let mut bench = Bench::of(policy, MANY, 64);
        for block in 0..MANY {
            // Some are worn already.
            (0..block % 7).for_each(|_| bench.chip.erase(Pbn(block)));
            bench.close(Pbn(block), 0);
        }
        for _ in 0..3000 {
            for _ in 0..10 {
                bench.now += 1;
                // The blocks of the first half more often than the others.
                let among = MANY >> bench.rng.below(2);
                let block = bench.rng.below(among);
                bench.invalidate(Pbn(block));
            }
            let found = bench
                .closed
                .pick(&bench.chip, 0, bench.now, &mut bench.rng)
                .expect("all are closed");
            let wanted = expected(policy, &bench.chip, &bench.known, bench.now);
            assert_eq!(Some(found), wanted, "{policy:?} at {}", bench.now);
            bench.remove(found);
            let invalid = bench.rng.below(40).saturating_sub(30);
            bench.close(found, invalid);
        }
    }
}

#[test]
fn random_takes_every_block_with_something_to_gain_about_as_often() {
    let mut bench = Bench::new(GcPolicy::Random, 4);
    for b in 0..BLOCKS {
        bench.close(Pbn(b), b % 2);
    }
    let mut seen = [0u32; BLOCKS as usize];
    for _ in 0..6000 {
        let pick = bench.closed.pick(&bench.chip, 0, 0, &mut bench.rng);
        seen[pick.expect("some are closed").index()] += 1;
    }
    for (b, &n) in seen.iter().enumerate() {
        assert!(
            if b % 2 == 1 {
                (850..1150).contains(&n)
            } else {
                n == 0
            },
            "{seen:?}"
        );
    }
}

#[test]
fn scores_too_close_for_floating_point_are_told_apart() {
    // 2^53 + 1 and 2^53 host writes: the same to a double.
    let mut bench = Bench::new(GcPolicy::CostBenefit, 4);
    bench.close(Pbn(1), 2);
    bench.now = 1;
    bench.close(Pbn(0), 2);
    bench.now = (1 << 53) + 1;
    assert_eq!(
        bench.closed.pick(&bench.chip, 0, bench.now, &mut bench.rng),
        Some(Pbn(1))
    );
    // A page less, and the younger one is ahead by far; equal scores go to the older.
    bench.invalidate(Pbn(0));
    assert_eq!(
        bench.closed.pick(&bench.chip, 0, bench.now, &mut bench.rng),
        Some(Pbn(0))
    );
}
