//! The closed blocks of a page-mapped FTL, and which of them GC takes (SPEC 3.2).
//!
//! * `policies/`: what each policy is, one file a policy, in the formula of its source;
//! * `indexed/`: structures that a run uses to find the same block without a look at all of them. They take O(1) amortised per host
//!   write, and per GC O(log blocks), or a look at the oldest block of each class that `cost_benefit` and `cat` distinguish;
//! * `closed.rs`: what is known of closed blocks whatever the policy;
//! * `candidates.rs`: what a person sees of a choice, gathered by a scan.
//!
//! Closed blocks are in one pool, or in two where hot and cold pages are separated; the policy picks inside a pool.

mod candidates;
mod closed;
mod indexed;
mod policies;

#[cfg(test)]
mod tests;

use nand::{Chip, Columns, Pbn};

use crate::GcPolicy;
use crate::parts::Lists;
use crate::rng::Rng;

use closed::{Book, FIRST};
use indexed::{Definition, LessWorn, Order, Tournament};

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
        let order = |_| Order::new(policy, chip.geometry());
        // One pool's greedy queues know by themselves what changed last.
        let ranked = match policy {
            GcPolicy::WindowedGreedy { .. } | GcPolicy::DChoices { .. } => true,
            _ => pools > 1,
        };
        let orders = (0..pools).map(order).collect();
        let worn = leveling.then(|| Tournament::new(chip.geometry().blocks));
        Self::with(policy, chip, orders, ranked, worn)
    }

    /// Every victim is found by the definition of the policy, which looks at all closed blocks: for tests and benches.
    pub fn by_definition(policy: GcPolicy, chip: &Chip, pools: u32) -> Self {
        let order = |_| Order::Definition(Definition::of(policy));
        Self::with(policy, chip, (0..pools).map(order).collect(), true, None)
    }

    /// `ranked`: whether the changes of valid counts are numbered.
    fn with(
        policy: GcPolicy,
        chip: &Chip,
        orders: Vec<Order>,
        ranked: bool,
        worn: Option<Tournament>,
    ) -> Self {
        let (blocks, pools) = (chip.geometry().blocks, orders.len());
        Self {
            policy,
            book: Book {
                by_age: Lists::new(pools as u32, blocks),
                closed_at: vec![0; blocks as usize],
                order: vec![0; blocks as usize],
                closings: 0,
                changed: vec![0; if ranked { blocks as usize } else { 0 }],
                changes: 0,
            },
            orders,
            worn,
            counts: vec![0; pools],
        }
    }

    /// Continues under another policy, which finds the closed blocks in the order of closing: ties that an invalidation would
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
        self.orders[pool as usize].index().close(&closed, block);
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
            [Order::Definition(_)] if self.book.changed.is_empty() => return,
            // One look at the chip is enough mostly.
            [Order::Fifo(_) | Order::Urn(_)]
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
        let order = self.orders[pool as usize].index();
        order.invalidated(&closed, block);
    }

    /// Reads what the invalidation of a page in each of these blocks will look at, so that it lies near. Returns something made
    /// of it.
    pub fn look_ahead(&self, chip: &Chip, blocks: &[u32]) -> u32 {
        let book = &self.book;
        let mut seen = 0;
        if !matches!(
            self.orders[..],
            [Order::Greedy(_) | Order::Fifo(_) | Order::Definition(_)]
        ) {
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
                Order::AgeWeighted(order) => order.look_ahead(&closed, blocks),
                Order::Urn(order) => order.look_ahead(&closed, blocks),
                Order::Fifo(_) | Order::Definition(_) => 0,
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

    /// The block that is the next victim unless others change before; `None` where looking for it takes a while.
    #[inline]
    pub fn likely_next(&mut self) -> Option<Pbn> {
        match &mut self.orders[..] {
            [Order::Greedy(order)] => order.first().map(Pbn),
            _ => None,
        }
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
        self.orders[pool as usize].index().remove(&closed, block);
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
        let order = self.orders[pool as usize].index();
        order.pick(&closed, rng).map(Pbn)
    }

    /// Whether `greedy` takes `a` before `b`, which may be in different pools.
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

    /// The closed blocks of all pools, longest closed first.
    pub fn all(&self) -> Vec<Pbn> {
        let pools = 0..self.counts.len() as u32;
        let mut all: Vec<Pbn> = pools.flat_map(|pool| self.iter(pool)).collect();
        if self.counts.len() > 1 {
            all.sort_unstable_by_key(|pbn| self.book.order[pbn.index()]);
        }
        all
    }

    /// The closed blocks of a pool, longest closed first.
    pub fn iter(&self, pool: u32) -> impl Iterator<Item = Pbn> + '_ {
        self.book.by_age.iter(pool).map(Pbn)
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
            order.index().columns(visit);
        }
        if let Some(worn) = &mut self.worn {
            worn.columns(visit);
        }
        visit.words(&mut self.counts);
    }

    /// Rebuilds the other columns.
    #[inline]
    pub fn derive(&mut self, chip: &Chip) {
        for (pool, order) in (0..).zip(&mut self.orders) {
            order.index().derive(&self.book.closed(chip, pool, 0));
        }
    }
}
