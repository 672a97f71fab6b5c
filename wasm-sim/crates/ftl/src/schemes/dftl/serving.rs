//! Looking a mapping up: hit, miss, eviction, prefetch (steps 1-4).

use nand::{Lpn, NONE, Ppn};

use super::Dftl;
use crate::parts::CmtEntry;
use crate::{Cause, Context, Decision, Event, Facts, Halt, Segment, Sink};

impl Dftl {
    /// The mapping of a page, brought into the CMT if it is not there (steps 1-3).
    pub(super) fn mapping_of<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        lpn: Lpn,
    ) -> Result<Option<Ppn>, Halt> {
        self.clean_if_due(cx)?;
        if let Some(entry) = self.cmt.get(lpn) {
            cx.flash.counters.cmt.hits += 1;
            cx.emit(|| Event::CmtHit { lpn });
            for (lpn, segment) in self.cmt.touch(lpn).into_iter().flatten() {
                if S::ON {
                    let CmtEntry { ppn, dirty, .. } = self.cmt.get(lpn).expect("just placed");
                    cx.emit(|| Event::CmtPlaced {
                        lpn,
                        ppn,
                        dirty,
                        segment,
                    });
                }
            }
            return Ok(entry.ppn);
        }
        let tpn = self.translation_page_of(lpn);
        let full = self.cmt.is_full();
        cx.flash.counters.cmt.misses += 1;
        cx.emit(|| Event::CmtMiss { lpn, tpn, full });
        self.lay(cx, lpn, true);
        if full {
            self.evict(cx)?;
        }
        if let Some(ppn) = Ppn::from_column(self.gtd[tpn as usize]) {
            cx.read(ppn, Cause::Translation)?;
        }
        let ppn = self.says_flash(lpn);
        self.cmt.insert(CmtEntry {
            lpn,
            ppn,
            dirty: false,
        });
        cx.emit(|| Event::CmtPlaced {
            lpn,
            ppn,
            dirty: false,
            segment: Segment::Probationary,
        });
        if self.options.prefetch > 0 && self.gtd[tpn as usize] != NONE {
            self.prefetch(cx, lpn)?;
        }
        Ok(ppn)
    }

    /// Before each access: while too few blocks are free, clean (steps 6-10).
    #[inline]
    pub(super) fn clean_if_due<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        self.reserve_blocks(cx)?;
        if cx.free_blocks() < self.options.gc_threshold {
            while cx.free_blocks() < self.options.gc_threshold {
                self.clean(cx)?;
            }
            self.level_wear(cx)?;
        }
        Ok(())
    }

    /// Step 4: the mappings after a missed page's come along with it. They take room that costs nothing: free entries, and
    /// those of clean ones that were there before.
    fn prefetch<S: Sink>(&mut self, cx: &mut Context<'_, S>, missed: Lpn) -> Result<(), Halt> {
        let next = missed.0 + 1;
        let end = self
            .end_of(self.translation_page_of(missed))
            .min(self.on_flash.len() as u32)
            .min(next.saturating_add(self.options.prefetch));
        for lpn in (next..end).map(Lpn) {
            if self.cmt.get(lpn).is_some() {
                continue;
            }
            if self.cmt.is_full() {
                let victim = self.leaving(cx)?;
                if victim.dirty || (missed.0..end).contains(&victim.lpn.0) {
                    return Ok(());
                }
                self.drop_entry(cx, victim.lpn, false);
            }
            let ppn = self.says_flash(lpn);
            self.lay(cx, lpn, false);
            self.cmt.insert(CmtEntry {
                lpn,
                ppn,
                dirty: false,
            });
            cx.flash.counters.cmt.prefetched += 1;
            cx.emit(|| Event::CmtPrefetched { lpn, ppn, missed });
        }
        Ok(())
    }

    /// The victim of a full CMT: by its policy, or by who decides in its place.
    fn leaving<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<CmtEntry, Halt> {
        let own = self.cmt.victim().expect("a full CMT has entries");
        let cmt = &self.cmt;
        let pages = self.on_flash.len() as u32;
        cx.list_candidates(Decision::Eviction, self.clock, |_| {
            let facts = |CmtEntry { lpn, dirty, .. }| Facts {
                id: lpn.0,
                dirty,
                ..Facts::default()
            };
            cmt.entries().map(|(entry, _)| facts(entry)).collect()
        });
        let lpn = Lpn(cx.decide(Decision::Eviction, own.0, |_, l| {
            l < pages && cmt.get(Lpn(l)).is_some()
        })?);
        Ok(self.cmt.get(lpn).expect("legal choices are cached"))
    }

    /// Step 2: one entry leaves the CMT.
    pub(super) fn evict<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let CmtEntry { lpn, ppn, dirty } = self.leaving(cx)?;
        let tpn = self.translation_page_of(lpn);
        if dirty {
            let mut changes = vec![(lpn, ppn)];
            let whole = self.cmt.groups().is_some();
            if self.options.batch_update || whole {
                self.add_dirty_mates(lpn, &mut changes);
            }
            if let Some(groups) = self.cmt.groups() {
                let (others, entries) = (groups.count() as u32, changes.len() as u32);
                cx.emit(|| Event::MappingGroupChosen {
                    tpn,
                    entries,
                    groups: others,
                });
            }
            let batched = changes.len() as u32 - 1;
            cx.emit(|| Event::CmtVictim {
                lpn,
                dirty,
                tpn,
                batched,
            });
            cx.flash.counters.cmt.batched += u64::from(batched);
            self.rewrite_translation_page(cx, tpn, &changes, Cause::Translation)?;
            if whole {
                // Dirty ones only, unless a person chose this one though another is clean.
                for &(lpn, _) in &changes {
                    self.drop_entry(cx, lpn, true);
                }
                return self.checkpoint_when_due(cx);
            }
            for &(lpn, ppn) in &changes[1..] {
                self.cmt.update(lpn, ppn, false);
                cx.emit(|| Event::CmtUpdated {
                    lpn,
                    ppn,
                    dirty: false,
                });
            }
        } else {
            cx.emit(|| Event::CmtVictim {
                lpn,
                dirty,
                tpn,
                batched: 0,
            });
        }
        self.drop_entry(cx, lpn, dirty);
        if dirty {
            self.checkpoint_when_due(cx)?;
        }
        Ok(())
    }

    fn drop_entry<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn, dirty: bool) {
        self.cmt.remove(lpn);
        self.haunt(lpn, dirty);
        cx.flash.counters.evicted(dirty);
        cx.emit(|| Event::CmtEvicted { lpn, dirty });
    }

    /// Adds the other dirty entries of a page's translation page, ascending.
    fn add_dirty_mates(&self, lpn: Lpn, changes: &mut Vec<(Lpn, Option<Ppn>)>) {
        let tpn = self.translation_page_of(lpn);
        let first = tpn * self.options.entries_per_translation_page;
        let last = self.end_of(tpn).min(self.on_flash.len() as u32);
        let dirty = self.cmt.dirty_between(Lpn(first), Lpn(last));
        let mates = dirty.filter(|mate| mate.lpn != lpn);
        changes.extend(mates.map(|mate| (mate.lpn, mate.ppn)));
    }
}
