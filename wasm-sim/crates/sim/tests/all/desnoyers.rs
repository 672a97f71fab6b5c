//! Write amplification against the simulated values of Desnoyers (SYSTOR 2012), Tables 1, 2, 3, 5 and 6, and the computed ones
//! of Table 7 (SPEC 8): within 0.5 %. All rows at the paper's sizes with `DEEP`; otherwise a row or two of most tables, on
//! smaller devices. `cargo bench -p sim --bench desnoyers` prints the figures.

#[path = "support/desnoyers.rs"]
mod tables;

use tables::{ROWS, Row};

/// User pages of the quick part.
const QUICK: u32 = 400_000;

/// The runs without `DEEP`: table and spare factor. Table 3 is not there: its window has a length of the paper's
/// device.
const QUICK_ROWS: &[(u32, f64)] = &[(1, 0.11), (2, 0.11), (5, 0.20), (6, 0.11), (7, 0.20)];

fn meets(row: &Row) {
    let (warm, measured) = row.writes();
    let name = row.name();
    let ours = row
        .run(warm, measured)
        .unwrap_or_else(|why| panic!("{name}: {why}"));
    let (paper, off) = (row.paper, row.off(ours));
    println!("{name}: paper {paper}, ours {ours:.3} ({off:+.2} %)");
    assert!(off.abs() <= 0.5, "{name}: paper {paper}, ours {ours:.3}");
}

#[test]
fn the_tables_of_the_paper() {
    if std::env::var_os("DEEP").is_some() {
        ROWS.iter().for_each(meets);
        return;
    }
    for &(table, spare_factor) in QUICK_ROWS {
        let wanted =
            |row: &&Row| row.table == table && row.spare_factor.total_cmp(&spare_factor).is_eq();
        let row = ROWS.iter().find(wanted).expect("a row of the table");
        meets(&row.with_user_pages(QUICK));
    }
}

#[test]
fn a_row_whose_device_would_be_too_small_says_so() {
    for user_pages in [0, 1, 64, 200] {
        for row in ROWS {
            let told = row.with_user_pages(user_pages).run(1.0, 1.0);
            assert!(told.is_err(), "{}", row.name());
        }
    }
}
