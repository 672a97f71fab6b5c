//! Laws for every scheduler and every sequence of requests.

use std::collections::BTreeMap;

use host::scheduler::{
    AnticipatoryConfig, CfqConfig, DeadlineConfig, Merging, Next, Scheduler, SchedulerConfig,
    SsdZonesConfig, Surroundings,
};
use host::{Direction, Io, Op, Request};
use options::Milliseconds;
use proptest::prelude::*;

const BATCH: u32 = 4;
const STARVED: u32 = 2;

fn configs() -> [SchedulerConfig; 5] {
    [
        SchedulerConfig::Noop,
        SchedulerConfig::Deadline(DeadlineConfig {
            read_expire_ms: Milliseconds { ns: 300 },
            write_expire_ms: Milliseconds { ns: 900 },
            writes_starved: STARVED,
            fifo_batch: BATCH,
        }),
        SchedulerConfig::Cfq(CfqConfig {
            quantum: 2,
            slice_sync_ms: Milliseconds { ns: 400 },
            slice_async_ms: Milliseconds { ns: 200 },
            slice_async_rq: 1,
            slice_idle_ms: Milliseconds { ns: 30 },
            fifo_expire_sync_ms: Milliseconds { ns: 300 },
            fifo_expire_async_ms: Milliseconds { ns: 900 },
        }),
        SchedulerConfig::Anticipatory(AnticipatoryConfig {
            read_expire_ms: Milliseconds { ns: 300 },
            write_expire_ms: Milliseconds { ns: 900 },
            read_batch_ms: Milliseconds { ns: 500 },
            write_batch_ms: Milliseconds { ns: 200 },
            antic_expire_ms: Milliseconds { ns: 40 },
        }),
        SchedulerConfig::SsdZones(SsdZonesConfig { zones: 5 }),
    ]
}

/// The history of a scheduler in front of a device: (time, its input).
struct Run {
    given: Vec<(u64, Io)>,
    /// Given to the device while something of the other direction was there.
    mixed: u32,
}

/// Serves all requests on a device that takes `depth` at a time, each for the time in `takes`, in turn.
fn run(
    config: SchedulerConfig,
    merging: Merging,
    depth: u32,
    all: &[Request],
    takes: &[u64],
) -> Run {
    let around = Surroundings {
        merging,
        depth,
        logical_pages: 100,
        page_bytes: 4096,
    };
    let mut s = Scheduler::new(config, around);
    let mut device: BTreeMap<(u64, usize), Io> = BTreeMap::new();
    let mut run = Run {
        given: Vec::new(),
        mixed: 0,
    };
    let (mut now, mut came) = (0, 0);
    loop {
        while let Some(entry) = device.first_entry().filter(|entry| entry.key().0 <= now) {
            s.completed(&entry.remove(), now);
        }
        while let Some(request) = all.get(came).filter(|request| request.arrival_ns <= now) {
            s.add(*request);
            came += 1;
        }
        let mut wake = u64::MAX;
        while device.len() < depth as usize {
            match s.next(now) {
                Next::Io(io) => {
                    let direction = io.op.direction();
                    run.mixed += u32::from(device.values().any(|d| d.op.direction() != direction));
                    let took = takes[run.given.len() % takes.len()];
                    device.insert((now + took, run.given.len()), io.clone());
                    run.given.push((now, io));
                }
                Next::Not { until } => {
                    assert!(until > now, "it asks to be asked again at once");
                    wake = until;
                    break;
                }
            }
        }
        if came == all.len() && device.is_empty() && s.is_empty() {
            return run;
        }
        let arrival = all.get(came).map_or(u64::MAX, |request| request.arrival_ns);
        let done = device.keys().next().map_or(u64::MAX, |&(at, _)| at);
        let room = device.len() < depth as usize;
        now = arrival.min(done).min(if room { wake } else { u64::MAX });
        assert!(
            now < u64::MAX,
            "{config:?}: requests wait, and nothing will happen"
        );
    }
}

fn requests() -> impl Strategy<Value = Vec<Request>> {
    let one = (0..3u32, 0..90u32, 1..8u32, 0..3u32, 0..120u64);
    prop::collection::vec(one, 1..120).prop_map(|all| {
        let mut arrival_ns = 0;
        (0..)
            .zip(all)
            .map(|(number, (op, lpn, pages, process, gap))| {
                arrival_ns += gap;
                Request {
                    number,
                    arrival_ns,
                    op: [Op::Read, Op::Write, Op::Trim][op as usize],
                    lpn,
                    pages,
                    process,
                    hot: false,
                    ends: [0; 3],
                }
            })
            .collect()
    })
}

fn merging(on: bool) -> Merging {
    Merging {
        back: on,
        front: on,
        most_pages: 16,
    }
}

proptest! {
    #[test]
    fn every_request_is_served_once_and_as_it_came(
        all in requests(),
        takes in prop::collection::vec(1..200u64, 1..5),
        depth in 1..5u32,
        on: bool,
    ) {
        for config in configs() {
            let run = run(config, merging(on), depth, &all, &takes);
            let mut served: Vec<Request> =
                run.given.iter().flat_map(|(_, io)| io.parts.iter().copied()).collect();
            for (now, io) in &run.given {
                prop_assert!(io.parts.iter().all(|part| part.arrival_ns <= *now && part.op == io.op));
                prop_assert!(io.parts.windows(2).all(|two| two[0].end() == u64::from(two[1].lpn)));
                prop_assert!(io.parts.len() == 1 || (on && io.pages() <= 16));
            }
            served.sort_by_key(|request| request.number);
            prop_assert_eq!(&served, &all);
        }
    }

    #[test]
    fn noop_without_merging_keeps_the_order(
        all in requests(),
        takes in prop::collection::vec(1..200u64, 1..5),
    ) {
        let run = run(SchedulerConfig::Noop, merging(false), 3, &all, &takes);
        prop_assert!((0..).zip(&run.given).all(|(number, (_, io))| io.parts[0].number == number));
    }

    /// The oldest request of its direction is the first of the next batch of its direction, once its deadline has
    /// passed. Before that: what is left of the batch under way and, for a read, one batch of writes; for a write,
    /// those of reads that may pass over it.
    #[test]
    fn under_deadline_few_are_served_before_what_is_overdue(
        all in requests(),
        takes in prop::collection::vec(1..200u64, 1..5),
        on: bool,
    ) {
        let run = run(configs()[1], merging(on), 2, &all, &takes);
        for (at, (_, io)) in run.given.iter().enumerate() {
            let direction = io.op.direction();
            let (expire, bound) = match direction {
                Direction::Read => (300, 2 * BATCH - 1),
                Direction::Write => (900, BATCH - 1 + STARVED * BATCH),
            };
            let due = io.queued_ns + expire;
            let older = |other: &Io| other.op.direction() == direction && other.queued_ns <= io.queued_ns;
            // Since it was both overdue and the oldest: after the last older one.
            let since = run.given[..at].iter().rposition(|(_, other)| older(other)).map_or(0, |p| p + 1);
            let passed = run.given[since..at].iter().filter(|(now, _)| *now >= due).count();
            prop_assert!(passed as u32 <= bound, "{} before {:?}", passed, io);
        }
    }

    /// All writes are one queue, the reads of a process one each. With `takes` it is known what is in the device when.
    #[test]
    fn under_cfq_no_queue_has_more_than_the_quantum_in_the_device_while_others_wait(
        all in requests(),
        takes in prop::collection::vec(1..600u64, 1..5),
        depth in 3..6u32,
    ) {
        let run = run(configs()[2], merging(false), depth, &all, &takes);
        let queue = |op: Op, process: u32| (op == Op::Read).then_some(process);
        let of = |io: &Io| queue(io.op, io.parts[0].process);
        for (at, (now, io)) in run.given.iter().enumerate() {
            let served: Vec<u32> = run.given[..=at].iter().map(|(_, io)| io.parts[0].number).collect();
            let others_wait = all.iter().any(|r| {
                r.arrival_ns <= *now && !served.contains(&r.number) && queue(r.op, r.process) != of(io)
            });
            let there = run.given[..at].iter().enumerate().filter(|(before, (given, other))| {
                given + takes[before % takes.len()] > *now && of(other) == of(io)
            });
            prop_assert!(!others_wait || there.count() < 2, "{:?} at {}", io, now);
        }
    }

    #[test]
    fn zones_and_anticipation_keep_reads_from_writes(
        all in requests(),
        takes in prop::collection::vec(1..200u64, 1..5),
        depth in 1..6u32,
    ) {
        for config in [configs()[3], configs()[4]] {
            prop_assert_eq!(run(config, merging(true), depth, &all, &takes).mixed, 0);
        }
    }
}

/// With all requests there from the start, no zone is passed over: between two of one zone and direction every other zone
/// that has some is served.
#[test]
fn zones_take_turns() {
    let all: Vec<Request> = (0..200)
        .map(|number| Request {
            number,
            arrival_ns: 0,
            op: if number % 3 == 0 { Op::Write } else { Op::Read },
            lpn: (number * 37) % 100,
            pages: 1,
            process: 0,
            hot: false,
            ends: [0; 3],
        })
        .collect();
    let run = run(configs()[4], merging(false), 4, &all, &[50]);
    let zone = |io: &Io| io.lpn() / 20;
    for direction in [Direction::Read, Direction::Write] {
        let served: Vec<u32> = run
            .given
            .iter()
            .filter(|(_, io)| io.op.direction() == direction)
            .map(|(_, io)| zone(io))
            .collect();
        for (at, &this) in served.iter().enumerate() {
            let Some(next) = served[at + 1..].iter().position(|&z| z == this) else {
                continue;
            };
            for other in (0..5).filter(|&z| z != this) {
                let waits = served[at + 1..].contains(&other);
                let between = served[at + 1..at + 1 + next].contains(&other);
                assert!(between || !waits, "zone {other} between two of {this}");
            }
        }
    }
}
