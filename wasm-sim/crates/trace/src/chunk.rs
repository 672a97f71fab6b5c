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
    let take: [fn(&Row) -> u64; COLUMNS] = [
        |row| row.time_ns,
        |row| u64::from(row.device),
        |row| row.offset,
        |row| u64::from(row.length),
        |row| row.op as u64,
        |row| u64::from(row.temperature),
    ];
    for (i, take) in take.into_iter().enumerate() {
        numbers.clear();
        numbers.extend(rows.iter().map(take));
        let column = Column::of(numbers, out.len() - begin);
        let header = begin + 4 + i * HEADER;
        out[header..header + HEADER].copy_from_slice(&column.header());
        column.write(numbers, out);
    }
    out.resize(out.len() + PADDING, 0);
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
        let mut columns = [Column::of(&[], 0); COLUMNS];
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
        (0..self.requests).all(|i| {
            let get = |column: usize| self.columns[column].get(&self.bytes, i as usize);
            get(1) < devices as u64
                && (1..=u64::from(u32::MAX)).contains(&get(3))
                && get(4) <= 2
                && u32::try_from(get(5)).is_ok()
        })
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
