//! The ledger of a run: which addresses were written, and which were copied.

use serde::Serialize;

use crate::report::CauseCounts;

/// The unit of the addresses of a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AddressesIn {
    /// Bytes of a device of the trace.
    Bytes,
    /// Pages of the trace.
    Pages,
    /// Logical pages of the simulated device: those of the workload have no other address.
    Lpns,
}

/// Host page writes, and the programs that they led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LedgerCounts {
    /// Host page writes.
    pub writes: u64,
    /// Data pages that were copied: by GC, merges and wear leveling.
    pub copies: u64,
    /// Programs of data pages by cause.
    pub programs: CauseCounts,
}

/// A range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LedgerRange {
    /// Number of the device in the file; `null`: the trace has one, or reads several as one.
    pub device: Option<u32>,
    /// Where its first page starts.
    pub from: u64,
    /// Where its last page ends: one past its last address.
    pub to: u64,
    /// Pages in it, of those that the trace touches.
    pub pages: u32,
    /// Its writes and programs.
    pub counts: LedgerCounts,
    /// Host page writes in each part of the run.
    pub written: Vec<u32>,
    /// Copies in each part of the run.
    pub copied: Vec<u32>,
}

/// The fewest pages that have a share of the copies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CopiedShare {
    /// The share, 0 to 1.
    pub copies: f64,
    /// The fewest pages.
    pub pages: u32,
}

/// Every program of a run, by the address of its page: see `ledger`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ledger {
    /// Hash of the scenario, hex.
    pub scenario_hash: String,
    /// The unit of `from` and `to`.
    pub unit: AddressesIn,
    /// Bytes in a page.
    pub page_bytes: u32,
    /// Requests of the run.
    pub requests: u32,
    /// Requests of each part of the run but the last.
    pub part: u32,
    /// Of the whole run.
    pub all: LedgerCounts,
    /// Programs of translation pages by cause.
    pub translation: CauseCounts,
    /// In the order of their addresses.
    pub ranges: Vec<LedgerRange>,
    /// Of pages that the trace never touches.
    pub elsewhere: LedgerCounts,
    /// Pages that are copied at least once.
    pub copied_pages: u32,
    /// How few pages have most of the copies; empty without copies.
    pub hot: Vec<CopiedShare>,
}
