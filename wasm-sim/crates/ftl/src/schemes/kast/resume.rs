//! KAST's tables for an explicit initial state (SPEC 11).

use nand::{Chip, Lbn, Pbn};

use super::Kast;
use crate::parts::{BlockPool, content, no_gaps, wrong_log};
use crate::{InitialError, InitialTables, Role};

impl Kast {
    /// Tables for a chip that holds pages. A block that `log` does not name is a data block.
    pub(super) fn start_from(
        &mut self,
        chip: &Chip,
        pool: &mut BlockPool,
        tables: &InitialTables,
    ) -> Result<(), InitialError> {
        for &(pbn, role, lbn) in &tables.log {
            no_gaps(chip, pbn)?;
            if self.sequential.contains(pbn.0) || self.random.contains(&pbn.0) {
                return wrong_log(format!("block {pbn} is named twice"));
            }
            let owner = if role == Role::SequentialLog {
                Some(self.sequential.resume(chip, pbn, lbn)?)
            } else {
                self.resume_random(chip, pbn, lbn)?;
                None
            };
            pool.occupy(pbn, role, owner);
        }
        let Self {
            map,
            sequential,
            random,
            ..
        } = self;
        map.adopt(chip, pool, tables, &|Pbn(b)| {
            sequential.contains(b) || random.contains(&b)
        })
    }

    fn resume_random(
        &mut self,
        chip: &Chip,
        pbn: Pbn,
        lbn: Option<Lbn>,
    ) -> Result<(), InitialError> {
        if let Some(lbn) = lbn {
            return wrong_log(format!(
                "random log block {pbn} takes no LBN such as {lbn}: its pages say which it serves"
            ));
        }
        let most = self.options.random_log_blocks();
        if self.random.len() as u32 == most {
            return wrong_log(format!(
                "more than {most} random log blocks, but log_blocks is {} and seq_log_blocks {}",
                self.options.log_blocks, self.options.seq_log_blocks
            ));
        }
        self.random.push_back(pbn.0);
        for (_, lpn) in content(chip, pbn) {
            let own = self
                .random_of
                .get_mut(chip.geometry().logical_block_of(lpn).index());
            if own.is_some_and(|own| std::mem::replace(own, pbn.0) != pbn.0) {
                self.served[pbn.index()] += 1;
            }
        }
        let most = self.options.associativity;
        if self.served[pbn.index()] > most {
            return wrong_log(format!(
                "random log block {pbn} holds pages of {} LBNs, but associativity is {most}",
                self.served[pbn.index()]
            ));
        }
        Ok(())
    }
}
