//! `ftl-lab model`: the closed forms of SPEC 8 and Hu's equation 4.1, for one value or a table of several.

use clap::{Args, Subcommand};
use model::{
    Age, Cleaning, OutOfRange, Settled, Split, Traffic, derivative, residual_lifetime,
    write_amplification,
};

use self::table::{Answer, Figure, Lists, Table};
use crate::problem::Problem;

mod table;

/// `ftl-lab model`.
#[derive(Debug, Args)]
#[command(
    after_help = "Every figure may be a list (--sf 0.07,0.11,0.17): one line for each combination."
)]
pub struct Model {
    #[command(subcommand)]
    kind: Kind,
    /// Print everything as JSON, with all digits
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// Write amplification, LRU GC, uniform traffic (eq. 4)
    Lru {
        #[command(flatten)]
        spare: Spare,
        /// Share of the requests that trim a page anywhere; the rest write one: spare space that the host gives
        #[arg(long, value_name = "SHARE", value_delimiter = ',')]
        trims: Vec<f64>,
    },
    /// Write amplification, greedy GC, uniform traffic (eq. 15)
    Greedy(Device),
    /// Write amplification, LRU GC, hot and cold pages mixed (eq. 14)
    LruHotCold {
        #[command(flatten)]
        spare: Spare,
        #[command(flatten)]
        heat: Heat,
    },
    /// Write amplification, greedy GC, hot and cold pages mixed (eq. 16)
    GreedyHotCold(Pools),
    /// Write amplification, LRU GC, k classes of pages (eq. 17-19)
    LruClasses {
        #[command(flatten)]
        spare: Spare,
        #[command(flatten)]
        classes: Classes,
    },
    /// Write amplification, greedy GC, k classes of pages (eq. 17-19 with the step of eq. 16)
    GreedyClasses {
        #[command(flatten)]
        device: Device,
        #[command(flatten)]
        classes: Classes,
    },
    /// Hot and cold pages in blocks of their own, the best division of the spare space (eq. 20-22)
    OptimalSplit(Pools),
    /// Hot and cold pages in blocks of their own, a given division of the spare space (eq. 20-22)
    FixedSplit {
        #[command(flatten)]
        pools: Pools,
        /// Share of the spare space that the hot pages have
        #[arg(long, value_name = "SHARE", value_delimiter = ',', required = true)]
        p: Vec<f64>,
    },
    /// Hot and cold pages in blocks of their own, chosen by CAT with linear age (eq. 28)
    CatLinear(Pools),
    /// Hot and cold pages in blocks of their own, chosen by CAT with the logarithm of the age (eq. 26, 27)
    CatLog2 {
        #[command(flatten)]
        pools: Pools,
        /// Logical pages of the device, U: ages are counted in page writes
        #[arg(
            long,
            value_name = "U",
            value_delimiter = ',',
            default_value = "1000000"
        )]
        pages: Vec<f64>,
    },
    /// How write amplification changes with alpha, greedy GC, uniform traffic (eq. 29)
    Derivative(Device),
    /// Residual lifetime of a page-mapped drive (Hu, eq. 4.1)
    Lifetime {
        /// Data written so far, A, in the unit of the capacity
        #[arg(long, value_name = "A", value_delimiter = ',', required = true)]
        written: Vec<f64>,
        /// Capacity of the flash, S
        #[arg(long, value_name = "S", value_delimiter = ',', required = true)]
        capacity: Vec<f64>,
        /// Share of the capacity that data may take, P
        #[arg(long, value_name = "P", value_delimiter = ',', required = true)]
        range: Vec<f64>,
        /// Erases that a block is, M (MLC 10000, SLC 100000)
        #[arg(long, value_name = "M", value_delimiter = ',', required = true)]
        cycles: Vec<f64>,
    },
}

/// The spare space: Sf or alpha, and perhaps a free list.
#[derive(Debug, Args)]
struct Spare {
    /// Spare factor Sf = (T-U)/T: share of the blocks that the host does not see
    #[arg(
        long,
        value_name = "SF",
        value_delimiter = ',',
        required_unless_present = "alpha",
        conflicts_with = "alpha"
    )]
    sf: Vec<f64>,
    /// Over-provisioning factor T/U instead of Sf
    #[arg(long, value_name = "ALPHA", value_delimiter = ',')]
    alpha: Vec<f64>,
    /// Blocks in the free list, which age nothing (correction of Table 2)
    #[arg(
        long,
        value_name = "BLOCKS",
        value_delimiter = ',',
        requires = "blocks"
    )]
    free: Vec<f64>,
    /// Blocks of the device, T
    #[arg(long, value_name = "T", value_delimiter = ',', requires = "free")]
    blocks: Vec<f64>,
}

#[derive(Debug, Args)]
struct Block {
    /// Pages in a block
    #[arg(long, value_name = "PAGES", value_delimiter = ',', required = true)]
    np: Vec<f64>,
}

/// The input of greedy GC.
#[derive(Debug, Args)]
struct Device {
    #[command(flatten)]
    spare: Spare,
    #[command(flatten)]
    block: Block,
}

#[derive(Debug, Args)]
struct Heat {
    /// Share of the writes that go to hot pages
    #[arg(long, value_name = "SHARE", value_delimiter = ',', required = true)]
    r: Vec<f64>,
    /// Share of the pages that are hot
    #[arg(long, value_name = "SHARE", value_delimiter = ',', required = true)]
    f: Vec<f64>,
}

/// The input of greedy GC of hot and cold pages, in blocks of their own or mixed.
#[derive(Debug, Args)]
struct Pools {
    #[command(flatten)]
    device: Device,
    #[command(flatten)]
    heat: Heat,
}

#[derive(Debug, Args)]
struct Classes {
    /// Share of the writes and share of the pages of each class: 0.7:0.1,0.3:0.9
    #[arg(long, value_name = "R:F", value_delimiter = ',', required = true, value_parser = class)]
    classes: Vec<(f64, f64)>,
}

fn class(text: &str) -> Result<(f64, f64), String> {
    text.split_once(':')
        .and_then(|(r, f)| Some((r.parse().ok()?, f.parse().ok()?)))
        .ok_or_else(|| "write R:F, two shares: 0.7:0.1".to_owned())
}

impl Model {
    /// The table that is asked for.
    pub fn show(&self) -> Result<String, Problem> {
        self.kind.table().show(self.json)
    }
}

impl Kind {
    fn table(&self) -> Table<'_> {
        match self {
            Self::Lru { spare, trims } => Table {
                equation: "Desnoyers, eq. 4",
                lists: match trims.as_slice() {
                    [] => spare.lists(),
                    trims => [spare.lists(), vec![("trims", trims)]].concat(),
                },
                line: Box::new(|g| one(&Traffic::uniform(), Cleaning::lru(), g.alpha()?)),
            },
            Self::Greedy(device) => Table {
                equation: "Desnoyers, eq. 15",
                lists: device.lists(),
                line: Box::new(|g| one(&Traffic::uniform(), g.greedy()?, g.alpha()?)),
            },
            Self::LruHotCold { spare, heat } => Table {
                equation: "Desnoyers, eq. 14",
                lists: [spare.lists(), heat.lists()].concat(),
                line: Box::new(|g| one(&g.hot_cold()?, Cleaning::lru(), g.alpha()?)),
            },
            Self::GreedyHotCold(pools) => Table {
                equation: "Desnoyers, eq. 16",
                lists: pools.lists(),
                line: Box::new(|g| one(&g.hot_cold()?, g.greedy()?, g.alpha()?)),
            },
            Self::LruClasses { spare, classes } => Table {
                equation: "Desnoyers, eq. 17-19",
                lists: spare.lists(),
                line: Box::new(|g| one(&classes.traffic()?, Cleaning::lru(), g.alpha()?)),
            },
            Self::GreedyClasses { device, classes } => Table {
                equation: "Desnoyers, eq. 17-19 with the step of eq. 16",
                lists: device.lists(),
                line: Box::new(|g| one(&classes.traffic()?, g.greedy()?, g.alpha()?)),
            },
            Self::OptimalSplit(pools) => Table {
                equation: "Desnoyers, eq. 20-22",
                lists: pools.lists(),
                line: Box::new(|g| Ok(split(&g.pools()?.optimal()).into())),
            },
            Self::FixedSplit { pools, p } => Table {
                equation: "Desnoyers, eq. 20-22",
                lists: [pools.lists(), vec![("p", p)]].concat(),
                // p is in the line already.
                line: Box::new(|g| Ok(split(&g.pools()?.fixed(g.get("p"))?).split_off(1).into())),
            },
            Self::CatLinear(pools) => Table {
                equation: "Desnoyers, eq. 28",
                lists: pools.lists(),
                line: Box::new(|g| Ok(settled(&g.pools()?.cat(Age::Linear)?))),
            },
            Self::CatLog2 { pools, pages } => Table {
                equation: "Desnoyers, eq. 26, 27",
                lists: [pools.lists(), vec![("pages", pages)]].concat(),
                line: Box::new(|g| {
                    let logical = g.get("pages");
                    Ok(settled(&g.pools()?.cat(Age::Log2 { logical })?))
                }),
            },
            Self::Derivative(device) => Table {
                equation: "Desnoyers, eq. 29",
                lists: device.lists(),
                line: Box::new(|g| {
                    Ok(vec![("derivative", derivative(g.greedy()?, g.alpha()?)?)].into())
                }),
            },
            Self::Lifetime {
                written,
                capacity,
                range,
                cycles,
            } => Table {
                equation: "Hu, eq. 4.1",
                lists: vec![
                    ("written", written),
                    ("capacity", capacity),
                    ("range", range),
                    ("cycles", cycles),
                ],
                line: Box::new(|g| {
                    let [written, capacity, range, cycles] =
                        ["written", "capacity", "range", "cycles"].map(|name| g.get(name));
                    let left = residual_lifetime(written, capacity, range, cycles)?;
                    Ok(vec![("residual_lifetime", left)].into())
                }),
            },
        }
    }
}

impl Spare {
    fn lists(&self) -> Lists<'_> {
        let all = [
            ("sf", &self.sf),
            ("alpha", &self.alpha),
            ("blocks", &self.blocks),
            ("free", &self.free),
        ];
        let given = all.into_iter().filter(|(_, values)| !values.is_empty());
        given
            .map(|(name, values)| (name, values.as_slice()))
            .collect()
    }
}

impl Block {
    fn lists(&self) -> Lists<'_> {
        vec![("np", &self.np)]
    }
}

impl Device {
    fn lists(&self) -> Lists<'_> {
        [self.spare.lists(), self.block.lists()].concat()
    }
}

impl Pools {
    fn lists(&self) -> Lists<'_> {
        [self.device.lists(), self.heat.lists()].concat()
    }
}

impl Heat {
    fn lists(&self) -> Lists<'_> {
        vec![("r", &self.r), ("f", &self.f)]
    }
}

impl Classes {
    fn traffic(&self) -> Result<Traffic, OutOfRange> {
        Traffic::classes(&self.classes)
    }
}

fn one(traffic: &Traffic, cleaning: Cleaning, alpha: f64) -> Result<Answer, OutOfRange> {
    let figure = write_amplification(traffic, cleaning, alpha)?;
    Ok(vec![("write_amplification", figure)].into())
}

fn split(split: &Split) -> Vec<Figure> {
    vec![
        ("p", split.p),
        ("alpha_hot", split.alpha_hot),
        ("alpha_cold", split.alpha_cold),
        ("hot", split.hot),
        ("cold", split.cold),
        ("write_amplification", split.write_amplification),
    ]
}

fn settled(settled: &Settled) -> Answer {
    Answer {
        figures: split(&settled.split),
        note: (!settled.equal).then_some(
            "The scores of hot and cold blocks are equal at no p: one kind is always cleaned, and p is the end that this leads to.",
        ),
    }
}
