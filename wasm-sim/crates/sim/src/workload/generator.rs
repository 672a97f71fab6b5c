//! Generated requests.
//!
//! The draws of a request, in this order, each only if its outcome is open:
//!
//! 1. the operation: read or not; if not, trim or write;
//! 2. `hot_cold`: hot or cold; `pattern`: large or small; `profile`: whether it resumes where the one before ended;
//! 3. how many pages;
//! 4. where it starts: any place such that it ends inside the range, or inside its part of it; `zipf`: a rank, which may
//!    take several draws, and if it would then pass the end, as far before it as it has to.
//!
//! A profile with `reuse` has draws 2 to 4 of its own: [`super::reuse`].
//!
//! Sequential requests have no draw 4. The last one of a round is cut at the end of the range, or of its part of it.
//! So a round touches every page once.

use std::sync::Arc;

use ftl::HostOp;
use nand::Columns;

use super::draws::{Draws, between, go_on};
use super::reuse::Reuser;
use super::zipf::Zipf;
use super::{Generated, Pattern, Sizes, WorkloadSpec};
use crate::rng::{Chance, Purpose, Rng};
use crate::scenario::Setup;

/// A generated workload at work.
#[derive(Clone, Debug)]
pub struct Generator {
    draws: Draws,
    place: Place,
}

/// Where requests go.
#[derive(Clone, Debug)]
enum Place {
    Uniform,
    HotCold {
        hot: Chance,
        hot_pages: u32,
    },
    Zipf(Zipf),
    /// In turn; each from `starts[i]` to before `starts[i + 1]`.
    Streams {
        starts: Arc<[u32]>,
        /// Where each goes on.
        at: Vec<u32>,
    },
    Pattern {
        large: Chance,
        large_pages: u32,
        /// Pages of a small request.
        small: (u32, u32),
        /// Where small requests end.
        border: u32,
        /// Where large ones begin.
        begin: u32,
        /// Where they go on.
        at: u32,
    },
    Profile {
        sequential: Chance,
        /// Where the request before ended.
        at: u32,
    },
    Reuse(Reuser),
}

impl Generator {
    /// The generator of a scenario's workload, and what generated workloads have in common; `None` if it is not a generated one.
    /// Its draws are for `purpose`.
    pub fn of(setup: &Setup, purpose: Purpose) -> Option<(&Generated, Self)> {
        let (common, place) = match &setup.workload {
            WorkloadSpec::Ops { .. } | WorkloadSpec::Trace { .. } => return None,
            WorkloadSpec::Sequential { common, start } => {
                let starts = Arc::new([common.from, common.to]);
                let at = vec![*start];
                (common, Place::Streams { starts, at })
            }
            WorkloadSpec::Uniform(common) => (common, Place::Uniform),
            WorkloadSpec::HotCold(spec) => {
                let (hot, hot_pages) = (Chance::new(spec.r), spec.hot_pages());
                (&spec.common, Place::HotCold { hot, hot_pages })
            }
            WorkloadSpec::Zipf { common, theta } => (
                common,
                Place::Zipf(Zipf::new(common.to - common.from, *theta)),
            ),
            WorkloadSpec::Streams { common, streams } => {
                let (k, pages) = (u64::from(*streams), u64::from(common.to - common.from));
                let start = |i: u64| common.from + (pages * i / k) as u32;
                let mut at: Vec<u32> = (0..=k).map(start).collect();
                let starts = at.as_slice().into();
                at.pop();
                (common, Place::Streams { starts, at })
            }
            WorkloadSpec::Pattern { common, pattern } => (
                common,
                Place::pattern(common, pattern, setup.geometry.page_bytes),
            ),
            WorkloadSpec::Profile {
                common,
                profile,
                reuse,
            } => {
                let (sequential, at) = (Chance::new(profile.sequential), common.from);
                let place = match reuse {
                    None => Place::Profile { sequential, at },
                    Some(reuse) => {
                        let key = Rng::stream(setup.seed, purpose).next_u64();
                        Place::Reuse(Reuser::new(*reuse, sequential, key))
                    }
                };
                (common, place)
            }
        };
        let draws = Draws::of(common);
        Some((common, Self { draws, place }))
    }

    /// Bytes of memory that a clone takes, about.
    pub fn bytes(&self) -> usize {
        match &self.place {
            Place::Streams { at, .. } => size_of_val(at.as_slice()),
            _ => 0,
        }
    }

    /// Writes of single pages, any of the first `to`.
    pub fn uniform_writes(to: u32) -> Self {
        let common = Generated {
            requests: u32::MAX,
            read_fraction: 0.0,
            trim_fraction: 0.0,
            pages: Sizes::Between { min: 1, max: 1 },
            from: 0,
            to,
            interarrival_ns: None,
        };
        Self {
            draws: Draws::of(&common),
            place: Place::Uniform,
        }
    }

    /// The next request, number `index`: operation, first page, pages.
    #[inline]
    pub fn next(&mut self, rng: &mut Rng, index: u32) -> (HostOp, u32, u32) {
        let draws = &self.draws;
        let op = draws.op(rng);
        let (from, to) = (draws.from, draws.to);
        let (lpn, pages) = match &mut self.place {
            Place::Uniform => {
                let pages = draws.pages(rng, to - from);
                anywhere(rng, from, to, pages)
            }
            Place::HotCold { hot, hot_pages } => {
                let border = from + *hot_pages;
                let (from, to) = if rng.chance(*hot) {
                    (from, border)
                } else {
                    (border, to)
                };
                let pages = draws.pages(rng, to - from);
                anywhere(rng, from, to, pages)
            }
            Place::Zipf(zipf) => {
                let pages = draws.pages(rng, to - from);
                let lpn = from + zipf.draw(rng) - 1;
                (lpn.min(to - pages), pages)
            }
            Place::Streams { starts, at } => {
                let stream = index as usize % at.len();
                let pages = draws.pages(rng, to - from);
                go_on(&mut at[stream], starts[stream], starts[stream + 1], pages)
            }
            Place::Pattern {
                large,
                large_pages,
                small,
                border,
                begin,
                at,
            } => {
                if rng.yes(*large) {
                    go_on(at, *begin, to, *large_pages)
                } else {
                    let pages = between(rng, small.0, small.1).min(*border - from);
                    anywhere(rng, from, *border, pages)
                }
            }
            Place::Reuse(reuser) => reuser.place(draws, index),
            Place::Profile { sequential, at } => {
                let goes_on = rng.yes(*sequential);
                let pages = draws.pages(rng, to - from);
                if goes_on {
                    go_on(at, from, to, pages)
                } else {
                    let (lpn, pages) = anywhere(rng, from, to, pages);
                    *at = if lpn + pages == to { from } else { lpn + pages };
                    (lpn, pages)
                }
            }
        };
        (op, lpn, pages)
    }

    /// The changing state, as columns.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        match &mut self.place {
            Place::Uniform | Place::HotCold { .. } | Place::Zipf(_) | Place::Reuse(_) => {}
            Place::Streams { at, .. } => at.iter_mut().for_each(|at| visit.word(at)),
            Place::Pattern { at, .. } | Place::Profile { at, .. } => visit.word(at),
        }
    }
}

impl Place {
    fn pattern(common: &Generated, pattern: &Pattern, page_bytes: u32) -> Self {
        let pages = |bytes: u32| bytes.div_ceil(page_bytes).max(1);
        let (border, begin) = match pattern.area {
            1 => (common.to, common.from),
            area => {
                let border = common.from + ((common.to - common.from) / area).max(1);
                (border, border)
            }
        };
        Self::Pattern {
            large: Chance::new(pattern.large),
            large_pages: pages(pattern.large_bytes),
            small: (pages(pattern.min_bytes), pages(pattern.max_bytes)),
            border,
            begin,
            at: begin,
        }
    }
}

/// `pages` pages somewhere from `from` to before `to`.
#[inline(always)]
fn anywhere(rng: &mut Rng, from: u32, to: u32, pages: u32) -> (u32, u32) {
    (from + rng.below(to - from - pages + 1), pages)
}
