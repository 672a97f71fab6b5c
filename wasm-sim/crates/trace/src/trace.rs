//! A trace in its columnar file, and its requests in pages.

pub(crate) mod moved;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::columnar::builder::{Builder, Merge};
use crate::columnar::chunk::{BLOCK, Chunk, Row};
use crate::columnar::finisher::placed;
use crate::columnar::{Bytes, CHUNK, Facts, FileError};
use crate::error::ImportError;
use crate::pages::aliasing::{Aliasing, Displaced};
use crate::pages::mapping::{Mapper, Mapping, Span, TooFewPages};
use crate::pages::touched::Touched;
use crate::record::{Record, Unit};
use crate::request::{Request, pages};
use crate::summary::Summary;

/// Chunks kept in memory, whichever reader asks: two places in the trace and the step from one chunk to the next.
const KEPT: usize = 4;
/// Bytes of its file copied at a time.
const PIECE: u64 = 64 << 20;

/// An imported trace, in order of time, at least one request.
///
/// It holds a few chunks of its file and reads the others when they are asked for. Where the file cannot be read any
/// more (its disk is gone), reading panics: there is no way to go on with the run.
pub struct Trace {
    facts: Facts,
    /// Where the devices start, by their number in the device column.
    pub(crate) bases: Vec<u64>,
    /// The furthest address, plus 1.
    end: u64,
    file: Rc<dyn Bytes>,
    summary: Rc<Summary>,
    /// The chunks read last, the latest at the end.
    kept: RefCell<Vec<(usize, Rc<Chunk>)>>,
    /// The last result for the pages that requests touch: devices of several sizes ask for the same.
    touched: RefCell<Option<Found>>,
    displaced: RefCell<Option<((Mapping, Span), Displaced)>>,
}

/// The pages that the first `requests` requests touch, in pages of `page_bytes`.
struct Found {
    page_bytes: u32,
    requests: u32,
    pages: u64,
    /// Left out where no device asked had room for them.
    touched: Option<Rc<Touched>>,
}

/// Reads requests of one trace, best in order: it holds the chunk of the last one.
#[derive(Clone, Default)]
pub struct Reader {
    chunk: Option<(usize, Rc<Chunk>)>,
}

impl Trace {
    pub(crate) fn new(
        facts: Facts,
        file: Box<dyn Bytes>,
        summary: Summary,
    ) -> Result<Self, FileError> {
        Ok(Self {
            bases: facts.bases()?,
            end: facts.chunks.iter().map(|chunk| chunk.to).max().unwrap_or(0),
            facts,
            file: file.into(),
            summary: Rc::new(summary),
            kept: RefCell::default(),
            touched: RefCell::default(),
            displaced: RefCell::default(),
        })
    }

    /// Opens a columnar file.
    ///
    /// # Errors
    /// If it is none, or damaged.
    pub fn open(file: Box<dyn Bytes>) -> Result<Self, FileError> {
        let facts = Facts::read(&*file)?;
        let summary = Summary::of(&facts);
        Self::new(facts, file, summary)
    }

    /// A trace of these records, for instance of [`crate::parse_ops`]; devices are laid side by side.
    ///
    /// # Errors
    /// `Empty` without records, `AddressSpace` if the devices do not fit; a record's place means its line.
    ///
    /// # Panics
    /// If only some records have times, or their units differ.
    pub fn from_records(records: &[Record]) -> Result<Self, ImportError> {
        let Some(first) = records.first() else {
            return Err(ImportError::Empty { lines: 0 });
        };
        let mut builder = Builder::new(Merge::SideBySide, 0..u64::MAX, Box::<Vec<u8>>::default());
        for (record, place) in records.iter().zip(1..) {
            let alike = record.address.unit() == first.address.unit()
                && record.time_ns.is_some() == first.time_ns.is_some();
            assert!(
                alike,
                "record {place}: all records of a trace have the same unit, and all have times or none"
            );
            builder.push(*record, place)?;
        }
        let (trace, _) = builder
            .finish(4096, &|device| device.to_string(), |summary| summary)?
            .finish()?;
        Ok(trace)
    }

    /// The findings of the import, and the lines that it left out. Of a file that was opened: what the file says.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The columnar file.
    pub fn file(&self) -> &dyn Bytes {
        &*self.file
    }

    /// A copy of the columnar file.
    ///
    /// # Errors
    /// If it cannot be read any more.
    pub fn copied(&self) -> Result<Vec<u8>, FileError> {
        let size = self.file.size();
        let mut bytes = Vec::with_capacity(size as usize);
        while (bytes.len() as u64) < size {
            let at = bytes.len() as u64;
            bytes.extend(self.file.read(at, (size - at).min(PIECE) as u32)?);
        }
        Ok(bytes)
    }

    /// How many requests there are, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a trace is never empty")]
    pub fn len(&self) -> usize {
        self.facts.requests as usize
    }

    /// The unit of offsets and lengths.
    pub fn unit(&self) -> Unit {
        self.facts.unit
    }

    /// Whether the file says which requests are hot: it has temperatures, and they differ.
    pub fn tells_hot(&self) -> bool {
        self.facts.tells_hot()
    }

    /// The first request's time in the file, in nanoseconds since the file's own zero; 0 without times.
    pub fn start_ns(&self) -> u64 {
        self.facts.start_ns
    }

    /// Hash of the requests as 16 hex digits; `hash.rs` states the order.
    pub fn hash(&self) -> &str {
        &self.summary.hash
    }

    /// How many chunks the file has: what the work on a whole trace is cut into.
    pub fn chunks(&self) -> u32 {
        self.facts.chunks.len() as u32
    }

    /// The requests of chunk `k` in pages of `page_bytes`, in order.
    ///
    /// # Panics
    /// If there is no chunk `k`, or `page_bytes` is 0.
    pub fn chunk(&self, k: u32, page_bytes: u32) -> impl ExactSizeIterator<Item = Request> + '_ {
        self.rows(k as usize)
            .map(move |row| self.cut(row, page_bytes))
    }

    /// Request `i` in pages of `page_bytes`: every page that its byte range touches, once; of a trim those that it covers whole (SPEC 2).
    /// A trace in pages is independent of `page_bytes`.
    ///
    /// # Panics
    /// If there is no request `i`, or `page_bytes` is 0.
    pub fn request(&self, i: usize, page_bytes: u32) -> Request {
        Reader::default().request(self, i as u32, page_bytes)
    }

    /// All requests in pages of `page_bytes`, in order.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn requests(&self, page_bytes: u32) -> impl ExactSizeIterator<Item = Request> + '_ {
        assert!(page_bytes > 0, "a page has at least one byte");
        let mut reader = Reader::default();
        (0..self.facts.requests).map(move |i| reader.request(self, i, page_bytes))
    }

    /// Pages of the smallest device that holds every address: the last page touched, plus 1.
    ///
    /// # Panics
    /// If `page_bytes` is 0.
    pub fn pages_needed(&self, page_bytes: u32) -> u64 {
        match self.facts.unit {
            Unit::Pages => self.end,
            Unit::Bytes => (self.end - 1) / u64::from(page_bytes) + 1,
        }
    }

    /// Where the address space ends inside its last page, of `page_bytes`: the page, and how much of it is used. `None` where it ends with a
    /// page.
    pub(crate) fn short_page(&self, page_bytes: u32) -> Option<(u64, u32)> {
        let page_bytes = u64::from(page_bytes);
        let used = self.end % page_bytes;
        let short = self.facts.unit == Unit::Bytes && used > 0;
        short.then(|| (self.end / page_bytes, used as u32))
    }

    /// How many of the first `requests` requests start on a page below `logical_pages`.
    pub fn requests_below(&self, logical_pages: u32, page_bytes: u32, requests: u32) -> u32 {
        let limit = match self.facts.unit {
            Unit::Pages => u64::from(logical_pages),
            Unit::Bytes => u64::from(logical_pages) * u64::from(page_bytes),
        };
        let mut left = requests;
        // Only chunks that the limit goes through have to be read.
        let below = |(k, place): (usize, &crate::columnar::ChunkPlace)| {
            let first = place.requests.min(left);
            left -= first;
            match (place.from, place.to) {
                _ if first == 0 => 0,
                (_, to) if to <= limit => first,
                (from, _) if from >= limit => 0,
                // Row by row: an engine, which comes here alone, need not hold the code that reads blocks.
                _ => {
                    let chunk = self.fetch(k);
                    let row = |i| placed(chunk.row(i), &self.bases, self.facts.start_ns);
                    (0..first).filter(|&i| row(i).offset < limit).count() as u32
                }
            }
        };
        self.facts.chunks.iter().enumerate().map(below).sum()
    }

    /// The pages that the requests of `span` touch, numbered densely.
    pub(crate) fn touched(&self, span: Span) -> Result<Rc<Touched>, TooFewPages> {
        let most = span.logical_pages;
        let mut kept = self.touched.borrow_mut();
        let found = match kept.take() {
            Some(found)
                if (found.page_bytes, found.requests) == (span.page_bytes, span.requests)
                    && (found.touched.is_some() || found.pages > u64::from(most)) =>
            {
                found
            }
            _ => {
                let (pages, touched) = Touched::find(self, span.page_bytes, span.requests, most);
                Found {
                    page_bytes: span.page_bytes,
                    requests: span.requests,
                    pages,
                    touched: touched.map(Rc::new),
                }
            }
        };
        let found = kept.insert(found);
        match &found.touched {
            Some(touched) if found.pages <= u64::from(most) => Ok(Rc::clone(touched)),
            _ => Err(TooFewPages {
                touched: found.pages,
            }),
        }
    }

    /// The effect of a mapping on the page accesses of this trace.
    pub fn displaced(&self, mapper: &Mapper) -> Displaced {
        let of = (mapper.mapping(), mapper.span());
        let mut kept = self.displaced.borrow_mut();
        if let Some((known, displaced)) = *kept
            && known == of
        {
            return displaced;
        }
        let mut aliasing = Aliasing::new(mapper.clone());
        let first = of.1.requests as usize;
        for request in self.requests(of.1.page_bytes).take(first) {
            aliasing.add(&request);
        }
        kept.insert((of, aliasing.finish())).1
    }

    /// The rows of chunk `k`, devices side by side, times from the first request on.
    pub(crate) fn rows(&self, k: usize) -> impl ExactSizeIterator<Item = Row> + '_ {
        let chunk = self.fetch(k);
        let mut block = Box::new([Row::EMPTY; BLOCK]);
        (0..chunk.requests()).map(move |i| {
            let within = i as usize % BLOCK;
            if within == 0 {
                chunk.rows(i as usize, &mut block[..]);
            }
            placed(block[within], &self.bases, self.facts.start_ns)
        })
    }

    #[inline]
    fn cut(&self, row: Row, page_bytes: u32) -> Request {
        let (unit, op) = (self.facts.unit, row.op);
        let (first_page, pages, ends) = pages(unit, page_bytes, op, row.offset, row.length);
        Request {
            time_ns: self.facts.has_times.then_some(row.time_ns),
            op,
            first_page,
            pages,
            ends,
            hot: 2 * u64::from(row.temperature)
                > u64::from(self.facts.coldest) + u64::from(self.facts.hottest),
        }
    }

    /// Chunk `k`, from memory if it was read lately.
    fn fetch(&self, k: usize) -> Rc<Chunk> {
        let mut kept = self.kept.borrow_mut();
        let found = kept.iter().position(|(place, _)| *place == k);
        let chunk = if let Some(at) = found {
            kept.remove(at).1
        } else {
            let chunk = Chunk::read(&*self.file, &self.facts.chunks[k], self.bases.len());
            Rc::new(chunk.unwrap_or_else(|error| panic!("the trace cannot be read: {error}")))
        };
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((k, Rc::clone(&chunk)));
        chunk
    }

    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Reader {
    /// Request `i` in pages of `page_bytes`: see [`Trace::request`].
    ///
    /// # Panics
    /// If there is no request `i`, or `page_bytes` is 0.
    #[inline]
    pub fn request(&mut self, trace: &Trace, i: u32, page_bytes: u32) -> Request {
        let (k, within) = (i as usize / CHUNK, i % CHUNK as u32);
        let chunk = match &mut self.chunk {
            Some((place, chunk)) if *place == k => chunk,
            other => &mut other.insert((k, trace.fetch(k))).1,
        };
        let row = placed(chunk.row(within), &trace.bases, trace.facts.start_ns);
        trace.cut(row, page_bytes)
    }
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trace({} of {})", self.summary.hash, self.facts.requests)
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reader({:?})", self.chunk.as_ref().map(|(k, _)| k))
    }
}

/// Equal requests, and the same said about them.
impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.summary == other.summary
            && (0..self.facts.chunks.len()).all(|k| self.rows(k).eq(other.rows(k)))
    }
}

/// Whole columns, for tests.
impl Trace {
    /// Nanoseconds since the first request, ascending; empty if the format has no times.
    pub fn time_ns(&self) -> Vec<u64> {
        if self.facts.has_times {
            self.column(|row| row.time_ns)
        } else {
            Vec::new()
        }
    }

    /// Where each request starts, after devices were laid side by side, in [`Trace::unit`].
    pub fn offset(&self) -> Vec<u64> {
        self.column(|row| row.offset)
    }

    /// How much each request covers, in [`Trace::unit`], at least 1.
    pub fn length(&self) -> Vec<u64> {
        self.column(|row| row.length)
    }

    /// Each request's operation: 0 read, 1 write, 2 trim ([`Op::from_code`]).
    pub fn op(&self) -> Vec<u8> {
        self.column(|row| row.op as u8)
    }

    fn column<T>(&self, take: impl Fn(Row) -> T) -> Vec<T> {
        (0..self.facts.chunks.len())
            .flat_map(|k| self.rows(k).map(&take).collect::<Vec<_>>())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Address, Op, parse_ops};

    fn bytes(offset: u64, length: u64) -> Trace {
        let address = Address::Byte(offset);
        Trace::from_records(&[Record {
            time_ns: None,
            op: Op::Read,
            device: 0,
            address,
            length,
            temperature: 0,
        }])
        .unwrap()
    }

    #[test]
    fn every_page_the_byte_range_touches_is_accessed_once() {
        let pages = |offset, length, page_bytes| {
            let request = bytes(offset, length).request(0, page_bytes);
            (request.first_page, request.pages)
        };
        assert_eq!(pages(0, 2048, 2048), (0, 1));
        assert_eq!(pages(2047, 1, 2048), (0, 1));
        assert_eq!(pages(2047, 2, 2048), (0, 2));
        assert_eq!(pages(512, 4096, 2048), (0, 3));
        assert_eq!(pages(4096, 4096, 2048), (2, 2));
        assert_eq!(pages(4096, 4096, 2000), (2, 3));
        assert_eq!(
            pages(u64::MAX - u64::from(u32::MAX), u32::MAX.into(), 2048),
            (9_007_199_252_643_840, 2_097_152)
        );
    }

    #[test]
    fn a_page_of_one_byte_is_the_extreme() {
        assert_eq!(bytes(7, u32::MAX.into()).request(0, 1).pages, u32::MAX);
        assert_eq!(bytes(7, 3).pages_needed(1), 10);
    }

    #[test]
    fn operations_in_pages_do_not_depend_on_the_page_size() {
        let trace = Trace::from_records(&parse_ops("w5+3 r7 t10").unwrap()).unwrap();
        assert_eq!(trace.unit(), Unit::Pages);
        let requests: Vec<_> = trace
            .requests(4096)
            .map(|r| (r.time_ns, r.op, r.first_page, r.pages))
            .collect();
        assert_eq!(
            requests,
            [
                (None, Op::Write, 5, 3),
                (None, Op::Read, 7, 1),
                (None, Op::Trim, 10, 1)
            ]
        );
        assert_eq!(trace.pages_needed(512), 11);
    }
}
