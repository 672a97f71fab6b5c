//! Breakpoints: predicates on events, the same in the page, in lessons and in `ftl-lab run --until`.
//!
#![doc = include_str!("forms.md")]
//!
//! Capitals do not matter. The nouns `lpn`, `ppn`, `pbn` may be left out where only one can be meant (`write 5`, `erase 7`);
//! `switch_merge`, `partial_merge` and `full_merge` are short for the merges. A condition on a number (`erases`, `free`, `wa`,
//! `blocks`) is met where it *becomes* true, so that a run that goes on does not stop at each event.

mod mistake;
mod parse;

use std::fmt;

use ftl::{HostOp, MergeKind};
use serde::{Serialize, Serializer};

use crate::failure::{Failure, FailureKind};
use crate::json::{Got, Read, Reader};

pub use mistake::Mistake;
pub use parse::parse;

/// The table of what can be written, as Markdown: all of the language there is.
pub const FORMS: &str = include_str!("forms.md");

/// The event to stop at: one of several kinds. Its text is what [`parse`] reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The alternatives, at least one, in the order written.
    clauses: Vec<Clause>,
}

/// One kind of event, and what must be true of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// The host's access to a page begins.
    Host {
        /// Which access.
        op: HostOp,
        /// To this page alone.
        lpn: Option<u32>,
    },
    /// A flash page is read.
    Read {
        /// This page alone.
        ppn: Option<u32>,
    },
    /// A flash page is programmed.
    Program {
        /// This page alone.
        ppn: Option<u32>,
    },
    /// A copy of a logical page is programmed.
    ProgramOf {
        /// The logical page.
        lpn: u32,
    },
    /// A block is erased.
    Erase {
        /// This block alone.
        pbn: Option<u32>,
    },
    /// The erases of a block reach a number.
    Erases {
        /// This block alone.
        pbn: Option<u32>,
        /// The number, from 1.
        least: u32,
    },
    /// A GC begins.
    Gc {
        /// Which of the run, from 1; any if `None`.
        nth: Option<u32>,
    },
    /// A GC begins on a victim with more valid pages than this.
    Victim {
        /// This many are not enough.
        valid: u32,
    },
    /// A merge begins.
    Merge {
        /// Of this kind alone.
        kind: Option<MergeKind>,
    },
    /// The full merges of one victim reach a number of logical blocks.
    FullMerge {
        /// The number, from 1.
        blocks: u32,
    },
    /// A mapping is looked up in the CMT.
    Cmt {
        /// Found or not.
        hit: bool,
        /// Of this page alone.
        lpn: Option<u32>,
    },
    /// An entry is chosen to leave the CMT.
    Evict {
        /// Dirty ones or clean ones alone.
        dirty: Option<bool>,
        /// Of this page alone.
        lpn: Option<u32>,
    },
    /// A block is taken, and this many are left in the free pool.
    Free {
        /// How many.
        most: u32,
    },
    /// Write amplification so far reaches a value.
    Wa {
        /// The value in millionths, so that it is compared exactly.
        millionths: u64,
    },
    /// Any event of this name.
    Event {
        /// One of [`ftl::Event::names`].
        name: &'static str,
    },
}

impl Predicate {
    /// The alternatives.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Either of two.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        self.clauses.extend(&other.clauses);
        self
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, clause) in self.clauses.iter().enumerate() {
            if i > 0 {
                f.write_str(" or ")?;
            }
            clause.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, noun, number) = match *self {
            Self::Host { op, lpn } => {
                let head = match op {
                    HostOp::Read => "host read",
                    HostOp::Write => "write",
                    HostOp::Trim => "trim",
                };
                (head, " lpn ", lpn)
            }
            Self::Read { ppn } => ("read", " ppn ", ppn),
            Self::Program { ppn } => ("program", " ppn ", ppn),
            Self::ProgramOf { lpn } => ("program", " lpn ", Some(lpn)),
            Self::Erase { pbn } => ("erase", " pbn ", pbn),
            Self::Erases { pbn, least } => {
                f.write_str("erases")?;
                if let Some(pbn) = pbn {
                    write!(f, " pbn {pbn}")?;
                }
                ("", " >= ", Some(least))
            }
            Self::Gc { nth } => ("gc", " ", nth),
            Self::Victim { valid } => ("victim valid", " > ", Some(valid)),
            Self::Merge { kind } => match kind {
                None => ("merge", "", None),
                Some(MergeKind::Switch) => ("merge switch", "", None),
                Some(MergeKind::Partial) => ("merge partial", "", None),
                Some(MergeKind::Full) => ("merge full", "", None),
            },
            Self::FullMerge { blocks } => ("merge full blocks", " >= ", Some(blocks)),
            Self::Cmt { hit: true, lpn } => ("cmt hit", " lpn ", lpn),
            Self::Cmt { hit: false, lpn } => ("cmt miss", " lpn ", lpn),
            Self::Evict { dirty, lpn } => {
                let head = match dirty {
                    None => "evict",
                    Some(true) => "evict dirty",
                    Some(false) => "evict clean",
                };
                (head, " lpn ", lpn)
            }
            Self::Free { most } => ("free", " <= ", Some(most)),
            Self::Wa { millionths } => {
                write!(f, "wa >= {}", millionths / 1_000_000)?;
                let rest = format!("{:06}", millionths % 1_000_000);
                let rest = rest.trim_end_matches('0');
                if !rest.is_empty() {
                    write!(f, ".{rest}")?;
                }
                return Ok(());
            }
            Self::Event { name } => (name, "", None),
        };
        f.write_str(head)?;
        match number {
            Some(number) => write!(f, "{noun}{number}"),
            None => Ok(()),
        }
    }
}

impl Serialize for Predicate {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_string())
    }
}

impl Read for Predicate {
    fn read(from: Reader<'_>) -> Got<Self> {
        parse(&from.string()?).map_err(|mistake| {
            from.wrong(format!("column {}: {}", mistake.column, mistake.message()))
        })
    }
}

impl From<Mistake> for Failure {
    fn from(mistake: Mistake) -> Self {
        Self {
            kind: FailureKind::Predicate,
            message: mistake.message(),
            remedy: mistake.remedy(),
            field: None,
            line: None,
            column: Some(mistake.column),
        }
    }
}

#[cfg(test)]
mod tests;
