//! Each victim policy by its definition, which looks at all closed blocks, beside the structure that finds the same block faster:
//! `cargo bench -p ftl --bench victim`, or with `-- greedy` the rows whose name has it. Prints figures, judges nothing.
//!
//! A round is a GC and the host writes before it: 10 pages become invalid, a victim is picked, and its block is
//! closed again full. The chip's part of the work is in both times. A structure is worth its code where a round at
//! 10,000 blocks takes 1.2 times as long by the definition; `parts/victim/indexed` has the figures.
//!
//! `fifo_full` has no row: it runs by its definition, which looks at one block.
//!
//! Under *uniform* traffic every block loses pages. Under *cold half* the blocks of one half lose none.
//!
//! Both sides take turns, and the fastest of several turns counts: a busy machine shows less in it. Where a policy draws nothing
//! both must pick the same victims.

use std::time::{Duration, Instant};

use ftl::GcPolicy;
use ftl::parts::ClosedBlocks;
use ftl::rng::{Purpose, Rng};
use nand::{Chip, Geometry, Page, Pbn, ProgramOrder};

const PAGES_PER_BLOCK: u32 = 64;
/// Pages that become invalid before each GC.
const WRITES: u32 = 10;
/// Rounds per block before times are taken.
const WARM: u32 = 10;
/// Rounds of a turn.
const ROUNDS: u32 = 1000;
const TURNS: u32 = 7;
/// GCs for each move of wear leveling.
const LEVELED: u32 = 20;

const POLICIES: &[(&str, GcPolicy)] = &[
    ("greedy", GcPolicy::Greedy),
    ("fifo", GcPolicy::Fifo),
    (
        "windowed_greedy, w = 10",
        GcPolicy::WindowedGreedy { w: 10 },
    ),
    (
        "windowed_greedy, w = 500",
        GcPolicy::WindowedGreedy { w: 500 },
    ),
    ("cost_benefit", GcPolicy::CostBenefit),
    ("cat", GcPolicy::Cat),
    ("random", GcPolicy::Random),
    ("d_choices, d = 10", GcPolicy::DChoices { d: 10 }),
];

/// A device of full blocks, all of them closed.
#[derive(Clone)]
struct Device {
    chip: Chip,
    /// Blocks that lose pages: those from 0 up to this one.
    hot: u32,
    traffic: Rng,
    draws: Rng,
    now: u64,
}

impl Device {
    fn new(blocks: u32, hot: u32) -> Self {
        let geometry = Geometry {
            blocks,
            pages_per_block: PAGES_PER_BLOCK,
            page_bytes: 1,
        };
        Self {
            chip: Chip::new(geometry, ProgramOrder::Ascending),
            hot,
            traffic: Rng::stream(1, Purpose::Workload),
            draws: Rng::stream(1, Purpose::Ftl),
            now: 0,
        }
    }

    fn fill(&mut self, pbn: Pbn) {
        let first = self.chip.geometry().page_at(pbn, 0);
        let pages = (0..PAGES_PER_BLOCK).map(|page| (page, 1));
        self.chip.program_run(first, pages);
    }

    /// Pages become invalid, and `pick` finds a victim among the blocks, which all of `closed` hold.
    fn round<const N: usize>(
        &mut self,
        closed: &mut [&mut ClosedBlocks; N],
        pick: impl FnOnce(&mut Self, &mut ClosedBlocks) -> Pbn,
    ) -> Pbn {
        for _ in 0..WRITES {
            self.now += 1;
            let pbn = Pbn(self.traffic.below(self.hot));
            let Some(offset) = self.chip.valid_offsets(pbn).next() else {
                continue;
            };
            self.chip
                .invalidate(self.chip.geometry().page_at(pbn, offset));
            for closed in &mut *closed {
                closed.invalidated(&self.chip, pbn, self.now);
            }
        }
        let victim = pick(self, closed[0]);
        for closed in &mut *closed {
            closed.remove(&self.chip, victim, self.now);
        }
        for ppn in self.chip.geometry().pages_of(victim) {
            if self.chip.page(ppn) == Page::Valid {
                self.chip.invalidate(ppn);
            }
        }
        self.chip.erase(victim);
        self.fill(victim);
        for closed in &mut *closed {
            closed.close(&self.chip, victim, 0, self.now);
        }
        victim
    }
}

fn policy(device: &mut Device, closed: &mut ClosedBlocks) -> Pbn {
    let picked = closed.pick(&device.chip, 0, device.now, &mut device.draws);
    picked.expect("all blocks are closed")
}

/// Rounds in which wear leveling asks now and then for the block erased least, as `ask` finds it.
fn leveled(
    ask: impl Fn(&Device, &ClosedBlocks) -> Option<Pbn>,
) -> impl Fn(&mut Device, &mut ClosedBlocks) -> Pbn {
    move |device, closed| {
        let due = device.traffic.below(LEVELED) == 0;
        let least = if due { ask(device, closed) } else { None };
        least.unwrap_or_else(|| policy(device, closed))
    }
}

/// One side of a comparison: its blocks, and how it finds a victim.
struct Side<P>(ClosedBlocks, P);

impl<P: Fn(&mut Device, &mut ClosedBlocks) -> Pbn> Side<P> {
    /// The time of a turn from this state, and the victims.
    fn turn(&self, from: &Device) -> (Duration, Vec<Pbn>) {
        let (mut device, mut closed) = (from.clone(), self.0.clone());
        let start = Instant::now();
        let rounds = (0..ROUNDS).map(|_| device.round(&mut [&mut closed], &self.1));
        let victims = rounds.collect();
        (start.elapsed(), victims)
    }
}

fn wanted(name: &str) -> bool {
    let mut given = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .peekable();
    given.peek().is_none() || given.any(|part| name.contains(&part))
}

/// Both from the same state, in turns.
fn compare<D, F>(
    name: &str,
    mut device: Device,
    same: bool,
    mut defined: Side<D>,
    mut fast: Side<F>,
) where
    D: Fn(&mut Device, &mut ClosedBlocks) -> Pbn,
    F: Fn(&mut Device, &mut ClosedBlocks) -> Pbn,
{
    let blocks = device.chip.geometry().blocks;
    for pbn in (0..blocks).map(Pbn) {
        device.fill(pbn);
        defined.0.close(&device.chip, pbn, 0, 0);
        fast.0.close(&device.chip, pbn, 0, 0);
    }
    for _ in 0..WARM * blocks {
        device.round(&mut [&mut fast.0, &mut defined.0], &fast.1);
    }
    let mut best = [Duration::MAX; 2];
    for _ in 0..TURNS {
        let (plain, plain_victims) = defined.turn(&device);
        let (quick, quick_victims) = fast.turn(&device);
        assert!(
            !same || plain_victims == quick_victims,
            "{name}: the same victims"
        );
        best = [best[0].min(plain), best[1].min(quick)];
    }
    let [plain, quick] = best.map(|turn| turn.as_secs_f64() * 1e6 / f64::from(ROUNDS));
    println!(
        "{name:46} {plain:8.2} us a round by the definition, {quick:6.2} us fast: {:6.2} times",
        plain / quick
    );
}

fn main() {
    for blocks in [1_000, 10_000] {
        for (traffic, hot) in [("uniform", blocks), ("cold half", blocks / 2)] {
            for &(of, gc_policy) in POLICIES {
                let name = format!("{of}, {traffic}, {blocks} blocks");
                if !wanted(&name) {
                    continue;
                }
                let device = Device::new(blocks, hot);
                let defined = ClosedBlocks::by_definition(gc_policy, &device.chip, 1);
                let fast = ClosedBlocks::new(gc_policy, &device.chip, 1, false);
                let draws = matches!(gc_policy, GcPolicy::Random | GcPolicy::DChoices { .. });
                let (defined, fast) = (Side(defined, policy), Side(fast, policy));
                compare(&name, device, !draws, defined, fast);
            }
            let name = format!("least worn, {traffic}, {blocks} blocks");
            if wanted(&name) {
                let device = Device::new(blocks, hot);
                let of = |leveling| ClosedBlocks::new(GcPolicy::Greedy, &device.chip, 1, leveling);
                let (defined, fast) = (of(false), of(true));
                let scan = leveled(|device: &Device, closed: &ClosedBlocks| {
                    closed
                        .iter(0)
                        .min_by_key(|&pbn| device.chip.erase_count(pbn))
                });
                let ready = leveled(|_: &Device, closed: &ClosedBlocks| closed.least_worn());
                compare(&name, device, true, Side(defined, scan), Side(fast, ready));
            }
        }
    }
}
