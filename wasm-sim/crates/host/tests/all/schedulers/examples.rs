//! Examples worked out by hand from each scheduler's numbered steps.

use host::scheduler::{
    AnticipatoryConfig, CfqConfig, DeadlineConfig, Merging, Next, Scheduler, SchedulerConfig,
    SsdZonesConfig, Surroundings,
};
use options::Milliseconds;

use super::{add, all_at, around, one_by_one, scheduler, told};

#[test]
fn noop_serves_in_order_and_merges_at_both_ends() {
    let mut noop = scheduler(SchedulerConfig::Noop);
    // w12 is appended to w10+2, w8+2 put before it; t13 is another operation, r14 too.
    add(&mut noop, 0, 0, "w10+2 r5 w12 w8+2 t13 r14 r6");
    assert_eq!(noop.len(), 7);
    assert_eq!(all_at(&mut noop, 0), "w8+5 r5+2 t13 r14 -");
    assert!(noop.is_empty());
}

#[test]
fn the_parts_of_a_merged_request_are_in_order_of_pages() {
    let mut noop = scheduler(SchedulerConfig::Noop);
    add(&mut noop, 0, 7, "w10+2 w12 w8+2");
    let Next::Io(io) = noop.next(9) else {
        panic!("one waits")
    };
    let numbers: Vec<_> = io.parts.iter().map(|part| part.number).collect();
    assert_eq!((numbers, io.queued_ns), (vec![2, 0, 1], 7));
}

#[test]
fn nothing_grows_past_the_largest_request() {
    let merging = Merging {
        most_pages: 4,
        ..around().merging
    };
    let mut noop = Scheduler::new(
        SchedulerConfig::Noop,
        Surroundings {
            merging,
            ..around()
        },
    );
    add(&mut noop, 0, 0, "w0+2 w2+2 w4 w5");
    assert_eq!(all_at(&mut noop, 0), "w0+4 w4+2 -");
}

#[test]
fn what_is_not_to_be_merged_stays_apart() {
    let merging = Merging {
        back: false,
        front: false,
        most_pages: 128,
    };
    let mut noop = Scheduler::new(
        SchedulerConfig::Noop,
        Surroundings {
            merging,
            ..around()
        },
    );
    add(&mut noop, 0, 0, "w1 w2 w0");
    assert_eq!(all_at(&mut noop, 0), "w1 w2 w0 -");
}

fn deadline(fifo_batch: u32, writes_starved: u32) -> Scheduler {
    scheduler(SchedulerConfig::Deadline(DeadlineConfig {
        read_expire_ms: Milliseconds { ns: 100 },
        write_expire_ms: Milliseconds { ns: 1000 },
        writes_starved,
        fifo_batch,
    }))
}

#[test]
fn deadline_serves_batches_in_order_of_pages_reads_first() {
    let mut deadline = deadline(2, 1);
    add(&mut deadline, 0, 0, "r50 r10 r60 w5");
    // A batch of reads from the oldest on, 50 and 60; the writes were passed over once, so 5; then the read left.
    assert_eq!(all_at(&mut deadline, 0), "r50 r60 w5 r10 -");
}

#[test]
fn deadline_lets_writes_starve_for_so_many_batches() {
    let mut deadline = deadline(1, 2);
    add(&mut deadline, 0, 0, "w0 r10 r20 r30 r40 w1+2");
    // The two writes are one request.
    assert_eq!(all_at(&mut deadline, 0), "r10 r20 w0+3 r30 r40 -");
}

#[test]
fn deadline_turns_back_for_what_is_overdue() {
    for (now, order) in [(50, "r10 r20 r50 -"), (150, "r10 r50 r20 -")] {
        let mut deadline = deadline(1, 2);
        add(&mut deadline, 0, 0, "r10 r50");
        let mut got = told(&deadline.next(0));
        add(&mut deadline, 2, 40, "r20");
        got = format!("{got} {}", all_at(&mut deadline, now));
        assert_eq!(got, order, "at {now}");
    }
}

fn anticipatory() -> Scheduler {
    scheduler(SchedulerConfig::Anticipatory(AnticipatoryConfig {
        read_expire_ms: Milliseconds { ns: 10_000 },
        write_expire_ms: Milliseconds { ns: 10_000 },
        read_batch_ms: Milliseconds { ns: 1000 },
        write_batch_ms: Milliseconds { ns: 300 },
        antic_expire_ms: Milliseconds { ns: 100 },
    }))
}

#[test]
fn anticipatory_waits_for_the_next_read_but_not_for_long() {
    for comes in [true, false] {
        let mut s = anticipatory();
        add(&mut s, 0, 0, "r10 w20");
        let Next::Io(read) = s.next(0) else {
            panic!("reads come first")
        };
        assert_eq!(told(&s.next(10)), "until 1000", "the read is in the device");
        s.completed(&read, 50);
        assert_eq!(told(&s.next(50)), "until 150");
        if comes {
            add(&mut s, 2, 100, "r40");
            assert_eq!(told(&s.next(100)), "r40");
        } else {
            assert_eq!(told(&s.next(149)), "until 150");
            assert_eq!(told(&s.next(150)), "w20");
        }
    }
}

#[test]
fn anticipatory_changes_direction_when_a_batch_is_over_and_the_device_is_done() {
    let mut s = anticipatory();
    add(&mut s, 0, 0, "w10 w12 w14");
    let Next::Io(write) = s.next(0) else {
        panic!("nothing else waits")
    };
    add(&mut s, 3, 10, "r50 r52");
    assert_eq!(told(&s.next(299)), "w12");
    assert_eq!(told(&s.next(300)), "-", "two writes are in the device");
    s.completed(&write, 310);
    assert_eq!(told(&s.next(310)), "-");
    s.completed(&write, 320);
    assert_eq!(all_at(&mut s, 320), "r50 r52 until 1320");
}

#[test]
fn anticipatory_goes_back_for_what_is_less_than_half_as_far() {
    // From 41 on: 61 is 20 ahead, 32 is 9 behind, 31 is 10.
    for (behind, order) in [("r32", "r32"), ("r31", "r61")] {
        let mut s = anticipatory();
        add(&mut s, 0, 0, "r40");
        assert_eq!(told(&s.next(0)), "r40");
        add(&mut s, 1, 1, &format!("r61 {behind}"));
        assert_eq!(told(&s.next(1)), order);
    }
}

fn cfq_config(quantum: u32) -> CfqConfig {
    CfqConfig {
        quantum,
        slice_sync_ms: Milliseconds { ns: 100 },
        slice_async_ms: Milliseconds { ns: 40 },
        slice_async_rq: 2,
        slice_idle_ms: Milliseconds { ns: 8 },
        fifo_expire_sync_ms: Milliseconds { ns: 500 },
        fifo_expire_async_ms: Milliseconds { ns: 500 },
    }
}

fn cfq(depth: u32, quantum: u32) -> Scheduler {
    let around = Surroundings { depth, ..around() };
    Scheduler::new(SchedulerConfig::Cfq(cfq_config(quantum)), around)
}

#[test]
fn cfq_gives_each_process_its_turn() {
    let mut s = cfq(4, 8);
    add(&mut s, 0, 0, "r20@0 r50@1 r10@0 w70 r55@1");
    assert_eq!(all_at(&mut s, 0), "r10 r20 r50 r55 w70 -");
}

#[test]
fn cfq_ends_a_turn_with_its_slice() {
    let mut s = cfq(4, 8);
    add(&mut s, 0, 0, "r10@0 r20@0 r30@0 r50@1");
    assert_eq!(told(&s.next(0)), "r10");
    assert_eq!(told(&s.next(99)), "r20");
    // Process 0 goes to the end; from 51 on its page 30 is the nearest.
    assert_eq!(all_at(&mut s, 100), "r50 r30 -");
}

#[test]
fn cfq_ends_a_turn_of_the_writes_after_sixteen() {
    let mut s = cfq(4, 32);
    let writes: Vec<_> = (0..20).map(|i| format!("w{}", 2 * i)).collect();
    add(&mut s, 0, 0, &writes.join(" "));
    add(&mut s, 20, 0, "r70@3");
    let served = all_at(&mut s, 0);
    let served: Vec<_> = served.split(' ').collect();
    assert_eq!((served[15], served[16], served[17]), ("w30", "r70", "w38"));
}

#[test]
fn cfq_holds_back_what_is_over_the_quantum_while_others_wait() {
    let mut s = cfq(4, 1);
    add(&mut s, 0, 0, "r10@0 r20@0 r50@1");
    let Next::Io(io) = s.next(0) else {
        panic!("one waits")
    };
    assert_eq!(told(&s.next(1)), "until 100");
    s.completed(&io, 30);
    assert_eq!(told(&s.next(30)), "r20");
}

/// Requests of a process that are in the device from an earlier slice count: w31 is still there when the writes'
/// second turn comes, at 101. Their slice does not begin before w56 goes, so that it does not end either.
#[test]
fn cfq_counts_what_an_earlier_slice_left_in_the_device() {
    let mut s = cfq(4, 1);
    let given = |next: Next| match next {
        Next::Io(io) => io,
        Next::Not { until } => panic!("nothing until {until}"),
    };
    add(&mut s, 0, 0, "w31");
    let w31 = given(s.next(0));
    add(&mut s, 1, 1, "r62");
    let r62 = given(s.next(1));
    add(&mut s, 2, 2, "w56 r51");
    assert_eq!(told(&s.next(2)), "until 101");
    assert_eq!(told(&s.next(101)), "-");
    assert_eq!(told(&s.next(141)), "-");
    // The end of r62 lowers the count of its own queue only: r51 would have room, w56 has none.
    s.completed(&r62, 150);
    assert_eq!(told(&s.next(150)), "-");
    add(&mut s, 4, 151, "w57");
    s.completed(&w31, 250);
    assert_eq!(told(&s.next(250)), "w56+2");
    // The writes have nothing more: the next turn is that of the reads.
    assert_eq!(told(&s.next(250)), "r51");
}

/// Nothing waits when its slice ends: what comes then, from another one, need not wait for it.
#[test]
fn cfq_begins_no_slice_for_a_process_that_has_nothing() {
    let mut s = cfq(1, 8);
    add(&mut s, 0, 0, "r10@0");
    let Next::Io(io) = s.next(0) else {
        panic!("one waits")
    };
    s.completed(&io, 120);
    assert_eq!(told(&s.next(120)), "-");
    add(&mut s, 1, 121, "r50@1");
    assert_eq!(told(&s.next(121)), "r50");
}

/// A slice of zero length lets all waiting requests through.
#[test]
fn cfq_takes_turns_by_slices_of_no_time() {
    let config = CfqConfig {
        slice_sync_ms: Milliseconds { ns: 0 },
        slice_async_ms: Milliseconds { ns: 0 },
        ..cfq_config(8)
    };
    let mut s = scheduler(SchedulerConfig::Cfq(config));
    add(&mut s, 0, 0, "r10@0 r50@1 w70 r20@0");
    assert_eq!(all_at(&mut s, 0), "r10 r20 r50 w70 -");
}

#[test]
fn cfq_idles_for_a_process_where_the_device_takes_one_at_a_time() {
    let mut s = cfq(1, 8);
    add(&mut s, 0, 0, "r10@0 r50@1");
    let Next::Io(io) = s.next(0) else {
        panic!("one waits")
    };
    assert_eq!(told(&s.next(1)), "until 100");
    s.completed(&io, 5);
    assert_eq!(told(&s.next(5)), "until 13");
    assert_eq!(told(&s.next(13)), "r50");
}

#[test]
fn cfq_goes_to_the_oldest_past_its_deadline_once_a_slice() {
    let mut s = cfq(4, 8);
    add(&mut s, 0, 0, "r60 r10 r20");
    // Served late: 60 is overdue and goes first; then the nearest: 20 back is 41, nothing is ahead, so 20, and 10 behind it.
    assert_eq!(all_at(&mut s, 600), "r60 r20 r10 -");
}

#[test]
fn zones_take_one_each_and_never_mix_reads_with_writes() {
    let mut s = scheduler(SchedulerConfig::SsdZones(SsdZonesConfig { zones: 8 }));
    // Zones of ten pages. 7 waits for the next round of zone 0.
    add(&mut s, 0, 0, "r5 r75 r7 r15 w0 w30");
    let mut reads = Vec::new();
    while let Next::Io(io) = s.next(0) {
        reads.push(io);
    }
    let pages: Vec<_> = reads.iter().map(host::Io::lpn).collect();
    assert_eq!(pages, [5, 15, 75]);
    s.completed(&reads[0], 1);
    s.completed(&reads[1], 2);
    assert_eq!(told(&s.next(2)), "-", "a read is in the device");
    s.completed(&reads[2], 3);
    assert_eq!(one_by_one(&mut s, 3), "w0 w30 r7");
}

#[test]
fn zones_merge_at_the_end_only_and_within_a_zone() {
    let mut s = scheduler(SchedulerConfig::SsdZones(SsdZonesConfig { zones: 8 }));
    // 7 follows 5+2; 4 would go before; 10 follows 8+2, but lies in the next zone.
    add(&mut s, 0, 0, "r5+2 r7 r4 r8+2 r10");
    assert_eq!(one_by_one(&mut s, 0), "r5+5 r10 r4");
}

#[test]
fn zones_share_rounds_as_the_workload_is_shared() {
    let mut s = scheduler(SchedulerConfig::SsdZones(SsdZonesConfig { zones: 1 }));
    for i in 0..30 {
        add(&mut s, 4 * i, 0, "r3 r9 w5 r20");
    }
    // Shares: 0 = 0, reads begin; 1/90 > 0, so a write; two reads, 3/90 = 1/30, so a write; and so on.
    let order = one_by_one(&mut s, 0);
    let ops: String = order.split(' ').map(|token| &token[..1]).collect();
    assert_eq!(&ops[..12], "rwrrwrrrwrrr");
    assert_eq!(ops.matches('w').count(), 30);
}
