//! The visible state of a buffer: its pages and groups in order, with their figures, and the words of its state.

use nand::{Lbn, Lpn};

use super::{BufferedPage, Order, WriteBuffer};
use crate::destage::{GroupFigures, GroupShown};

impl WriteBuffer {
    /// Pages with what is known of each, those that leave sooner by recency first; of block groups in the order of their groups.
    pub fn pages(&self) -> impl Iterator<Item = (Lpn, BufferedPage)> + '_ {
        let slots: Vec<u32> = match &self.order {
            Order::Pages(order) => order.iter().collect(),
            Order::Both(both) => both.pages.iter().collect(),
            Order::Groups(order) => {
                let blocks = order.all().into_iter();
                let lpns = blocks.flat_map(|g| self.buffered_of(Lbn(g.lbn)));
                lpns.filter_map(|lpn| self.places.get(lpn)).collect()
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
            let group = |lbn: u32| GroupShown {
                lbn,
                lpns: self.buffered_of(Lbn(lbn)).map(|l| l.0).collect(),
                pud: None,
                frequent: false,
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
            GroupShown {
                lbn: group.lbn,
                lpns: self.buffered_of(Lbn(group.lbn)).map(|l| l.0).collect(),
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

    /// The state on which the order of leaving depends, as words, for the hash of a state. First the page writes so
    /// far. Then of each page, in the order of [`Self::pages`]: its number, its version if asked for, whether it is
    /// dirty. Then of each group: its block, updates, last update, sum of distances.
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
            words.extend(both.words());
        }
        if self.config.sharing.is_some() {
            words.push(self.capacity);
        }
        words
    }
}
