//! The buffer: pages in slots, and the order in which they leave.

use nand::{Columns, Lbn, Lpn, NONE};

use crate::config::{BufferConfig, Policy};
use crate::destage::{Benefits, DestageRule, GroupFigures, GroupShown, MappingGroup, Victim};
use crate::order::Links;
use crate::order::groups::GroupOrder;
use crate::order::pages::PageOrder;
use crate::order::sizes::Sizes;
use crate::sharing::Sharing;

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

/// Pages by recency and groups by size (`gc_arm`).
#[derive(Clone, Debug, PartialEq)]
struct Both {
    pages: PageOrder,
    sizes: Sizes,
    /// Mappings of a translation page; 0 where the FTL has none.
    entries_per_page: u32,
    /// Per translation page: the slots of its buffered pages, least recent first.
    by_mapping: Links,
    /// What the last destage was decided by.
    last: Option<Benefits>,
}

impl Both {
    /// The translation page of a page, where there is one.
    fn tpn(&self, lpn: Lpn) -> Option<u32> {
        lpn.0.checked_div(self.entries_per_page)
    }

    /// A page was written.
    fn written(&mut self, slot: u32, lpn: Lpn, lbn: u32, fresh: bool) {
        let tpn = self.tpn(lpn);
        if fresh {
            self.pages.push(slot);
            self.sizes.came(lbn);
        } else {
            self.pages.touch(slot);
            if let Some(tpn) = tpn {
                self.by_mapping.remove(tpn, slot);
            }
        }
        if let Some(tpn) = tpn {
            self.by_mapping.push_back(tpn, slot);
        }
    }

    fn left(&mut self, slot: u32, lpn: Lpn, lbn: u32) {
        self.pages.remove(slot);
        self.sizes.left(lbn);
        if let Some(tpn) = self.tpn(lpn) {
            self.by_mapping.remove(tpn, slot);
        }
    }
}

impl WriteBuffer {
    /// An empty buffer.
    pub fn new(config: BufferConfig, pages_per_block: u32, logical_pages: u32) -> Self {
        // More it never holds.
        let slots = config.most().min(logical_pages);
        let blocks = logical_pages.div_ceil(pages_per_block);
        let both = |sharing: &Sharing| {
            let translation_pages = match sharing.entries_per_page {
                0 => 0,
                each => logical_pages.div_ceil(each),
            };
            Both {
                pages: PageOrder::new(slots),
                sizes: Sizes::new(pages_per_block, blocks),
                entries_per_page: sharing.entries_per_page,
                by_mapping: Links::new(translation_pages, slots),
                last: None,
            }
        };
        Self {
            config,
            capacity: config.capacity,
            pages_per_block,
            logical_pages,
            slot_of: vec![NONE; logical_pages as usize],
            lpn: vec![NONE; slots as usize],
            version: vec![0; slots as usize],
            flags: vec![0; slots as usize],
            free: (0..slots).rev().collect(),
            order: match &config.policy {
                Policy::GcArm(sharing) => Order::Both(Box::new(both(sharing))),
                policy if config.by_block() => Order::Groups(GroupOrder::new(
                    *policy,
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

    /// It holds so many pages at most from now on. What is too much leaves by and by.
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
            Order::Both(both) => both.sizes.of(lbn.0),
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
            Order::Both(both) => both.written(slot, lpn, lpn.0 / self.pages_per_block, fresh),
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

    /// What of the group has not left stays.
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

    /// What a page, which an erase gives `freed` for, and the largest group would bring (`gc_arm`): the group leaves if it brings more,
    /// for a page needs no fillers. All that the group's block lacks counts as invalid, on flash or not: eq. 3.2 speaks of
    /// the block in the buffer. `None` under any other policy, or if nothing is buffered.
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

    /// What the last destage was decided by (`gc_arm`).
    pub fn last(&self) -> Option<&Benefits> {
        match &self.order {
            Order::Both(both) => both.last.as_ref(),
            _ => None,
        }
    }

    /// What leaves next. Something is buffered. Of `gc_arm` the page that leaves if a page does.
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
            (Order::Pages(_) | Order::Both(_), _) => DestageRule::Lru,
        }
    }

    /// Pages with what is known of each, those that leave sooner by recency first; of block groups in the order of their groups.
    pub fn pages(&self) -> impl Iterator<Item = (Lpn, BufferedPage)> + '_ {
        let slots: Vec<u32> = match &self.order {
            Order::Pages(order) => order.iter().collect(),
            Order::Both(both) => both.pages.iter().collect(),
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

    /// The block groups, least recently written first, under `gc_arm` the largest first; of many the first `most`, and that of `always`
    /// if it is not one of them. `None` where pages leave one by one.
    pub fn groups(&self, most: usize, always: Option<Lbn>) -> Option<Vec<GroupShown>> {
        if let Order::Both(both) = &self.order {
            let mut lbns: Vec<u32> = both.sizes.iter().take(most).collect();
            lbns.extend(always.map(|l| l.0).filter(|l| !lbns.contains(l)));
            let group = |lbn: u32| {
                let there = |&lpn: &u32| self.slot_of[lpn as usize] != NONE;
                GroupShown {
                    lbn,
                    lpns: self.pages_of(Lbn(lbn)).filter(there).collect(),
                    pud: None,
                    frequent: false,
                }
            };
            return Some(lbns.into_iter().map(group).collect());
        }
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

    /// Figures of the block group of a logical block; `None` where there is no such group, or none are kept (`gc_arm`).
    pub fn group_figures(&self, lbn: Lbn) -> Option<GroupFigures> {
        match &self.order {
            Order::Pages(_) | Order::Both(_) => None,
            Order::Groups(order) => order.get(lbn.0).map(|group| group.figures(order.now())),
        }
    }

    /// The place of a block group in the order of [`Self::groups`], from 0.
    pub fn group_place(&self, lbn: Lbn) -> Option<u32> {
        let Order::Groups(order) = &self.order else {
            return None;
        };
        let place = order.all().iter().position(|group| group.lbn == lbn.0);
        place.map(|place| place as u32)
    }

    /// How many block groups there are.
    pub fn group_count(&self) -> u32 {
        match &self.order {
            Order::Pages(_) => 0,
            Order::Groups(order) => order.all().len() as u32,
            Order::Both(both) => both.sizes.groups(),
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
        if let Order::Both(both) = &self.order {
            words.extend(both.sizes.iter());
            words.extend(told(both.last));
        }
        if self.config.sharing().is_some() {
            words.push(self.capacity);
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
            Order::Both(both) => {
                both.pages.columns(visit);
                both.sizes.columns(visit);
                both.by_mapping.columns(visit);
                let mut last = told(both.last);
                for word in &mut last {
                    visit.word(word);
                }
                both.last = heard(last);
            }
        }
        if self.config.sharing().is_some() {
            visit.word(&mut self.capacity);
        }
    }

    /// Makes the columns anew that follow from others (see [`Columns::derived`]).
    pub fn derive(&mut self) {
        self.slot_of.fill(NONE);
        for (slot, &lpn) in (0..).zip(&self.lpn).filter(|&(_, &lpn)| lpn != NONE) {
            self.slot_of[lpn as usize] = slot;
        }
        match &mut self.order {
            Order::Groups(order) => order.derive(),
            Order::Both(both) => both.sizes.derive(),
            Order::Pages(_) => {}
        }
    }
}

/// Benefits as numbers: all 0 for none.
fn told(benefits: Option<Benefits>) -> [u32; 9] {
    let Some(b) = benefits else {
        return [0; 9];
    };
    let (tpn, entries) = b.mapping_group.map_or((0, 0), |g| (g.tpn, g.entries));
    [
        1,
        b.page,
        b.block.cast_unsigned(),
        b.by_block.into(),
        b.lbn,
        b.pages,
        b.missing,
        tpn,
        entries,
    ]
}

fn heard(
    [
        some,
        page,
        block,
        by_block,
        lbn,
        pages,
        missing,
        tpn,
        entries,
    ]: [u32; 9],
) -> Option<Benefits> {
    (some != 0).then_some(Benefits {
        page,
        block: block.cast_signed(),
        by_block: by_block != 0,
        lbn,
        pages,
        missing,
        mapping_group: (entries > 0).then_some(MappingGroup { tpn, entries }),
    })
}

#[cfg(test)]
mod tests;
