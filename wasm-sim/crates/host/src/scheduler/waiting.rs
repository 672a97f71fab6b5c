//! The requests that wait in a scheduler, found by age, by first page and by last page; and merging.
//!
//! Merging (Hu 5.1.1; in Linux `blk_attempt_plug_merge` and `elv_merge`): a request that begins where a waiting one
//! of the same operation ends, at the boundary of a page, is appended to it (back merge). One that ends where a waiting one begins is
//! put before it (front merge). A back merge is tried first; of several that fit the oldest is taken. Simplification: two that
//! wait already are not joined when the gap between them is filled.

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

#[derive(Clone, Debug)]
struct One {
    id: Id,
    queue: u32,
    io: Io,
}

impl One {
    fn is_in(&self, queue: u32, direction: Direction) -> bool {
        self.queue == queue && self.io.op.direction() == direction
    }
}

/// Waiting requests in queues by number.
#[derive(Clone, Debug)]
pub struct Waiting {
    merging: Merging,
    /// Oldest first. So few ([`crate::QUEUE`]) that looking at each is as fast as an index.
    all: Vec<One>,
    requests: u32,
}

impl Waiting {
    /// None waits.
    pub fn new(merging: Merging) -> Self {
        Self {
            merging,
            all: Vec::new(),
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
        let merging = self.merging;
        let fits = |one: &One| {
            let pages = one.io.pages() + u64::from(request.pages);
            one.queue == queue
                && one.io.op == request.op
                && pages <= u64::from(merging.most_pages)
                && request.pages > 0
                && one.io.pages() > 0
        };
        let behind = |one: &One| one.io.last().meets(&request) && fits(one);
        let before = |one: &One| request.meets(&one.io.parts[0]) && fits(one);
        if merging.back
            && let Some(at) = self.all.iter().position(behind)
        {
            self.all[at].io.parts.push(request);
        } else if merging.front
            && let Some(at) = self.all.iter().position(before)
        {
            self.all[at].io.parts.insert(0, request);
        } else {
            self.all.push(One {
                id: request.number,
                queue,
                io: Io::new(request),
            });
        }
    }

    /// All, oldest first, each with its queue.
    pub fn all(&self) -> impl Iterator<Item = (u32, &Io)> {
        self.all.iter().map(|one| (one.queue, &one.io))
    }

    /// The oldest of all.
    pub fn oldest(&self) -> Option<Id> {
        self.all.first().map(|one| one.id)
    }

    fn of(&self, queue: u32, direction: Direction) -> impl Iterator<Item = &One> {
        let all = self.all.iter();
        all.filter(move |one| one.is_in(queue, direction))
    }

    /// The oldest of a queue and a direction.
    pub fn first(&self, queue: u32, direction: Direction) -> Option<Id> {
        self.of(queue, direction).next().map(|one| one.id)
    }

    /// That which begins at a page, or the next one after it; tie: the older.
    pub fn from(&self, queue: u32, direction: Direction, page: u64) -> Option<Id> {
        let after = self.of(queue, direction);
        let after = after.filter(|one| u64::from(one.io.lpn()) >= page);
        after.min_by_key(|one| one.io.lpn()).map(|one| one.id)
    }

    /// The last that begins before a page; tie: the younger.
    pub fn before(&self, queue: u32, direction: Direction, page: u64) -> Option<Id> {
        let before = self.of(queue, direction);
        let before = before.filter(|one| u64::from(one.io.lpn()) < page);
        before.max_by_key(|one| one.io.lpn()).map(|one| one.id)
    }

    /// One that waits.
    ///
    /// # Panics
    /// If it does not.
    pub fn get(&self, id: Id) -> &Io {
        &self.all[self.place(id)].io
    }

    /// Takes it out.
    ///
    /// # Panics
    /// If it does not wait.
    pub fn take(&mut self, id: Id) -> Io {
        let io = self.all.remove(self.place(id)).io;
        self.requests -= io.parts.len() as u32;
        io
    }

    fn place(&self, id: Id) -> usize {
        let place = self.all.iter().position(|one| one.id == id);
        place.expect("it waits")
    }
}
