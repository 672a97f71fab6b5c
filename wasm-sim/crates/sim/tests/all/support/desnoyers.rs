//! The simulated tables of Desnoyers (SYSTOR 2012; SPEC 8), a row each, and the run that answers one.
//!
//! Where the paper gives U in pages or blocks, a row has it; Table 7 gives none and takes that of Table 6. The page FTL has no
//! free list but for `gc_threshold`, 2; Table 2 at .03 asks for 37 (SPEC 8).
//!
//! LRU is `fifo` of SPEC 3, which passes over a block with nothing to gain. But at Sf .03 it is `fifo_full`, which
//! copies such blocks as the paper's LRU does: there a share of (1 - 1/A)^64 = 2 % of the blocks have nothing to gain
//! when their turn comes (A = 16.8).

use std::fmt::Write;

use sim::device::Device;
use sim::scenario::{self, Setup};
use sim::workload::Source;

/// A row of a table.
#[derive(Clone, Copy)]
pub struct Row {
    /// The number of the table.
    pub table: u32,
    /// The victim policy, as JSON.
    pub policy: &'static str,
    /// Sf = (T-U)/T.
    pub spare_factor: f64,
    /// Np.
    pub pages_per_block: u32,
    /// The user's pages: U, in pages.
    pub user_pages: u32,
    /// r of the writes go to f of the pages; `None`: uniform.
    pub hot_cold: Option<(f64, f64)>,
    /// p, the hot pool's share of the spare pages where pools are kept apart: the optimum of eq. 20-22 (crate model).
    pub split: Option<f64>,
    pub gc_threshold: u32,
    /// Write amplification that the paper simulated; in Table 7 what it computed.
    pub paper: f64,
}

const PAGES: u32 = 1_000_000;
const BLOCKS: u32 = 100_000;

const ROW: Row = Row {
    table: 0,
    policy: r#""greedy""#,
    spare_factor: 0.0,
    pages_per_block: 64,
    user_pages: PAGES,
    hot_cold: None,
    split: None,
    gc_threshold: 2,
    paper: 0.0,
};

const fn lru(spare_factor: f64, paper: f64) -> Row {
    Row {
        table: 1,
        policy: if spare_factor < 0.05 {
            r#""fifo_full""#
        } else {
            r#""fifo""#
        },
        spare_factor,
        paper,
        ..ROW
    }
}

const fn greedy(spare_factor: f64, gc_threshold: u32, paper: f64) -> Row {
    Row {
        table: 2,
        spare_factor,
        user_pages: BLOCKS * 64,
        gc_threshold,
        paper,
        ..ROW
    }
}

const fn windowed(spare_factor: f64, paper: f64) -> Row {
    Row {
        table: 3,
        policy: r#"{"kind":"windowed_greedy","w":500}"#,
        spare_factor,
        user_pages: 50_000 * 64,
        paper,
        ..ROW
    }
}

const fn lru_hot_cold(spare_factor: f64, r: f64, f: f64, paper: f64) -> Row {
    Row {
        table: 5,
        user_pages: 3 * PAGES,
        hot_cold: Some((r, f)),
        ..lru(spare_factor, paper)
    }
}

const fn greedy_hot_cold(
    spare_factor: f64,
    pages_per_block: u32,
    r: f64,
    f: f64,
    paper: f64,
) -> Row {
    Row {
        table: 6,
        spare_factor,
        pages_per_block,
        user_pages: BLOCKS * pages_per_block,
        hot_cold: Some((r, f)),
        paper,
        ..ROW
    }
}

const fn pools(spare_factor: f64, pages_per_block: u32, r: f64, f: f64, p: f64, paper: f64) -> Row {
    Row {
        table: 7,
        split: Some(p),
        ..greedy_hot_cold(spare_factor, pages_per_block, r, f, paper)
    }
}

/// Every simulated row of the paper.
pub const ROWS: &[Row] = &[
    lru(0.03, 16.835),
    lru(0.07, 7.317),
    lru(0.11, 4.725),
    lru(0.17, 3.129),
    lru(0.23, 2.371),
    greedy(0.03, 37, 13.631),
    greedy(0.05, 2, 8.870),
    greedy(0.07, 2, 6.625),
    greedy(0.11, 2, 4.432),
    greedy(0.17, 2, 3.002),
    windowed(0.04, 12.469),
    windowed(0.06, 8.396),
    windowed(0.08, 6.356),
    windowed(0.11, 4.682),
    windowed(0.14, 3.727),
    lru_hot_cold(0.03, 0.9, 0.05, 19.065),
    lru_hot_cold(0.07, 0.8, 0.2, 7.681),
    lru_hot_cold(0.07, 0.9, 0.05, 9.240),
    lru_hot_cold(0.11, 0.8, 0.2, 5.083),
    lru_hot_cold(0.11, 0.9, 0.05, 6.409),
    lru_hot_cold(0.20, 0.8, 0.2, 3.034),
    lru_hot_cold(0.20, 0.9, 0.05, 3.972),
    greedy_hot_cold(0.03, 32, 0.9, 0.05, 13.433),
    greedy_hot_cold(0.07, 64, 0.9, 0.05, 8.608),
    greedy_hot_cold(0.07, 128, 0.8, 0.2, 7.325),
    greedy_hot_cold(0.11, 64, 0.9, 0.05, 6.112),
    greedy_hot_cold(0.11, 32, 0.8, 0.2, 4.537),
    greedy_hot_cold(0.20, 64, 0.9, 0.05, 3.826),
    greedy_hot_cold(0.20, 128, 0.8, 0.2, 2.992),
    pools(0.07, 64, 0.9, 0.05, 0.43466, 2.325),
    pools(0.07, 128, 0.8, 0.2, 0.51454, 4.693),
    pools(0.11, 32, 0.8, 0.2, 0.53431, 2.919),
    pools(0.11, 64, 0.9, 0.05, 0.40999, 1.760),
    pools(0.20, 64, 0.9, 0.05, 0.36729, 1.311),
    pools(0.20, 128, 0.8, 0.2, 0.49684, 1.966),
];

impl Row {
    /// The same row on a device with fewer user pages. A window keeps its length.
    pub fn with_user_pages(self, user_pages: u32) -> Self {
        Self { user_pages, ..self }
    }

    /// Blocks of the device: T.
    pub fn blocks(&self) -> u32 {
        let pages = f64::from(self.user_pages) / (1.0 - self.spare_factor);
        (pages / f64::from(self.pages_per_block)).round() as u32
    }

    /// Table and parameters.
    pub fn name(&self) -> String {
        let Self {
            table,
            policy,
            spare_factor,
            pages_per_block,
            gc_threshold,
            ..
        } = self;
        let mut name = format!(
            "Table {table}  {policy} Sf {spare_factor:.2} Np {pages_per_block} T {} gc_threshold {gc_threshold}",
            self.blocks()
        );
        if let Some((r, f)) = self.hot_cold {
            write!(name, " r {r} f {f}").expect("a string");
        }
        if let Some(p) = self.split {
            write!(name, " p {p}").expect("a string");
        }
        name
    }

    /// Writes a user page that warm up, and that are counted then. Cold pages take long until each was rewritten; with next to no
    /// spare pages A still rises by 0.1 % after 8 writes a page.
    pub fn writes(&self) -> (f64, f64) {
        match self.hot_cold {
            None => (4.0, 2.0),
            Some(_) if self.spare_factor < 0.05 => (24.0, 4.0),
            Some(_) => (8.0, 2.0),
        }
    }

    /// The run of this row, with this many writes a user page; `Err`: its device is too small for it, and why.
    pub fn setup(&self, writes: f64) -> Result<Setup, String> {
        let requests = self.requests(writes);
        let pools = self.split.map_or(String::new(), |p| {
            format!(r#","hot_cold":{{"classifier":"oracle","pool_choice":{{"kind":"fixed_split","p":{p}}}}}"#)
        });
        let workload = self
            .hot_cold
            .map_or(r#""kind":"uniform""#.to_owned(), |(r, f)| {
                format!(r#""kind":"hot_cold","r":{r},"f":{f}"#)
            });
        let (blocks, np, sf) = (self.blocks(), self.pages_per_block, self.spare_factor);
        let (policy, threshold) = (self.policy, self.gc_threshold);
        let text = format!(
            r#"{{"format":1,"device":{{"blocks":{blocks},"pages_per_block":{np}}},"spare_factor":{sf},
                "ftl":{{"kind":"page","gc_policy":{policy},"gc_threshold":{threshold}{pools}}},
                "precondition":[{{"kind":"sequential"}}],"workload":{{{workload},"requests":{requests}}}}}"#
        );
        scenario::parse(&text).map_err(|fault| fault.message)
    }

    fn requests(&self, writes: f64) -> u64 {
        (f64::from(self.user_pages) * writes) as u64
    }

    /// Our write amplification: counted over `measured` writes a user page, after `warm` of them. In the beginning every page was
    /// written once, in order. `Err`: see [`Self::setup`].
    pub fn run(&self, warm: f64, measured: f64) -> Result<f64, String> {
        let setup = self.setup(warm + measured)?;
        let warm = self.requests(warm);
        let mut device = Device::new(&setup).expect("no initial state");
        for request in Source::precondition(&setup, 0) {
            device.prepare(&request).expect("runs");
        }
        let source = Source::workload(&setup, &|_| None).expect("no trace");
        for (i, request) in source.enumerate() {
            if i as u64 == warm {
                device.start_counting();
            }
            device.prepare(&request).expect("runs");
        }
        Ok(device
            .counters()
            .write_amplification()
            .expect("the host wrote"))
    }

    /// How far ours is from the paper's, in per cent of the paper's.
    pub fn off(&self, ours: f64) -> f64 {
        (ours / self.paper - 1.0) * 100.0
    }
}
