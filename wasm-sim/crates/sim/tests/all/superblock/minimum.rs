//! The smallest legal device, (superblocks) x S + M + 1 blocks (SPEC 10, law 3), found by exhaustive search.
//!
//! From an empty device the test tries every write and every trim of every page, in every state that this leads to,
//! until no new state comes. Two states are equal if their blocks differ in number alone. The most blocks ever in use
//! at once is what a device must have.
//!
//! Result: the rule is enough everywhere. One block less is not, wherever its two parts can be used up: the M update
//! blocks (M is at most superblocks x K), and the one block that a GC takes before it gives its victim back. A
//! superblock has no more blocks than pages, S + K <= S x P, so that each of them can have a valid page. Elsewhere,
//! and where the last superblock is cut short, the rule may ask for a block or more that are never used.

use std::collections::HashSet;

use super::model::{Counted, Options, State};

/// Every state that writes and trims of `pages` LPNs lead to; how many there are, and the most blocks in use at once.
fn search(options: Options, pages: u32) -> (usize, usize) {
    let superblocks = (pages as usize).div_ceil(options.s * options.pages_per_block);
    let start = State::new(options, superblocks);
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    let mut counted = Counted::default();
    while let Some(state) = todo.pop() {
        for lpn in 0..pages {
            let (mut written, mut trimmed) = (state.clone(), state.clone());
            written.write(lpn, &mut counted);
            trimmed.trim(lpn);
            for next in [written, trimmed] {
                if seen.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
    }
    (seen.len(), counted.peak)
}

fn options(pages_per_block: usize, s: usize, k: usize, m: usize) -> Options {
    Options {
        s,
        k,
        m,
        cached: 1,
        pages_per_block,
    }
}

#[test]
fn the_smallest_device_is_found_by_trying_everything() {
    // Pages of a block, S, K, M, logical pages; the most blocks in use.
    let small = [
        (1, 1, 1, 1, 3, 4),
        (1, 1, 2, 2, 3, 5),
        (1, 2, 1, 1, 4, 5),
        (1, 2, 1, 2, 4, 6),
        (2, 1, 1, 1, 4, 4),
        (2, 1, 1, 2, 4, 5),
        (2, 1, 2, 1, 4, 4),
        (2, 1, 2, 3, 2, 3),
        (2, 2, 1, 1, 4, 4),
        (3, 1, 1, 1, 3, 3),
        (3, 1, 2, 2, 3, 4),
    ];
    let large = [
        (1, 2, 2, 3, 6, 9),
        (2, 1, 2, 2, 4, 5),
        (2, 1, 2, 3, 4, 6),
        (2, 1, 1, 2, 6, 6),
        (2, 2, 2, 2, 4, 5),
        (2, 2, 1, 1, 6, 6),
        (3, 1, 1, 1, 6, 4),
        (4, 1, 1, 1, 4, 3),
    ];
    let deep = std::env::var_os("DEEP").is_some();
    for &(p, s, k, m, pages, most) in small.iter().chain(large.iter().filter(|_| deep)) {
        let (states, peak) = search(options(p, s, k, m), pages);
        let superblocks = (pages as usize).div_ceil(s * p);
        println!("P {p}, S {s}, K {k}, M {m}, {pages} pages: {states} states, {peak} blocks");
        assert_eq!(peak, most, "P {p}, S {s}, K {k}, M {m}, {pages} pages");
        let rule = superblocks * s + m + 1;
        assert!(peak <= rule);
        let whole = (pages as usize).is_multiple_of(s * p);
        if whole && m <= superblocks * k && s + k <= s * p {
            assert_eq!(peak, rule, "P {p}, S {s}, K {k}, M {m}, {pages} pages");
        }
    }
}
