//! The columnar trace file: written once by an import, read in slices by every run.
//!
//! Integers are little-endian.
//!
//! | part | bytes | what |
//! |---|---|---|
//! | head | 16 | magic `FTLtrace`; version 2 (4); requests of a full chunk, 65,536 (4) |
//! | chunks | | each as `chunk.rs` says; request i is number `i % 65536` of chunk `i / 65536` |
//! | footer | | facts about the whole trace, then where each chunk lies: see [`Facts`] |
//! | tail | 16 | bytes of the footer (4), its XXH64 with seed 0 (8), magic `FTLt` (4) |
//!
//! Chunks lie anywhere between head and footer: sorting leaves others behind, which nothing points to. Facts known
//! only at the end (where each device starts, the first time) are in the footer. They are applied when a request is
//! read, so that an import never goes back.

pub(crate) mod builder;
pub(crate) mod chunk;
pub(crate) mod doubles;
pub(crate) mod finisher;
pub(crate) mod hash;
pub(crate) mod merge;
pub(crate) mod pack;
pub(crate) mod sorter;

use std::fmt;
use std::sync::Arc;

use xxhash_rust::xxh64::xxh64;

use crate::record::Unit;

/// Requests of a chunk; the last one of a file may have fewer. A chunk of a real trace has some 600 kB: large enough
/// that asking for it costs little, small enough that a few are nothing to hold.
pub(crate) const CHUNK: usize = 1 << 16;
const VERSION: u32 = 2;
const HEAD: u64 = 16;
const MAGIC: &[u8; 8] = b"FTLtrace";
const TAIL: u64 = 16;
const TAIL_MAGIC: &[u8; 4] = b"FTLt";

/// Why a trace file cannot be written or read, in a few words: storage full, file gone, not ours, damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError(pub String);

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file's bytes, wherever they are: memory, disk, a browser's blob.
pub trait Bytes {
    /// How many there are.
    fn size(&self) -> u64;

    /// `length` bytes from `at` on.
    ///
    /// # Errors
    /// If they are not there, or cannot be had any more.
    fn read(&self, at: u64, length: u32) -> Result<Vec<u8>, FileError>;
}

/// A file that an import writes, and reads while it sorts.
pub trait Store: Bytes {
    /// Adds bytes at the end.
    ///
    /// # Errors
    /// If there is no room for them.
    fn append(&mut self, bytes: &[u8]) -> Result<(), FileError>;
}

impl Bytes for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, length: u32) -> Result<Vec<u8>, FileError> {
        piece(self, at, length)
    }
}

/// A file that several threads read at once.
impl Bytes for Arc<[u8]> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, length: u32) -> Result<Vec<u8>, FileError> {
        piece(self, at, length)
    }
}

fn piece(bytes: &[u8], at: u64, length: u32) -> Result<Vec<u8>, FileError> {
    let from = usize::try_from(at).ok();
    from.and_then(|from| bytes.get(from..from.checked_add(length as usize)?))
        .map(<[u8]>::to_vec)
        .ok_or_else(|| FileError(format!("the file ends before byte {at} + {length}")))
}

impl Store for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

/// Where a chunk lies, and what range it covers: 56 bytes in the footer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ChunkPlace {
    /// First byte in the file.
    pub at: u64,
    /// How many bytes.
    pub bytes: u32,
    /// How many requests.
    pub requests: u32,
    /// XXH64 of its bytes, seed 0.
    pub checksum: u64,
    /// Lowest address, devices laid side by side, in the trace's unit.
    pub from: u64,
    /// Highest address, plus 1.
    pub to: u64,
    /// Time of its first request, nanoseconds since the file's own zero.
    pub first_ns: u64,
    /// Time of its last.
    pub last_ns: u64,
}

/// A device of the trace: 28 bytes in the footer, ascending by number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DevicePlace {
    /// Its number in the file.
    pub device: u32,
    /// Its number in the device column: the order in which devices came.
    pub place: u32,
    pub requests: u32,
    /// The end of its furthest request, in the trace's unit.
    pub extent: u64,
    /// Where its address 0 lies.
    pub base: u64,
}

/// The content of the footer, in this order: unit (4: 0 bytes, 1 pages), whether there are times (4), requests (4),
/// how many of them came after a later one (4); the lowest and the highest temperature (4, 4), the first time (8),
/// hash (8), devices (4), chunks (4), then these.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    pub unit: Unit,
    pub has_times: bool,
    pub requests: u32,
    pub out_of_order: u32,
    /// Both 0 without temperatures.
    pub coldest: u32,
    pub hottest: u32,
    /// Nanoseconds since the file's own zero; 0 without times.
    pub start_ns: u64,
    /// See `hash.rs`.
    pub hash: u64,
    pub devices: Vec<DevicePlace>,
    pub chunks: Vec<ChunkPlace>,
}

/// The first bytes of a file.
pub(crate) fn head() -> [u8; HEAD as usize] {
    let mut head = [0; HEAD as usize];
    head[..8].copy_from_slice(MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..].copy_from_slice(&(CHUNK as u32).to_le_bytes());
    head
}

impl Facts {
    /// Footer and tail.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for word in [
            u32::from(self.unit == Unit::Pages),
            u32::from(self.has_times),
            self.requests,
            self.out_of_order,
            self.coldest,
            self.hottest,
        ] {
            out.extend(word.to_le_bytes());
        }
        out.extend(self.start_ns.to_le_bytes());
        out.extend(self.hash.to_le_bytes());
        out.extend((self.devices.len() as u32).to_le_bytes());
        out.extend((self.chunks.len() as u32).to_le_bytes());
        for d in &self.devices {
            for word in [d.device, d.place, d.requests] {
                out.extend(word.to_le_bytes());
            }
            out.extend(d.extent.to_le_bytes());
            out.extend(d.base.to_le_bytes());
        }
        for c in &self.chunks {
            out.extend(c.at.to_le_bytes());
            out.extend(c.bytes.to_le_bytes());
            out.extend(c.requests.to_le_bytes());
            for word in [c.checksum, c.from, c.to, c.first_ns, c.last_ns] {
                out.extend(word.to_le_bytes());
            }
        }
        let (length, checksum) = (out.len() as u32, xxh64(&out, 0));
        out.extend(length.to_le_bytes());
        out.extend(checksum.to_le_bytes());
        out.extend(TAIL_MAGIC);
        out
    }

    /// The facts of a file.
    pub fn read(file: &dyn Bytes) -> Result<Self, FileError> {
        let not_ours =
            || FileError("this is no trace file of FTL Lab, or its end is missing".into());
        let size = file.size();
        let body = size.checked_sub(HEAD + TAIL).ok_or_else(not_ours)?;
        let head_read = file.read(0, HEAD as u32)?;
        if !head_read.starts_with(MAGIC) {
            return Err(not_ours());
        }
        if head_read != head() {
            return Err(FileError(
                "this trace file is of another version of FTL Lab: import the trace again".into(),
            ));
        }
        let tail = file.read(size - TAIL, TAIL as u32)?;
        let mut tail = Words(&tail);
        let (length, checksum) = (tail.u32()?, tail.u64()?);
        if tail.0 != TAIL_MAGIC || u64::from(length) > body {
            return Err(not_ours());
        }
        let footer = file.read(size - TAIL - u64::from(length), length)?;
        if xxh64(&footer, 0) != checksum {
            return Err(damaged());
        }
        let facts = Self::parse(Words(&footer))?;
        // Every request is in its chunk: what `Trace` relies on.
        let full = |(i, c): (usize, &ChunkPlace)| {
            let rest = (facts.requests as usize).saturating_sub(i * CHUNK);
            c.requests as usize == rest.min(CHUNK) && c.requests > 0
        };
        let chunks = facts.chunks.len() == (facts.requests as usize).div_ceil(CHUNK);
        if facts.requests == 0 || !chunks || !facts.chunks.iter().enumerate().all(full) {
            return Err(damaged());
        }
        Ok(facts)
    }

    fn parse(mut words: Words<'_>) -> Result<Self, FileError> {
        let unit = match words.u32()? {
            0 => Unit::Bytes,
            1 => Unit::Pages,
            _ => return Err(damaged()),
        };
        let mut facts = Self {
            unit,
            has_times: words.u32()? != 0,
            requests: words.u32()?,
            out_of_order: words.u32()?,
            coldest: words.u32()?,
            hottest: words.u32()?,
            start_ns: words.u64()?,
            hash: words.u64()?,
            devices: Vec::new(),
            chunks: Vec::new(),
        };
        let (devices, chunks) = (words.u32()?, words.u32()?);
        for _ in 0..devices {
            facts.devices.push(DevicePlace {
                device: words.u32()?,
                place: words.u32()?,
                requests: words.u32()?,
                extent: words.u64()?,
                base: words.u64()?,
            });
        }
        for _ in 0..chunks {
            facts.chunks.push(ChunkPlace {
                at: words.u64()?,
                bytes: words.u32()?,
                requests: words.u32()?,
                checksum: words.u64()?,
                from: words.u64()?,
                to: words.u64()?,
                first_ns: words.u64()?,
                last_ns: words.u64()?,
            });
        }
        Ok(facts)
    }

    /// Whether the temperatures differ, so that some requests are hot.
    pub fn tells_hot(&self) -> bool {
        self.coldest < self.hottest
    }

    /// Where the devices start, by their number in the device column.
    pub fn bases(&self) -> Result<Vec<u64>, FileError> {
        let mut bases = vec![0; self.devices.len()];
        for device in &self.devices {
            *bases.get_mut(device.place as usize).ok_or_else(damaged)? = device.base;
        }
        Ok(bases)
    }
}

pub(crate) fn damaged() -> FileError {
    FileError("the trace file is damaged: import the trace again".into())
}

/// Numbers one after another.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn u32(&mut self) -> Result<u32, FileError> {
        let (word, rest) = self.0.split_first_chunk().ok_or_else(damaged)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn u64(&mut self) -> Result<u64, FileError> {
        let (word, rest) = self.0.split_first_chunk().ok_or_else(damaged)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*word))
    }
}
