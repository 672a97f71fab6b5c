//! The command `explain`: the ledger of a run, kept beside it.

use super::replies::progress;
use super::{Job, Session};
use crate::failure::Failure;
use crate::ledger::Keeping;
use crate::protocol::{Doing, Reply, Slot};

impl Session {
    /// Of a whole run, as a job; the simulation stays where it is.
    pub(super) fn explain(
        &mut self,
        slot: Slot,
        ranges: u32,
        operations: u64,
    ) -> Result<Reply, Failure> {
        let keeping = Box::new(Keeping::of(self.simulation(slot)?, ranges));
        self.start(Job::Explain { slot, keeping }, operations)
    }

    pub(super) fn slice_explain(
        &mut self,
        slot: Slot,
        mut keeping: Box<Keeping>,
        operations: u64,
    ) -> Result<Reply, Failure> {
        if !keeping.slice(operations)? {
            let (requests, total) = keeping.progress();
            self.job = Some(Job::Explain { slot, keeping });
            return Ok(progress(Doing::Run, requests, total));
        }
        let setup = self.simulation(slot)?.setup();
        let ledger = Box::new(keeping.end(&setup.hash, setup.geometry.page_bytes));
        Ok(Reply::Explained { ledger })
    }
}
