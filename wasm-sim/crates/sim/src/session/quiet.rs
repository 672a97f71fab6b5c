//! A run in which nothing of interest happens, why, and the change that shows more (SPEC 11.14).

use crate::protocol::Position;
use crate::report::Report;
use crate::scenario::{self, PreconditionStep, Setup};
use crate::simulation::Simulation;

/// A write amplification below this is not high.
const HIGH: f64 = 1.5;
/// Page writes that a changed run may take about: two seconds.
const MOST: u64 = 20_000_000;
/// Windows of a steady state that has to be given up.
const WINDOWS: u64 = 50;

/// The reason that a run shows little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The host writes no page twice, and no block is erased.
    NeverOverwrites,
    /// No block is erased.
    NothingErased,
    /// The write amplification is high, and the device has the fewest blocks that its scheme works with.
    LeastSpare,
}

/// A change of the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The device has one block more.
    Block,
    /// The device is written full before.
    Full,
    /// The device is in its steady state before.
    Steady,
}

/// A changed scenario, to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The change.
    pub change: Change,
    /// The scenario, JSON text.
    pub scenario: String,
}

/// A run that shows little, and the changes that may show more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The reason.
    pub why: Why,
    /// Blocks beyond those that the logical pages fill.
    pub spare_blocks: u32,
    /// In order: the first whose run shows more counts. Empty where they would take too long.
    pub tries: Vec<Try>,
}

/// Of a run at its end.
pub fn of(run: &Simulation) -> Option<Quiet> {
    let setup = run.setup();
    let counters = run.view().counters();
    if run.position() != Position::before(run.requests()) || counters.host.writes == 0 {
        return None;
    }
    let geometry = setup.geometry;
    let fewest = setup.scheme.minimum_blocks(setup.shape());
    let why = if counters.total_erases() > 0 {
        let high = counters.write_amplification().is_some_and(|wa| wa >= HIGH);
        if !high || u64::from(geometry.blocks) > fewest {
            return None;
        }
        Why::LeastSpare
    } else if run.device().overwrites() {
        Why::NothingErased
    } else {
        Why::NeverOverwrites
    };
    Some(Quiet {
        why,
        spare_blocks: geometry.blocks - setup.shape().logical_blocks(),
        tries: tries(why, setup, counters.total_programs() + counters.host.writes),
    })
}

/// Whether a changed run shows more: blocks are erased; or half of the excess is gone.
pub fn shows(why: Why, before: &Report, after: &Report) -> bool {
    match (why, before.write_amplification, after.write_amplification) {
        (Why::LeastSpare, Some(before), Some(after)) => 2.0 * (after - 1.0) <= before - 1.0,
        (Why::LeastSpare, ..) => false,
        _ => after.flash.erases.total > 0,
    }
}
/// Scenarios that may show more. A changed run takes about as many page writes as the run itself, `writes`.
fn tries(why: Why, setup: &Setup, writes: u64) -> Vec<Try> {
    let document = || scenario::read(&setup.canonical).expect("canonical text is a scenario");
    if why == Why::LeastSpare {
        let mut document = document();
        document.device.blocks += 1;
        return within(writes, vec![(Change::Block, document)]);
    }
    if setup.initial.is_some() {
        return Vec::new();
    }
    let step = |kind: &str| PreconditionStep {
        kind: kind.to_owned(),
        ..PreconditionStep::default()
    };
    let mut filled = document();
    let mut steady = document();
    let mut steps = steady.precondition.take().unwrap_or_default();
    if steps.is_empty() {
        steps.push(step("sequential"));
    }
    filled.precondition = Some(steps.clone());
    steps.push(step("steady_state"));
    steady.precondition = Some(steps);
    let fill = u64::from(setup.logical_pages);
    let mut tries = Vec::new();
    if setup.preconditions.is_empty() {
        tries = within(writes + fill, vec![(Change::Full, filled)]);
    }
    tries.extend(within(
        writes + fill * (WINDOWS + 1),
        vec![(Change::Steady, steady)],
    ));
    tries
}

fn within(writes: u64, changed: Vec<(Change, scenario::Scenario)>) -> Vec<Try> {
    if writes > MOST {
        return Vec::new();
    }
    let text = |document| serde_json::to_string(&document).expect("a scenario is JSON");
    let tries = changed.into_iter();
    tries
        .map(|(change, document)| Try {
            change,
            scenario: text(document),
        })
        .collect()
}
