//! `ftl-lab compare`: runs on the same requests, each against one of them, with how sure the difference is (SPEC 11.15). The same figures
//! as the page's comparison, whose saved result it takes.

pub mod runs;
mod shown;

use serde::Serialize;
use sim::failure::Failure;
use sim::report::{Report, owing};
use sim::sweep::{
    Difference, Lack, Mark, Part, Runner, Settling, difference_of, difference_of_ratios, settling,
};

use crate::args;
use crate::beside_each_other::{each, jobs};
use crate::problem::Problem;
use runs::{Asked, Case};
pub use shown::shown;

/// Flash operations of a slice.
const SLICE: u64 = 1 << 22;

/// Runs and compares.
pub fn compare(args: &args::Compare) -> Result<String, Problem> {
    let cases = runs::read(args)?;
    let all: Vec<&Asked> = cases.iter().flat_map(|case| &case.runs).collect();
    let done = each("compare", &all, jobs(args.jobs), |asked| run(asked));
    let mut done = done.into_iter();
    let (mut there, mut failed) = (Vec::new(), Vec::new());
    for case in &cases {
        match Compared::of(case, &mut done) {
            Ok(compared) => there.push(compared),
            Err(failure) => failed.push(Failed {
                name: case.name.clone(),
                failure,
            }),
        }
    }
    if there.len() < 2
        && let Some(Failed { name, failure }) = failed.pop()
    {
        let message = format!("{name}: {}", failure.message);
        return Err(Problem::run(Failure { message, ..failure }));
    }
    let cases = there;
    let at = baseline(args, &cases)?;
    let rows: Vec<Row> = cases.iter().map(|case| Row::of(case, &cases[at])).collect();
    Ok(if args.json {
        crate::import::json(&shown::Document {
            baseline: cases[at].name,
            runs: &rows,
            failed: &failed,
        })
    } else if args.csv {
        shown::csv(&rows)
    } else {
        shown::text(&rows, at, &failed)
    })
}

/// Which case the others are compared with.
fn baseline(args: &args::Compare, cases: &[Compared]) -> Result<usize, Problem> {
    let Some(wanted) = &args.baseline else {
        return Ok(0);
    };
    cases
        .iter()
        .position(|case| case.name == *wanted)
        .ok_or_else(|| {
            let names: Vec<&str> = cases.iter().map(|case| case.name).collect();
            Problem::usage(
                &format!("--baseline: no run is called `{wanted}`"),
                &format!("Give one of: {}.", names.join("; ")),
            )
        })
}

/// The report of a run, and the ends of its windows.
pub struct Done {
    pub report: Report,
    marks: Vec<Mark>,
}

/// Runs one.
pub fn run(asked: &Asked) -> Result<Done, Failure> {
    let mut runner = Runner::new();
    if let Some(trace) = &asked.trace {
        let file = std::sync::Arc::clone(&trace.file);
        runner.attach(&trace.name, Box::new(file))?;
    }
    let mut report = runner.start(&asked.scenario)?;
    loop {
        if let Some(report) = report {
            let marks = runner.marks().to_vec();
            return Ok(Done { report, marks });
        }
        report = runner.slice(SLICE)?;
    }
}

/// A case that could not be run to its end.
#[derive(Serialize)]
pub struct Failed {
    pub name: String,
    pub failure: Failure,
}

/// A case that was run, with each of its seeds.
struct Compared<'a> {
    name: &'a str,
    trace_hash: Option<&'a str>,
    /// Whether another seed gives other requests.
    drawn: bool,
    logical_pages: u32,
    runs: Vec<Done>,
}

impl<'a> Compared<'a> {
    fn of(
        case: &'a Case,
        done: &mut impl Iterator<Item = Result<Done, Failure>>,
    ) -> Result<Self, Failure> {
        // All of them, also behind one that failed.
        let runs: Vec<_> = done.by_ref().take(case.runs.len()).collect();
        Ok(Self {
            name: &case.name,
            trace_hash: case.trace_hash(),
            drawn: case.drawn,
            logical_pages: case.logical_pages,
            runs: runs.into_iter().collect::<Result<_, Failure>>()?,
        })
    }

    /// Its parts as a figure has them: a whole run for each seed, or the windows of one.
    fn parts(&self, figure: &Figure) -> Vec<Part> {
        if self.runs.len() > 1 {
            return self.whole(figure).collect();
        }
        let mut before = Mark::default();
        let marks = self.runs[0].marks.iter();
        marks
            .map(|&mark| {
                let of = |mark: &Mark| (figure.of_mark)(mark);
                let (from, to) = (of(&before), of(&mark));
                before = mark;
                Part {
                    of: to.of - from.of,
                    per: to.per - from.per,
                }
            })
            .collect()
    }

    /// Its runs as a figure has them.
    fn whole(&self, figure: &Figure) -> impl Iterator<Item = Part> {
        let owes = self.owes();
        self.runs
            .iter()
            .map(move |run| (figure.of_report)(&run.report, owes))
    }

    /// Whether the pages that the write buffer owes change the write amplification, on average over the seeds.
    fn owes(&self) -> bool {
        let mean = |of: fn(&Report) -> Option<f64>| {
            let each: Option<Vec<f64>> = self.runs.iter().map(|run| of(&run.report)).collect();
            each.map(|each| each.iter().sum::<f64>() / each.len() as f64)
        };
        let (so_far, drained) = (
            mean(|report| report.write_amplification),
            mean(|report| report.write_amplification_drained),
        );
        so_far
            .zip(drained)
            .is_some_and(|(so_far, drained)| owing(so_far, drained).is_some())
    }

    /// The mean over its seeds.
    fn figure(&self, figure: &Figure) -> f64 {
        self.whole(figure).map(|part| ratio(&part)).sum::<f64>() / self.runs.len() as f64
    }

    fn window(&self) -> Option<u32> {
        let steady = self.runs[0].report.steady.as_ref()?;
        Some(steady.window)
    }
}

fn ratio(part: &Part) -> f64 {
    part.of / part.per
}

/// A figure that is compared: the quotient of two sums.
pub struct Figure {
    /// In files.
    pub key: &'static str,
    /// Over a column.
    pub title: &'static str,
    of_mark: fn(&Mark) -> Part,
    /// With the pages that the write buffer owes, or without them.
    of_report: fn(&Report, bool) -> Part,
}

fn part(of: f64, per: f64) -> Part {
    Part { of, per }
}

/// The figures, of marks and of whole runs.
const FIGURES: [Figure; 4] = [
    Figure {
        key: "write_amplification",
        title: "write amplification",
        of_mark: |mark| part(mark.programs as f64, mark.writes as f64),
        of_report: |report, owes| {
            let writes = report.host.writes as f64;
            let drained = report.write_amplification_drained.filter(|_| owes);
            let programs = report.flash.programs.total as f64;
            part(drained.map_or(programs, |drained| drained * writes), writes)
        },
    },
    Figure {
        key: "erases_per_1000_page_writes",
        title: "erases per 1,000 page writes",
        of_mark: |mark| part(1000.0 * mark.erases as f64, mark.writes as f64),
        of_report: |report, _| {
            part(
                1000.0 * report.flash.erases.total as f64,
                report.host.writes as f64,
            )
        },
    },
    Figure {
        key: "mean_service_us",
        title: "mean service, us",
        of_mark: |mark| part(mark.service_us, mark.answered as f64),
        of_report: |report, _| part(report.service_us.mean, 1.0),
    },
    Figure {
        key: "mean_response_us",
        title: "mean response, us",
        of_mark: |mark| part(mark.response_us, mark.answered as f64),
        of_report: |report, _| part(report.response_us.mean, 1.0),
    },
];

/// Which parts of the runs were compared in pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Seeds,
    Windows,
}

/// Why a difference has no interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Too few seeds, or too many.
    Seeds,
    /// The runs have fewer than 30 windows.
    Windows,
    /// The windows depend on one another too much.
    Dependent,
    /// Nothing is written, or answered.
    Empty,
    /// The write buffer owes pages at the end, which belong to no window.
    Owed,
    /// The workloads are drawn, and became steady in different passes: these are other requests.
    Apart,
}

/// A figure of a run, and by how much it is more than the baseline's.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Told {
    /// `null`: nothing is written, or answered.
    pub value: Option<f64>,
    /// `null` of the baseline itself, and where there is no interval.
    pub difference: Option<Difference>,
    pub by: Option<By>,
    pub why_not: Option<Why>,
}

/// A run in the comparison.
#[derive(Debug, Serialize)]
pub struct Row {
    pub name: String,
    /// Of its scenario in canonical form, with the first seed.
    pub scenario_hash: String,
    /// Of the requests of its trace.
    pub trace_hash: Option<String>,
    /// How many seeds it was run with; its figures are means over them.
    pub seeds: usize,
    /// In the order of [`FIGURES`].
    #[serde(serialize_with = "shown::by_key")]
    pub figures: [Told; FIGURES.len()],
    /// The window that its figures are of, where its workload is repeated until it is steady.
    pub window: Option<u32>,
    /// Whether its write amplification settled there, or in its last quarter; `null`: it is too short.
    pub steady: Option<bool>,
    /// The last quarter, with the first seed; `null` where a window was found instead.
    pub last_quarter: Option<Settling>,
}

impl Row {
    fn of(case: &Compared<'_>, baseline: &Compared<'_>) -> Self {
        // With the first seed; whether it settled, with every seed.
        let settled = case.runs.iter().map(|run| {
            if let Some(steady) = &run.report.steady {
                return (Some(steady.reached), None);
            }
            let quarter = settling(&run.marks, case.logical_pages);
            (quarter.map(|quarter| quarter.steady), quarter)
        });
        let (settled, quarters): (Vec<_>, Vec<_>) = settled.unzip();
        Self {
            name: case.name.to_owned(),
            scenario_hash: case.runs[0].report.scenario_hash.clone(),
            trace_hash: case.trace_hash.map(str::to_owned),
            seeds: case.runs.len(),
            figures: FIGURES.each_ref().map(|figure| {
                let value = case.figure(figure);
                let found =
                    (!std::ptr::eq(case, baseline)).then(|| between(case, baseline, figure));
                let (by, found) = found.unzip();
                let (difference, why_not) = match found {
                    Some(Ok(difference)) => (Some(difference), None),
                    Some(Err(why)) => (None, Some(why)),
                    None => (None, None),
                };
                Told {
                    value: value.is_finite().then_some(value),
                    difference,
                    by,
                    why_not,
                }
            }),
            window: case.window(),
            steady: settled
                .into_iter()
                .try_fold(true, |all, one| Some(all && one?)),
            last_quarter: quarters[0],
        }
    }
}

fn between(
    mine: &Compared<'_>,
    theirs: &Compared<'_>,
    figure: &Figure,
) -> (By, Result<Difference, Why>) {
    let by_seeds = mine.runs.len() > 1 && theirs.runs.len() > 1;
    let by = if by_seeds { By::Seeds } else { By::Windows };
    (by, found(by, mine, theirs, figure))
}

fn found(
    by: By,
    mine: &Compared<'_>,
    theirs: &Compared<'_>,
    figure: &Figure,
) -> Result<Difference, Why> {
    let (lack, found) = match by {
        By::Seeds => {
            let ratios = |case: &Compared<'_>| -> Vec<f64> {
                case.parts(figure).iter().map(ratio).collect()
            };
            (Why::Seeds, difference_of(&ratios(mine), &ratios(theirs)))
        }
        By::Windows if mine.drawn && mine.window() != theirs.window() => return Err(Why::Apart),
        By::Windows => (
            Why::Windows,
            difference_of_ratios(&mine.parts(figure), &theirs.parts(figure)),
        ),
    };
    let difference = found.map_err(|found| match found {
        Lack::Pairs => lack,
        Lack::Dependent => Why::Dependent,
    })?;
    if !difference.mean.is_finite() {
        return Err(Why::Empty);
    }
    if by == By::Windows && figure.key == FIGURES[0].key && (mine.owes() || theirs.owes()) {
        return Err(Why::Owed);
    }
    Ok(difference)
}
