//! Log blocks and chains, as the view folds them.

use ftl::Role;
use nand::{Lbn, NONE, Pbn};

use super::View;

impl View {
    pub(super) fn drop_log(&mut self, pbn: Pbn) {
        self.tables
            .log_blocks
            .iter_mut()
            .for_each(|l| l.retain(|&(b, _)| b != pbn));
    }

    /// A log block came into use, or was written last: it is after the others of its kind ([`Tables::log_blocks`]).
    pub(super) fn push_log(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) {
        let pool = &self.pool;
        if let Some(logs) = &mut self.tables.log_blocks {
            let rank = |role| match role {
                Role::SequentialLog => 0,
                Role::HotLog => 1,
                _ => 2,
            };
            let before = |&&(b, _): &&(Pbn, Option<Lbn>)| rank(pool.role(b)) <= rank(role);
            let place = logs.iter().take_while(before).count();
            logs.insert(place, (pbn, lbn));
        }
    }

    /// A block was appended to the chain of a logical block.
    pub(super) fn link(&mut self, pbn: Pbn, lbn: Option<Lbn>) {
        let first = lbn.zip(self.tables.block_map.as_ref());
        if let (Some((lbn, first)), Some(chain)) = (first, &mut self.tables.chain) {
            let mut last = first[lbn.index()] as usize;
            while chain[last] != NONE {
                last = chain[last] as usize;
            }
            chain[last] = pbn.0;
        }
    }
}
