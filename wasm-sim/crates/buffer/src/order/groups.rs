//! Block groups, the buffered pages of a logical block each: `fab`, `bplru`, `pud_lru`.

use nand::{Columns, NONE};

use super::pud::Ranks;
use super::{Links, pud};
use crate::config::Policy;
use crate::destage::{DestageRule, GroupFigures};

/// A group. One without pages is not in use.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Group {
    /// Its logical block.
    pub lbn: u32,
    /// Its pages.
    pub pages: u32,
    /// Pages at the start of the block that its latest writes wrote in order; 0 if its latest write was another.
    run: u32,
    /// Whether it is at the LRU end for being written whole and in order.
    compensated: bool,
    /// Page writes to it.
    pub updates: u64,
    /// The number of the latest, counted over all groups.
    pub last: u64,
    /// Sum of its update distances.
    pub distances: u64,
}

impl Group {
    /// Its counters, `now` being the number of the latest page write to any group.
    pub fn figures(&self, now: u64) -> GroupFigures {
        GroupFigures {
            updates: self.updates,
            mean_distance: self.distances as f64 / (self.updates.max(2) - 1) as f64,
            recency: now - self.last,
        }
    }
}

/// Groups and the lists they are in, least recently written first: under `fab` one list for each number of pages, otherwise one.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOrder {
    policy: Policy,
    groups: Vec<Group>,
    /// Groups not in use.
    free: Vec<u32>,
    /// Per LBN: its group, or [`NONE`].
    group_of: Vec<u32>,
    links: Links,
    /// Pages of the largest group in a list (`fab`), 0 without one.
    most: u32,
    /// Page writes so far.
    now: u64,
    /// Groups in the order of leaving (`pud_lru`; otherwise empty).
    ranks: Ranks,
    /// The group whose pages are leaving one by one, or [`NONE`]: under `fab` and `pud_lru` it is in no order meanwhile, so that a
    /// page that leaves does not move it.
    leaving: u32,
}

impl GroupOrder {
    pub fn new(policy: Policy, capacity: u32, pages_per_block: u32, logical_pages: u32) -> Self {
        let blocks = logical_pages.div_ceil(pages_per_block);
        let groups = capacity.min(blocks);
        let lists = if matches!(policy, Policy::Fab { .. }) {
            pages_per_block + 1
        } else {
            1
        };
        Self {
            policy,
            groups: vec![Group::default(); groups as usize],
            free: (0..groups).rev().collect(),
            group_of: vec![NONE; blocks as usize],
            links: Links::new(lists, groups),
            most: 0,
            now: 0,
            ranks: Ranks::default(),
            leaving: NONE,
        }
    }

    /// Whether the largest leaves.
    fn by_size(&self) -> bool {
        matches!(self.policy, Policy::Fab { .. })
    }

    fn ranked(&self) -> bool {
        matches!(self.policy, Policy::PudLru { .. })
    }

    /// The list a group is in.
    fn list(&self, g: u32) -> u32 {
        match self.policy {
            Policy::Fab { .. } => self.groups[g as usize].pages,
            _ => 0,
        }
    }

    /// Takes a group out of its list.
    fn unlink(&mut self, g: u32) {
        let list = self.list(g);
        self.links.remove(list, g);
        if self.by_size() && list == self.most {
            self.lower_most();
        }
    }

    /// No group is larger than the largest was.
    fn lower_most(&mut self) {
        while self.most > 0 && self.links.front(self.most).is_none() {
            self.most -= 1;
        }
    }

    /// Puts a group that is in no list at the end of its own.
    fn link(&mut self, g: u32) {
        let list = self.list(g);
        self.most = self.most.max(list);
        self.links.push_back(list, g);
    }

    /// The group of a logical block.
    pub fn get(&self, lbn: u32) -> Option<&Group> {
        let g = self.group_of[lbn as usize];
        (g != NONE).then(|| &self.groups[g as usize])
    }

    /// A page of a logical block, at this offset of `whole`, was written; `fresh`: it was not buffered.
    pub fn written(&mut self, lbn: u32, offset: u32, whole: u32, fresh: bool) {
        let mut g = self.group_of[lbn as usize];
        if g == NONE {
            g = self.free.pop().expect("no more groups than pages");
            self.group_of[lbn as usize] = g;
            self.groups[g as usize] = Group {
                lbn,
                ..Group::default()
            };
        } else {
            self.unlink(g);
            if self.ranked() {
                self.ranks.remove(g, &self.groups[g as usize]);
            }
        }
        self.now += 1;
        let now = self.now;
        let group = &mut self.groups[g as usize];
        if group.updates > 0 {
            group.distances += now - group.last - 1;
        }
        group.updates += 1;
        group.last = now;
        group.pages += u32::from(fresh);
        group.run = match offset {
            _ if offset == group.run => offset + 1,
            0 => 1,
            _ => 0,
        };
        let compensates = matches!(
            self.policy,
            Policy::Bplru {
                lru_compensation: true,
                ..
            }
        );
        group.compensated = compensates && group.run == whole;
        if group.compensated {
            // Written next it does not go on, but begins again.
            group.run = 0;
            self.links.insert_after(0, None, g);
        } else {
            self.link(g);
        }
        if self.ranked() {
            self.ranks.insert(g, &self.groups[g as usize]);
        }
    }

    /// All pages of a logical block will leave, one by one, and none will come until they have, or until [`Self::stop_leaving`].
    pub fn begin_leaving(&mut self, lbn: u32) {
        let g = self.group_of[lbn as usize];
        if self.ranked() {
            self.ranks.remove(g, &self.groups[g as usize]);
        } else if self.by_size() {
            self.unlink(g);
        } else {
            return;
        }
        self.leaving = g;
    }

    /// Pages that have not left stay.
    pub fn stop_leaving(&mut self) {
        let g = std::mem::replace(&mut self.leaving, NONE);
        if g == NONE {
            return;
        }
        if self.ranked() {
            self.ranks.insert(g, &self.groups[g as usize]);
        } else {
            self.insert_by_writing(g);
        }
    }

    /// Puts a group among those as large, by its last write.
    fn insert_by_writing(&mut self, g: u32) {
        let group = &self.groups[g as usize];
        let (pages, written) = (group.pages, group.last);
        let mut before = self.links.back(pages);
        while let Some(b) = before.filter(|&b| self.groups[b as usize].last > written) {
            before = self.links.before(b);
        }
        self.links.insert_after(pages, before, g);
        self.most = self.most.max(pages);
    }

    /// A page of a logical block left.
    pub fn left(&mut self, lbn: u32) {
        let g = self.group_of[lbn as usize];
        if g == self.leaving {
            let group = &mut self.groups[g as usize];
            group.pages -= 1;
            group.run = 0;
            if group.pages > 0 {
                return;
            }
            self.leaving = NONE;
            if self.ranked() {
                self.links.remove(0, g);
            }
            self.group_of[lbn as usize] = NONE;
            self.free.push(g);
            return;
        }
        if self.ranked() {
            self.ranks.remove(g, &self.groups[g as usize]);
        }
        let by_size = self.by_size();
        if by_size || self.groups[g as usize].pages == 1 {
            self.unlink(g);
        }
        let group = &mut self.groups[g as usize];
        group.pages -= 1;
        group.run = 0;
        if group.pages == 0 {
            self.group_of[lbn as usize] = NONE;
            self.free.push(g);
        } else if by_size {
            // Among the smaller ones its place is by its last write.
            self.insert_by_writing(g);
        } else if self.ranked() {
            self.ranks.insert(g, &self.groups[g as usize]);
        }
    }

    /// The logical block whose group leaves.
    pub fn victim(&self) -> u32 {
        let g = match self.policy {
            Policy::Fab { .. } => self.largest(),
            Policy::PudLru { threshold, .. } => {
                self.ranks.victim(&self.groups, self.now, threshold)
            }
            _ => self.links.front(0).expect("something is buffered"),
        };
        self.groups[g as usize].lbn
    }

    fn largest(&self) -> u32 {
        let first = self.links.front(self.most);
        first.expect("something is buffered")
    }

    /// Logical blocks whose groups are next to leave, where that is easily told (`fab`).
    pub fn leaving_next(&self) -> Option<impl Iterator<Item = u32> + '_> {
        if !self.by_size() {
            return None;
        }
        let sizes = (0..=self.most).rev();
        let groups = sizes.flat_map(|pages| self.links.iter(pages));
        Some(groups.map(|g| self.groups[g as usize].lbn))
    }

    /// Why it leaves.
    pub fn rule(&self) -> DestageRule {
        match self.policy {
            Policy::Fab { .. } => {
                let pages = self.groups[self.largest() as usize].pages;
                let tied = self.links.iter(pages).count() as u32;
                DestageRule::Largest { pages, tied }
            }
            Policy::PudLru { threshold, .. } => {
                let choice = pud::choose(&self.groups, self.now, threshold);
                debug_assert_eq!(
                    choice.index,
                    self.ranks.victim(&self.groups, self.now, threshold)
                );
                DestageRule::Infrequent {
                    pages: self.groups[choice.index as usize].pages,
                    pud: choice.pud.about(),
                    least: choice.range.least.about(),
                    most: choice.range.most.about(),
                    threshold,
                    infrequent: choice.infrequent,
                    tied: choice.tied,
                }
            }
            _ => {
                let g = self.links.front(0).expect("something is buffered");
                let compensated = self.groups[g as usize].compensated;
                DestageRule::LeastRecent { compensated }
            }
        }
    }

    /// Groups in use, those that leave sooner by recency first.
    pub fn all(&self) -> Vec<Group> {
        let mut all: Vec<Group> = (0..self.links.head.len() as u32)
            .flat_map(|list| self.links.iter(list))
            .map(|g| self.groups[g as usize])
            .collect();
        if self.by_size() {
            all.sort_unstable_by_key(|g| g.last);
        }
        all
    }

    /// The PUD of a group, and whether it is updated frequently.
    pub fn puds(&self) -> Option<impl Fn(&Group) -> (f64, bool)> {
        let Policy::PudLru { threshold, .. } = self.policy else {
            return None;
        };
        let now = self.now;
        let range = pud::range(&self.groups, now);
        Some(move |group: &Group| {
            let pud = group.pud(now);
            let frequent = range.is_some_and(|range| range.is_frequent(pud, threshold));
            (pud.about(), frequent)
        })
    }

    /// Page writes so far.
    pub fn now(&self) -> u64 {
        self.now
    }

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        type Word = fn(&mut Group) -> &mut u32;
        type Long = fn(&mut Group) -> &mut u64;
        let words: [Word; 3] = [|g| &mut g.lbn, |g| &mut g.pages, |g| &mut g.run];
        for field in words {
            nand::visit_field(&mut self.groups, field, visit);
        }
        let mut bytes: Vec<u8> = self
            .groups
            .iter()
            .map(|g| u8::from(g.compensated))
            .collect();
        visit.bytes(&mut bytes);
        for (group, byte) in self.groups.iter_mut().zip(bytes) {
            group.compensated = byte != 0;
        }
        let longs: [Long; 3] = [|g| &mut g.updates, |g| &mut g.last, |g| &mut g.distances];
        for field in longs {
            let mut column: Vec<u64> = self.groups.iter_mut().map(|g| *field(g)).collect();
            visit.longs(&mut column);
            for (group, value) in self.groups.iter_mut().zip(column) {
                *field(group) = value;
            }
        }
        visit.words(&mut self.free);
        visit.derived(&mut self.group_of);
        self.links.columns(visit);
        visit.long(&mut self.now);
    }

    /// Makes what follows from the groups again.
    pub fn derive(&mut self) {
        self.group_of.fill(NONE);
        for (g, group) in (0..).zip(&self.groups).filter(|(_, g)| g.pages > 0) {
            self.group_of[group.lbn as usize] = g;
        }
        self.ranks = Ranks::default();
        self.leaving = NONE;
        self.most = self.links.head.len() as u32 - 1;
        self.lower_most();
        let used = (0..).zip(&self.groups).filter(|(_, g)| g.pages > 0);
        if self.ranked() {
            for (g, group) in used {
                self.ranks.insert(g, group);
            }
        }
    }
}
