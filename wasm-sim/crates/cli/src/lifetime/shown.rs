//! Lifetimes as text, JSON and CSV.

use serde::Serialize;
use sim::lifetime::{Clock, Lasting, Lifetime, Why};
use sim::sweep::{csv_row, no_formula};

use super::Row;
use crate::compare::{Failed, shown};
use crate::text::columns;

/// The JSON.
#[derive(Serialize)]
pub struct Document<'a> {
    pub runs: &'a [Row],
    pub failed: &'a [Failed],
}

/// A column: its name, in the CSV the path in the JSON, and the figure.
type Of<T> = (&'static str, fn(&T) -> Option<f64>);
type Column = Of<Lasting>;

/// The counts.
const COUNTED: [Of<Lifetime>; 8] = [
    ("cycles", |of| Some(of.cycles.into())),
    ("steady.window", |of| Some(of.steady?.window.into())),
    ("erases", |of| Some(of.erases)),
    ("blocks", |of| Some(of.blocks.into())),
    ("host_bytes", |of| Some(of.host_bytes)),
    ("seconds", |of| of.seconds),
    ("write_amplification", |of| of.write_amplification),
    ("smart_write_amplification", |of| {
        of.smart_write_amplification
    }),
];

/// The results.
const LASTING: [Column; 16] = [
    ("mean_block.erases", |of| Some(of.mean_block.erases)),
    ("mean_block.passes", |of| Some(of.mean_block.passes)),
    ("mean_block.erases_per_day", |of| {
        of.mean_block.erases_per_day
    }),
    ("mean_block.years", |of| of.mean_block.years),
    ("most_erased_block.erases", |of| {
        Some(of.most_erased_block.erases)
    }),
    ("most_erased_block.passes", |of| {
        Some(of.most_erased_block.passes)
    }),
    ("most_erased_block.erases_per_day", |of| {
        of.most_erased_block.erases_per_day
    }),
    ("most_erased_block.years", |of| of.most_erased_block.years),
    ("terabytes_written", |of| Some(of.terabytes_written)),
    ("drive_writes", |of| Some(of.drive_writes)),
    ("drive_writes_per_day", |of| of.drive_writes_per_day),
    ("host_share_of_erased", |of| Some(of.host_share_of_erased)),
    ("hu.passes", |of| Some(of.hu.passes)),
    ("hu.years", |of| of.hu.years),
    ("hu.terabytes_written", |of| Some(of.hu.terabytes_written)),
    ("hu.host_share_of_erased", |of| {
        Some(of.hu.host_share_of_erased)
    }),
];

/// A line for each run; a figure that is none is empty.
pub fn csv(rows: &[Row]) -> String {
    let mut out = String::new();
    let heads = COUNTED.iter().map(|(head, _)| *head);
    let heads = heads.chain(LASTING.iter().map(|(head, _)| *head));
    let heads = ["run", "seeds"].into_iter().chain(heads);
    csv_row(
        &mut out,
        heads.chain(["clock", "why_not", "scenario_hash", "trace_hash"]),
    );
    let cell = |figure: Option<f64>| figure.map_or_else(String::new, |figure| figure.to_string());
    let word = |word: serde_json::Result<serde_json::Value>| {
        let word = word.expect("a word is JSON");
        word.as_str().unwrap_or_default().to_owned()
    };
    for row in rows {
        let of = &row.lifetime;
        let counted = COUNTED.iter().map(|(_, figure)| cell(figure(of)));
        let lasting = LASTING
            .iter()
            .map(|(_, figure)| cell(of.lasting.as_ref().and_then(figure)));
        let clock = word(serde_json::to_value(of.clock));
        let why_not = word(serde_json::to_value(of.why_not));
        let cells: Vec<String> = [no_formula(&row.name), row.seeds.to_string()]
            .into_iter()
            .chain(counted)
            .chain(lasting)
            .chain([clock, why_not, row.scenario_hash.clone()])
            .chain([row.trace_hash.clone().unwrap_or_default()])
            .collect();
        csv_row(&mut out, cells.iter().map(String::as_str));
    }
    out
}

const DAYS: [Column; 3] = [
    ("erases a block and day", |of| of.mean_block.erases_per_day),
    ("years", |of| of.mean_block.years),
    ("years, most erased block", |of| of.most_erased_block.years),
];
const PASSES: [Column; 3] = [
    ("erases a block and pass", |of| Some(of.mean_block.erases)),
    ("passes", |of| Some(of.mean_block.passes)),
    ("passes, most erased block", |of| {
        Some(of.most_erased_block.passes)
    }),
];
const WRITTEN: [Column; 2] = [
    ("TBW", |of| Some(of.terabytes_written)),
    ("host pages in an erased block", |of| {
        Some(of.host_share_of_erased)
    }),
];
const HU_DAYS: Column = ("Hu: years", |of| of.hu.years);
const HU_PASSES: Column = ("Hu: passes", |of| Some(of.hu.passes));
const HU: [Column; 2] = [
    ("Hu: TBW", |of| Some(of.hu.terabytes_written)),
    ("Hu: host pages", |of| Some(of.hu.host_share_of_erased)),
];

/// A table, and how to read it.
pub fn text(rows: &[Row], failed: &[Failed]) -> String {
    let lasting = |row: &Row| row.lifetime.lasting;
    let timed = rows
        .iter()
        .any(|row| lasting(row).is_some_and(|of| of.mean_block.years.is_some()));
    let untimed = rows
        .iter()
        .any(|row| lasting(row).is_some_and(|of| of.mean_block.years.is_none()));
    let mut told: Vec<Column> = Vec::new();
    let mut of_hu = Vec::new();
    if timed {
        told.extend(DAYS);
        of_hu.push(HU_DAYS);
    }
    if untimed || !timed {
        told.extend(PASSES);
        of_hu.push(HU_PASSES);
    }
    told.extend(WRITTEN);
    told.extend(of_hu);
    told.extend(HU);
    let heads = ["run", "write amplification"];
    let heads = heads
        .into_iter()
        .chain(told.iter().map(|(head, _)| *head))
        .map(str::to_owned);
    let mut table = vec![heads.collect::<Vec<_>>()];
    let cell = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), shown);
    for row in rows {
        let figures = told
            .iter()
            .map(|(_, figure)| cell(lasting(row).as_ref().and_then(figure)));
        let counted = cell(row.lifetime.write_amplification);
        let cells = [row.name.clone(), counted].into_iter().chain(figures);
        table.push(cells.collect());
    }
    let mut out = columns(&table);
    out.push('\n');
    let mut line = |text: String| {
        out += &text;
        out.push('\n');
    };
    // The same is said once, of all times together.
    let mut said: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let alike = |those: &&mut Vec<&Row>| {
            sentence(&those[0].lifetime, "") == sentence(&row.lifetime, "")
        };
        match said.iter_mut().find(alike) {
            Some(those) => those.push(row),
            None => said.push(vec![row]),
        }
    }
    for those in &said {
        let sentence = sentence(&those[0].lifetime, &times(those));
        if said.len() == 1 {
            line(sentence);
        } else {
            let names: Vec<&str> = those.iter().map(|row| row.name.as_str()).collect();
            line(format!("{}: {sentence}", names.join(", ")));
        }
    }
    if let Some(row) = rows.iter().find(|row| lasting(row).is_some()) {
        line(format!(
            "A block endures {} erases. Years, passes and TBW (10^12 bytes that the host writes) are until the mean block has had them. The most erased block comes earlier, if it stays as much above the mean as so far.",
            row.lifetime.cycles
        ));
        for row in rows {
            if let Some(fresh) = fresh(&row.lifetime) {
                line(format!(
                    "{}: {:.1} % of the pages that were programmed went to blocks that were free before and needed no erase. A drive in use has to erase such blocks first. For its lifetime: --repeat steady.",
                    row.name,
                    100.0 * fresh
                ));
            }
        }
    }
    let used = |row: &Row| lasting(row).is_some() && fresh(&row.lifetime).is_none();
    if rows.iter().any(used) {
        line("Hu (eq. 4.1) takes every victim to be as full as the average block, whatever the workload and the FTL. In the run victims are those that the FTL found. So new pages of the host take up another share of an erased block. The lifetimes differ by the quotient of the two shares.".to_owned());
    }
    for Failed { name, failure } in failed {
        line(format!(
            "{name}: no lifetime: {}. {}",
            failure.message, failure.remedy
        ));
    }
    out
}

/// Above this share of programs into blocks that were free before, a run says little of a drive in use.
const MOST_FRESH: f64 = 0.05;

/// The share of programs that went to blocks which were free before the run and needed no erase, where that is much. An erased block
/// takes up `share` of host pages, and for each of them as many programs as the write amplification says.
fn fresh(of: &Lifetime) -> Option<f64> {
    let share = of.lasting.as_ref()?.host_share_of_erased;
    let fresh = 1.0 - 1.0 / (share * of.write_amplification?);
    Some(fresh).filter(|&fresh| fresh > MOST_FRESH)
}

/// The window of the figures and its time, or why there are none.
fn sentence(of: &Lifetime, time: &str) -> String {
    let window = match &of.steady {
        Some(steady) if steady.reached => {
            format!("Of window {}, which is steady", steady.window)
        }
        Some(steady) => format!("Of window {}, the last; it is not steady", steady.window),
        None => "Of all requests that count".to_owned(),
    };
    match of.why_not {
        Some(Why::NothingWritten) => {
            return format!("{window}: the host writes nothing, so no lifetime follows.");
        }
        Some(Why::NothingErased) => {
            return format!(
                "{window}: no block is erased, so no lifetime follows. A longer run may erase some."
            );
        }
        None => {}
    }
    match of.clock {
        Clock::Arrivals => format!("{window}: {time} from the first arrival to the last."),
        Clock::Served => format!(
            "{window}: {time} until all are served, because they arrive faster than the drive serves them."
        ),
        Clock::None => format!(
            "{window}: requests have no times of their own, so passes are said and no days."
        ),
        Clock::AtOnce => {
            format!("{window}: all requests arrive at once, so passes are said and no days.")
        }
    }
}

/// From the shortest time to the longest.
fn times(rows: &[&Row]) -> String {
    let seconds = rows.iter().filter_map(|row| row.lifetime.seconds);
    let (least, most) = seconds.fold((f64::INFINITY, 0_f64), |(least, most), each| {
        (least.min(each), most.max(each))
    });
    let (least, most) = (time(least), time(most));
    if least == most {
        return least;
    }
    format!("{least} to {most}")
}

/// In a unit that a person knows.
fn time(seconds: f64) -> String {
    /// From how many seconds on, and how many seconds one has.
    const UNITS: [(f64, f64, &str); 3] = [
        (172_800.0, 86_400.0, "days"),
        (7200.0, 3600.0, "hours"),
        (120.0, 60.0, "minutes"),
    ];
    let (_, per, unit) = UNITS
        .into_iter()
        .find(|(from, ..)| seconds >= *from)
        .unwrap_or((0.0, 1.0, "seconds"));
    format!("{} {unit}", shown(seconds / per))
}
