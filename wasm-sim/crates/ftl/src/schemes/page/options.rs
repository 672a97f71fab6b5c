//! Options of page mapping.

use options::{Values, choices, flag, kind, none, options, whole};

use crate::parts::{Classifier, GcPolicy, HotColdOptions, Leveling};
use crate::scheme_options::INDEXED;
use crate::{Complaint, SchemeOptions, Shape};

choices! {
    /// When GC runs.
    #[derive(Eq)]
    pub enum GcTrigger in "gc_trigger" {
        /// While fewer blocks are free than `gc_threshold`.
        Threshold = "threshold",
        /// When a page has no other place than a reserved block (SPEC 9, E9).
        OnDemand = "on_demand",
    }
}

options! {
    /// Page-mapped (SPEC 3).
    pub struct PageOptions {
        /// When GC runs.
        gc_trigger: GcTrigger = kind("threshold").quiet(),
        /// Which block GC takes.
        gc_policy: GcPolicy = kind("greedy").changes(),
        /// GC runs while there are fewer free blocks than this. On demand it is 1: the reserve.
        gc_threshold: u32 = whole(2).at_least(2).changes(),
        /// GC copies go to a frontier of their own.
        separate_gc_frontier: bool = flag(false),
        /// Hot and cold pages go to blocks of their own; each class has its frontier, or frontiers.
        hot_cold: Option<HotColdOptions> = none().changes(),
        /// Static wear leveling.
        wear_leveling: Option<Leveling> = none().changes(),
    }
    beside {
        /// Channels of the device, at least 1: there is a frontier for each, of each kind.
        channels: u32 = 1,
    }
}

impl PageOptions {
    /// Write frontiers.
    pub fn frontiers(&self) -> u32 {
        (1 + u32::from(self.separate_gc_frontier))
            * (1 + u32::from(self.hot_cold.is_some()))
            * self.channels
    }

    /// Whether GC waits until a page has no other place.
    #[inline]
    pub fn on_demand(&self) -> bool {
        self.gc_trigger == GcTrigger::OnDemand
    }
}

impl SchemeOptions for PageOptions {
    fn settle(&mut self, given: &Values) -> Result<(), Complaint> {
        if self.on_demand() {
            only_the_reserve(self, given)?;
            self.gc_threshold = 1;
        }
        // Copying blocks that give nothing back comes to an end only where they are in one order.
        if self.gc_policy == GcPolicy::FifoFull && self.hot_cold.is_some() {
            return Err(Complaint::new(
                "gc_policy",
                "`fifo_full` is for page mapping without `hot_cold`",
                "Take `fifo`, which passes over full blocks.",
            ));
        }
        Ok(())
    }

    fn says(&self, option: &str) -> bool {
        option != "gc_threshold" || !self.on_demand()
    }

    fn replace(&self, set: &Values, _: &mut Values) -> Result<(), Complaint> {
        if set.has("hot_cold") && self.hot_cold.is_none() {
            return Err(Complaint::new(
                "hot_cold",
                "hot and cold pages are not kept apart in this run, and cannot be from its middle on: each have blocks of their own",
                "Give `hot_cold` in `ftl`, for the whole run.",
            ));
        }
        Ok(())
    }

    fn minimum_blocks(&self, shape: Shape) -> u64 {
        u64::from(shape.logical_blocks())
            + u64::from(self.gc_threshold)
            + u64::from(self.frontiers() - 1)
    }

    fn fewer_blocks(&self) -> Vec<&'static str> {
        let threshold = (self.gc_threshold > 2).then_some("lower gc_threshold");
        let channels = (self.channels > 1).then_some("take fewer channels");
        threshold.into_iter().chain(channels).collect()
    }

    fn table_bytes(&self, shape: Shape) -> u64 {
        INDEXED * u64::from(shape.logical_pages)
    }

    fn stripe(&mut self, channels: u32) {
        self.channels = channels;
    }

    fn channels(&self) -> u32 {
        self.channels
    }

    fn cleans_on_demand(&self) -> bool {
        self.on_demand()
    }

    /// At a write `gc_threshold` blocks are free, of which that write takes one at most.
    fn kept_free(&self) -> u32 {
        self.gc_threshold - 1
    }

    fn asks_workload(&self) -> bool {
        let classifier = self.hot_cold.map(|options| options.classifier);
        classifier == Some(Classifier::Oracle)
    }

    fn asks_wear(&self) -> bool {
        self.gc_policy == GcPolicy::Cat || self.wear_leveling.is_some()
    }

    fn maps_by_chip(&self) -> bool {
        true
    }

    /// Per page where it is, and when it was written last, if that says whether it is hot.
    fn memory_bytes(&self, shape: Shape) -> u64 {
        let classifier = self.hot_cold.map(|options| options.classifier);
        let recency = classifier == Some(Classifier::Recency);
        u64::from(shape.logical_pages) * if recency { 12 } else { 4 }
    }

    fn initial_tables(&self) -> &'static [&'static str] {
        &["frontier"]
    }
}

/// On demand there is one frontier, one reserved block, and the greedy victim: with older copies invalid first it always has room to
/// gain, as another policy's need not.
fn only_the_reserve(options: &PageOptions, given: &Values) -> Result<(), Complaint> {
    let others = [
        ("gc_threshold", given.has("gc_threshold")),
        ("gc_policy", options.gc_policy != GcPolicy::Greedy),
        ("separate_gc_frontier", options.separate_gc_frontier),
        ("hot_cold", options.hot_cold.is_some()),
        ("wear_leveling", options.wear_leveling.is_some()),
    ];
    match others.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((other, _)) => Err(Complaint::new(
            other,
            format!(
                "GC `on_demand` keeps one block in reserve and takes the greedy victim: it has no `{other}`"
            ),
            "Leave it out, or take `\"gc_trigger\": \"threshold\"`.",
        )),
    }
}
