//! A chunk of the columnar file: up to 65,536 requests in order of time.
//!
//! | part | bytes | what |
//! |---|---|---|
//! | requests | 4 | how many |
//! | headers | 6 x 20 | of the columns time (ns since the file's zero), device, offset, length, op, temperature: see `pack.rs` |
//! | columns | | their bits in the same order, each in whole words of 8 bytes |
//! | padding | 8 | zeros |
//!
//! The device is a place in the footer's list, the offset one on that device. A trace without times has time 0.

use xxhash_rust::xxh64::xxh64;

use crate::columnar::pack::{Column, HEADER, PADDING, Span};
use crate::columnar::{Bytes, CHUNK, ChunkPlace, FileError, damaged};
use crate::record::Op;

/// A request on its way to or from a chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub time_ns: u64,
    pub offset: u64,
    pub length: u64,
    pub device: u32,
    pub op: Op,
    pub temperature: u32,
}

impl Row {
    pub const EMPTY: Self = Self {
        time_ns: 0,
        offset: 0,
        length: 0,
        device: 0,
        op: Op::Read,
        temperature: 0,
    };
}

const COLUMNS: usize = 6;
const START: usize = 4 + COLUMNS * HEADER;

/// A chunk in memory, as packed as it lies in the file.
pub(crate) struct Chunk {
    bytes: Vec<u8>,
    requests: u32,
    columns: [Column; COLUMNS],
}

/// Rows that are looked at together, column by column: 10 KB, so that a processor's nearest cache holds them. A multiple of
/// 64, so that a block's bits are whole words.
pub(crate) const BLOCK: usize = 256;

/// Appends the rows as a chunk. They are read twice: for what the columns' numbers have in common, and to pack them.
pub(crate) fn write(rows: &[Row], out: &mut Vec<u8>) {
    let mut spans = [Span::default(); COLUMNS];
    for block in rows.chunks(BLOCK) {
        by_column(block, |i, numbers| spans[i].see(numbers));
    }
    let begin = out.len();
    out.extend((rows.len() as u32).to_le_bytes());
    let mut at = START;
    let columns = spans.map(|span| {
        let column = span.column(at);
        out.extend(column.header());
        at += column.bytes(rows.len());
        (column, begin + column.at())
    });
    out.resize(begin + at + PADDING, 0);
    let mut columns = columns;
    for block in rows.chunks(BLOCK) {
        by_column(block, |i, numbers| {
            let (column, at) = &mut columns[i];
            let bytes = column.bytes(numbers.len());
            column.write(numbers, &mut out[*at..*at + bytes]);
            *at += bytes;
        });
    }
}

/// The columns of a block, one after another.
#[inline]
fn by_column(block: &[Row], mut take: impl FnMut(usize, &[u64])) {
    let mut room = [0; BLOCK];
    // Each with a closure of its own: a call per number and column would cost as much as the packing.
    take(0, taken(block, &mut room, |row| row.time_ns));
    take(1, taken(block, &mut room, |row| row.device.into()));
    take(2, taken(block, &mut room, |row| row.offset));
    take(3, taken(block, &mut room, |row| row.length));
    take(4, taken(block, &mut room, |row| row.op as u64));
    take(5, taken(block, &mut room, |row| row.temperature.into()));
}

/// A column of the rows, in `room`.
#[inline]
fn taken<'a>(rows: &[Row], room: &'a mut [u64; BLOCK], take: impl Fn(&Row) -> u64) -> &'a [u64] {
    for (slot, row) in room.iter_mut().zip(rows) {
        *slot = take(row);
    }
    &room[..rows.len()]
}

impl Chunk {
    /// Reads a chunk and checks that it is as it was written.
    pub fn read(file: &dyn Bytes, place: &ChunkPlace, devices: usize) -> Result<Self, FileError> {
        let bytes = file.read(place.at, place.bytes)?;
        if bytes.len() != place.bytes as usize || xxh64(&bytes, 0) != place.checksum {
            return Err(damaged());
        }
        Self::parse(bytes)
            .filter(|chunk| chunk.requests == place.requests && chunk.sound(devices))
            .ok_or_else(damaged)
    }

    fn parse(bytes: Vec<u8>) -> Option<Self> {
        let requests = u32::from_le_bytes(*bytes.first_chunk()?);
        let n = requests as usize;
        if n > CHUNK || bytes.len() < START + PADDING {
            return None;
        }
        let mut at = START;
        let mut columns = [Column::EMPTY; COLUMNS];
        for (i, column) in columns.iter_mut().enumerate() {
            *column = Column::read(&bytes[4 + i * HEADER..], at)?;
            at += column.bytes(n);
        }
        (at + PADDING == bytes.len()).then_some(Self {
            bytes,
            requests,
            columns,
        })
    }

    /// Whether every number can be what it means. A file from elsewhere may have a right checksum and say anything.
    fn sound(&self, devices: usize) -> bool {
        let within = |column: usize, least: u64, most: u64| {
            let column = &self.columns[column];
            // Nearly always the header alone says it.
            let said =
                column.least() >= least && column.most().is_some_and(|number| number <= most);
            said || (0..self.requests)
                .all(|i| (least..=most).contains(&column.get(&self.bytes, i as usize)))
        };
        let last_device = (devices as u64).checked_sub(1);
        self.requests == 0
            || last_device.is_some_and(|last| within(1, 0, last))
                && within(3, 1, u64::MAX)
                && within(4, 0, 2)
                && within(5, 0, u32::MAX.into())
    }

    /// The rows from `first` on, as many as there is room for and as there are.
    pub fn rows<'a>(&self, first: usize, room: &'a mut [Row]) -> &'a mut [Row] {
        let n = room.len().min(self.requests as usize - first);
        let rows = &mut room[..n];
        let [time_ns, device, offset, length, op, temperature] = &self.columns;
        let bytes = &self.bytes;
        time_ns.spread(bytes, first, rows, |row, number| row.time_ns = number);
        device.spread(bytes, first, rows, |row, number| row.device = number as u32);
        offset.spread(bytes, first, rows, |row, number| row.offset = number);
        length.spread(bytes, first, rows, |row, number| row.length = number);
        op.spread(bytes, first, rows, |row, number| {
            row.op = Op::from_code(number as u8);
        });
        temperature.spread(bytes, first, rows, |row, number| {
            row.temperature = number as u32;
        });
        rows
    }

    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Request `i` of the chunk.
    ///
    /// # Panics
    /// If it has no such request.
    #[inline]
    pub fn row(&self, i: u32) -> Row {
        assert!(i < self.requests, "request {i} of {}", self.requests);
        let [time_ns, device, offset, length, op, temperature] = self
            .columns
            .map(|column| column.get(&self.bytes, i as usize));
        Row {
            time_ns,
            offset,
            length,
            device: device as u32,
            op: Op::from_code(op as u8),
            temperature: temperature as u32,
        }
    }
}
