//! Where logical pages are that few of have a place.

use std::ops::Range;

use nand::Lpn;

/// Bits of a word of [`Places::has`].
const BITS: u32 = u64::BITS;

/// Per LPN a slot, or none. Most pages asked for have none: a bit each says so, and all of these bits lie near.
#[derive(Clone, Debug)]
pub struct Places {
    /// Per LPN: its slot, or the last it had.
    slot_of: Vec<u32>,
    /// Per LPN a bit: whether it has one.
    has: Vec<u64>,
}

/// Earlier values of a page do not count.
impl PartialEq for Places {
    fn eq(&self, other: &Self) -> bool {
        let all = 0..self.slot_of.len() as u32;
        self.has == other.has && self.pages(all).all(|lpn| self.get(lpn) == other.get(lpn))
    }
}

impl Places {
    /// No page has one.
    pub fn new(logical_pages: u32) -> Self {
        Self {
            slot_of: vec![0; logical_pages as usize],
            has: vec![0; logical_pages.div_ceil(BITS) as usize],
        }
    }

    /// The slot of a page.
    #[inline]
    pub fn get(&self, lpn: Lpn) -> Option<u32> {
        let (word, bit) = bit_of(lpn.0);
        (self.has[word] & bit != 0).then(|| self.slot_of[lpn.index()])
    }

    /// A page that has none gets one.
    #[inline]
    pub fn set(&mut self, lpn: Lpn, slot: u32) {
        let (word, bit) = bit_of(lpn.0);
        self.has[word] |= bit;
        self.slot_of[lpn.index()] = slot;
    }

    /// A page has none from now on; returns the one it had.
    #[inline]
    pub fn take(&mut self, lpn: Lpn) -> Option<u32> {
        let slot = self.get(lpn)?;
        self.forget(lpn);
        Some(slot)
    }

    /// A page has none from now on.
    #[inline]
    pub fn forget(&mut self, lpn: Lpn) {
        let (word, bit) = bit_of(lpn.0);
        self.has[word] &= !bit;
    }

    /// Pages of a range that have one, in order.
    pub fn pages(&self, of: Range<u32>) -> impl Iterator<Item = Lpn> + '_ {
        let words = of.start / BITS..of.end.div_ceil(BITS);
        words.flat_map(move |word| {
            let first = word * BITS;
            let mut bits = self.has[word as usize];
            bits &= u64::MAX << of.start.saturating_sub(first);
            bits &= u64::MAX >> (first + BITS).saturating_sub(of.end);
            std::iter::from_fn(move || {
                let next = (bits != 0).then(|| Lpn(first + bits.trailing_zeros()));
                bits &= bits.wrapping_sub(1);
                next
            })
        })
    }

    /// Reads what there is of these pages, so that they lie near. Returns something made of them all.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        lpns.iter().fold(0, |seen, lpn| {
            seen ^ self.slot_of[lpn.index()] ^ self.has[bit_of(lpn.0).0] as u32
        })
    }

    /// Makes it again: these pages have these slots.
    pub fn derive(&mut self, places: impl Iterator<Item = (Lpn, u32)>) {
        self.has.fill(0);
        for (lpn, slot) in places {
            self.set(lpn, slot);
        }
    }
}

fn bit_of(lpn: u32) -> (usize, u64) {
    ((lpn / BITS) as usize, 1 << (lpn % BITS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pages_of_a_range_are_those_that_have_a_place(
            have in proptest::collection::btree_set(0..300_u32, 0..120),
            leave in proptest::collection::vec(0..300_u32, 0..60),
            start in 0..300_u32,
            len in 0..300_u32,
        ) {
            let mut places = Places::new(300);
            for &lpn in &have {
                places.set(Lpn(lpn), lpn + 7);
            }
            let mut left = have;
            for lpn in leave {
                let was = left.remove(&lpn).then_some(lpn + 7);
                prop_assert_eq!(places.take(Lpn(lpn)), was);
                prop_assert_eq!(places.get(Lpn(lpn)), None);
            }
            let range = start..(start + len).min(300);
            let expected: Vec<Lpn> = left.range(range.clone()).copied().map(Lpn).collect();
            prop_assert_eq!(places.pages(range).collect::<Vec<_>>(), expected);
            let mut anew = Places::new(300);
            anew.derive(left.iter().map(|&lpn| (Lpn(lpn), lpn + 7)));
            prop_assert_eq!(anew, places);
        }
    }
}
