//! Queues and channels in a frame: what was done last, what is under way, and how what is known will go on.

use ftl::Cause;
use host::scheduler::SchedulerConfig;
use host::{Direction, Front, Kind, Request, Span};

use crate::parallel::as_op;
use crate::protocol::{
    HostShown, OperationKind, OperationShown, RequestTimes, TurnShown, WaitingShown,
};
use crate::simulation::Simulation;

/// The frame lists this many things of a kind.
const TOLD: usize = 64;

/// Queues and channels, where there are.
pub fn shown(simulation: &Simulation) -> Option<HostShown> {
    let (front, under_way) = simulation.host()?;
    let mut spans = front.channels().spans();
    if let Some((number, folded)) = under_way {
        // The events of the request under way that the view has not folded yet.
        sort(&mut spans, |span| (span.id, 0));
        let mut of_it = 0;
        spans.retain(|span| {
            of_it += usize::from(span.operation.request == number);
            span.operation.request != number || of_it <= folded
        });
    }
    sort(&mut spans, |span| (span.started_ns, span.id));
    let config = front.config();
    let turn = front.scheduler().turn();
    let by_process = matches!(config.scheduler, SchedulerConfig::Cfq(_));
    let queue = |queue: u32| (!by_process || queue != u32::MAX).then_some(queue);
    let waiting = front.scheduler().queues().take(TOLD);
    Some(HostShown {
        scheduler: config.scheduler.name().to_owned(),
        zones: match config.scheduler {
            SchedulerConfig::SsdZones(c) => Some(c.zones),
            _ => None,
        },
        channels: config.channels,
        dies: config.dies,
        queue_depth: config.queue_depth,
        outstanding: config.outstanding,
        now_us: us(front.now()),
        turn: TurnShown {
            reads: turn.direction.map(|d| d == Direction::Read),
            queue: turn.queue.and_then(queue),
            taken: turn.taken,
            most: turn.most,
            until_us: (turn.until_ns > 0).then(|| us(turn.until_ns)),
        },
        waiting: waiting
            .map(|(of, io)| WaitingShown {
                queue: queue(of),
                parts: io
                    .parts
                    .iter()
                    .map(|r| times(r, None, None, io.parts.len() as u32))
                    .collect(),
            })
            .collect(),
        waits: front.scheduler().len(),
        next: front.ahead().iter().map(|r| r.number).take(TOLD).collect(),
        device: front
            .in_device()
            .map(|given| {
                let end = end_of(&spans, given.request.number);
                times(&given.request, Some(given.dispatched_ns), end, given.merged)
            })
            .collect(),
        ended: ended(front),
        operations: spans.iter().map(|span| operation(front, span)).collect(),
    })
}

fn ended(front: &Front) -> Vec<RequestTimes> {
    let done = front.ended();
    done.map(|d| times(&d.request, Some(d.dispatched_ns), Some(d.done_ns), 0))
        .collect()
}

/// When the last operation of a request will be done.
fn end_of(spans: &[Span], number: u32) -> Option<u64> {
    let its = spans.iter().filter(|s| s.operation.request == number);
    its.map(|span| span.ended_ns).max()
}

fn times(
    request: &Request,
    dispatched: Option<u64>,
    ended: Option<u64>,
    merged: u32,
) -> RequestTimes {
    RequestTimes {
        number: request.number,
        op: as_op(request.op),
        lpn: request.lpn,
        pages: request.pages,
        arrival_us: us(request.arrival_ns),
        dispatched_us: dispatched.map(us),
        ended_us: ended.map(us),
        merged,
    }
}

fn operation(front: &Front, span: &Span) -> OperationShown {
    let Span { operation, .. } = span;
    let first = match operation.kind {
        Kind::Program => operation.bus_ns,
        Kind::Read | Kind::Erase => operation.cell_ns,
    };
    OperationShown {
        id: span.id,
        request: operation.request,
        block: operation.block,
        channel: front.channels().channel_of(operation.block),
        die: front.channels().die(operation.block),
        kind: match operation.kind {
            Kind::Read => OperationKind::Read,
            Kind::Program => OperationKind::Program,
            Kind::Erase => OperationKind::Erase,
        },
        cause: Cause::ALL[usize::from(operation.label)],
        asked_us: us(span.asked_ns),
        started_us: us(span.started_ns),
        second_us: us(span.second_ns),
        first_ended_us: us(span.started_ns + first),
        ended_us: us(span.ended_ns),
        held_up_us: us(span.held_up_ns),
    }
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

fn sort(spans: &mut [Span], key: fn(&Span) -> (u64, u64)) {
    spans.sort_unstable_by_key(key);
}
