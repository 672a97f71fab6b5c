//! Pages below 2^28, a bit each, in regions of a million.
//!
//! New values wait in their region and are set when there are more of them than lines of a cache in the region's
//! bits: a bit here, a bit there would be waiting for memory each time.

/// See the module.
#[derive(Default)]
pub(super) struct Bitmap {
    regions: Vec<Region>,
}

/// A region's bits lie in a processor's second cache: 128 KB.
#[derive(Default)]
struct Region {
    /// A bit for each page, made when the first one is set.
    bits: Vec<u64>,
    /// Runs: where they start in the region, above [`WITHIN_LENGTH`] bits of length.
    waiting: Vec<u32>,
}

/// Pages of a region, and regions.
const REGION: u64 = 1 << (u32::BITS - WITHIN_LENGTH);
const REGIONS: u64 = 1 << 8;
const NEAR: u64 = REGION * REGIONS;
const WITHIN_LENGTH: u32 = 12;
/// Runs that wait in a region: 32 KB.
const BATCH: usize = 1 << 13;

impl Bitmap {
    /// Adds what of `[from, to)` lies here; returns where the rest begins.
    #[inline]
    pub fn add(&mut self, mut from: u64, to: u64) -> u64 {
        let end = to.min(NEAR);
        while from < end {
            let (k, within) = ((from / REGION) as usize, from % REGION);
            if self.regions.len() <= k {
                self.regions.resize_with(k + 1, Region::default);
            }
            let length = (end - from).min(REGION - within);
            self.regions[k].add(within, length);
            from += length;
        }
        from
    }

    /// How many pages are here.
    pub fn pages(&mut self) -> u64 {
        self.pages_with(&mut Self::default())
    }

    /// How many pages are here or there.
    pub fn pages_with(&mut self, other: &mut Self) -> u64 {
        let regions = self.regions.len().max(other.regions.len());
        self.regions.resize_with(regions, Region::default);
        other.regions.resize_with(regions, Region::default);
        let both = self.regions.iter_mut().zip(&mut other.regions);
        both.map(|(ours, theirs)| ours.pages_with(theirs)).sum()
    }

    /// Gives each run of pages here, ascending. A run that goes over the end of a region comes in pieces.
    pub fn runs(&mut self, give: &mut impl FnMut(u64, u64)) {
        for (k, region) in (0u64..).zip(&mut self.regions) {
            region.set_waiting();
            region.runs(k * REGION, give);
        }
    }
}

impl Region {
    /// Gives each run of set bits, `base` added.
    fn runs(&self, base: u64, give: &mut impl FnMut(u64, u64)) {
        let mut from = None;
        for (k, &bits) in (0u64..).zip(&self.bits) {
            let at = base + 64 * k;
            let mut bit = 0;
            while bit < u64::BITS {
                // Ones are looked for outside of a run, zeros inside.
                let rest = if from.is_none() { bits } else { !bits } >> bit;
                if rest == 0 {
                    break;
                }
                bit += rest.trailing_zeros();
                from = match from {
                    None => Some(at + u64::from(bit)),
                    Some(start) => {
                        give(start, at + u64::from(bit));
                        None
                    }
                };
            }
        }
        if let Some(start) = from {
            give(start, base + REGION);
        }
    }

    #[inline]
    fn add(&mut self, from: u64, length: u64) {
        if length >> WITHIN_LENGTH != 0 {
            self.set(from, from + length);
            return;
        }
        self.waiting.push((from << WITHIN_LENGTH | length) as u32);
        if self.waiting.len() == BATCH {
            self.set_waiting();
        }
    }

    fn set_waiting(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        for run in waiting.drain(..) {
            let (from, length) = (run >> WITHIN_LENGTH, run & ((1 << WITHIN_LENGTH) - 1));
            self.set(from.into(), (from + length).into());
        }
        self.waiting = waiting; // Its memory is used again.
    }

    #[inline]
    fn set(&mut self, mut from: u64, end: u64) {
        if self.bits.is_empty() {
            self.bits.resize((REGION / 64) as usize, 0);
        }
        while from < end {
            let (word, bit) = (from / 64, from % 64);
            let bits = (64 - bit).min(end - from);
            self.bits[word as usize] |= u64::MAX >> (64 - bits) << bit;
            from += bits;
        }
    }

    fn pages_with(&mut self, other: &mut Self) -> u64 {
        self.set_waiting();
        other.set_waiting();
        let ones = |bits: u64| u64::from(bits.count_ones());
        match (&self.bits[..], &other.bits[..]) {
            ([], bits) | (bits, []) => bits.iter().map(|&bits| ones(bits)).sum(),
            (ours, theirs) => ours
                .iter()
                .zip(theirs)
                .map(|(ours, theirs)| ones(ours | theirs))
                .sum(),
        }
    }
}
