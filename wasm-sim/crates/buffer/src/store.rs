//! The buffer: pages in slots, and the order in which they leave.

use nand::{Columns, Lbn, Lpn, NONE};

use crate::config::{BufferConfig, Policy};
use crate::destage::{DestageRule, GroupShown, Victim};
use crate::order::groups::GroupOrder;
use crate::order::pages::PageOrder;

/// Flags of a page: flash does not have it; the workload called it hot.
const NEWER: u8 = 1;
const HOT: u8 = 2;

/// A page in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferedPage {
    /// Version of its content.
    pub version: u32,
    /// Whether flash does not have it; else it was read from there.
    pub dirty: bool,
    /// Whether the workload called the page hot when it was written.
    pub hot: bool,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteBuffer {
    config: BufferConfig,
    pages_per_block: u32,
    logical_pages: u32,
    /// Per LPN: its slot, or [`NONE`].
    slot_of: Vec<u32>,
    /// Per slot: its LPN, or [`NONE`].
    lpn: Vec<u32>,
    /// Per slot: the version of its content.
    version: Vec<u32>,
    /// Per slot: [`NEWER`] than flash, [`HOT`].
    flags: Vec<u8>,
    /// Slots not in use.
    free: Vec<u32>,
    order: Order,
}

#[derive(Clone, Debug, PartialEq)]
enum Order {
    Pages(PageOrder),
    Groups(GroupOrder),
}

impl WriteBuffer {
    /// An empty buffer.
    pub fn new(config: BufferConfig, pages_per_block: u32, logical_pages: u32) -> Self {
        // More it never holds.
        let slots = config.capacity.min(logical_pages);
        Self {
            config,
            pages_per_block,
            logical_pages,
            slot_of: vec![NONE; logical_pages as usize],
            lpn: vec![NONE; slots as usize],
            version: vec![0; slots as usize],
            flags: vec![0; slots as usize],
            free: (0..slots).rev().collect(),
            order: if config.by_block() {
                let policy = config.policy;
                Order::Groups(GroupOrder::new(
                    policy,
                    slots,
                    pages_per_block,
                    logical_pages,
                ))
            } else {
                Order::Pages(PageOrder::new(slots))
            },
        }
    }

    /// How it is set up.
    pub fn config(&self) -> &BufferConfig {
        &self.config
    }

    /// Pages it holds.
    pub fn len(&self) -> u32 {
        (self.lpn.len() - self.free.len()) as u32
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether another page needs room made first.
    pub fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// Pages it holds that flash does not have.
    pub fn dirty(&self) -> u32 {
        match &self.order {
            Order::Pages(order) => self.len() - order.clean,
            Order::Groups(_) => self.len(),
        }
    }

    /// A page, if it is buffered.
    #[inline]
    pub fn get(&self, lpn: Lpn) -> Option<BufferedPage> {
        let slot = self.slot_of[lpn.index()];
        (slot != NONE).then(|| self.page(slot))
    }

    fn page(&self, slot: u32) -> BufferedPage {
        let flags = self.flags[slot as usize];
        BufferedPage {
            version: self.version[slot as usize],
            dirty: flags & NEWER != 0,
            hot: flags & HOT != 0,
        }
    }

    /// The logical pages of a logical block.
    pub fn pages_of(&self, lbn: Lbn) -> std::ops::Range<u32> {
        let first = lbn.0 * self.pages_per_block;
        first..(first + self.pages_per_block).min(self.logical_pages)
    }

    /// The logical block of a page.
    pub fn block_of(&self, lpn: Lpn) -> Lbn {
        Lbn(lpn.0 / self.pages_per_block)
    }

    /// Buffered pages of a logical block.
    pub fn group_pages(&self, lbn: Lbn) -> u32 {
        match &self.order {
            Order::Pages(_) => 0,
            Order::Groups(order) => order.get(lbn.0).map_or(0, |g| g.pages),
        }
    }

    /// The host wrote a page. There is room, or it is buffered.
    pub fn write(&mut self, lpn: Lpn, version: u32, hot: bool) {
        let slot = self.slot_of[lpn.index()];
        let fresh = slot == NONE;
        let slot = if fresh { self.take(lpn) } else { slot };
        let clean = !fresh && self.flags[slot as usize] & NEWER == 0;
        self.version[slot as usize] = version;
        self.flags[slot as usize] = NEWER | if hot { HOT } else { 0 };
        match &mut self.order {
            Order::Pages(order) => {
                order.clean -= u32::from(clean);
                if fresh {
                    order.push(slot);
                } else {
                    order.touch(slot);
                }
            }
            Order::Groups(order) => {
                let (lbn, offset) = (lpn.0 / self.pages_per_block, lpn.0 % self.pages_per_block);
                let first = lbn * self.pages_per_block;
                let whole = self.pages_per_block.min(self.logical_pages - first);
                order.written(lbn, offset, whole, fresh);
            }
        }
    }

    /// The host read a page that is buffered: it is the most recent one where reads count.
    pub fn read(&mut self, lpn: Lpn) {
        if self.config.keeps_reads()
            && let Order::Pages(order) = &mut self.order
        {
            order.touch(self.slot_of[lpn.index()]);
        }
    }

    /// A page that the host read from flash is kept. There is room, and it is not buffered.
    pub fn keep(&mut self, lpn: Lpn, version: u32) {
        let slot = self.take(lpn);
        self.version[slot as usize] = version;
        self.flags[slot as usize] = 0;
        if let Order::Pages(order) = &mut self.order {
            order.clean += 1;
            order.push(slot);
        }
    }

    fn take(&mut self, lpn: Lpn) -> u32 {
        let slot = self.free.pop().expect("room was made");
        self.slot_of[lpn.index()] = slot;
        self.lpn[slot as usize] = lpn.0;
        slot
    }

    /// A page that is buffered leaves.
    pub fn remove(&mut self, lpn: Lpn) {
        let slot = std::mem::replace(&mut self.slot_of[lpn.index()], NONE);
        self.lpn[slot as usize] = NONE;
        self.free.push(slot);
        match &mut self.order {
            Order::Pages(order) => {
                order.clean -= u32::from(self.flags[slot as usize] & NEWER == 0);
                order.remove(slot);
            }
            Order::Groups(order) => order.left(lpn.0 / self.pages_per_block),
        }
    }

    /// Power was lost.
    pub fn clear(&mut self) {
        *self = Self::new(self.config, self.pages_per_block, self.logical_pages);
    }

    /// What leaves next. Something is buffered.
    pub fn victim(&self) -> Victim {
        match &self.order {
            Order::Pages(order) => {
                let slot = self.oldest(order).0;
                Victim::Page(Lpn(self.lpn[slot as usize]))
            }
            Order::Groups(order) => Victim::Group(Lbn(order.victim())),
        }
    }

    fn oldest(&self, order: &PageOrder) -> (u32, u32) {
        let window = match self.config.policy {
            Policy::Cflru { window } => window,
            _ => 0,
        };
        order.victim(window, |slot| self.flags[slot as usize] & NEWER == 0)
    }

    /// Why it leaves.
    pub fn rule(&self) -> DestageRule {
        match (&self.order, self.config.policy) {
            (Order::Groups(order), _) => order.rule(),
            (Order::Pages(order), Policy::Cflru { window }) => {
                let (slot, place) = self.oldest(order);
                if self.page(slot).dirty {
                    DestageRule::NoneClean { window }
                } else {
                    DestageRule::CleanFirst { window, place }
                }
            }
            (Order::Pages(_), _) => DestageRule::Lru,
        }
    }

    /// Pages with what is known of each, those that leave sooner by recency first; of block groups in the order of their groups.
    pub fn pages(&self) -> impl Iterator<Item = (Lpn, BufferedPage)> + '_ {
        let slots: Vec<u32> = match &self.order {
            Order::Pages(order) => order.iter().collect(),
            Order::Groups(order) => {
                let blocks = order.all().into_iter();
                let lpns = blocks.flat_map(|g| self.pages_of(Lbn(g.lbn)));
                let slots = lpns.map(|lpn| self.slot_of[lpn as usize]);
                slots.filter(|&slot| slot != NONE).collect()
            }
        };
        let page = |slot: u32| (Lpn(self.lpn[slot as usize]), self.page(slot));
        slots.into_iter().map(page)
    }

    /// The block groups, least recently written first; of many the first `most`, and that of `always` if it is not one of them.
    /// `None` where pages leave one by one.
    pub fn groups(&self, most: usize, always: Option<Lbn>) -> Option<Vec<GroupShown>> {
        let Order::Groups(order) = &self.order else {
            return None;
        };
        let puds = order.puds();
        let shown = order
            .all()
            .into_iter()
            .enumerate()
            .filter(|(place, group)| *place < most || always.is_some_and(|lbn| lbn.0 == group.lbn));
        let group = |(_, group): (usize, crate::order::groups::Group)| {
            let (pud, frequent) = puds.as_ref().map_or((None, false), |of| {
                let (pud, frequent) = of(&group);
                (Some(pud), frequent)
            });
            let lpns = self.pages_of(Lbn(group.lbn));
            GroupShown {
                lbn: group.lbn,
                lpns: lpns.filter(|&l| self.slot_of[l as usize] != NONE).collect(),
                pud,
                frequent,
            }
        };
        Some(shown.map(group).collect())
    }

    /// How many block groups there are.
    pub fn group_count(&self) -> u32 {
        match &self.order {
            Order::Pages(_) => 0,
            Order::Groups(order) => order.all().len() as u32,
        }
    }

    /// What decides which pages leave when, as words, for the hash of a state: page writes so far, then of each page in the order
    /// of [`Self::pages`] its number, its version if asked for, and whether it is dirty, then of each group its block, updates, last and sum of
    /// distances.
    pub fn words(&self, versions: bool) -> Vec<u32> {
        let mut words = Vec::new();
        let long = |words: &mut Vec<u32>, value: u64| {
            words.extend([value as u32, (value >> 32) as u32]);
        };
        for (lpn, page) in self.pages() {
            words.extend([
                lpn.0,
                if versions { page.version } else { 0 },
                u32::from(page.dirty),
            ]);
        }
        if let Order::Groups(order) = &self.order {
            long(&mut words, order.now());
            for group in order.all() {
                words.push(group.lbn);
                for value in [group.updates, group.last, group.distances] {
                    long(&mut words, value);
                }
            }
        }
        words
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.derived(&mut self.slot_of);
        visit.words(&mut self.lpn);
        visit.words(&mut self.version);
        visit.bytes(&mut self.flags);
        visit.words(&mut self.free);
        match &mut self.order {
            Order::Pages(order) => order.columns(visit),
            Order::Groups(order) => order.columns(visit),
        }
    }

    /// Makes the columns anew that follow from others (see [`Columns::derived`]).
    pub fn derive(&mut self) {
        self.slot_of.fill(NONE);
        for (slot, &lpn) in (0..).zip(&self.lpn).filter(|&(_, &lpn)| lpn != NONE) {
            self.slot_of[lpn as usize] = slot;
        }
        if let Order::Groups(order) = &mut self.order {
            order.derive();
        }
    }
}

#[cfg(test)]
mod tests;
