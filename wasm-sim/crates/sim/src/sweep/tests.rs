use super::*;
use crate::failure::Failure;

const SCENARIO: &str = r#"{"format": 1, "seed": 5, "device": {"blocks": 40, "pages_per_block": 8}, "logical_pages": 240,
  "ftl": {"kind": "page"}, "precondition": [{"kind": "sequential"}],
  "workload": {"kind": "uniform", "requests": 200}}"#;

fn plan(rest: &str) -> Result<Plan, Failure> {
    Plan::parse(&format!(
        "{{\"format\": 1, \"scenario\": {SCENARIO},\n{rest}}}"
    ))
}

fn good(rest: &str) -> Plan {
    plan(rest).unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// Message, field and line of what is wrong.
fn wrong(rest: &str) -> (String, String, u32) {
    let failure = plan(rest).expect_err("nothing wrong");
    assert!(!failure.remedy.is_empty(), "{failure:?}");
    let place = (
        failure.field.unwrap_or_default(),
        failure.line.expect("a line"),
    );
    (failure.message, place.0, place.1)
}

/// The settings that distinguish the runs of a plan, as `path=value … seed`.
fn told(plan: &Plan) -> Vec<String> {
    (0..plan.len())
        .map(|run| {
            let point = plan.point(run);
            let set = point
                .set
                .iter()
                .map(|(path, value)| format!("{path}={value}"));
            let words: Vec<String> = set.chain([point.seed.to_string()]).collect();
            words.join(" ")
        })
        .collect()
}

#[test]
fn the_list_turns_slowest_and_seeds_fastest() {
    let plan = good(
        r#""list": [{"ftl.gc_policy": "fifo"}, {}], "over": {"ftl.gc_threshold": [2, 3], "logical_pages": [200, 100]}, "seeds": 2"#,
    );
    assert_eq!(plan.len(), 16);
    assert_eq!(
        told(&plan)[..5],
        [
            "ftl.gc_policy=\"fifo\" ftl.gc_threshold=2 logical_pages=200 5",
            "ftl.gc_policy=\"fifo\" ftl.gc_threshold=2 logical_pages=200 6",
            "ftl.gc_policy=\"fifo\" ftl.gc_threshold=2 logical_pages=100 5",
            "ftl.gc_policy=\"fifo\" ftl.gc_threshold=2 logical_pages=100 6",
            "ftl.gc_policy=\"fifo\" ftl.gc_threshold=3 logical_pages=200 5",
        ]
    );
    assert_eq!(told(&plan)[15], "ftl.gc_threshold=3 logical_pages=100 6");
    let setup = plan.point(2).setup.unwrap();
    assert_eq!((setup.logical_pages, setup.seed), (100, 5));
}

#[test]
fn a_plan_without_anything_is_its_scenario() {
    let point = good(r#""name": "alone""#).point(0);
    assert_eq!(
        point.setup.unwrap().hash,
        crate::scenario::parse(SCENARIO).unwrap().hash
    );
    assert_eq!((point.seed, point.set.len()), (5, 0));
}

#[test]
fn a_setting_makes_a_field_replaces_an_object_or_takes_it_out() {
    let plan = good(
        r#""list": [{"device.timing": "dftlj"}, {"ftl": {"kind": "bast", "log_blocks": 3}},
           {"logical_pages": null, "spare_factor": 0.25}, {"workload.pages": 2, "workload.requests": 7}]"#,
    );
    let told = |run| plan.point(run).setup.unwrap();
    assert_eq!(told(1).scheme.name(), "bast");
    assert_eq!(told(2).logical_pages, 240);
    assert_eq!(told(3).workload.requests(), Some(7));
    assert_ne!(told(0).timing, told(1).timing);
}

#[test]
fn what_is_wrong_is_placed() {
    assert_eq!(
        wrong("\"over\": {\"ftl.gc_treshold\": [2]}").1,
        "over.ftl.gc_treshold[0]"
    );
    let (message, field, line) =
        wrong("\"over\": {\"spare_factor\": [0.1],\n\"ftl.gc_threshold\": [2,\n1]}");
    // Two ways to say the logical pages: the setting is to blame, not the scenario that it was put into.
    assert!(
        message.starts_with("with spare_factor = 0.1, ftl.gc_threshold = 2: "),
        "{message}"
    );
    assert_eq!((field.as_str(), line), ("over.spare_factor[0]", 4));
    let (message, field, line) = wrong("\"over\": {\"ftl.gc_threshold\": [2,\n1]}");
    assert!(
        message.starts_with("with ftl.gc_threshold = 1: "),
        "{message}"
    );
    assert_eq!((field.as_str(), line), ("over.ftl.gc_threshold[1]", 5));
    for (rest, field, part) in [
        (
            "\"over\": {\"ftl.gc_threshold\": []}",
            "over.ftl.gc_threshold",
            "empty",
        ),
        ("\"list\": []", "list", "empty"),
        ("\"seeds\": []", "seeds", "empty"),
        ("\"seeds\": 0", "seeds", "0 seeds"),
        ("\"seeds\": [3, 4, 3]", "seeds[2]", "3"),
        ("\"over\": {\"seed\": [1]}", "over.seed", "seed"),
        ("\"over\": {\"ftl..x\": [1]}", "over.ftl..x", "path"),
        (
            "\"over\": {\"ftl.gc_threshold\": 2}",
            "over.ftl.gc_threshold",
            "list",
        ),
        ("\"illegal\": \"ignore\"", "illegal", "ignore"),
        ("\"sedes\": 3", "sedes", "sedes"),
        (
            "\"seeds\": 100000, \"over\": {\"ftl.gc_threshold\": [2, 3]}",
            "",
            "200000 runs",
        ),
    ] {
        let (message, at, _) = wrong(rest);
        assert!(
            message.contains(part) && at == field,
            "{rest}: {at}: {message}"
        );
    }
    assert!(
        Plan::parse("{\"format\": 2, \"scenario\": {}}")
            .is_err_and(|f| f.field.as_deref() == Some("format"))
    );
    assert!(Plan::parse("{\"format\": 1, \"scenario\": {").is_err_and(|f| f.line == Some(1)));
}

#[test]
fn an_illegal_combination_can_be_left_out() {
    let plan = good(r#""over": {"ftl.gc_threshold": [2, 1]}, "illegal": "skip""#);
    assert!(plan.point(0).setup.is_ok());
    let point = plan.point(1);
    let failure = point.setup.clone().unwrap_err();
    let line = line(&point, None, &Outcome::new(&Err(failure)));
    assert!(
        line.contains("\"scenario_hash\":null")
            && line.contains("\"failure\":{\"kind\":\"scenario\""),
        "{line}"
    );
    assert_eq!(Kept::read(&line).unwrap().key, None);
}

#[test]
fn a_run_is_that_of_a_session_with_history() {
    let point = good("\"seeds\": 1").point(0);
    let report = run(&point.scenario, None).unwrap();
    assert_eq!(report.scenario_hash, point.setup.unwrap().hash);
    let mut session = crate::session::Session::new();
    let open = crate::protocol::Command::Open {
        slot: 0,
        scenario: point.scenario,
    };
    let mut reply = session.command(open).unwrap();
    while matches!(reply, crate::protocol::Reply::Progress { .. }) {
        reply = session.slice(u64::MAX).unwrap();
    }
    let run = crate::protocol::Command::run(0, crate::protocol::Target::End);
    session.command_within(run, u64::MAX).unwrap();
    assert_eq!(session.simulation(0).unwrap().report(), report);
    assert!(report.flash.erases.total > 0);
}

#[test]
fn runs_with_and_without_a_write_buffer_stand_in_one_table() {
    let plan =
        good(r#""over": {"buffer": [null, {"kind": "lru", "capacity": 9}], "ftl.kind": ["page"]}"#);
    let points: Vec<Point> = (0..plan.len()).map(|run| plan.point(run)).collect();
    let outcomes: Vec<Outcome> = points
        .iter()
        .map(|p| Outcome::new(&run(&p.scenario, None)))
        .collect();
    let table = csv(points.iter().zip(&outcomes));
    // The settings, which have commas, come first.
    let rows: Vec<Vec<&str>> = table.lines().map(|l| l.rsplit(',').collect()).collect();
    let at = |name| rows[0].iter().position(|&cell| cell == name).expect(name);
    let cells = |row: usize| {
        [
            rows[row][at("buffer.pages")],
            rows[row][at("host.writes")],
            rows[row][at("checked_reads")],
        ]
    };
    assert_eq!(cells(1), ["", "200", "0"]);
    assert_eq!(cells(2), ["9", "200", "0"]);
}

#[test]
fn a_line_reads_back_and_every_figure_is_in_the_table() {
    let plan = good(
        r#""over": {"ftl.gc_policy": ["greedy", {"kind": "windowed_greedy", "w": 4}]}, "seeds": 2"#,
    );
    let points: Vec<Point> = (0..plan.len()).map(|run| plan.point(run)).collect();
    let outcomes: Vec<Outcome> = points
        .iter()
        .map(|p| Outcome::new(&run(&p.scenario, None)))
        .collect();
    for (point, outcome) in points.iter().zip(&outcomes) {
        let kept = Kept::read(&line(point, Some("00ff"), outcome)).unwrap();
        let hash = &point.setup.as_ref().unwrap().hash;
        assert_eq!(
            (kept.key, &kept.outcome),
            (Some(Key::new(hash, Some("00ff"))), outcome)
        );
    }
    let results = || points.iter().zip(&outcomes);
    let table = csv(results());
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5);
    let report: serde_json::Value = serde_json::from_str(outcomes[0].json()).unwrap();
    let mut figures = Vec::new();
    leaves("", &report, &mut figures);
    assert!(figures.contains(&"flash.erases.total".to_owned()));
    let rest = lines[0].strip_prefix("run,seed,ftl.gc_policy,failure,");
    let mut told: Vec<&str> = rest.expect(lines[0]).split(',').collect();
    told.sort_unstable();
    figures.sort_unstable();
    assert_eq!(told, figures);
    assert!(lines[1].starts_with("0,5,greedy,,"), "{}", lines[1]);
    assert!(
        lines[3].starts_with("2,5,\"{\"\"kind\"\": \"\"windowed_greedy\"\", \"\"w\"\": 4}\",,"),
        "{}",
        lines[3]
    );
    let rows = summary(results(), &["write_amplification", "host.writes"]);
    assert_eq!(rows.len(), 2);
    let [Some(wa), Some(writes)] = rows[0].1[..] else {
        panic!("{rows:?}")
    };
    let each: Vec<f64> = outcomes[..2]
        .iter()
        .map(|o| {
            let report: serde_json::Value = serde_json::from_str(o.json()).unwrap();
            report["write_amplification"].as_f64().unwrap()
        })
        .collect();
    assert!((wa.mean - f64::midpoint(each[0], each[1])).abs() < 1e-12);
    assert_eq!((writes.mean, writes.half), (200.0, Some(0.0)));
}

/// Paths of what a report has, lists left out.
fn leaves(path: &str, value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, value) in members {
                let dot = if path.is_empty() { "" } else { "." };
                leaves(&format!("{path}{dot}{name}"), value, into);
            }
        }
        serde_json::Value::Array(_) => {}
        _ => into.push(path.to_owned()),
    }
}

#[test]
fn taking_out_what_is_not_there_changes_nothing() {
    let plan = good(r#""list": [{}, {"logical_pages.x": null}, {"ftl.gc_policy.w": null}]"#);
    let scenarios: Vec<String> = (0..3).map(|run| plan.point(run).scenario).collect();
    assert_eq!(
        (&scenarios[0], &scenarios[0]),
        (&scenarios[1], &scenarios[2])
    );
}

#[test]
fn lines_that_are_none_are_refused() {
    for text in [
        "",
        "{",
        "[]",
        "{\"format\":1}",
        "{\"format\":1,\"engine\":\"0\",\"scenario_hash\":\"\",\"report\":3}",
    ] {
        assert!(Kept::read(text).is_err(), "{text}");
    }
}

/// Student's t of 1, 4 and 9 degrees of freedom (tables: 12.706, 2.776, 2.262).
#[test]
fn intervals_are_those_of_students_t() {
    let half = |values: &[f64]| interval(values).unwrap().half;
    assert_eq!(interval(&[]), None);
    assert_eq!(half(&[3.0]), None);
    assert!((half(&[1.0, 3.0]).unwrap() - 12.706).abs() < 1e-3);
    let five = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert!((half(&five).unwrap() - 2.776 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-3);
    let ten: Vec<f64> = (0..10).map(f64::from).collect();
    assert!((half(&ten).unwrap() - 2.262 * (55.0_f64 / 6.0 / 10.0).sqrt()).abs() < 1e-3);
}

/// The page computes the same: web/model/plans/differences.test.ts.
#[test]
fn differences_and_settling_are_those_of_the_page() {
    let text = include_str!("../../../../testdata/differences.json");
    let cases: serde_json::Value = serde_json::from_str(text).unwrap();
    let all = |name: &str| cases[name].as_array().unwrap().iter();
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let near = |mine: f64, theirs: &serde_json::Value| {
        let theirs = number(theirs);
        assert!(
            (mine - theirs).abs() <= 1e-8 * (1.0 + theirs.abs()),
            "{mine} {theirs}"
        );
    };
    let same = |mine: Result<Difference, Lack>, theirs: &serde_json::Value| match mine {
        Ok(mine) => {
            near(mine.mean, &theirs["mean"]);
            near(mine.low, &theirs["low"]);
            near(mine.high, &theirs["high"]);
            assert_eq!(theirs["pairs"], mine.pairs);
            assert_eq!(theirs["independent"], mine.independent);
        }
        Err(Lack::Dependent) => assert_eq!(theirs, "dependent"),
        Err(Lack::Pairs) => assert!(theirs.is_null()),
    };
    let list = |value: &serde_json::Value| value.as_array().unwrap().clone();
    for case in all("ratios") {
        let parts = |name: &str| -> Vec<Part> {
            let part = |part: &serde_json::Value| Part {
                of: number(&part[0]),
                per: number(&part[1]),
            };
            list(&case[name]).iter().map(part).collect()
        };
        same(
            difference_of_ratios(&parts("mine"), &parts("theirs")),
            &case["is"],
        );
    }
    for case in all("pairs") {
        let values = |name: &str| -> Vec<f64> { list(&case[name]).iter().map(number).collect() };
        same(
            difference_of(&values("mine"), &values("theirs")),
            &case["is"],
        );
    }
    for case in all("settled") {
        let mut mark = Mark::default();
        let marks: Vec<Mark> = list(&case["windows"])
            .iter()
            .map(|window| {
                mark.programs += window[0].as_u64().unwrap();
                mark.writes += window[1].as_u64().unwrap();
                mark
            })
            .collect();
        let capacity = case["capacity"].as_u64().unwrap() as u32;
        let Some(found) = settling(&marks, capacity) else {
            assert!(case["is"].is_null());
            continue;
        };
        assert_eq!(case["is"]["steady"], found.steady);
        near(found.amplification, &case["is"]["amplification"]);
        near(found.range, &case["is"]["range"]);
        near(found.slope, &case["is"]["slope"]);
        near(found.written, &case["is"]["written"]);
    }
    assert_eq!(
        [
            all("ratios").len(),
            all("pairs").len(),
            all("settled").len()
        ],
        [9, 6, 7]
    );
}
