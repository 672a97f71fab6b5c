//! A CMT that shares its RAM with a write buffer (SPEC 6, `gc_arm` and `ap`): it grows and shrinks in the middle of a run, says how its entries are
//! grouped, and remembers which left.

use buffer::Ghost;
use nand::Lpn;

use super::{Dftl, DftlOptions};
use crate::parts::Cmt;
use crate::{BufferEvent, Context, Sink};

impl Dftl {
    pub(super) fn cmt(options: &DftlOptions, logical_pages: u32) -> Cmt {
        let most = options.shared.map_or(0, |s| s.most_entries);
        Cmt::sharing(
            options.cmt_policy,
            (options.cmt_entries, most.max(options.cmt_entries)),
            options.cmt_protected,
            options.entries_per_translation_page,
            logical_pages,
        )
    }

    pub(super) fn no_ghosts(options: &DftlOptions, logical_pages: u32) -> Option<Ghost> {
        let ghosts = options.shared.map_or(0, |shared| shared.ghosts);
        (ghosts > 0).then(|| Ghost::new(ghosts, logical_pages))
    }

    /// An entry left the CMT.
    pub(super) fn haunt(&mut self, lpn: Lpn, dirty: bool) {
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.push(lpn, dirty);
        }
    }

    /// An entry is about to come into the CMT: because it was missed, or prefetched.
    pub(super) fn lay<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn, missed: bool) {
        let known = self.ghosts.as_mut().and_then(|ghosts| ghosts.take(lpn));
        if let Some(dirty) = known.filter(|_| missed) {
            self.ghost_hits[usize::from(dirty)] += 1;
            cx.flash.counters.cmt_ghost_hits += 1;
            cx.emit(|| BufferEvent::MappingGhostHit { lpn, dirty });
        }
    }
}
