//! All that a device is made of: checked, saved, restored.

use nand::{Columns, Ppn};

use super::{Device, buffering};
use crate::checker::{Violation, check};
use crate::checkpoint::Checkpoint;
use crate::scenario::Setup;

impl Device {
    /// The state that decides how the next requests are served, and the flash operations that they cost; not the
    /// costs so far, the times of programs or the content of invalid pages; and erase counts only where the scheme
    /// asks for them.
    pub fn future(&mut self, setup: &Setup, visit: &mut dyn Columns) {
        let by_wear =
            setup.scheme.asks_wear() || setup.changes.iter().any(|c| c.scheme.asks_wear());
        visit.bytes(&mut self.flash.chip.states());
        let pages = (0..self.flash.chip.geometry().pages()).map(Ppn);
        let oob = |ppn| {
            self.flash
                .chip
                .oob(ppn)
                .map_or(u32::MAX, |o| o.logical << 1 | o.kind as u32)
        };
        visit.words(&mut pages.map(oob).collect());
        if by_wear {
            visit.words(&mut self.flash.chip.erase_counts().to_vec());
        }
        self.flash.pool.columns(visit);
        self.ftl.columns(visit);
        self.flash.rng.columns(visit);
        if let Some(b) = &self.buffering {
            visit.words(&mut b.buffer.words(false));
        }
        if let Some(b) = &mut self.buffering {
            b.rests.columns(visit);
        }
    }

    /// Checks laws 1 and 2 of SPEC 10 over the whole device.
    pub fn check(&self) -> Result<(), Violation> {
        self.check_buffer()?;
        check(
            &self.flash.chip,
            &self.ftl,
            &self.versions,
            buffering::slots(self.buffering.as_deref()),
        )
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.flash.chip.columns(visit);
        self.flash.pool.columns(visit);
        self.ftl.columns(visit);
        self.versions.columns(visit);
        self.flash.counters.columns(visit);
        self.flash.work.columns(visit);
        for word in [
            &mut self.free_at,
            &mut self.flash.power_budget,
            &mut self.cuts_past,
        ] {
            visit.long(word);
        }
        self.flash.rng.columns(visit);
        self.service.columns(visit);
        self.response.columns(visit);
        self.arrivals.columns(visit);
        if self.parallel.is_some() {
            self.waits.columns(visit);
        }
        self.buffer_columns(visit);
        self.flash.counters.younger_columns(visit);
    }

    /// Saves the state between two requests; shares with `before`, a checkpoint of the same device, what has not changed.
    pub fn save(&mut self, before: Option<&Checkpoint>) -> Checkpoint {
        Checkpoint::save(before, &mut |v| self.columns(v))
    }

    /// Restores a state that [`Self::save`] saved.
    pub fn restore(&mut self, saved: &Checkpoint) {
        saved.restore(&mut |v| self.columns(v));
        self.versions.derive(&self.flash.chip);
        self.ftl.derive(&self.flash.chip);
        self.derive_buffer();
    }
}
