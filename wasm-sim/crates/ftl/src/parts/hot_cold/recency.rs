//! The classifier `recency` (Desnoyers, section 6): how soon a page is rewritten.
//!
//! R is the mean distance, in host writes, between two writes of a page. A page rewritten twice in a row in less than 0.7 R is
//! hot; a hot page that is cleaned and was not rewritten for 1.4 R is cold again. A first write tells nothing.
//!
//! Left open by the paper: R is the plain mean of the first 1024 rewrites, from then on each weighs 1/1024.

use std::cmp::Ordering;

use nand::Lpn;

use super::{COLD, HOT};
use crate::Event;

/// Rewrites that the moving average R looks back.
const LOOK_BACK: u64 = 1024;

/// The state of `recency`.
#[derive(Clone, Debug)]
pub struct Recency {
    /// Per LPN: twice the clock (host writes) of its last write, plus 1 if that came soon after the one before; 0 if it was
    /// never written.
    pub last: Vec<u64>,
    /// Rewrites seen.
    pub rewrites: u64,
    /// Sum of the distances of the first [`LOOK_BACK`] rewrites.
    pub sum: u64,
    /// R from then on.
    pub moving: f64,
}

impl Recency {
    /// R; 0 before the first rewrite.
    pub fn mean(&self) -> f64 {
        if self.rewrites <= LOOK_BACK {
            self.sum as f64 / self.rewrites.max(1) as f64
        } else {
            self.moving
        }
    }

    /// How a distance compares with this many tenths of R: exactly, as long as R is a plain mean.
    fn compare(&self, distance: u32, tenths: u32) -> Ordering {
        if self.rewrites <= LOOK_BACK {
            // Products of 32, 11 and 4 bits.
            let distances = 10 * u64::from(distance) * self.rewrites.max(1);
            return distances.cmp(&(u64::from(tenths) * self.sum));
        }
        let mean = f64::from(tenths) * self.moving;
        (10.0 * f64::from(distance)).total_cmp(&mean)
    }

    /// Host writes since the last write of a page.
    pub fn distance(&self, lpn: Lpn, now: u64) -> u32 {
        u32::try_from(now - (self.last[lpn.index()] >> 1)).unwrap_or(u32::MAX)
    }

    /// Whether a hot page is cold again.
    pub fn is_late(&self, lpn: Lpn, now: u64) -> bool {
        self.compare(self.distance(lpn, now), 14).is_gt()
    }

    /// The class of a page that is written, `before` being that of its copy; and the event that it becomes hot.
    pub fn write(&mut self, lpn: Lpn, before: u32, now: u64) -> (u32, Option<Event>) {
        let last = self.last[lpn.index()];
        if last == 0 {
            self.last[lpn.index()] = now << 1;
            return (COLD, None);
        }
        let (distance, mean) = (self.distance(lpn, now), self.mean());
        let soon = self.compare(distance, 7).is_lt();
        let twice = soon && last & 1 == 1;
        self.last[lpn.index()] = now << 1 | u64::from(soon);
        self.rewrites += 1;
        if self.rewrites <= LOOK_BACK {
            self.sum += u64::from(distance);
        } else {
            self.moving = mean + (f64::from(distance) - mean) / LOOK_BACK as f64;
        }
        let event = (twice && before == COLD).then_some(Event::PageClassified {
            lpn,
            hot: true,
            distance,
            mean,
        });
        (if twice { HOT } else { before }, event)
    }
}
