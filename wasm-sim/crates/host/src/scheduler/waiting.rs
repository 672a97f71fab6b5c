//! The requests that wait in a scheduler, found by age, by first page and by last page; and merging.
//!
//! Merging (Hu 5.1.1; in Linux `blk_attempt_plug_merge` and `elv_merge`): a request that begins where a waiting one
//! of the same operation ends is appended to it (back merge). One that ends where a waiting one begins is put before
//! it (front merge). A back merge is tried first; of several that fit the oldest is taken. Simplification: two that
//! wait already are not joined when the gap between them is filled.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Direction, Io, Request};

/// Names a waiting request, or what was merged into it: larger names came later.
pub type Id = u32;

/// Which merges are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merging {
    /// Appending to a waiting request.
    pub back: bool,
    /// Putting before a waiting request.
    pub front: bool,
    /// A merged request has at most this many pages.
    pub most_pages: u32,
}

/// Waiting requests in queues by number. Pages are sorted within a queue and a direction.
#[derive(Clone, Debug)]
pub struct Waiting {
    merging: Merging,
    ios: BTreeMap<Id, (u32, Io)>,
    /// (queue, direction, first page, id).
    starts: BTreeSet<(u32, Direction, u64, Id)>,
    /// (queue, direction, one past the last page, id).
    ends: BTreeSet<(u32, Direction, u64, Id)>,
    /// (queue, direction, id).
    ages: BTreeSet<(u32, Direction, Id)>,
    requests: u32,
}

impl Waiting {
    /// None waits.
    pub fn new(merging: Merging) -> Self {
        Self {
            merging,
            ios: BTreeMap::new(),
            starts: BTreeSet::new(),
            ends: BTreeSet::new(),
            ages: BTreeSet::new(),
            requests: 0,
        }
    }

    /// Requests that wait, merged ones counted one by one.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Puts a request into a queue, or merges it with one there.
    pub fn add(&mut self, queue: u32, request: Request) {
        self.requests += 1;
        let direction = request.op.direction();
        let (lpn, end) = (u64::from(request.lpn), request.end());
        if let Some(id) = self.fitting(&self.ends, self.merging.back, queue, lpn, &request) {
            let (_, io) = self.ios.get_mut(&id).expect("it is in the index");
            self.ends.remove(&(queue, direction, lpn, id));
            self.ends.insert((queue, direction, end, id));
            io.parts.push(request);
        } else if let Some(id) =
            self.fitting(&self.starts, self.merging.front, queue, end, &request)
        {
            let (_, io) = self.ios.get_mut(&id).expect("it is in the index");
            self.starts.remove(&(queue, direction, end, id));
            self.starts.insert((queue, direction, lpn, id));
            io.parts.insert(0, request);
        } else {
            let id = request.number;
            self.starts.insert((queue, direction, lpn, id));
            self.ends.insert((queue, direction, end, id));
            self.ages.insert((queue, direction, id));
            self.ios.insert(id, (queue, Io::new(request)));
        }
    }

    fn fitting(
        &self,
        index: &BTreeSet<(u32, Direction, u64, Id)>,
        allowed: bool,
        queue: u32,
        page: u64,
        request: &Request,
    ) -> Option<Id> {
        if !allowed {
            return None;
        }
        let direction = request.op.direction();
        let there = (queue, direction, page, 0)..=(queue, direction, page, Id::MAX);
        let mut ids = index.range(there).map(|&(.., id)| id);
        ids.find(|id| {
            let io = &self.ios[id].1;
            io.op == request.op
                && io.pages() + u64::from(request.pages) <= u64::from(self.merging.most_pages)
        })
    }

    /// All, oldest first, each with its queue.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Io)> {
        self.ios.values().map(|(queue, io)| (*queue, io))
    }

    /// The oldest of all.
    pub fn oldest(&self) -> Option<Id> {
        self.ios.keys().next().copied()
    }

    /// The oldest of a queue and a direction.
    pub fn first(&self, queue: u32, direction: Direction) -> Option<Id> {
        let all = (queue, direction, 0)..=(queue, direction, Id::MAX);
        self.ages.range(all).map(|&(.., id)| id).next()
    }

    /// That which begins at a page, or the next one after it; tie: the older.
    pub fn from(&self, queue: u32, direction: Direction, page: u64) -> Option<Id> {
        let after = (queue, direction, page, 0)..=(queue, direction, u64::MAX, Id::MAX);
        self.starts.range(after).map(|&(.., id)| id).next()
    }

    /// The last that begins before a page; tie: the younger.
    pub fn before(&self, queue: u32, direction: Direction, page: u64) -> Option<Id> {
        let before = (queue, direction, 0, 0)..(queue, direction, page, 0);
        self.starts.range(before).map(|&(.., id)| id).next_back()
    }

    /// One that waits.
    ///
    /// # Panics
    /// If it does not.
    pub fn get(&self, id: Id) -> &Io {
        &self.ios[&id].1
    }

    /// Takes it out.
    ///
    /// # Panics
    /// If it does not wait.
    pub fn take(&mut self, id: Id) -> Io {
        let (queue, io) = self.ios.remove(&id).expect("it waits");
        let direction = io.op.direction();
        self.starts
            .remove(&(queue, direction, u64::from(io.lpn()), id));
        self.ends.remove(&(queue, direction, io.end(), id));
        self.ages.remove(&(queue, direction, id));
        self.requests -= io.parts.len() as u32;
        io
    }
}
