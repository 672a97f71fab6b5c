//! Requests in file order become chunks in order of time, in bounded memory.
//!
//! 1. Requests wait in a window of half a million; what comes is nearly in order, as a disk that completes requests out
//!    of order leaves it, and is sorted there. Equal times keep file order.
//! 2. A full window gives its earlier half to the file, as chunks of the current run.
//! 3. A request earlier than what the run already holds (another server's trace behind the first) starts a new run.
//! 4. Several runs are merged at the end (`merge.rs`); one is the trace.

use xxhash_rust::xxh64::xxh64;

use crate::columnar::chunk::{self, Row};
use crate::columnar::{CHUNK, ChunkPlace, FileError, Store, head};

/// Requests that wait: 20 MB.
const WINDOW: usize = 8 * CHUNK;

/// Writes chunks to a file and says where they are.
pub(crate) struct Writer {
    pub store: Box<dyn Store>,
    bytes: Vec<u8>,
}

impl Writer {
    pub fn new(store: Box<dyn Store>) -> Self {
        Self {
            store,
            bytes: Vec::new(),
        }
    }

    /// Appends a chunk; its addresses are not known yet.
    pub fn chunk(&mut self, rows: &[Row]) -> Result<ChunkPlace, FileError> {
        if self.store.size() == 0 {
            self.store.append(&head())?;
        }
        let at = self.store.size();
        self.bytes.clear();
        chunk::write(rows, &mut self.bytes);
        self.store.append(&self.bytes)?;
        let time = |row: Option<&Row>| row.map_or(0, |row| row.time_ns);
        Ok(ChunkPlace {
            at,
            bytes: self.bytes.len() as u32,
            requests: rows.len() as u32,
            checksum: xxh64(&self.bytes, 0),
            first_ns: time(rows.first()),
            last_ns: time(rows.last()),
            ..ChunkPlace::default()
        })
    }
}

/// Chunks in order of time.
pub(crate) type Run = Vec<ChunkPlace>;

pub(crate) struct Sorter {
    writer: Writer,
    pending: Vec<Row>,
    /// Whether `pending` is in order, and the latest time in it.
    in_order: bool,
    latest_ns: u64,
    runs: Vec<Run>,
    /// Time of the last request that the current run holds.
    run_end_ns: u64,
}

impl Sorter {
    pub fn new(store: Box<dyn Store>) -> Self {
        Self {
            writer: Writer::new(store),
            pending: Vec::new(),
            in_order: true,
            latest_ns: 0,
            runs: Vec::new(),
            run_end_ns: 0,
        }
    }

    #[inline]
    pub fn push(&mut self, row: Row) -> Result<(), FileError> {
        self.in_order &= row.time_ns >= self.latest_ns;
        self.latest_ns = self.latest_ns.max(row.time_ns);
        self.pending.push(row);
        if self.pending.len() == WINDOW {
            self.hand_on(WINDOW / 2)
        } else {
            Ok(())
        }
    }

    /// Forgets every row. Chunks that are in the file stay there unnamed; they come before a first issue only
    /// (`formats/blkparse.rs`), so they are few.
    pub fn restart(&mut self) {
        self.pending.clear();
        self.in_order = true;
        self.latest_ns = 0;
        self.runs.clear();
        self.run_end_ns = 0;
    }

    /// The file and its runs.
    pub fn finish(mut self) -> Result<(Writer, Vec<Run>), FileError> {
        self.hand_on(self.pending.len())?;
        Ok((self.writer, self.runs))
    }

    fn hand_on(&mut self, n: usize) -> Result<(), FileError> {
        if !self.in_order {
            self.pending.sort_by_key(|row| row.time_ns);
            self.in_order = true;
        }
        let Some(first) = self.pending.first() else {
            return Ok(());
        };
        if self.runs.is_empty() || first.time_ns < self.run_end_ns {
            self.runs.push(Vec::new());
        }
        let run = self.runs.last_mut().expect("there is one now");
        for rows in self.pending[..n].chunks(CHUNK) {
            run.push(self.writer.chunk(rows)?);
        }
        self.run_end_ns = self.pending[n - 1].time_ns;
        self.pending.drain(..n);
        Ok(())
    }
}
