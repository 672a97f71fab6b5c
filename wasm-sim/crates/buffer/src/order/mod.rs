//! The order in which pages or groups leave.

pub mod both;
pub mod groups;
pub mod pages;
pub mod pud;
pub mod sizes;

use nand::{Columns, NONE};

/// The two ways of a link.
const PREV: usize = 0;
const NEXT: usize = 1;

/// Doubly linked lists over the members `0..`, several lists sharing one set of links; a member is in at most one, which
/// its owner knows. All operations are O(1).
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// Per member: the one before, or [`NONE`], and the one after.
    members: Vec<[u32; 2]>,
    head: Vec<u32>,
    tail: Vec<u32>,
}

impl Links {
    /// Empty lists.
    pub fn new(lists: u32, members: u32) -> Self {
        Self {
            members: vec![[NONE; 2]; members as usize],
            head: vec![NONE; lists as usize],
            tail: vec![NONE; lists as usize],
        }
    }

    /// The first member of a list.
    pub fn front(&self, list: u32) -> Option<u32> {
        some(self.head[list as usize])
    }

    /// The last member of a list.
    pub fn back(&self, list: u32) -> Option<u32> {
        some(self.tail[list as usize])
    }

    /// The member before this one.
    pub fn before(&self, member: u32) -> Option<u32> {
        some(self.members[member as usize][PREV])
    }

    /// The member after this one.
    pub fn after(&self, member: u32) -> Option<u32> {
        some(self.members[member as usize][NEXT])
    }

    /// Members of a list, from the front.
    pub fn iter(&self, list: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.front(list), |&m| self.after(m))
    }

    /// Puts a member that is in no list behind one of this list; `None`: at its front.
    pub fn insert_after(&mut self, list: u32, before: Option<u32>, member: u32) {
        let prev = before.unwrap_or(NONE);
        let next = match before {
            Some(before) => &mut self.members[before as usize][NEXT],
            None => &mut self.head[list as usize],
        };
        let next = std::mem::replace(next, member);
        match some(next) {
            Some(next) => self.members[next as usize][PREV] = member,
            None => self.tail[list as usize] = member,
        }
        self.members[member as usize] = [prev, next];
    }

    /// Appends a member that is in no list.
    pub fn push_back(&mut self, list: u32, member: u32) {
        self.insert_after(list, self.back(list), member);
    }

    /// Takes a member out of its list.
    pub fn remove(&mut self, list: u32, member: u32) {
        let [prev, next] = self.members[member as usize];
        match some(prev) {
            Some(prev) => self.members[prev as usize][NEXT] = next,
            None => self.head[list as usize] = next,
        }
        match some(next) {
            Some(next) => self.members[next as usize][PREV] = prev,
            None => self.tail[list as usize] = prev,
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        nand::visit_field(&mut self.members, |links| &mut links[PREV], visit);
        nand::visit_field(&mut self.members, |links| &mut links[NEXT], visit);
        visit.words(&mut self.head);
        visit.words(&mut self.tail);
    }
}

fn some(member: u32) -> Option<u32> {
    (member != NONE).then_some(member)
}
