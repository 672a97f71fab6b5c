//! No scenario takes more than its estimate.

mod draw;
mod life;

use std::time::{Duration, Instant};

use sim::scenario::{self, export::schema};
use sim::session::Session;

use crate::{alone, peak};
use draw::Draw;

/// Beside what a scenario decides: the session, texts of commands and replies, small tables.
const BESIDE: u64 = 1 << 20;

/// Pages of the largest device that is drawn, and bytes of the largest estimate that is tried.
const LARGEST: (u64, u64) = if cfg!(debug_assertions) {
    (1 << 15, 128 << 20)
} else {
    (1 << 21, 1500 << 20)
};

/// Most events of a request that are tried, and fewer on a large device: some take time with its tables, as to list candidates does.
const EVENTS: u64 = 20_000_000;
const SMALL: u64 = 1_000;

/// Seconds of one scenario at most, where seconds are counted: one whose recency list holds a million pages could take them all.
const EACH: u64 = 20;

/// With `DEEP` for five minutes, or for `MEMORY_SECONDS`, on other scenarios with each `PROPTEST_RNG_SEED`; from case `MEMORY_FIRST` on.
#[test]
fn no_scenario_takes_more_than_its_estimate() {
    let _alone = alone();
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let deep = std::env::var_os("DEEP").map(|_| 300);
    let until = number("MEMORY_SECONDS").or(deep);
    let until = until.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let seed = number("PROPTEST_RNG_SEED").unwrap_or(1);
    let schema = schema::scenario();
    let (mut tried, mut opened, mut most, mut worst) = (0, 0, 0, (0, 0));
    for case in number("MEMORY_FIRST").unwrap_or(0).. {
        if until.map_or(case >= 200, |until| Instant::now() > until) {
            break;
        }
        let mut draw = Draw(seed ^ case << 32);
        let pages = draw.between(16, LARGEST.0);
        let Some((text, setup)) = draw::scenario(&schema, &mut draw, pages) else {
            continue;
        };
        let estimate = scenario::estimate_bytes(&setup) + BESIDE;
        let events = scenario::most_events(&setup).saturating_mul(1 + pages / SMALL);
        drop(setup);
        // A request is served at once, and once more for each look back.
        if estimate > LARGEST.1 || events > EVENTS {
            continue;
        }
        let told = Told(case, &text);
        let mut session = Session::new();
        session.keep_trace("trace", life::trace(&mut draw));
        let late = until.map(|until| until.min(Instant::now() + Duration::from_secs(EACH)));
        let peak = peak(|| opened += u32::from(life::live(&text, &mut session, &mut draw, late)));
        assert!(peak <= estimate, "{peak} bytes, {estimate} estimated");
        std::mem::forget(told);
        tried += 1;
        most = most.max(peak);
        worst = worst.max((peak * 1000 / estimate, case));
    }
    println!(
        "{tried} scenarios from seed {seed}, {opened} opened: at most {} thousandths of the estimate (case {}), {most} bytes",
        worst.0, worst.1
    );
    assert!(
        opened > 60 && opened > tried * 3 / 4,
        "{opened} of {tried} are too few"
    );
}

/// Says which scenario it was, if it ends in a panic.
struct Told<'a>(u64, &'a str);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        eprintln!("case {}: {}", self.0, self.1);
    }
}
