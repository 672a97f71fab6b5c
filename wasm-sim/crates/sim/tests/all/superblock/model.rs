//! The superblock FTL once more, as plainly as SPEC 4 says it: lists that are searched, and nothing kept that can be counted.

/// S, K, M of the scenario, the superblocks cached, pages of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    pub s: usize,
    pub k: usize,
    pub m: usize,
    pub cached: usize,
    pub pages_per_block: usize,
}

/// The inputs of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub options: Options,
    pub superblocks: Vec<Superblock>,
    /// Superblocks that were written, least recently first.
    written: Vec<usize>,
}

/// Its blocks in the order in which they were taken, and which of them are open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Superblock {
    pub blocks: Vec<Block>,
    host: Option<usize>,
    copies: Option<usize>,
}

/// Programmed pages: the LPN, or `None` where it is invalid.
pub type Block = Vec<Option<u32>>;

/// The counted events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub copies: u64,
    pub erases: u64,
    pub switch: u64,
    pub partial: u64,
    pub full: u64,
    /// Most blocks in use at once.
    pub peak: usize,
}

impl State {
    pub fn new(options: Options, superblocks: usize) -> Self {
        Self {
            options,
            superblocks: vec![Superblock::default(); superblocks],
            written: Vec::new(),
        }
    }

    pub fn superblock_of(&self, lpn: u32) -> usize {
        lpn as usize / (self.options.s * self.options.pages_per_block)
    }

    pub fn trim(&mut self, lpn: u32) {
        let pages = self
            .superblocks
            .iter_mut()
            .flat_map(|g| &mut g.blocks)
            .flatten();
        for page in pages {
            if *page == Some(lpn) {
                *page = None;
            }
        }
    }

    pub fn write(&mut self, lpn: u32, counted: &mut Counted) {
        let Options {
            s,
            k,
            m,
            pages_per_block,
            ..
        } = self.options;
        let g = self.superblock_of(lpn);
        let host = loop {
            let n = self.superblocks[g].blocks.len();
            match self.superblocks[g].host {
                Some(host) if self.superblocks[g].blocks[host].len() < pages_per_block => {
                    break host;
                }
                _ if n < s || (n < s + k && self.update_blocks() < m) => {
                    self.superblocks[g].host = Some(self.take(g, counted));
                }
                _ if n >= s + k => {
                    while self.superblocks[g].blocks.len() > s + k - 1 {
                        match self.clean(g, counted) {
                            0 => counted.switch += 1,
                            _ => counted.partial += 1,
                        }
                    }
                }
                _ => {
                    let has_updates = |&&g: &&usize| self.superblocks[g].blocks.len() > s;
                    let oldest = *self
                        .written
                        .iter()
                        .find(has_updates)
                        .expect("M blocks are in use");
                    while self.superblocks[oldest].blocks.len() > s {
                        self.clean(oldest, counted);
                    }
                    counted.full += 1;
                }
            }
        };
        self.trim(lpn);
        self.superblocks[g].blocks[host].push(Some(lpn));
        self.written.retain(|&w| w != g);
        self.written.push(g);
    }

    fn update_blocks(&self) -> usize {
        let beyond = |g: &Superblock| g.blocks.len().saturating_sub(self.options.s);
        self.superblocks.iter().map(beyond).sum()
    }

    fn take(&mut self, g: usize, counted: &mut Counted) -> usize {
        self.superblocks[g].blocks.push(Block::new());
        let used = self.superblocks.iter().map(|g| g.blocks.len()).sum();
        counted.peak = counted.peak.max(used);
        self.superblocks[g].blocks.len() - 1
    }

    /// One inner GC; how many pages it copied.
    fn clean(&mut self, g: usize, counted: &mut Counted) -> usize {
        let pages_per_block = self.options.pages_per_block;
        let group = &self.superblocks[g];
        let valid = |b: usize| group.blocks[b].iter().flatten().count();
        let room = |b: usize| group.blocks[b].len() < pages_per_block;
        let excepted = |b: usize| group.copies == Some(b) && room(b);
        let victim = (0..group.blocks.len())
            .filter(|&b| !excepted(b))
            .min_by_key(|&b| valid(b))
            .expect("a victim");
        let pages: Vec<u32> = group.blocks[victim].iter().flatten().copied().collect();
        for &lpn in &pages {
            let group = &self.superblocks[g];
            let full = group
                .copies
                .is_none_or(|b| group.blocks[b].len() == pages_per_block);
            if full {
                self.superblocks[g].copies = Some(self.take(g, counted));
            }
            let group = &mut self.superblocks[g];
            let into = group.copies.expect("taken");
            group.blocks[into].push(Some(lpn));
        }
        let group = &mut self.superblocks[g];
        group.blocks.remove(victim);
        for open in [&mut group.host, &mut group.copies] {
            *open = open
                .filter(|&b| b != victim)
                .map(|b| b - usize::from(b > victim));
        }
        counted.copies += pages.len() as u64;
        counted.erases += 1;
        pages.len()
    }
}
