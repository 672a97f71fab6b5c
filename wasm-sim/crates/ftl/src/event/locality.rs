//! LAST's locality decision for a page, with its reason.

use nand::Pbn;
use serde::{Deserialize, Serialize};

/// The verdict of LAST's locality detector on a page that its data block cannot take (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Locality {
    /// Sequential: it is the next page of its logical block's sequential log block.
    Continues {
        /// That block.
        log: Pbn,
    },
    /// Sequential: it is the first page of a logical block without a sequential log block, and begins one.
    Begins,
    /// Random: it goes to the hot or the cold partition.
    Random {
        /// Why it is not sequential.
        why: RandomWhy,
        /// Its place among the pages written most recently, the latest being 1: it is hot. `None`: it is cold.
        place: Option<u32>,
        /// How many of these pages are remembered.
        k: u32,
    },
}

/// Why a page is not sequential.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum RandomWhy {
    /// The request is smaller than the threshold.
    Small,
    /// Its logical block has a sequential log block, but it is not the next page of that.
    OutOfOrder {
        /// That block.
        log: Pbn,
        /// The offset that would be; pages of a block if it is full.
        next: u32,
    },
    /// Its logical block has no sequential log block, and only the first page begins one.
    NoStream,
}

/// By which rule LAST chose the random log block to be given back (SPEC 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReclaimRule {
    /// The oldest block of the hot partition without a valid page.
    Dead,
    /// Of the cold partition, that with the fewest logical blocks having valid pages in it.
    Cold,
    /// The same of the hot partition, since the cold one has no full block.
    Hot,
    /// A person's choice.
    Chosen,
}
