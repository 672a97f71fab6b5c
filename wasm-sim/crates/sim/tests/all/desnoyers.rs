//! Write amplification against the simulated values of Desnoyers (SYSTOR 2012), Tables 1, 2, 3, 5 and 6, and the computed ones
//! of Table 7 (SPEC 8): within 0.5 %. All rows at the paper's sizes with `DEEP`; otherwise a row or two of most tables, on
//! smaller devices. `cargo bench -p sim --bench desnoyers` prints the figures.

#[path = "support/desnoyers.rs"]
mod tables;

use sim::protocol::{Command, Target};
use sim::session::Session;
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

/// Trims anywhere are spare space that the host gives (SPEC 8.1): a device of 512 blocks, 476 of data, two of them free, under FIFO. The
/// closed form is computed in `cli/tests/command_line/models.rs`. How many pages hold data varies slowly, so that single runs are up to
/// 0.5 % away from their mean.
#[test]
fn a_share_of_trims_counts_as_spare_space() {
    let seeds = if std::env::var_os("DEEP").is_some() {
        8
    } else {
        4
    };
    for (trims, closed) in [(0.0, 7.6745), (0.1, 3.3118), (0.2, 2.1750), (0.3, 1.6608)] {
        let mut sum = 0.0;
        for seed in 1..=seeds {
            let text = format!(
                r#"{{"format":1,"seed":{seed},"device":{{"blocks":512,"pages_per_block":32}},"spare_factor":0.07,
                    "ftl":{{"kind":"page","gc_policy":"fifo_full"}},"precondition":[{{"kind":"sequential"}}],"warmup_requests":300000,
                    "workload":{{"kind":"uniform","requests":900000,"trim_fraction":{trims}}}}}"#
            );
            sum += amplification(&text);
        }
        let ours = sum / f64::from(seeds);
        println!("share of trims {trims}: {closed}, ours {ours:.4}");
        assert!(
            (ours / closed - 1.0).abs() < 0.002,
            "{trims}: {ours} for {closed}"
        );
    }
}

/// Of a scenario at its end, warm-up left out.
fn amplification(scenario: &str) -> f64 {
    let mut session = Session::new();
    let scenario = scenario.to_owned();
    for command in [
        Command::Open { slot: 0, scenario },
        Command::run(0, Target::End),
    ] {
        let done = session.finish(command, u64::MAX, &mut |_, _, _| {});
        done.unwrap_or_else(|failure| panic!("{}", failure.message));
    }
    let report = session.simulation(0).expect("open").report();
    report.write_amplification.expect("writes")
}
