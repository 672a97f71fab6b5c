//! Queues over small integers (blocks), for members that mostly leave from the middle.
//!
//! Leaving touches the member alone: its place in the queue stays behind, and is passed over. Joining appends. So neither
//! touches neighbours, as links between them would, each on a cache line of its own. A queue of which most was left behind is swept:
//! O(1) amortised.

use nand::{Columns, NONE};

/// Places left behind that are not worth sweeping.
const FEW: usize = 64;
/// A queue is swept when it has this many places for each member.
const LEFT: usize = 4;

/// `queues` queues over the members `0..members`; a member is in at most one of them.
#[derive(Clone, Debug)]
pub struct Queues {
    seats: Vec<Seat>,
    queues: Vec<Queue>,
}

/// Where a member is: the queue, or [`NONE`], and the place in it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(8))]
struct Seat {
    queue: u32,
    at: u32,
}

#[derive(Clone, Debug, Default)]
struct Queue {
    /// Members, and the places they left: a member may have another seat by now.
    members: Vec<u32>,
    /// How many are members.
    count: u32,
    /// The members before this place have left it.
    head: u32,
}

impl Queues {
    /// Empty queues.
    #[inline]
    pub fn new(queues: u32, members: u32) -> Self {
        let nowhere = Seat { queue: NONE, at: 0 };
        Self {
            seats: vec![nowhere; members as usize],
            queues: vec![Queue::default(); queues as usize],
        }
    }

    /// The queue a member is in.
    #[inline]
    pub fn queue_of(&self, member: u32) -> Option<u32> {
        let queue = self.seats[member as usize].queue;
        (queue != NONE).then_some(queue)
    }

    /// Appends a member that is in no queue.
    #[inline]
    pub fn push_back(&mut self, queue: u32, member: u32) {
        let to = &mut self.queues[queue as usize];
        if to.members.len() > LEFT * to.count as usize + FEW {
            to.sweep(queue, &mut self.seats);
        }
        let at = to.members.len() as u32;
        to.members.push(member);
        to.count += 1;
        self.seats[member as usize] = Seat { queue, at };
    }

    /// Takes a member out of its queue, if it is in one.
    #[inline]
    pub fn remove(&mut self, member: u32) {
        let queue = std::mem::replace(&mut self.seats[member as usize].queue, NONE);
        if queue != NONE {
            self.queues[queue as usize].count -= 1;
        }
    }

    /// The first member of a queue.
    #[inline]
    pub fn front(&mut self, queue: u32) -> Option<u32> {
        let from = &mut self.queues[queue as usize];
        if from.count == 0 {
            return None;
        }
        loop {
            let at = from.head;
            let member = from.members[at as usize];
            if self.seats[member as usize] == (Seat { queue, at }) {
                return Some(member);
            }
            from.head += 1;
        }
    }

    /// Hands the members to `visit`, queue by queue, and how many each has.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        let (mut counts, mut all) = (Vec::new(), Vec::new());
        for (number, queue) in (0..).zip(&mut self.queues) {
            queue.sweep(number, &mut self.seats);
            counts.push(queue.count);
            all.append(&mut queue.members);
        }
        visit.words(&mut counts);
        visit.words(&mut all);
        *self = Self::new(self.queues.len() as u32, self.seats.len() as u32);
        let mut all = all.into_iter();
        for (queue, count) in (0..).zip(counts) {
            for member in all.by_ref().take(count as usize) {
                self.push_back(queue, member);
            }
        }
    }
}

impl Queue {
    /// Drops what was left behind.
    #[cold]
    fn sweep(&mut self, queue: u32, seats: &mut [Seat]) {
        let mut to = 0;
        for at in self.head..self.members.len() as u32 {
            let member = self.members[at as usize];
            let seat = &mut seats[member as usize];
            // Without a branch: about half are members, in no order.
            let here = *seat == (Seat { queue, at });
            seat.at = if here { to } else { seat.at };
            self.members[to as usize] = member;
            to += u32::from(here);
        }
        self.members.truncate(to as usize);
        self.head = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Rng};

    #[test]
    fn the_front_is_the_member_that_joined_longest_ago() {
        const MEMBERS: u32 = 300;
        let mut rng = Rng::stream(1, Purpose::Workload);
        let mut queues = Queues::new(3, MEMBERS);
        // Per member: its queue, and when it joined.
        let mut model = [(NONE, 0); MEMBERS as usize];
        for now in 0..50_000 {
            let member = rng.below(MEMBERS);
            queues.remove(member);
            let queue = rng.below(4);
            model[member as usize] = if queue < 3 {
                queues.push_back(queue, member);
                (queue, now)
            } else {
                (NONE, 0)
            };
            for queue in 0..3 {
                let members = (0..MEMBERS).filter(|&m| model[m as usize].0 == queue);
                let first = members.min_by_key(|&m| model[m as usize].1);
                assert_eq!(queues.front(queue), first, "after step {now}");
            }
            assert_eq!(queues.queue_of(member), Some(queue).filter(|&q| q < 3));
            let longest = queues.queues.iter().map(|q| q.members.len()).max();
            assert!(longest <= Some(LEFT * MEMBERS as usize + FEW + 1));
        }
    }
}
