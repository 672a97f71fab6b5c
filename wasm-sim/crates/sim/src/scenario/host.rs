//! The `host` of a scenario (SPEC 7, 11) where this build has channels: the scheduler with its parameters, how requests come, and what the
//! device does side by side.
//!
//! A field left out has the value of a device that does one thing after another. As soon as one field says otherwise,
//! or `merge` is there at all, the parallel model runs; otherwise the one server of SPEC 2, as ever.

use host::FrontConfig;
use host::scheduler::SchedulerConfig;
use nand::Timing;
use options::Setting;

use super::document::kinds::{self, KindTable};
use super::document::options::check_choice;
use super::document::{Host, Or, Scenario, Scheduler};
use super::problem::bounds::{at_least, at_most, from_zero};
use super::problem::{Checked, Problem};
use super::repeat::Repeat;
use crate::scenario::Setup;
use crate::scenario::workload::WorkloadSpec;

/// The parallel model of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// Scheduler, queue and channels.
    pub front: FrontConfig,
    /// Whether requests come at random.
    pub poisson: bool,
    /// How much of a page read goes over the bus, ns.
    pub read_bus_ns: u64,
    /// How much of a page program does, ns.
    pub program_bus_ns: u64,
}

/// The content of `host`; `None` if all of it is as in the model of one server.
pub(super) fn resolve(
    document: &Scenario,
    timing: Timing,
    workload: &WorkloadSpec,
) -> Checked<Option<Parallel>> {
    let none = Host::default();
    let host = document.host.as_ref().unwrap_or(&none);
    let scheduler = match &host.scheduler {
        None => SchedulerConfig::Noop,
        Some(Scheduler(given)) => {
            check_choice("host.scheduler", SchedulerConfig::CHOICES, given)?;
            SchedulerConfig::read(Some(given.clone()))
        }
    };
    let count = |name: &str, value: Option<u32>, most: u32| -> Checked<u32> {
        let path = format!("host.{name}");
        let value = value.unwrap_or(1);
        at_least(&path, value, 1)?;
        at_most(&path, value, most)?;
        Ok(value)
    };
    let channels = count("channels", host.channels, 1024)?;
    let dies = count("dies", host.dies, 64)?;
    let queue_depth = count("queue_depth", host.queue_depth, 65_536)?;
    let outstanding = match host.outstanding {
        None => None,
        given => Some(count("outstanding", given, 65_536)?),
    };
    let poisson = match &host.arrivals {
        None => false,
        Some(name) => {
            kinds::ARRIVALS.check_name("host.arrivals".to_owned(), name)?;
            name == "poisson"
        }
    };
    if poisson {
        suits(workload, outstanding)?;
    }
    let is_parallel = scheduler != SchedulerConfig::Noop
        || channels.max(dies).max(queue_depth) > 1
        || outstanding.is_some()
        || poisson
        || host.merge.is_some();
    if !is_parallel {
        return match bus_field(host) {
            None => Ok(None),
            Some(field) => Err(Problem::new(
                format!("host.{field}"),
                format!(
                    "`{field}` is a share of a channel's bus, and this device does one thing after another"
                ),
                "Leave it out, or give more than one of `channels`, `dies` or `queue_depth`.",
            )),
        };
    }
    let power_cut = document.power_cut.as_ref();
    if power_cut.is_some_and(|cut| !matches!(cut, Or::Compound(cuts) if cuts.is_empty())) {
        return Err(Problem::new(
            "power_cut",
            "power is lost between two flash operations, and with this `host` several are under way",
            "Leave out `power_cut`, or `host`.",
        ));
    }
    let (read_bus_ns, program_bus_ns) = bus(document, host, timing)?;
    Ok(Some(Parallel {
        front: FrontConfig {
            scheduler,
            merge: host.merge.unwrap_or(true),
            channels,
            dies,
            queue_depth,
            outstanding,
        },
        poisson,
        read_bus_ns,
        program_bus_ns,
    }))
}

/// That there is a mean time between arrivals to be drawn around.
fn suits(workload: &WorkloadSpec, outstanding: Option<u32>) -> Checked<()> {
    let refuse = |message: &str, remedy: &str| Err(Problem::new("host.arrivals", message, remedy));
    if outstanding.is_some() {
        return refuse(
            "`poisson` says when requests come, and `outstanding` that they come as others are done",
            "Keep one of the two.",
        );
    }
    if let WorkloadSpec::Trace { .. } = workload {
        return refuse(
            "`poisson` draws the times of requests, and a trace has its own",
            "Leave it out, or take a generated workload.",
        );
    }
    if interarrival(workload).is_none() {
        return refuse(
            "`poisson` draws times between arrivals, and nothing says how long they are on average",
            "Add `interarrival_ms` to `workload`.",
        );
    }
    Ok(())
}

/// The mean time between arrivals, ns, of a workload that says one.
pub(super) fn interarrival(workload: &WorkloadSpec) -> Option<u64> {
    match workload {
        WorkloadSpec::Ops {
            interarrival_ns, ..
        } => *interarrival_ns,
        _ => workload.common()?.interarrival_ns,
    }
}

/// That the last request arrives before the end of the clock. In a closed loop no one looks at these times.
pub(super) fn arrivals_end(setup: &Setup) -> Checked<()> {
    let requests = match setup.repeat {
        Repeat::Times(_) => setup.requests(),
        // A window has at most as many passes as pages.
        Repeat::UntilSteady { window, .. } => setup
            .workload
            .requests()
            .map(|pass| pass.saturating_mul(window)),
    };
    let closed = |parallel: &Parallel| parallel.front.outstanding.is_some();
    let (Some(ns), Some(requests)) = (interarrival(&setup.workload), requests) else {
        return Ok(());
    };
    let after_first = u64::from(requests).saturating_sub(1);
    let end = ::host::END_NS;
    if setup.parallel.as_ref().is_some_and(closed) || ns.saturating_mul(after_first) < end {
        return Ok(());
    }
    // The proposals leave room for the last requests to be served, and for chance.
    let poisson = setup.parallel.is_some_and(|parallel| parallel.poisson);
    let room = if poisson { end / 10 } else { end / 1000 };
    let (ms, fewer) = (
        (end - room) / after_first / 1_000_000,
        (end - room) / ns + 1,
    );
    Err(Problem::new(
        "workload.interarrival_ms",
        format!(
            "the last of {requests} requests arrives after the end of the clock, 584 years (2^64 ns)"
        ),
        format!("Give {ms}, for example, or {fewer} requests."),
    ))
}

#[expect(clippy::cast_sign_loss, reason = "checked to be in range")]
fn nanoseconds(ms: f64) -> u64 {
    (ms * 1e6 + 0.5) as u64
}

fn bus_field(host: &Host) -> Option<&'static str> {
    let read = host.read_bus_us.map(|_| "read_bus_us");
    read.or(host.program_bus_us.map(|_| "program_bus_us"))
}

/// How much of a read and of a program goes over the bus, ns: as given, otherwise the preset's, but not more than the whole.
fn bus(document: &Scenario, host: &Host, timing: Timing) -> Checked<(u64, u64)> {
    let preset = match &document.device.timing {
        None => None,
        Some(Or::Scalar(name)) => Some(name),
        Some(Or::Compound(figures)) => figures.preset.as_ref(),
    };
    let preset = preset_bus(preset.map_or("", String::as_str));
    let share = |name: &str, given: Option<f64>, preset: u64, whole: u64| -> Checked<u64> {
        let Some(us) = given else {
            return Ok(preset.min(whole));
        };
        from_zero(&format!("host.{name}"), name, us, whole as f64 / 1000.0)?;
        Ok(nanoseconds(us / 1000.0))
    };
    Ok((
        share("read_bus_us", host.read_bus_us, preset.0, timing.read_ns)?,
        share(
            "program_bus_us",
            host.program_bus_us,
            preset.1,
            timing.program_ns,
        )?,
    ))
}

/// Only Hu says how much of a read and of a program is transfer (SPEC 1), ns.
fn preset_bus(name: &str) -> (u64, u64) {
    if name == "hu" {
        (25_000, 200_000)
    } else {
        (0, 0)
    }
}

/// The canonical `host`.
pub(super) fn document(parallel: Option<&Parallel>) -> Host {
    let Some(parallel) = parallel else {
        return Host {
            scheduler: SchedulerConfig::Noop.write().map(Scheduler),
            channels: Some(1),
            queue_depth: Some(1),
            ..Host::default()
        };
    };
    let Parallel { front, poisson, .. } = parallel;
    let us = |ns: u64| Some(ns as f64 / 1000.0);
    Host {
        scheduler: front.scheduler.write().map(Scheduler),
        channels: Some(front.channels),
        dies: Some(front.dies),
        queue_depth: Some(front.queue_depth),
        outstanding: front.outstanding,
        arrivals: poisson.then(|| "poisson".to_owned()),
        merge: Some(front.merge),
        read_bus_us: us(parallel.read_bus_ns),
        program_bus_us: us(parallel.program_bus_ns),
    }
}
