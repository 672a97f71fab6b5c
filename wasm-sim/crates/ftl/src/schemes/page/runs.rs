//! Bulk runs: pages that the host writes one after another, served at once while nothing is shown.

use super::PageMapped;
use crate::parts::COLD;
use crate::{Context, Ftl, Halt, HostPage, Silent};

impl PageMapped {
    /// As many of the pages as are served before the next GC; at least one.
    pub(super) fn append_run(
        &mut self,
        cx: &mut Context<'_, Silent>,
        pages: &[HostPage],
    ) -> Result<u32, (u32, Halt)> {
        if self.hot_cold.is_none() {
            return self.append(cx, pages).map_err(|halt| (0, halt));
        }
        for (page, served) in pages.iter().zip(0..) {
            if served > 0 && cx.free_blocks() < self.options.gc_threshold {
                return Ok(served);
            }
            self.write(cx, *page).map_err(|halt| (served, halt))?;
        }
        Ok(pages.len() as u32)
    }

    /// [`Ftl::write_run`] without classes, as far as the open block has room: only a new one could make it clean.
    fn append(&mut self, cx: &mut Context<'_, Silent>, pages: &[HostPage]) -> Result<u32, Halt> {
        while cx.free_blocks() < self.options.gc_threshold {
            self.clean(cx)?;
        }
        self.clock += 1;
        let frontier = &mut self.frontiers[COLD as usize];
        let (to, room) = frontier.room(cx, &mut self.closed, self.clock)?;
        // After a new one the next write may have to clean.
        let full = cx.free_blocks() < self.options.gc_threshold;
        let n = if full {
            1
        } else {
            room.min(pages.len() as u32)
        };
        frontier.take(n);
        let pages = &pages[..n as usize];
        cx.program_run(to, pages)?;
        for (page, ppn) in pages.iter().zip(to.0..) {
            let old = std::mem::replace(&mut self.map[page.lpn.index()], ppn);
            self.forget(cx, old);
            self.clock += 1;
        }
        self.clock -= 1;
        Ok(n)
    }
}
