//! How long a drive lasts under what a run counted (SPEC 6.7): the figures of [`model::Worn`] from a report and its scenario. The page
//! takes the same ones from the same report (web/model/what-if/lifetime.ts).

use model::{Hu, Lasts, NoEndurance, OutOfRange, Worn};
use serde::{Deserialize, Serialize};

use crate::report::{Report, Steady};
use crate::scenario::Setup;

/// Erases that a block endures, if no one says it: as data sheets have it for three bits a cell.
pub const CYCLES: u32 = 3000;

const SECOND_US: f64 = 1e6;

/// The part of a report from which it is computed.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Counted {
    host: Host,
    flash: Flash,
    wear: Wear,
    write_amplification: Option<f64>,
    arrivals_us: Option<f64>,
    overload: Option<Done>,
    steady: Option<Steady>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Host {
    bytes_written: u64,
    writes: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Flash {
    programs: Programs,
    erases: Erases,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Programs {
    total: u64,
    host: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Erases {
    total: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Wear {
    max: u32,
    mean: f64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Done {
    done_us: f64,
}

impl From<&Report> for Counted {
    fn from(report: &Report) -> Self {
        Self {
            host: Host {
                bytes_written: report.host.bytes_written,
                writes: report.host.writes,
            },
            flash: Flash {
                programs: Programs {
                    total: report.flash.programs.total,
                    host: report.flash.programs.host,
                },
                erases: Erases {
                    total: report.flash.erases.total,
                },
            },
            wear: Wear {
                max: report.wear.max,
                mean: report.wear.mean,
            },
            write_amplification: report.write_amplification,
            arrivals_us: report.arrivals_us,
            overload: report.overload.as_ref().map(|overload| Done {
                done_us: overload.done_us,
            }),
            steady: report.steady,
        }
    }
}

/// How long a block lasts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Block {
    /// Its erases in the window.
    pub erases: f64,
    /// Windows until it is worn out.
    pub passes: f64,
    /// Its erases a day, and years until it is worn out; `None` without times.
    pub erases_per_day: Option<f64>,
    /// See `erases_per_day`.
    pub years: Option<f64>,
}

/// Hu's equation for the same pages.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ByHu {
    /// Windows until nothing is left.
    pub passes: f64,
    /// Years until then.
    pub years: Option<f64>,
    /// Host bytes until then, in 10^12 bytes.
    pub terabytes_written: f64,
    /// The share of an erased block that pages of the host take up.
    pub host_share_of_erased: f64,
}

/// How long the drive lasts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lasting {
    /// The mean block.
    pub mean_block: Block,
    /// The most erased block, if it stays as much above the mean as it was so far.
    pub most_erased_block: Block,
    /// Host bytes until the mean block is worn out, in 10^12 bytes.
    pub terabytes_written: f64,
    /// The same in times that the whole logical space is written, and those times a day.
    pub drive_writes: f64,
    /// See `drive_writes`.
    pub drive_writes_per_day: Option<f64>,
    /// The share of an erased block that pages of the host take up.
    pub host_share_of_erased: f64,
    /// Hu's equation.
    pub hu: ByHu,
}

/// Why there is no lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The host writes nothing.
    NothingWritten,
    /// No block is erased.
    NothingErased,
}

/// Why no days are said, or by which clock they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// From the first arrival to the last.
    Arrivals,
    /// Requests arrive faster than the drive serves them: until all are done.
    Served,
    /// Requests have no times of their own.
    None,
    /// All arrive at once.
    AtOnce,
}

/// The lifetime of a drive under the workload of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lifetime {
    /// Erases that a block endures.
    pub cycles: u32,
    /// The window that everything is of, where the workload is repeated until it is steady; otherwise all that was counted.
    pub steady: Option<Steady>,
    /// Block erases in it.
    pub erases: f64,
    /// Blocks of the drive.
    pub blocks: u32,
    /// Bytes that the host wrote in it.
    pub host_bytes: f64,
    /// How long it takes, seconds, and by which clock.
    pub seconds: Option<f64>,
    /// See `seconds`.
    pub clock: Clock,
    /// All programs / host page writes.
    pub write_amplification: Option<f64>,
    /// All programs / programs for the host, as drives count it (SMART): a write buffer has no part in it.
    pub smart_write_amplification: Option<f64>,
    /// `None`: see `why_not`.
    pub lasting: Option<Lasting>,
    /// Why `lasting` is missing.
    pub why_not: Option<Why>,
}

/// Of a run on the drive of `setup`, or of runs that differ in their seed: then every count is the mean over them, as the page has it.
///
/// # Errors
/// If `cycles` is below 1.
///
/// # Panics
/// Without a run.
pub fn lifetime(runs: &[Counted], setup: &Setup, cycles: u32) -> Result<Lifetime, OutOfRange> {
    let first = runs.first().expect("at least one run");
    let mean = |of: &dyn Fn(&Counted) -> Option<f64>| {
        let there: Vec<f64> = runs.iter().filter_map(of).collect();
        (!there.is_empty()).then(|| there.iter().sum::<f64>() / there.len() as f64)
    };
    let all = |of: fn(&Counted) -> f64| mean(&|run| Some(of(run))).expect("each has it");
    let done = mean(&|run| run.overload.map(|done| done.done_us));
    let span_us = done.or_else(|| mean(&|run| run.arrivals_us));
    let clock = match (done, span_us) {
        (Some(_), _) => Clock::Served,
        (None, Some(us)) if us > 0.0 => Clock::Arrivals,
        (None, Some(_)) => Clock::AtOnce,
        (None, None) => Clock::None,
    };
    let seconds = span_us.map(|us| us / SECOND_US);
    let geometry = &setup.geometry;
    let page_bytes = f64::from(geometry.page_bytes);
    let worn = Worn {
        erases: all(|run| run.flash.erases.total as f64),
        host_bytes: all(|run| run.host.bytes_written as f64),
        page_bytes: all(|run| run.host.writes as f64) * page_bytes,
        seconds: seconds.unwrap_or(f64::NAN),
        most: all(|run| f64::from(run.wear.max)),
        mean: all(|run| run.wear.mean),
        blocks: f64::from(geometry.blocks),
        block_bytes: f64::from(geometry.pages_per_block) * page_bytes,
        logical_bytes: f64::from(setup.logical_pages) * page_bytes,
    };
    let (lasting, why_not) = match worn.endurance(f64::from(cycles)) {
        Ok(found) => (
            Some(Lasting {
                mean_block: block(found.mean),
                most_erased_block: block(found.most),
                terabytes_written: found.terabytes,
                drive_writes: found.drive_writes,
                drive_writes_per_day: there(found.drive_writes_a_day),
                host_share_of_erased: found.share,
                hu: by_hu(found.hu),
            }),
            None,
        ),
        Err(NoEndurance::OutOfRange(refused)) => return Err(refused),
        Err(NoEndurance::NothingWritten) => (None, Some(Why::NothingWritten)),
        Err(NoEndurance::NothingErased) => (None, Some(Why::NothingErased)),
    };
    let programs = all(|run| run.flash.programs.total as f64);
    let of_host = all(|run| run.flash.programs.host as f64);
    Ok(Lifetime {
        cycles,
        steady: first.steady,
        erases: worn.erases,
        blocks: geometry.blocks,
        host_bytes: worn.host_bytes,
        seconds,
        clock,
        write_amplification: mean(&|run| run.write_amplification),
        smart_write_amplification: (of_host > 0.0).then(|| programs / of_host),
        lasting,
        why_not,
    })
}

/// A figure that is one.
fn there(figure: f64) -> Option<f64> {
    figure.is_finite().then_some(figure)
}

fn block(lasts: Lasts) -> Block {
    Block {
        erases: lasts.erases,
        passes: lasts.passes,
        erases_per_day: there(lasts.erases_a_day),
        years: there(lasts.years),
    }
}

fn by_hu(hu: Hu) -> ByHu {
    ByHu {
        passes: hu.passes,
        years: there(hu.years),
        terabytes_written: hu.terabytes,
        host_share_of_erased: hu.share,
    }
}
