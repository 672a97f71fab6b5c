//! The victims that an event shows to a person, and the choice a person may make of them.

use nand::{Chip, Pbn};

use super::ClosedBlocks;
use super::closed::FULL;
use super::indexed::Order;
use super::policies::{cat, cost_benefit};
use crate::{Candidate, Context, Decision, Event, Facts, GcPolicy, Halt, Role, Sink};

/// How many candidates an event shows.
const SHOWN: usize = 16;

impl ClosedBlocks {
    /// Takes a victim out: `own`, unless an intervention chooses another, which is none of `barred`. Emits the beginning of the GC.
    pub fn take<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        own: Pbn,
        now: u64,
        threshold: u32,
        barred: &[Pbn],
    ) -> Result<Pbn, Halt> {
        let g = cx.chip().geometry();
        // A block without an invalid page gives nothing back.
        let may = |chip: &Chip, b: u32| {
            b < g.blocks
                && self.contains(Pbn(b))
                && chip.valid_pages(Pbn(b)) < g.pages_per_block
                && !barred.contains(&Pbn(b))
        };
        cx.list_candidates(Decision::Victim, now, |chip| {
            self.facts(chip, |b| b == own.0 || may(chip, b))
        });
        let victim = Pbn(cx.decide(Decision::Victim, own.0, may)?);
        if S::ON {
            let pool = self.book.by_age.list_of(own.0).expect("a closed block");
            // A program that decides has its own list; the one here would take longer than all else.
            let candidates = if cx.flash.choices.asks.is_some() {
                Vec::new()
            } else {
                self.candidates(cx.chip(), pool, now, Some(victim))
            };
            let (valid, free, choices) = (
                cx.chip().valid_pages(victim),
                cx.free_blocks(),
                self.counts.iter().sum(),
            );
            let translation = cx.flash.pool.role(victim) == Role::Translation;
            cx.emit(|| Event::GcBegin {
                pbn: victim,
                valid,
                translation,
                free,
                threshold,
                candidates,
                choices,
            });
        }
        self.remove(cx.chip(), victim, now);
        Ok(victim)
    }

    /// The closed blocks that may be a victim, longest closed first.
    fn facts(&self, chip: &Chip, may: impl Fn(u32) -> bool) -> Vec<Facts> {
        let book = &self.book;
        let facts = |pbn: Pbn| Facts {
            id: pbn.0,
            valid: chip.valid_pages(pbn),
            erases: chip.erase_count(pbn),
            closed_at: book.closed_at[pbn.index()],
            dirty: false,
        };
        let all = self.all().into_iter().filter(|b| may(b.0));
        all.map(facts).collect()
    }

    /// The best candidates of a pool, best first; `victim`, if given, before all others. After a pick of `d_choices` they are the
    /// blocks that were drawn, under `windowed_greedy` those of the window.
    #[inline]
    pub fn candidates(
        &self,
        chip: &Chip,
        pool: u32,
        now: u64,
        victim: Option<Pbn>,
    ) -> Vec<Candidate> {
        let book = &self.book;
        let closed = book.closed(chip, pool, now);
        let order = &self.orders[pool as usize];
        let asked = |place: usize, block: u32| match (self.policy, order) {
            _ if victim.is_some_and(|v| v.0 == block) => true,
            (GcPolicy::WindowedGreedy { w }, _) => place < w as usize,
            (GcPolicy::DChoices { .. }, Order::Urn(urn)) => {
                victim.is_none() || urn.drawn().contains(&block)
            }
            _ => true,
        };
        // JSON has no infinity: where a score has no limit, the largest finite number means it.
        let score = |place: usize, block: u32| match self.policy {
            GcPolicy::Fifo | GcPolicy::FifoFull => place as f64,
            GcPolicy::CostBenefit => cost_benefit::shown(&closed.block(block)).min(f64::MAX),
            GcPolicy::Cat => cat::shown(&closed.block(block)).min(f64::MAX),
            GcPolicy::Random => 0.0,
            _ => f64::from(closed.valid(block)),
        };
        let own = book.by_age.iter(pool);
        // A person may have chosen one of the other pool.
        let other = victim.filter(|v| book.by_age.list_of(v.0) != Some(pool));
        let blocks = own.enumerate().chain(other.map(|v| (0, v.0)));
        let mut best: Vec<(u64, Candidate)> = Vec::with_capacity(SHOWN + 1);
        for (at, id) in blocks.filter(|&(place, block)| asked(place, block)) {
            let (valid, score) = (closed.valid(id), score(at, id));
            // Scores are not negative, so their bits ascend as they do; equal ones keep their order. A block with
            // nothing to gain comes last, but where it has its turn.
            let last = closed.gain(id) == FULL && self.policy != GcPolicy::FifoFull;
            let full = u64::from(last) << 63;
            let key = match self.policy {
                _ if victim.is_some_and(|v| id == v.0) => 0,
                GcPolicy::CostBenefit => full | (1 + (score.to_bits() ^ (u64::MAX >> 1))),
                _ => full | (1 + score.to_bits()),
            };
            let place = best.partition_point(|&(k, _)| k <= key);
            if place < SHOWN {
                best.insert(place, (key, Candidate { id, valid, score }));
                best.truncate(SHOWN);
            }
        }
        best.into_iter().map(|(_, c)| c).collect()
    }
}
