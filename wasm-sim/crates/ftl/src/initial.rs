//! Tables of a scheme given explicitly (`initial`, SPEC 11).

use nand::{Chip, Lbn, Lpn, Pbn, Ppn};

use crate::Role;
use crate::parts::BlockPool;

/// Tables of a scheme given explicitly. The pages themselves are on the chip already;
/// what they imply may be left out here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialTables {
    /// Block map: data block of each LBN.
    pub data: Vec<(Lbn, Pbn)>,
    /// Log blocks, oldest first, with their role and the LBN they serve; replacement blocks in the order of their chains.
    pub log: Vec<(Pbn, Role, Option<Lbn>)>,
    /// CMT entries, least recent first: page, mapping, dirty.
    pub cmt: Vec<(Lpn, Option<Ppn>, bool)>,
    /// GTD: flash page of each translation page.
    pub gtd: Vec<Option<Ppn>>,
    /// Open blocks: the data frontier, then the translation frontier.
    pub frontier: Vec<Pbn>,
}

impl InitialTables {
    /// Whether a block is in `log`.
    pub fn log_names(&self, pbn: Pbn) -> bool {
        self.log.iter().any(|&(named, ..)| named == pbn)
    }
}

/// A chip that holds pages already, for a scheme to take over.
#[derive(Debug)]
pub struct FilledChip<'a> {
    /// The chip.
    pub chip: &'a Chip,
    /// Its blocks, all free still: those in use are to be taken out.
    pub pool: &'a mut BlockPool,
    /// The tables, as far as they are given; a contradiction to the pages is an error.
    pub tables: &'a InitialTables,
}

/// The error in [`InitialTables`]: a sentence that names the contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialError {
    /// The table: `data`, `log`, `cmt`, `gtd`, `frontier`, `blocks`.
    pub table: &'static str,
    /// The two sides of a contradiction.
    pub message: String,
}

impl InitialError {
    /// A contradiction in a table.
    pub fn of<T>(table: &'static str, message: String) -> Result<T, Self> {
        Err(Self { table, message })
    }
}
