//! Where steps stop.

use nand::PageKind;
use serde::{Deserialize, Serialize};

use super::{BufferEvent, Cause, Event, RecoveryEvent, SuperblockEvent};

/// How finely a step moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// One host request.
    Request,
    /// One thing to see: a plain access of a host page, the start of a merge or GC, each copy, each erase, each change of a
    /// table that redirects, the end of it.
    Action,
    /// One flash operation (read, program, erase), or the moment a decision is shown. Every stop of an action is one of these too,
    /// so that a position shows the same however it was reached.
    Operation,
}

impl Grain {
    /// Numbers of the events of a request before which a step of this grain stops, ascending. Nothing stops before the first one:
    /// there the request before it ends.
    pub fn stops(self, events: &[Event]) -> impl Iterator<Item = usize> + '_ {
        let mut actions = Actions::default();
        (0..events.len()).filter(move |&i| {
            let action = actions.starts(events, i);
            let operation = self == Self::Operation && starts_operation(&events[i]);
            self != Self::Request && i > 0 && (action || operation)
        })
    }
}

/// Where actions begin, from the first event of a request on.
#[derive(Default)]
struct Actions {
    /// Since the host page, or the page of what leaves the write buffer, came up, something else began: its own access is an action
    /// of its own.
    interrupted: bool,
    /// A merge is under way: what changes the block map now redirects.
    merging: bool,
    /// A translation page is being written: its read is no load.
    updating: bool,
}

impl Actions {
    /// Whether one begins with event `i`. To be asked of every event in turn.
    fn starts(&mut self, events: &[Event], i: usize) -> bool {
        match events[i] {
            Event::HostPage { .. }
            | Event::TrimKept { .. }
            | Event::Buffer(BufferEvent::DestagePage { .. } | BufferEvent::FillerRead { .. }) => {
                self.interrupted = false;
                return true;
            }
            // The access itself: one action with what came up, unless something came in between.
            Event::CmtHit { .. }
            | Event::Superblock(SuperblockEvent::MapCached { .. })
            | Event::LocalityJudged { .. }
            | Event::ChainRead { .. }
            | Event::UnmappedRead { .. }
            | Event::Buffer(
                BufferEvent::Buffered { .. }
                | BufferEvent::BufferRewritten { .. }
                | BufferEvent::BufferHit { .. }
                | BufferEvent::BufferKept { .. }
                | BufferEvent::BufferGhostHit { .. },
            )
            | Event::Read {
                cause: Cause::Host, ..
            }
            | Event::Program {
                from: None,
                kind: PageKind::Data,
                ..
            } => return std::mem::take(&mut self.interrupted),
            Event::Read {
                cause: Cause::Translation,
                ..
            } if self.updating => return false,
            Event::Read { ppn, .. } if copies(&events[i + 1..], ppn) => {}
            Event::MergeBegin { .. } => self.merging = true,
            Event::MergeEnd { .. } => self.merging = false,
            Event::BlockRole { .. } | Event::BlockMapSet { .. }
                if self.merging && !redirects(&events[i - 1]) => {}
            Event::TranslationUpdate { .. } => self.updating = true,
            Event::Program {
                kind: PageKind::Translation,
                ..
            } => {
                self.updating = false;
                return false;
            }
            Event::GtdSet { .. } if !matches!(events[i - 1], Event::GtdSet { .. }) => {}
            Event::Recovery(RecoveryEvent::PowerLost { .. }) => *self = Self::default(),
            Event::Read {
                cause: Cause::Translation,
                ..
            }
            | Event::Erase { .. }
            | Event::CmtMiss { .. }
            | Event::CmtVictim { .. }
            | Event::ChainChosen { .. }
            | Event::LogBlockChosen { .. }
            | Event::ReclaimBegin { .. }
            | Event::ReclaimEnd { .. }
            | Event::PoolChosen { .. }
            | Event::GcBegin { .. }
            | Event::GcEnd { .. }
            | Event::Superblock(
                SuperblockEvent::MapRead { .. }
                | SuperblockEvent::CompactionBegin { .. }
                | SuperblockEvent::CompactionEnd { .. }
                | SuperblockEvent::InnerCleaningBegin { .. }
                | SuperblockEvent::InnerCleaningEnd { .. },
            )
            | Event::WearBegin { .. }
            | Event::WearEnd { .. }
            | Event::GtdCheckpoint { .. }
            | Event::Recovery(
                RecoveryEvent::RecoveryBegin { .. } | RecoveryEvent::RecoveryEnd { .. },
            )
            | Event::Buffer(
                BufferEvent::BufferDropped { .. }
                | BufferEvent::BufferLost { .. }
                | BufferEvent::DestageBegin { .. }
                | BufferEvent::DestageEnd { .. }
                | BufferEvent::Partitioned { .. },
            )
            | Event::MappingGroupChosen { .. } => {}
            _ => return false,
        }
        self.interrupted = true;
        true
    }
}

/// Whether the page read right before `next` is copied.
fn copies(next: &[Event], ppn: nand::Ppn) -> bool {
    let program = next.iter().find(|event| event.is_flash_operation());
    matches!(program, Some(Event::Program { from, .. }) if *from == Some(ppn))
}

/// A role and the block map change together.
fn redirects(event: &Event) -> bool {
    matches!(event, Event::BlockRole { .. } | Event::BlockMapSet { .. })
}

/// Whether a flash operation or a decision begins with this event.
fn starts_operation(event: &Event) -> bool {
    matches!(
        event,
        Event::Read { .. }
            | Event::Program { .. }
            | Event::Erase { .. }
            | Event::ChainRead { .. }
            | Event::UnmappedRead { .. }
            | Event::CmtHit { .. }
            | Event::Superblock(SuperblockEvent::MapCached { .. })
            | Event::LocalityJudged { .. }
            | Event::Buffer(
                BufferEvent::Buffered { .. }
                    | BufferEvent::BufferRewritten { .. }
                    | BufferEvent::BufferHit { .. }
                    | BufferEvent::BufferKept { .. }
                    | BufferEvent::BufferGhostHit { .. }
            )
    )
}

impl Event {
    /// Whether this is a flash operation: a page read, a page program, a block erase.
    pub fn is_flash_operation(&self) -> bool {
        matches!(
            self,
            Self::Read { .. } | Self::Program { .. } | Self::Erase { .. }
        )
    }
}
