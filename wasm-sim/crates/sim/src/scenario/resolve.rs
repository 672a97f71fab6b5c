//! From the document to the [`Setup`]: defaults are filled in and everything is checked.

use ftl::{BastConfig, CmtPolicy, DftlConfig, GcPolicy, PageConfig, SchemeConfig};
use nand::Geometry;

use super::document::{Device, Ftl, Or, Policy, PreconditionStep, Scenario};
use super::kinds::{self, Kinds};
use super::problem::{Checked, Problem};
use super::{MEMORY_LIMIT, Precondition, Setup, estimate_bytes, initial, preset, requests};

/// In the page columns 29 bits hold a logical number, all ones meaning none (`protocol::CELL_WORDS`).
const MOST_PAGES: u64 = (1 << 29) - 1;
/// The largest integer that JavaScript keeps exactly.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Everything but the canonical text and its hash, which are left empty.
pub(super) fn resolve(document: &Scenario) -> Checked<Setup> {
    if document.format != 1 {
        let message = format!("format {} is not known; this version reads format 1", document.format);
        return Err(Problem::new("format", message, "Open it with the version that wrote it, or correct the number."));
    }
    let seed = document.seed.unwrap_or(1);
    at_most("seed", seed, MOST_SEED)?;
    let geometry = geometry(&document.device)?;
    let logical_pages = logical_pages(document, geometry)?;
    let (timing, energy) = preset::resolve(document.device.timing.as_ref())?;
    let scheme = scheme(&document.ftl, geometry)?;
    buffer_and_host(document)?;
    let preconditions = preconditions(document, logical_pages)?;
    let workload = requests::resolve(&document.workload, logical_pages)?;
    let mut setup = Setup {
        name: document.name.clone().unwrap_or_default(),
        seed,
        geometry,
        program_order: document.device.program_order.unwrap_or_default(),
        timing,
        energy,
        logical_pages,
        scheme,
        preconditions,
        warmup_requests: document.warmup_requests.unwrap_or(0),
        workload,
        interventions: document.interventions.clone().unwrap_or_default(),
        initial: None,
        canonical: String::new(),
        hash: String::new(),
    };
    if let Some(requests) = setup.workload.requests() {
        at_most("warmup_requests", setup.warmup_requests, requests)?;
    }
    interventions(&mut setup)?;
    memory(&setup)?;
    if let Some(document) = &document.initial {
        setup.initial = Some(initial::resolve(document, &setup)?);
    }
    enough_blocks(&setup)?;
    Ok(setup)
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
    Ok(Geometry { blocks: device.blocks, pages_per_block: device.pages_per_block, page_bytes })
}

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
            format!("Add `\"logical_pages\": {}`, or `\"spare_factor\": 0.1`.", geometry.pages() / 10 * 9),
        )),
        (Some(pages), None) => {
            at_least("logical_pages", pages, 1)?;
            if pages > geometry.pages() {
                return Err(Problem::new(
                    "logical_pages",
                    format!("{pages} logical pages do not fit on a device of {} pages", geometry.pages()),
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
                    format!("a spare factor of {spare} leaves the host no block of {}", geometry.blocks),
                    "Give a share from 0 up to, but not including, 1, such that a block remains.",
                ));
            }
            Ok(blocks as u32 * geometry.pages_per_block)
        }
    }
}

fn scheme(ftl: &Ftl, geometry: Geometry) -> Checked<SchemeConfig> {
    kinds::FTL.check_fields("ftl", &ftl.kind, ftl)?;
    Ok(match ftl.kind.as_str() {
        "bast" => SchemeConfig::Bast(BastConfig { log_blocks: required("ftl.log_blocks", ftl.log_blocks, "8")? }),
        "dftl" => SchemeConfig::Dftl(dftl(ftl, geometry)?),
        _ => SchemeConfig::Page(PageConfig {
            gc_policy: gc_policy(ftl, GcPolicy::Greedy)?,
            gc_threshold: threshold(ftl, 2)?,
            separate_gc_frontier: ftl.separate_gc_frontier.unwrap_or(false),
        }),
    })
}

fn dftl(ftl: &Ftl, geometry: Geometry) -> Checked<DftlConfig> {
    let cmt_policy = match policy("ftl.cmt_policy", &kinds::CMT_POLICY, ftl.cmt_policy.as_ref())? {
        Some("lru") => CmtPolicy::Lru,
        Some("lfu") => CmtPolicy::Lfu,
        _ => CmtPolicy::Slru,
    };
    let cmt_protected = match (cmt_policy, ftl.cmt_protected) {
        (CmtPolicy::Slru, share) => share.unwrap_or(0.5),
        (_, None) => 0.0,
        (_, Some(_)) => {
            return Err(Problem::new(
                "ftl.cmt_protected",
                "only the cmt_policy `slru` has a protected segment",
                "Leave it out, or take `\"cmt_policy\": \"slru\"`.",
            ));
        }
    };
    if !(0.0..1.0).contains(&cmt_protected) {
        return Err(Problem::new(
            "ftl.cmt_protected",
            format!("`cmt_protected` is {cmt_protected}"),
            "Give a share of the CMT from 0 up to, but not including, 1.",
        ));
    }
    let entries_per_translation_page = ftl.entries_per_translation_page.unwrap_or(geometry.page_bytes / 4);
    at_least("ftl.entries_per_translation_page", entries_per_translation_page, 4)?;
    Ok(DftlConfig {
        cmt_entries: required("ftl.cmt_entries", ftl.cmt_entries, "64")?,
        cmt_policy,
        cmt_protected,
        entries_per_translation_page,
        gc_threshold: threshold(ftl, 3)?,
        gc_policy: gc_policy(ftl, GcPolicy::CostBenefit)?,
        lazy_copy: ftl.lazy_copy.unwrap_or(true),
        batch_update: ftl.batch_update.unwrap_or(true),
    })
}

fn gc_policy(ftl: &Ftl, default: GcPolicy) -> Checked<GcPolicy> {
    Ok(match policy("ftl.gc_policy", &kinds::GC_POLICY, ftl.gc_policy.as_ref())? {
        Some("greedy") => GcPolicy::Greedy,
        Some("fifo") => GcPolicy::Fifo,
        Some("cost_benefit") => GcPolicy::CostBenefit,
        _ => default,
    })
}

/// The name of a policy, checked.
fn policy<'a>(path: &str, kinds: &Kinds, policy: Option<&'a Or<String, Policy>>) -> Checked<Option<&'a str>> {
    match policy {
        None => Ok(None),
        Some(Or::Scalar(name)) => kinds.check_name(path.to_owned(), name).map(|()| Some(name.as_str())),
        Some(Or::Compound(policy)) => kinds.check(path, &policy.kind).map(|()| Some(policy.kind.as_str())),
    }
}

fn threshold(ftl: &Ftl, least: u32) -> Checked<u32> {
    let threshold = ftl.gc_threshold.unwrap_or(least);
    at_least("ftl.gc_threshold", threshold, least)?;
    Ok(threshold)
}

fn buffer_and_host(document: &Scenario) -> Checked<()> {
    if let Some(buffer) = &document.buffer {
        kinds::BUFFER.check("buffer", &buffer.kind)?;
    }
    let Some(host) = &document.host else { return Ok(()) };
    if let Some(scheduler) = &host.scheduler {
        kinds::SCHEDULER.check_name("host.scheduler".to_owned(), scheduler)?;
    }
    for (path, value) in [("host.channels", host.channels), ("host.queue_depth", host.queue_depth)] {
        let value = value.unwrap_or(1);
        at_least(path, value, 1)?;
        if value > 1 {
            let message = format!("`{path}` above 1 is not available in this version");
            return Err(Problem::new(path, message, "Give 1, or leave it out."));
        }
    }
    Ok(())
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
    (0..).zip(steps).map(|(i, step)| precondition(&format!("precondition[{i}]"), step, logical_pages)).collect()
}

fn precondition(path: &str, step: &PreconditionStep, logical_pages: u32) -> Checked<Precondition> {
    kinds::PRECONDITION.check_fields(path, &step.kind, step)?;
    Ok(match step.kind.as_str() {
        "random_fill" => Precondition::RandomFill,
        "fill_and_invalidate" => {
            let fraction = step.fraction.unwrap_or(1.0);
            // Together with the fill the requests must be counted in 32 bits.
            let most = (f64::from(u32::MAX) / f64::from(logical_pages) - 1.0).floor();
            if !(0.0..=most).contains(&fraction) {
                let message = format!("`fraction` is {fraction}");
                return Err(Problem::new(format!("{path}.fraction"), message, format!("Give a number from 0 to {most}.")));
            }
            Precondition::FillAndInvalidate { fraction }
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

/// Sorts them, and refuses two for one decision and those that no request can meet.
fn interventions(setup: &mut Setup) -> Checked<()> {
    for (i, intervention) in setup.interventions.iter().enumerate() {
        let path = format!("interventions[{i}]");
        if setup.workload.requests().is_some_and(|requests| intervention.request >= requests) {
            return Err(Problem::new(
                format!("{path}.request"),
                format!("there is no request {}", intervention.request),
                "Requests count from 0.",
            ));
        }
        let same = |other: &&_| {
            let other: &crate::protocol::Intervention = other;
            (other.request, other.decision) == (intervention.request, intervention.decision)
        };
        if setup.interventions[..i].iter().find(same).is_some() {
            return Err(Problem::new(
                path,
                format!("decision {} of request {} is overridden twice", intervention.decision, intervention.request),
                "Keep one of the two.",
            ));
        }
    }
    setup.interventions.sort_by_key(|i| (i.request, i.decision));
    Ok(())
}

fn memory(setup: &Setup) -> Checked<()> {
    let bytes = estimate_bytes(setup);
    if bytes <= MEMORY_LIMIT {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    let message = format!(
        "this device would take about {:.1} GB of memory; the limit is {:.1} GB",
        gigabytes(bytes),
        gigabytes(MEMORY_LIMIT)
    );
    Err(Problem::memory("device.blocks", message, "Take fewer blocks or fewer pages per block."))
}

/// Law 3 of SPEC 10: the device has the blocks that its scheme can come to need.
fn enough_blocks(setup: &Setup) -> Checked<()> {
    let Geometry { blocks, pages_per_block, .. } = setup.geometry;
    let needed = setup.scheme.minimum_blocks(setup.logical_pages, pages_per_block);
    if u64::from(blocks) >= needed || setup.only_shows() {
        return Ok(());
    }
    let mut remedies = vec![format!("give the device at least {needed} blocks"), "take fewer logical pages".to_owned()];
    match setup.scheme {
        SchemeConfig::Page(PageConfig { gc_threshold, .. }) if gc_threshold > 2 => {
            remedies.push("lower gc_threshold".to_owned());
        }
        SchemeConfig::Dftl(DftlConfig { gc_threshold, .. }) if gc_threshold > 3 => {
            remedies.push("lower gc_threshold".to_owned());
        }
        SchemeConfig::Bast(BastConfig { log_blocks }) if log_blocks > 1 => {
            remedies.push("take fewer log blocks".to_owned());
        }
        _ => {}
    }
    let remedy = match remedies.split_last() {
        Some((last, rest)) => format!("{}, or {last}.", rest.join(", ")),
        None => String::new(),
    };
    Err(Problem::new(
        "device.blocks",
        format!(
            "too little spare space: `{}` needs {needed} blocks for {} logical pages, the device has {blocks}",
            setup.scheme.name(),
            setup.logical_pages
        ),
        remedy[..1].to_uppercase() + &remedy[1..],
    ))
}

/// A field without default that counts something: at least 1.
pub(super) fn required(path: &str, value: Option<u32>, example: &str) -> Checked<u32> {
    let value = value.ok_or_else(|| Problem::missing(path.to_owned(), example))?;
    at_least(path, value, 1)?;
    Ok(value)
}

pub(super) fn at_least(path: &str, value: u32, least: u32) -> Checked<()> {
    if value >= least {
        return Ok(());
    }
    Err(Problem::new(path, format!("`{path}` is {value}"), format!("Give at least {least}.")))
}

pub(super) fn at_most<N: PartialOrd + std::fmt::Display>(path: &str, value: N, most: N) -> Checked<()> {
    if value <= most {
        return Ok(());
    }
    Err(Problem::new(path, format!("`{path}` is {value}"), format!("Give at most {most}.")))
}
