//! Pages by recency and groups by size side by side (`gc_arm`), since either may leave.

use nand::{Columns, Lpn};

use super::Links;
use super::pages::PageOrder;
use super::sizes::Sizes;
use crate::destage::{Benefits, MappingGroup};
use crate::sharing::Sharing;

/// Pages by recency and groups by size (`gc_arm`).
#[derive(Clone, Debug, PartialEq)]
pub struct Both {
    /// The pages.
    pub pages: PageOrder,
    /// The groups.
    pub sizes: Sizes,
    /// Mappings of a translation page; 0 where the FTL has none.
    entries_per_page: u32,
    /// Per translation page: the slots of its buffered pages, least recent first.
    pub by_mapping: Links,
    /// The reason for the last destage.
    pub last: Option<Benefits>,
}

impl Both {
    /// Nothing yet.
    pub fn new(sharing: &Sharing, slots: u32, pages_per_block: u32, logical_pages: u32) -> Self {
        let blocks = logical_pages.div_ceil(pages_per_block);
        let translation_pages = match sharing.entries_per_page {
            0 => 0,
            each => logical_pages.div_ceil(each),
        };
        Self {
            pages: PageOrder::new(slots),
            sizes: Sizes::new(pages_per_block, blocks),
            entries_per_page: sharing.entries_per_page,
            by_mapping: Links::new(translation_pages, slots),
            last: None,
        }
    }

    /// The translation page of a page, where there is one.
    fn tpn(&self, lpn: Lpn) -> Option<u32> {
        lpn.0.checked_div(self.entries_per_page)
    }

    /// A page was written.
    pub fn written(&mut self, slot: u32, lpn: Lpn, lbn: u32, fresh: bool) {
        let tpn = self.tpn(lpn);
        if fresh {
            self.pages.push(slot);
            self.sizes.came(lbn);
        } else {
            self.pages.touch(slot);
            if let Some(tpn) = tpn {
                self.by_mapping.remove(tpn, slot);
            }
        }
        if let Some(tpn) = tpn {
            self.by_mapping.push_back(tpn, slot);
        }
    }

    /// A page left.
    pub fn left(&mut self, slot: u32, lpn: Lpn, lbn: u32) {
        self.pages.remove(slot);
        self.sizes.left(lbn);
        if let Some(tpn) = self.tpn(lpn) {
            self.by_mapping.remove(tpn, slot);
        }
    }

    /// The state beside pages: sizes and the last decision, for the hash of a state.
    pub fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.sizes.iter().chain(told(self.last))
    }

    /// Hands every column of the state to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        self.pages.columns(visit);
        self.sizes.columns(visit);
        self.by_mapping.columns(visit);
        let mut last = told(self.last);
        for word in &mut last {
            visit.word(word);
        }
        self.last = heard(last);
    }
}

/// Benefits as numbers: all 0 for none.
fn told(benefits: Option<Benefits>) -> [u32; 9] {
    let Some(b) = benefits else {
        return [0; 9];
    };
    let (tpn, entries) = b.mapping_group.map_or((0, 0), |g| (g.tpn, g.entries));
    [
        1,
        b.page,
        b.block.cast_unsigned(),
        b.by_block.into(),
        b.lbn,
        b.pages,
        b.missing,
        tpn,
        entries,
    ]
}

fn heard(
    [
        some,
        page,
        block,
        by_block,
        lbn,
        pages,
        missing,
        tpn,
        entries,
    ]: [u32; 9],
) -> Option<Benefits> {
    (some != 0).then_some(Benefits {
        page,
        block: block.cast_signed(),
        by_block: by_block != 0,
        lbn,
        pages,
        missing,
        mapping_group: (entries > 0).then_some(MappingGroup { tpn, entries }),
    })
}
