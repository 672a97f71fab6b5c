//! LAST, locality-aware sector translation (SPEC 4; slides "LAST"; Lee et al. 2008).
//!
//! Idea: as in FAST, log blocks are shared, but by kind of write. Several sequential log blocks, so that streams which
//! interleave do not break one another; random ones in a hot and a cold partition, so that what is soon rewritten lies
//! together: a hot block then loses all its pages (a dead block), and costs one erase.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. otherwise the locality detector: in a request of at least `seq_threshold` bytes the page is sequential, if b has a
//!    sequential log block whose next offset is o: append to that; or if b has none and o = 0: take a new one; if all m are
//!    in use, first merge the one written least recently, as FAST merges SW ([`Merge::of_own_log`]);
//! 3. otherwise it is random: hot if its LPN is one of the k written most recently, otherwise cold. Append to the open block of that
//!    partition; if that is full take a new one; if all R = M - m are in use, first reclaim one;
//! 4. the LPN is now the one written last, whatever became of it.
//!
//! Which one is reclaimed, among closed (that is, full) random log blocks:
//! * a dead block of the hot partition, the oldest: it is erased;
//! * otherwise, of the cold partition, the one with the fewest LBNs having valid pages in it, tie: the oldest. These are
//!   merged, as FAST does under `skip_stale`; a sequential log block of theirs is erased and released too;
//! * if the cold partition has none, the same of the hot one.

mod options;
mod replacement;
mod streams;

use nand::{Chip, Columns, Lpn, Pbn, Ppn, visit_field};

use crate::parts::{
    HybridMap, Recency, SequentialLogs, adopt_log, too_many_random_logs, wrong_log,
};
use crate::{
    Context, Decision, Event, FilledChip, Ftl, Halt, HostPage, InitialError, Role, Sink, Tables,
};

use replacement::Counted;
use streams::Way;

pub use options::LastOptions;

const HOT: usize = 0;
const COLD: usize = 1;
const ROLE: [Role; 2] = [Role::HotLog, Role::ColdLog];

/// LAST's tables.
#[derive(Clone, Debug)]
pub struct Last {
    options: LastOptions,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// Sequential log blocks, at most m.
    streams: SequentialLogs,
    /// Random log blocks of the hot and of the cold partition, oldest first; R at most in both together. The last of each is
    /// its open block until it is full.
    partitions: [Vec<u32>; 2],
    /// The k LPNs written most recently.
    recency: Recency,
    /// Per block of the device, while it is a closed log block: what was counted in it last.
    counted: Vec<Counted>,
}

impl Last {
    fn is_random_log(&self, block: u32) -> bool {
        self.partitions.iter().any(|p| p.contains(&block))
    }

    /// Steps 2 and 3: a log block with room for the page.
    fn log_with_room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Pbn, Halt> {
        let way = self.way(cx, page);
        if S::ON {
            self.tell(cx, page, &way);
        }
        match way {
            Way::Next(log) => Ok(log),
            Way::Begin => {
                let lbn = cx.chip().geometry().logical_block_of(page.lpn);
                self.streams.begin(cx, &mut self.map, lbn)
            }
            Way::Random(_) => {
                let hot = u32::from(self.recency.contains(page.lpn));
                let hot = cx.decide(Decision::Placement, hot, |_, h| h <= 1)? == 1;
                self.random_with_room(cx, if hot { HOT } else { COLD })
            }
        }
    }

    /// Step 3: the open block of a partition.
    fn random_with_room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        partition: usize,
    ) -> Result<Pbn, Halt> {
        if let Some(&newest) = self.partitions[partition].last()
            && !is_full(cx.chip(), newest)
        {
            return Ok(Pbn(newest));
        }
        if random_logs(&self.partitions) == self.options.random_log_blocks() {
            self.reclaim(cx)?;
        }
        let open = cx.take_block(ROLE[partition], None)?;
        self.counted[open.index()] = Counted::NEVER;
        self.partitions[partition].push(open.0);
        Ok(open)
    }
}

/// Random log blocks in use.
fn random_logs(partitions: &[Vec<u32>; 2]) -> u32 {
    partitions.iter().map(|p| p.len() as u32).sum()
}

fn is_full(chip: &Chip, block: u32) -> bool {
    chip.next_offset(Pbn(block)) == chip.geometry().pages_per_block
}

impl Ftl for Last {
    type Options = LastOptions;

    fn new(options: LastOptions, chip: &Chip, logical_pages: u32) -> Self {
        Self {
            options,
            map: HybridMap::new(chip.geometry(), logical_pages),
            streams: SequentialLogs::new(options.seq_log_blocks),
            partitions: [Vec::new(), Vec::new()],
            recency: Recency::new(options.k, logical_pages),
            counted: vec![Counted::NEVER; chip.geometry().blocks as usize],
        }
    }

    /// A block that `log` does not name is a data block; no page was written recently.
    fn resume(&mut self, from: FilledChip<'_>) -> Result<(), InitialError> {
        let chip = from.chip;
        let Self {
            options,
            map,
            streams,
            partitions,
            ..
        } = self;
        adopt_log(map, from, |pbn, role, lbn| {
            if role == Role::SequentialLog {
                return streams.resume(chip, pbn, lbn, "sequential");
            }
            if let Some(lbn) = lbn {
                return wrong_log(format!(
                    "random log block {pbn} serves every LBN, not LBN {lbn} alone"
                ));
            }
            if random_logs(partitions) == options.random_log_blocks() {
                return too_many_random_logs(options.log_blocks, options.seq_log_blocks);
            }
            let partition = &mut partitions[usize::from(role == ROLE[COLD])];
            if let Some(&before) = partition.last()
                && !is_full(chip, before)
            {
                return wrong_log(format!(
                    "random log block {before} is not full, and {pbn} of the same partition comes after it"
                ));
            }
            partition.push(pbn.0);
            Ok(None)
        })
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if !self.map.write_in_place(cx, page)? {
            let log = self.log_with_room(cx, page)?;
            self.map.append(cx, log, page)?;
            self.streams.touch(cx, log);
        }
        if self.recency.written(page.lpn) {
            cx.emit(|| Event::RecencyMoved { lpn: page.lpn });
        }
        Ok(())
    }

    fn trim<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        self.map.trim(cx, page);
        Ok(())
    }

    #[inline]
    fn lookup(&self, chip: &Chip, lpn: Lpn) -> Option<Ppn> {
        self.map.lookup(chip, lpn)
    }

    #[inline]
    fn tables(&self) -> Tables {
        let random = self
            .partitions
            .iter()
            .flatten()
            .map(|&pbn| (Pbn(pbn), None));
        Tables {
            log_blocks: Some(self.streams.entries().chain(random).collect()),
            log_capacity: self.options.log_blocks,
            recency: Some(self.recency.pages().collect()),
            recency_capacity: self.recency.capacity(),
            ..self.map.tables()
        }
    }

    fn set_options(&mut self, options: &LastOptions, _: &Chip, _: &mut Vec<Event>) -> u32 {
        self.options = *options;
        0
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        self.streams.columns(visit);
        for partition in &mut self.partitions {
            visit.words(partition);
        }
        self.recency.columns(visit);
        visit_field(&mut self.counted, |c| &mut c.valid, visit);
        visit_field(&mut self.counted, |c| &mut c.logical_blocks, visit);
    }
}
