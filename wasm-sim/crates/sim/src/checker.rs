//! The checker: what every page must hold, and the laws of SPEC 10.

use std::fmt;

use ftl::AnyFtl;
use nand::{Chip, Columns, Lpn, Page, PageKind, Pbn, Ppn};

/// Remembers, apart from any FTL, which version of each page was written last.
///
/// A version is the number of the host page write that made it, over the whole device (so that a write need not look
/// up the version before it: that would be one more cache miss a write). Numbers wrap after 2^32 writes, leaving out 0.
#[derive(Clone, Debug)]
pub struct Versions {
    /// Per LPN: the version written last, 0 when the page holds nothing.
    latest: Vec<u32>,
    /// The latest version of any page.
    newest: u32,
    /// The earlier content of the page of the latest write or trim.
    before: u32,
    /// Behind a write buffer, per slot of it: the version that flash holds of the page in it, 0 if none. Of other pages it holds
    /// `latest`.
    beneath: Vec<u32>,
}

impl Versions {
    /// Nothing written yet.
    pub fn new(logical_pages: u32) -> Self {
        Self {
            latest: vec![0; logical_pages as usize],
            newest: 0,
            before: 0,
            beneath: Vec::new(),
        }
    }

    /// The version that a write of the page makes, from 1; remembered.
    #[inline(always)]
    pub fn write(&mut self, lpn: Lpn) -> u32 {
        self.newest = self.newest.wrapping_add(1).max(1);
        self.before = std::mem::replace(&mut self.latest[lpn.index()], self.newest);
        self.newest
    }

    /// The number of the last write.
    pub fn last(&self) -> u32 {
        self.newest
    }

    /// How many pages hold something.
    pub fn written(&self) -> u64 {
        self.latest.iter().filter(|&&version| version > 0).count() as u64
    }

    /// The page holds nothing from now on.
    pub fn trim(&mut self, lpn: Lpn) {
        self.before = std::mem::replace(&mut self.latest[lpn.index()], 0);
    }

    /// The latest write or trim, of this page, was not acknowledged.
    pub fn undo(&mut self, lpn: Lpn) {
        self.latest[lpn.index()] = self.before;
    }

    /// The effect of the latest write or trim of this page will stay, even if the rest of its request is interrupted.
    pub fn settle(&mut self, lpn: Lpn) {
        self.before = self.latest[lpn.index()];
    }

    /// Pages that hold nothing, but that the FTL has a copy of again: trims undone by a power loss. They hold that from now on. `slot`:
    /// of a page in the write buffer.
    pub fn adopt_reappeared(
        &mut self,
        chip: &Chip,
        ftl: &AnyFtl,
        slot: impl Fn(Lpn) -> Option<u32>,
    ) {
        for lpn in (0..self.latest.len() as u32).map(Lpn) {
            let slot = slot(lpn);
            if self.on_flash(lpn, slot).is_none()
                && let Some(oob) = ftl.lookup(chip, lpn).and_then(|ppn| chip.oob(ppn))
            {
                match slot {
                    // A later one is in the buffer.
                    Some(slot) => self.beneath[slot as usize] = oob.version,
                    _ => self.adopt(lpn, oob.version),
                }
            }
        }
    }

    /// An explicit initial state, or flash after a power loss, holds this version.
    pub fn adopt(&mut self, lpn: Lpn, version: u32) {
        self.latest[lpn.index()] = version;
        self.newest = self.newest.max(version);
    }

    /// The version that a read must return; `None` when the page holds nothing.
    #[inline]
    pub fn expected(&self, lpn: Lpn) -> Option<u32> {
        let latest = self.latest[lpn.index()];
        (latest != 0).then_some(latest)
    }

    /// The version that flash must hold; `None` when it must hold none. `slot`: of a page in the write buffer.
    #[inline]
    pub fn on_flash(&self, lpn: Lpn, slot: Option<u32>) -> Option<u32> {
        if let Some(slot) = slot {
            let version = self.beneath[slot as usize];
            return (version != 0).then_some(version);
        }
        self.expected(lpn)
    }

    /// A write buffer of this many slots is between what the host writes and flash.
    pub fn stand_before_buffer(&mut self, slots: u32) {
        self.beneath = vec![0; slots as usize];
    }

    /// The earlier content of the page of the latest write.
    pub fn before(&self) -> Option<u32> {
        (self.before != 0).then_some(self.before)
    }

    /// The page of the latest write is in the write buffer now, where it was not.
    pub fn entered(&mut self, slot: u32) {
        self.beneath[slot as usize] = self.before;
    }

    /// A page that was read from flash is in the write buffer now.
    pub fn kept(&mut self, lpn: Lpn, slot: u32) {
        self.beneath[slot as usize] = self.latest[lpn.index()];
    }

    /// The write buffer's content of a page is lost: it holds what flash does.
    pub fn lost(&mut self, lpn: Lpn, slot: u32) {
        self.latest[lpn.index()] = self.beneath[slot as usize];
    }

    /// After [`Self::derive`]: the write buffer, restored, holds this version.
    pub fn holds(&mut self, lpn: Lpn, slot: u32, version: u32) {
        self.beneath[slot as usize] = std::mem::replace(&mut self.latest[lpn.index()], version);
    }

    /// Reads the versions of pages, so that they lie near. Returns something made of them all.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        ftl::look_ahead(&self.latest, lpns)
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.derived(&mut self.latest);
        visit.word(&mut self.newest);
    }

    /// Between requests the valid pages of the chip hold what was written last (laws 1 and 2 of SPEC 10).
    pub fn derive(&mut self, chip: &Chip) {
        self.latest.fill(0);
        chip.each_valid(|lpn, _, version| {
            if let Some(latest) = self.latest.get_mut(lpn.index()) {
                *latest = version;
            }
        });
    }
}

/// A law of SPEC 10 that does not hold: a bug in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A read returned another version than the last one written.
    WrongRead {
        /// The page.
        lpn: Lpn,
        /// The last written version.
        expected: Option<u32>,
        /// The version that was read.
        found: Option<u32>,
    },
    /// The FTL's map of a page does not lead to a valid page that holds its last version.
    WrongMap {
        /// The page.
        lpn: Lpn,
        /// The last written version.
        expected: Option<u32>,
        /// Where the FTL looks.
        at: Option<Ppn>,
    },
    /// There are more or fewer valid data pages than mapped logical pages.
    ValidPages {
        /// Valid data pages on the chip.
        valid: u32,
        /// Logical pages that hold something.
        mapped: u32,
    },
    /// A block's count of valid pages is not the number of its valid pages.
    ValidCount {
        /// The block.
        pbn: Pbn,
        /// The count.
        count: u32,
        /// The pages.
        pages: u32,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = |v: &Option<u32>| v.map_or("nothing".to_owned(), |v| format!("version {v}"));
        match self {
            Self::WrongRead {
                lpn,
                expected,
                found,
            } => {
                write!(
                    f,
                    "a read of LPN {lpn} returned {}, but last written was {}",
                    version(found),
                    version(expected)
                )
            }
            Self::WrongMap { lpn, expected, at } => write!(
                f,
                "LPN {lpn} was last written as {}, but the map leads to {}",
                version(expected),
                at.map_or("no page".to_owned(), |p| format!("page {p}"))
            ),
            Self::ValidPages { valid, mapped } => {
                write!(
                    f,
                    "{valid} data pages are valid, but {mapped} logical pages hold something"
                )
            }
            Self::ValidCount { pbn, count, pages } => {
                write!(f, "block {pbn} counts {count} valid pages, but has {pages}")
            }
        }
    }
}

/// Checks laws 1 and 2 of SPEC 10 over the whole device. Looks only; no flash traffic. `slot`: of a page in the write buffer.
pub fn check(
    chip: &Chip,
    ftl: &AnyFtl,
    versions: &Versions,
    slot: impl Fn(Lpn) -> Option<u32>,
) -> Result<(), Violation> {
    let mut mapped = 0;
    for lpn in (0..versions.latest.len() as u32).map(Lpn) {
        let (expected, at) = (versions.on_flash(lpn, slot(lpn)), ftl.lookup(chip, lpn));
        let found = at.and_then(|p| {
            let oob = chip.oob(p)?;
            (chip.page(p) == Page::Valid && oob.kind == PageKind::Data && oob.logical == lpn.0)
                .then_some(oob.version)
        });
        if found != expected || at.is_some() != expected.is_some() {
            return Err(Violation::WrongMap { lpn, expected, at });
        }
        mapped += u32::from(expected.is_some());
    }
    let g = chip.geometry();
    let mut valid = 0;
    for pbn in (0..g.blocks).map(Pbn) {
        let pages = g
            .pages_of(pbn)
            .filter(|&p| chip.page(p) == Page::Valid)
            .count() as u32;
        if pages != chip.valid_pages(pbn) {
            return Err(Violation::ValidCount {
                pbn,
                count: chip.valid_pages(pbn),
                pages,
            });
        }
        valid += g
            .pages_of(pbn)
            .filter(|&p| {
                chip.page(p) == Page::Valid && chip.oob(p).is_some_and(|o| o.kind == PageKind::Data)
            })
            .count() as u32;
    }
    if valid == mapped {
        Ok(())
    } else {
        Err(Violation::ValidPages { valid, mapped })
    }
}
