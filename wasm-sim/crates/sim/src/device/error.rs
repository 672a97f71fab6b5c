//! Why a request could not be served.

use ftl::Halt;

use crate::checker::Violation;

/// Why a request could not be served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServeError {
    /// The scheme stopped.
    Halted(Halt),
    /// The checker found the engine wrong.
    Wrong(Violation),
    /// It is beyond a limit of the engine.
    Beyond(Limit),
}

/// A limit of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A request is done before the end of the clock, 2^64 ns.
    Clock,
    /// Flash operations are in the device at a time, this many at most.
    Operations(u32),
}

impl Limit {
    /// The sentence that a request, `at`, is beyond it.
    pub fn message(self, at: &str) -> String {
        match self {
            Self::Clock => {
                format!("{at} is done after the end of the clock, 584 years (2^64 ns)")
            }
            Self::Operations(most) => {
                format!("{at} makes more than {most} flash operations wait in the device at a time")
            }
        }
    }

    /// The field of the scenario that the remedy is about.
    pub fn field(self) -> &'static str {
        match self {
            Self::Clock => "device.timing",
            Self::Operations(_) => "host",
        }
    }

    /// The remedy.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Clock => "Give `device.timing` shorter times, or run fewer requests.",
            Self::Operations(_) => "Give `host` a smaller `queue_depth`, or take smaller requests.",
        }
    }
}

impl From<Halt> for ServeError {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}
