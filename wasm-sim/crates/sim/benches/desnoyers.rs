//! Every simulated row of Desnoyers beside ours, at the paper's sizes: `cargo bench -p sim --bench desnoyers`, or with
//! `-- 'Table 2'` those rows whose name has it. Takes many minutes; `USER_PAGES` in the environment makes every device smaller,
//! and a row whose device would be too small says so.
//! Prints figures, judges nothing: `tests/desnoyers.rs` does, with `DEEP`.

#[path = "../tests/all/support/desnoyers.rs"]
mod desnoyers;

use std::sync::atomic::{AtomicUsize, Ordering};

use desnoyers::{ROWS, Row};

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let user_pages = std::env::var("USER_PAGES")
        .ok()
        .map(|n| n.parse().expect("USER_PAGES is a number"));
    let wanted = |row: &Row| named.is_empty() || named.iter().any(|n| row.name().contains(n));
    let rows: Vec<Row> = ROWS
        .iter()
        .map(|row| user_pages.map_or(*row, |n| row.with_user_pages(n)))
        .filter(wanted)
        .collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(rows.len()) {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (warm, measured) = row.writes();
                    let (name, paper) = (row.name(), row.paper);
                    let ours = match row.run(warm, measured) {
                        Ok(ours) => ours,
                        Err(why) => {
                            println!("{name}: paper {paper:.3}, not run: {why}");
                            continue;
                        }
                    };
                    let off = row.off(ours);
                    println!("{name}: paper {paper:.3}, ours {ours:.3} ({off:+.2} %)");
                }
            });
        }
    });
}
