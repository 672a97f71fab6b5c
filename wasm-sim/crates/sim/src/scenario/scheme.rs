//! The `ftl` of a scenario: its fields, checked, and whether the device is large enough for it.

use ftl::{BastConfig, CmtPolicy, DftlConfig, GcPolicy, PageConfig, SchemeConfig};
use nand::Geometry;

use super::Setup;
use super::document::{Ftl, Or, Policy};
use super::figures::{at_least, number, required};
use super::kinds::{self, Kinds};
use super::problem::{Checked, Problem};
use crate::few;

/// What `ftl` says.
pub(super) fn resolve(ftl: &Ftl, geometry: Geometry) -> Checked<SchemeConfig> {
    kinds::FTL.check_fields("ftl", &ftl.kind, ftl)?;
    Ok(match ftl.kind.as_str() {
        "bast" => SchemeConfig::Bast(BastConfig {
            log_blocks: required("ftl.log_blocks", ftl.log_blocks, "8")?,
        }),
        "dftl" => SchemeConfig::Dftl(dftl(ftl, geometry)?),
        _ => SchemeConfig::Page(PageConfig {
            gc_policy: gc_policy(ftl, GcPolicy::Greedy)?,
            gc_threshold: threshold(ftl, 2)?,
            separate_gc_frontier: ftl.separate_gc_frontier.unwrap_or(false),
        }),
    })
}

fn dftl(ftl: &Ftl, geometry: Geometry) -> Checked<DftlConfig> {
    let cmt_policy = match policy(
        "ftl.cmt_policy",
        &kinds::CMT_POLICY,
        ftl.cmt_policy.as_ref(),
    )? {
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
            format!("`cmt_protected` is {}", number(cmt_protected)),
            "Give a share of the CMT from 0 up to, but not including, 1.",
        ));
    }
    let entries_per_translation_page = ftl
        .entries_per_translation_page
        .unwrap_or(geometry.page_bytes / 4);
    at_least(
        "ftl.entries_per_translation_page",
        entries_per_translation_page,
        4,
    )?;
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
    Ok(
        match policy("ftl.gc_policy", &kinds::GC_POLICY, ftl.gc_policy.as_ref())? {
            Some("greedy") => GcPolicy::Greedy,
            Some("fifo") => GcPolicy::Fifo,
            Some("cost_benefit") => GcPolicy::CostBenefit,
            _ => default,
        },
    )
}

/// The name of a policy, checked.
fn policy<'a>(
    path: &str,
    kinds: &Kinds,
    policy: Option<&'a Or<String, Policy>>,
) -> Checked<Option<&'a str>> {
    match policy {
        None => Ok(None),
        Some(Or::Scalar(name)) => kinds
            .check_name(path.to_owned(), name)
            .map(|()| Some(name.as_str())),
        Some(Or::Compound(policy)) => kinds
            .check(path, &policy.kind)
            .map(|()| Some(policy.kind.as_str())),
    }
}

fn threshold(ftl: &Ftl, least: u32) -> Checked<u32> {
    let threshold = ftl.gc_threshold.unwrap_or(least);
    at_least("ftl.gc_threshold", threshold, least)?;
    Ok(threshold)
}

/// Law 3 of SPEC 10: the device has the blocks that its scheme can come to need.
pub(super) fn enough_blocks(setup: &Setup) -> Checked<()> {
    let Geometry {
        blocks,
        pages_per_block,
        ..
    } = setup.geometry;
    let needed = setup
        .scheme
        .minimum_blocks(setup.logical_pages, pages_per_block);
    if u64::from(blocks) >= needed || setup.only_shows() {
        return Ok(());
    }
    let mut remedies = vec![
        format!("Give the device at least {needed} blocks"),
        "take fewer logical pages".to_owned(),
    ];
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
        Some((last, rest)) => format!("{}, or {last}.", few::join(rest, ", ")),
        None => String::new(),
    };
    Err(Problem::new(
        "device.blocks",
        format!(
            "too little spare space: `{}` needs {needed} blocks for {} logical pages, the device has {blocks}",
            setup.scheme.name(),
            setup.logical_pages
        ),
        remedy,
    ))
}
