//! A run in which nothing of interest happens, why, and the change that shows more (SPEC 11.14).

use crate::json::Index;
use crate::protocol::{Position, QuietChange as Change, QuietWhy as Why};
use crate::scenario::Setup;
use crate::simulation::Simulation;

/// A write amplification below this is not high.
const HIGH: f64 = 1.5;
/// Page writes that a changed run may take about: two seconds.
const MOST: u64 = 20_000_000;
/// Windows of a steady state that has to be given up.
const WINDOWS: u64 = 50;

/// A precondition, and the step behind it.
const FULL: &str = r#"[{"kind":"sequential"}]"#;
const STEADY: &str = r#"{"kind":"steady_state"}"#;

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
pub struct Little {
    /// The reason.
    pub why: Why,
    /// Blocks beyond those that the logical pages fill.
    pub spare_blocks: u32,
    /// In order: the first whose run shows more counts. Empty where they would take too long.
    pub tries: Vec<Try>,
}

/// Of a run at its end.
pub fn of(run: &Simulation) -> Option<Little> {
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
    Some(Little {
        why,
        spare_blocks: geometry.blocks - setup.shape().logical_blocks(),
        tries: tries(why, setup, counters.total_programs() + counters.host.writes),
    })
}

/// Whether a changed run shows more: blocks are erased; or half of the excess is gone.
pub fn shows(why: Why, before: Option<f64>, after: &Simulation) -> bool {
    let after = after.view().counters();
    match (why, before, after.write_amplification()) {
        (Why::LeastSpare, Some(before), Some(after)) => 2.0 * (after - 1.0) <= before - 1.0,
        (Why::LeastSpare, ..) => false,
        _ => after.total_erases() > 0,
    }
}

/// Scenarios that may show more. A changed run takes about as many page writes as the run itself, `writes`.
fn tries(why: Why, setup: &Setup, writes: u64) -> Vec<Try> {
    let text = Index::new(&setup.canonical);
    let with = |change, path, value: &str| {
        let scenario = text.replaced(path, value);
        let scenario = scenario.expect("canonical text is complete");
        Try { change, scenario }
    };
    if why == Why::LeastSpare {
        let blocks = setup.geometry.blocks + 1;
        let more =
            (writes <= MOST).then(|| with(Change::Block, "device.blocks", &blocks.to_string()));
        return more.into_iter().collect();
    }
    if setup.initial.is_some() {
        return Vec::new();
    }
    let before = text
        .value_of("precondition")
        .expect("canonical text is complete");
    let filled = if setup.preconditions.is_empty() {
        FULL
    } else {
        before
    };
    let open = filled.strip_suffix(']').expect("a list");
    let steady = format!("{open},{STEADY}]");
    let fill = u64::from(setup.logical_pages);
    let mut tries = Vec::new();
    if setup.preconditions.is_empty() && writes + fill <= MOST {
        tries.push(with(Change::Full, "precondition", filled));
    }
    if writes + fill * (WINDOWS + 1) <= MOST {
        tries.push(with(Change::Steady, "precondition", &steady));
    }
    tries
}
