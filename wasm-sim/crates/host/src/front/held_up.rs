//! How long reads of the host waited behind the device's own work.

use crate::channels::{Kind, Span};

/// Flash reads for the host, and what they was behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldUp {
    /// How many there were.
    pub reads: u64,
    /// Those of them that waited behind what the device does by itself: GC, say.
    pub held_up: u64,
    /// How long in all, ns.
    pub ns: u128,
}

impl HeldUp {
    pub(super) fn count(&mut self, span: &Span) {
        if span.operation.background || span.operation.kind != Kind::Read {
            return;
        }
        self.reads += 1;
        self.held_up += u64::from(span.held_up_ns > 0);
        self.ns += u128::from(span.held_up_ns);
    }
}
