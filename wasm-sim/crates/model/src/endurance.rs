//! How long a drive lasts under the workload of a run, from the erases that were counted.
//!
//! A run counts E block erases on B blocks of S/B bytes each. The host writes H bytes, on pages of A bytes together: a page that is
//! written in part counts whole. A block endures N erases. Nothing here is fitted:
//!
//! 1. Erases of the mean block e = E / B, and passes of the window until it has N of them: N / e.
//! 2. Bytes that the host has written by then, TBW = H N / e, in 10^12 bytes.
//! 3. The window lasts t: years = N t / e, of 365 days.
//! 4. Beside it Hu's eq. 4.1, see [`crate::residual_lifetime`]: nothing is left when pages of S (P + (1-P) N) bytes are written.
//!
//! Both say how much of an erased block pages of the host take up: A / (E S/B) was counted, (P + (1-P) N) / N is Hu's, which holds if
//! every victim is as full as the average block. The quotient of the two is that of the lifetimes.

use crate::error::{OutOfRange, check};
use crate::lifetime::written_in_a_life;

const SECONDS_A_DAY: f64 = 86_400.0;
const DAYS_A_YEAR: f64 = 365.0;
const TERABYTE: f64 = 1e12;

/// The counts of a run, and its drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worn {
    /// Block erases, E.
    pub erases: f64,
    /// Bytes that the host wrote, H.
    pub host_bytes: f64,
    /// Bytes of the pages that it wrote, A.
    pub page_bytes: f64,
    /// How long that took, t, in seconds; NaN if the requests have no times of their own.
    pub seconds: f64,
    /// Erases of the most erased block and of the mean block since the drive was new: what came before the window among them.
    pub most: f64,
    /// See `most`.
    pub mean: f64,
    /// Blocks, B.
    pub blocks: f64,
    /// Bytes of a block.
    pub block_bytes: f64,
    /// Bytes that the host sees.
    pub logical_bytes: f64,
}

/// How long a block lasts that is erased so often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lasts {
    /// Its erases in one window.
    pub erases: f64,
    /// Windows until it is worn out.
    pub passes: f64,
    /// Its erases a day, and years until it is worn out; NaN without times.
    pub erases_a_day: f64,
    /// See `erases_a_day`.
    pub years: f64,
}

/// Hu's figures for the same bytes and the same drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hu {
    /// Windows until nothing is left.
    pub passes: f64,
    /// Years until then; NaN without times.
    pub years: f64,
    /// Host bytes until then, in 10^12 bytes.
    pub terabytes: f64,
    /// The share of an erased block that pages of the host take up, over the whole life: (P + (1-P) N) / N.
    pub share: f64,
}

/// How long a drive lasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Endurance {
    /// Of the mean block: wear is leveled perfectly.
    pub mean: Lasts,
    /// Of the most erased block, if it keeps being erased as many times more often than the mean one as it was so far.
    pub most: Lasts,
    /// Host bytes until the mean block is worn out (TBW), in 10^12 bytes.
    pub terabytes: f64,
    /// The same in times that the whole logical space is written.
    pub drive_writes: f64,
    /// Times that it is written a day; NaN without times.
    pub drive_writes_a_day: f64,
    /// The share of an erased block that pages of the host take up, A / (E S/B); more than 1 behind a write buffer.
    pub share: f64,
    /// Hu's equation.
    pub hu: Hu,
}

/// Why it cannot be said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoEndurance {
    /// The number of erases is none that a block endures, or the drive is none.
    OutOfRange(OutOfRange),
    /// The host writes nothing.
    NothingWritten,
    /// No block is erased.
    NothingErased,
}

impl Worn {
    /// Until the mean block has been erased `cycles` times by passes of this window, N.
    ///
    /// # Errors
    /// If `cycles` is below 1 or no number, and where nothing is written or nothing is erased. Never infinite, and NaN only where
    /// [`Lasts`] says so: without times, and where the window takes no time.
    pub fn endurance(&self, cycles: f64) -> Result<Endurance, NoEndurance> {
        let range = NoEndurance::OutOfRange;
        let cycles = check("N", cycles, cycles >= 1.0, "at least 1 erase").map_err(range)?;
        let capacity = self.blocks * self.block_bytes;
        let capacity = check("S", capacity, capacity > 0.0, "above 0").map_err(range)?;
        if self.host_bytes <= 0.0 || self.page_bytes <= 0.0 {
            return Err(NoEndurance::NothingWritten);
        }
        if self.erases <= 0.0 {
            return Err(NoEndurance::NothingErased);
        }
        // All at once has no day.
        let days = if self.seconds > 0.0 {
            self.seconds / SECONDS_A_DAY
        } else {
            f64::NAN
        };
        let years = |passes: f64| passes * days / DAYS_A_YEAR;
        let terabytes = |passes: f64| self.host_bytes * passes / TERABYTE;
        let lasts = |erases: f64| Lasts {
            erases,
            passes: cycles / erases,
            erases_a_day: erases / days,
            years: years(cycles / erases),
        };
        let each = self.erases / self.blocks;
        let mean = lasts(each);
        let range = self.logical_bytes / capacity;
        let written = written_in_a_life(capacity, range, cycles);
        let passes = written / self.page_bytes;
        Ok(Endurance {
            mean,
            most: lasts(each * self.most / self.mean),
            terabytes: terabytes(mean.passes),
            drive_writes: self.host_bytes * mean.passes / self.logical_bytes,
            drive_writes_a_day: self.host_bytes / self.logical_bytes / days,
            share: self.page_bytes / (self.erases * self.block_bytes),
            hu: Hu {
                passes,
                years: years(passes),
                terabytes: terabytes(passes),
                share: written / (cycles * capacity),
            },
        })
    }
}
