//! Hot/cold separation (Desnoyers, sections 5 and 6): pages that are often rewritten, hot ones, lie in blocks of their own.
//! So there are two pools of closed blocks, and cleaning first chooses a pool, then a block of it.
//!
//! The classifier says where a page belongs:
//! * `oracle`: the workload knows, and a page stays in the class of its last write;
//! * `recency` (section 6): R is the mean distance, in host writes, between two writes of a page, a moving average. A page
//!   rewritten twice in a row in less than 0.7 R is hot; a hot one that is cleaned and was not rewritten for 1.4 R is
//!   cold again. A first write tells nothing.
//!
//! The pool choice takes the pool with the smaller score, from the block v that the policy picks in each pool. With u the
//! utilisation of that block, A = 1/(1-u), L the blocks of the pool and r the share of host writes that go to it:
//! * `greedy`: valid pages of v, so that cleaning is greedy over both pools;
//! * `cat_hc`: rA / f(age), age = L P/A, with f(age) = log2(age) (eq. 26, 27) or age (eq. 28);
//! * `optimal`: r dA, what the loss of one block costs the pool in write amplification (eq. 29, 30, errata of SPEC 8);
//! * `fixed_split{p}`: how far the pool's spare pages are below its share of all, p for hot, 1-p for cold (Table 7).
//!
//! Equal scores: as `greedy` says. A pool with nothing to gain is chosen last.
//!
//! Left open by the paper: r is counted over the last host writes, both counts being halved whenever they reach twice
//! the logical pages; R is the plain mean of the first 1024 rewrites, from then on each weighs 1/1024.

use std::cmp::Ordering;

use nand::{Chip, Columns, Lpn, Pbn};

use super::ClosedBlocks;
use crate::{Age, Classifier, Event, HostPage, HotColdOptions, PoolChoice, PoolShown};

/// The class, and the pool, of cold pages.
pub const COLD: u32 = 0;
/// The class, and the pool, of hot pages.
pub const HOT: u32 = 1;

/// Rewrites that the moving average R looks back.
const LOOK_BACK: u64 = 1024;

/// What the separation knows of pages and pools.
#[derive(Clone, Debug)]
pub struct HotCold {
    pool_choice: PoolChoice,
    /// Per class: its valid pages.
    valid: [u32; 2],
    /// Per class: host writes, older ones counting less.
    writes: [u64; 2],
    logical_pages: u32,
    recency: Option<Recency>,
    /// Per class: the share of pages that survives, as `optimal` found it last. It begins there, and decides the same wherever
    /// it begins.
    survive: [f64; 2],
}

/// What `recency` keeps.
#[derive(Clone, Debug)]
struct Recency {
    /// Per LPN: twice the clock (host writes) of its last write, plus 1 if that came soon after the one before; 0 if it was
    /// never written.
    last: Vec<u64>,
    /// Rewrites seen.
    rewrites: u64,
    /// R; 0 before the first rewrite.
    mean: f64,
}

/// One pool at the moment of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The block that the policy picks in it.
    pub pick: Option<Pbn>,
    /// Its blocks, open ones included.
    pub blocks: u32,
}

impl HotCold {
    /// No page was written yet.
    #[inline]
    pub fn new(options: HotColdOptions, logical_pages: u32) -> Self {
        let mut new = Self {
            pool_choice: options.pool_choice,
            valid: [0; 2],
            writes: [0; 2],
            logical_pages,
            recency: None,
            survive: [0.0; 2],
        };
        new.set_options(options);
        new
    }

    /// Goes on with another classifier, or another choice of the pool. `recency` begins without having seen a write.
    #[inline]
    pub fn set_options(&mut self, options: HotColdOptions) {
        self.pool_choice = options.pool_choice;
        match options.classifier {
            Classifier::Oracle => self.recency = None,
            Classifier::Recency => {
                self.recency.get_or_insert_with(|| Recency {
                    last: vec![0; self.logical_pages as usize],
                    rewrites: 0,
                    mean: 0.0,
                });
            }
        }
    }

    /// The class of a page the host writes now. `before`: the class of its copy so far, if it has one. Also the event that it
    /// becomes hot.
    pub fn write(&mut self, page: HostPage, before: Option<u32>, now: u64) -> (u32, Option<Event>) {
        let (class, event) = match &mut self.recency {
            None => (u32::from(page.hot), None),
            Some(recency) => recency.write(page.lpn, before.unwrap_or(COLD), now),
        };
        self.writes[class as usize] += 1;
        if self.writes[0] + self.writes[1] >= 2 * u64::from(self.logical_pages) {
            self.writes = self.writes.map(|w| w / 2);
        }
        self.valid[class as usize] += 1;
        (class, event)
    }

    /// The page just written went to another class than [`Self::write`] said.
    pub fn placed(&mut self, class: u32, instead_of: u32) {
        self.moved(instead_of, class, 1);
        let [said, went] = [instead_of as usize, class as usize];
        self.writes[said] = self.writes[said].saturating_sub(1);
        self.writes[went] += 1;
    }

    /// Reads what [`Self::write`] of these pages will look at, so that it lies near. Returns something made of it.
    pub fn look_ahead(&self, lpns: &[Lpn]) -> u32 {
        let seen = |recency: &Recency| {
            let last = lpns.iter().map(|lpn| recency.last[lpn.index()]);
            last.fold(0, |seen, last| seen ^ last as u32)
        };
        self.recency.as_ref().map_or(0, seen)
    }

    /// The class that a page of `class` should be copied to.
    pub fn copy(&self, lpn: Lpn, class: u32, now: u64) -> u32 {
        match &self.recency {
            Some(recency) if class == HOT && recency.is_late(lpn, now) => COLD,
            _ => class,
        }
    }

    /// Pages were copied to another class.
    pub fn moved(&mut self, from: u32, to: u32, pages: u32) {
        self.valid[from as usize] -= pages;
        self.valid[to as usize] += pages;
    }

    /// The event that a hot page turns cold.
    pub fn cooled(&self, lpn: Lpn, now: u64) -> Option<Event> {
        let recency = self.recency.as_ref()?;
        Some(Event::PageClassified {
            lpn,
            hot: false,
            distance: recency.distance(lpn, now),
            mean: recency.mean,
        })
    }

    /// A copy of a class became invalid without a copy elsewhere.
    pub fn invalidated(&mut self, class: u32) {
        self.valid[class as usize] -= 1;
    }

    /// The host unmapped a page: what comes next is a first write.
    pub fn trimmed(&mut self, lpn: Lpn) {
        if let Some(recency) = &mut self.recency {
            recency.last[lpn.index()] = 0;
        }
    }

    /// A page of an explicit initial state.
    pub fn adopt(&mut self, class: u32) {
        self.valid[class as usize] += 1;
    }

    /// The pool to clean, and the two pools as an event shows them: cold, hot. `None` when no block is closed. Unless they are to
    /// be `shown`, scores are only as exact as it takes to compare them.
    pub fn choose(
        &mut self,
        chip: &Chip,
        closed: &ClosedBlocks,
        pools: [Pool; 2],
        shown: bool,
    ) -> Option<(Pbn, [PoolShown; 2])> {
        let near = if shown {
            None
        } else {
            self.near_scores(chip, pools)
        };
        let scores = near.unwrap_or_else(|| self.scores(chip, pools));
        let gains = |pbn: Pbn| chip.valid_pages(pbn) < chip.geometry().pages_per_block;
        let hot = match pools.map(|p| p.pick) {
            [None, None] => return None,
            [cold, hot] if cold.is_none() || hot.is_none() => hot.is_some(),
            [Some(cold), Some(hot)] if gains(cold) != gains(hot) => gains(hot),
            [Some(cold), Some(hot)] => match scores[1].partial_cmp(&scores[0]) {
                Some(Ordering::Less) => true,
                Some(Ordering::Greater) => false,
                _ => closed.fewer(chip, hot, cold),
            },
            _ => unreachable!("one is none"),
        };
        let shown = [COLD, HOT].map(|class| self.shown(chip, pools, scores, class));
        pools[usize::from(hot)].pick.map(|pbn| (pbn, shown))
    }

    #[inline]
    fn shown(&self, chip: &Chip, pools: [Pool; 2], scores: [f64; 2], class: u32) -> PoolShown {
        let Pool { pick, blocks } = pools[class as usize];
        PoolShown {
            pick,
            pick_valid: pick.map_or(0, |pbn| chip.valid_pages(pbn)),
            blocks,
            valid: self.valid[class as usize],
            share: self.share(class),
            // JSON has no infinity.
            score: scores[class as usize].min(f64::MAX),
        }
    }

    /// r: the share of host writes that go to a class.
    fn share(&self, class: u32) -> f64 {
        let all = self.writes[0] + self.writes[1];
        self.writes[class as usize] as f64 / all.max(1) as f64
    }

    /// [`Self::scores`] under `optimal`, off by less than a billionth, if they are further apart than a millionth.
    fn near_scores(&mut self, chip: &Chip, pools: [Pool; 2]) -> Option<[f64; 2]> {
        if self.pool_choice != PoolChoice::Optimal || self.valid.contains(&0) {
            return None;
        }
        let pages = f64::from(chip.geometry().pages_per_block);
        let [cold, hot] = [COLD, HOT].map(|class| {
            let held = f64::from(self.valid[class as usize]);
            let alpha = f64::from(pools[class as usize].blocks) * pages / held;
            let survive = &mut self.survive[class as usize];
            let slope = near_slope(alpha, pages, survive);
            self.share(class) * (-pages / held) * slope
        });
        ((cold - hot).abs() > 1e-6 * (cold + hot)).then_some([cold, hot])
    }

    fn scores(&self, chip: &Chip, pools: [Pool; 2]) -> [f64; 2] {
        let pages = f64::from(chip.geometry().pages_per_block);
        let of = |class: u32| {
            let Pool { pick, blocks } = pools[class as usize];
            let valid = pick.map_or(0, |pbn| chip.valid_pages(pbn));
            let (v, invalid, l) = (
                f64::from(valid),
                pages - f64::from(valid),
                f64::from(blocks),
            );
            let held = f64::from(self.valid[class as usize]);
            match self.pool_choice {
                PoolChoice::Greedy => v,
                PoolChoice::CatHc { .. } if valid == 0 => 0.0,
                PoolChoice::CatHc { age: by } => {
                    // A = P / invalid, so L P / A = L invalid.
                    let age = l * invalid;
                    let age = if by == Age::Log2 {
                        libm::log2(age)
                    } else {
                        age
                    };
                    (v / invalid) * (self.share(class) * pages / invalid) / age
                }
                PoolChoice::Optimal if held == 0.0 => 0.0,
                PoolChoice::Optimal => {
                    let alpha = l * pages / held;
                    self.share(class) * (-pages / held) * greedy_slope(alpha, pages)
                }
                PoolChoice::FixedSplit { p } => {
                    let target = if class == HOT { p } else { 1.0 - p };
                    let spare = [COLD, HOT].map(|class| {
                        let all = f64::from(pools[class as usize].blocks) * pages;
                        all - f64::from(self.valid[class as usize])
                    });
                    target * (spare[0] + spare[1]) - spare[class as usize]
                }
            }
        };
        [of(COLD), of(HOT)]
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        for class in 0..2 {
            visit.word(&mut self.valid[class]);
            visit.long(&mut self.writes[class]);
        }
        if let Some(recency) = &mut self.recency {
            visit.longs(&mut recency.last);
            visit.long(&mut recency.rewrites);
            let mut mean = recency.mean.to_bits();
            visit.long(&mut mean);
            recency.mean = f64::from_bits(mean);
        }
    }
}

impl Recency {
    fn distance(&self, lpn: Lpn, now: u64) -> u32 {
        u32::try_from(now - (self.last[lpn.index()] >> 1)).unwrap_or(u32::MAX)
    }

    fn is_late(&self, lpn: Lpn, now: u64) -> bool {
        f64::from(self.distance(lpn, now)) > 1.4 * self.mean
    }

    fn write(&mut self, lpn: Lpn, before: u32, now: u64) -> (u32, Option<Event>) {
        let last = self.last[lpn.index()];
        if last == 0 {
            self.last[lpn.index()] = now << 1;
            return (COLD, None);
        }
        let (distance, mean) = (self.distance(lpn, now), self.mean);
        let soon = f64::from(distance) < 0.7 * mean;
        let twice = soon && last & 1 == 1;
        self.last[lpn.index()] = now << 1 | u64::from(soon);
        self.rewrites += 1;
        self.mean += (f64::from(distance) - mean) / self.rewrites.min(LOOK_BACK) as f64;
        let event = (twice && before == COLD).then_some(Event::PageClassified {
            lpn,
            hot: true,
            distance,
            mean,
        });
        (if twice { HOT } else { before }, event)
    }
}

/// dA/dalpha of greedy cleaning (eq. 29, sign corrected): w/((1+w)(w + c alpha)), w = W(-c alpha e^(-c alpha)),
/// c = 1 + 1/(2P).
///
/// With y = c alpha and s the share of pages that survive in a block until it is cleaned, s = e^(-y(1-s)) (eq. 2), w is -y s,
/// which leaves -s/((1 - y s)(1 - s)).
fn greedy_slope(alpha: f64, pages_per_block: f64) -> f64 {
    let y = survivors_exponent(alpha, pages_per_block);
    slope(y, survivors(y))
}

/// y.
fn survivors_exponent(alpha: f64, pages_per_block: f64) -> f64 {
    alpha * (1.0 + 0.5 / pages_per_block)
}

/// s, exact.
fn survivors(y: f64) -> f64 {
    // Newton from below: s - e^(-y(1-s)) is concave, so no step goes past the root below 1.
    let mut s = 0.0;
    for _ in 0..64 {
        let e = libm::exp(-y * (1.0 - s));
        let step = (e - s) / (1.0 - y * e);
        s += step;
        if step <= 1e-15 {
            break;
        }
    }
    s
}

fn slope(y: f64, s: f64) -> f64 {
    -s / ((1.0 - y * s) * (1.0 - s))
}

/// [`greedy_slope`], off by less than a billionth. `s` is about what it was last, and is what it is now afterwards: from there it is
/// a few steps of Newton's method, whose error is about the square of the last step. Where the root is close to 1, the
/// trivial one, or a step is large, it is worked out from the beginning.
fn near_slope(alpha: f64, pages_per_block: f64, s: &mut f64) -> f64 {
    let y = survivors_exponent(alpha, pages_per_block);
    for _ in 0..4 {
        let e = libm::exp(-y * (1.0 - *s));
        let rise = 1.0 - y * e;
        let step = (e - *s) / rise;
        *s += step;
        if rise > 0.01 && *s > 0.0 && step.abs() < 1e-7 {
            return slope(y, *s);
        }
    }
    *s = survivors(y);
    slope(y, *s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HostOp;

    #[test]
    fn a_slope_near_the_last_one_is_as_good() {
        let mut rng = crate::rng::Rng::stream(1, crate::rng::Purpose::Workload);
        let (mut s, mut alpha) = (0.0, 1.2);
        for step in 0..100_000 {
            // Mostly a little more or less, now and then any.
            let random = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
            alpha = if step % 100 == 0 {
                0.99 + 3.0 * random * random * random
            } else {
                alpha * (1.0 + 1e-4 * (random - 0.5))
            };
            let (near, exact) = (near_slope(alpha, 64.0, &mut s), greedy_slope(alpha, 64.0));
            let off = (near / exact - 1.0).abs();
            assert!(
                off < 1e-9 || near.to_bits() == exact.to_bits(),
                "{alpha}: {near} {exact}"
            );
        }
    }

    #[test]
    fn the_slope_of_greedy_cleaning_is_that_of_its_equation() {
        assert!((greedy_slope(1.1, 64.0) + 42.3).abs() < 0.05);
        // Against the difference quotient of eq. 12, A = 1/(c(1-s)), s by bisection.
        let amplification = |alpha: f64| {
            let c = 1.0 + 0.5 / 64.0;
            let (mut low, mut high) = (0.0, 1.0 - 1e-6);
            for _ in 0..200 {
                let s = f64::midpoint(low, high);
                if s < libm::exp(-c * alpha * (1.0 - s)) {
                    low = s;
                } else {
                    high = s;
                }
            }
            1.0 / (c * (1.0 - low))
        };
        for alpha in [1.02, 1.05, 1.2, 1.5, 2.0, 4.0] {
            let h = 1e-6;
            let quotient = (amplification(alpha + h) - amplification(alpha - h)) / (2.0 * h);
            let slope = greedy_slope(alpha, 64.0);
            assert!(
                (slope / quotient - 1.0).abs() < 1e-3,
                "{alpha}: {slope} {quotient}"
            );
        }
    }

    #[test]
    fn two_quick_rewrites_make_a_page_hot_and_rest_makes_it_cold() {
        let options = HotColdOptions {
            classifier: Classifier::Recency,
            pool_choice: PoolChoice::Greedy,
        };
        let mut hot_cold = HotCold::new(options, 100);
        let mut now = 0;
        let mut write = |hot_cold: &mut HotCold, lpn: u32, before: u32| {
            now += 1;
            let page = HostPage {
                op: HostOp::Write,
                lpn: Lpn(lpn),
                version: 1,
                index: 0,
                pages: 1,
                hot: false,
            };
            (hot_cold.write(page, Some(before), now).0, now)
        };
        for round in 0..3 {
            for lpn in 0..50 {
                assert_eq!(write(&mut hot_cold, lpn, COLD).0, COLD, "round {round}");
            }
        }
        // R is 50: 1 rewrite after fewer than 35 writes is not enough, 2 are.
        assert_eq!(write(&mut hot_cold, 49, COLD).0, COLD);
        let (class, at) = write(&mut hot_cold, 49, COLD);
        assert_eq!(class, HOT);
        assert_eq!(hot_cold.copy(Lpn(49), HOT, at + 40), HOT);
        assert_eq!(hot_cold.copy(Lpn(49), HOT, at + 75), COLD);
        assert_eq!(hot_cold.copy(Lpn(3), COLD, at), COLD);
        // What comes after a trim is a first write, and tells nothing: without the trim it would stay hot.
        hot_cold.trimmed(Lpn(49));
        assert_eq!(write(&mut hot_cold, 49, HOT).0, COLD);
    }

    fn recency() -> HotCold {
        let config = HotColdOptions {
            classifier: Classifier::Recency,
            pool_choice: PoolChoice::Greedy,
        };
        HotCold::new(config, 100)
    }

    /// The class that a write at this clock gives a page whose copy is cold, and the event.
    fn written(hot_cold: &mut HotCold, lpn: u32, now: u64) -> (u32, Option<Event>) {
        let page = HostPage {
            op: HostOp::Write,
            lpn: Lpn(lpn),
            version: 1,
            index: 0,
            pages: 1,
            hot: false,
        };
        hot_cold.write(page, Some(COLD), now)
    }

    /// R, as the event of a page that turns cold tells it.
    fn mean(hot_cold: &HotCold) -> f64 {
        match hot_cold.cooled(Lpn(0), u64::from(u32::MAX)) {
            Some(Event::PageClassified { mean, .. }) => mean,
            other => panic!("{other:?}"),
        }
    }

    /// Page 0 written at 1, at 1,000,001 and at 2,000,001: two rewrites, both a million writes after the write before, so R is
    /// 1,000,000.
    fn mean_of_a_million() -> HotCold {
        let mut hot_cold = recency();
        for now in [1, 1_000_001, 2_000_001] {
            assert_eq!(written(&mut hot_cold, 0, now), (COLD, None));
        }
        assert_eq!(mean(&hot_cold).to_bits(), 1e6_f64.to_bits());
        hot_cold
    }

    /// By hand, with R = 1,000,000: 0.7 R is 700,000, so a rewrite is soon after 699,999 writes, and not after 700,000. A second
    /// rewrite right behind it is soon in any case, and makes the page hot if the first one was.
    #[test]
    fn a_rewrite_is_soon_below_seven_tenths_of_the_mean_distance() {
        // The first write of page 1 is at 3,000,000. The third rewrite ever moves R by a third of what it is off:
        // 1,000,000 - 300,001 / 3 and 1,000,000 - 300,000 / 3.
        for (distance, class, mean_then) in [
            (699_999, HOT, 1e6 - 300_001.0 / 3.0),
            (700_000, COLD, 900_000.0),
        ] {
            let mut hot_cold = mean_of_a_million();
            written(&mut hot_cold, 1, 3_000_000);
            let (first, _) = written(&mut hot_cold, 1, 3_000_000 + distance);
            assert_eq!(first, COLD, "one soon rewrite is not enough");
            assert!((mean(&hot_cold) - mean_then).abs() < 1e-6);
            let (second, event) = written(&mut hot_cold, 1, 3_000_001 + distance);
            assert_eq!(second, class, "after {distance}");
            let becomes_hot = matches!(
                event,
                Some(Event::PageClassified {
                    hot: true,
                    distance: 1,
                    ..
                })
            );
            assert_eq!(becomes_hot, class == HOT);
        }
        // The second rewrite is measured too. After the first one R is 1,000,000 - 500,000 / 3, so 0.7 R is 583,333.3.
        for (distance, class) in [(583_333, HOT), (583_334, COLD)] {
            let mut hot_cold = mean_of_a_million();
            written(&mut hot_cold, 1, 3_000_000);
            written(&mut hot_cold, 1, 3_500_000);
            let (second, _) = written(&mut hot_cold, 1, 3_500_000 + distance);
            assert_eq!(second, class, "after {distance}");
        }
    }

    /// By hand, with R = 1,000,000: 1.4 R is 1,400,000, so a hot page stays hot when it is copied 1,400,000 writes after its last
    /// write, and is cold one write later.
    #[test]
    fn a_hot_page_is_cold_again_after_more_than_one_and_four_tenths_of_the_mean_distance() {
        let hot_cold = mean_of_a_million();
        for (rest, class) in [(1_400_000, HOT), (1_400_001, COLD)] {
            assert_eq!(hot_cold.copy(Lpn(0), HOT, 2_000_001 + rest), class);
        }
    }

    /// By hand: 1,024 rewrites after 1,000 writes each make R 1,000. From then on a rewrite weighs 1/1,024: one after 2,024 writes
    /// makes R 1,000 + 1,024 / 1,024 = 1,001.
    #[test]
    fn the_mean_distance_is_plain_for_1024_rewrites_and_a_moving_one_from_then_on() {
        let mut hot_cold = recency();
        let mut now = 1;
        written(&mut hot_cold, 0, now);
        // The mean of 500 and 1,500, then of 1,000s.
        for distance in [500, 1500].into_iter().chain([1000; 1022]) {
            now += distance;
            written(&mut hot_cold, 0, now);
        }
        assert!((mean(&hot_cold) - 1000.0).abs() < 1e-9);
        written(&mut hot_cold, 0, now + 2024);
        assert!((mean(&hot_cold) - 1001.0).abs() < 1e-9);
    }

    /// By hand: with 4 logical pages the counts are halved, rounded down, when together they reach 8. Seven writes, five of them
    /// hot, are 2 and 5; the eighth, hot, makes them 2 and 6, so 1 and 3 are left, and a hot one more makes 1 and 4.
    #[test]
    fn the_share_of_a_class_forgets_half_of_the_writes_whenever_they_are_twice_the_logical_pages() {
        let config = HotColdOptions {
            classifier: Classifier::Oracle,
            pool_choice: PoolChoice::Optimal,
        };
        let mut hot_cold = HotCold::new(config, 4);
        let mut write = |hot: bool| {
            let page = HostPage {
                op: HostOp::Write,
                lpn: Lpn(0),
                version: 1,
                index: 0,
                pages: 1,
                hot,
            };
            hot_cold.write(page, None, 1);
            hot_cold.writes
        };
        let seven = [false, true, true, false, true, true, true].map(&mut write);
        assert_eq!(seven[6], [2, 5]);
        assert_eq!(write(true), [1, 3]);
        assert_eq!(write(true), [1, 4]);
        assert_eq!(hot_cold.share(HOT).to_bits(), 0.8_f64.to_bits());
    }

    #[test]
    fn a_pool_with_nothing_to_gain_is_chosen_last_whatever_its_score() {
        let geometry = nand::Geometry {
            blocks: 4,
            pages_per_block: 2,
            page_bytes: 1,
        };
        let mut chip = Chip::new(geometry, nand::ProgramOrder::Ascending);
        for page in 0..4 {
            chip.program(nand::Ppn(page), page, nand::PageKind::Data, 1);
        }
        chip.invalidate(nand::Ppn(0));
        let closed = ClosedBlocks::new(crate::GcPolicy::Greedy, &chip, 2, false);
        let pool = |pbn| Pool {
            pick: Some(Pbn(pbn)),
            blocks: 2,
        };
        // No spare space is due to the pool of p = 0, so its score is the smaller one; block 1 is full.
        for (p, pools) in [(0.0, [pool(0), pool(1)]), (1.0, [pool(1), pool(0)])] {
            let mut hot_cold = HotCold::new(
                HotColdOptions {
                    classifier: Classifier::Oracle,
                    pool_choice: PoolChoice::FixedSplit { p },
                },
                4,
            );
            let (pbn, [cold, hot]) = hot_cold
                .choose(&chip, &closed, pools, true)
                .expect("two picks");
            assert_eq!(cold.score < hot.score, p > 0.0);
            assert_eq!(pbn, Pbn(0));
        }
    }
}
