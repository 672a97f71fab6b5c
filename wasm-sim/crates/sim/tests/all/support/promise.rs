//! A host's guarantees over power losses (SPEC 5.5), worked out from its requests and their acknowledgements alone:
//! nothing of the device is asked for it. A write buffer must have a battery.

use std::collections::BTreeSet;

use ftl::HostOp;
use sim::workload::Request;

/// A page, as the host knows it.
#[derive(Clone)]
struct Page {
    /// The possible result of a read: a version, or nothing.
    may_hold: BTreeSet<Option<u32>>,
    /// Every version that it held.
    past: BTreeSet<u32>,
    /// Nothing was written since a trim that was acknowledged: after a power loss any earlier version may be back.
    trimmed: bool,
}

/// All pages.
#[derive(Clone)]
pub struct Promise {
    pages: Vec<Page>,
    /// Page writes so far: the version of the latest.
    written: u32,
}

impl Promise {
    /// Of an erased device.
    pub fn new(logical_pages: u32) -> Self {
        let page = Page {
            may_hold: BTreeSet::from([None]),
            past: BTreeSet::new(),
            trimmed: false,
        };
        Self {
            pages: vec![page; logical_pages as usize],
            written: 0,
        }
    }

    fn page(&mut self, lpn: u32) -> &mut Page {
        let pages = self.pages.len() as u32;
        &mut self.pages[(lpn % pages) as usize]
    }

    /// A request was served and acknowledged.
    pub fn acknowledged(&mut self, request: &Request) {
        for lpn in request.lpn..request.lpn + request.pages {
            match request.op {
                HostOp::Read => {}
                HostOp::Write => self.write(lpn),
                HostOp::Trim => {
                    let page = self.page(lpn);
                    page.may_hold = BTreeSet::from([None]);
                    page.trimmed = true;
                }
            }
        }
    }

    /// Power was lost while a page of a request was accessed; `begun` pages of the request were begun, with that one.
    pub fn power_lost(&mut self, request: &Request, begun: u32) {
        for page in self.pages.iter_mut().filter(|page| page.trimmed) {
            page.may_hold.extend(page.past.iter().copied().map(Some));
        }
        for index in 0..begun {
            let lpn = request.lpn + index;
            match request.op {
                HostOp::Read => {}
                HostOp::Write if index + 1 < begun => self.write(lpn),
                // Its access may be over, and power lost in what came after.
                HostOp::Write => {
                    self.written += 1;
                    let version = self.written;
                    self.page(lpn).may_hold.insert(Some(version));
                }
                HostOp::Trim => {
                    self.page(lpn).may_hold.insert(None);
                }
            }
        }
    }

    fn write(&mut self, lpn: u32) {
        self.written += 1;
        let version = self.written;
        let page = self.page(lpn);
        page.may_hold = BTreeSet::from([Some(version)]);
        page.past.insert(version);
        page.trimmed = false;
    }

    /// The host reads a page: that is what it holds from now on. Returns whether a trim that was acknowledged was lost.
    ///
    /// # Panics
    /// If it must not hold that.
    pub fn read(&mut self, lpn: u32, found: Option<u32>) -> bool {
        let page = self.page(lpn);
        let may = &page.may_hold;
        assert!(may.contains(&found), "LPN {lpn}: {found:?} of {may:?}");
        page.may_hold = BTreeSet::from([found]);
        let Some(version) = found else {
            return false;
        };
        let back = page.trimmed && !page.past.insert(version);
        page.trimmed = false;
        back
    }
}
