//! Page mapping: the victim by reserved space.

use super::{open, simulation};

/// The first victim that greedy GC names, with its invalid pages: what `initial` alone shows.
fn greedy_victim(blocks: &str, logical_pages: u32) -> u32 {
    let scenario = format!(
        r#"{{ "format": 1, "device": {{ "blocks": 6, "pages_per_block": 4 }}, "logical_pages": {logical_pages},
            "ftl": {{ "kind": "page" }}, "initial": {{ "blocks": {blocks} }}, "workload": {{ "kind": "ops", "ops": "" }} }}"#
    );
    let session = open(&scenario).expect("a scenario that only shows a state");
    let chip = simulation(&session).device().chip();
    let candidates = simulation(&session).device().ftl().victim_candidates(chip);
    assert_eq!(
        simulation(&session).report().flash.erases.total,
        0,
        "nothing need be cleaned"
    );
    4 - candidates.first().expect("closed blocks").valid
}

#[test]
fn e10_reserving_more_of_the_logical_space_leaves_more_to_gain() {
    let narrow = r#"[["x0","x4","8","12"],["x1","x5","9","13"],["x2","x6","10","14"],["x3","x7","11","15"],
        ["0","2","4","6"],["1","3","5","7"]]"#;
    assert_eq!(
        greedy_victim(narrow, 16),
        2,
        "50 % of the victim's pages are invalid"
    );
    let wide = r#"[["x0","5","10","15"],["x1","6","11","16"],["x2","7","12","17"],["x3","8","13","18"],
        ["4","9","14","19"],["0","1","2","3"]]"#;
    assert_eq!(greedy_victim(wide, 20), 1, "25 %");
}
