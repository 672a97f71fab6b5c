//! The buffer: pages in slots, and the order in which they leave.

mod shown;

use nand::{Columns, Lbn, Lpn, NONE};

use crate::config::{BufferConfig, Policy};
use crate::destage::{Benefits, DestageRule, Victim};
use crate::order::both::Both;
use crate::order::groups::GroupOrder;
use crate::order::pages::PageOrder;
use crate::places::Places;

/// Flags of a page: flash does not have it; the workload called it hot.
const NEWER: u8 = 1;
const HOT: u8 = 2;

/// A page in the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferedPage {
    /// Version of its content.
    pub version: u32,
    /// Whether flash does not have it; otherwise it was read from there.
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
    places: Places,
    /// Per slot: its LPN, or [`NONE`].
    lpn: Vec<u32>,
    /// Per slot: the version of its content.
    version: Vec<u32>,
    /// Per slot: [`NEWER`] than flash, [`HOT`].
    flags: Vec<u8>,
    /// Slots not in use.
    free: Vec<u32>,
    /// Pages it holds at most.
    capacity: u32,
    order: Order,
}

#[derive(Clone, Debug, PartialEq)]
enum Order {
    Pages(PageOrder),
    Groups(GroupOrder),
    Both(Box<Both>),
}

impl WriteBuffer {
    /// An empty buffer.
    pub fn new(config: BufferConfig, pages_per_block: u32, logical_pages: u32) -> Self {
        // More it never holds.
        let slots = config.most().min(logical_pages);
        Self {
            config,
            capacity: config.capacity(),
            pages_per_block,
            logical_pages,
            places: Places::new(logical_pages),
            lpn: vec![NONE; slots as usize],
            version: vec![0; slots as usize],
            flags: vec![0; slots as usize],
            free: (0..slots).rev().collect(),
            order: match (config.policy, &config.sharing) {
                (Policy::GcArm { .. }, Some(sharing)) => {
                    let both = Both::new(sharing, slots, pages_per_block, logical_pages);
                    Order::Both(Box::new(both))
                }
                (policy, _) if config.by_block() => Order::Groups(GroupOrder::new(
                    policy,
                    slots,
                    pages_per_block,
                    logical_pages,
                )),
                _ => Order::Pages(PageOrder::new(slots)),
            },
        }
    }

    /// How it is set up.
    pub fn config(&self) -> &BufferConfig {
        &self.config
    }

    /// Slots there are for pages; more it never holds.
    pub fn slots(&self) -> u32 {
        self.lpn.len() as u32
    }

    /// The slot of a page, if it is buffered: the same as long as it is.
    #[inline]
    pub fn slot(&self, lpn: Lpn) -> Option<u32> {
        self.places.get(lpn)
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
        self.len() >= self.capacity
    }

    /// Whether it holds more than it may, since it became smaller.
    pub fn is_over_full(&self) -> bool {
        self.len() > self.capacity
    }

    /// Pages it holds at most now.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// It holds this many pages at most from now on. Pages beyond the capacity leave by and by.
    pub fn set_capacity(&mut self, pages: u32) {
        self.capacity = pages;
    }

    /// Pages it holds that flash does not have.
    pub fn dirty(&self) -> u32 {
        match &self.order {
            Order::Pages(order) => self.len() - order.clean,
            Order::Groups(_) | Order::Both(_) => self.len(),
        }
    }

    /// Reads where these pages are, so that it lies near. Returns something made of it all.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        self.places.look_ahead(lpns)
    }

    /// Pages that may be next to leave, as many as `lpns` has room for and are easily told. Returns how many.
    pub fn leaving_next(&self, lpns: &mut [Lpn]) -> usize {
        let mut fill = |leaving: &mut dyn Iterator<Item = Lpn>| {
            let pages = lpns.iter_mut().zip(leaving);
            pages.fold(0, |n, (place, lpn)| {
                *place = lpn;
                n + 1
            })
        };
        let lpn = |slot: u32| Lpn(self.lpn[slot as usize]);
        match &self.order {
            Order::Pages(pages) => fill(&mut pages.iter().map(lpn)),
            Order::Both(both) => fill(&mut both.pages.iter().map(lpn)),
            Order::Groups(order) => {
                let blocks = order.leaving_next().into_iter().flatten();
                fill(&mut blocks.flat_map(|lbn| self.buffered_of(Lbn(lbn))))
            }
        }
    }

    /// A page, if it is buffered.
    #[inline]
    pub fn get(&self, lpn: Lpn) -> Option<BufferedPage> {
        self.places.get(lpn).map(|slot| self.page(slot))
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

    /// Those of them that are buffered.
    pub fn buffered_of(&self, lbn: Lbn) -> impl Iterator<Item = Lpn> + '_ {
        self.places.pages(self.pages_of(lbn))
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
            Order::Both(both) => both.sizes.of(lbn.0),
        }
    }

    /// The host wrote a page. There is room, or it is buffered. Returns its slot.
    pub fn write(&mut self, lpn: Lpn, version: u32, hot: bool) -> u32 {
        let there = self.places.get(lpn);
        let fresh = there.is_none();
        let slot = there.unwrap_or_else(|| self.take(lpn));
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
            Order::Both(both) => both.written(slot, lpn, lpn.0 / self.pages_per_block, fresh),
        }
        slot
    }

    /// The host read a page that is buffered: it is the most recent one where reads count.
    pub fn read(&mut self, lpn: Lpn) {
        if self.config.keeps_reads()
            && let Order::Pages(order) = &mut self.order
            && let Some(slot) = self.places.get(lpn)
        {
            order.touch(slot);
        }
    }

    /// A page that the host read from flash is kept. There is room, and it is not buffered. Returns its slot.
    pub fn keep(&mut self, lpn: Lpn, version: u32) -> u32 {
        let slot = self.take(lpn);
        self.version[slot as usize] = version;
        self.flags[slot as usize] = 0;
        if let Order::Pages(order) = &mut self.order {
            order.clean += 1;
            order.push(slot);
        }
        slot
    }

    fn take(&mut self, lpn: Lpn) -> u32 {
        let slot = self.free.pop().expect("room was made");
        self.places.set(lpn, slot);
        self.lpn[slot as usize] = lpn.0;
        slot
    }

    /// A page that is buffered leaves.
    pub fn remove(&mut self, lpn: Lpn) {
        let slot = self.places.take(lpn).expect("it is buffered");
        self.lpn[slot as usize] = NONE;
        self.free.push(slot);
        match &mut self.order {
            Order::Pages(order) => {
                order.clean -= u32::from(self.flags[slot as usize] & NEWER == 0);
                order.remove(slot);
            }
            Order::Groups(order) => order.left(lpn.0 / self.pages_per_block),
            Order::Both(both) => both.left(slot, lpn, lpn.0 / self.pages_per_block),
        }
    }

    /// The pages of a block group will leave, one by one, and none comes until they have, or until [`Self::stop_leaving`]. It may be left out; it
    /// makes the rest cheaper.
    pub fn begin_leaving(&mut self, lbn: Lbn) {
        if let Order::Groups(order) = &mut self.order {
            order.begin_leaving(lbn.0);
        }
    }

    /// Pages of the group that have not left stay.
    pub fn stop_leaving(&mut self) {
        if let Order::Groups(order) = &mut self.order {
            order.stop_leaving();
        }
    }

    /// Power was lost.
    pub fn clear(&mut self) {
        let capacity = self.capacity;
        *self = Self::new(self.config, self.pages_per_block, self.logical_pages);
        self.capacity = capacity;
    }

    /// The benefits of a page, which an erase gives `freed` for, and of the largest group (`gc_arm`): the group
    /// leaves if its benefit is larger, for a page needs no fillers. All that the group's block lacks counts as
    /// invalid, on flash or not: eq. 3.2 speaks of the block in the buffer. `None` under any other policy, or if
    /// nothing is buffered.
    pub fn benefits(&self, freed: u32) -> Option<Benefits> {
        let Order::Both(both) = &self.order else {
            return None;
        };
        let lbn = both.sizes.largest()?;
        let pages = both.sizes.of(lbn);
        let missing = self.pages_of(Lbn(lbn)).len() as u32 - pages;
        let block = i64::from(pages) - i64::from(missing);
        Some(Benefits {
            page: freed,
            block: block as i32,
            by_block: block > i64::from(freed),
            lbn,
            pages,
            missing,
            mapping_group: None,
        })
    }

    /// The page written least recently.
    pub fn oldest_page(&self) -> Option<Lpn> {
        let pages = match &self.order {
            Order::Pages(pages) => pages,
            Order::Both(both) => &both.pages,
            Order::Groups(_) => return None,
        };
        pages.iter().next().map(|s| Lpn(self.lpn[s as usize]))
    }

    /// Of the pages of a translation page the one written least recently (`gc_arm`).
    pub fn oldest_of(&self, tpn: u32) -> Option<Lpn> {
        let Order::Both(both) = &self.order else {
            return None;
        };
        let slot = both.by_mapping.front(tpn)?;
        Some(Lpn(self.lpn[slot as usize]))
    }

    /// Something leaves for these benefits (`gc_arm`).
    pub fn decided(&mut self, benefits: Benefits) {
        if let Order::Both(both) = &mut self.order {
            both.last = Some(benefits);
        }
    }

    /// The reason for the last destage (`gc_arm`).
    pub fn last(&self) -> Option<&Benefits> {
        match &self.order {
            Order::Both(both) => both.last.as_ref(),
            _ => None,
        }
    }

    /// May be left out before something leaves; it makes finding what cheaper.
    pub fn look_for_victim(&mut self) {
        if let (Policy::Cflru { window, .. }, Order::Pages(order)) =
            (self.config.policy, &mut self.order)
        {
            order.look(window, |slot| self.flags[slot as usize] & NEWER == 0);
        }
    }

    /// The next to leave. Something is buffered. Of `gc_arm` the page that leaves if a page does.
    pub fn victim(&self) -> Victim {
        match &self.order {
            Order::Pages(order) => {
                let slot = self.oldest(order).0;
                Victim::Page(Lpn(self.lpn[slot as usize]))
            }
            Order::Groups(order) => Victim::Group(Lbn(order.victim())),
            Order::Both(_) => Victim::Page(self.oldest_page().expect("something is buffered")),
        }
    }

    fn oldest(&self, order: &PageOrder) -> (u32, u32) {
        let window = match self.config.policy {
            Policy::Cflru { window, .. } => window,
            _ => 0,
        };
        order.victim(window, |slot| self.flags[slot as usize] & NEWER == 0)
    }

    /// Why it leaves.
    pub fn rule(&self) -> DestageRule {
        match (&self.order, self.config.policy) {
            (Order::Groups(order), _) => order.rule(),
            (Order::Pages(order), Policy::Cflru { window, .. }) => {
                let (slot, place) = self.oldest(order);
                if self.page(slot).dirty {
                    DestageRule::NoneClean { window }
                } else {
                    DestageRule::CleanFirst { window, place }
                }
            }
            (Order::Pages(_) | Order::Both(_), _) => DestageRule::Lru,
        }
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.words(&mut self.lpn);
        visit.words(&mut self.version);
        visit.bytes(&mut self.flags);
        visit.words(&mut self.free);
        match &mut self.order {
            Order::Pages(order) => order.columns(visit),
            Order::Groups(order) => order.columns(visit),
            Order::Both(both) => both.columns(visit),
        }
        if self.config.sharing.is_some() {
            visit.word(&mut self.capacity);
        }
    }

    /// Makes the columns again that follow from others (see [`Columns::derived`]).
    pub fn derive(&mut self) {
        let slots = (0..).zip(&self.lpn).filter(|&(_, &lpn)| lpn != NONE);
        self.places
            .derive(slots.map(|(slot, &lpn)| (Lpn(lpn), slot)));
        match &mut self.order {
            Order::Groups(order) => order.derive(),
            Order::Both(both) => both.sizes.derive(),
            Order::Pages(order) => order.derive(),
        }
    }
}

#[cfg(test)]
mod tests;
