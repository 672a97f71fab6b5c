//! How much spare space is enough for a write amplification (SPEC 6.8): which drive is to be run next, and what was found. The page takes
//! the same steps from [`model::fewest_blocks`] (web/model/what-if/spare.ts).

use model::{Step, Tried, Wanted, fewest_blocks};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::failure::{Failure, FailureKind};
use crate::report::{Report, Steady, owing};
use crate::scenario::Setup;
use crate::scenario::needs::minimum_blocks;

/// Schemes whose spare blocks are one pool, which further ones join.
const SCHEMES: [&str; 2] = ["page", "dftl"];

/// The largest drive has this many times the blocks that the data take up.
const MOST: u32 = 4;

/// The part of a report from which it is computed.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Counted {
    write_amplification: Option<f64>,
    write_amplification_drained: Option<f64>,
    steady: Option<Steady>,
    host: Host,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Host {
    writes: u64,
}

impl Counted {
    /// With the write buffer written out where that says something else.
    fn amplification(&self) -> Option<f64> {
        let so_far = self.write_amplification?;
        let all = self.write_amplification_drained;
        Some(all.and_then(|all| owing(so_far, all)).unwrap_or(so_far))
    }
}

impl From<&Report> for Counted {
    fn from(report: &Report) -> Self {
        Self {
            write_amplification: report.write_amplification,
            write_amplification_drained: report.write_amplification_drained,
            steady: report.steady,
            host: Host {
                writes: report.host.writes,
            },
        }
    }
}

/// A drive that was run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Run {
    /// Its blocks.
    pub blocks: u32,
    /// Its share of pages that are not logical.
    pub spare: f64,
    /// Its write amplification, with the write buffer written out where that says something else; `None`: the host writes nothing.
    pub write_amplification: Option<f64>,
    /// Which window that is of.
    pub steady: Option<Steady>,
    /// Page writes of the host in a pass of the workload; `None`: it is not repeated until it is steady.
    pub pass_writes: Option<f64>,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// One block less was tried, and is not enough.
    Enough,
    /// There is no smaller drive.
    Smallest,
    /// The largest drive is not enough.
    Beyond,
    /// The host writes nothing.
    NothingWritten,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spare {
    /// Write amplification, at most.
    pub wanted: f64,
    /// How it ended.
    pub outcome: Outcome,
    /// The drive with the fewest blocks that is enough; otherwise the largest.
    pub found: Run,
    /// All that were run, the smallest first.
    pub runs: Vec<Run>,
    /// Pages of the drive that was found which are not logical.
    pub spare_pages: f64,
    /// Whether every pass has the same requests.
    pub given: bool,
}

/// Two write amplifications say the same if one is less than this share above the other: a window is steady within 2 %, unless the
/// scenario says otherwise.
const NOTABLE: f64 = 0.05;

/// A pass that writes fewer pages than this many times the spare ones is short.
const SHORT: f64 = 2.0;

impl Spare {
    /// The page writes of a pass, where it is short beside the spare space: repeated, such requests say little of longer ones.
    pub fn short(&self) -> Option<f64> {
        let writes = self.found.pass_writes?;
        (self.given && writes < SHORT * self.spare_pages).then_some(writes)
    }

    /// Two drives, the smaller first, of which the larger has the larger write amplification: those that differ most. `None`: there are
    /// none, or they say the same.
    pub fn uneven(&self) -> Option<[&Run; 2]> {
        let times = |[less, more]: &[&Run; 2]| {
            let [less, more] = [less, more].map(|run| run.write_amplification);
            more.zip(less).map_or(0.0, |(more, less)| more / less)
        };
        let pairs = self.runs.iter().enumerate().flat_map(|(i, less)| {
            let larger = self.runs[i + 1..].iter();
            larger.map(move |more| [less, more])
        });
        pairs
            .filter(|pair| times(pair) > 1.0 + NOTABLE)
            .max_by(|a, b| times(a).total_cmp(&times(b)))
    }
}

/// A search that is under way.
#[derive(Clone, Debug)]
pub struct Search {
    document: Value,
    wanted: Wanted,
    logical_pages: f64,
    pages_per_block: f64,
    /// In the order in which they were run.
    runs: Vec<Run>,
}

impl Search {
    /// Of a scenario, whose workload is repeated until it is steady unless it comes to that by itself.
    ///
    /// # Errors
    /// If the scenario's FTL has no pool of spare blocks, if the scenario is of one device, or if such a write amplification is none.
    pub fn new(setup: &Setup, amplification: f64) -> Result<Self, Failure> {
        let refused = |field: &str, message: String, remedy: &str| {
            let mut failure = Failure::new(FailureKind::Scenario, message, remedy);
            failure.field = Some(field.to_owned());
            failure
        };
        if !(amplification.is_finite() && amplification > 0.0) {
            return Err(Failure::new(
                FailureKind::Command,
                format!("a write amplification of {amplification} is none"),
                "Give a number above 0, as 1.5.",
            ));
        }
        let kind = setup.scheme.name();
        if !SCHEMES.contains(&kind) {
            return Err(refused(
                "ftl.kind",
                format!("the spare blocks of `{kind}` are no single pool that could be larger"),
                "Take `page` or `dftl`. For another FTL sweep over its log blocks: `ftl-lab sweep --help`.",
            ));
        }
        let mut document: Value =
            serde_json::from_str(&setup.canonical).expect("canonical text is JSON");
        for field in ["initial", "interventions"] {
            let there = document.get(field);
            if there.is_some_and(|there| there.as_array().is_none_or(|list| !list.is_empty())) {
                return Err(refused(
                    field,
                    format!("`{field}` is of one device, and others are tried"),
                    "Leave it out.",
                ));
            }
        }
        until_steady(&mut document);
        let geometry = setup.geometry;
        let data = setup.logical_pages.div_ceil(geometry.pages_per_block);
        let least = minimum_blocks(&setup.canonical).expect("it was checked");
        let least = u32::try_from(least).unwrap_or(u32::MAX).max(data + 1);
        Ok(Self {
            document,
            wanted: Wanted {
                amplification,
                data,
                least,
                most: data.saturating_mul(MOST).max(least),
                first: geometry.blocks,
            },
            logical_pages: f64::from(setup.logical_pages),
            pages_per_block: f64::from(geometry.pages_per_block),
            runs: Vec::new(),
        })
    }

    /// The scenario that is to be run next, and its blocks; `None`: it has ended.
    pub fn next(&self) -> Option<(u32, String)> {
        let Some(Step::Try(blocks)) = self.step() else {
            return None;
        };
        let mut document = self.document.clone();
        document["device"]["blocks"] = json!(blocks);
        Some((blocks, document.to_string()))
    }

    /// Takes up a run of [`Self::next`].
    pub fn put(&mut self, blocks: u32, counted: &Counted) {
        self.runs.push(Run {
            blocks,
            spare: 1.0 - self.logical_pages / (f64::from(blocks) * self.pages_per_block),
            write_amplification: counted.amplification(),
            steady: counted.steady,
            pass_writes: counted
                .steady
                .map(|steady| counted.host.writes as f64 / f64::from(steady.passes)),
        });
    }

    /// The next step; `None` where nothing is written.
    fn step(&self) -> Option<Step> {
        let tried = self.runs.iter().map(|run| {
            Some(Tried {
                blocks: run.blocks,
                amplification: run.write_amplification?,
            })
        });
        let tried: Vec<Tried> = tried.collect::<Option<_>>()?;
        Some(fewest_blocks(&self.wanted, &tried))
    }

    /// The result.
    ///
    /// # Panics
    /// Before its end.
    pub fn found(mut self) -> Spare {
        let step = self.step();
        self.runs.sort_unstable_by_key(|run| run.blocks);
        let of = |blocks| self.runs.iter().find(|run| run.blocks == blocks);
        let (outcome, found) = match step {
            None => (Outcome::NothingWritten, self.runs.first()),
            Some(Step::Beyond) => (Outcome::Beyond, self.runs.last()),
            Some(Step::Enough(blocks)) if blocks == self.wanted.least => {
                (Outcome::Smallest, of(blocks))
            }
            Some(Step::Enough(blocks)) => (Outcome::Enough, of(blocks)),
            Some(Step::Try(_)) => panic!("the search has not ended"),
        };
        let found = *found.expect("at least one was run");
        let kind = self.document["workload"]["kind"].as_str();
        Spare {
            wanted: self.wanted.amplification,
            outcome,
            found,
            spare_pages: f64::from(found.blocks) * self.pages_per_block - self.logical_pages,
            given: kind.is_some_and(|kind| ["trace", "ops"].contains(&kind)),
            runs: self.runs,
        }
    }
}

/// Repeats the workload until it is steady, unless it is repeated so, or written until then before.
fn until_steady(document: &mut Value) {
    let repeated = document["workload"]["repeat"].get("until_steady").is_some();
    let before = document["precondition"].as_array();
    let written =
        before.is_some_and(|steps| steps.iter().any(|step| step["kind"] == "steady_state"));
    if !repeated && !written {
        document["workload"]["repeat"] = json!({ "until_steady": {} });
        if let Some(members) = document.as_object_mut() {
            members.remove("warmup_requests");
        }
    }
}
