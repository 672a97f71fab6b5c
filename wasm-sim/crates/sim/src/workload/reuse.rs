//! Requests that come back: the temporal locality of a profile.
//!
//! The draws of request i, from a generator of its own ([`Rng::of_request`]), each only if its outcome is open:
//!
//! 1. whether it resumes where the one before ended;
//! 2. if not, whether it asks for the pages of an earlier request;
//! 3. if so, how many requests earlier, d: logarithmically uniform, 1 <= d <= `within`; that is, a distance from d to
//!    2 d is as likely for every d. So the curve of the LRU stack is a rising line over a logarithmic axis, up to
//!    `within`;
//! 4. if not, how many pages; and where it starts, unless it goes on.
//!
//! An earlier request is looked up by drawing it again, and the one that it came back to in turn: nothing is remembered, so a
//! source stays cheap to clone and a checkpoint has nothing to hold. Of the share s of requests that come back, 1 / (1 - s)
//! requests are drawn for each on average: 5 at 0.8.
//!
//! DFTL'J says of Financial that "about 80 % of the accesses belong to the first 5 000 requests in the LRU stack"
//! (Fig. 2). Of the first 10,000 requests of that trace (`UMass`, Financial1) half ask for a place that was asked for
//! before; 86 in 100 of these ask for as much of it. A quarter, half, three quarters of these come back within 8, 28,
//! 63 other places: hence the logarithm.

use super::Reuse;
use super::draws::Draws;
use super::draws::go_on;
use crate::rng::{Chance, Rng};

/// Where the requests of such a profile go.
#[derive(Clone, Debug)]
pub struct Reuser {
    sequential: Chance,
    back: Chance,
    within: u32,
    key: u64,
}

impl Reuser {
    pub fn new(reuse: Reuse, sequential: Chance, key: u64) -> Self {
        Self {
            sequential,
            back: Chance::new(reuse.share),
            within: reuse.within,
            key,
        }
    }

    /// First page and pages of request `index`.
    pub fn place(&self, draws: &Draws, mut index: u32) -> (u32, u32) {
        let (from, to) = (draws.from, draws.to);
        loop {
            let mut rng = Rng::of_request(self.key, index);
            if index > 0 {
                if rng.yes(self.sequential) {
                    let (lpn, pages) = self.place(draws, index - 1);
                    let end = lpn + pages;
                    let mut at = if end == to { from } else { end };
                    let pages = draws.pages(&mut rng, to - from);
                    return go_on(&mut at, from, to, pages);
                }
                if rng.yes(self.back) {
                    index -= distance(&mut rng, self.within.min(index));
                    continue;
                }
            }
            let pages = draws.pages(&mut rng, to - from);
            return (from + rng.below(to - from - pages + 1), pages);
        }
    }
}

/// From 1 to `most`.
fn distance(rng: &mut Rng, most: u32) -> u32 {
    let end = libm::log(f64::from(most) + 1.0);
    (libm::exp(rng.unit() * end) as u32).clamp(1, most)
}
