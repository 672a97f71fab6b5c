//! Where a predicate is met: in the events of a request; and, cheaply, whether a request can have met it at all.

use ftl::{Counters, Event, MergeKind, RecoveryEvent, SuperblockEvent, parts::BlockPool};
use nand::{PageKind, Pbn, Ppn};

use crate::device::Device;
use crate::predicate::{Clause, Predicate};
use crate::workload::Request;

/// The state that conditions are judged by, besides the event itself; kept up event by event from the beginning of a
/// request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    host_writes: u64,
    programs: u64,
    /// GCs ended.
    gc: u64,
    free: u32,
}

/// Two numbers of a device that tell of one clause; what they are says [`Clause::mark`].
pub(crate) type Mark = [u64; 2];

impl Tally {
    /// That of a device or a view between two requests.
    pub fn of(counters: &Counters, pool: &BlockPool) -> Self {
        Self {
            host_writes: counters.host.writes,
            programs: counters.total_programs(),
            gc: counters.gc.runs,
            free: pool.len(),
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::HostPage { op, .. } => {
                self.host_writes += u64::from(*op == ftl::HostOp::Write);
            }
            Event::Program { .. } => self.programs += 1,
            Event::Erase { .. } => self.free += 1,
            Event::BlockTaken { .. } => self.free -= 1,
            Event::GcEnd { .. } => self.gc += 1,
            Event::Recovery(RecoveryEvent::PowerLost { free, .. }) => self.free = *free,
            _ => {}
        }
    }

    /// Whether write amplification is at least this many millionths. Before the first host write it is not.
    fn amplifies(&self, millionths: u64) -> bool {
        reaches(self.programs, self.host_writes, millionths)
    }
}

fn reaches(programs: u64, writes: u64, millionths: u64) -> bool {
    writes > 0 && u128::from(programs) * 1_000_000 >= u128::from(writes) * u128::from(millionths)
}

/// Looks for what meets a predicate in the events of a request, as they come.
pub(super) struct Hunt<'a> {
    clauses: &'a [Clause],
    /// Events that count: from the first number to before the second.
    window: (usize, usize),
    /// Whether the last one is wanted, otherwise the first.
    last: bool,
    now: Tally,
    /// After the program before: a host write that is not programmed yet lowers the write amplification for a moment.
    programmed: Tally,
    seen: usize,
    /// The event, and which clause it meets: the first, if several.
    found: Option<(usize, usize)>,
    /// Blocks that were erased, and by which event, where a clause asks how often.
    erased: Vec<(Pbn, usize)>,
}

impl<'a> Hunt<'a> {
    /// `start` is the tally before the events.
    pub(super) fn new(
        predicate: &'a Predicate,
        start: Tally,
        window: (usize, usize),
        last: bool,
    ) -> Self {
        Self {
            clauses: predicate.clauses(),
            window,
            last,
            now: start,
            programmed: start,
            seen: 0,
            found: None,
            erased: Vec::new(),
        }
    }

    /// The next events.
    pub(super) fn look(&mut self, events: &[Event]) {
        let counts_erases = |clause: &Clause| matches!(clause, Clause::Erases { .. });
        let counts_erases = self.clauses.iter().any(counts_erases);
        for event in events {
            self.now.count(event);
            if let Some(clause) = self
                .clauses
                .iter()
                .position(|clause| self.meets(clause, event))
            {
                self.keep((self.seen, clause));
            }
            match event {
                Event::Program { .. } => self.programmed = self.now,
                Event::Erase { pbn, .. } if counts_erases => self.erased.push((*pbn, self.seen)),
                _ => {}
            }
            self.seen += 1;
        }
    }

    /// Whether an event meets a clause of which it alone and the tally decide.
    fn meets(&self, clause: &Clause, event: &Event) -> bool {
        match *clause {
            Clause::Gc { nth: Some(nth) } => {
                matches!(event, Event::GcBegin { .. }) && self.now.gc + 1 == u64::from(nth)
            }
            Clause::Free { most } => {
                matches!(event, Event::BlockTaken { .. }) && self.now.free == most
            }
            Clause::Wa { millionths } => {
                matches!(event, Event::Program { .. })
                    && self.now.amplifies(millionths)
                    && !self.programmed.amplifies(millionths)
            }
            other => other.is(event),
        }
    }

    fn keep(&mut self, hit: (usize, usize)) {
        let (from, to) = self.window;
        let better = self.found.is_none_or(|found| {
            hit.0 != found.0 && self.last == (hit.0 > found.0)
                || hit.0 == found.0 && hit.1 < found.1
        });
        if (from..to).contains(&hit.0) && better {
            self.found = Some(hit);
        }
    }

    /// Events so far.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// The event found, and the clause that it meets. `erases` says how often a block had been erased before the events, of which this many
    /// erased it.
    pub(super) fn found(mut self, erases: impl Fn(Pbn, u32) -> u32) -> Option<(usize, Clause)> {
        let mut blocks = std::mem::take(&mut self.erased);
        blocks.sort_unstable();
        for of_block in blocks.chunk_by(|a, b| a.0 == b.0) {
            let pbn = of_block[0].0;
            let before = erases(pbn, of_block.len() as u32);
            for (count, &(_, event)) in (before + 1..).zip(of_block) {
                let met = self.clauses.iter().position(|clause| {
                    matches!(*clause, Clause::Erases { pbn: of, least } if least == count && of.is_none_or(|of| of == pbn.0))
                });
                if let Some(clause) = met {
                    self.keep((event, clause));
                }
            }
        }
        self.found
            .map(|(event, clause)| (event, self.clauses[clause]))
    }
}

impl Predicate {
    /// The state that the clauses are judged by in [`Self::may`].
    pub(crate) fn marks(&self, device: &Device, marks: &mut Vec<Mark>) {
        marks.clear();
        marks.extend(self.clauses().iter().map(|clause| clause.mark(device)));
        marks.push(power(device));
    }

    /// Whether a request can have met it. False is certain. `before` holds the marks of before the request.
    pub(crate) fn may(
        &self,
        request: &Request,
        logical_pages: u32,
        before: &[Mark],
        device: &Device,
    ) -> bool {
        // Work interrupted by a power loss is not counted everywhere.
        if before.last() != Some(&power(device)) {
            return true;
        }
        self.clauses().iter().zip(before).any(|(clause, &before)| {
            clause.may(request, logical_pages, before, clause.mark(device), device)
        })
    }
}

/// Differs after a power loss.
fn power(device: &Device) -> Mark {
    [device.counters().recovery.power_cuts, 0]
}

/// Merges that are no GCs of page-mapped blocks, which count as merges too (SPEC 2).
fn merges(counters: &Counters) -> u64 {
    counters.merges_switch + counters.merges_partial + counters.merges_full - counters.gc.runs
}

impl Clause {
    /// For clauses that the event alone decides.
    fn is(self, event: &Event) -> bool {
        let only = |one: Option<u32>, this: u32| one.is_none_or(|one| one == this);
        match (self, event) {
            (Self::Host { op, lpn }, Event::HostPage { op: o, lpn: l, .. }) => {
                op == *o && only(lpn, l.0)
            }
            (Self::Read { ppn }, Event::Read { ppn: p, .. })
            | (Self::Program { ppn }, Event::Program { ppn: p, .. }) => only(ppn, p.0),
            (Self::ProgramOf { lpn }, Event::Program { logical, kind, .. }) => {
                *kind == PageKind::Data && *logical == lpn
            }
            (Self::Erase { pbn }, Event::Erase { pbn: p, .. }) => only(pbn, p.0),
            (Self::Gc { nth: None }, Event::GcBegin { .. }) => true,
            (Self::Victim { valid }, Event::GcBegin { valid: v, .. }) => *v > valid,
            (Self::Merge { kind }, Event::MergeBegin { kind: k, .. }) => {
                kind.is_none_or(|kind| kind == *k)
            }
            (
                Self::FullMerge { blocks },
                Event::MergeEnd {
                    kind, blocks: b, ..
                },
            ) => *kind == MergeKind::Full && *b == blocks,
            // A GC that counts as a merge is one (SPEC 4, superblock).
            (
                Self::Merge { kind },
                Event::Superblock(SuperblockEvent::InnerCleaningBegin {
                    compaction: false,
                    valid,
                    ..
                }),
            ) => kind.is_none_or(|kind| kind == MergeKind::of_cleaning(*valid)),
            (Self::Merge { kind }, Event::Superblock(SuperblockEvent::CompactionBegin { .. })) => {
                kind.is_none_or(|kind| kind == MergeKind::Full)
            }
            (
                Self::FullMerge { blocks },
                Event::Superblock(SuperblockEvent::CompactionEnd { .. }),
            ) => blocks == 1,
            (Self::Cmt { hit: true, lpn }, Event::CmtHit { lpn: l })
            | (Self::Cmt { hit: false, lpn }, Event::CmtMiss { lpn: l, .. }) => only(lpn, l.0),
            (
                Self::Evict { dirty, lpn },
                Event::CmtVictim {
                    lpn: l, dirty: d, ..
                },
            ) => dirty.is_none_or(|dirty| dirty == *d) && only(lpn, l.0),
            (Self::Event { name }, event) => event.name() == name,
            _ => false,
        }
    }

    /// Numbers that stay as they are while nothing happens that the clause asks for.
    fn mark(self, device: &Device) -> Mark {
        let counters = device.counters();
        let work = device.work();
        let erases = |pbn: Option<u32>| match pbn {
            Some(pbn) if pbn < device.chip().geometry().blocks => {
                device.chip().erase_count(nand::Pbn(pbn)).into()
            }
            Some(_) => 0,
            None => work.erases,
        };
        match self {
            Self::Host { .. } | Self::Event { .. } => [0, 0],
            Self::Read { .. } => [work.reads, 0],
            Self::Program { .. } => [device.chip().last_seq(), work.erases],
            Self::ProgramOf { .. } => [work.programs, 0],
            Self::Erase { pbn } | Self::Erases { pbn, .. } => [erases(pbn), 0],
            Self::Gc { .. } => [counters.gc.runs, 0],
            Self::Victim { .. } => [counters.gc.copied + counters.gc.translation_copied, 0],
            Self::Merge {
                kind: Some(MergeKind::Full),
            }
            | Self::FullMerge { .. } => [counters.merges_full, 0],
            Self::Merge { .. } => [merges(counters), 0],
            Self::Cmt { hit: true, .. } => [counters.cmt.hits, 0],
            Self::Cmt { hit: false, .. } => [counters.cmt.misses, 0],
            Self::Evict { dirty, .. } => {
                let of = |is: bool, count: u64| if dirty == Some(!is) { 0 } else { count };
                [
                    of(true, counters.cmt.evictions_dirty),
                    of(false, counters.cmt.evictions_clean),
                ]
            }
            Self::Free { .. } => [device.pool().len().into(), work.erases],
            Self::Wa { .. } => [work.programs, counters.host.writes],
        }
    }

    /// Whether a request between two marks can have met the clause.
    fn may(
        self,
        request: &Request,
        logical_pages: u32,
        before: Mark,
        now: Mark,
        device: &Device,
    ) -> bool {
        match self {
            Self::Event { .. } => true,
            Self::Host { op, lpn } => {
                op == request.op && lpn.is_none_or(|lpn| touches(request, lpn, logical_pages))
            }
            Self::Program { ppn: Some(ppn) } => {
                ppn < device.chip().geometry().pages()
                    && match device.chip().oob(Ppn(ppn)) {
                        Some(oob) => oob.seq > before[0],
                        // It may have been programmed and erased again.
                        None => now[1] > before[1],
                    }
            }
            Self::Erases {
                pbn: Some(_),
                least,
            } => (before[0] + 1..=now[0]).contains(&u64::from(least)),
            Self::Gc { nth: Some(nth) } => (before[0] + 1..=now[0]).contains(&u64::from(nth)),
            // Each valid page of a victim is copied.
            Self::Victim { valid } => now[0] - before[0] > u64::from(valid),
            Self::Free { most } => {
                let given = now[1] - before[1];
                let taken = before[0] + given - now[0];
                // In whatever order blocks are given and taken, the pool holds between these two.
                let (least, greatest) = (before[0].saturating_sub(taken), before[0] + given);
                taken > 0 && (least..greatest).contains(&u64::from(most))
            }
            Self::Wa { millionths } => {
                // The highest it can have been, and the lowest; before the first write it is lower than any.
                reaches(now[0], before[1].max(1), millionths)
                    && (before[1] == 0 || !reaches(before[0], now[1], millionths))
            }
            _ => before != now,
        }
    }
}

/// Whether a request accesses a page. Addresses past the device's end wrap.
fn touches(request: &Request, lpn: u32, logical_pages: u32) -> bool {
    if lpn >= logical_pages {
        return false;
    }
    let first = request.lpn % logical_pages;
    let offset = if lpn >= first {
        lpn - first
    } else {
        lpn + (logical_pages - first)
    };
    offset < request.pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_past_the_end_touches_the_first_pages() {
        let request = Request {
            time_ns: None,
            op: ftl::HostOp::Write,
            lpn: 18,
            pages: 4,
            ends: crate::workload::Ends::WHOLE,
            hot: false,
        };
        let touched: Vec<u32> = (0..30).filter(|&lpn| touches(&request, lpn, 20)).collect();
        assert_eq!(touched, [0, 1, 18, 19]);
    }
}
