//! LAST's tables for an explicit initial state (SPEC 11).

use nand::{Chip, Lbn, Pbn};

use super::{COLD, Last, ROLE, is_full};
use crate::parts::{BlockPool, no_gaps, wrong_log};
use crate::{InitialError, InitialTables, Role};

impl Last {
    /// Tables for a chip that holds pages. A block that `log` does not name is a data block; no page was written recently.
    #[inline]
    pub(super) fn start_from(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        for &(pbn, role, lbn) in &tables.log {
            no_gaps(chip, pbn)?;
            if self.is_log(pbn.0) {
                return wrong_log(format!("block {pbn} is named twice"));
            }
            let owner = if role == Role::SequentialLog {
                Some(self.streams.resume(chip, pbn, lbn)?)
            } else {
                self.resume_random(chip, pbn, role, lbn)?;
                None
            };
            pool.occupy(pbn, role, owner);
        }
        let Self {
            map,
            streams,
            partitions: [hot, cold],
            ..
        } = self;
        map.adopt(chip, pool, tables, &|Pbn(b)| {
            streams.contains(b) || hot.contains(&b) || cold.contains(&b)
        })
    }

    #[inline]
    fn resume_random(
        &mut self,
        chip: &Chip,
        pbn: Pbn,
        role: Role,
        lbn: Option<Lbn>,
    ) -> Result<(), InitialError> {
        if let Some(lbn) = lbn {
            return wrong_log(format!(
                "random log block {pbn} serves every LBN, not LBN {lbn} alone"
            ));
        }
        let most = self.options.random_log_blocks();
        if self.random_logs() == most {
            return wrong_log(format!(
                "more than {most} random log blocks, but log_blocks is {} and seq_log_blocks {}",
                self.options.log_blocks, self.options.seq_log_blocks
            ));
        }
        let partition = &mut self.partitions[usize::from(role == ROLE[COLD])];
        if let Some(&before) = partition.back()
            && !is_full(chip, before)
        {
            return wrong_log(format!(
                "random log block {before} is not full, and {pbn} of the same partition comes after it"
            ));
        }
        partition.push_back(pbn.0);
        Ok(())
    }

    fn is_log(&self, block: u32) -> bool {
        self.streams.contains(block) || self.is_random_log(block)
    }
}
