//! SSD zones: Hu's scheduler for SSDs (Hu 5.2, Fig. 5.4, 5.5).
//!
//! 1. The logical pages are cut into equal zones; each has a queue of reads and one of writes, first come first served.
//! 2. A request that begins where one of its zone and operation ends is merged with it (found by the end address; front merges
//!    are rare and left out).
//! 3. A round takes the head of each zone's queue of one direction, zone after zone.
//! 4. Rounds of reads and of writes alternate so that what was served follows what came: the direction whose served share of its
//!    requests so far is smaller has the next round; tie: the other one than before, reads at the very first. If only one direction
//!    waits it is that one's.
//! 5. A round begins when nothing of the other direction is in the device: the two are never mixed there.
//!
//! A request belongs to the zone of its first page.

use options::{options, whole};

use super::Next;
use super::waiting::{Merging, Waiting};
use crate::{Direction, Request};

options! {
    /// Zones of the logical space, rounds of reads and writes. The default is Hu's.
    #[derive(Eq)]
    pub struct SsdZonesConfig {
        /// Zones of the logical space.
        zones: u32 = whole(8).at_least(1).at_most(4096),
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct SsdZones {
    zones: u32,
    logical_pages: u32,
    pub(super) waiting: Waiting,
    /// The round: its direction, and the zone that is next.
    round: Option<(Direction, u32)>,
    /// The direction of the round before.
    last: Direction,
    /// Requests that came, and that were served, of both directions.
    came: [u64; 2],
    served: [u64; 2],
    /// Reads and writes in the device.
    in_device: [u32; 2],
}

impl SsdZones {
    /// Empty queues over this many logical pages.
    pub fn new(config: SsdZonesConfig, merging: Merging, logical_pages: u32) -> Self {
        let merging = Merging {
            front: false,
            ..merging
        };
        Self {
            zones: config.zones,
            logical_pages,
            waiting: Waiting::new(merging),
            round: None,
            last: Direction::Write,
            came: [0; 2],
            served: [0; 2],
            in_device: [0; 2],
        }
    }

    /// The zone of a page.
    pub fn zone_of(&self, lpn: u32) -> u32 {
        let zone = u64::from(lpn) * u64::from(self.zones) / u64::from(self.logical_pages.max(1));
        (zone as u32).min(self.zones - 1)
    }

    pub(super) fn add(&mut self, request: Request) {
        self.came[request.op.direction() as usize] += 1;
        self.waiting.add(self.zone_of(request.lpn), request);
    }

    pub(super) fn completed(&mut self, direction: Direction) {
        self.in_device[direction as usize] -= 1;
    }

    pub(super) fn next(&mut self) -> Next {
        // Step 3: the round goes on.
        if let Some((direction, from)) = self.round.take()
            && let Some(next) = self.serve(direction, from)
        {
            return next;
        }
        // Step 4.
        let waits = |d| (0..self.zones).any(|zone| self.waiting.first(zone, d).is_some());
        let direction = match (waits(Direction::Read), waits(Direction::Write)) {
            (false, false) => return Next::NEVER,
            (true, false) => Direction::Read,
            (false, true) => Direction::Write,
            (true, true) => self.due(),
        };
        // Step 5.
        if self.in_device[direction.other() as usize] > 0 {
            return Next::NEVER;
        }
        self.last = direction;
        self.serve(direction, 0).expect("one waits")
    }

    pub(super) fn turn(&self) -> super::Turn {
        super::Turn {
            direction: self.round.map(|(direction, _)| direction),
            queue: self.round.map(|(_, zone)| zone.min(self.zones - 1)),
            most: self.zones,
            ..Default::default()
        }
    }

    fn due(&self) -> Direction {
        let [reads, writes] = self.came;
        let read = u128::from(self.served[0]) * u128::from(writes);
        let write = u128::from(self.served[1]) * u128::from(reads);
        match read.cmp(&write) {
            std::cmp::Ordering::Less => Direction::Read,
            std::cmp::Ordering::Greater => Direction::Write,
            std::cmp::Ordering::Equal => self.last.other(),
        }
    }

    fn serve(&mut self, direction: Direction, from: u32) -> Option<Next> {
        let head = |zone| Some((zone, self.waiting.first(zone, direction)?));
        let (zone, id) = (from..self.zones).find_map(head)?;
        let io = self.waiting.take(id);
        self.round = Some((direction, zone + 1));
        self.served[direction as usize] += io.parts.len() as u64;
        self.in_device[direction as usize] += 1;
        Some(Next::Io(io))
    }
}
