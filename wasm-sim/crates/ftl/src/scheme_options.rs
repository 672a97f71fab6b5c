//! The facts that the options of every scheme give about the device, its RAM and its limits.

use nand::Geometry;
use options::Values;

use crate::Role;

/// A device as the options of a scheme look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its blocks and pages.
    pub geometry: Geometry,
    /// Pages that the host sees.
    pub logical_pages: u32,
}

impl Shape {
    /// Logical blocks, D: `ceil(logical_pages / pages_per_block)`.
    pub fn logical_blocks(&self) -> u32 {
        self.logical_pages.div_ceil(self.geometry.pages_per_block)
    }
}

/// A contradiction among the options of a scheme, or between one and the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The option, or `blocks` of the device.
    pub option: &'static str,
    /// The error.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl Complaint {
    /// A complaint about an option.
    pub fn new(
        option: &'static str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            option,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// Refuses a whole number below `least`, in the words of every other bound.
    pub fn at_least(option: &'static str, value: u32, least: u32) -> Result<(), Self> {
        if value >= least {
            return Ok(());
        }
        let path = format!("ftl.{option}");
        Err(Self::new(
            option,
            format!("`{path}` is {value}"),
            format!("Give at least {least}."),
        ))
    }
}

/// A cached mapping table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CmtSize {
    /// Entries that it holds at most, where it does not share its RAM.
    pub entries: u32,
    /// Entries that it may ever hold.
    pub most_entries: u32,
    /// Mappings in a translation page.
    pub entries_per_translation_page: u32,
}

/// A CMT that may become larger or smaller during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedCmt {
    /// Entries it has if it ever gets all RAM.
    pub most_entries: u32,
    /// How many evicted entries are remembered; 0: none.
    pub ghosts: u32,
}

/// Bytes of a table entry that is found by its number: the number that it leads to (SPEC 5).
pub(crate) const INDEXED: u64 = 4;
/// Bytes of a table entry that is searched for: both numbers (Hu, 3.2.1).
pub(crate) const SEARCHED: u64 = 8;

/// The needs, abilities and reports of a scheme with these options. Each has the answer of most schemes; a scheme
/// says what is otherwise.
pub trait SchemeOptions {
    /// Checks options that concern each other and sets those that follow from others. `given`: what the scenario gives.
    fn settle(&mut self, given: &Values) -> Result<(), Complaint> {
        let _ = given;
        Ok(())
    }

    /// Whether the canonical form has this option: not if another option leaves it without meaning.
    fn says(&self, option: &str) -> bool {
        let _ = option;
        true
    }

    /// Checks options `set` that replace others between two requests, and takes out of `values` those that follow from the replaced
    /// ones.
    fn replace(&self, set: &Values, values: &mut Values) -> Result<(), Complaint> {
        let _ = (set, values);
        Ok(())
    }

    /// Its log blocks, and the fewest with which it works; `None`: it has none.
    fn log_blocks(&self) -> Option<(u32, u32)> {
        None
    }

    /// The fewest blocks with which the scheme never runs out (SPEC 10, law 3). Where logical blocks have a data block each: these,
    /// the log blocks, and one more, as a block that is merged or rewritten exists twice for a moment.
    fn minimum_blocks(&self, shape: Shape) -> u64 {
        let log_blocks = self.log_blocks().map_or(0, |(all, _)| all);
        u64::from(shape.logical_blocks()) + u64::from(log_blocks) + 1
    }

    /// Options that would make [`Self::minimum_blocks`] smaller, as remedies.
    fn fewer_blocks(&self) -> Vec<&'static str> {
        let more = self.log_blocks().filter(|(all, fewest)| all > fewest);
        more.map(|_| "take fewer log blocks").into_iter().collect()
    }

    /// Checks the options against the device, beside its number of blocks.
    fn suits(&self, shape: Shape) -> Result<(), Complaint> {
        let _ = shape;
        Ok(())
    }

    /// RAM of the mapping tables that do not change their size, bytes (SPEC 6; DFTL'J, 5.3). The papers count the tables that
    /// lead to pages and nothing else; so lists of recency, erase counts, the free pool and ghosts are not counted.
    fn table_bytes(&self, shape: Shape) -> u64;

    /// The cached mapping table, of a scheme that has one.
    fn cmt(&self) -> Option<CmtSize> {
        None
    }

    /// The CMT shares its RAM with a write buffer.
    fn share_cmt(&mut self, shared: SharedCmt) {
        let _ = shared;
    }

    /// How the CMT shares its RAM.
    fn shared_cmt(&self) -> Option<SharedCmt> {
        None
    }

    /// Pages are striped over this many channels.
    fn stripe(&mut self, channels: u32) {
        let _ = channels;
    }

    /// Channels that pages are striped over. Of a scheme that does not stripe, a block lies on one channel, by its number.
    fn channels(&self) -> u32 {
        1
    }

    /// Whether GC waits until a page has no other place.
    fn cleans_on_demand(&self) -> bool {
        false
    }

    /// Blocks that are still free after a write.
    fn kept_free(&self) -> u32 {
        0
    }

    /// Whether pages of a block are programmed in any order: each at its own offset, as the host writes them.
    fn needs_any_order(&self) -> bool {
        false
    }

    /// Whether the workload is asked which pages are hot.
    fn asks_workload(&self) -> bool {
        false
    }

    /// Whether erase counts decide anything.
    fn asks_wear(&self) -> bool {
        false
    }

    /// Whether it finds its tables again after a power loss ([`Recovery`](crate::Recovery)).
    fn recovers(&self) -> bool {
        false
    }

    /// Whether mappings follow from the pages on the chip alone.
    fn maps_by_chip(&self) -> bool {
        false
    }

    /// The tables that `initial` of a scenario may give: of `data`, `log`, `cmt`, `gtd`, `frontier`.
    fn initial_tables(&self) -> &'static [&'static str] {
        &["data", "log"]
    }

    /// The possible roles of the log blocks that `initial` gives.
    fn log_roles(&self) -> &'static [Role] {
        &[Role::Log]
    }

    /// Pages that are moved together at most, where one write has room made for it.
    fn moved_together(&self, shape: Shape) -> u64 {
        shape.geometry.pages_per_block.into()
    }

    /// Bytes of its tables as the simulator keeps them: an estimate, a little high. Per logical page one number, if nothing else
    /// is said; what it keeps per block is counted with the blocks.
    fn memory_bytes(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_pages) * 4
    }
}
