//! Long runs, with events off: many requests at a time.

use std::hint::black_box;

use ftl::{Context, HostOp, HostPage, Silent};
use nand::Lpn;

use super::{AHEAD, Device, Limit, ServeError};
use crate::workload::Request;

/// Flash pages from which on looking ahead pays: below, the tables lie in a core's own caches anyway.
const LARGE: u32 = 1 << 18;

impl Device {
    /// [`Self::serve`] of requests, at most [`AHEAD`], one after another with events off, as long runs do. On an error also says how
    /// many were served before it.
    pub fn serve_all(&mut self, requests: &[Request]) -> Result<(), (u32, ServeError)> {
        self.look_ahead(requests);
        if self.writes_runs(requests) {
            return self.write_runs(requests);
        }
        for (request, served) in requests.iter().zip(0..) {
            let cost = self.serve(request, &mut Silent);
            cost.map_err(|error| (served, error))?;
        }
        Ok(())
    }

    /// Whether the scheme can serve these requests in runs: writes of a page each, one after another, with which nothing interferes.
    fn writes_runs(&self, requests: &[Request]) -> bool {
        if self.parallel.is_some() {
            return false;
        }
        if self.buffering.is_some() {
            return false;
        }
        let plain = |r: &Request| {
            r.op == HostOp::Write && r.pages == 1 && r.time_ns.is_none() && r.ends.are_whole()
        };
        self.ftl.writes_runs()
            && self.cuts_past == self.cuts.len() as u64
            && self.change.is_none()
            && self.flash.choices.is_empty()
            && requests.iter().all(plain)
    }

    fn write_runs(&mut self, requests: &[Request]) -> Result<(), (u32, ServeError)> {
        let mut pages = [HostPage::NONE; AHEAD as usize];
        for (page, request) in pages.iter_mut().zip(requests) {
            let mut lpn = request.lpn;
            if lpn >= self.logical_pages {
                lpn %= self.logical_pages;
            }
            *page = HostPage {
                op: HostOp::Write,
                lpn: Lpn(lpn),
                version: self.versions.write(Lpn(lpn)),
                index: 0,
                pages: 1,
                hot: request.hot || (self.hot.0..self.hot.1).contains(&lpn),
                partial: false,
            };
        }
        let pages = &pages[..requests.len()];
        let (mut served, mut sink) = (0, Silent);
        while let rest @ [_, ..] = &pages[served..] {
            let before = self.flash.work;
            let mut context = Context::new(&mut self.flash, &mut sink);
            let run = self.ftl.write_run(&mut context, rest);
            let run = run.map_err(|(more, halt)| (served as u32 + more, halt.into()))?;
            self.flash.counters.host.writes += u64::from(run);
            // The first may have cleaned; each other one was programmed.
            let others = u64::from(run - 1);
            let first = self.timing.total_ns(
                self.flash.work.reads + self.flash.work.oob_reads - before.reads - before.oob_reads,
                self.flash.work.programs - before.programs - others,
                self.flash.work.erases - before.erases,
            );
            let first = u64::try_from(first);
            let first = first.map_err(|_| (served as u32, ServeError::Beyond(Limit::Clock)))?;
            served += run as usize;
            let each = self.timing.program_ns;
            let all = first.saturating_add(others.saturating_mul(each));
            self.free_at = self.free_at.saturating_add(all);
            for times in [&mut self.service, &mut self.response] {
                times.record(first);
                if others > 0 {
                    times.record_run(each, others);
                }
            }
        }
        Ok(())
    }

    /// To be called before the next requests of a long run are served, at most [`AHEAD`]: on a large device what they will look
    /// at is read now, all at once. One after another each would wait for memory three times: for the version, for the map, and
    /// for the page that the map leads to. Changes nothing.
    #[inline]
    pub fn look_ahead(&self, requests: &[Request]) {
        if requests.len() > 1 && self.flash.chip.geometry().pages() >= LARGE {
            self.look(requests);
        }
    }

    fn look(&self, requests: &[Request]) {
        let mut lpns = [Lpn(0); AHEAD as usize];
        for (lpn, request) in lpns.iter_mut().zip(requests) {
            // Most lie in the device: a division for each would take longer than the look.
            let inside = request.lpn < self.logical_pages;
            *lpn = Lpn(if inside {
                request.lpn
            } else {
                request.lpn % self.logical_pages
            });
        }
        let lpns = &lpns[..requests.len()];
        if self.buffering.is_some() {
            return self.look_behind_buffer(lpns);
        }
        black_box(self.versions.look_ahead(lpns) ^ self.ftl.look_ahead(&self.flash.chip, lpns));
    }
}
