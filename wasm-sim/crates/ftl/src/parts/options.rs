//! Options that several schemes have: GC policy, wear leveling, hot/cold separation.

use options::{choices, kind, needed, options};

choices! {
    /// Which block GC takes (SPEC 3). A block with nothing to gain is picked last; ties not named go to the block closed
    /// longest ago.
    #[derive(Eq)]
    pub enum GcPolicy in "gc_policy" {
        /// Fewest valid pages; tie: the block whose valid count has gone longest without changing.
        Greedy = "greedy",
        /// The block closed longest ago that has a page to give back.
        Fifo = "fifo",
        /// The block closed longest ago, even if all its pages are valid: what Desnoyers simulates as "LRU". Page mapping only.
        FifoFull = "fifo_full",
        /// Greedy among the blocks closed longest ago.
        WindowedGreedy = "windowed_greedy" {
            /// Blocks of the window.
            w: u32 = needed("500"),
        },
        /// Largest age*(1-u)/(2u), age in host writes since closing; u = 0 wins outright.
        CostBenefit = "cost_benefit",
        /// Smallest u/(1-u) * erases / age.
        Cat = "cat",
        /// Any closed block.
        Random = "random",
        /// Greedy among random closed blocks.
        DChoices = "d_choices" {
            /// Blocks drawn.
            d: u32 = needed("10"),
        },
    }
}

options! {
    /// Static wear leveling.
    #[derive(Eq)]
    pub struct Leveling {
        /// How far apart erase counts may be.
        threshold: u32 = needed("10"),
    }
}

choices! {
    /// The rule that separates hot pages from cold ones.
    #[derive(Eq)]
    pub enum Classifier in "classifier" {
        /// The workload says ([`HostPage::hot`](crate::HostPage::hot)).
        Oracle = "oracle",
        /// By the distance between rewrites (Desnoyers, section 6).
        Recency = "recency",
    }
}

choices! {
    /// How age enters a metric.
    #[derive(Eq)]
    pub enum Age in "age" {
        /// As it is (Desnoyers, eq. 28).
        Linear = "linear",
        /// As its logarithm (eq. 26, 27).
        Log2 = "log2",
    }
}

choices! {
    /// Which pool gives the victim where hot and cold blocks are kept apart (Desnoyers, section 5).
    pub enum PoolChoice in "pool_choice" {
        /// The one whose pick has fewer valid pages.
        Greedy = "greedy",
        /// The one with the smaller cost-age-times metric.
        CatHc = "cat_hc" {
            /// How age enters.
            age: Age = kind("linear"),
        },
        /// The one that suffers least from the loss of a block (eq. 29, 30).
        Optimal = "optimal",
        /// The one with more than its share of the spare pages.
        FixedSplit = "fixed_split" {
            /// The hot pool's share of the spare pages.
            p: f64 = needed("0.5").above_below(0.0, 1.0, "Give a share of the spare pages above 0 and below 1."),
        },
    }
}

options! {
    /// Hot/cold separation.
    pub struct HotColdOptions {
        /// The rule that separates hot pages from cold ones; `oracle` needs a workload that knows.
        classifier: Classifier = kind("recency"),
        /// Which pool gives the victim.
        pool_choice: PoolChoice = kind("greedy"),
    }
}

choices! {
    /// Which CMT entry is evicted (SPEC 5).
    #[derive(Eq)]
    pub enum CmtPolicy in "cmt_policy" {
        /// Segmented LRU: probationary and protected segments.
        Slru = "slru",
        /// Least recently used.
        Lru = "lru",
        /// Least frequently used; tie: least recently used.
        Lfu = "lfu",
        /// The least recently used clean entry; if there is none, all entries of the translation page that has most (Hu, 3.2.1).
        Groups = "groups",
    }
}
