//! The canonical JSON of a scenario and its hash (SPEC 11).
//!
//! It is written from the checked [`Setup`], never from the text, so that two texts with the same meaning become one:
//! defaults filled in, `spare_factor` as `logical_pages`, a policy as its bare name; timing as a preset's name where
//! one has these figures, `ops` with single spaces, `initial` without trailing free pages.

use ftl::{HostOp, Scheme};
use xxhash_rust::xxh64::xxh64;

use super::document::{
    Aliasing, DataBlocks, Device, Ftl, Host, Initial, Or, PageSizes, PartialWrites,
    PreconditionStep, Scenario, Workload,
};
use super::initial::log_role;
use super::{InitialState, Precondition, Setup, preset};
use crate::json::{self, Index, Reader};
use crate::scenario::workload::{Generated, Request, Sizes, WorkloadSpec};

/// Keys sorted, no blanks, numbers as [`json::text`] writes them: the shortest digits that read back the same.
pub(super) fn text(setup: &Setup) -> String {
    let text = json::text(&document(setup));
    let mut sorted = String::with_capacity(text.len());
    sort(Reader::new(&Index::new(&text)), &mut sorted);
    sorted
}

/// Sorts members and takes out those that are `null`, that is, fields of other kinds. In lists `null` has a meaning.
fn sort(value: Reader<'_>, out: &mut String) {
    let mut children: Vec<Reader<'_>> = Vec::new();
    let raw = value.raw();
    let brackets = if raw.starts_with('{') {
        for member in value.children().filter(|member| member.raw() != "null") {
            let key = member.spelt_key();
            let place = children.partition_point(|other| other.spelt_key() < key);
            children.insert(place, member);
        }
        ['{', '}']
    } else if raw.starts_with('[') {
        children.extend(value.children());
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
        ram_bytes: None,
        ftl: ftl(&setup.scheme),
        buffer: Some(super::ram::write_buffer::document(setup.buffer.as_ref())),
        host: Some(host(setup)),
        precondition: Some(setup.preconditions.iter().map(precondition).collect()),
        warmup_requests: Some(setup.warmup_requests),
        workload: Workload {
            repeat: super::repeat::document(setup.repeat),
            ignore_trims: setup.ignores_trims.then_some(true),
            ..workload(&setup.workload)
        },
        interventions: Some(setup.overrides()),
        power_cut: match setup.power_cuts[..] {
            [] => None,
            [cut] => Some(Or::Scalar(cut)),
            _ => Some(Or::Compound(setup.power_cuts.clone())),
        },
        initial: setup.initial.as_ref().map(initial),
    }
}

fn host(setup: &Setup) -> Host {
    super::host::document(setup.parallel.as_ref())
}

pub(super) fn ftl(scheme: &Scheme) -> Ftl {
    Ftl {
        kind: scheme.name().to_owned(),
        options: scheme.write(),
    }
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
            ops: Some(requests.iter().map(token).collect::<Vec<_>>().join(" ")),
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
            reading,
            mapping,
            aliasing,
            partial_writes,
            shift_bytes,
            requests,
        } => Workload {
            kind: "trace".to_owned(),
            path: Some(path.clone()),
            trace_format: *format,
            reading: (!reading.is_empty()).then(|| reading.clone()),
            mapping: Some(*mapping),
            // The default is left out: scenarios are older than the field.
            aliasing: Some(*aliasing).filter(|&aliasing| aliasing != Aliasing::Refuse),
            partial_writes: Some(*partial_writes).filter(|&of| of != PartialWrites::Whole),
            shift_bytes: Some(*shift_bytes).filter(|&bytes| bytes > 0),
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
