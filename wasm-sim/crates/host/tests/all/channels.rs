//! Channels and dies, by timelines drawn by hand and by what must always hold. Times are Hu's, in µs: a read 20 in the cell and 25 on
//! the bus, a program 200 on the bus and 200 in the cell, an erase 1500.

use host::{Channels, Kind, Operation, OperationId};
use proptest::prelude::*;

fn read(block: u32) -> Operation {
    Operation {
        block,
        kind: Kind::Read,
        cell_ns: 20,
        bus_ns: 25,
        label: 0,
        background: false,
        request: 0,
    }
}

fn program(block: u32) -> Operation {
    Operation {
        block,
        kind: Kind::Program,
        cell_ns: 200,
        bus_ns: 200,
        label: 0,
        background: false,
        request: 0,
    }
}

fn erase(block: u32) -> Operation {
    Operation {
        block,
        kind: Kind::Erase,
        cell_ns: 1500,
        bus_ns: 0,
        label: 0,
        background: false,
        request: 0,
    }
}

/// Lets all operations end; per operation, whose `io` is its place, when it did.
fn ends(channels: &mut Channels, operations: usize) -> Vec<u64> {
    let mut ends = vec![0; operations];
    while let Some(at) = channels.next_end() {
        channels.advance(at, |io, _| ends[io as usize] = at);
        assert!(!channels.wastes());
    }
    ends
}

/// All asked for at once, none waits for another.
fn at_once(channels: u32, dies: u32, operations: &[Operation]) -> Vec<u64> {
    let mut c = Channels::new(channels, dies);
    for (io, &operation) in (0..).zip(operations) {
        c.submit(0, io, operation, &[]);
    }
    ends(&mut c, operations.len())
}

#[test]
fn one_die_does_one_thing_at_a_time() {
    let all = [read(0), program(0), erase(0)];
    assert_eq!(at_once(1, 1, &all), [45, 445, 1945]);
}

#[test]
fn cells_of_two_dies_overlap_and_their_bus_is_one() {
    // Both cells work 0-20; the bus takes 20-45 and 45-70. Die 0 reads again 45-65 and waits for the bus, which is now the
    // bottleneck: a page every 25.
    let all = [read(0), read(1), read(2), read(3)];
    assert_eq!(at_once(1, 2, &all), [45, 70, 95, 120]);
    // Programs: bus 0-200 and 200-400, cells 200-400 and 400-600.
    assert_eq!(at_once(1, 2, &[program(0), program(1)]), [400, 600]);
}

#[test]
fn a_stream_of_reads_is_as_many_times_as_fast_as_there_are_channels() {
    for channels in [1, 2, 4, 8] {
        let all: Vec<_> = (0..64).map(read).collect();
        let last = at_once(channels, 1, &all).into_iter().max();
        assert_eq!(
            last,
            Some(64 / u64::from(channels) * 45),
            "{channels} channels"
        );
    }
}

#[test]
fn where_the_bus_dominates_dies_help_no_further() {
    // 64 reads on one channel: 20 until the first page, then one every 25, but for one die, which does nothing meanwhile.
    let all: Vec<_> = (0..64).map(read).collect();
    let last = |dies| at_once(1, dies, &all).into_iter().max();
    assert_eq!(last(1), Some(64 * 45));
    for dies in [2, 4, 16] {
        assert_eq!(last(dies), Some(20 + 64 * 25), "{dies} dies");
    }
}

#[test]
fn a_channel_serves_in_order_a_read_behind_an_erase_waits() {
    // Block 1 lies on the other die: free, but its turn is after block 0's.
    let all = [erase(0), read(0), read(1)];
    assert_eq!(at_once(1, 2, &all), [1500, 1545, 1570]);
    // On another channel it would not wait.
    assert_eq!(at_once(2, 1, &all), [1500, 1545, 45]);
}

#[test]
fn a_copy_is_programmed_when_it_is_read_and_holds_nobody_up_before() {
    let mut c = Channels::new(2, 1);
    let from = c.submit(0, 0, read(0), &[]);
    let to = c.submit(0, 1, program(1), &[from]);
    c.submit(0, 2, erase(0), &[to]);
    // On the channel of the copy: it comes first, although it was asked for later.
    c.submit(0, 3, read(3), &[]);
    // 45; then 45 + 400, and the erase after that.
    assert_eq!(ends(&mut c, 4), [45, 445, 1945, 45]);
}

#[test]
fn what_is_done_to_a_block_keeps_its_order() {
    let mut c = Channels::new(2, 1);
    let from = c.submit(0, 0, read(0), &[]);
    c.submit(0, 1, program(1), &[from]);
    // The same block as the program that waits: behind it. And a read of another block, which does not wait.
    c.submit(0, 2, read(1), &[]);
    c.submit(0, 3, read(3), &[]);
    assert_eq!(ends(&mut c, 4), [45, 445, 490, 45]);
}

#[test]
fn busy_times_are_those_of_the_timeline() {
    let mut c = Channels::new(2, 2);
    for block in [0, 2, 1] {
        c.submit(10, 0, read(block), &[]);
    }
    while let Some(at) = c.next_end() {
        c.advance(at, |_, _| {});
    }
    let busy: Vec<_> = c
        .busy(1000)
        .iter()
        .map(|b| (b.busy_ns, b.bus_ns, b.operations))
        .collect();
    assert_eq!(busy, [(70, 50, 2), (45, 25, 1)]);
}

type Drawn = (u32, u8, u64, u64, u64, Vec<usize>);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let one = (
        0..12u32,
        0..3u8,
        0..50u64,
        0..50u64,
        0..80u64,
        prop::collection::vec(0..40usize, 0..3),
    );
    prop::collection::vec(one, 1..80)
}

proptest! {
    /// Any operations at any times, each waiting for any before it.
    #[test]
    fn no_channel_idles_and_nothing_is_lost(all in drawn(), channels in 1..5u32, dies in 1..4u32) {
        let mut c = Channels::new(channels, dies);
        let mut ids: Vec<OperationId> = Vec::new();
        let mut ends: Vec<Option<u64>> = vec![None; all.len()];
        let mut load = vec![0; channels as usize];
        let mut now = 0;
        let mut go = |c: &mut Channels, to: u64| {
            while let Some(at) = c.next_end().filter(|&at| at <= to) {
                let mut twice = false;
                c.advance(at, |io, _| twice |= ends[io as usize].replace(at).is_some());
                assert!(!twice && !c.wastes());
            }
        };
        let mut waits = Vec::new();
        for (io, (block, kind, cell_ns, bus_ns, gap, after)) in all.iter().enumerate() {
            now += gap;
            go(&mut c, now);
            let kind = [Kind::Read, Kind::Program, Kind::Erase][*kind as usize];
            let bus_ns = if kind == Kind::Erase { 0 } else { *bus_ns };
            let after: Vec<usize> = after.iter().copied().filter(|&other| other < io).collect();
            let of: Vec<OperationId> = after.iter().map(|&other| ids[other]).collect();
            let operation = Operation { block: *block, kind, cell_ns: *cell_ns, bus_ns, label: 0, background: false, request: 0 };
            ids.push(c.submit(now, io as u32, operation, &of));
            prop_assert!(!c.wastes());
            load[c.channel_of(*block) as usize] += cell_ns + bus_ns;
            waits.push((after, now + cell_ns + bus_ns, *block, cell_ns + bus_ns));
        }
        go(&mut c, u64::MAX);
        let end = |io: usize| ends[io].expect("all end");
        for (io, (after, soonest, ..)) in waits.iter().enumerate() {
            prop_assert!(end(io) >= *soonest);
            prop_assert!(after.iter().all(|&other| end(io) >= end(other) + waits[io].3));
        }
        // In one block one after another.
        for (io, (_, _, block, takes)) in waits.iter().enumerate() {
            if let Some(before) = (0..io).rev().find(|&other| waits[other].2 == *block) {
                prop_assert!(end(io) >= end(before) + takes);
            }
        }
        for (busy, load) in c.busy(now).iter().zip(load) {
            // With one die a channel does one thing at a time.
            prop_assert!(busy.busy_ns == load || dies > 1 && busy.busy_ns < load);
        }
    }
}
