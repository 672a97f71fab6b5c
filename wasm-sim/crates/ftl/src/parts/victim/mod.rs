//! The closed blocks of a page-mapped FTL, and which of them cleaning takes (SPEC 3): one file a policy.
//!
//! Closed blocks stand in one pool, or in two where hot and cold pages are separated; the policy picks inside a pool. Every
//! policy finds its victim without looking at all blocks: O(1) amortised per host write, and per cleaning O(log blocks), or a
//! look at the oldest of each class that `cost_benefit` and `cat` tell apart. Only the candidates of an event, which are shown to a person, are gathered by a scan.

mod aged;
mod ages;
mod fifo;
mod greedy;
mod random;
mod tournament;
mod windowed_greedy;

#[cfg(test)]
mod tests;

use nand::{Chip, Columns, Pbn};

use crate::parts::Lists;
use crate::rng::Rng;
use crate::{Candidate, Context, Decision, Event, GcPolicy, Halt, Role, Sink};

use aged::Aged;
use fifo::Fifo;
use greedy::Greedy;
use random::Random;
use tournament::{Contest, Tournament};
use windowed_greedy::WindowedGreedy;

/// How many candidates an event shows.
const SHOWN: usize = 16;
/// [`Closed::gain`] of a block whose pages are all valid.
const FULL: u32 = 0;
/// [`Closed::gain`] of a block that was full, and of which a page has become invalid.
const FIRST: u32 = 1;

/// Closed blocks, in the orders that their policy asks for.
#[derive(Clone, Debug)]
pub struct ClosedBlocks {
    policy: GcPolicy,
    book: Book,
    /// Per pool, the structure of the policy.
    orders: Vec<Order>,
    /// By erase count; only with wear leveling.
    worn: Option<Tournament>,
    /// Per pool: how many.
    counts: Vec<u32>,
}

/// What is known of closed blocks whatever the policy.
#[derive(Clone, Debug)]
struct Book {
    /// List p: the closed blocks of pool p, longest closed first.
    by_age: Lists,
    /// Per block: the scheme's clock (host writes) when it was closed.
    closed_at: Vec<u64>,
    /// Per block: its number in the order of closing. Several may be closed at one tick of the clock.
    order: Vec<u64>,
    closings: u64,
    /// Per block: the number of the last change of its valid count, closing included. Kept only where a policy asks for it.
    changed: Vec<u64>,
    changes: u64,
}

/// The structure in which a policy keeps the closed blocks of a pool.
trait Policy {
    /// A block was closed.
    fn close(&mut self, closed: &Closed<'_>, block: u32);
    /// A page of a closed block became invalid.
    fn invalidated(&mut self, closed: &Closed<'_>, block: u32);
    /// A block is to leave. It still stands in the order of closing.
    fn remove(&mut self, closed: &Closed<'_>, block: u32);
    /// The block to clean.
    fn pick(&mut self, closed: &Closed<'_>, rng: &mut Rng) -> Option<u32>;
    /// Hands the columns that do not follow from others to `visit`.
    fn columns(&mut self, _: &mut dyn Columns) {}
    /// Makes the others anew.
    fn derive(&mut self, _: &Closed<'_>) {}
}

#[derive(Clone, Debug)]
enum Order {
    Greedy(Greedy),
    Fifo(Fifo),
    Windowed(WindowedGreedy),
    Aged(Aged),
    Random(Random),
}

impl Order {
    #[inline]
    fn policy(&mut self) -> &mut dyn Policy {
        match self {
            Self::Greedy(order) => order,
            Self::Fifo(order) => order,
            Self::Windowed(order) => order,
            Self::Aged(order) => order,
            Self::Random(order) => order,
        }
    }
}

/// What a policy may look at: the closed blocks of one pool at one moment.
struct Closed<'a> {
    chip: &'a Chip,
    book: &'a Book,
    pool: u32,
    now: u64,
}

impl Closed<'_> {
    #[inline]
    fn valid(&self, block: u32) -> u32 {
        self.chip.valid_pages(Pbn(block))
    }

    /// Pages that cleaning the block gives back; [`FULL`] if none.
    #[inline]
    fn gain(&self, block: u32) -> u32 {
        self.chip.geometry().pages_per_block - self.valid(block)
    }

    /// Erases of the block, from 1.
    #[inline]
    fn erases(&self, block: u32) -> u64 {
        u64::from(self.chip.erase_count(Pbn(block))) + 1
    }

    /// Host writes since the block was closed, from 1.
    #[inline]
    fn age(&self, block: u32) -> u64 {
        self.now - self.book.closed_at[block as usize] + 1
    }

    /// Whether `a` was closed before `b`.
    #[inline]
    fn older(&self, a: u32, b: u32) -> bool {
        self.book.order[a as usize] < self.book.order[b as usize]
    }

    /// Whether `greedy` takes `a` before `b`.
    #[inline]
    fn fewer(&self, a: u32, b: u32) -> bool {
        let rank = |block: u32| (self.valid(block), self.book.changed[block as usize]);
        rank(a) < rank(b)
    }

    fn oldest(&self) -> Option<u32> {
        self.book.by_age.front(self.pool)
    }

    /// The block closed after this one.
    fn after(&self, block: u32) -> Option<u32> {
        self.book.by_age.after(block)
    }

    fn before(&self, block: u32) -> Option<u32> {
        self.book.by_age.before(block)
    }

    /// The blocks, longest closed first.
    fn iter(&self) -> impl Iterator<Item = u32> {
        self.book.by_age.iter(self.pool)
    }
}

/// Erased less often; tie: closed longer ago.
struct LessWorn<'a>(&'a Chip, &'a Book);

impl Contest for LessWorn<'_> {
    fn beats(&self, a: u32, b: u32) -> bool {
        let rank = |block: u32| (self.0.erase_count(Pbn(block)), self.1.order[block as usize]);
        rank(a) < rank(b)
    }
}

/// A block's place among the closed ones, for another block to take it over.
#[derive(Clone, Copy, Debug)]
pub struct ClosedPlace {
    pool: u32,
    before: Option<u32>,
    closed_at: u64,
    order: u64,
}

impl ClosedBlocks {
    /// No closed block yet. `pools` is 1, or 2 where hot and cold blocks are kept apart; `leveling`: whether
    /// [`Self::least_worn`] will be asked for.
    #[inline]
    pub fn new(policy: GcPolicy, chip: &Chip, pools: u32, leveling: bool) -> Self {
        let g = chip.geometry();
        let order = |_| match policy {
            GcPolicy::Greedy => Order::Greedy(Greedy::new(g.blocks, g.pages_per_block)),
            GcPolicy::Fifo => Order::Fifo(Fifo::new(g.blocks, false)),
            GcPolicy::FifoFull => Order::Fifo(Fifo::new(g.blocks, true)),
            GcPolicy::WindowedGreedy { w } => {
                Order::Windowed(WindowedGreedy::new(w, g.blocks, g.pages_per_block))
            }
            GcPolicy::CostBenefit => Order::Aged(Aged::new(false, g.blocks, g.pages_per_block)),
            GcPolicy::Cat => Order::Aged(Aged::new(true, g.blocks, g.pages_per_block)),
            GcPolicy::Random => Order::Random(Random::new(1, g.blocks)),
            GcPolicy::DChoices { d } => Order::Random(Random::new(d, g.blocks)),
        };
        // One pool's greedy queues know by themselves what changed last.
        let ranked = match policy {
            GcPolicy::WindowedGreedy { .. } | GcPolicy::DChoices { .. } => true,
            _ => pools > 1,
        };
        let blocks = g.blocks as usize;
        Self {
            policy,
            book: Book {
                by_age: Lists::new(pools, g.blocks),
                closed_at: vec![0; blocks],
                order: vec![0; blocks],
                closings: 0,
                changed: vec![0; if ranked { blocks } else { 0 }],
                changes: 0,
            },
            orders: (0..pools).map(order).collect(),
            worn: leveling.then(|| Tournament::new(g.blocks)),
            counts: vec![0; pools as usize],
        }
    }

    /// Goes on under another policy, which finds the closed blocks in the order of closing: ties that an invalidation would
    /// have decided before go by that.
    #[inline]
    pub fn set_policy(&mut self, policy: GcPolicy, chip: &Chip, leveling: bool, now: u64) {
        if policy == self.policy && leveling == self.worn.is_some() {
            return;
        }
        let pools = self.counts.len() as u32;
        let mut other = Self::new(policy, chip, pools, leveling);
        for pool in 0..pools {
            for pbn in self.iter(pool) {
                let place = ClosedPlace {
                    pool,
                    before: None,
                    closed_at: self.book.closed_at[pbn.index()],
                    order: self.book.order[pbn.index()],
                };
                other.put(chip, pbn, place, now);
            }
        }
        other.book.closings = self.book.closings;
        *self = other;
    }

    /// How many blocks of a pool are closed.
    pub fn count(&self, pool: u32) -> u32 {
        self.counts[pool as usize]
    }

    /// Whether a block is closed.
    pub fn contains(&self, pbn: Pbn) -> bool {
        self.book.by_age.list_of(pbn.0).is_some()
    }

    /// Adds a block to a pool; `now` is the scheme's clock.
    pub fn close(&mut self, chip: &Chip, pbn: Pbn, pool: u32, now: u64) {
        self.book.closings += 1;
        let place = ClosedPlace {
            pool,
            before: None,
            closed_at: now,
            order: self.book.closings,
        };
        self.put(chip, pbn, place, now);
    }

    /// Puts a block where another one was. Its valid count counts as changed.
    pub fn put(&mut self, chip: &Chip, pbn: Pbn, place: ClosedPlace, now: u64) {
        let (block, pool) = (pbn.0, place.pool);
        match place.before {
            Some(next) => self.book.by_age.insert_before(next, block),
            None => self.book.by_age.push_back(pool, block),
        }
        self.book.closed_at[pbn.index()] = place.closed_at;
        self.book.order[pbn.index()] = place.order;
        self.book.change(block);
        self.counts[pool as usize] += 1;
        let closed = self.book.closed(chip, pool, now);
        self.orders[pool as usize].policy().close(&closed, block);
        if let Some(worn) = &mut self.worn {
            worn.raise(block, &LessWorn(chip, &self.book));
        }
    }

    /// A page of `pbn` became invalid; `pbn` may be open, then nothing happens.
    #[inline]
    pub fn invalidated(&mut self, chip: &Chip, pbn: Pbn, now: u64) {
        let block = pbn.0;
        match &mut self.orders[..] {
            [Order::Greedy(order)] => {
                order.lower(block);
                return;
            }
            // One look at the chip is enough mostly.
            [Order::Fifo(_) | Order::Random(_)]
                if self.book.changed.is_empty()
                    && self.book.closed(chip, 0, now).gain(block) != FIRST =>
            {
                return;
            }
            _ => {}
        }
        let Some(pool) = self.book.by_age.list_of(block) else {
            return;
        };
        self.book.change(block);
        let closed = self.book.closed(chip, pool, now);
        let order = self.orders[pool as usize].policy();
        order.invalidated(&closed, block);
    }

    /// Reads what the invalidation of a page in each of these blocks will look at, so that it lies near. Returns something made
    /// of it.
    pub fn look_ahead(&self, chip: &Chip, blocks: &[u32]) -> u32 {
        let book = &self.book;
        let mut seen = 0;
        if !matches!(self.orders[..], [Order::Greedy(_) | Order::Fifo(_)]) {
            for &block in blocks {
                seen ^= book.by_age.list_of(block).unwrap_or(0);
            }
        }
        if !book.changed.is_empty() {
            for &block in blocks {
                seen ^= book.changed[block as usize] as u32;
            }
        }
        for (order, pool) in self.orders.iter().zip(0..) {
            let closed = book.closed(chip, pool, 0);
            seen ^= match order {
                Order::Greedy(order) => order.look_ahead(blocks),
                Order::Windowed(order) => order.look_ahead(blocks),
                Order::Aged(order) => order.look_ahead(&closed, blocks),
                Order::Random(order) => order.look_ahead(&closed, blocks),
                Order::Fifo(_) => 0,
            };
        }
        seen
    }

    /// Reads what [`Self::remove`] of a block will look at, so that it lies near. Returns something made of it.
    #[inline]
    pub fn look_ahead_victim(&self, pbn: Pbn) -> u32 {
        let by_age = &self.book.by_age;
        let neighbours = [by_age.before(pbn.0), by_age.after(pbn.0)];
        let lists = neighbours.map(|block| block.and_then(|b| by_age.list_of(b)));
        lists[0].unwrap_or(0) ^ lists[1].unwrap_or(0) ^ self.book.order[pbn.index()] as u32
    }

    /// Takes a block out. Returns the place it had.
    pub fn remove(&mut self, chip: &Chip, pbn: Pbn, now: u64) -> ClosedPlace {
        let block = pbn.0;
        let book = &self.book;
        let pool = book.by_age.list_of(block).expect("a closed block");
        let closed = book.closed(chip, pool, now);
        let place = ClosedPlace {
            pool,
            before: closed.after(block),
            closed_at: book.closed_at[pbn.index()],
            order: book.order[pbn.index()],
        };
        self.orders[pool as usize].policy().remove(&closed, block);
        if let Some(worn) = &mut self.worn {
            worn.remove(block, &LessWorn(chip, book));
        }
        self.book.by_age.remove(block);
        self.counts[pool as usize] -= 1;
        place
    }

    /// The block the policy picks in a pool, `None` when none is closed there.
    pub fn pick(&mut self, chip: &Chip, pool: u32, now: u64, rng: &mut Rng) -> Option<Pbn> {
        let closed = self.book.closed(chip, pool, now);
        let order = self.orders[pool as usize].policy();
        order.pick(&closed, rng).map(Pbn)
    }

    /// Whether `greedy` takes `a` before `b`, which may stand in different pools.
    pub fn fewer(&self, chip: &Chip, a: Pbn, b: Pbn) -> bool {
        self.book.closed(chip, 0, 0).fewer(a.0, b.0)
    }

    /// The closed block that was erased least often; tie: closed longest ago.
    pub fn least_worn(&self) -> Option<Pbn> {
        let worn = self.worn.as_ref()?;
        worn.winner().map(Pbn)
    }

    /// Of the closed blocks that `fit` the one with fewest valid pages; tie: closed longest ago. Looks at all blocks, in the order
    /// of their numbers, and asks only about those that could win.
    pub fn fewest_valid(&self, chip: &Chip, fit: impl Fn(Pbn) -> bool) -> Option<Pbn> {
        let (mut best, mut fewest) = (None, (u32::MAX, u64::MAX));
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            let valid = chip.valid_pages(pbn);
            if valid <= fewest.0 && self.contains(pbn) {
                let rank = (valid, self.book.order[pbn.index()]);
                if rank < fewest && fit(pbn) {
                    (best, fewest) = (Some(pbn), rank);
                }
            }
        }
        best
    }

    /// The closed blocks of a pool, longest closed first.
    pub fn iter(&self, pool: u32) -> impl Iterator<Item = Pbn> + '_ {
        self.book.by_age.iter(pool).map(Pbn)
    }

    /// Takes a victim out: `own`, unless an intervention chooses another. Emits the beginning of the cleaning.
    pub fn take<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        own: Pbn,
        now: u64,
        threshold: u32,
    ) -> Result<Pbn, Halt> {
        let g = cx.chip().geometry();
        // A block without a stale page gives nothing back.
        let victim = Pbn(cx.decide(Decision::Victim, own.0, |chip, b| {
            b < g.blocks && self.contains(Pbn(b)) && chip.valid_pages(Pbn(b)) < g.pages_per_block
        })?);
        if S::ON {
            let pool = self.book.by_age.list_of(own.0).expect("a closed block");
            let candidates = self.candidates(cx.chip(), pool, now, Some(victim));
            let (valid, free, choices) = (
                cx.chip().valid_pages(victim),
                cx.free_blocks(),
                self.counts.iter().sum(),
            );
            let translation = cx.flash.pool.role(victim) == Role::Translation;
            cx.emit(|| Event::GcBegin {
                pbn: victim,
                valid,
                translation,
                free,
                threshold,
                candidates,
                choices,
            });
        }
        self.remove(cx.chip(), victim, now);
        Ok(victim)
    }

    /// The best candidates of a pool, best first; `victim`, if given, before all others. After a pick of `d_choices` they are the
    /// blocks that were drawn, under `windowed_greedy` those of the window.
    #[inline]
    pub fn candidates(
        &self,
        chip: &Chip,
        pool: u32,
        now: u64,
        victim: Option<Pbn>,
    ) -> Vec<Candidate> {
        let book = &self.book;
        let closed = book.closed(chip, pool, now);
        let order = &self.orders[pool as usize];
        let asked = |block: u32| match order {
            _ if victim.is_some_and(|v| v.0 == block) => true,
            Order::Windowed(order) => order.has(block),
            Order::Random(order) if matches!(self.policy, GcPolicy::DChoices { .. }) => {
                victim.is_none() || order.drawn().contains(&block)
            }
            _ => true,
        };
        let score = |place: usize, block: u32| match order {
            Order::Fifo(_) => place as f64,
            // JSON has no infinity: where a score has no limit, the largest finite number stands for it.
            Order::Aged(order) => order.shown(&closed, block).min(f64::MAX),
            Order::Random(_) if self.policy == GcPolicy::Random => 0.0,
            _ => f64::from(closed.valid(block)),
        };
        let own = book.by_age.iter(pool);
        // A person may have chosen one of the other pool.
        let other = victim.filter(|v| book.by_age.list_of(v.0) != Some(pool));
        let blocks = own.enumerate().chain(other.map(|v| (0, v.0)));
        let mut best: Vec<(u64, Candidate)> = Vec::with_capacity(SHOWN + 1);
        for (at, id) in blocks.filter(|&(_, block)| asked(block)) {
            let (valid, score) = (closed.valid(id), score(at, id));
            // Scores are not negative, so their bits ascend as they do; equal ones keep their order. What has nothing to gain
            // comes last, but where it has its turn.
            let last = closed.gain(id) == FULL && self.policy != GcPolicy::FifoFull;
            let full = u64::from(last) << 63;
            let key = match self.policy {
                _ if victim.is_some_and(|v| id == v.0) => 0,
                GcPolicy::CostBenefit => full | (1 + (score.to_bits() ^ (u64::MAX >> 1))),
                _ => full | (1 + score.to_bits()),
            };
            let place = best.partition_point(|&(k, _)| k <= key);
            if place < SHOWN {
                best.insert(place, (key, Candidate { id, valid, score }));
                best.truncate(SHOWN);
            }
        }
        best.into_iter().map(|(_, c)| c).collect()
    }

    /// Hands the columns that do not follow from others to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        let book = &mut self.book;
        book.by_age.columns(visit);
        visit.longs(&mut book.closed_at);
        visit.order(&mut book.order);
        visit.order(&mut book.changed);
        visit.last_of_order(&mut book.closings);
        visit.last_of_order(&mut book.changes);
        for order in &mut self.orders {
            order.policy().columns(visit);
        }
        if let Some(worn) = &mut self.worn {
            worn.columns(visit);
        }
        visit.words(&mut self.counts);
    }

    /// Makes the others anew.
    #[inline]
    pub fn derive(&mut self, chip: &Chip) {
        for (pool, order) in (0..).zip(&mut self.orders) {
            order.policy().derive(&self.book.closed(chip, pool, 0));
        }
    }
}

impl Book {
    #[inline]
    fn closed<'a>(&'a self, chip: &'a Chip, pool: u32, now: u64) -> Closed<'a> {
        Closed {
            chip,
            book: self,
            pool,
            now,
        }
    }

    #[inline]
    fn change(&mut self, block: u32) {
        if !self.changed.is_empty() {
            self.changes += 1;
            self.changed[block as usize] = self.changes;
        }
    }
}
