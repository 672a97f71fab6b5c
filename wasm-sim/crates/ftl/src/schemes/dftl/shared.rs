//! A CMT that shares its RAM with a write buffer (SPEC 6, `gc_arm` and `ap`): it grows and shrinks in mid-run, says how its entries are
//! grouped, and remembers which left.

use buffer::{Ghost, MappingGroup};
use nand::Lpn;

use super::Dftl;
use crate::parts::Cmt;
use crate::{Context, DftlConfig, Event, Halt, Segment, Sink};

impl Dftl {
    pub(super) fn cmt(config: &DftlConfig, logical_pages: u32) -> Cmt {
        let most = config.shared.map_or(0, |s| s.most_entries);
        Cmt::sharing(
            config.cmt_policy,
            (config.cmt_entries, most.max(config.cmt_entries)),
            config.cmt_protected,
            config.entries_per_translation_page,
            logical_pages,
        )
    }

    pub(super) fn no_ghosts(config: &DftlConfig, logical_pages: u32) -> Option<Ghost> {
        let ghosts = config.shared.map_or(0, |shared| shared.ghosts);
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
            cx.counters.cmt_ghost_hits += 1;
            cx.emit(|| Event::MappingGhostHit { lpn, dirty });
        }
    }

    /// Misses of entries among those that left clean, and dirty, since this was asked last.
    pub(crate) fn take_ghost_hits(&mut self) -> [u32; 2] {
        std::mem::take(&mut self.ghost_hits)
    }

    /// The evicted entries that it remembers.
    pub(crate) fn ghosts(&self) -> Option<&Ghost> {
        self.ghosts.as_ref()
    }

    /// Entries the CMT holds at most, and how many of them protected, if its capacity were this.
    pub(crate) fn set_cmt_capacity<S: Sink>(&mut self, cx: &mut Context<'_, S>, entries: u32) {
        let DftlConfig {
            cmt_policy,
            cmt_protected,
            ..
        } = self.config;
        let fallen = self.cmt.set_capacity(cmt_policy, entries, cmt_protected);
        let (entries, protected) = (self.cmt.capacity(), self.cmt.protected_capacity());
        cx.emit(|| Event::CmtResized { entries, protected });
        for entry in fallen {
            cx.emit(|| Event::CmtPlaced {
                lpn: entry.lpn,
                ppn: entry.ppn,
                dirty: entry.dirty,
                segment: Segment::Probationary,
            });
        }
    }

    /// Evicts what the CMT has become too small for. As blocks may be needed for it, there is cleaning between.
    pub(crate) fn shrink_cmt<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        while self.cmt.is_too_small() {
            self.clean_if_due(cx)?;
            self.evict(cx)?;
        }
        Ok(())
    }

    /// The largest mapping group with a page that is `wanted`; `None` while an entry is clean, so that none of them has to leave, or if
    /// entries are not grouped.
    pub(crate) fn largest_group(&self, wanted: impl Fn(u32) -> bool) -> Option<MappingGroup> {
        let groups = self.cmt.groups()?;
        if groups.oldest_clean().is_some() {
            return None;
        }
        let mut largest_first = groups.iter();
        let (tpn, entries) = largest_first.find(|&(tpn, _)| wanted(tpn))?;
        Some(MappingGroup { tpn, entries })
    }
}
