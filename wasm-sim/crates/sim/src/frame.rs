//! The frame: what the page draws at a position, made from the view.

mod buffer;
mod cost;
mod host;

use ftl::{Event, Segment, Stream, SuperblockEvent, SuperblockTables, parts::CmtEntry};
use nand::{NONE, Page, PageKind, Pbn, Ppn};

use crate::protocol::{
    BlockShown, CELL_WORDS, CmtEntryShown, Frame, HEAT_WORDS, LogBlockShown, PageShown, Position,
    RecoveryShown, RequestShown, Slot, SuperblockShown, SuperblocksShown, TablesShown,
};
use crate::simulation::Simulation;
use crate::view::View;

/// Events shown before and after the current one.
const WINDOW: usize = 200;
/// Requests shown before and after the current one.
const QUEUE: u32 = 6;
/// Blocks of the free pool that are listed.
const POOL: usize = 512;
/// Copies of a logical page that are listed.
const COPIES: usize = 256;
/// Pages of the largest device that every frame hashes: about 2 ms in wasm.
const HASHED: u32 = 1 << 16;
/// Logical number of a free page in the page columns: 29 ones.
const FREE_LOGICAL: u32 = (1 << 29) - 1;

/// Which part of the device a frame is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First block of the page columns.
    pub from_block: u32,
    /// One past the last one; clipped.
    pub to_block: u32,
    /// First logical page of the page map.
    pub from_lpn: u32,
    /// Entries of the page map, and of each other table; clipped.
    pub lpns: u32,
    /// A page whose content and copies are asked for.
    pub ppn: Option<u32>,
    /// A logical page whose copies are asked for.
    pub lpn: Option<u32>,
}

/// The frame of a simulation at its position.
#[allow(
    clippy::cast_possible_wrap,
    reason = "a window has at most a few hundred events"
)]
pub fn frame(slot: Slot, simulation: &Simulation, window: Window) -> Frame {
    let view = simulation.view();
    let position = simulation.position();
    let (events, folded) = simulation.events();
    let (before, all) = simulation.piece();
    let first_event = folded.saturating_sub(WINDOW);
    let present = simulation.current_request();
    let middle = present.map_or(position.request, |(i, _)| i);
    let from_block = window.from_block.min(view.chip().geometry().blocks);
    let to_block = window
        .to_block
        .clamp(from_block, view.chip().geometry().blocks);
    let told = &events[first_event..events.len().min(folded + WINDOW)];
    let pages = asked(view, window);
    let under_way = view.under_way();
    let mut report = simulation.figures();
    if view.chip().geometry().pages() <= HASHED {
        report.state_hash = view.hash();
    }
    // Play passes here at every step: what the buffer owes is asked once, at the end of the run.
    if position == Position::before(simulation.requests()) {
        report.write_amplification_drained = simulation.drained();
    }
    Frame {
        slot,
        position,
        requests: simulation.requests(),
        events: if position.event > 0 { all as u32 } else { 0 },
        event: folded.checked_sub(1).map(|i| events[i].clone()),
        window: told.to_vec(),
        first_event: (before + first_event) as u32,
        in_window: (folded - first_event) as i32 - 1,
        request: present.map(|(at, request)| RequestShown::of(at, request)),
        queue: simulation
            .peek(middle.saturating_sub(QUEUE / 2), middle + QUEUE)
            .into_iter()
            .map(|(at, request)| RequestShown::of(at, request))
            .collect(),
        from_block,
        blocks: (from_block..to_block)
            .map(|b| block(view, Pbn(b)))
            .collect(),
        others: others(view, told, &pages, from_block..to_block),
        pages,
        free_pool: view.pool().free().map(|b| b.0).take(POOL).collect(),
        free_blocks: view.pool().len(),
        tables: tables(view, window),
        merge: under_way.merge.clone(),
        reclaim: under_way.reclaim.clone(),
        gc: under_way.gc.clone(),
        inner: under_way.inner,
        wear: under_way.wear.clone(),
        recovery: under_way.recovery.as_ref().map(|r| RecoveryShown {
            cmt: entries(&r.lost, window.lpns as usize),
            ..r.shown.clone()
        }),
        buffer: self::buffer::shown(view, window.lpns as usize),
        host: self::host::shown(simulation),
        cost: self::cost::shown(simulation),
        finished: self::cost::finished(simulation),
        tally: simulation.tally().cloned(),
        state_hash: (!report.state_hash.is_empty()).then(|| report.state_hash.clone()),
        report,
    }
}

/// The page that was asked for by itself.
fn asked(view: &View, window: Window) -> Vec<PageShown> {
    let chip = view.chip();
    let of = |ppn: Ppn| {
        let oob = chip.oob(ppn);
        PageShown {
            ppn: ppn.0,
            valid: chip.page(ppn) == Page::Valid,
            kind: oob.map_or(PageKind::Data, |o| o.kind),
            logical: oob.map(|o| o.logical),
            version: oob.map_or(0, |o| o.version),
        }
    };
    let page = window.ppn.filter(|&p| p < chip.geometry().pages());
    let (logical, kind) = match (page.map(|p| (p, chip.oob(Ppn(p)))), window.lpn) {
        (Some((page, None)), _) => return vec![of(Ppn(page))],
        (Some((_, Some(oob))), _) => (oob.logical, oob.kind),
        (None, Some(lpn)) => (lpn, PageKind::Data),
        (None, None) => return Vec::new(),
    };
    let mut pages: Vec<_> = chip.copies(logical, kind).take(COPIES).map(of).collect();
    if let Some(page) = page
        && !pages.iter().any(|p| p.ppn == page)
    {
        pages.push(of(Ppn(page)));
    }
    pages
}

/// The blocks that events and pages name outside of those shown anyway.
fn others(
    view: &View,
    events: &[Event],
    pages: &[PageShown],
    shown: std::ops::Range<u32>,
) -> Vec<BlockShown> {
    let chip = view.chip();
    let mut named: Vec<u32> = Vec::new();
    let mut name = |pbn: Pbn| {
        if !shown.contains(&pbn.0) && !named.contains(&pbn.0) {
            named.push(pbn.0);
        }
    };
    for event in events {
        match *event {
            Event::Read { ppn, .. }
            | Event::Invalidate { ppn }
            | Event::ChainRead { ppn, .. }
            | Event::Superblock(SuperblockEvent::MapRead { ppn: Some(ppn), .. }) => {
                name(chip.block_of(ppn));
            }
            Event::Program { ppn, from, .. } => {
                name(chip.block_of(ppn));
                if let Some(from) = from {
                    name(chip.block_of(from));
                }
            }
            Event::Erase { pbn, .. }
            | Event::BlockTaken { pbn, .. }
            | Event::BlockRole { pbn, .. }
            | Event::FrontierOpened { pbn, .. }
            | Event::FrontierClosed { pbn, .. }
            | Event::LogBlockChosen { pbn, .. }
            | Event::GcBegin { pbn, .. }
            | Event::GcEnd { pbn, .. }
            | Event::Superblock(
                SuperblockEvent::InnerCleaningBegin { pbn, .. }
                | SuperblockEvent::InnerCleaningEnd { pbn, .. },
            ) => name(pbn),
            Event::MergeBegin { log, data, .. } => {
                log.into_iter().chain(data).for_each(&mut name);
            }
            Event::MergeEnd { data, .. } => name(data),
            _ => {}
        }
    }
    for page in pages {
        name(chip.block_of(Ppn(page.ppn)));
    }
    named.into_iter().map(|b| block(view, Pbn(b))).collect()
}

fn block(view: &View, pbn: Pbn) -> BlockShown {
    let (chip, pool) = (view.chip(), view.pool());
    let tables = view.tables();
    let frontier = if let Some(superblocks) = &tables.superblocks {
        superblocks.stream_of(pbn)
    } else {
        let mut frontiers = tables.frontiers.iter();
        frontiers.find(|&&(_, b)| b == pbn).map(|&(s, _)| s)
    };
    let free = chip
        .geometry()
        .pages_of(pbn)
        .filter(|&p| chip.page(p) == Page::Free)
        .count() as u32;
    BlockShown {
        pbn: pbn.0,
        role: pool.role(pbn),
        lbn: pool.owner(pbn).map(|l| l.0),
        valid: chip.valid_pages(pbn),
        free,
        erases: chip.erase_count(pbn),
        frontier,
    }
}

fn tables(view: &View, window: Window) -> TablesShown {
    let t = view.tables();
    let column = |c: &[u32]| {
        c.iter()
            .map(|&v| (v != NONE).then_some(v))
            .collect::<Vec<_>>()
    };
    let most = window.lpns as usize;
    let part = |c: &[u32], from: u32| {
        let from = (from as usize).min(c.len());
        column(&c[from..from.saturating_add(most).min(c.len())])
    };
    let from_lbn = window.from_lpn / view.chip().geometry().pages_per_block;
    let superblocks = t
        .superblocks
        .as_ref()
        .map(|s| superblocks(s, from_lbn, most));
    let from_tpn = window.from_lpn / t.entries_per_translation_page.max(1);
    // Engines without chains need not know how they are shown.
    let chain = t.chain.as_ref();
    TablesShown {
        page_map: t.page_map.as_deref().map(|m| part(m, window.from_lpn)),
        from_lpn: window.from_lpn,
        block_map: t.block_map.as_deref().map(|m| part(m, from_lbn)),
        from_lbn,
        chains: chain.zip(t.block_map.as_deref()).map(|(next, map)| {
            let from = (from_lbn as usize).min(map.len());
            let shown = &map[from..from.saturating_add(most).min(map.len())];
            shown.iter().map(|&b| after(next, b).collect()).collect()
        }),
        chain_lengths: chain
            .zip(t.block_map.as_deref())
            .map(|(next, map)| lengths(next, map)),
        log_blocks: t.log_blocks.as_ref().map(|l| {
            l.iter()
                .map(|&(b, l)| LogBlockShown {
                    pbn: b.0,
                    role: view.pool().role(b),
                    lbn: l.map(|l| l.0),
                })
                .collect()
        }),
        log_capacity: t.log_blocks.as_ref().map(|_| t.log_capacity),
        recency: t
            .recency
            .as_ref()
            .map(|r| r.iter().map(|l| l.0).take(most).collect()),
        recency_capacity: t.recency.as_ref().map(|_| t.recency_capacity),
        cmt: t.cmt.as_deref().map(|c| entries(c, most)),
        cmt_used: t.cmt.as_ref().map_or(0, |c| c.len() as u32),
        cmt_capacity: t.cmt.as_ref().map(|_| t.cmt_capacity.0),
        cmt_protected: t.cmt.as_ref().map(|_| t.cmt_capacity.1),
        gtd: t.gtd.as_deref().map(|g| part(g, from_tpn)),
        from_tpn,
        translation_pages: t.gtd.as_ref().map_or(0, |g| g.len() as u32),
        entries_per_translation_page: t.gtd.as_ref().map(|_| t.entries_per_translation_page),
        superblocks,
    }
}

fn superblocks(t: &SuperblockTables, from_lbn: u32, most: usize) -> SuperblocksShown {
    let count = t.open.len() as u32 / 2;
    let from = (from_lbn / t.blocks_per_superblock).min(count);
    let group = |s: u32| {
        let open = |i: usize| Pbn::from_column(t.open[2 * s as usize + i]).map(|b| b.0);
        SuperblockShown {
            blocks: t.blocks.iter(s).collect(),
            host: open(0),
            copies: open(1),
            cached: t.cached.contains(&s),
        }
    };
    SuperblocksShown {
        blocks_per_superblock: t.blocks_per_superblock,
        update_blocks_per_superblock: t.update_blocks_per_superblock,
        update_blocks: t.update_blocks,
        update_capacity: t.update_capacity,
        from,
        count,
        groups: (from..count).take(most).map(group).collect(),
        written: t.written.iter().copied().take(most).collect(),
        cached: t.cached[t.cached.len().saturating_sub(most)..].to_vec(),
        cached_capacity: t.cached_capacity.min(count),
    }
}

/// The blocks that follow a block in its chain.
fn after(next: &[u32], pbn: u32) -> impl Iterator<Item = u32> + '_ {
    let following = |&b: &u32| next.get(b as usize).copied().filter(|&b| b != NONE);
    std::iter::successors(following(&pbn), following)
}

/// Chains by their length: pairs [blocks, LBNs], ascending.
fn lengths(next: &[u32], block_map: &[u32]) -> Vec<(u32, u32)> {
    let mut counts: Vec<u32> = Vec::new();
    for &first in block_map.iter().filter(|&&b| b != NONE) {
        let length = 1 + after(next, first).count();
        counts.resize(counts.len().max(length + 1), 0);
        counts[length] += 1;
    }
    (0..).zip(counts).filter(|&(_, lbns)| lbns > 0).collect()
}

/// CMT entries, of a large table the most recent `most` of each segment.
fn entries(cmt: &[(CmtEntry, Segment)], most: usize) -> Vec<CmtEntryShown> {
    let first = cmt
        .iter()
        .filter(|(_, s)| *s == Segment::Probationary)
        .count();
    // The segments follow each other: of each, its end.
    (first.saturating_sub(most)..first)
        .chain(cmt.len().saturating_sub(most).max(first)..cmt.len())
        .map(|i| &cmt[i])
        .map(|&(e, segment)| CmtEntryShown {
            lpn: e.lpn.0,
            ppn: e.ppn.map(|p| p.0),
            dirty: e.dirty,
            segment,
        })
        .collect()
}

/// The page columns of blocks `from..to`, [`CELL_WORDS`] words per page, as `protocol` describes them.
pub fn cells(view: &View, from: u32, to: u32, out: &mut Vec<u32>) {
    let chip = view.chip();
    let g = chip.geometry();
    let to = to.min(g.blocks);
    out.clear();
    out.reserve((to.saturating_sub(from) * g.pages_per_block) as usize * CELL_WORDS);
    for ppn in (from.min(to) * g.pages_per_block..to * g.pages_per_block).map(Ppn) {
        let (word, version) = match chip.oob(ppn) {
            None => (FREE_LOGICAL, 0),
            Some(o) => (o.logical | (o.kind as u32) << 29, o.version),
        };
        out.push(word | (chip.page(ppn) as u32) << 30);
        out.push(version);
    }
}

/// The heat columns of all blocks and pages, as `protocol` describes them at [`HEAT_WORDS`].
#[allow(
    clippy::cast_possible_truncation,
    reason = "an age beyond 32 bits is the oldest that the frame can show"
)]
pub fn heat(view: &View, out: &mut Vec<u32>) {
    let (chip, pool) = (view.chip(), view.pool());
    let (g, now) = (chip.geometry(), chip.last_seq());
    out.clear();
    out.reserve(g.blocks as usize * HEAT_WORDS + g.pages().div_ceil(4) as usize);
    for pbn in (0..g.blocks).map(Pbn) {
        let age = chip
            .last_program(pbn)
            .map_or(NONE, |seq| (now - seq).min(u64::from(NONE - 1)) as u32);
        out.extend_from_slice(&[
            chip.valid_pages(pbn),
            chip.erase_count(pbn),
            age,
            pool.owner(pbn).map_or(NONE, |l| l.0),
            pool.role(pbn) as u32,
        ]);
    }
    let mut frontier = |stream: Stream, pbn: Pbn| {
        out[(pbn.0 as usize + 1) * HEAT_WORDS - 1] |= (stream as u32 + 1) << 8;
    };
    for &(stream, pbn) in &view.tables().frontiers {
        frontier(stream, pbn);
    }
    if let Some(superblocks) = &view.tables().superblocks {
        for (stream, pbn) in superblocks.frontiers() {
            frontier(stream, pbn);
        }
    }
    let states = chip.states();
    let (words, rest) = states.as_chunks::<4>();
    out.extend(words.iter().map(|&bytes| u32::from_le_bytes(bytes)));
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        out.push(u32::from_le_bytes(last));
    }
}

/// A page of the chip in the notation of `initial` (SPEC 11): `.`, `5`, `x5`, `t2`.
pub fn notation(view: &View, ppn: Ppn) -> String {
    let Some(oob) = view.chip().oob(ppn) else {
        return ".".into();
    };
    let stale = if view.chip().page(ppn) == Page::Invalid {
        "x"
    } else {
        ""
    };
    let kind = if oob.kind == nand::PageKind::Translation {
        "t"
    } else {
        ""
    };
    format!("{stale}{kind}{}", oob.logical)
}
