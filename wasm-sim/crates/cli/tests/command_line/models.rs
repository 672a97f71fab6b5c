//! `ftl-lab model`.

use super::*;

#[test]
fn models_print_a_table_or_json() {
    let greedy = lab(&["model", "greedy", "--sf", "0.03,0.07", "--np", "64"]);
    assert_eq!(
        done(&greedy),
        "  sf  np  write_amplification\n0.03  64              13.3928\n0.07  64               6.6001\n"
    );
    let table = json(&lab(&[
        "model",
        "fixed-split",
        "--json",
        "--sf",
        "0.1",
        "--np",
        "64",
        "--r",
        "0.9",
        "--f",
        "0.05",
        "--p",
        "0.1,0.4",
    ]));
    assert_eq!(table["equation"], "Desnoyers, eq. 20-22");
    assert_eq!(table["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(table["lines"][1]["p"], 0.4);
}

/// Every model's name, arguments, and the last figure of its one line.
#[test]
fn every_model_has_its_subcommand() {
    let hot = ["--r", "0.9", "--f", "0.05"];
    let np = ["--np", "64"];
    let with = |name: &str, rest: &[&str]| {
        let output = lab(&[&["model", name, "--sf", "0.1"], rest].concat());
        let line = done(&output).lines().nth(1).expect("a line").to_owned();
        line.split_whitespace().last().expect("a figure").to_owned()
    };
    assert_eq!(with("lru", &[]), "5.1787");
    assert_eq!(with("lru-hot-cold", &hot), "6.9175");
    assert_eq!(with("greedy", &np), "4.8159");
    assert_eq!(
        with(
            "greedy",
            &[&np[..], &["--blocks", "100", "--free", "2"]].concat()
        ),
        "5.7659"
    );
    assert_eq!(
        with(
            "greedy-hot-cold",
            &[np, [hot[0], hot[1]], [hot[2], hot[3]]].concat()
        ),
        "6.5028"
    );
    let classes = ["--classes", "0.9:0.05,0.1:0.95"];
    assert_eq!(with("lru-classes", &classes), "6.9175");
    assert_eq!(with("greedy-classes", &[np, classes].concat()), "6.5028");
    let pools = [&np[..], &hot].concat();
    assert_eq!(with("optimal-split", &pools), "1.8599");
    assert_eq!(
        with("fixed-split", &[&pools[..], &["--p", "0.05"]].concat()),
        "4.8159"
    );
    assert_eq!(with("cat-linear", &pools), "2.0009");
    assert_eq!(with("cat-log2", &pools), "2.3829");
    assert_eq!(with("derivative", &np), "-34.7387");
    let lifetime = lab(&[
        "model",
        "lifetime",
        "--written",
        "250025",
        "--capacity",
        "100",
        "--range",
        "0.5",
        "--cycles",
        "10000",
    ]);
    assert!(done(&lifetime).trim_end().ends_with("0.5000"));
}

#[test]
fn a_model_without_an_answer_names_the_option() {
    let message = |args: &[&str]| refused(&lab(&[&["model"], args].concat())).to_owned();
    assert_eq!(
        message(&["lru", "--sf", "1"]),
        "error: Sf is 1; it must be above 0 and below 1\n  Correct --sf.\n"
    );
    assert!(message(&["lru", "--sf", "nan"]).contains("Sf is NaN"));
    assert!(message(&["greedy", "--alpha", "0.9", "--np", "4"]).contains("Correct --alpha."));
    assert!(message(&["lru"]).contains("--sf"));
    assert!(message(&["lru", "--sf", "0.1", "--free", "2"]).contains("--blocks"));
    assert!(message(&["lru-classes", "--sf", "0.1", "--classes", "0.5"]).contains("R:F"));
    assert!(message(&["lru-classes", "--sf", "0.1", "--classes", "0.5:1"]).contains("--classes"));
    assert!(message(&["nonsense"]).contains("unrecognized subcommand"));
}

#[test]
fn trims_are_spare_space_that_the_host_gives() {
    // 512 blocks, 476 of data, two in the free list; FIFO, and a share of the requests trims anywhere.
    let sf = (36.0 / 512.0).to_string();
    let args = [
        "model",
        "lru",
        "--sf",
        &sf,
        "--blocks",
        "512",
        "--free",
        "2",
        "--trims",
        "0,0.1,0.2,0.3",
        "--json",
    ];
    let table = json(&lab(&args));
    let found: Vec<f64> = table["lines"]
        .as_array()
        .unwrap_or_else(|| panic!("{table}"))
        .iter()
        .map(|line| line["write_amplification"].as_f64().unwrap())
        .collect();
    for (found, expected) in found.iter().zip([7.6745, 3.3118, 2.1750, 1.6608]) {
        assert!((found - expected).abs() < 0.0001, "{found} for {expected}");
    }
    assert_eq!(found.len(), 4);
    assert!(
        refused(&lab(&["model", "lru", "--sf", "0.1", "--trims", "1"]))
            .contains("share of trims is 1")
    );
}

/// One kind of blocks is always cleaned: the p that is printed is no equilibrium, and a note says so.
#[test]
fn cat_says_where_the_scores_are_not_equal_anywhere() {
    let cat = |rest: &[&str]| {
        lab(&[&["model", "cat-linear", "--sf", "0.02", "--np", "2"], rest].concat())
    };
    let text = cat(&["--r", "0.99,0.05", "--f", "0.5"]);
    let note = "The scores of hot and cold blocks are equal at no p";
    assert!(
        done(&text)
            .lines()
            .nth(3)
            .expect("a note")
            .starts_with(&format!("Lines 1, 2: {note}"))
    );
    let table = json(&cat(&["--r", "0.99", "--f", "0.5", "--json"]));
    assert!(
        table["lines"][0]["note"]
            .as_str()
            .expect("a note")
            .starts_with(note)
    );
    assert_eq!(table["lines"][0]["p"], 1.0);
    let settled = lab(&[
        "model",
        "cat-linear",
        "--sf",
        "0.1",
        "--np",
        "64",
        "--r",
        "0.9",
        "--f",
        "0.05",
    ]);
    assert_eq!(done(&settled).lines().count(), 2);
}
