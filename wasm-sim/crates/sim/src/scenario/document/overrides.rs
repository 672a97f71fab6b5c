//! The elements of `interventions` as a scenario spells them (SPEC 11).

use serde::Serialize;

use crate::json::{Got, Read, Reader, objects};
use crate::scenario::document::options::FtlOptions;

/// One override of a scheme's decision (SPEC 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Intervention {
    /// Request, from 0.
    pub request: u32,
    /// Which decision point inside the request, from 0.
    pub decision: u32,
    /// The choice: the id of one of the candidates.
    pub choose: u32,
}

/// Options of the FTL that are others from a request on (SPEC 11).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Change {
    /// The first request under them, from 0.
    pub request: u32,
    /// Those that change.
    pub set: FtlOptions,
}

/// An element of a scenario's `interventions`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(untagged))]
#[serde(untagged)]
pub enum Override {
    /// Of a decision.
    Choice(Intervention),
    /// Of options.
    Change(Box<Change>),
}

impl Override {
    /// The first request that it touches.
    pub fn request(&self) -> u32 {
        match self {
            Self::Choice(choice) => choice.request,
            Self::Change(change) => change.request,
        }
    }
}

objects! {
    Intervention { request, decision, choose }
    Change { request, set }
}

/// With a `set` it is a change of options.
impl Read for Override {
    fn read(from: Reader<'_>) -> Got<Self> {
        if from.member("set").is_some() {
            Change::read(from).map(|change| Self::Change(Box::new(change)))
        } else {
            Intervention::read(from).map(Self::Choice)
        }
    }
}
