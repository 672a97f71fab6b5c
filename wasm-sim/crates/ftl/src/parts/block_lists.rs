//! Doubly linked lists over small integers (blocks, CMT slots), several lists sharing one set of links.

use nand::{Columns, NONE};

/// `lists` lists over the members `0..members`; a member stands in at most one of them. All operations are O(1).
#[derive(Clone, Debug)]
pub struct Lists {
    prev: Vec<u32>,
    next: Vec<u32>,
    /// Per member: its list, or [`NONE`].
    list: Vec<u32>,
    head: Vec<u32>,
    tail: Vec<u32>,
}

impl Lists {
    /// Empty lists.
    #[inline]
    pub fn new(lists: u32, members: u32) -> Self {
        let (lists, members) = (lists as usize, members as usize);
        Self {
            prev: vec![NONE; members],
            next: vec![NONE; members],
            list: vec![NONE; members],
            head: vec![NONE; lists],
            tail: vec![NONE; lists],
        }
    }

    /// How many members there are, in a list or in none.
    pub fn members(&self) -> u32 {
        self.list.len() as u32
    }

    /// The list a member stands in.
    #[inline]
    pub fn list_of(&self, member: u32) -> Option<u32> {
        let list = self.list[member as usize];
        (list != NONE).then_some(list)
    }

    /// The first member of a list.
    #[inline]
    pub fn front(&self, list: u32) -> Option<u32> {
        let head = self.head[list as usize];
        (head != NONE).then_some(head)
    }

    /// Members of a list, from the front.
    pub fn iter(&self, list: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.front(list), |&m| {
            let next = self.next[m as usize];
            (next != NONE).then_some(next)
        })
    }

    /// The member that comes after this one in its list.
    #[inline]
    pub fn after(&self, member: u32) -> Option<u32> {
        let next = self.next[member as usize];
        (next != NONE).then_some(next)
    }

    /// The member that comes before this one in its list.
    #[inline]
    pub fn before(&self, member: u32) -> Option<u32> {
        let prev = self.prev[member as usize];
        (prev != NONE).then_some(prev)
    }

    /// Puts a member that stands in no list right before one that does.
    pub fn insert_before(&mut self, next: u32, member: u32) {
        let (n, m) = (next as usize, member as usize);
        let (prev, list) = (self.prev[n], self.list[n]);
        (self.prev[m], self.next[m], self.list[m]) = (prev, next, list);
        self.prev[n] = member;
        if prev == NONE {
            self.head[list as usize] = member;
        } else {
            self.next[prev as usize] = member;
        }
    }

    /// Appends a member that stands in no list.
    #[inline]
    pub fn push_back(&mut self, list: u32, member: u32) {
        let (l, m) = (list as usize, member as usize);
        debug_assert!(
            self.list[m] == NONE,
            "member {member} stands in a list already"
        );
        let tail = self.tail[l];
        self.prev[m] = tail;
        self.next[m] = NONE;
        self.list[m] = list;
        self.tail[l] = member;
        if tail == NONE {
            self.head[l] = member;
        } else {
            self.next[tail as usize] = member;
        }
    }

    /// Takes a member out of its list, if it stands in one.
    #[inline]
    pub fn remove(&mut self, member: u32) {
        let m = member as usize;
        let list = self.list[m];
        if list == NONE {
            return;
        }
        let (prev, next) = (self.prev[m], self.next[m]);
        if prev == NONE {
            self.head[list as usize] = next;
        } else {
            self.next[prev as usize] = next;
        }
        if next == NONE {
            self.tail[list as usize] = prev;
        } else {
            self.prev[next as usize] = prev;
        }
        self.list[m] = NONE;
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for column in [
            &mut self.prev,
            &mut self.next,
            &mut self.list,
            &mut self.head,
            &mut self.tail,
        ] {
            visit.words(column);
        }
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
