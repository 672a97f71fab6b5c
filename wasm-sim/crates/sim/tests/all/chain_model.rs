//! Replacement blocks and block mapping beside the specification told a second time, as plainly as it can be: chains that are
//! walked, block by block. Random scenarios down to the smallest legal device, 10,000 of each scheme in `npm run test:deep`.

use crate::support;

use ftl::{Cause, HostOp, Scheme};
use nand::{NONE, Page, Pbn};
use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::scenario::{self, Setup};
use sim::view::View;
use sim::workload::{Request, Source};
use support::{Sample, in_place_sample};

/// A page of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Free,
    Valid,
    Stale,
}

/// The counted events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    inspected: u64,
    programs: u64,
    copies: u64,
    erases: u64,
    switch: u64,
    partial: u64,
    full: u64,
}

struct Model {
    pages: usize,
    logical_pages: u32,
    /// Blocks to be kept free; `None` under block mapping.
    threshold: Option<usize>,
    free: usize,
    /// Per LBN its blocks, from the first.
    chains: Vec<Vec<Vec<At>>>,
    /// LBNs, least recently written first.
    written: Vec<usize>,
    counts: Counts,
}

impl Model {
    fn new(setup: &Setup) -> Self {
        let pages = setup.geometry.pages_per_block as usize;
        Self {
            pages,
            logical_pages: setup.logical_pages,
            threshold: match setup.scheme {
                Scheme::Replacement(c) => Some(c.gc_threshold as usize),
                _ => None,
            },
            free: setup.geometry.blocks as usize,
            chains: vec![Vec::new(); (setup.logical_pages as usize).div_ceil(pages)],
            written: Vec::new(),
            counts: Counts::default(),
        }
    }

    fn serve(&mut self, request: &Request) {
        for index in 0..request.pages {
            let lpn = ((request.lpn + index) % self.logical_pages) as usize;
            let (lbn, offset) = (lpn / self.pages, lpn % self.pages);
            match request.op {
                HostOp::Read => self.read(lbn, offset),
                HostOp::Write => self.write(lbn, offset),
                HostOp::Trim => self.leave(lbn, offset),
            }
        }
    }

    /// The valid copy becomes invalid.
    fn leave(&mut self, lbn: usize, offset: usize) {
        for block in &mut self.chains[lbn] {
            if block[offset] == At::Valid {
                block[offset] = At::Stale;
            }
        }
    }

    fn read(&mut self, lbn: usize, offset: usize) {
        if self.threshold.is_none() {
            return;
        }
        for block in self.chains[lbn].iter().rev() {
            self.counts.inspected += 1;
            if block[offset] != At::Free {
                return;
            }
        }
    }

    fn write(&mut self, lbn: usize, offset: usize) {
        self.written.retain(|&l| l != lbn);
        self.written.push(lbn);
        let place = match self.threshold {
            Some(threshold) => self.place(lbn, offset, threshold),
            None => self.own_place(lbn, offset),
        };
        self.leave(lbn, offset);
        self.chains[lbn][place][offset] = At::Valid;
        self.counts.programs += 1;
    }

    /// Which block of the chain takes the page.
    fn place(&mut self, lbn: usize, offset: usize, threshold: usize) -> usize {
        loop {
            for (place, block) in self.chains[lbn].iter().enumerate() {
                self.counts.inspected += 1;
                if block[offset] == At::Free {
                    return place;
                }
            }
            if self.free >= threshold {
                self.append(lbn);
                return self.chains[lbn].len() - 1;
            }
            self.fold();
        }
    }

    fn append(&mut self, lbn: usize) {
        self.free -= 1;
        self.chains[lbn].push(vec![At::Free; self.pages]);
    }

    fn fold(&mut self) {
        let longest = self.chains.iter().map(Vec::len).max().unwrap_or(0);
        let chain = |&&lbn: &&usize| self.chains[lbn].len() == longest;
        let &lbn = self.written.iter().find(chain).expect("some are written");
        let mut last = self.chains[lbn].pop().expect("a chain has blocks");
        let mut copies = 0;
        for block in &self.chains[lbn] {
            for (to, from) in last.iter_mut().zip(block) {
                if *from == At::Valid {
                    *to = At::Valid;
                    copies += 1;
                }
            }
        }
        self.counts.copies += copies;
        self.counts.erases += longest as u64 - 1;
        self.free += longest - 1;
        if copies == 0 {
            self.counts.switch += 1;
        } else {
            self.counts.partial += 1;
        }
        self.chains[lbn] = vec![last];
    }

    /// Under block mapping: the data block, rewritten if its page is not free.
    fn own_place(&mut self, lbn: usize, offset: usize) -> usize {
        if self.chains[lbn].is_empty() {
            self.append(lbn);
        }
        let block = &mut self.chains[lbn][0];
        if block[offset] != At::Free {
            block[offset] = At::Free;
            for page in block.iter_mut() {
                if *page == At::Valid {
                    self.counts.copies += 1;
                } else {
                    *page = At::Free;
                }
            }
            self.counts.erases += 1;
            self.counts.full += 1;
        }
        0
    }
}

/// The same of the device.
fn counts(device: &Device) -> Counts {
    let c = device.counters();
    Counts {
        inspected: c.chain_reads,
        programs: c.programs[Cause::Host as usize],
        copies: c.programs[Cause::Merge as usize],
        erases: c.total_erases(),
        switch: c.merges_switch,
        partial: c.merges_partial,
        full: c.merges_full,
    }
}

fn chains(device: &Device) -> Vec<Vec<Vec<At>>> {
    let tables = device.ftl().tables();
    let chip = device.chip();
    let next = |pbn: u32| {
        tables
            .chain
            .as_ref()
            .map_or(NONE, |next| next[pbn as usize])
    };
    let at = |p| match chip.page(p) {
        Page::Free => At::Free,
        Page::Valid => At::Valid,
        Page::Invalid => At::Stale,
    };
    let some = |pbn: u32| (pbn != NONE).then_some(pbn);
    let map = tables.block_map.as_deref().expect("by block");
    map.iter()
        .map(|&first| {
            std::iter::successors(some(first), |&pbn| some(next(pbn)))
                .map(|pbn| chip.geometry().pages_of(Pbn(pbn)).map(at).collect())
                .collect()
        })
        .collect()
}

fn holds(text: &str) -> Result<(), TestCaseError> {
    let setup = scenario::parse(text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
    let mut device = Device::new(&setup).expect("no explicit initial state");
    let mut model = Model::new(&setup);
    let mut preparation = Preparation::new(&setup);
    while let Some(request) = preparation.next(&device) {
        device.prepare(&request).expect("the precondition runs");
        model.serve(&request);
    }
    device.start_counting();
    model.counts = Counts::default();
    let mut view = View::of(&device);
    for request in Source::workload(&setup, &|_| None).expect("no trace") {
        let mut events = Vec::new();
        device
            .serve(&request, &mut events)
            .expect("the pool suffices");
        device.check().expect("laws 1 and 2");
        model.serve(&request);
        prop_assert_eq!(counts(&device), model.counts);
        prop_assert_eq!(chains(&device), model.chains.clone());
        for event in &events {
            view.fold(event);
        }
        prop_assert_eq!(view.hash(), View::of(&device).hash(), "events are complete");
    }
    prop_assert_eq!(device.pool().len() as usize, model.free);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("DEEP").is_some() { 10_000 } else { 300 }
    ))]

    #[test]
    fn replacement_does_what_the_specification_says(Sample { text, .. } in in_place_sample("replacement", 1..120)) {
        holds(&text)?;
    }

    #[test]
    fn block_does_what_the_specification_says(Sample { text, .. } in in_place_sample("block", 1..120)) {
        holds(&text)?;
    }
}
