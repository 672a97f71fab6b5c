//! The rest of an import when the last line is read, a chunk at a time: the caller can pause between steps.
//!
//! 1. Several runs are merged (`merge.rs`); most traces are one.
//! 2. Every chunk is read once more, now that the devices have their places: extent, hash, statistics, and devices that repeat
//!    each other.
//! 3. The footer closes the file.

use crate::columnar::chunk::{BLOCK, Chunk, Row};
use crate::columnar::doubles::Doubles;
use crate::columnar::hash::Hasher;
use crate::columnar::merge::Merge;
use crate::columnar::sorter::{Run, Writer};
use crate::columnar::{DevicePlace, Facts, FileError};
use crate::error::ImportError;
use crate::pages::stats::{Statistics, Survey};
use crate::record::Unit;
use crate::summary::Summary;
use crate::trace::Trace;

/// See the module.
pub struct Finisher {
    writer: Writer,
    merge: Merge,
    merged: bool,
    facts: Facts,
    bases: Vec<u64>,
    /// The chunk to be surveyed next.
    next: usize,
    /// Some of its rows.
    rows: Box<[Row; BLOCK]>,
    hasher: Hasher,
    survey: Survey,
    doubles: Doubles,
    summary: Summary,
}

/// The builder's knowledge once all records have come.
pub(crate) struct Built {
    pub writer: Writer,
    pub runs: Vec<Run>,
    pub devices: Vec<DevicePlace>,
    pub unit: Unit,
    pub has_times: bool,
    pub requests: u32,
    pub out_of_order: u32,
    pub coldest: u32,
    pub hottest: u32,
    pub doubles: Doubles,
}

impl Finisher {
    /// `summary` is what the text alone says; statistics are for pages of `page_bytes`.
    pub(crate) fn new(
        built: Built,
        page_bytes: u32,
        summary: impl FnOnce(Summary) -> Summary,
    ) -> Result<Self, FileError> {
        let start_ns = |run: &Run| run.first().map_or(0, |chunk| chunk.first_ns);
        let facts = Facts {
            unit: built.unit,
            has_times: built.has_times,
            requests: built.requests,
            out_of_order: built.out_of_order,
            coldest: built.coldest,
            hottest: built.hottest,
            start_ns: built.runs.iter().map(start_ns).min().unwrap_or(0),
            hash: 0,
            devices: built.devices,
            chunks: Vec::new(),
        };
        Ok(Self {
            writer: built.writer,
            merge: Merge::new(built.runs),
            merged: false,
            bases: facts.bases()?,
            next: 0,
            rows: Box::new([Row::EMPTY; BLOCK]),
            hasher: Hasher::new(facts.unit, facts.has_times, facts.tells_hot()),
            survey: Survey::new(facts.unit, page_bytes),
            doubles: built.doubles,
            summary: summary(Summary::of(&facts)),
            facts,
        })
    }

    /// Works on one chunk; true when nothing is left but [`Finisher::finish`].
    ///
    /// # Errors
    /// `Storage` if the file cannot be written or read.
    pub fn step(&mut self) -> Result<bool, ImportError> {
        if !self.merged {
            if let Some(run) = self.merge.step(&mut self.writer, self.bases.len())? {
                (self.facts.chunks, self.merged) = (run, true);
            }
        } else if let Some(place) = self.facts.chunks.get_mut(self.next) {
            let chunk = Chunk::read(&*self.writer.store, place, self.bases.len())?;
            let start_ns = self.facts.start_ns;
            (place.from, place.to) = (u64::MAX, 0);
            for first in (0..chunk.requests() as usize).step_by(BLOCK) {
                let rows = chunk.rows(first, &mut self.rows[..]);
                for row in &mut *rows {
                    self.doubles.see(row);
                    *row = placed(*row, &self.bases, start_ns);
                    self.survey.row(row);
                    place.from = place.from.min(row.offset);
                    place.to = place.to.max(row.offset.saturating_add(row.length));
                }
                self.hasher.rows(rows);
            }
            self.hasher.end_chunk();
            self.next += 1;
        }
        Ok(self.merged && self.next == self.facts.chunks.len())
    }

    /// Does what is left, and gives the trace with its statistics.
    ///
    /// # Errors
    /// `Storage` if the file cannot be written or read.
    pub fn finish(mut self) -> Result<(Trace, Statistics), ImportError> {
        while !self.step()? {}
        self.facts.hash = self.hasher.finish();
        self.writer.store.append(&self.facts.write())?;
        self.summary.hash = format!("{:016x}", self.facts.hash);
        let called = |place: usize| {
            let mut devices = self.facts.devices.iter().zip(&self.summary.devices);
            let device = devices.find(|(device, _)| device.place as usize == place);
            device.map_or_else(String::new, |(_, device)| device.name.clone())
        };
        let doubles = self.doubles.notes(&called);
        self.summary.notes.extend(doubles);
        let statistics = self.survey.finish(&self.facts);
        let trace = Trace::new(self.facts, self.writer.store, self.summary)?;
        Ok((trace, statistics))
    }
}

/// A row as the trace has it: devices side by side, time from the first request on.
#[inline]
pub(crate) fn placed(row: Row, bases: &[u64], start_ns: u64) -> Row {
    Row {
        // Wrapping: only a file that was made to mislead has such numbers, and it misleads itself alone.
        offset: row.offset.wrapping_add(bases[row.device as usize]),
        time_ns: row.time_ns.wrapping_sub(start_ns),
        ..row
    }
}
