//! A log that is written for fio is read back.

use proptest::prelude::*;
use trace::{Address, Format, Importer, Op, Options, Record, Trace, iolog};

fn records(timed: bool) -> impl Strategy<Value = Vec<Record>> {
    let one = (any::<u32>(), 0..3u8, 0..1u64 << 60, 1..=u32::MAX - 4095);
    prop::collection::vec(one, 1..200).prop_map(move |rows| {
        let mut now = 0;
        rows.into_iter()
            .map(|(gap, op, offset, length)| {
                now += u64::from(gap) * 1000;
                Record {
                    time_ns: timed.then_some(now),
                    op: Op::from_code(op),
                    device: 0,
                    address: Address::Byte(offset),
                    length: length.into(),
                    temperature: 0,
                }
            })
            .collect()
    })
}

fn log_of(trace: &Trace, parts: u32, timed: bool, last: Option<u64>) -> String {
    let mut lines = iolog::Lines::default();
    lines.text = iolog::head(timed);
    let total = trace.len() as u32;
    let part = total.div_ceil(parts);
    for from in (0..total).step_by(part as usize) {
        trace.iolog(from, part, 4096, &mut lines);
    }
    let rows = trace.offset().into_iter().chain(trace.length());
    let multiple = rows
        .map(|bytes| bytes & bytes.wrapping_neg())
        .filter(|&bit| bit > 0);
    assert_eq!(
        lines.multiple(),
        multiple.min().unwrap_or(u64::MAX).min(1 << 20)
    );
    lines.take() + &iolog::tail(last)
}

proptest! {
    /// Whatever is written for fio is read back to the same requests, in one part or in several.
    #[test]
    fn a_log_for_fio_is_read_back(
        (timed, records) in any::<bool>().prop_flat_map(|timed| (Just(timed), records(timed))),
        parts in 1..5u32,
    ) {
        let trace = Trace::from_records(&records).unwrap();
        let last = trace.time_ns().last().copied().filter(|_| timed);
        let log = log_of(&trace, parts, timed, last);
        let options = Options { format: Some(Format::Fio), ..Options::default() };
        let mut importer = Importer::new(options);
        importer.push(log.as_bytes()).unwrap();
        let back = importer.finish().unwrap();
        prop_assert_eq!(back.hash(), trace.hash());
        prop_assert_eq!(back.offset(), trace.offset());
        prop_assert_eq!(back.length(), trace.length());
        prop_assert_eq!(back.op(), trace.op());
        prop_assert_eq!(back.time_ns(), trace.time_ns());
    }
}
