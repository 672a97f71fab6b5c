//! The one road to flash. A scheme holds tables; everything it does to pages goes through [`Context`],
//! which does the work, counts it and emits its event, so that no data can move unseen.

use nand::{Chip, Lbn, Lpn, Oob, PageKind, Pbn, Ppn};

use crate::{Cause, Counters, Event, Flash, HostOp, Note, RecoveryEvent, Role};

/// Where events go. A type parameter, so that the bulk path has no trace of events when they are off.
pub trait Sink {
    /// Whether events are wanted at all.
    const ON: bool;

    /// Takes an event.
    fn emit(&mut self, event: Event);

    /// The events it has taken, where it keeps them.
    #[inline]
    fn so_far(&self) -> &[Event] {
        &[]
    }
}

/// Takes no events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    const ON: bool = false;

    #[inline]
    fn emit(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    const ON: bool = true;

    fn emit(&mut self, event: Event) {
        self.push(event);
    }

    fn so_far(&self) -> &[Event] {
        self
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
        /// The choice.
        choose: u32,
    },
    /// Someone is asked what to choose: see [`Ask`](crate::Ask).
    Asked,
    /// The program that is asked could not answer.
    PolicyStopped,
}

/// One host page access, with the request it is part of (LAST needs its size).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPage {
    /// The host's operation.
    pub op: HostOp,
    /// The page.
    pub lpn: Lpn,
    /// For a write, the version it makes: the number of the host page write, from 1; otherwise 0.
    pub version: u32,
    /// Which page of the request, from 0.
    pub index: u32,
    /// Pages of the whole request.
    pub pages: u32,
    /// Whether the workload calls the page hot; `false` where it does not know.
    pub hot: bool,
    /// Whether a write brings a part of the page, so that a scheme that reads itself ([`crate::Ftl::reads_rest`]) reads the page first,
    /// if it holds something.
    pub partial: bool,
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
        partial: false,
    };
}

/// The flash a scheme works on, and the sink of its events.
pub struct Context<'a, S> {
    pub(crate) flash: &'a mut Flash,
    sink: &'a mut S,
    /// The cause of the host's operations in the access under way, if it is not the host, see [`Self::access_for`].
    instead: Option<Cause>,
}

impl<'a, S: Sink> Context<'a, S> {
    /// A context over a device's flash. Events go to `sink`.
    pub fn new(flash: &'a mut Flash, sink: &'a mut S) -> Self {
        Self {
            flash,
            sink,
            instead: None,
        }
    }

    /// The same with another sink.
    #[inline]
    pub(crate) fn with<'b, T>(&'b mut self, sink: &'b mut T) -> Context<'b, T> {
        Context {
            flash: self.flash,
            sink,
            instead: self.instead,
        }
    }

    /// The host's operations of the following accesses have this cause, until another is said or `None`: a write buffer completes a
    /// block, or the rest of a page is read that is written in part.
    pub fn access_for(&mut self, instead: Option<Cause>) {
        self.instead = instead;
    }

    /// Pages copied to clean and to merge, and blocks erased, since counting started.
    pub fn reclaimed(&self) -> [u64; 2] {
        let of = |cause| Counters::of(&self.flash.counters.programs, cause);
        [of(Cause::Gc) + of(Cause::Merge), self.flash.work.erases]
    }

    /// The cause that an operation is counted under.
    #[inline]
    fn counted(&self, cause: Cause) -> Cause {
        match self.instead {
            Some(instead) if cause == Cause::Host => instead,
            _ => cause,
        }
    }

    /// The chip, to look at.
    #[inline]
    pub fn chip(&self) -> &Chip {
        &self.flash.chip
    }

    /// The events of the request so far, where they are kept.
    #[inline]
    pub(crate) fn so_far(&self) -> &[Event] {
        self.sink.so_far()
    }

    /// How many blocks are free.
    #[inline]
    pub fn free_blocks(&self) -> u32 {
        self.flash.pool.len()
    }

    /// Emits an event, which is made only if someone listens.
    #[inline]
    pub fn emit<E: Into<Event>>(&mut self, event: impl FnOnce() -> E) {
        if S::ON {
            self.sink.emit(event().into());
        }
    }

    /// Spends an operation of the power budget.
    #[inline]
    fn spend(&mut self) -> Result<(), Halt> {
        let budget = &mut self.flash.power_budget;
        *budget = budget.checked_sub(1).ok_or(Halt::PowerLost)?;
        Ok(())
    }

    /// Flash operation: reads a page and its OOB area.
    ///
    /// # Panics
    /// If the page is free: there is nothing to read.
    #[inline]
    pub fn read(&mut self, ppn: Ppn, cause: Cause) -> Result<Oob, Halt> {
        self.spend()?;
        let cause = self.counted(cause);
        let oob = self
            .flash
            .chip
            .oob(ppn)
            .expect("a page that is read holds something");
        self.flash.counters.reads[cause as usize] += 1;
        self.flash.work.reads += 1;
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
        self.spend()?;
        let cause = self.counted(cause);
        self.flash.chip.program(ppn, logical, kind, version);
        if self.flash.choices.asks.takes_notes() {
            self.note_write(ppn, logical, if kind == PageKind::Data { 0 } else { 2 });
        }
        self.flash.counters.programs[cause as usize] += 1;
        self.flash.work.programs += 1;
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
        self.spend()?;
        self.flash.counters.reads[cause as usize] += 1;
        self.flash.work.reads += 1;
        if S::ON {
            let oob = self
                .flash
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
        self.spend()?;
        let logical = self.flash.chip.copy(from, to);
        if self.flash.choices.asks.takes_notes() {
            self.note_write(to, logical, 1);
            self.note_invalidate(from);
        }
        self.flash.counters.programs[cause as usize] += 1;
        self.flash.work.programs += 1;
        if S::ON {
            let oob = self.flash.chip.oob(to).expect("just programmed");
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

    /// [`Self::copy`] of the first `n` valid pages of a block to consecutive places: the same operations and counts,
    /// one after another where someone listens or power may be lost, all at once otherwise. `moved` receives each
    /// logical number and its new place.
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
        if S::ON || self.flash.power_budget < operations {
            for to in (to.0..to.0 + n).map(Ppn) {
                let from = self.flash.chip.valid_offsets(block).next();
                let from = from.expect("as many valid pages as are copied");
                let from = self.flash.chip.geometry().page_at(block, from);
                moved(self.copy(from, to, cause)?, to);
            }
            return Ok(());
        }
        self.flash.power_budget -= operations;
        if self.flash.choices.asks.takes_notes() {
            self.copy_run_noting(block, n, to, moved);
        } else {
            self.flash.chip.copy_run(block, n, to, moved);
        }
        self.flash.counters.reads[cause as usize] += u64::from(n);
        self.flash.counters.programs[cause as usize] += u64::from(n);
        self.flash.work.reads += u64::from(n);
        self.flash.work.programs += u64::from(n);
        Ok(())
    }

    /// [`Self::program`] of consecutive pages with what the host writes, where no one listens and power is not lost meanwhile.
    #[inline]
    pub fn program_run(&mut self, to: Ppn, pages: &[HostPage]) -> Result<(), Halt> {
        let n = pages.len() as u64;
        let budget = &mut self.flash.power_budget;
        *budget = budget.checked_sub(n).ok_or(Halt::PowerLost)?;
        let content = pages.iter().map(|page| (page.lpn.0, page.version));
        self.flash.chip.program_run(to, content);
        self.flash.counters.programs[Cause::Host as usize] += n;
        self.flash.work.programs += n;
        Ok(())
    }

    /// Makes a page invalid. Not a flash operation.
    #[inline]
    pub fn invalidate(&mut self, ppn: Ppn) {
        self.flash.chip.invalidate(ppn);
        if self.flash.choices.asks.takes_notes() {
            self.note_invalidate(ppn);
        }
        self.emit(|| Event::Invalidate { ppn });
    }

    /// Flash operation: erases a block, which joins the tail of the free pool.
    #[inline]
    pub fn erase(&mut self, pbn: Pbn, cause: Cause) -> Result<(), Halt> {
        self.spend()?;
        self.flash.chip.erase(pbn);
        if self.flash.choices.asks.takes_notes() {
            self.note(Note::Erase, [pbn.0, 0, 0]);
        }
        self.flash.pool.give(pbn);
        self.flash.counters.erases[cause as usize] += 1;
        self.flash.work.erases += 1;
        self.emit(|| Event::Erase { pbn, cause });
        Ok(())
    }

    /// Takes the block at the head of the free pool for a role.
    #[inline]
    pub fn take_block(&mut self, role: Role, lbn: Option<Lbn>) -> Result<Pbn, Halt> {
        let pbn = self.flash.pool.take(role, lbn).ok_or(Halt::NoFreeBlock)?;
        self.emit(|| Event::BlockTaken { pbn, role, lbn });
        Ok(pbn)
    }

    /// Takes the first free block on a channel for a role, or, if there is none, the head of the free pool.
    pub fn take_block_on(&mut self, channel: u32, channels: u32, role: Role) -> Result<Pbn, Halt> {
        let pbn = self.flash.pool.take_on(channel, channels, role);
        let pbn = pbn.ok_or(Halt::NoFreeBlock)?;
        self.emit(|| Event::BlockTaken {
            pbn,
            role,
            lbn: None,
        });
        Ok(pbn)
    }

    /// Takes this free block for a role, wherever in the pool it is.
    pub fn take_this_block(&mut self, pbn: Pbn, role: Role) {
        self.flash.pool.take_block(pbn, role, None);
        self.emit(|| Event::BlockTaken {
            pbn,
            role,
            lbn: None,
        });
    }

    /// The free block that was erased most often; tie: next to be taken.
    pub fn most_worn_free_block(&self) -> Option<Pbn> {
        let mut most: Option<Pbn> = None;
        for pbn in self.flash.pool.free() {
            let erases = |pbn| self.flash.chip.erase_count(pbn);
            if most.is_none_or(|most| erases(most) < erases(pbn)) {
                most = Some(pbn);
            }
        }
        most
    }

    /// Gives a block in use another role.
    pub fn set_role(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) {
        self.flash.pool.set_role(pbn, role, lbn);
        self.emit(|| Event::BlockRole { pbn, role, lbn });
    }

    /// Power is lost: `entries`, `dirty` and `gtd` say what of the scheme's tables (see [`RecoveryEvent::PowerLost`]). The free pool is
    /// found again.
    pub fn lose_power(&mut self, entries: u32, dirty: u32, gtd: bool) {
        self.flash.counters.recovery.power_cuts += 1;
        self.flash.pool.find_free(&self.flash.chip);
        let free = self.flash.pool.len();
        self.emit(|| RecoveryEvent::PowerLost {
            entries,
            dirty,
            gtd,
            free,
        });
    }

    /// A trim is undone: a copy of the page is valid again. Whether that counts is for the caller of the recovery to say.
    pub fn revive(&mut self, lpn: Lpn, ppn: Ppn) {
        self.flash.chip.revive(ppn);
        let counted = false;
        self.emit(|| RecoveryEvent::Reappeared { lpn, ppn, counted });
    }

    /// Reads the OOB areas of this many blocks of a chain, to find a page.
    #[inline]
    pub fn inspect_chain(&mut self, blocks: u32) {
        self.flash.counters.chain_reads += u64::from(blocks);
        self.flash.work.oob_reads += u64::from(blocks);
    }

    /// Reads the OOB area of a page to find a mapping that SRAM does not hold (SPEC 4, superblock). The caller says what was
    /// found, in an event of its own.
    #[inline]
    pub fn read_map(&mut self) {
        self.flash.counters.map_reads += 1;
        self.flash.work.oob_reads += 1;
    }

    /// Counts a host read of a page that holds nothing.
    pub fn unmapped_read(&mut self, lpn: Lpn) {
        self.flash.counters.host.unmapped_reads += 1;
        self.emit(|| Event::UnmappedRead { lpn });
    }
}
