//! Why a run shows little, in a sentence.

use sim::protocol::{Quiet, QuietChange, QuietWhy};

/// The reason, and the result of the run that shows more.
pub fn sentence(quiet: &Quiet, ftl: &str) -> String {
    let wa = |wa: Option<f64>| wa.map_or_else(|| "-".to_owned(), |wa| format!("{wa:.4}"));
    let blocks = if quiet.spare_blocks == 1 {
        "1 spare block".to_owned()
    } else {
        format!("{} spare blocks", quiet.spare_blocks)
    };
    let why = match quiet.why {
        QuietWhy::NeverOverwrites => {
            "the host writes no page twice: no block has to be erased".to_owned()
        }
        QuietWhy::NothingErased => "no block is erased: the free blocks take all writes".to_owned(),
        QuietWhy::LeastSpare => format!(
            "{} comes from {blocks}, the fewest that {ftl} works with",
            wa(quiet.write_amplification)
        ),
    };
    let Some(more) = &quiet.more else {
        return why;
    };
    let change = match more.change {
        QuietChange::Block => "with one block more",
        QuietChange::Full => "written full before (precondition `sequential`)",
        QuietChange::Steady => "in its steady state (precondition `steady_state`)",
    };
    let after = wa(more.write_amplification);
    match quiet.why {
        QuietWhy::LeastSpare => format!("{why}; {change} it is {after}"),
        _ => format!("{why}; a device {change} comes to {after}"),
    }
}
