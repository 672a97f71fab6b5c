//! From the document to the [`Setup`]: defaults are filled in and everything is checked.

use ftl::Scheme;
use nand::Geometry;

use super::document::{Device, Or, PreconditionStep, Scenario};
use super::document::{kinds, options};
use super::host;
use super::problem::bounds::{at_least, at_most, from_zero, number};
use super::problem::{Checked, Problem};
use super::{
    DEFAULT_SEED, MEMORY_LIMIT, Precondition, Setup, estimate_bytes, initial, interventions,
    preset, repeat, scheme, workload,
};
use crate::scenario::workload::WorkloadSpec;

/// In the page columns 29 bits hold a logical number, all ones meaning none (`protocol::CELL_WORDS`).
const MOST_PAGES: u64 = (1 << 29) - 1;
/// The largest integer that JavaScript keeps exactly.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Everything but the canonical text and its hash, which are left empty.
pub(super) fn resolve(document: &Scenario) -> Checked<Setup> {
    if document.format != 1 {
        let message = format!(
            "format {} is not known; this version reads format 1",
            document.format
        );
        return Err(Problem::new(
            "format",
            message,
            "Open it with the version that wrote it, or correct the number.",
        ));
    }
    let seed = document.seed.unwrap_or(DEFAULT_SEED);
    at_most("seed", seed, MOST_SEED)?;
    let geometry = geometry(&document.device)?;
    let logical_pages = logical_pages(document, geometry)?;
    let (timing, energy) = preset::resolve(document.device.timing.as_ref())?;
    let (scheme, buffer) = {
        let (ftl, buffer) = super::ram::divide(document, geometry, logical_pages)?;
        let mut scheme = options::scheme(&ftl, geometry)?;
        let buffer =
            super::ram::write_buffer::resolve(buffer.as_ref(), &mut scheme, geometry, timing)?;
        (scheme, buffer)
    };
    let preconditions = preconditions(document, logical_pages)?;
    let workload = workload::ops::resolve(&document.workload, logical_pages, geometry.page_bytes)?;
    let warmup_requests = document.warmup_requests.unwrap_or(0);
    let given = document.workload.repeat.as_ref();
    let repeat = repeat::resolve(given, &workload, logical_pages, warmup_requests)?;
    settles(&preconditions, &workload)?;
    let mut setup = Setup {
        name: document.name.clone().unwrap_or_default(),
        seed,
        geometry,
        program_order: document.device.program_order.unwrap_or_default(),
        timing,
        energy,
        logical_pages,
        scheme,
        buffer,
        preconditions,
        warmup_requests,
        workload,
        repeat,
        ignores_trims: document.workload.ignore_trims.unwrap_or_default(),
        interventions: Vec::new(),
        changes: Vec::new(),
        power_cuts: Vec::new(),
        parallel: None,
        initial: None,
        canonical: String::new(),
        hash: String::new(),
    };
    setup.parallel = host::resolve(document, setup.timing, &setup.workload)?;
    let channels = setup.parallel.map_or(1, |parallel| parallel.front.channels);
    if channels > 1 && setup.scheme.cleans_on_demand() {
        return Err(Problem::new(
            "host.channels",
            format!(
                "GC `on_demand` keeps one block in reserve, and {channels} channels would each need one"
            ),
            "Take one channel, or `\"gc_trigger\": \"threshold\"`.",
        ));
    }
    setup.scheme.stripe(channels);
    host::arrivals_end(&setup)?;
    if let Some(requests) = setup.requests() {
        warm_up(setup.warmup_requests, requests)?;
    }
    setup.power_cuts = power_cuts(document, &setup.scheme)?;
    memory(&setup)?;
    if let Some(document) = &document.initial {
        setup.initial = Some(initial::resolve(document, &setup)?);
    }
    scheme::order_suits(&setup)?;
    scheme::oracle_knows(&setup.scheme, &setup.workload)?;
    scheme::enough_blocks(&setup)?;
    interventions::resolve(document, &mut setup)?;
    // Other options may take more.
    memory(&setup)?;
    Ok(setup)
}

/// The requests after the warm-up are counted: a warm-up that takes all would make a report of zeros.
fn warm_up(warmup: u32, requests: u32) -> Checked<()> {
    if warmup == 0 || warmup < requests {
        return Ok(());
    }
    let most = requests.saturating_sub(1);
    Err(Problem::new(
        "warmup_requests",
        format!("`warmup_requests` is {warmup} of {requests} requests: none is left to be counted"),
        format!("Give at most {most}."),
    ))
}

/// The device and what the host sees of it, which need not fit: the device may still grow.
pub(super) fn size(document: &Scenario) -> Checked<(Geometry, u32)> {
    let geometry = geometry(&document.device)?;
    let logical_pages = match document.logical_pages {
        Some(pages) => pages,
        None => logical_pages(document, geometry)?,
    };
    at_least("logical_pages", logical_pages, 1)?;
    Ok((geometry, logical_pages))
}

fn geometry(device: &Device) -> Checked<Geometry> {
    let page_bytes = device.page_bytes.unwrap_or(4096);
    at_least("device.blocks", device.blocks, 1)?;
    at_least("device.pages_per_block", device.pages_per_block, 1)?;
    at_least("device.page_bytes", page_bytes, 1)?;
    let pages = u64::from(device.blocks) * u64::from(device.pages_per_block);
    if pages > MOST_PAGES {
        return Err(Problem::new(
            "device.blocks",
            format!("the device has {pages} pages; at most {MOST_PAGES} can be simulated"),
            "Take fewer blocks, or larger pages.",
        ));
    }
    Ok(Geometry {
        blocks: device.blocks,
        pages_per_block: device.pages_per_block,
        page_bytes,
    })
}

#[expect(clippy::cast_sign_loss, reason = "checked to be in range")]
fn logical_pages(document: &Scenario, geometry: Geometry) -> Checked<u32> {
    match (document.logical_pages, document.spare_factor) {
        (Some(_), Some(_)) => Err(Problem::new(
            "spare_factor",
            "`logical_pages` and `spare_factor` both say how much the host sees",
            "Keep one of the two.",
        )),
        (None, None) => Err(Problem::new(
            "logical_pages",
            "nothing says how much of the device the host sees",
            format!(
                "Add `\"logical_pages\": {}`, or `\"spare_factor\": 0.1`.",
                geometry.pages() / 10 * 9
            ),
        )),
        (Some(pages), None) => {
            at_least("logical_pages", pages, 1)?;
            if pages > geometry.pages() {
                return Err(Problem::new(
                    "logical_pages",
                    format!(
                        "{pages} logical pages do not fit on a device of {} pages",
                        geometry.pages()
                    ),
                    "Take fewer logical pages or more blocks; every scheme needs some blocks to spare.",
                ));
            }
            Ok(pages)
        }
        (None, Some(spare)) => {
            let blocks = (f64::from(geometry.blocks) * (1.0 - spare) + 1e-9).floor();
            if !(0.0..1.0).contains(&spare) || blocks < 1.0 {
                return Err(Problem::new(
                    "spare_factor",
                    format!(
                        "a spare factor of {} leaves the host no block of {}",
                        number(spare),
                        geometry.blocks
                    ),
                    "Give a share from 0 up to, but not including, 1, such that a block remains.",
                ));
            }
            Ok(blocks as u32 * geometry.pages_per_block)
        }
    }
}

fn preconditions(document: &Scenario, logical_pages: u32) -> Checked<Vec<Precondition>> {
    let steps = document.precondition.as_deref().unwrap_or_default();
    if !steps.is_empty() && document.initial.is_some() {
        return Err(Problem::new(
            "precondition",
            "`precondition` and `initial` both say what is there before the run",
            "Keep one of the two.",
        ));
    }
    (0..)
        .zip(steps)
        .map(|(i, step)| precondition(&format!("precondition[{i}]"), step, logical_pages))
        .collect()
}

fn precondition(path: &str, step: &PreconditionStep, logical_pages: u32) -> Checked<Precondition> {
    kinds::PRECONDITION.check_fields(path, &step.kind, step)?;
    Ok(match step.kind.as_str() {
        "random_fill" => Precondition::RandomFill,
        "fill_and_invalidate" => {
            let fraction = step.fraction.unwrap_or(1.0);
            // Together with the fill the requests must be counted in 32 bits.
            let most = (f64::from(u32::MAX) / f64::from(logical_pages) - 1.0).floor();
            from_zero(&format!("{path}.fraction"), "fraction", fraction, most)?;
            Precondition::FillAndInvalidate { fraction }
        }
        "steady_state" => {
            let tolerance = step.tolerance.unwrap_or(0.01);
            if !(tolerance > 0.0 && tolerance < 1.0) {
                return Err(Problem::new(
                    format!("{path}.tolerance"),
                    format!("`tolerance` is {}", number(tolerance)),
                    "Give a share between 0 and 1, neither of them: 0.01 is one percent.",
                ));
            }
            // All windows together are counted in 32 bits, and two there must be.
            let window = step.window.unwrap_or(logical_pages);
            at_least(&format!("{path}.window"), window, 1)?;
            at_most(&format!("{path}.window"), window, u32::MAX / 2)?;
            let most = u32::MAX / window;
            let max_windows = step.max_windows.unwrap_or(most.min(50));
            at_least(&format!("{path}.max_windows"), max_windows, 2)?;
            at_most(&format!("{path}.max_windows"), max_windows, most)?;
            Precondition::SteadyState {
                tolerance,
                window,
                max_windows,
            }
        }
        _ => {
            let from = step.from.unwrap_or(0);
            at_most(&format!("{path}.from"), from, logical_pages - 1)?;
            let pages = step.pages.unwrap_or(logical_pages - from);
            at_least(&format!("{path}.pages"), pages, 1)?;
            at_most(&format!("{path}.pages"), pages, logical_pages - from)?;
            Precondition::Sequential { from, pages }
        }
    })
}

/// That a workload which is written until it settles writes at all, and often enough: a step makes 2^32 requests at most.
fn settles(preconditions: &[Precondition], workload: &WorkloadSpec) -> Checked<()> {
    let Some(common) = workload.common() else {
        return Ok(());
    };
    let others = common.read_fraction + common.trim_fraction;
    let writes = 1.0 - others;
    let pages = common.pages.mean();
    for (i, step) in preconditions.iter().enumerate() {
        let &Precondition::SteadyState { window, .. } = step else {
            continue;
        };
        let refuse = |message: String, remedy: &str| {
            Err(Problem::new(
                format!("precondition[{i}].kind"),
                message,
                remedy,
            ))
        };
        if others >= 1.0 {
            return refuse(
                "`steady_state` runs the writes of the workload, and it has none".to_owned(),
                "Take another kind, or a workload that writes.",
            );
        }
        // It compares two windows at least.
        if 2.0 * f64::from(window) > f64::from(u32::MAX) * writes * pages {
            return refuse(
                format!(
                    "`steady_state` compares windows of {window} written pages, and so few requests of the workload write that two windows take more than 4294967295 requests"
                ),
                "Take a smaller `window`, or a workload that writes more often.",
            );
        }
    }
    Ok(())
}

/// Ascending, each once.
fn power_cuts(document: &Scenario, scheme: &Scheme) -> Checked<Vec<u32>> {
    let cuts = match &document.power_cut {
        None => return Ok(Vec::new()),
        Some(Or::Scalar(cut)) => vec![*cut],
        Some(Or::Compound(cuts)) => cuts.clone(),
    };
    if !cuts.is_empty() && !scheme.recovers() {
        return Err(Problem::new(
            "power_cut",
            format!(
                "`{}` does not recover from a power loss in this version",
                scheme.name()
            ),
            "Leave it out, or take the ftl kind `dftl`.",
        ));
    }
    for (i, pair) in cuts.windows(2).enumerate() {
        if pair[0] >= pair[1] {
            return Err(Problem::new(
                format!("power_cut[{}]", i + 1),
                format!("power is lost at operation {} after {}", pair[1], pair[0]),
                "Give the operations in ascending order, each once.",
            ));
        }
    }
    Ok(cuts)
}

fn memory(setup: &Setup) -> Checked<()> {
    let bytes = estimate_bytes(setup);
    if bytes <= MEMORY_LIMIT {
        return Ok(());
    }
    let gigabytes = |bytes: u64| {
        let tenths = (bytes + 50_000_000) / 100_000_000;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let message = format!(
        "this device would take about {} GB of memory; the limit is {} GB",
        gigabytes(bytes),
        gigabytes(MEMORY_LIMIT)
    );
    Err(Problem::memory(
        "device.blocks",
        message,
        "Take fewer blocks or fewer pages per block.",
    ))
}
