//! The cost of the host page under way, from the events of its request.

use ftl::{Cause, Event, HostOp, RecoveryEvent, SuperblockEvent};

use crate::protocol::{FinishedShown, HostPageCost, OperationCost, OperationKind};
use crate::report::Report;
use crate::simulation::Simulation;

/// The frame lists this many operations one by one.
const TOLD: usize = 1024;

/// The host page that the last event belongs to; `None` where there is none, as after a power loss between requests.
pub fn shown(simulation: &Simulation) -> Option<HostPageCost> {
    let (events, folded) = simulation.events();
    let page = page_at(events, folded)?;
    let (op, lpn, index) = events[page.clone()].iter().find_map(|event| match *event {
        Event::HostPage { op, lpn, index, .. } => Some((op, lpn.0, index)),
        _ => None,
    })?;
    let setup = simulation.setup();
    let time = |op: OperationKind| match op {
        OperationKind::Read => setup.timing.read_ns,
        OperationKind::Program => setup.timing.program_ns,
        OperationKind::Erase => setup.timing.erase_ns,
    };
    let (before, _) = simulation.piece();
    let mut operations = operations(events, page.clone(), time);
    let done = operations.partition_point(|o| o.event as usize <= folded);
    for operation in &mut operations {
        operation.event += before as u32;
    }
    let counters = simulation.view().counters();
    // The folded part is counted.
    let (mut programs, mut writes) = (counters.total_programs(), counters.host.writes);
    for event in &events[folded.max(page.start)..page.end] {
        programs += u64::from(matches!(event, Event::Program { .. }));
        let write = |op| op == HostOp::Write;
        writes += u64::from(matches!(event, Event::HostPage { op, .. } if write(*op)));
    }
    let sum = |of: &[OperationCost]| of.iter().fold(0, |sum: u64, o| sum.saturating_add(o.ns));
    let cost = HostPageCost {
        op,
        lpn,
        index,
        count: operations.len() as u32,
        done: done as u32,
        total_ns: sum(&operations),
        done_ns: sum(&operations[..done]),
        plain_ns: match op {
            HostOp::Read => setup.timing.read_ns,
            HostOp::Write => setup.timing.program_ns,
            HostOp::Trim => 0,
        },
        wa_after: (writes > 0).then(|| programs as f64 / writes as f64),
        operations: {
            operations.truncate(TOLD);
            operations
        },
    };
    Some(cost)
}

/// Figures after the last finished host page; `None` where they are those of the report.
pub fn finished(simulation: &Simulation) -> Option<FinishedShown> {
    let (events, folded) = simulation.events();
    if page_at(events, folded).is_none_or(|page| page.end == folded) {
        return None;
    }
    let (counters, buffer) = simulation.view().finished();
    let page_bytes = simulation.setup().geometry.page_bytes;
    let report = Report::of_counters(counters, page_bytes);
    Some(FinishedShown {
        host: report.host,
        programs: report.flash.programs,
        write_amplification: report.write_amplification,
        byte_amplification: report.byte_amplification,
        cmt: report.cmt,
        buffer,
    })
}

/// The events of the host page that the last one of `folded` belongs to. The events before the first page are its
/// part.
fn page_at(events: &[Event], folded: usize) -> Option<std::ops::Range<usize>> {
    let last = folded.checked_sub(1)?;
    let begins = |i: &usize| matches!(events[*i], Event::HostPage { index: 1.., .. });
    let start = (1..=last).rev().find(begins).unwrap_or(0);
    let end = (last + 1..events.len()).find(begins);
    Some(start..end.unwrap_or(events.len()))
}

fn operations(
    events: &[Event],
    page: std::ops::Range<usize>,
    time: impl Fn(OperationKind) -> u64,
) -> Vec<OperationCost> {
    let mut operations: Vec<OperationCost> = Vec::new();
    let (mut lbn, mut victim) = (None, None);
    for i in page {
        let mut operation = match events[i] {
            Event::Read {
                ppn,
                logical,
                kind,
                cause,
            } => OperationCost {
                from: Some(ppn.0),
                logical: Some(logical),
                kind: Some(kind),
                ..OperationCost::of(OperationKind::Read, cause)
            },
            // Their OOB areas are read for the host.
            Event::ChainRead { ppn, .. } => OperationCost {
                from: Some(ppn.0),
                ..OperationCost::of(OperationKind::Read, Cause::Host)
            },
            Event::Superblock(SuperblockEvent::MapRead { ppn, .. }) => OperationCost {
                from: ppn.map(|p| p.0),
                ..OperationCost::of(OperationKind::Read, Cause::Host)
            },
            Event::Program {
                ppn,
                logical,
                kind,
                from,
                cause,
                ..
            } => {
                let from = from.map(|p| p.0);
                if let Some(read) = operations.last_mut()
                    && from.is_some()
                    && read.from == from
                {
                    read.to = Some(ppn.0);
                }
                OperationCost {
                    from,
                    to: Some(ppn.0),
                    logical: Some(logical),
                    kind: Some(kind),
                    ..OperationCost::of(OperationKind::Program, cause)
                }
            }
            Event::Erase { pbn, cause } => OperationCost {
                pbn: Some(pbn.0),
                ..OperationCost::of(OperationKind::Erase, cause)
            },
            ref event => {
                match *event {
                    Event::MergeBegin { lbn: merged, .. } => lbn = Some(merged.0),
                    Event::MergeEnd { .. } => lbn = None,
                    Event::GcBegin { pbn, .. }
                    | Event::Superblock(SuperblockEvent::InnerCleaningBegin { pbn, .. })
                    | Event::WearBegin { from: pbn, .. } => victim = Some(pbn.0),
                    Event::GcEnd { .. }
                    | Event::Superblock(SuperblockEvent::InnerCleaningEnd { .. })
                    | Event::WearEnd { .. } => victim = None,
                    Event::Recovery(RecoveryEvent::PowerLost { .. }) => {
                        (lbn, victim) = (None, None);
                    }
                    _ => {}
                }
                continue;
            }
        };
        operation.ns = time(operation.op);
        operation.event = i as u32 + 1;
        (operation.lbn, operation.victim) = (lbn, victim);
        operations.push(operation);
    }
    operations
}

impl OperationCost {
    fn of(op: OperationKind, cause: Cause) -> Self {
        Self {
            op,
            cause,
            ns: 0,
            event: 0,
            from: None,
            to: None,
            pbn: None,
            logical: None,
            kind: None,
            lbn: None,
            victim: None,
        }
    }
}
