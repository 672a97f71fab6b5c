//! The `ftl` of a scenario: its fields, checked, and whether the device is large enough for it.

use ftl::{
    BastConfig, Classifier, CmtPolicy, DftlConfig, FastConfig, GcPolicy, HotColdConfig, LastConfig,
    PageConfig, PoolChoice, ReplacementConfig, SchemeConfig, SuperblockConfig,
};
use nand::{Geometry, ProgramOrder};

use super::Setup;
use super::document::{Ftl, HotCold, Or, Policy, WearLeveling};
use super::figures::{at_least, number, required};
use super::kinds::{self, Kinds};
use super::problem::{Checked, Problem};
use crate::few;
use crate::workload::WorkloadSpec;

/// What `ftl` says.
pub(super) fn resolve(ftl: &Ftl, geometry: Geometry) -> Checked<SchemeConfig> {
    kinds::FTL.check_fields("ftl", &ftl.kind, ftl)?;
    Ok(match ftl.kind.as_str() {
        "bast" => SchemeConfig::Bast(BastConfig {
            log_blocks: required("ftl.log_blocks", ftl.log_blocks, "8")?,
        }),
        "fast" => SchemeConfig::Fast(fast(ftl)?),
        "last" => SchemeConfig::Last(last(ftl)?),
        "superblock" => SchemeConfig::Superblock(superblock(ftl)?),
        "dftl" => SchemeConfig::Dftl(dftl(ftl, geometry)?),
        "block" => SchemeConfig::Block,
        "replacement" => SchemeConfig::Replacement(ReplacementConfig {
            gc_threshold: threshold(ftl, 1)?,
        }),
        _ => SchemeConfig::Page(PageConfig {
            #[cfg(feature = "page")]
            on_demand: on_demand(ftl)?,
            gc_policy: gc_policy(ftl, GcPolicy::Greedy)?,
            gc_threshold: page_threshold(ftl)?,
            separate_gc_frontier: ftl.separate_gc_frontier.unwrap_or(false),
            hot_cold: ftl.hot_cold.as_ref().map(hot_cold).transpose()?,
            wear_leveling: wear_leveling(ftl.wear_leveling.as_ref())?,
            #[cfg(feature = "parallel")]
            channels: 1,
        }),
    })
}

/// On demand the reserve, else what is given.
fn page_threshold(ftl: &Ftl) -> Checked<u32> {
    #[cfg(feature = "page")]
    if on_demand(ftl)? {
        return Ok(1);
    }
    threshold(ftl, 2)
}

/// Whether cleaning waits until a page has no other place. Then there is one frontier, one reserved block, and the greedy victim:
/// with older copies invalid first it always has room to gain, as another policy's need not.
#[cfg(feature = "page")]
fn on_demand(ftl: &Ftl) -> Checked<bool> {
    let path = "ftl.gc_trigger";
    let Some(trigger) = &ftl.gc_trigger else {
        return Ok(false);
    };
    kinds::GC_TRIGGER.check_name(path.to_owned(), trigger)?;
    if trigger != "on_demand" {
        return Ok(false);
    }
    let others = [
        ("gc_threshold", ftl.gc_threshold.is_some()),
        (
            "gc_policy",
            gc_policy(ftl, GcPolicy::Greedy)? != GcPolicy::Greedy,
        ),
        (
            "separate_gc_frontier",
            ftl.separate_gc_frontier == Some(true),
        ),
        ("hot_cold", ftl.hot_cold.is_some()),
        ("wear_leveling", ftl.wear_leveling.is_some()),
    ];
    match others.iter().find(|(_, given)| *given) {
        None => Ok(true),
        Some((other, _)) => Err(Problem::new(
            format!("ftl.{other}"),
            format!(
                "cleaning `on_demand` keeps one block in reserve and takes the greedy victim: it has no `{other}`"
            ),
            "Leave it out, or take `\"gc_trigger\": \"threshold\"`.",
        )),
    }
}

fn fast(ftl: &Ftl) -> Checked<FastConfig> {
    let path = "ftl.log_blocks";
    let log_blocks = required(path, ftl.log_blocks, "8")?;
    // One is the SW log block; pages out of sequence need another.
    at_least(path, log_blocks, 2)?;
    Ok(FastConfig {
        log_blocks,
        skip_stale: ftl.skip_stale.unwrap_or(true),
    })
}

fn last(ftl: &Ftl) -> Checked<LastConfig> {
    let seq_log_blocks = required("ftl.seq_log_blocks", ftl.seq_log_blocks, "1")?;
    let path = "ftl.log_blocks";
    let log_blocks = required(path, ftl.log_blocks, "8")?;
    // The others are random: a block to be reclaimed must be closed, and each of two partitions may have one open.
    at_least(path, log_blocks, seq_log_blocks.saturating_add(3))?;
    let k = ftl
        .k
        .ok_or_else(|| Problem::missing("ftl.k".to_owned(), "64"))?;
    let seq_threshold = ftl.seq_threshold.unwrap_or(4096);
    at_least("ftl.seq_threshold", seq_threshold, 1)?;
    Ok(LastConfig {
        log_blocks,
        seq_log_blocks,
        k,
        seq_threshold,
    })
}

fn superblock(ftl: &Ftl) -> Checked<SuperblockConfig> {
    Ok(SuperblockConfig {
        blocks_per_superblock: required(
            "ftl.blocks_per_superblock",
            ftl.blocks_per_superblock,
            "4",
        )?,
        update_blocks_per_superblock: required(
            "ftl.update_blocks_per_superblock",
            ftl.update_blocks_per_superblock,
            "4",
        )?,
        update_blocks: required("ftl.update_blocks", ftl.update_blocks, "8")?,
        cached_superblocks: required("ftl.cached_superblocks", ftl.cached_superblocks, "16")?,
    })
}

fn dftl(ftl: &Ftl, geometry: Geometry) -> Checked<DftlConfig> {
    let cmt_policy = match policy(
        "ftl.cmt_policy",
        &kinds::CMT_POLICY,
        ftl.cmt_policy.as_ref(),
    )? {
        Some(Policy { kind, .. }) if kind == "lru" => CmtPolicy::Lru,
        Some(Policy { kind, .. }) if kind == "lfu" => CmtPolicy::Lfu,
        #[cfg(feature = "buffer")]
        Some(Policy { kind, .. }) if kind == "groups" => CmtPolicy::Groups,
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
    let gtd_checkpoint_every = ftl.gtd_checkpoint_every.unwrap_or(0);
    let full_scan = ftl.full_scan.unwrap_or(false);
    if full_scan && gtd_checkpoint_every > 0 {
        return Err(Problem::new(
            "ftl.full_scan",
            "a full scan reads no checkpoint of the GTD, and `gtd_checkpoint_every` writes some",
            "Leave one of the two out.",
        ));
    }
    Ok(DftlConfig {
        cmt_entries: required("ftl.cmt_entries", ftl.cmt_entries, "64")?,
        cmt_policy,
        cmt_protected,
        entries_per_translation_page,
        gc_threshold: threshold(ftl, 3)?,
        gc_policy: gc_policy(ftl, GcPolicy::CostBenefit)?,
        lazy_copy: ftl.lazy_copy.unwrap_or(true),
        batch_update: ftl.batch_update.unwrap_or(true),
        prefetch: ftl.prefetch.unwrap_or(0),
        gtd_checkpoint_every,
        full_scan,
        wear_leveling: wear_leveling(ftl.wear_leveling.as_ref())?,
        #[cfg(feature = "buffer")]
        shared: None,
    })
}

fn gc_policy(ftl: &Ftl, default: GcPolicy) -> Checked<GcPolicy> {
    let path = "ftl.gc_policy";
    let Some(policy) = policy(path, &kinds::GC_POLICY, ftl.gc_policy.as_ref())? else {
        return Ok(default);
    };
    // Copying blocks that give nothing back comes to an end only where they stand in one order.
    #[cfg(any(feature = "page", feature = "dftl"))]
    if policy.kind == "fifo_full" && (ftl.kind != "page" || ftl.hot_cold.is_some()) {
        return Err(Problem::new(
            path,
            "`fifo_full` is for page mapping without `hot_cold`",
            "Take `fifo`, which passes over full blocks.",
        ));
    }
    Ok(match policy.kind.as_str() {
        "fifo" => GcPolicy::Fifo,
        "fifo_full" => GcPolicy::FifoFull,
        "windowed_greedy" => GcPolicy::WindowedGreedy {
            w: required("ftl.gc_policy.w", policy.w, "500")?,
        },
        "cost_benefit" => GcPolicy::CostBenefit,
        "cat" => GcPolicy::Cat,
        "random" => GcPolicy::Random,
        "d_choices" => GcPolicy::DChoices {
            d: required("ftl.gc_policy.d", policy.d, "10")?,
        },
        _ => GcPolicy::Greedy,
    })
}

fn hot_cold(hot_cold: &HotCold) -> Checked<HotColdConfig> {
    let classifier = match &hot_cold.classifier {
        Some(name) => {
            kinds::CLASSIFIER.check_name("ftl.hot_cold.classifier".to_owned(), name)?;
            if name == "oracle" {
                Classifier::Oracle
            } else {
                Classifier::Recency
            }
        }
        None => Classifier::Recency,
    };
    let path = "ftl.hot_cold.pool_choice";
    let choice = policy(path, &kinds::POOL_CHOICE, hot_cold.pool_choice.as_ref())?;
    Ok(HotColdConfig {
        classifier,
        pool_choice: choice.map_or(Ok(PoolChoice::Greedy), |c| pool_choice(&c))?,
    })
}

fn pool_choice(policy: &Policy) -> Checked<PoolChoice> {
    Ok(match policy.kind.as_str() {
        "cat_hc" => {
            if let Some(age) = &policy.age {
                kinds::AGE.check_name("ftl.hot_cold.pool_choice.age".to_owned(), age)?;
            }
            PoolChoice::CatHc {
                log2: policy.age.as_deref() == Some("log2"),
            }
        }
        "optimal" => PoolChoice::Optimal,
        "fixed_split" => {
            let path = "ftl.hot_cold.pool_choice.p";
            let p = policy
                .p
                .ok_or_else(|| Problem::missing(path.to_owned(), "0.5"))?;
            if !(p > 0.0 && p < 1.0) {
                return Err(Problem::new(
                    path,
                    format!("`p` is {}", number(p)),
                    "Give a share of the spare pages above 0 and below 1.",
                ));
            }
            PoolChoice::FixedSplit { p }
        }
        _ => PoolChoice::Greedy,
    })
}

fn wear_leveling(leveling: Option<&WearLeveling>) -> Checked<Option<u32>> {
    let Some(WearLeveling { threshold }) = leveling else {
        return Ok(None);
    };
    at_least("ftl.wear_leveling.threshold", *threshold, 1)?;
    Ok(Some(*threshold))
}

/// That the oracle has someone to ask. Whether a trace knows is seen when it is at hand (`workload/source.rs`).
pub(super) fn oracle_knows(scheme: &SchemeConfig, workload: &WorkloadSpec) -> Checked<()> {
    let knows = workload.hot_pages() != (0, 0) || matches!(workload, WorkloadSpec::Trace { .. });
    if knows || !scheme.asks_workload() {
        return Ok(());
    }
    Err(Problem::new(
        "ftl.hot_cold.classifier",
        "the classifier `oracle` asks the workload which pages are hot, and this workload does not know",
        "Take the workload `hot_cold`, a trace with temperatures, or the classifier `recency`.",
    ))
}

/// A policy as an object, its name and its fields checked.
fn policy(
    path: &str,
    kinds: &Kinds,
    policy: Option<&Or<String, Policy>>,
) -> Checked<Option<Policy>> {
    match policy {
        None => Ok(None),
        Some(Or::Scalar(name)) => {
            kinds.check_name(path.to_owned(), name)?;
            Ok(Some(Policy {
                kind: name.clone(),
                ..Policy::default()
            }))
        }
        Some(Or::Compound(policy)) => {
            kinds.check_fields(path, &policy.kind, policy)?;
            Ok(Some(policy.clone()))
        }
    }
}

fn threshold(ftl: &Ftl, least: u32) -> Checked<u32> {
    let threshold = ftl.gc_threshold.unwrap_or(least);
    at_least("ftl.gc_threshold", threshold, least)?;
    Ok(threshold)
}

/// That the pages of a block may be programmed in any order, where the scheme gives each its own place in it.
pub(super) fn order_suits(setup: &Setup) -> Checked<()> {
    if !setup.scheme.needs_any_order() || setup.program_order == ProgramOrder::Any {
        return Ok(());
    }
    Err(Problem::new(
        "device.program_order",
        format!(
            "`{}` programs each page at its own offset of the block, in whatever order the host writes, but pages of this device must be programmed in ascending order",
            setup.scheme.name()
        ),
        "Give the device `\"program_order\": \"any\"`, as small-block flash has it, or take another ftl kind.",
    ))
}

/// A checkpoint of the GTD stands in one block.
fn checkpoint_fits(setup: &Setup) -> Checked<()> {
    let SchemeConfig::Dftl(dftl) = setup.scheme else {
        return Ok(());
    };
    let g = setup.geometry;
    let pages = dftl.checkpoint_pages(setup.logical_pages, g.page_bytes);
    if dftl.gtd_checkpoint_every == 0 || pages <= g.pages_per_block {
        return Ok(());
    }
    Err(Problem::new(
        "ftl.gtd_checkpoint_every",
        format!(
            "a checkpoint of the GTD takes {pages} pages, and a block has {}",
            g.pages_per_block
        ),
        "Take larger blocks, larger pages, or more entries_per_translation_page.",
    ))
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
        return checkpoint_fits(setup);
    }
    let mut remedies = vec![
        format!("Give the device at least {needed} blocks"),
        "take fewer logical pages".to_owned(),
    ];
    match setup.scheme {
        SchemeConfig::Page(c) if c.gc_threshold > 2 || c.channels() > 1 => {
            if c.gc_threshold > 2 {
                remedies.push("lower gc_threshold".to_owned());
            }
            if c.channels() > 1 {
                remedies.push("take fewer channels".to_owned());
            }
        }
        SchemeConfig::Replacement(ReplacementConfig { gc_threshold }) if gc_threshold > 1 => {
            remedies.push("lower gc_threshold".to_owned());
        }
        SchemeConfig::Dftl(DftlConfig { gc_threshold, .. }) if gc_threshold > 3 => {
            remedies.push("lower gc_threshold".to_owned());
        }
        SchemeConfig::Bast(BastConfig { log_blocks }) if log_blocks > 1 => {
            remedies.push("take fewer log blocks".to_owned());
        }
        SchemeConfig::Fast(FastConfig { log_blocks, .. }) if log_blocks > 2 => {
            remedies.push("take fewer log blocks".to_owned());
        }
        SchemeConfig::Last(c) if c.log_blocks > 4 => {
            remedies.push("take fewer log blocks".to_owned());
        }
        SchemeConfig::Superblock(c) if c.update_blocks > 1 => {
            remedies.push("take fewer update blocks".to_owned());
        }
        // At its least, or without an option that asks for blocks. A new scheme is one or the other.
        SchemeConfig::Page(_)
        | SchemeConfig::Bast(_)
        | SchemeConfig::Fast(_)
        | SchemeConfig::Last(_)
        | SchemeConfig::Superblock(_)
        | SchemeConfig::Dftl(_)
        | SchemeConfig::Block
        | SchemeConfig::Replacement(_) => {}
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
