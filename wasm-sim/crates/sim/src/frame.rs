//! The frame: what the page draws at a position, made from the view.

use ftl::Stream;
use nand::{NONE, Page, Pbn, Ppn};

use crate::protocol::{
    BlockShown, CELL_WORDS, CmtEntryShown, Frame, LogBlockShown, RequestShown, Slot, TablesShown,
};
use crate::simulation::Simulation;
use crate::view::View;
use crate::workload::Request;

/// Events shown before and after the present one.
const WINDOW: usize = 200;
/// Requests shown before and after the present one.
const QUEUE: u32 = 6;
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
    /// Logical pages of the page map; clipped.
    pub lpns: u32,
}

/// A request as shown.
pub fn shown((index, r): (u32, Request)) -> RequestShown {
    RequestShown {
        index,
        op: r.op,
        lpn: r.lpn,
        pages: r.pages,
        time_ms: r.time_ns.map(|t| t as f64 / 1e6),
    }
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
    let first_event = folded.saturating_sub(WINDOW);
    let present = simulation.current_request();
    let middle = present.map_or(position.request, |(i, _)| i);
    let from_block = window.from_block.min(view.chip().geometry().blocks);
    let to_block = window
        .to_block
        .clamp(from_block, view.chip().geometry().blocks);
    Frame {
        slot,
        position,
        requests: simulation.requests(),
        events: if position.event > 0 {
            events.len() as u32
        } else {
            0
        },
        event: folded.checked_sub(1).map(|i| events[i].clone()),
        window: events[first_event..events.len().min(folded + WINDOW)].to_vec(),
        first_event: first_event as u32,
        in_window: (folded - first_event) as i32 - 1,
        request: present.map(shown),
        queue: simulation
            .peek(middle.saturating_sub(QUEUE / 2), middle + QUEUE)
            .into_iter()
            .map(shown)
            .collect(),
        from_block,
        blocks: (from_block..to_block)
            .map(|b| block(view, Pbn(b)))
            .collect(),
        free_pool: view.pool().free().map(|b| b.0).collect(),
        tables: tables(view, window),
        merge: view.merge().cloned(),
        gc: view.gc().cloned(),
        state_hash: String::new(),
        report: simulation.report(),
    }
    .with_hash()
}

impl Frame {
    fn with_hash(mut self) -> Self {
        self.state_hash.clone_from(&self.report.state_hash);
        self
    }
}

fn block(view: &View, pbn: Pbn) -> BlockShown {
    let (chip, pool) = (view.chip(), view.pool());
    let frontier = view
        .tables()
        .frontiers
        .iter()
        .find(|&&(_, b)| b == pbn)
        .map(|&(s, _): &(Stream, Pbn)| s);
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
    let from = window.from_lpn as usize;
    let to = from.saturating_add(window.lpns as usize);
    TablesShown {
        page_map: t
            .page_map
            .as_ref()
            .map(|m| column(&m[from.min(m.len())..to.min(m.len())])),
        from_lpn: window.from_lpn,
        block_map: t.block_map.as_deref().map(column),
        log_blocks: t.log_blocks.as_ref().map(|l| {
            l.iter()
                .map(|&(b, l)| LogBlockShown {
                    pbn: b.0,
                    lbn: l.map(|l| l.0),
                })
                .collect()
        }),
        log_capacity: t.log_blocks.as_ref().map(|_| t.log_capacity),
        cmt: t.cmt.as_ref().map(|c| {
            c.iter()
                .map(|&(e, segment)| CmtEntryShown {
                    lpn: e.lpn.0,
                    ppn: e.ppn.map(|p| p.0),
                    dirty: e.dirty,
                    segment,
                })
                .collect()
        }),
        cmt_capacity: t.cmt.as_ref().map(|_| t.cmt_capacity.0),
        cmt_protected: t.cmt.as_ref().map(|_| t.cmt_capacity.1),
        gtd: t.gtd.as_deref().map(column),
        entries_per_translation_page: t.gtd.as_ref().map(|_| t.entries_per_translation_page),
    }
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
