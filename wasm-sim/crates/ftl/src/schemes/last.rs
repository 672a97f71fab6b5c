//! LAST, locality-aware sector translation (SPEC 4; slides "LAST"; Lee et al. 2008).
//!
//! Idea: as in FAST, log blocks are shared, but by kind of write. Several sequential log blocks, so that streams which
//! interleave do not break one another; random ones in a hot and a cold partition, so that what is soon rewritten lies
//! together: a hot block then loses all its pages (a dead block), and costs one erase.
//!
//! A write of offset o of LBN b (the data block is allocated by b's first write):
//! 1. if the data block's page o is free and the order allows, program it in place;
//! 2. else the locality detector: in a request of at least `seq_threshold` bytes the page is sequential, if b has a
//!    sequential log block whose next offset is o: append to that; or if b has none and o = 0: take a new one; if all m are
//!    in use, first merge the one written least recently, as FAST merges SW ([`Merge::of_own_log`]);
//! 3. else it is random: hot if its LPN is one of the k written most recently, else cold. Append to the open block of that
//!    partition; if that is full take a new one; if all R = M - m are in use, first reclaim one;
//! 4. the LPN is now the one written last, whatever became of it.
//!
//! Which one is reclaimed, among closed (that is, full) random log blocks:
//! * a dead block of the hot partition, the oldest: it is erased;
//! * else of the cold partition the one with the fewest LBNs having valid pages in it, tie: the oldest. These are merged, as
//!   FAST does under `skip_stale`; a sequential log block of theirs is erased and released too;
//! * else, if the cold partition has none, the same of the hot one.

use std::collections::VecDeque;

use nand::{Chip, Columns, Lbn, Lpn, NONE, Pbn, Ppn, visit_field};

use crate::parts::{
    BlockPool, HybridMap, Merge, Recency, live_logical_blocks, no_gaps, sequence_of, wrong_log,
};
use crate::{
    Candidate, Context, Decision, Event, Ftl, Halt, HostPage, InitialError, InitialTables,
    LastConfig, Locality, MergeReason, RandomWhy, ReclaimRule, Role, Sink, Tables,
};

/// How many candidates an event shows.
const SHOWN: usize = 16;
const HOT: usize = 0;
const COLD: usize = 1;
const ROLE: [Role; 2] = [Role::HotLog, Role::ColdLog];

/// LAST's tables.
#[derive(Clone, Debug)]
pub struct Last {
    config: LastConfig,
    /// Data blocks, and pages in log blocks.
    map: HybridMap,
    /// Sequential log blocks, least recently written first; at most m.
    streams: Vec<u32>,
    /// The LBN that each of them belongs to.
    stream_lbn: Vec<u32>,
    /// Random log blocks of the hot and of the cold partition, oldest first; R at most in both together. The last of each is
    /// its open block until it is full.
    partitions: [VecDeque<u32>; 2],
    /// The k LPNs written most recently.
    recency: Recency,
    /// Per block of the device, while it is a closed log block: what was counted in it last.
    counted: Vec<Counted>,
}

/// How many logical blocks had valid pages in a closed log block, when that was counted last. Its pages only become fewer: as
/// long as the number of valid pages is the same, so are they, and this.
#[derive(Clone, Copy, Debug)]
struct Counted {
    /// Valid pages at that time; [`NONE`] if it was never counted.
    valid: u32,
    logical_blocks: u32,
}

/// Step 2: where a page goes.
enum Way {
    /// To the sequential log block at this place of [`Last::streams`].
    Next(usize),
    /// To a new sequential log block.
    Begin,
    /// To a random log block.
    Random(RandomWhy),
}

impl Last {
    /// Tables for an empty chip.
    #[inline]
    pub fn new(config: LastConfig, chip: &Chip, logical_pages: u32) -> Self {
        let never = Counted {
            valid: NONE,
            logical_blocks: 0,
        };
        Self {
            config,
            map: HybridMap::new(chip.geometry(), logical_pages),
            streams: Vec::new(),
            stream_lbn: Vec::new(),
            partitions: [VecDeque::new(), VecDeque::new()],
            recency: Recency::new(config.k, logical_pages),
            counted: vec![never; chip.geometry().blocks as usize],
        }
    }

    /// Tables for a chip that holds pages. A block that `log` does not name is a data block; no page was written recently.
    #[inline]
    pub(crate) fn resume(
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
                Some(self.resume_stream(chip, pbn, lbn)?)
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
        map.adopt(chip, pool, tables, |Pbn(b)| {
            streams.contains(&b) || hot.contains(&b) || cold.contains(&b)
        })
    }

    #[inline]
    fn resume_stream(
        &mut self,
        chip: &Chip,
        pbn: Pbn,
        lbn: Option<Lbn>,
    ) -> Result<Lbn, InitialError> {
        let most = self.config.seq_log_blocks;
        if self.streams.len() as u32 == most {
            return wrong_log(format!(
                "more than {most} sequential log blocks, but seq_log_blocks is {most}"
            ));
        }
        let lbn = sequence_of(chip, pbn, lbn, "sequential")?;
        if self.stream_lbn.contains(&lbn.0) {
            return wrong_log(format!("LBN {lbn} has two sequential log blocks"));
        }
        self.streams.push(pbn.0);
        self.stream_lbn.push(lbn.0);
        Ok(lbn)
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
        let most = self.config.random_log_blocks();
        if self.random_logs() == most {
            return wrong_log(format!(
                "more than {most} random log blocks, but log_blocks is {} and seq_log_blocks {}",
                self.config.log_blocks, self.config.seq_log_blocks
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
        self.streams.contains(&block) || self.is_random_log(block)
    }

    fn is_random_log(&self, block: u32) -> bool {
        self.partitions.iter().any(|p| p.contains(&block))
    }

    /// Random log blocks in use.
    fn random_logs(&self) -> u32 {
        self.partitions.iter().map(|p| p.len() as u32).sum()
    }

    /// Step 2: the locality detector.
    fn way<S: Sink>(&self, cx: &Context<'_, S>, page: HostPage) -> Way {
        let g = cx.chip().geometry();
        if bytes(cx, page) < u64::from(self.config.seq_threshold) {
            return Way::Random(RandomWhy::Small);
        }
        let (lbn, offset) = (g.logical_block_of(page.lpn), g.logical_offset_of(page.lpn));
        let Some(at) = self.stream_lbn.iter().position(|&l| l == lbn.0) else {
            return if offset == 0 {
                Way::Begin
            } else {
                Way::Random(RandomWhy::NoStream)
            };
        };
        let next = cx.chip().next_offset(Pbn(self.streams[at]));
        if next == offset {
            Way::Next(at)
        } else {
            let log = Pbn(self.streams[at]);
            Way::Random(RandomWhy::OutOfOrder { log, next })
        }
    }

    /// Says what the locality detector found.
    fn tell<S: Sink>(&self, cx: &mut Context<'_, S>, page: HostPage, way: &Way) {
        let bytes = bytes(cx, page);
        cx.emit(|| Event::LocalityJudged {
            lpn: page.lpn,
            bytes: bytes.min(u64::from(u32::MAX)) as u32,
            threshold: self.config.seq_threshold,
            locality: match *way {
                Way::Next(at) => Locality::Continues {
                    log: Pbn(self.streams[at]),
                },
                Way::Begin => Locality::Begins,
                Way::Random(why) => Locality::Random {
                    why,
                    place: self.recency.place(page.lpn),
                    k: self.config.k,
                },
            },
        });
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
            Way::Next(at) => Ok(Pbn(self.streams[at])),
            Way::Begin => self.begin_stream(cx, page.lpn),
            Way::Random(_) => {
                let hot = self.recency.contains(page.lpn);
                self.random_with_room(cx, if hot { HOT } else { COLD })
            }
        }
    }

    /// Step 2: a free block for a stream of the page's logical block.
    fn begin_stream<S: Sink>(&mut self, cx: &mut Context<'_, S>, lpn: Lpn) -> Result<Pbn, Halt> {
        let lbn = cx.chip().geometry().logical_block_of(lpn);
        if self.streams.len() as u32 == self.config.seq_log_blocks {
            let streams = &self.streams;
            let chosen = cx.decide(Decision::LogBlock, streams[0], |_, b| streams.contains(&b))?;
            let at = streams.iter().position(|&b| b == chosen);
            let at = at.expect("chosen among them");
            let owner = Lbn(self.stream_lbn[at]);
            let merge =
                Merge::of_own_log(cx, owner, Pbn(chosen), MergeReason::NoFreeSequentialLog)?;
            self.map.merge(cx, merge)?;
            self.streams.remove(at);
            self.stream_lbn.remove(at);
        }
        let log = cx.take_block(Role::SequentialLog, Some(lbn))?;
        self.streams.push(log.0);
        self.stream_lbn.push(lbn.0);
        Ok(log)
    }

    /// A page was appended to a log block: if to a sequential one, that is now the one written last.
    fn touch_stream<S: Sink>(&mut self, cx: &mut Context<'_, S>, log: Pbn) {
        if let Some(at) = self.streams.iter().position(|&b| b == log.0) {
            self.streams[at..].rotate_left(1);
            self.stream_lbn[at..].rotate_left(1);
            cx.emit(|| Event::LogTouched { pbn: log });
        }
    }

    /// Step 3: the open block of a partition.
    fn random_with_room<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        partition: usize,
    ) -> Result<Pbn, Halt> {
        if let Some(&newest) = self.partitions[partition].back()
            && !is_full(cx.chip(), newest)
        {
            return Ok(Pbn(newest));
        }
        if self.random_logs() == self.config.random_log_blocks() {
            self.reclaim(cx)?;
        }
        let open = cx.take_block(ROLE[partition], None)?;
        self.counted[open.index()].valid = NONE;
        self.partitions[partition].push_back(open.0);
        Ok(open)
    }

    /// Gives back a random log block.
    fn reclaim<S: Sink>(&mut self, cx: &mut Context<'_, S>) -> Result<(), Halt> {
        let (rule, own) = self.victim(cx.chip());
        let chosen = cx.decide(Decision::LogBlock, own, |chip, b| {
            self.is_random_log(b) && is_full(chip, b)
        })?;
        let victim = Pbn(chosen);
        if S::ON {
            let (candidates, choices) = self.candidates(cx.chip(), rule, victim);
            cx.emit(|| Event::LogBlockChosen {
                pbn: victim,
                rule: if chosen == own {
                    rule
                } else {
                    ReclaimRule::Chosen
                },
                candidates,
                choices,
            });
        }
        cx.counters.dead_blocks += u64::from(cx.chip().valid_pages(victim) == 0);
        let Self {
            map,
            streams,
            stream_lbn,
            ..
        } = self;
        map.reclaim(cx, victim, true, &mut |lbn| {
            let at = stream_lbn.iter().position(|&l| l == lbn.0)?;
            stream_lbn.remove(at);
            Some(Pbn(streams.remove(at)))
        })?;
        for partition in &mut self.partitions {
            partition.retain(|&b| b != chosen);
        }
        Ok(())
    }

    /// Which block to reclaim, and by which rule.
    fn victim(&mut self, chip: &Chip) -> (ReclaimRule, u32) {
        let dead = |&b: &u32| chip.valid_pages(Pbn(b)) == 0 && is_full(chip, b);
        if let Some(&oldest) = self.partitions[HOT].iter().find(|b| dead(b)) {
            return (ReclaimRule::Dead, oldest);
        }
        self.fewest_logical_blocks(chip, COLD)
            .map(|b| (ReclaimRule::Cold, b))
            .or_else(|| Some((ReclaimRule::Hot, self.fewest_logical_blocks(chip, HOT)?)))
            .expect("of three blocks at most one is open when another is needed")
    }

    /// The closed block of a partition with the fewest LBNs having valid pages in it, tie: the oldest.
    fn fewest_logical_blocks(&mut self, chip: &Chip, partition: usize) -> Option<u32> {
        let mut fewest: Option<(u32, u32)> = None;
        for &block in &self.partitions[partition] {
            let valid = chip.valid_pages(Pbn(block));
            let counted = &mut self.counted[block as usize];
            // Each page gone since then has taken one LBN along at most.
            let least = counted.logical_blocks.saturating_sub(counted.valid - valid);
            if !is_full(chip, block) || fewest.is_some_and(|(fewest, _)| least >= fewest) {
                continue;
            }
            if counted.valid != valid {
                *counted = Counted {
                    valid,
                    logical_blocks: live_logical_blocks(chip, Pbn(block)).len() as u32,
                };
            }
            if fewest.is_none_or(|(fewest, _)| counted.logical_blocks < fewest) {
                fewest = Some((counted.logical_blocks, block));
            }
        }
        fewest.map(|(_, block)| block)
    }

    /// The closed blocks that a rule chooses among, best first, the victim always among them, with the LBNs having valid pages
    /// in each as the score; and how many there are.
    fn candidates(&self, chip: &Chip, rule: ReclaimRule, victim: Pbn) -> (Vec<Candidate>, u32) {
        let partition = usize::from(rule == ReclaimRule::Cold);
        let mut found: Vec<Candidate> = Vec::new();
        for &block in self.partitions[partition]
            .iter()
            .filter(|&&b| is_full(chip, b))
        {
            let logical_blocks = live_logical_blocks(chip, Pbn(block)).len() as u32;
            // Sorted as it comes: the oldest first among equals.
            let score = f64::from(logical_blocks);
            let place = found.iter().take_while(|c| c.score <= score).count();
            let valid = chip.valid_pages(Pbn(block));
            found.insert(
                place,
                Candidate {
                    id: block,
                    valid,
                    score,
                },
            );
        }
        let choices = found.len() as u32;
        let shown = |(i, c): (usize, Candidate)| (i < SHOWN || c.id == victim.0).then_some(c);
        (
            found.into_iter().enumerate().filter_map(shown).collect(),
            choices,
        )
    }
}

/// Bytes of the request that a page is part of.
fn bytes<S: Sink>(cx: &Context<'_, S>, page: HostPage) -> u64 {
    u64::from(page.pages) * u64::from(cx.chip().geometry().page_bytes)
}

fn is_full(chip: &Chip, block: u32) -> bool {
    chip.next_offset(Pbn(block)) == chip.geometry().pages_per_block
}

impl Ftl for Last {
    fn read<S: Sink>(
        &mut self,
        cx: &mut Context<'_, S>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        self.map.read(cx, page)
    }

    fn write<S: Sink>(&mut self, cx: &mut Context<'_, S>, page: HostPage) -> Result<(), Halt> {
        if !self.map.write_in_place(cx, page)? {
            let log = self.log_with_room(cx, page)?;
            self.map.append(cx, log, page)?;
            self.touch_stream(cx, log);
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
        let streams = self.streams.iter().zip(&self.stream_lbn);
        let streams = streams.map(|(&pbn, &lbn)| (Pbn(pbn), Some(Lbn(lbn))));
        let random = self
            .partitions
            .iter()
            .flatten()
            .map(|&pbn| (Pbn(pbn), None));
        Tables {
            page_map: Some(self.map.log_map()),
            block_map: Some(self.map.block_map()),
            log_blocks: Some(streams.chain(random).collect()),
            log_capacity: self.config.log_blocks,
            recency: Some(self.recency.pages().collect()),
            recency_capacity: self.recency.capacity(),
            ..Tables::default()
        }
    }

    fn columns(&mut self, visit: &mut dyn Columns) {
        self.map.columns(visit);
        visit.words(&mut self.streams);
        visit.words(&mut self.stream_lbn);
        for partition in &mut self.partitions {
            let mut blocks = Vec::from(std::mem::take(partition));
            visit.words(&mut blocks);
            *partition = blocks.into();
        }
        self.recency.columns(visit);
        visit_field(&mut self.counted, |c| &mut c.valid, visit);
        visit_field(&mut self.counted, |c| &mut c.logical_blocks, visit);
    }
}
