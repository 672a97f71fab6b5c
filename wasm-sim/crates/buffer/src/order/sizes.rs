//! Block groups by how many pages they have: what `gc_arm` compares a single page with.
//!
//! Unlike under `fab` no order of writing is kept beside: of groups as large as each other the one that has been so large for
//! longest is first. So a page that comes or goes costs the same however many groups there are.

use nand::{Columns, NONE};

use super::Links;

/// How many pages of each logical block are buffered.
#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    /// Per LBN.
    pages: Vec<u32>,
    /// Per number of pages: the logical blocks with this many, the longest first. Lengths without a block are not in
    /// the list.
    links: Links,
    /// The most pages of any, 0 if there are none.
    most: u32,
    /// Groups.
    groups: u32,
}

impl Sizes {
    pub fn new(pages_per_block: u32, blocks: u32) -> Self {
        Self {
            pages: vec![0; blocks as usize],
            links: Links::new(pages_per_block + 1, blocks),
            most: 0,
            groups: 0,
        }
    }

    /// Pages of a logical block.
    pub fn of(&self, lbn: u32) -> u32 {
        self.pages[lbn as usize]
    }

    /// How many groups there are.
    pub fn groups(&self) -> u32 {
        self.groups
    }

    /// A page of it came.
    pub fn came(&mut self, lbn: u32) {
        let pages = self.pages[lbn as usize];
        if pages > 0 {
            self.links.remove(pages, lbn);
        } else {
            self.groups += 1;
        }
        self.links.push_back(pages + 1, lbn);
        self.pages[lbn as usize] = pages + 1;
        self.most = self.most.max(pages + 1);
    }

    /// A page of it left.
    pub fn left(&mut self, lbn: u32) {
        let pages = self.pages[lbn as usize];
        self.links.remove(pages, lbn);
        self.pages[lbn as usize] = pages - 1;
        if pages > 1 {
            self.links.push_back(pages - 1, lbn);
        } else {
            self.groups -= 1;
        }
        while self.most > 0 && self.links.front(self.most).is_none() {
            self.most -= 1;
        }
    }

    /// The logical block with most pages, which has had this many for longest.
    pub fn largest(&self) -> Option<u32> {
        self.links.front(self.most)
    }

    /// Logical blocks, the largest group first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let sizes = (1..=self.most).rev();
        sizes.flat_map(|pages| self.links.iter(pages))
    }

    pub fn columns(&mut self, visit: &mut dyn Columns) {
        visit.derived(&mut self.pages);
        self.links.columns(visit);
        visit.word(&mut self.most);
        visit.word(&mut self.groups);
    }

    /// The pages of each follow from the lists.
    pub fn derive(&mut self) {
        self.pages.fill(0);
        for pages in 1..=self.most {
            let mut next = self.links.front(pages);
            while let Some(lbn) = next {
                self.pages[lbn as usize] = pages;
                next = self.links.after(lbn);
            }
        }
        debug_assert!(self.links.front(self.most).unwrap_or(NONE) != NONE || self.most == 0);
    }
}
