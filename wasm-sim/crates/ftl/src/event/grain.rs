//! Where steps stop.

use serde::{Deserialize, Serialize};

use super::Event;

/// How finely a step moves (DESIGN "Transport").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Grain {
    /// One host request.
    Request,
    /// One action of the FTL: a host page access, a CMT lookup or eviction, a merge, a cleaning.
    Action,
    /// One flash operation (read, program, erase), or the moment a decision is shown.
    Operation,
}

impl Event {
    /// Whether a step of this grain stops right before this event (and so right after all that led
    /// up to it). Bookkeeping events never start a step: they belong to the operation before them.
    pub fn starts(&self, grain: Grain) -> bool {
        match grain {
            Grain::Request => false,
            _ if self.starts_of_buffer(grain) => true,
            Grain::Action => matches!(
                self,
                Self::HostPage { .. }
                    | Self::CmtHit { .. }
                    | Self::CmtMiss { .. }
                    | Self::CmtVictim { .. }
                    | Self::TranslationUpdate { .. }
                    | Self::ChainChosen { .. }
                    | Self::MergeBegin { .. }
                    | Self::LocalityJudged { .. }
                    | Self::LogBlockChosen { .. }
                    | Self::ReclaimBegin { .. }
                    | Self::PoolChosen { .. }
                    | Self::GcBegin { .. }
                    | Self::MapCached { .. }
                    | Self::MapRead { .. }
                    | Self::CompactionBegin { .. }
                    | Self::InnerCleaningBegin { .. }
                    | Self::WearBegin { .. }
                    | Self::GtdCheckpoint { .. }
                    | Self::PowerLost { .. }
                    | Self::RecoveryBegin { .. }
            ),
            Grain::Operation => {
                matches!(
                    self,
                    Self::Read { .. }
                        | Self::Program { .. }
                        | Self::Erase { .. }
                        | Self::ChainRead { .. }
                        | Self::MergeEnd { .. }
                        | Self::ReclaimEnd { .. }
                        | Self::GcEnd { .. }
                        | Self::InnerCleaningEnd { .. }
                        | Self::CompactionEnd { .. }
                        | Self::WearEnd { .. }
                        | Self::UnmappedRead { .. }
                        | Self::RecoveryEnd { .. }
                ) || self.starts(Grain::Action)
            }
        }
    }

    /// [`Self::starts`] of what a write buffer does.
    fn starts_of_buffer(&self, grain: Grain) -> bool {
        let action = matches!(
            self,
            Self::Buffered { .. }
                | Self::BufferRewritten { .. }
                | Self::BufferHit { .. }
                | Self::BufferKept { .. }
                | Self::BufferDropped { .. }
                | Self::BufferLost { .. }
                | Self::DestageBegin { .. }
                | Self::FillerRead { .. }
                | Self::DestagePage { .. }
                | Self::MappingGroupChosen { .. }
                | Self::BufferGhostHit { .. }
                | Self::Partitioned { .. }
        );
        action || grain == Grain::Operation && matches!(self, Self::DestageEnd { .. })
    }

    /// Whether this is a flash operation: a page read, a page program, a block erase.
    pub fn is_flash_operation(&self) -> bool {
        matches!(
            self,
            Self::Read { .. } | Self::Program { .. } | Self::Erase { .. }
        )
    }
}
