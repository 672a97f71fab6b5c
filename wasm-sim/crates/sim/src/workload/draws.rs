//! The draws that all generated requests have in common.

use ftl::HostOp;

use super::{Generated, Sizes};
use crate::rng::{Chance, Rng};

/// The draws for a generated request, and its possible places.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    read: Chance,
    /// Among those that do not read.
    trim: Chance,
    pages: Pages,
    /// First page of the range.
    pub from: u32,
    /// One past its last page.
    pub to: u32,
}

#[derive(Clone, Copy, Debug)]
enum Pages {
    Between {
        min: u32,
        max: u32,
    },
    /// Geometric: the logarithm of the probability that there is one page more.
    Geometric {
        more: f64,
    },
}

impl Draws {
    pub fn of(common: &Generated) -> Self {
        let rest = 1.0 - common.read_fraction;
        Self {
            read: Chance::new(common.read_fraction),
            trim: Chance::new(if rest > 0.0 {
                common.trim_fraction / rest
            } else {
                0.0
            }),
            pages: match common.pages {
                Sizes::Between { min, max } => Pages::Between { min, max },
                Sizes::Mean(mean) if mean > 1.0 => Pages::Geometric {
                    more: libm::log(1.0 - 1.0 / mean),
                },
                Sizes::Mean(_) => Pages::Between { min: 1, max: 1 },
            },
            from: common.from,
            to: common.to,
        }
    }

    /// The operation: read or not, and if not, trim or write; each a draw only if it is open.
    #[inline]
    pub fn op(&self, rng: &mut Rng) -> HostOp {
        if rng.yes(self.read) {
            HostOp::Read
        } else if rng.yes(self.trim) {
            HostOp::Trim
        } else {
            HostOp::Write
        }
    }

    /// How many pages, at most `most`: one draw, or none if it is fixed.
    #[inline]
    pub fn pages(&self, rng: &mut Rng, most: u32) -> u32 {
        match self.pages {
            Pages::Between { min, max } => between(rng, min, max).min(most),
            Pages::Geometric { more } => rng.geometric(more).min(most),
        }
    }
}

/// A number from `min` to `max`: one draw, or none if they are the same.
#[inline(always)]
pub fn between(rng: &mut Rng, min: u32, max: u32) -> u32 {
    match max - min {
        0 => min,
        choices => min + rng.below(choices + 1),
    }
}

/// `pages` pages at `at`, or as many as there are up to `to`, and on from there or from `from`.
#[inline]
pub(super) fn go_on(at: &mut u32, from: u32, to: u32, pages: u32) -> (u32, u32) {
    let lpn = *at;
    let pages = pages.min(to - lpn);
    *at = if lpn + pages == to { from } else { lpn + pages };
    (lpn, pages)
}
