//! Runs in order of time become one: step 4 of `sorter.rs`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use crate::columnar::chunk::{Chunk, Row};
use crate::columnar::sorter::{Run, Writer};
use crate::columnar::{CHUNK, FileError};

/// Runs merged at a time, each with one chunk in memory: some 40 MB.
const FAN: usize = 64;

/// Merging, a chunk at a time.
#[derive(Default)]
pub(crate) struct Merge {
    /// Runs to merge, in file order, and those that this round has made of others.
    before: Vec<Run>,
    after: Vec<Run>,
    /// Those being merged, and into what.
    inputs: Vec<Input>,
    /// The next request of each input by time; of equal times the earlier run, which is the file's order.
    next: BinaryHeap<Reverse<(u64, usize)>>,
    output: Run,
    rows: Vec<Row>,
}

/// A run being read.
struct Input {
    /// Its chunks to come, the next one last.
    rest: Run,
    chunk: Chunk,
    at: u32,
}

impl Merge {
    pub fn new(runs: Vec<Run>) -> Self {
        Self {
            before: runs,
            ..Self::default()
        }
    }

    /// Writes one chunk. Some(run) once all is one run.
    pub fn step(&mut self, writer: &mut Writer, devices: usize) -> Result<Option<Run>, FileError> {
        if self.inputs.is_empty() {
            if self.before.is_empty() {
                self.before = mem::take(&mut self.after);
            }
            if self.before.len() <= 1 && self.after.is_empty() {
                return Ok(Some(self.before.pop().unwrap_or_default()));
            }
            let group = self.before.len().min(FAN);
            for (i, mut run) in self.before.drain(..group).enumerate() {
                run.reverse();
                let first = run.pop().expect("a run has a chunk");
                let chunk = Chunk::read(&*writer.store, &first, devices)?;
                self.next.push(Reverse((chunk.row(0).time_ns, i)));
                self.inputs.push(Input {
                    rest: run,
                    chunk,
                    at: 0,
                });
            }
        }
        self.rows.clear();
        while self.rows.len() < CHUNK {
            let Some(Reverse((_, i))) = self.next.pop() else {
                break;
            };
            let input = &mut self.inputs[i];
            self.rows.push(input.chunk.row(input.at));
            input.at += 1;
            if input.at == input.chunk.requests() {
                let Some(place) = input.rest.pop() else {
                    continue;
                };
                (input.chunk, input.at) = (Chunk::read(&*writer.store, &place, devices)?, 0);
            }
            self.next
                .push(Reverse((input.chunk.row(input.at).time_ns, i)));
        }
        self.output.push(writer.chunk(&self.rows)?);
        if self.next.is_empty() {
            self.inputs.clear();
            self.after.push(mem::take(&mut self.output));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;

    fn row(time_ns: u64, offset: u64) -> Row {
        Row {
            time_ns,
            offset,
            length: 1,
            device: 0,
            op: Op::Read,
            temperature: 0,
        }
    }

    #[test]
    fn many_runs_become_one_in_order_of_time_and_then_of_the_file() {
        let mut writer = Writer::new(Box::<Vec<u8>>::default());
        let (mut runs, mut all) = (Vec::new(), Vec::new());
        // 150 runs take two rounds; of 3 chunks each, with equal times inside a run and between runs.
        for run in 0..150 {
            let mut chunks = Vec::new();
            for chunk in 0..3 {
                let rows: Vec<Row> = (0..170)
                    .map(|i| {
                        row(
                            (run * 7919 % 13 + chunk * 170 + i) / 2,
                            all.len() as u64 + i,
                        )
                    })
                    .collect();
                chunks.push(writer.chunk(&rows).unwrap());
                all.extend(rows);
            }
            runs.push(chunks);
        }
        let mut merge = Merge::new(runs);
        let run = loop {
            if let Some(run) = merge.step(&mut writer, 1).unwrap() {
                break run;
            }
        };
        assert_eq!(run.len(), all.len().div_ceil(CHUNK));
        let mut merged = Vec::new();
        for place in &run {
            let chunk = Chunk::read(&*writer.store, place, 1).unwrap();
            merged.extend((0..chunk.requests()).map(|i| chunk.row(i)));
        }
        all.sort_by_key(|row| (row.time_ns, row.offset));
        assert_eq!(merged, all);
    }
}
