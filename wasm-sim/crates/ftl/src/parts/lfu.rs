//! Members by how often they were used: the order in which LFU lets them go, every step in O(1).
//!
//! A list of lists (Shah, Mitra, Matani, *An O(1) algorithm for implementing the LFU cache eviction scheme*, 2010): members
//! of as many uses are in one group, by their last use; groups are in the order of their uses. A member used once more goes to the end of
//! the next group, which is made where there is none.

use nand::Columns;

use crate::parts::Lists;

/// The one list of groups.
const ORDER: u32 = 0;

/// The order of `0..members`, as far as they were inserted.
#[derive(Clone, Debug)]
pub struct Lfu {
    /// A list per group, least recent first.
    groups: Lists,
    /// Groups that have members, fewest uses first.
    order: Lists,
    /// Per group: the uses of its members.
    uses: Vec<u32>,
    /// Groups without members.
    spare: Vec<u32>,
}

impl Lfu {
    /// No one yet.
    pub fn new(members: u32) -> Self {
        // One more than there are members: a new group is made before the old one may be given up.
        let groups = members + 1;
        Self {
            groups: Lists::new(groups, members),
            order: Lists::new(1, groups),
            uses: vec![0; groups as usize],
            spare: (0..groups).rev().collect(),
        }
    }

    /// Takes in a member, with its first use.
    pub fn insert(&mut self, member: u32) {
        let first = self.order.front(ORDER);
        let group = self.group(1, first);
        self.groups.push_back(group, member);
    }

    /// One use more.
    ///
    /// # Panics
    /// If it was not inserted.
    pub fn touch(&mut self, member: u32) {
        let from = self.groups.list_of(member).expect("inserted");
        let next = self.order.after(from);
        let group = self.group(self.uses[from as usize] + 1, next);
        self.remove(member);
        self.groups.push_back(group, member);
    }

    /// Takes a member out.
    ///
    /// # Panics
    /// If it was not inserted.
    pub fn remove(&mut self, member: u32) {
        let group = self.groups.list_of(member).expect("inserted");
        self.groups.remove(member);
        if self.groups.front(group).is_none() {
            self.order.remove(group);
            self.spare.push(group);
        }
    }

    /// The member of the fewest uses; of several the one whose last use is longest ago.
    pub fn first(&self) -> Option<u32> {
        self.groups.front(self.order.front(ORDER)?)
    }

    /// The group of members with this many uses: `next`, or a new one before it.
    fn group(&mut self, uses: u32, next: Option<u32>) -> u32 {
        if let Some(group) = next.filter(|&g| self.uses[g as usize] == uses) {
            return group;
        }
        let group = self.spare.pop().expect("one more than there are members");
        self.uses[group as usize] = uses;
        match next {
            Some(next) => self.order.insert_before(next, group),
            None => self.order.push_back(ORDER, group),
        }
        group
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.groups.columns(visit);
        self.order.columns(visit);
        visit.words(&mut self.uses);
        visit.words(&mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Rng};

    #[test]
    fn the_first_is_the_one_that_a_scan_over_all_would_find() {
        const MEMBERS: u32 = 12;
        let mut rng = Rng::stream(1, Purpose::Workload);
        let mut lfu = Lfu::new(MEMBERS);
        // Per member: uses (0: not in), and when it was last used.
        let mut model = [(0_u32, 0_u32); MEMBERS as usize];
        for now in 1..50_000 {
            let member = rng.below(MEMBERS);
            let (uses, last) = &mut model[member as usize];
            match (*uses, rng.below(8)) {
                (0, _) => {
                    lfu.insert(member);
                    (*uses, *last) = (1, now);
                }
                (_, 0) => {
                    lfu.remove(member);
                    *uses = 0;
                }
                _ => {
                    lfu.touch(member);
                    (*uses, *last) = (*uses + 1, now);
                }
            }
            let scan = (0..MEMBERS)
                .filter(|&m| model[m as usize].0 > 0)
                .min_by_key(|&m| model[m as usize]);
            assert_eq!(lfu.first(), scan, "after step {now}");
        }
    }
}
