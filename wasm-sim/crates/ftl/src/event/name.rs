//! The names of events.

use strum::VariantNames;

use super::{BufferEvent, Event, FAMILIES, RecoveryEvent, SuperblockEvent};

impl Event {
    /// The names of all events, as `t` has them.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        let own = Self::VARIANTS
            .iter()
            .filter(|name| !FAMILIES.contains(name));
        let families = [
            RecoveryEvent::VARIANTS,
            BufferEvent::VARIANTS,
            SuperblockEvent::VARIANTS,
        ];
        own.chain(families.into_iter().flatten()).copied()
    }

    /// The event's name, as `t` has it.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}
