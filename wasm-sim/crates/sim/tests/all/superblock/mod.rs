//! The superblock FTL (SPEC 4): against a model of its rules, its worked examples, its smallest legal device.

mod examples;
mod minimum;
mod model;

use ftl::{HostOp, Role, Scheme};
use proptest::prelude::*;
use sim::device::Device;
use sim::preparation::Preparation;
use sim::scenario;
use sim::view::View;
use sim::workload::{Request, Source};

use crate::support;
use model::{Counted, Options, State};
use support::{Sample, superblock_sample};

/// The state of one run of the model.
struct Model {
    state: State,
    counted: Counted,
    /// Superblocks, most recently accessed first.
    accessed: Vec<usize>,
    map_reads: u64,
}

impl Model {
    fn serve(&mut self, request: &Request, logical_pages: u32) {
        for index in 0..request.pages {
            let lpn = (request.lpn + index) % logical_pages;
            let superblock = self.state.superblock_of(lpn);
            let place = self.accessed.iter().position(|&s| s == superblock);
            self.map_reads += u64::from(place.is_none_or(|p| p >= self.state.options.cached));
            self.accessed.retain(|&s| s != superblock);
            self.accessed.insert(0, superblock);
            match request.op {
                HostOp::Read => {}
                HostOp::Write => self.state.write(lpn, &mut self.counted),
                HostOp::Trim => self.state.trim(lpn),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// The laws of SPEC 10, the limits of SPEC 4, and the same counters as the model's.
    #[test]
    fn the_engine_does_as_the_specification_says(Sample { text, .. } in superblock_sample(1..120)) {
        let setup = scenario::parse(&text).unwrap_or_else(|f| panic!("{}\n{text}", f.message));
        let Scheme::Superblock(c) = setup.scheme else { panic!("a superblock FTL") };
        let pages_per_block = setup.geometry.pages_per_block;
        let options = Options {
            s: c.blocks_per_superblock as usize,
            k: c.update_blocks_per_superblock as usize,
            m: c.update_blocks as usize,
            cached: c.cached_superblocks as usize,
            pages_per_block: pages_per_block as usize,
        };
        let superblocks = c.superblocks(setup.logical_pages, pages_per_block) as usize;
        let mut model = Model {
            state: State::new(options, superblocks),
            counted: Counted::default(),
            accessed: Vec::new(),
            map_reads: 0,
        };
        let mut device = Device::new(&setup).expect("no explicit initial state");
        let mut preparation = Preparation::new(&setup);
        while let Some(request) = preparation.next(&device) {
            device.prepare(&request).expect("the precondition runs");
            model.serve(&request, setup.logical_pages);
        }
        device.start_counting();
        (model.counted, model.map_reads) = (Counted::default(), 0);
        let mut view = View::of(&device);
        for request in Source::workload(&setup, &|_| None).expect("no trace") {
            let mut events = Vec::new();
            let before = device.counters().clone();
            let cost = device.serve(&request, &mut events).expect("laws 1 and 3");
            model.serve(&request, setup.logical_pages);
            device.check().expect("laws 1 and 2");
            for event in &events {
                view.fold(event);
            }
            prop_assert_eq!(view.counters(), device.counters(), "law 4");
            prop_assert_eq!(view.tables(), &device.ftl().tables(), "events are complete");
            prop_assert_eq!(view.hash(), View::of(&device).hash(), "events are complete");
            prop_assert!(view.under_way().inner.is_none());

            let n = device.counters();
            prop_assert_eq!(u64::from(cost.reads), n.total_reads() - before.total_reads());
            prop_assert_eq!(u64::from(cost.oob_reads), n.map_reads - before.map_reads);
            let m = &model.counted;
            prop_assert_eq!(
                (n.programs[2], n.erases[2], n.merges_switch, n.merges_partial, n.merges_full, n.map_reads),
                (m.copies, m.erases, m.switch, m.partial, m.full, model.map_reads)
            );
            prop_assert_eq!(n.total_erases(), n.erases[2]);
            let tables = view.tables().superblocks.as_ref().expect("superblocks");
            let held = |s: usize| tables.blocks.iter(s as u32).count();
            let beyond: usize = (0..superblocks).map(|s| held(s).saturating_sub(options.s)).sum();
            prop_assert_eq!(tables.update_blocks as usize, beyond);
            prop_assert!(beyond <= options.m);
            for (s, of_model) in model.state.superblocks.iter().enumerate() {
                prop_assert!(held(s) <= options.s + options.k);
                prop_assert_eq!(held(s), of_model.blocks.len());
                let role = |b: u32| view.pool().role(nand::Pbn(b));
                let updates = tables.blocks.iter(s as u32).filter(|&b| role(b) == Role::Update).count();
                prop_assert_eq!(updates, held(s).saturating_sub(options.s), "roles of superblock {}", s);
            }
        }
    }
}

/// `npm run test:deep` sets `DEEP`.
fn cases() -> u32 {
    if std::env::var_os("DEEP").is_some() {
        10_000
    } else {
        300
    }
}
