//! Why a run shows little, in a sentence.

use sim::report::Report;
use sim::session::Told;
use sim::session::quiet::{Change, Why};

/// The reason, and the result of the run that shows more.
pub fn sentence(told: &Told, r: &Report, ftl: &str) -> String {
    let wa = |report: &Report| {
        let wa = report.write_amplification;
        wa.map_or_else(|| "-".to_owned(), |wa| format!("{wa:.4}"))
    };
    let blocks = if told.spare_blocks == 1 {
        "1 spare block".to_owned()
    } else {
        format!("{} spare blocks", told.spare_blocks)
    };
    let why = match told.why {
        Why::NeverOverwrites => {
            "the host writes no page twice: no block has to be erased".to_owned()
        }
        Why::NothingErased => "no block is erased: the free blocks take all writes".to_owned(),
        Why::LeastSpare => format!(
            "{} comes from {blocks}, the fewest that {ftl} works with",
            wa(r)
        ),
    };
    let Some((change, after)) = &told.more else {
        return why;
    };
    let change = match change {
        Change::Block => "with one block more",
        Change::Full => "written full before (precondition `sequential`)",
        Change::Steady => "in its steady state (precondition `steady_state`)",
    };
    match told.why {
        Why::LeastSpare => format!("{why}; {change} it is {}", wa(after)),
        _ => format!("{why}; a device {change} comes to {}", wa(after)),
    }
}
