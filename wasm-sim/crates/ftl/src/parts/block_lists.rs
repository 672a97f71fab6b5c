//! Doubly linked lists over small integers (blocks, CMT slots), several lists sharing one set of links.

use nand::{Columns, NONE, visit_field};

/// `lists` lists over the members `0..members`; a member is in at most one of them. All operations are O(1).
#[derive(Clone, Debug, PartialEq)]
pub struct Lists {
    /// Per member: its links.
    links: Vec<Link>,
    /// Per list: its first and its last member, or [`NONE`].
    ends: Vec<Ends>,
}

/// The state of a member, on one cache line: on a device of a million blocks each other line would be a miss.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(16))]
struct Link {
    prev: u32,
    next: u32,
    /// The list, or [`NONE`].
    list: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Ends {
    head: u32,
    tail: u32,
}

fn some(member: u32) -> Option<u32> {
    (member != NONE).then_some(member)
}

impl Lists {
    /// Empty lists.
    #[inline]
    pub fn new(lists: u32, members: u32) -> Self {
        let link = Link {
            prev: NONE,
            next: NONE,
            list: NONE,
        };
        let ends = Ends {
            head: NONE,
            tail: NONE,
        };
        Self {
            links: vec![link; members as usize],
            ends: vec![ends; lists as usize],
        }
    }

    /// How many members there are, in a list or in none.
    pub fn members(&self) -> u32 {
        self.links.len() as u32
    }

    /// The list a member is in.
    #[inline]
    pub fn list_of(&self, member: u32) -> Option<u32> {
        some(self.links[member as usize].list)
    }

    /// The first member of a list.
    #[inline]
    pub fn front(&self, list: u32) -> Option<u32> {
        some(self.ends[list as usize].head)
    }

    /// The last member of a list.
    #[inline]
    pub fn back(&self, list: u32) -> Option<u32> {
        some(self.ends[list as usize].tail)
    }

    /// Members of a list, from the front.
    pub fn iter(&self, list: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        std::iter::successors(self.front(list), |&m| self.after(m))
    }

    /// The member that comes after this one in its list.
    #[inline]
    pub fn after(&self, member: u32) -> Option<u32> {
        some(self.links[member as usize].next)
    }

    /// The member that comes before this one in its list.
    #[inline]
    pub fn before(&self, member: u32) -> Option<u32> {
        some(self.links[member as usize].prev)
    }

    /// Puts a member that is in no list right before one that does.
    pub fn insert_before(&mut self, next: u32, member: u32) {
        let Link { prev, list, .. } = self.links[next as usize];
        self.links[member as usize] = Link { prev, next, list };
        self.links[next as usize].prev = member;
        if prev == NONE {
            self.ends[list as usize].head = member;
        } else {
            self.links[prev as usize].next = member;
        }
    }

    /// Appends a member that is in no list.
    #[inline]
    pub fn push_back(&mut self, list: u32, member: u32) {
        let (ends, link) = (
            &mut self.ends[list as usize],
            &mut self.links[member as usize],
        );
        debug_assert!(link.list == NONE, "member {member} is already in a list");
        let prev = std::mem::replace(&mut ends.tail, member);
        *link = Link {
            prev,
            next: NONE,
            list,
        };
        if prev == NONE {
            ends.head = member;
        } else {
            self.links[prev as usize].next = member;
        }
    }

    /// Takes a member out of its list, if it is in one.
    #[inline]
    pub fn remove(&mut self, member: u32) {
        let link = &mut self.links[member as usize];
        let Link { prev, next, list } = *link;
        if list == NONE {
            return;
        }
        link.list = NONE;
        if prev == NONE {
            self.ends[list as usize].head = next;
        } else {
            self.links[prev as usize].next = next;
        }
        if next == NONE {
            self.ends[list as usize].tail = prev;
        } else {
            self.links[next as usize].prev = prev;
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit_field(&mut self.links, |l| &mut l.prev, visit);
        visit_field(&mut self.links, |l| &mut l.next, visit);
        visit_field(&mut self.links, |l| &mut l.list, visit);
        visit_field(&mut self.ends, |e| &mut e.head, visit);
        visit_field(&mut self.ends, |e| &mut e.tail, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order_and_can_leave_from_anywhere() {
        let mut lists = Lists::new(2, 5);
        for m in [3, 1, 4, 0] {
            lists.push_back(1, m);
        }
        lists.remove(1);
        lists.remove(0);
        lists.remove(2);
        assert_eq!(lists.iter(1).collect::<Vec<_>>(), [3, 4]);
        lists.remove(3);
        lists.push_back(0, 3);
        lists.insert_before(4, 2);
        lists.insert_before(4, 1);
        assert_eq!(lists.iter(1).collect::<Vec<_>>(), [2, 1, 4]);
        assert_eq!(
            [
                lists.after(1),
                lists.before(1),
                lists.before(2),
                lists.after(4)
            ],
            [Some(4), Some(2), None, None]
        );
        lists.remove(2);
        lists.remove(1);
        assert_eq!(
            (lists.front(1), lists.front(0), lists.list_of(1)),
            (Some(4), Some(3), None)
        );
    }
}
