//! The one road to flash. A scheme holds tables; everything it does to pages goes through [`Context`],
//! which does the work, counts it and emits its event, so that no data can move unseen.
//!
//! Long because it is the only one: what may touch chip, pool and counters together stands in this file alone.

use nand::{Chip, Lbn, Lpn, Oob, PageKind, Pbn, Ppn};

use crate::parts::BlockPool;
use crate::rng::Rng;
use crate::{AnyFtl, Cause, Counters, Decision, Event, HostOp, Role};

/// Where events go. A type parameter, so that the bulk path has no trace of events when they are off.
pub trait Sink {
    /// Whether events are wanted at all.
    const ON: bool;

    /// Takes an event.
    fn emit(&mut self, event: Event);

    /// [`AnyFtl::access`] for this sink: a method, so that each sink says which crate compiles the schemes for it. This
    /// crate is optimised for speed everywhere, also where the crates that use it are optimised for size.
    fn access(
        ftl: &mut AnyFtl,
        cx: &mut Context<'_, Self>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt>
    where
        Self: Sized;
}

/// Takes no events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    const ON: bool = false;

    #[inline]
    fn emit(&mut self, _: Event) {}

    fn access(
        ftl: &mut AnyFtl,
        cx: &mut Context<'_, Self>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        ftl.access(cx, page)
    }
}

impl Sink for Vec<Event> {
    const ON: bool = true;

    fn emit(&mut self, event: Event) {
        self.push(event);
    }

    // Inline: compiled by the crate that records, for size if it is. One request at a time is recorded.
    #[inline]
    fn access(
        ftl: &mut AnyFtl,
        cx: &mut Context<'_, Self>,
        page: HostPage,
    ) -> Result<Option<u32>, Halt> {
        ftl.access(cx, page)
    }
}

/// Why a scheme could not complete a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Power was lost at this operation (nothing of it happened).
    PowerLost,
    /// The free pool is empty. Legal devices never see this (SPEC 10, law 3); an explicit initial state may.
    NoFreeBlock,
    /// An intervention chose what cannot be chosen.
    IllegalChoice {
        /// Which decision of the request, from 0.
        decision: u32,
        /// What was chosen.
        choose: u32,
    },
    /// Someone is asked what to choose: see [`Ask`].
    #[cfg(feature = "round")]
    Asked,
}

/// Total flash operations so far, whatever their cause: what service time is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Page reads.
    pub reads: u64,
    /// Page programs.
    pub programs: u64,
    /// Block erases.
    pub erases: u64,
    /// Reads of OOB areas alone, to find a page: each takes the time of a page read, and is none of `reads`.
    pub oob_reads: u64,
}

/// Choices that replace the scheme's own, for the request under way.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// Overrides of this request: (decision, choose).
    pub overrides: Vec<(u32, u32)>,
    /// Decision points met so far in this request.
    pub met: u32,
    /// Whether a person, or a search, is to be asked instead of the scheme.
    #[cfg(feature = "round")]
    pub ask: Option<Ask>,
}

impl Choices {
    /// Whether the scheme makes all choices.
    pub fn is_empty(&self) -> bool {
        #[cfg(feature = "round")]
        if self.ask.is_some() {
            return false;
        }
        self.overrides.is_empty()
    }
}

/// Someone is asked at the next decision point that leaves a choice and is not overridden: the request halts there
/// ([`Halt::Asked`]).
#[cfg(feature = "round")]
#[derive(Clone, Debug)]
pub struct Ask {
    /// The kinds that are asked.
    pub kinds: Vec<Decision>,
    /// What is to be decided, once it was met.
    pub met: Option<Asked>,
}

/// A decision point with more than one legal choice.
#[cfg(feature = "round")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which decision of the request, from 0.
    pub decision: u32,
    /// What is decided.
    pub kind: Decision,
    /// What the scheme would choose.
    pub own: u32,
    /// All that may be chosen, ascending; `own` among them.
    pub legal: Vec<u32>,
}

/// One host page access, with the request it is part of (LAST needs its size).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPage {
    /// What the host asks for.
    pub op: HostOp,
    /// The page.
    pub lpn: Lpn,
    /// For a write, the version it makes: the number of the host page write, from 1; else 0.
    pub version: u32,
    /// Which page of the request, from 0.
    pub index: u32,
    /// Pages of the whole request.
    pub pages: u32,
    /// Whether the workload calls the page hot; `false` where it does not know.
    pub hot: bool,
}

impl HostPage {
    /// A place for one.
    pub const NONE: Self = Self {
        op: HostOp::Read,
        lpn: Lpn(0),
        version: 0,
        index: 0,
        pages: 0,
        hot: false,
    };
}

/// The flash a scheme works on, and who is told about it.
pub struct Context<'a, S> {
    pub(crate) chip: &'a mut Chip,
    pub(crate) pool: &'a mut BlockPool,
    pub(crate) counters: &'a mut Counters,
    work: &'a mut Work,
    choices: &'a mut Choices,
    /// Where schemes draw from, if they draw.
    #[cfg_attr(not(feature = "page"), allow(dead_code))]
    pub(crate) rng: &'a mut Rng,
    /// Flash operations until power is lost; `u64::MAX` for never.
    fuse: &'a mut u64,
    sink: &'a mut S,
    /// Whether the access under way is of a filler, see [`Self::fill`].
    #[cfg(feature = "buffer")]
    filler: bool,
}

impl<'a, S: Sink> Context<'a, S> {
    /// A context over a device's parts.
    #[allow(
        clippy::too_many_arguments,
        reason = "one a part, each of another type"
    )]
    pub fn new(
        chip: &'a mut Chip,
        pool: &'a mut BlockPool,
        counters: &'a mut Counters,
        work: &'a mut Work,
        choices: &'a mut Choices,
        rng: &'a mut Rng,
        fuse: &'a mut u64,
        sink: &'a mut S,
    ) -> Self {
        Self {
            chip,
            pool,
            counters,
            work,
            choices,
            rng,
            fuse,
            sink,
            #[cfg(feature = "buffer")]
            filler: false,
        }
    }

    /// The accesses that follow are, or are no more, of pages that a write buffer reads and writes to complete a block: what
    /// they do as the host's is of the cause [`Cause::Pad`].
    #[cfg(feature = "buffer")]
    pub fn fill(&mut self, filler: bool) {
        self.filler = filler;
    }

    /// Pages copied to clean and to merge, and blocks erased, since counting started.
    #[cfg(feature = "buffer")]
    pub fn reclaimed(&self) -> [u64; 2] {
        let of = |cause| Counters::of(&self.counters.programs, cause);
        [of(Cause::Gc) + of(Cause::Merge), self.work.erases]
    }

    /// The cause that an operation is counted under.
    #[inline]
    #[allow(clippy::unused_self, reason = "where no buffer is compiled in")]
    fn counted(&self, cause: Cause) -> Cause {
        #[cfg(feature = "buffer")]
        if self.filler && cause == Cause::Host {
            return Cause::Pad;
        }
        cause
    }

    /// The chip, to look at.
    #[inline]
    pub fn chip(&self) -> &Chip {
        self.chip
    }

    /// How many blocks are free.
    #[inline]
    pub fn free_blocks(&self) -> u32 {
        self.pool.len()
    }

    /// Emits an event, which is made only if someone listens.
    #[inline]
    pub fn emit(&mut self, event: impl FnOnce() -> Event) {
        if S::ON {
            self.sink.emit(event());
        }
    }

    #[inline]
    fn burn(&mut self) -> Result<(), Halt> {
        *self.fuse = self.fuse.checked_sub(1).ok_or(Halt::PowerLost)?;
        Ok(())
    }

    /// Flash operation: reads a page and its OOB area.
    ///
    /// # Panics
    /// If the page is free: there is nothing to read.
    #[inline]
    pub fn read(&mut self, ppn: Ppn, cause: Cause) -> Result<Oob, Halt> {
        self.burn()?;
        let cause = self.counted(cause);
        let oob = self
            .chip
            .oob(ppn)
            .expect("a page that is read holds something");
        self.counters.reads[cause as usize] += 1;
        self.work.reads += 1;
        self.emit(|| Event::Read {
            ppn,
            logical: oob.logical,
            kind: oob.kind,
            cause,
        });
        Ok(oob)
    }

    /// Flash operation: programs a page of host data or of the mapping.
    #[inline]
    pub fn program(
        &mut self,
        ppn: Ppn,
        logical: u32,
        kind: PageKind,
        version: u32,
        cause: Cause,
    ) -> Result<(), Halt> {
        self.burn()?;
        let cause = self.counted(cause);
        self.chip.program(ppn, logical, kind, version);
        self.counters.programs[cause as usize] += 1;
        self.work.programs += 1;
        self.emit(|| Event::Program {
            ppn,
            logical,
            kind,
            version,
            from: None,
            cause,
        });
        Ok(())
    }

    /// Two flash operations: reads a valid page and programs its content elsewhere; the source is
    /// invalid afterwards. Returns the logical number copied.
    #[inline]
    pub fn copy(&mut self, from: Ppn, to: Ppn, cause: Cause) -> Result<u32, Halt> {
        self.burn()?;
        self.counters.reads[cause as usize] += 1;
        self.work.reads += 1;
        if S::ON {
            let oob = self
                .chip
                .oob(from)
                .expect("a page that is copied holds something");
            self.sink.emit(Event::Read {
                ppn: from,
                logical: oob.logical,
                kind: oob.kind,
                cause,
            });
        }
        self.burn()?;
        let logical = self.chip.copy(from, to);
        self.counters.programs[cause as usize] += 1;
        self.work.programs += 1;
        if S::ON {
            let oob = self.chip.oob(to).expect("just programmed");
            let (kind, version) = (oob.kind, oob.version);
            self.sink.emit(Event::Program {
                ppn: to,
                logical,
                kind,
                version,
                from: Some(from),
                cause,
            });
            self.sink.emit(Event::Invalidate { ppn: from });
        }
        Ok(logical)
    }

    /// [`Self::copy`] of the first `n` valid pages of a block to consecutive places: the same operations and counts, one
    /// after another where someone listens or power may be lost, all at once otherwise. `moved` is told each logical number
    /// and where it is now.
    #[inline]
    pub fn copy_run(
        &mut self,
        block: Pbn,
        n: u32,
        to: Ppn,
        cause: Cause,
        mut moved: impl FnMut(u32, Ppn),
    ) -> Result<(), Halt> {
        let operations = 2 * u64::from(n);
        if S::ON || *self.fuse < operations {
            for to in (to.0..to.0 + n).map(Ppn) {
                let from = self.chip.valid_offsets(block).next();
                let from = from.expect("as many valid pages as are copied");
                let from = self.chip.geometry().page_at(block, from);
                moved(self.copy(from, to, cause)?, to);
            }
            return Ok(());
        }
        *self.fuse -= operations;
        self.chip.copy_run(block, n, to, moved);
        self.counters.reads[cause as usize] += u64::from(n);
        self.counters.programs[cause as usize] += u64::from(n);
        self.work.reads += u64::from(n);
        self.work.programs += u64::from(n);
        Ok(())
    }

    /// [`Self::program`] of consecutive pages with what the host writes, where nobody listens and power is not lost meanwhile.
    #[cfg(feature = "page")]
    #[inline]
    pub fn program_run(&mut self, to: Ppn, pages: &[HostPage]) -> Result<(), Halt> {
        let n = pages.len() as u64;
        *self.fuse = self.fuse.checked_sub(n).ok_or(Halt::PowerLost)?;
        let content = pages.iter().map(|page| (page.lpn.0, page.version));
        self.chip.program_run(to, content);
        self.counters.programs[Cause::Host as usize] += n;
        self.work.programs += n;
        Ok(())
    }

    /// Makes a page invalid. Not a flash operation.
    #[inline]
    pub fn invalidate(&mut self, ppn: Ppn) {
        self.chip.invalidate(ppn);
        self.emit(|| Event::Invalidate { ppn });
    }

    /// Flash operation: erases a block, which joins the tail of the free pool.
    #[inline]
    pub fn erase(&mut self, pbn: Pbn, cause: Cause) -> Result<(), Halt> {
        self.burn()?;
        self.chip.erase(pbn);
        self.pool.give(pbn);
        self.counters.erases[cause as usize] += 1;
        self.work.erases += 1;
        self.emit(|| Event::Erase { pbn, cause });
        Ok(())
    }

    /// Takes the block at the head of the free pool for a role.
    #[inline]
    pub fn take_block(&mut self, role: Role, lbn: Option<Lbn>) -> Result<Pbn, Halt> {
        let pbn = self.pool.take(role, lbn).ok_or(Halt::NoFreeBlock)?;
        self.emit(|| Event::BlockTaken { pbn, role, lbn });
        Ok(pbn)
    }

    /// Takes the first free block on a channel for a role, or, if there is none, the head of the free pool.
    #[cfg(feature = "parallel")]
    pub fn take_block_on(&mut self, channel: u32, channels: u32, role: Role) -> Result<Pbn, Halt> {
        let pbn = self.pool.take_on(channel, channels, role);
        let pbn = pbn.ok_or(Halt::NoFreeBlock)?;
        self.emit(|| Event::BlockTaken {
            pbn,
            role,
            lbn: None,
        });
        Ok(pbn)
    }

    /// Takes this free block for a role, wherever in the pool it stands.
    pub fn take_this_block(&mut self, pbn: Pbn, role: Role) {
        self.pool.take_block(pbn, role, None);
        self.emit(|| Event::BlockTaken {
            pbn,
            role,
            lbn: None,
        });
    }

    /// The free block that was erased most often; tie: next to be taken.
    pub fn most_worn_free_block(&self) -> Option<Pbn> {
        let mut most: Option<Pbn> = None;
        for pbn in self.pool.free() {
            let erases = |pbn| self.chip.erase_count(pbn);
            if most.is_none_or(|most| erases(most) < erases(pbn)) {
                most = Some(pbn);
            }
        }
        most
    }

    /// Gives a block in use another role.
    pub fn set_role(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) {
        self.pool.set_role(pbn, role, lbn);
        self.emit(|| Event::BlockRole { pbn, role, lbn });
    }

    /// Power is lost: `entries`, `dirty` and `gtd` say what of the scheme's tables (see [`Event::PowerLost`]). The free pool is
    /// found anew.
    pub fn lose_power(&mut self, entries: u32, dirty: u32, gtd: bool) {
        self.counters.power_cuts += 1;
        self.pool.find_free(self.chip);
        let free = self.pool.len();
        self.emit(|| Event::PowerLost {
            entries,
            dirty,
            gtd,
            free,
        });
    }

    /// A trim is undone: the page holds its latest copy again.
    pub fn revive(&mut self, lpn: Lpn, ppn: Ppn) {
        self.chip.revive(ppn);
        self.counters.trims_reappeared += 1;
        self.emit(|| Event::Reappeared { lpn, ppn });
    }

    /// Reads the OOB areas of so many blocks of a chain, to find a page.
    #[inline]
    pub fn inspect_chain(&mut self, blocks: u32) {
        self.counters.chain_reads += u64::from(blocks);
        self.work.oob_reads += u64::from(blocks);
    }

    /// Reads the OOB area of a page to find a mapping that SRAM does not hold (SPEC 4, superblock). The caller says what was
    /// found, in an event of its own.
    #[inline]
    pub fn read_map(&mut self) {
        self.counters.map_reads += 1;
        self.work.oob_reads += 1;
    }

    /// Counts a host read of a page that holds nothing.
    pub fn unmapped_read(&mut self, lpn: Lpn) {
        self.counters.unmapped_reads += 1;
        self.emit(|| Event::UnmappedRead { lpn });
    }

    /// A decision point: returns `own`, or what an intervention chose instead if that is `legal`.
    #[inline]
    pub fn decide(
        &mut self,
        kind: Decision,
        own: u32,
        legal: impl Fn(&Chip, u32) -> bool,
    ) -> Result<u32, Halt> {
        let decision = self.choices.met;
        self.choices.met += 1;
        #[cfg(feature = "round")]
        if self.choices.ask.is_some() {
            self.ask(decision, kind, own, &legal)?;
        }
        if self.choices.overrides.is_empty() {
            return Ok(own);
        }
        let Some(&(_, choose)) = self.choices.overrides.iter().find(|&&(d, _)| d == decision)
        else {
            return Ok(own);
        };
        if choose != own && !legal(self.chip, choose) {
            return Err(self.illegal(choose));
        }
        self.emit(|| Event::Intervened {
            decision,
            kind,
            instead_of: own,
            chosen: choose,
        });
        Ok(choose)
    }

    /// What was chosen at the decision met last cannot be done.
    #[cold]
    pub fn illegal(&self, choose: u32) -> Halt {
        Halt::IllegalChoice {
            decision: self.choices.met - 1,
            choose,
        }
    }

    /// Halts if this decision is asked and leaves a choice.
    #[cfg(feature = "round")]
    #[cold]
    fn ask(
        &mut self,
        decision: u32,
        kind: Decision,
        own: u32,
        legal: &dyn Fn(&Chip, u32) -> bool,
    ) -> Result<(), Halt> {
        let overridden = self.choices.overrides.iter().any(|&(d, _)| d == decision);
        let Some(ask) = &mut self.choices.ask else {
            return Ok(());
        };
        if overridden || !ask.kinds.contains(&kind) {
            return Ok(());
        }
        // What can be chosen is a block, a logical page or block, or fewer: none of these numbers is beyond the pages.
        let pages = self.chip.geometry().pages().max(4);
        let legal: Vec<u32> = (0..pages)
            .filter(|&id| id == own || legal(self.chip, id))
            .collect();
        if legal.len() < 2 {
            return Ok(());
        }
        ask.met = Some(Asked {
            decision,
            kind,
            own,
            legal,
        });
        Err(Halt::Asked)
    }
}
