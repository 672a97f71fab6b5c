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

use crate::file::{Bytes, CHUNK, ChunkPlace, FileError, damaged};
use crate::pack::{Column, HEADER, PADDING};
use crate::record::Op;

/// A request on its way to or from a chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub time_ns: u64,
    pub offset: u64,
    pub length: u32,
    pub device: u32,
    pub op: Op,
    pub temperature: u32,
}

const COLUMNS: usize = 6;
const START: usize = 4 + COLUMNS * HEADER;

/// A chunk in memory, as packed as it lies in the file.
pub(crate) struct Chunk {
    bytes: Vec<u8>,
    requests: u32,
    columns: [Column; COLUMNS],
}

/// Appends the rows as a chunk; `numbers` is room for a column.
pub(crate) fn write(rows: &[Row], numbers: &mut Vec<u64>, out: &mut Vec<u8>) {
    let begin = out.len();
    out.extend((rows.len() as u32).to_le_bytes());
    out.resize(begin + START, 0);
    let mut header = begin + 4;
    let mut column = |numbers: &[u64]| {
        let column = Column::of(numbers, out.len() - begin);
        out[header..header + HEADER].copy_from_slice(&column.header());
        header += HEADER;
        column.write(numbers, out);
    };
    // One after another, each with a closure of its own: a call per number and column would cost as much as the packing.
    column(taken(rows, numbers, |row| row.time_ns));
    column(taken(rows, numbers, |row| row.device.into()));
    column(taken(rows, numbers, |row| row.offset));
    column(taken(rows, numbers, |row| row.length.into()));
    column(taken(rows, numbers, |row| row.op as u64));
    column(taken(rows, numbers, |row| row.temperature.into()));
    out.resize(out.len() + PADDING, 0);
}

/// A column of the rows, in `numbers`.
#[inline]
fn taken<'a>(rows: &[Row], numbers: &'a mut Vec<u64>, take: impl Fn(&Row) -> u64) -> &'a [u64] {
    numbers.clear();
    numbers.extend(rows.iter().map(take));
    numbers
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

    /// Whether every number can be what it stands for. A file from elsewhere may have a right checksum and say anything.
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
                && within(3, 1, u32::MAX.into())
                && within(4, 0, 2)
                && within(5, 0, u32::MAX.into())
    }

    /// All rows, into `rows`.
    pub fn rows(&self, rows: &mut Vec<Row>) {
        const NONE: Row = Row {
            time_ns: 0,
            offset: 0,
            length: 0,
            device: 0,
            op: Op::Read,
            temperature: 0,
        };
        rows.clear();
        rows.resize(self.requests as usize, NONE);
        let [time_ns, device, offset, length, op, temperature] = &self.columns;
        let bytes = &self.bytes;
        time_ns.spread(bytes, rows, |row, number| row.time_ns = number);
        device.spread(bytes, rows, |row, number| row.device = number as u32);
        offset.spread(bytes, rows, |row, number| row.offset = number);
        length.spread(bytes, rows, |row, number| row.length = number as u32);
        op.spread(bytes, rows, |row, number| {
            row.op = Op::from_code(number as u8);
        });
        temperature.spread(bytes, rows, |row, number| row.temperature = number as u32);
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
            length: length as u32,
            device: device as u32,
            op: Op::from_code(op as u8),
            temperature: temperature as u32,
        }
    }
}
