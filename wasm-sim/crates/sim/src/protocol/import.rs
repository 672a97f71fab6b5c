//! The import of traces: what is asked, and what is answered.

use ftl::HostOp;
use serde::{Deserialize, Serialize};
pub use trace::Preview;
use trace::{Locality, Mapping, Options, Statistics};

use crate::report::Addresses;

/// A command to the import of a trace: [`crate::import::Import`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each file that is opened"
)]
pub enum ImportCommand {
    /// Begin; the file's bytes follow through `push`. Reply: `done`.
    Open {
        /// Format, units, and what to do with bad lines.
        options: Options,
        /// The file's name, for messages and for `path` in scenarios.
        name: String,
    },
    /// All bytes were pushed. Reply: `working`, and from the last slice `imported`.
    Finish {
        /// Page size for the statistics, bytes.
        page_bytes: u32,
    },
    /// Statistics of the imported trace for another page size or device. Reply: `working`, and from the last slice `fit`.
    Fit {
        /// Page size, bytes.
        page_bytes: u32,
        /// Logical pages of the device.
        logical_pages: u32,
        /// How addresses beyond the device are mapped.
        mapping: Mapping,
        /// All pages of the device, for the warning that GC can never happen.
        physical_pages: u32,
    },
    /// How local the imported trace is. Other questions may be asked meanwhile. Reply: `working`, and from the last slice `locality`.
    Locality {
        /// Page size, bytes.
        page_bytes: u32,
    },
    /// Ends a `locality` under way. Reply: `done`.
    Cancel,
}

/// A question about the first bytes of a file, which come beside it. The answer is a [`trace::Preview`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PreviewAsked {
    /// How they are read.
    pub options: Options,
    /// The file's name, for messages.
    pub name: String,
    /// Whether the file has no other bytes.
    pub whole: bool,
}

/// A reply of the import.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImportReply {
    /// Nothing to say.
    Done,
    /// More is to be done: call `slice` again.
    Working {
        /// Chunks of 65,536 requests worked on so far; sorting goes over them more than once.
        chunks: u32,
    },
    /// The trace is imported and its columnar file complete.
    Imported {
        /// Its kind.
        trace: Box<TraceSummary>,
    },
    /// How the trace fits a device.
    Fit {
        /// The fit.
        fit: Box<TraceFit>,
    },
    /// How local the trace is.
    Locality {
        /// The result.
        locality: Box<Locality>,
    },
}

/// A part of a table of requests.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TablePart {
    /// The next lines; empty at the end.
    pub lines: String,
    /// Requests read so far.
    pub done: f64,
    /// Requests of all traces.
    pub total: f64,
}

/// An imported trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TraceSummary {
    /// Its name, as scenarios call it.
    pub name: String,
    /// The findings of the import, and the lines that it left out.
    pub import: trace::Summary,
    /// The first requests, as understood (in pages of the asked size).
    pub preview: Vec<TraceRequest>,
    /// Statistics for the asked page size.
    pub statistics: Statistics,
}

/// A request of a trace as shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TraceRequest {
    /// Number of the request, from 0.
    pub index: u32,
    /// The operation.
    pub op: HostOp,
    /// First page, as in the trace: a device may have fewer.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub lpn: u64,
    /// Pages.
    pub pages: u32,
    /// Arrival, milliseconds since the start, where the trace has times.
    pub time_ms: Option<f64>,
}

/// How a trace fits a device.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TraceFit {
    /// Statistics for this page size, addresses as in the trace.
    pub statistics: Statistics,
    /// The fate of its addresses; where the trace goes beyond the device.
    pub addresses: Option<Addresses>,
    /// Whether a run is refused for that, unless its scenario allows it.
    pub refused: bool,
    /// Pages that it touches and that have no place on the device: more than 0, and it cannot be compacted.
    pub lacks: f64,
    /// Whether the trace, so mapped, writes more pages than the device has free: if not, GC never happens.
    pub cleans: bool,
}
