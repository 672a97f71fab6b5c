//! A state to start from.

use super::*;

#[test]
fn a_state_that_is_only_shown_needs_no_spare_space() {
    let text = BAST.replace("\"blocks\": 12", "\"blocks\": 4").replace(
        r#""precondition": [ { "kind": "sequential" } ]"#,
        r#""initial": { "blocks": [["0", "x1"]] }"#,
    );
    assert!(parse(&text).is_err());
    assert!(setup(&text.replace("w0 w7 w9 w15 w0 w11", "")).only_shows());
}

#[test]
fn pages_of_an_initial_are_read_and_written_alike() {
    let text = DFTL.replace(
        "\"workload\"",
        r#""initial": { "blocks": [["0", "x1", ".", "."], ["t1", "xt0"], []], "frontier": [0, 1] }, "workload""#,
    );
    let initial = setup(&text).initial.expect("an initial state");
    assert_eq!(
        initial.pages,
        [
            vec![
                InitialPage::Data {
                    lpn: 0,
                    valid: true
                },
                InitialPage::Data {
                    lpn: 1,
                    valid: false
                }
            ],
            vec![
                InitialPage::Translation {
                    tpn: 1,
                    valid: true
                },
                InitialPage::Translation {
                    tpn: 0,
                    valid: false
                }
            ],
        ]
    );
    assert_eq!(initial.pages[1][1].to_string(), "xt0");
    assert_eq!(initial.tables.frontier, [nand::Pbn(0), nand::Pbn(1)]);
}

#[test]
fn an_initial_that_cannot_be_is_refused_where_it_is_wrong() {
    for (initial, path) in [
        (r#""blocks": [["0", "0"]]"#, "initial.blocks[0][1]"),
        (r#""blocks": [[], ["16"]]"#, "initial.blocks[1][0]"),
        (r#""blocks": [["t2"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["y1"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["+1"]]"#, "initial.blocks[0][0]"),
        (r#""blocks": [["x"]]"#, "initial.blocks[0][0]"),
        (
            r#""blocks": [[".", ".", ".", ".", "."]]"#,
            "initial.blocks[0]",
        ),
        (
            r#""blocks": [[],[],[],[],[],[],[],[],[],[],[],[],[]]"#,
            "initial.blocks",
        ),
        (r#""blocks": [], "data": {"0": 1}"#, "initial.data"),
        (
            r#""blocks": [], "cmt": [[0, 0, "clean"], [0, 1, "clean"]]"#,
            "initial.cmt[1][0]",
        ),
        (
            r#""blocks": [], "cmt": [[0, 48, "clean"]]"#,
            "initial.cmt[0][1]",
        ),
        (
            r#""blocks": [], "cmt": [[0, 0, "dirt"]]"#,
            "initial.cmt[0][2]",
        ),
        (r#""blocks": [], "gtd": [0, 1, 2]"#, "initial.gtd"),
        (r#""blocks": [], "frontier": 12"#, "initial.frontier"),
        (
            r#""blocks": [], "frontier": [0, 12]"#,
            "initial.frontier[1]",
        ),
    ] {
        let failure = failure(
            DFTL,
            "\"workload\"",
            &format!("\"initial\": {{ {initial} }},\n\"workload\""),
        );
        assert_eq!(
            (failure.field.as_deref(), failure.line),
            (Some(path), Some(5)),
            "{initial}"
        );
    }
    for (log, path) in [
        (r#"[[0, "log", 0]]"#, "initial.log[0][1]"),
        (r#"[[0, "rw", null], [12, "sw", 0]]"#, "initial.log[1][0]"),
        (r#"[[0, "sw", 4]]"#, "initial.log[0][2]"),
    ] {
        let fast = BAST.replace("\"bast\"", "\"fast\"");
        let initial = format!(r#""initial": {{ "blocks": [], "log": {log} }}"#);
        let failure = failure(
            &fast,
            r#""precondition": [ { "kind": "sequential" } ]"#,
            &initial,
        );
        assert_eq!(failure.field.as_deref(), Some(path), "{log}");
    }
    let both = failure(
        BAST,
        "\"workload\"",
        "\"initial\": { \"blocks\": [] }, \"workload\"",
    );
    assert_eq!(both.field.as_deref(), Some("precondition"));
}
