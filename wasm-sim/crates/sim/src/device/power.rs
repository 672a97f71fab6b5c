//! Power is lost, and found again.

use ftl::{Context, Event, Halt, HostOp, RecoveryEvent, Sink};
use nand::Lpn;

use super::{Device, ServeError, buffering};

impl Device {
    /// Power was lost in an access: the FTL finds its tables again, and every acknowledged write with them. The
    /// host's page is not written again, nor the rest of its request.
    ///
    /// Events are recorded whether wanted or not: so the code of recoveries is compiled once.
    #[cold]
    pub(super) fn recover<S: Sink>(
        &mut self,
        lpn: Lpn,
        op: HostOp,
        sink: &mut S,
    ) -> Result<(), ServeError> {
        if op != HostOp::Read {
            self.versions.undo(lpn);
        }
        for event in self.recovered()? {
            sink.emit(event);
        }
        Ok(())
    }

    fn recovered(&mut self) -> Result<Vec<Event>, ServeError> {
        let mut events = Vec::new();
        loop {
            self.cuts_past += 1;
            self.set_next_cut();
            let mut context = Context::new(&mut self.flash, &mut events);
            let Some(scheme) = self.ftl.recovery() else {
                return Err(Halt::PowerLost.into());
            };
            match scheme.recover(&mut context, &self.trimmed) {
                Ok(()) => break,
                // Again, meanwhile.
                Err(Halt::PowerLost) => {}
                Err(halt) => return Err(halt.into()),
            }
        }
        self.lose_buffer(&mut events);
        for event in &mut events {
            if let Event::Recovery(RecoveryEvent::Reappeared { lpn, counted, .. }) = event {
                let buffered = self.buffer().is_some_and(|b| b.get(*lpn).is_some());
                *counted = !buffered && self.trimmed.iter().all(|page| page.lpn != *lpn);
                self.flash.counters.recovery.reappeared += u64::from(*counted);
            }
        }
        self.versions.adopt_reappeared(
            &self.flash.chip,
            &self.ftl,
            buffering::slots(self.buffering.as_deref()),
        );
        self.check().map_err(ServeError::Wrong)?;
        Ok(events)
    }

    pub(super) fn set_next_cut(&mut self) {
        let next = self.cuts.get(self.cuts_past as usize);
        self.flash.power_budget = next.map_or(u64::MAX, |&cut| {
            u64::from(cut).saturating_sub(self.flash.operations())
        });
    }

    /// Loses power whenever this many more flash operations are done, ascending; the power losses of the scenario no
    /// longer apply. Of schemes with a recovery only.
    pub fn cut_power(&mut self, operations: &[u32]) {
        let done = self.flash.operations() as u32;
        self.cuts = operations.iter().map(|more| done + more).collect();
        self.cuts_past = 0;
        self.set_next_cut();
    }

    /// A page is about to be trimmed: what it would hold after a power loss, were it not.
    pub(super) fn trims(&mut self, lpn: Lpn) -> Option<u32> {
        let lost = self.buffer().filter(|b| !b.config().battery_backed());
        let held = self.versions.on_flash(lpn, lost.and_then(|b| b.slot(lpn)));
        self.versions.trim(lpn);
        held
    }
}
