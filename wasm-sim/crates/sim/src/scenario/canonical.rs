//! The canonical JSON of a scenario and its hash (SPEC 11).
//!
//! It is written from the checked [`Setup`], never from the text, so that what means the same is spelt the
//! same: defaults filled in, `spare_factor` as `logical_pages`, a policy as its bare name, timing as a
//! preset's name where one has these figures, `ops` with single spaces, `initial` without trailing free pages.

use ftl::{Classifier, CmtPolicy, GcPolicy, HostOp, HotColdConfig, PoolChoice, SchemeConfig};
use xxhash_rust::xxh64::xxh64;

use super::document::{
    DataBlocks, Device, Ftl, Host, HotCold, Initial, Or, PageSizes, Policy, PreconditionStep,
    Scenario, WearLeveling, Workload,
};
use super::initial::log_role;
use super::{InitialState, Precondition, Setup, preset};
use crate::few;
use crate::json::{self, Index, Reader};
use crate::workload::{Generated, Request, Sizes, WorkloadSpec};

/// Keys sorted, no blanks, numbers as [`json::text`] writes them: the shortest digits that read back the same.
pub(super) fn text(setup: &Setup) -> String {
    let text = json::text(&document(setup));
    let mut sorted = String::with_capacity(text.len());
    sort(Reader::new(&Index::new(&text)), &mut sorted);
    sorted
}

/// Sorts members and takes out those that are `null`, that is, fields of other kinds. In lists `null` has a meaning.
fn sort(value: Reader<'_>, out: &mut String) {
    let mut children: Vec<Reader<'_>> = value.children().collect();
    let raw = value.raw();
    let brackets = if raw.starts_with('{') {
        children.retain(|member| member.raw() != "null");
        few::sort_by_key(&mut children, |member| member.spelt_key());
        ['{', '}']
    } else if raw.starts_with('[') {
        ['[', ']']
    } else {
        out.push_str(raw);
        return;
    };
    out.push(brackets[0]);
    for (i, child) in children.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        if let Some(key) = child.spelt_key() {
            out.push_str(key);
            out.push(':');
        }
        sort(child, out);
    }
    out.push(brackets[1]);
}

/// 64-bit xxHash, seed 0, of a canonical text.
pub(super) fn hash(canonical: &str) -> String {
    format!("{:016x}", xxh64(canonical.as_bytes(), 0))
}

fn document(setup: &Setup) -> Scenario {
    Scenario {
        format: 1,
        name: Some(setup.name.clone()),
        seed: Some(setup.seed),
        device: Device {
            blocks: setup.geometry.blocks,
            pages_per_block: setup.geometry.pages_per_block,
            page_bytes: Some(setup.geometry.page_bytes),
            program_order: Some(setup.program_order),
            timing: Some(preset::document(setup.timing, setup.energy)),
        },
        logical_pages: Some(setup.logical_pages),
        spare_factor: None,
        #[cfg(feature = "buffer")]
        ram_bytes: None,
        ftl: ftl(&setup.scheme),
        #[cfg(feature = "buffer")]
        buffer: Some(super::write_buffer::document(
            setup.buffer.as_ref(),
            setup.geometry,
        )),
        #[cfg(not(feature = "buffer"))]
        buffer: Some(super::Buffer {
            kind: "none".to_owned(),
        }),
        host: Some(host(setup)),
        precondition: Some(setup.preconditions.iter().map(precondition).collect()),
        warmup_requests: Some(setup.warmup_requests),
        workload: workload(&setup.workload),
        interventions: Some(setup.overrides()),
        power_cut: match setup.power_cuts[..] {
            [] => None,
            [cut] => Some(Or::Scalar(cut)),
            _ => Some(Or::Compound(setup.power_cuts.clone())),
        },
        initial: setup.initial.as_ref().map(initial),
    }
}

#[cfg(not(feature = "parallel"))]
fn host(_: &Setup) -> Host {
    Host {
        scheduler: Some("noop".to_owned()),
        channels: Some(1),
        queue_depth: Some(1),
    }
}

#[cfg(feature = "parallel")]
fn host(setup: &Setup) -> Host {
    super::host::document(setup.parallel.as_ref())
}

pub(super) fn ftl(scheme: &SchemeConfig) -> Ftl {
    let kind = scheme.name().to_owned();
    match scheme {
        SchemeConfig::Page(c) => Ftl {
            kind,
            gc_policy: Some(gc_policy(c.gc_policy)),
            // Younger than the links and files that tell scenarios by their hash.
            #[cfg(feature = "page")]
            gc_trigger: c.on_demand.then(|| "on_demand".to_owned()),
            gc_threshold: (c.gc_threshold > 1).then_some(c.gc_threshold),
            separate_gc_frontier: Some(c.separate_gc_frontier),
            hot_cold: c.hot_cold.map(hot_cold),
            wear_leveling: wear_leveling(c.wear_leveling),
            ..Ftl::default()
        },
        SchemeConfig::Bast(c) => Ftl {
            kind,
            log_blocks: Some(c.log_blocks),
            ..Ftl::default()
        },
        SchemeConfig::Fast(c) => Ftl {
            kind,
            log_blocks: Some(c.log_blocks),
            skip_stale: Some(c.skip_stale),
            ..Ftl::default()
        },
        SchemeConfig::Last(c) => Ftl {
            kind,
            log_blocks: Some(c.log_blocks),
            seq_log_blocks: Some(c.seq_log_blocks),
            k: Some(c.k),
            seq_threshold: Some(c.seq_threshold),
            ..Ftl::default()
        },
        SchemeConfig::Superblock(c) => Ftl {
            kind,
            blocks_per_superblock: Some(c.blocks_per_superblock),
            update_blocks_per_superblock: Some(c.update_blocks_per_superblock),
            update_blocks: Some(c.update_blocks),
            cached_superblocks: Some(c.cached_superblocks),
            ..Ftl::default()
        },
        SchemeConfig::Block => Ftl {
            kind,
            ..Ftl::default()
        },
        SchemeConfig::Replacement(c) => Ftl {
            kind,
            gc_threshold: Some(c.gc_threshold),
            ..Ftl::default()
        },
        SchemeConfig::Dftl(c) => {
            let cmt_policy = match c.cmt_policy {
                CmtPolicy::Slru => "slru",
                CmtPolicy::Lru => "lru",
                CmtPolicy::Lfu => "lfu",
                #[cfg(feature = "buffer")]
                CmtPolicy::Groups => "groups",
            };
            Ftl {
                kind,
                cmt_entries: Some(c.cmt_entries),
                cmt_policy: Some(Or::Scalar(cmt_policy.to_owned())),
                cmt_protected: (c.cmt_policy == CmtPolicy::Slru).then_some(c.cmt_protected),
                entries_per_translation_page: Some(c.entries_per_translation_page),
                gc_threshold: Some(c.gc_threshold),
                gc_policy: Some(gc_policy(c.gc_policy)),
                lazy_copy: Some(c.lazy_copy),
                batch_update: Some(c.batch_update),
                prefetch: Some(c.prefetch),
                gtd_checkpoint_every: Some(c.gtd_checkpoint_every),
                // Younger than the links and files that tell scenarios by their hash.
                full_scan: c.full_scan.then_some(true),
                wear_leveling: wear_leveling(c.wear_leveling),
                ..Ftl::default()
            }
        }
    }
}

/// A policy without parameters as its bare name.
fn policy(policy: Policy) -> Or<String, Policy> {
    let bare = Policy {
        kind: policy.kind.clone(),
        ..Policy::default()
    };
    if policy == bare {
        Or::Scalar(policy.kind)
    } else {
        Or::Compound(policy)
    }
}

fn gc_policy(gc_policy: GcPolicy) -> Or<String, Policy> {
    let (kind, w, d) = match gc_policy {
        GcPolicy::Greedy => ("greedy", None, None),
        GcPolicy::Fifo => ("fifo", None, None),
        GcPolicy::FifoFull => ("fifo_full", None, None),
        GcPolicy::WindowedGreedy { w } => ("windowed_greedy", Some(w), None),
        GcPolicy::CostBenefit => ("cost_benefit", None, None),
        GcPolicy::Cat => ("cat", None, None),
        GcPolicy::Random => ("random", None, None),
        GcPolicy::DChoices { d } => ("d_choices", None, Some(d)),
    };
    policy(Policy {
        kind: kind.to_owned(),
        w,
        d,
        ..Policy::default()
    })
}

fn hot_cold(config: HotColdConfig) -> HotCold {
    let classifier = match config.classifier {
        Classifier::Oracle => "oracle",
        Classifier::Recency => "recency",
    };
    let (kind, age, p) = match config.pool_choice {
        PoolChoice::Greedy => ("greedy", None, None),
        PoolChoice::CatHc { log2: false } => ("cat_hc", Some("linear"), None),
        PoolChoice::CatHc { log2: true } => ("cat_hc", Some("log2"), None),
        PoolChoice::Optimal => ("optimal", None, None),
        PoolChoice::FixedSplit { p } => ("fixed_split", None, Some(p)),
    };
    HotCold {
        classifier: Some(classifier.to_owned()),
        pool_choice: Some(policy(Policy {
            kind: kind.to_owned(),
            age: age.map(ToOwned::to_owned),
            p,
            ..Policy::default()
        })),
    }
}

fn wear_leveling(threshold: Option<u32>) -> Option<WearLeveling> {
    threshold.map(|threshold| WearLeveling { threshold })
}

fn precondition(step: &Precondition) -> PreconditionStep {
    let of = |kind: &str| PreconditionStep {
        kind: kind.to_owned(),
        ..PreconditionStep::default()
    };
    match *step {
        Precondition::Sequential { from, pages } => PreconditionStep {
            from: Some(from),
            pages: Some(pages),
            ..of("sequential")
        },
        Precondition::RandomFill => of("random_fill"),
        Precondition::FillAndInvalidate { fraction } => PreconditionStep {
            fraction: Some(fraction),
            ..of("fill_and_invalidate")
        },
        Precondition::SteadyState {
            tolerance,
            window,
            max_windows,
        } => PreconditionStep {
            tolerance: Some(tolerance),
            window: Some(window),
            max_windows: Some(max_windows),
            ..of("steady_state")
        },
    }
}

fn workload(spec: &WorkloadSpec) -> Workload {
    match spec {
        WorkloadSpec::Ops {
            requests,
            interarrival_ns,
        } => Workload {
            kind: "ops".to_owned(),
            ops: Some(few::join(
                &requests.iter().map(token).collect::<Vec<_>>(),
                " ",
            )),
            interarrival_ms: milliseconds(*interarrival_ns),
            ..Workload::default()
        },
        WorkloadSpec::Sequential { common, start } => Workload {
            from: Some(*start),
            ..generated("sequential", common)
        },
        WorkloadSpec::Uniform(common) => generated("uniform", common),
        WorkloadSpec::HotCold(spec) => Workload {
            r: Some(spec.r),
            f: Some(spec.f),
            ..generated("hot_cold", &spec.common)
        },
        WorkloadSpec::Zipf { common, theta } => Workload {
            theta: Some(*theta),
            ..generated("zipf", common)
        },
        WorkloadSpec::Streams { common, streams } => Workload {
            streams: Some(*streams),
            ..generated("streams", common)
        },
        // Their sizes are their own.
        WorkloadSpec::Pattern { common, pattern } => Workload {
            pattern: Some(pattern.name.to_owned()),
            pages: None,
            ..generated("pattern", common)
        },
        WorkloadSpec::Profile {
            common,
            profile,
            reuse,
        } => Workload {
            profile: Some(profile.name.to_owned()),
            reuse: reuse.map(|reuse| reuse.share),
            reuse_within: reuse.map(|reuse| reuse.within),
            pages: None,
            ..generated("profile", common)
        },
        WorkloadSpec::Trace {
            path,
            format,
            mapping,
            requests,
        } => Workload {
            kind: "trace".to_owned(),
            path: Some(path.clone()),
            trace_format: *format,
            mapping: Some(*mapping),
            requests: *requests,
            ..Workload::default()
        },
    }
}

fn generated(kind: &str, common: &Generated) -> Workload {
    let pages = match common.pages {
        Sizes::Between { min, max } if min == max => Or::Scalar(min),
        Sizes::Between { min, max } => Or::Compound(PageSizes {
            min: Some(min),
            max: Some(max),
            mean: None,
        }),
        Sizes::Mean(mean) => Or::Compound(PageSizes {
            mean: Some(mean),
            ..PageSizes::default()
        }),
    };
    Workload {
        kind: kind.to_owned(),
        requests: Some(common.requests),
        read_fraction: Some(common.read_fraction),
        trim_fraction: Some(common.trim_fraction),
        pages: Some(pages),
        range: Some((common.from, common.to)),
        interarrival_ms: milliseconds(common.interarrival_ns),
        ..Workload::default()
    }
}

fn milliseconds(ns: Option<u64>) -> Option<f64> {
    ns.map(|ns| ns as f64 / 1e6)
}

fn token(request: &Request) -> String {
    let op = match request.op {
        HostOp::Read => 'r',
        HostOp::Write => 'w',
        HostOp::Trim => 't',
    };
    match request.pages {
        1 => format!("{op}{}", request.lpn),
        pages => format!("{op}{}+{pages}", request.lpn),
    }
}

fn initial(state: &InitialState) -> Initial {
    let tables = &state.tables;
    let some = |filled: bool| filled.then_some(());
    Initial {
        blocks: state
            .pages
            .iter()
            .map(|pages| pages.iter().map(ToString::to_string).collect())
            .collect(),
        data: some(!tables.data.is_empty()).map(|()| {
            let blocks = tables.data.iter().map(|(lbn, pbn)| (lbn.0, pbn.0));
            DataBlocks(blocks.collect())
        }),
        log: some(!tables.log.is_empty()).map(|()| {
            tables
                .log
                .iter()
                .map(|&(pbn, role, lbn)| (pbn.0, log_role(role).to_owned(), lbn.map(|lbn| lbn.0)))
                .collect()
        }),
        cmt: some(!tables.cmt.is_empty()).map(|()| {
            let state = |dirty: bool| if dirty { "dirty" } else { "clean" }.to_owned();
            tables
                .cmt
                .iter()
                .map(|(lpn, ppn, dirty)| (lpn.0, ppn.map(|ppn| ppn.0), state(*dirty)))
                .collect()
        }),
        gtd: some(!tables.gtd.is_empty())
            .map(|()| tables.gtd.iter().map(|ppn| ppn.map(|ppn| ppn.0)).collect()),
        frontier: some(!tables.frontier.is_empty())
            .map(|()| Or::Compound(tables.frontier.iter().map(|pbn| pbn.0).collect())),
    }
}
