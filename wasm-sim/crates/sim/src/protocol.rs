//! The messages between the page and the engine: commands in, replies out, as JSON.
//!
//! The TypeScript types are generated from these (`npm run gen`), so this is the one list of
//! messages. No 64-bit integer reaches TypeScript as `bigint`: counts stay below 2^53 and are numbers.
//! Page columns do not travel as JSON: see [`CELL_WORDS`].

mod buffer;
mod command;
mod cost;
mod frame;
mod host;
mod import;
mod ledger;
mod quiet;
mod reply;
mod tables;
mod under_way;

use serde::Serialize;

pub use buffer::{
    BufferGroupShown, BufferShown, BufferedShown, DestageShown, GhostsShown, RamShown, SharedShown,
};
pub use command::{Command, Target};
pub use cost::{FinishedShown, HostPageCost, OperationCost};
pub use frame::{BlockShown, Frame, PageShown, RequestShown, TallyShown};
pub use host::{HostShown, OperationKind, OperationShown, RequestTimes, TurnShown, WaitingShown};
pub use import::{
    ImportCommand, ImportReply, Preview, PreviewAsked, TablePart, TraceFit, TraceRequest,
    TraceSummary,
};
pub use ledger::{AddressesIn, CopiedShare, Ledger, LedgerCounts, LedgerRange};
pub use quiet::{Quiet, QuietChange, QuietMore, QuietWhy};
pub use reply::{Doing, Lanes, Move, Reply, Summary};
pub use tables::{CmtEntryShown, LogBlockShown, SuperblockShown, SuperblocksShown, TablesShown};
pub use under_way::{
    GcShown, InnerCleaningShown, MergeShown, ReclaimShown, ReclaimedShown, RecoveryShown, WearShown,
};

/// 32-bit words per page in the buffer that [`Frame`]s travel with. Word 0 is the page's state (2 bits:
/// 0 free, 1 valid, 2 invalid), its kind (1 bit: 1 = translation page) and its logical number (29 bits,
/// all ones when free), from the top; word 1 is the version of its content.
pub const CELL_WORDS: usize = 2;

/// 32-bit words per block in the heat columns, what the map of a large device is drawn from (`Session::heat`): valid
/// pages; erases; programs of the whole chip since the block's latest (all ones: it is erased); LBN (all ones: none);
/// its role, and in the next byte one more than the stream it is a frontier of (0: of none). After the words of all
/// blocks follows a byte per page, its state as in [`CELL_WORDS`].
pub const HEAT_WORDS: usize = 5;

/// One of the simulations that are open side by side: 0 is the main one, 1 the one compared with it.
pub type Slot = u32;

/// A place in a run: `request` requests are complete and `event` events of the next one are folded.
/// The end of a request is `(request + 1, 0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Position {
    /// Complete requests.
    pub request: u32,
    /// Folded events of the request under way.
    pub event: u32,
}

impl Position {
    /// The beginning of a request.
    pub const fn before(request: u32) -> Self {
        Self { request, event: 0 }
    }
}
