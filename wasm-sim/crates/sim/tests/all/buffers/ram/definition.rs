//! The plain definition of every decision about RAM, told by events alone.

use std::collections::{BTreeMap, BTreeSet};

use buffer::{Benefits, DestageRule, MappingGroup, PartitionDecision, PartitionWhy, RamSide};
use ftl::{BufferEvent, Cause, Event, HostOp, RecoveryEvent, Role, Scheme};
use proptest::prelude::*;
use sim::scenario::Setup;
use sim::view::View;

/// The facts known from events.
pub struct Plain<'a> {
    setup: &'a Setup,
    /// Buffered pages with the number of their last write.
    pages: BTreeMap<u32, usize>,
    /// Per logical block how many, and since when.
    sizes: BTreeMap<u32, (u32, usize)>,
    clock: usize,
    /// Pages copied and blocks erased for the page that is being written, and for the last that had any erased.
    copied: u64,
    erased: u64,
    reclaimed: (u64, u64),
    requests: u32,
    writes: u32,
    blocks: BTreeSet<u32>,
    /// The latest first.
    buffer_ghosts: Vec<u32>,
    mapping_ghosts: Vec<(u32, bool)>,
    saved: [u64; 2],
    /// Ghost hits to be reported next.
    due: Vec<String>,
    pub decisions: Decisions,
}

/// The checks that were made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decisions {
    pub pages: u32,
    pub grouped: u32,
    pub blocks: u32,
    pub moved: u32,
    pub kept: u32,
    pub buffer_ghosts: u32,
    pub mapping_ghosts: u32,
}

impl<'a> Plain<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        Self {
            setup,
            pages: BTreeMap::new(),
            sizes: BTreeMap::new(),
            clock: 0,
            copied: 0,
            erased: 0,
            reclaimed: (0, 0),
            requests: 0,
            writes: 0,
            blocks: BTreeSet::new(),
            buffer_ghosts: Vec::new(),
            mapping_ghosts: Vec::new(),
            saved: [0; 2],
            due: Vec::new(),
            decisions: Decisions::default(),
        }
    }

    fn each(&self) -> u32 {
        self.setup.geometry.pages_per_block
    }

    fn sharing(&self) -> buffer::Sharing {
        let buffer = self.setup.buffer.expect("behind a buffer");
        buffer.sharing.expect("that shares")
    }

    fn resize(&mut self, lpn: u32, more: bool) {
        self.clock += 1;
        let lbn = lpn / self.each();
        let size = self.sizes.get(&lbn).map_or(0, |s| s.0);
        let size = if more { size + 1 } else { size - 1 };
        if size == 0 {
            self.sizes.remove(&lbn);
        } else {
            self.sizes.insert(lbn, (size, self.clock));
        }
    }

    fn leaves(&mut self, lpn: u32) {
        self.pages.remove(&lpn).expect("buffered");
        self.resize(lpn, false);
    }

    /// Equations 3.1 and 3.2, and which page leaves if one does.
    fn benefits(&self, view: &View) -> (Option<Benefits>, u32) {
        let (&lbn, &(pages, _)) = self
            .sizes
            .iter()
            .min_by_key(|(_, (pages, since))| (std::cmp::Reverse(*pages), *since))
            .expect("something is buffered");
        let whole = self
            .each()
            .min(self.setup.logical_pages - lbn * self.each());
        let missing = whole - pages;
        let block = pages.cast_signed() - missing.cast_signed();
        let page = self.freed(view);
        let mut mapping_group = None;
        let oldest = |of: &dyn Fn(u32) -> bool| {
            let own = self.pages.iter().filter(|(lpn, _)| of(**lpn));
            *own.min_by_key(|(_, at)| **at).expect("one is there").0
        };
        let mut leaves = oldest(&|_| true);
        if let (Scheme::Dftl(dftl), Some(cmt)) = (&self.setup.scheme, &view.tables().cmt)
            && cmt.iter().all(|(entry, _)| entry.dirty)
        {
            let each = dftl.entries_per_translation_page;
            let mut groups: BTreeMap<u32, u32> = BTreeMap::new();
            for (entry, _) in cmt {
                *groups.entry(entry.lpn.0 / each).or_default() += 1;
            }
            groups.retain(|tpn, _| self.pages.keys().any(|lpn| lpn / each == *tpn));
            // Of equal ones the last is taken, so the search starts from behind.
            let largest = groups.iter().rev().max_by_key(|(_, entries)| **entries);
            if let Some((&tpn, &entries)) = largest {
                mapping_group = Some(MappingGroup { tpn, entries });
                leaves = oldest(&|lpn| lpn / each == tpn);
            }
        }
        let by_block = page.is_some_and(|page| block > page.cast_signed());
        let benefits = page.map(|page| Benefits {
            page,
            block,
            by_block,
            lbn,
            pages,
            missing,
            mapping_group: mapping_group.filter(|_| !by_block),
        });
        (benefits, leaves)
    }

    /// The pages that an erase gives back; `None` where a policy decides that is not looked at here.
    fn freed(&self, view: &View) -> Option<u32> {
        let policy = match &self.setup.scheme {
            Scheme::Page(c) => c.gc_policy,
            Scheme::Dftl(c) => c.gc_policy,
            _ => {
                let (copied, erased) = self.reclaimed;
                let given = (erased * u64::from(self.each())).saturating_sub(copied);
                return Some(given.checked_div(erased).unwrap_or(0) as u32);
            }
        };
        if policy != ftl::GcPolicy::Greedy {
            return None;
        }
        let open: Vec<nand::Pbn> = view.tables().frontiers.iter().map(|f| f.1).collect();
        let closed = (0..self.setup.geometry.blocks)
            .map(nand::Pbn)
            .filter(|pbn| {
                !matches!(view.pool().role(*pbn), Role::Free | Role::Checkpoint)
                    && !open.contains(pbn)
            });
        let gain = closed.map(|pbn| self.each() - view.chip().valid_pages(pbn));
        Some(gain.max().unwrap_or(0))
    }

    /// The result of the window.
    fn partition(&self, pages: u32, entries: u32) -> PartitionDecision {
        let s = self.sharing();
        let (distinct, [buffer, mapping]) = (self.blocks.len() as u32, self.saved);
        let (wanted, why) = if s.ghosts {
            match () {
                () if buffer > mapping => (Some(RamSide::Buffer), PartitionWhy::BufferGhosts),
                () if buffer < mapping => (Some(RamSide::Mapping), PartitionWhy::MappingGhosts),
                () => (None, PartitionWhy::EvenGhosts),
            }
        } else if distinct >= s.distinct_blocks {
            (Some(RamSide::Mapping), PartitionWhy::Random)
        } else if f64::from(self.writes) >= f64::from(self.requests) / 2.0 {
            (Some(RamSide::Buffer), PartitionWhy::Local)
        } else {
            (None, PartitionWhy::FewWrites)
        };
        let mut decision = PartitionDecision {
            grew: wanted,
            why,
            at_limit: false,
            requests: self.requests,
            writes: self.writes,
            distinct,
            threshold: s.distinct_blocks,
            buffer_saves_us: (buffer / 1000) as u32,
            mapping_saves_us: (mapping / 1000) as u32,
            pages,
            entries,
        };
        match wanted {
            Some(RamSide::Buffer) if entries > s.step_entries => {
                decision.pages += s.step_pages;
                decision.entries -= s.step_entries;
            }
            Some(RamSide::Mapping) if pages > s.step_pages => {
                decision.pages -= s.step_pages;
                decision.entries += s.step_entries;
            }
            Some(_) => (decision.grew, decision.at_limit) = (None, true),
            None => {}
        }
        decision
    }

    fn new_window(&mut self) {
        (self.requests, self.writes) = (0, 0);
        self.blocks.clear();
        self.saved = [0; 2];
    }

    fn host_page(&mut self, op: HostOp, lpn: u32, ends: bool) {
        let s = self.sharing();
        if s.entries > 0 {
            self.blocks.insert(lpn / self.each());
            if ends {
                self.requests += 1;
                self.writes += u32::from(op == HostOp::Write);
            }
        }
        let known = s.ghosts && self.buffer_ghosts.contains(&lpn);
        let there = self.pages.contains_key(&lpn);
        if known && !there && op != HostOp::Trim {
            self.due.push(format!("buffer {lpn}"));
            self.saved[0] += match op {
                HostOp::Write => s.program_ns,
                _ => s.read_ns,
            };
        }
        if op != HostOp::Read {
            self.buffer_ghosts.retain(|&l| l != lpn);
        }
    }

    fn missed(&mut self, lpn: u32) {
        let s = self.sharing();
        let place = self.mapping_ghosts.iter().position(|g| g.0 == lpn);
        if let Some(place) = place {
            let (_, dirty) = self.mapping_ghosts.remove(place);
            self.due.push(format!("mapping {lpn} {dirty}"));
            self.saved[1] += s.read_ns;
            if dirty {
                self.saved[1] += s.read_ns + s.program_ns;
            }
        }
    }

    /// An event comes; `view` is what there was before it.
    #[allow(clippy::too_many_lines, reason = "one arm an event")]
    pub fn follow(&mut self, event: &Event, view: &View) -> Result<(), TestCaseError> {
        let s = self.sharing();
        match *event {
            Event::HostPage {
                op,
                lpn,
                index,
                pages,
                ..
            } => self.host_page(op, lpn.0, index + 1 == pages),
            Event::Buffer(BufferEvent::Buffered { lpn, .. }) => {
                self.resize(lpn.0, true);
                self.pages.insert(lpn.0, self.clock);
            }
            Event::Buffer(BufferEvent::BufferRewritten { lpn, .. }) => {
                self.clock += 1;
                self.pages.insert(lpn.0, self.clock);
            }
            Event::Buffer(BufferEvent::BufferTrimmed { lpn }) => self.leaves(lpn.0),
            Event::Buffer(BufferEvent::BufferLost { .. }) => {
                self.pages.clear();
                self.sizes.clear();
            }
            Event::Buffer(BufferEvent::DestageBegin {
                lbn, lpn, ref rule, ..
            }) => {
                let &DestageRule::Benefit(told) = rule else {
                    prop_assert!(s.ghosts);
                    return Ok(());
                };
                let (benefits, page) = self.benefits(view);
                if let Some(expected) = benefits {
                    prop_assert_eq!(told, expected);
                }
                prop_assert_eq!(told.by_block, told.block > told.page.cast_signed());
                if told.by_block {
                    prop_assert_eq!(lbn.map(|l| l.0), Some(told.lbn));
                    self.decisions.blocks += 1;
                } else {
                    prop_assert_eq!(lbn, None);
                    prop_assert_eq!(lpn.0, page);
                    self.decisions.pages += 1;
                    self.decisions.grouped += u32::from(told.mapping_group.is_some());
                }
            }
            Event::Buffer(BufferEvent::DestagePage { .. }) => (self.copied, self.erased) = (0, 0),
            Event::Program { cause, .. } => {
                self.copied += u64::from(matches!(cause, Cause::Gc | Cause::Merge));
            }
            Event::Erase { .. } => self.erased += 1,
            Event::Buffer(BufferEvent::Destaged { lpn, filler }) => {
                if self.erased > 0 {
                    self.reclaimed = (self.copied, self.erased);
                }
                if !filler {
                    self.leaves(lpn.0);
                    if s.ghosts {
                        self.buffer_ghosts.retain(|&l| l != lpn.0);
                        self.buffer_ghosts.insert(0, lpn.0);
                        self.buffer_ghosts.truncate(s.step_pages as usize);
                    }
                }
            }
            Event::CmtMiss { lpn, .. } => self.missed(lpn.0),
            Event::CmtPrefetched { lpn, .. } => self.mapping_ghosts.retain(|g| g.0 != lpn.0),
            Event::CmtEvicted { lpn, dirty } if s.ghosts => {
                self.mapping_ghosts.retain(|g| g.0 != lpn.0);
                self.mapping_ghosts.insert(0, (lpn.0, dirty));
                self.mapping_ghosts.truncate(s.step_entries as usize);
            }
            Event::Buffer(BufferEvent::BufferGhostHit { lpn, .. }) => {
                prop_assert_eq!(self.due.pop(), Some(format!("buffer {lpn}")));
                self.decisions.buffer_ghosts += 1;
            }
            Event::Buffer(BufferEvent::MappingGhostHit { lpn, dirty }) => {
                prop_assert_eq!(self.due.pop(), Some(format!("mapping {lpn} {dirty}")));
                self.decisions.mapping_ghosts += 1;
            }
            Event::Buffer(BufferEvent::Partitioned { decision }) => {
                prop_assert_eq!(self.requests, s.window_requests);
                let buffer = view.buffer().expect("behind one");
                let entries = view.tables().cmt_capacity.0;
                prop_assert_eq!(decision, self.partition(buffer.capacity(), entries));
                match decision.grew {
                    Some(_) => self.decisions.moved += 1,
                    None => self.decisions.kept += 1,
                }
                self.new_window();
            }
            Event::Recovery(RecoveryEvent::PowerLost { .. }) => {
                self.new_window();
                self.buffer_ghosts.clear();
                self.mapping_ghosts.clear();
                self.due.clear();
            }
            Event::MappingGroupChosen {
                tpn,
                entries,
                groups,
            } => {
                let cmt = view.tables().cmt.as_ref().expect("DFTL");
                let each = view.tables().entries_per_translation_page;
                prop_assert!(cmt.iter().all(|(entry, _)| entry.dirty), "none is clean");
                let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
                for (entry, _) in cmt {
                    *sizes.entry(entry.lpn.0 / each).or_default() += 1;
                }
                let most = sizes.values().max().copied();
                let first = sizes.iter().find(|(_, n)| Some(**n) == most);
                prop_assert_eq!(first, Some((&tpn, &entries)));
                prop_assert_eq!(groups as usize, sizes.len());
            }
            _ => {}
        }
        Ok(())
    }

    /// Between requests.
    pub fn agrees(&self, view: &View) -> Result<(), TestCaseError> {
        prop_assert!(self.due.is_empty(), "ghost hits not told: {:?}", self.due);
        let shared = view.shared().expect("it shares");
        let window = (self.requests, self.writes, self.blocks.len() as u32);
        prop_assert_eq!(shared.window(), window);
        prop_assert_eq!(shared.saved(), self.saved);
        let lpns = |ghost: &buffer::Ghost| ghost.iter().map(|g| g.0.0).collect::<Vec<_>>();
        if let Some(ghosts) = shared.ghosts() {
            prop_assert_eq!(lpns(ghosts), self.buffer_ghosts.clone());
        }
        if let Some(ghosts) = view.mapping_ghosts() {
            let own: Vec<u32> = self.mapping_ghosts.iter().map(|g| g.0).collect();
            prop_assert_eq!(lpns(ghosts), own);
        }
        Ok(())
    }
}
