//! Steps 4 to 7: a superblock cleans itself, or is compacted for the sake of another.

use nand::{Chip, Lpn, Pbn, Ppn};

use super::{COPIES, QUEUE, Superblock};
use crate::{
    Candidate, Cause, Context, Decision, Event, Halt, MergeKind, Role, Sink, SuperblockEvent,
};

/// Most candidates that an event tells.
const SHOWN: usize = 16;

impl Superblock {
    /// Step 4: some superblock gives its update blocks back.
    pub(super) fn compact<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        wanted_by: u32,
    ) -> Result<(), Halt> {
        let written = &self.written;
        let oldest = written
            .front(QUEUE)
            .expect("M is at least 1, so some superblock has an update block");
        let legal = |_: &Chip, s: u32| s < written.members() && written.list_of(s).is_some();
        let superblock = cx.decide(Decision::Superblock, oldest, legal)?;
        let until = self.options.blocks_per_superblock;
        if S::ON {
            let in_order = self.written.iter(QUEUE).zip(0..);
            let all: Vec<_> = in_order
                .map(|(id, place)| Candidate {
                    id,
                    valid: self
                        .blocks
                        .iter(id)
                        .map(|b| cx.flash.chip.valid_pages(Pbn(b)))
                        .sum(),
                    score: f64::from(place),
                })
                .collect();
            cx.emit(|| SuperblockEvent::CompactionBegin {
                superblock,
                blocks: self.held[superblock as usize],
                until,
                update_blocks: self.updates,
                wanted_by,
                choices: all.len() as u32,
                candidates: told(all, superblock),
            });
        }
        let (mut victims, mut copied) = (0, 0);
        while self.held[superblock as usize] > until {
            copied += self.clean(cx, superblock, until, true)?;
            victims += 1;
        }
        cx.flash.counters.merged(MergeKind::Full, 1);
        cx.emit(|| SuperblockEvent::CompactionEnd {
            superblock,
            victims,
            copied,
        });
        Ok(())
    }

    /// Steps 5 to 7. Returns how many pages were copied. `until` is only told.
    pub(super) fn clean<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        superblock: u32,
        until: u32,
        compaction: bool,
    ) -> Result<u32, Halt> {
        let excepted = self.with_room(&cx.flash.chip, superblock, COPIES);
        let victim = self.pick(cx, superblock, excepted, until, compaction)?;
        let copied = cx.flash.chip.valid_pages(victim);
        let mut left = copied;
        while left > 0 {
            let into = match self.with_room(&cx.flash.chip, superblock, COPIES) {
                Some(open) => open,
                None => self.take(cx, superblock, COPIES)?,
            };
            let next = cx.flash.chip.next_offset(into);
            let room = cx.flash.chip.geometry().pages_per_block - next;
            // With events on, the map follows each single copy.
            let n = if S::ON { 1 } else { left.min(room) };
            self.copy(cx, victim, n, cx.flash.chip.geometry().page_at(into, next))?;
            left -= n;
        }
        self.give_back(cx, superblock, victim)?;
        if !compaction {
            cx.flash.counters.inner_cleaned(copied);
        }
        cx.emit(|| SuperblockEvent::InnerCleaningEnd {
            superblock,
            pbn: victim,
            copied,
            blocks: self.held[superblock as usize],
            compaction,
        });
        Ok(copied)
    }

    /// Step 5.
    fn pick<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        superblock: u32,
        excepted: Option<Pbn>,
        until: u32,
        compaction: bool,
    ) -> Result<Pbn, Halt> {
        let blocks = &self.blocks;
        let eligible = |b: &u32| Some(Pbn(*b)) != excepted;
        let stands = || blocks.iter(superblock).filter(eligible);
        // Of equal ones the first.
        let own = stands()
            .min_by_key(|&b| cx.flash.chip.valid_pages(Pbn(b)))
            .expect("a superblock that cleans has another block than its copy block");
        let victim = cx.decide(Decision::Victim, own, |chip, b| {
            let pages = chip.geometry().pages_per_block;
            stands().any(|s| s == b && chip.valid_pages(Pbn(b)) < pages)
        })?;
        if S::ON {
            let mut all: Vec<_> = stands()
                .map(|id| {
                    let valid = cx.flash.chip.valid_pages(Pbn(id));
                    let score = f64::from(valid);
                    Candidate { id, valid, score }
                })
                .collect();
            // By insertion, which keeps those that are equal in order: a sort of this type would be code for one use.
            for i in 1..all.len() {
                let place = all[..i].partition_point(|c| c.valid <= all[i].valid);
                all[place..=i].rotate_right(1);
            }
            let valid = cx.flash.chip.valid_pages(Pbn(victim));
            cx.emit(|| SuperblockEvent::InnerCleaningBegin {
                superblock,
                pbn: Pbn(victim),
                valid,
                blocks: self.held[superblock as usize],
                until,
                compaction,
                excepted,
                choices: all.len() as u32,
                candidates: told(all, victim),
            });
        }
        Ok(Pbn(victim))
    }

    /// Step 6: copies the first `n` valid pages of a victim to consecutive places; the map follows.
    fn copy<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        victim: Pbn,
        n: u32,
        to: Ppn,
    ) -> Result<(), Halt> {
        let map = &mut self.map[..];
        cx.copy_run(victim, n, to, Cause::Merge, |lpn, ppn| {
            map[lpn as usize] = ppn.0;
        })?;
        if S::ON {
            let lpn = Lpn(cx.flash.chip.oob(to).expect("just copied").logical);
            cx.emit(|| Event::MapSet { lpn, ppn: Some(to) });
        }
        Ok(())
    }

    /// Step 7. The former first update block now is one of the S.
    fn give_back<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        superblock: u32,
        victim: Pbn,
    ) -> Result<(), Halt> {
        self.close(cx, superblock, victim);
        let was_data = cx.flash.pool.role(victim) == Role::Data;
        cx.erase(victim, Cause::Merge)?;
        self.blocks.remove(victim.0);
        let held = &mut self.held[superblock as usize];
        *held -= 1;
        if *held < self.options.blocks_per_superblock {
            return Ok(());
        }
        self.updates -= 1;
        if *held == self.options.blocks_per_superblock {
            self.written.remove(superblock);
        }
        if was_data {
            let update = |&b: &u32| cx.flash.pool.role(Pbn(b)) == Role::Update;
            let first = self
                .blocks
                .iter(superblock)
                .find(update)
                .expect("as many blocks as before are beyond the S, and one more than now");
            cx.set_role(Pbn(first), Role::Data, Some(self.owner(superblock)));
        }
        Ok(())
    }
}

/// The first candidates, the chosen one always among them.
fn told(mut all: Vec<Candidate>, chosen: u32) -> Vec<Candidate> {
    let place = all.iter().position(|c| c.id == chosen);
    if let Some(place) = place.filter(|&place| place >= SHOWN) {
        all.swap(SHOWN - 1, place);
    }
    all.truncate(SHOWN);
    all
}
