//! The hash of a view: two positions that look the same have the same.

use nand::{Columns, NONE};
use xxhash_rust::xxh64::Xxh64;

use super::View;

impl View {
    /// 64-bit hash (xxHash64, seed 0) of what can be seen, hex. Little-endian, in this order: per page state, logical
    /// number with the translation bit, version, sequence number; per block valid pages, next offset, erase count;
    /// the last sequence number; the free pool, roles and owners; page map, block map, log blocks, CMT, GTD, frontiers,
    /// each preceded by its length (a table that a scheme lacks has length 2^64-1); the pages written most recently, of a scheme
    /// that remembers them;
    /// only of a superblock FTL the blocks of each
    /// superblock, each list ended by 2^32-1, the open blocks, the order of writing, the cached maps; the chains, of a scheme that has them; the counters; behind
    /// a write buffer its words ([`buffer::WriteBuffer::words`]) and its counters; the counters that are younger, where one is not 0.
    pub fn hash(&self) -> String {
        let mut hasher = Hasher(Xxh64::new(0));
        let mut chip = self.chip.clone();
        chip.wipe_free_pages();
        hasher.bytes(&mut chip.states());
        chip.contents(&mut hasher);
        self.pool.clone().columns(&mut hasher);
        let t = &self.tables;
        hasher.table(t.page_map.as_ref().map(|m| m.iter().copied()));
        hasher.table(t.block_map.as_ref().map(|m| m.iter().copied()));
        let logs = t.log_blocks.as_ref();
        hasher.table(logs.map(|l| l.iter().flat_map(|&(b, l)| [b.0, l.map_or(NONE, |l| l.0)])));
        hasher.table(t.cmt.as_ref().map(|c| {
            c.iter().flat_map(|(e, s)| {
                [
                    e.lpn.0,
                    e.ppn.map_or(NONE, |p| p.0),
                    u32::from(e.dirty) << 1 | *s as u32,
                ]
            })
        }));
        hasher.table(t.gtd.as_ref().map(|g| g.iter().copied()));
        let mut frontiers: Vec<(u32, u32)> = Vec::new();
        for &(stream, block) in &t.frontiers {
            let frontier = (stream as u32, block.0);
            // There are a handful.
            let place = frontiers.partition_point(|other| *other < frontier);
            frontiers.insert(place, frontier);
        }
        hasher.table(Some(frontiers.into_iter().flat_map(|(s, b)| [s, b])));
        if let Some(recency) = &t.recency {
            hasher.table(Some(recency.iter().map(|l| l.0)));
        }
        if let Some(t) = &t.superblocks {
            let superblocks = 0..t.open.len() as u32 / 2;
            let blocks = superblocks.flat_map(|s| t.blocks.iter(s).chain([NONE]));
            hasher.table(Some(blocks));
            hasher.table(Some(t.open.iter().copied()));
            hasher.table(Some(t.written.iter().copied()));
            hasher.table(Some(t.cached.iter().copied()));
        }
        if let Some(chain) = &t.chain {
            hasher.table(Some(chain.iter().copied()));
        }
        self.counters.clone().columns(&mut hasher);
        self.hash_buffer(&mut hasher);
        if self.counters.has_younger() {
            self.counters.clone().younger_columns(&mut hasher);
        }
        format!("{:016x}", hasher.0.digest())
    }
}

struct Hasher(Xxh64);

impl Hasher {
    fn table(&mut self, words: Option<impl Iterator<Item = u32>>) {
        let Some(words) = words else {
            return self.0.update(&u64::MAX.to_le_bytes());
        };
        let mut words: Vec<u32> = words.collect();
        self.words(&mut words);
    }
}

impl Columns for Hasher {
    fn bytes(&mut self, column: &mut Vec<u8>) {
        self.0.update(&(column.len() as u64).to_le_bytes());
        self.0.update(column);
    }

    fn words(&mut self, column: &mut Vec<u32>) {
        self.0.update(&(column.len() as u64).to_le_bytes());
        for chunk in column.chunks(1024) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|w| w.to_le_bytes()).collect();
            self.0.update(&bytes);
        }
    }

    fn longs(&mut self, column: &mut Vec<u64>) {
        self.0.update(&(column.len() as u64).to_le_bytes());
        for chunk in column.chunks(1024) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|w| w.to_le_bytes()).collect();
            self.0.update(&bytes);
        }
    }

    fn long(&mut self, word: &mut u64) {
        self.0.update(&word.to_le_bytes());
    }
}
