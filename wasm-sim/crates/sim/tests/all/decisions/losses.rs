//! Where the choices of a run lose, against the plain definition: whole runs of scenarios with some of the choices.

use proptest::prelude::*;
use sim::policy::{Comparison, Loss, Losses};
use sim::report::Report;
use sim::scenario::Intervention;
use sim::sweep;

/// Requests that a choice is judged by.
const AHEAD: usize = 1_000;

/// Requests `w5`, each of one page, and where they are.
fn scenario(policy: &str, ops: &[u32], choices: &[Intervention]) -> String {
    let ops: Vec<String> = ops.iter().map(|lpn| format!("w{lpn}")).collect();
    let choices: Vec<String> = choices
        .iter()
        .map(|i| {
            format!(
                r#"{{ "request": {}, "decision": {}, "choose": {} }}"#,
                i.request, i.decision, i.choose
            )
        })
        .collect();
    format!(
        r#"{{ "format": 1, "device": {{ "blocks": 12, "pages_per_block": 4, "timing": "slides" }}, "logical_pages": 28,
          "ftl": {{ "kind": "page", "gc_policy": "{policy}" }}, "precondition": [ {{ "kind": "sequential" }} ],
          "workload": {{ "kind": "ops", "ops": "{}" }}, "interventions": [ {} ] }}"#,
        ops.join(" "),
        choices.join(", ")
    )
}

/// Flash time of a whole run, us.
fn time(report: &Report) -> f64 {
    report.service_us.mean * (report.host.writes as f64)
}

/// Flash time of the requests from `from` on, at most [`AHEAD`] of them, by two whole runs.
fn time_from(policy: &str, ops: &[u32], choices: &[Intervention], from: usize) -> Option<f64> {
    let until = (from + AHEAD).min(ops.len());
    let made = |end: usize| -> Vec<Intervention> {
        let before = choices.iter().filter(|i| (i.request as usize) < end);
        before.copied().collect()
    };
    let whole = sweep::run(&scenario(policy, &ops[..until], &made(until)), None).ok()?;
    let before = match from {
        0 => 0.0,
        _ => time(&sweep::run(&scenario(policy, &ops[..from], &made(from)), None).ok()?),
    };
    Some(time(&whole) - before)
}

/// The cost of the first difference with and without it, and the requests and regrets of the others, the worst first.
type Plainly = (Option<(f64, f64)>, Vec<(u32, f64)>);

/// The plain definition.
fn plainly(policy: &str, ops: &[u32], choices: &[Intervention]) -> Plainly {
    let until = |n: usize| &choices[..n];
    let mut worst = Vec::new();
    for (n, choice) in choices.iter().enumerate() {
        let from = choice.request as usize;
        let theirs = time_from(policy, ops, until(n + 1), from);
        let own = time_from(policy, ops, until(n), from);
        if let (Some(theirs), Some(own)) = (theirs, own) {
            worst.push((choice.request, theirs - own));
        }
    }
    let first = choices.first().and_then(|choice| {
        let from = choice.request as usize;
        Some((
            time_from(policy, ops, choices, from)?,
            time_from(policy, ops, &[], from)?,
        ))
    });
    worst.retain(|&(_, regret)| regret > 0.01);
    worst.sort_by(|a, b| b.1.total_cmp(&a.1));
    (first, worst)
}

fn losses(scenario: &str) -> Losses {
    let mut comparison = Comparison::open(scenario).unwrap();
    while !comparison.slice(7).unwrap() {}
    comparison.losses()
}

/// The choices of FIFO where another policy decides: those of a run that a program takes.
fn choices_of(policy: &str, ops: &[u32]) -> Vec<Intervention> {
    struct Oldest;
    impl sim::policy::Program for Oldest {
        fn hooks(&self) -> sim::policy::Hooks {
            sim::policy::Hooks {
                notes: 0,
                answers: 1,
                looks: 1,
            }
        }
        fn init(&mut self, _: &sim::policy::DeviceFacts) -> Result<(), sim::policy::Stop> {
            Ok(())
        }
        fn notes(&mut self, _: &[u32]) -> Result<(), sim::policy::Stop> {
            Ok(())
        }
        fn decide(
            &mut self,
            asked: &sim::policy::Asked<'_>,
        ) -> Result<Option<u32>, sim::policy::Stop> {
            Ok(asked.candidates.first().map(|c| c.id))
        }
    }
    let mut run = sim::policy::Run::open(&scenario(policy, ops, &[]), Box::new(Oldest)).unwrap();
    while let Ok(false) = run.slice(100) {}
    run.outcome().choices
}

fn regret(loss: &Loss) -> f64 {
    loss.cost_us - loss.own_us
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("DEEP").is_some() { 1_000 } else { 24 }))]
    #[test]
    fn losses_are_those_of_whole_runs(ops in proptest::collection::vec(0..28u32, 20..90), greedy: bool) {
        let policy = if greedy { "greedy" } else { "cost_benefit" };
        let choices = choices_of(policy, &ops);
        let found = losses(&scenario(policy, &ops, &choices));
        let (first, worst) = plainly(policy, &ops, &choices);
        prop_assert_eq!(found.choices as usize, choices.len());
        prop_assert_eq!(found.tried as usize, choices.len());
        match (&found.first, first) {
            (Some(loss), Some((theirs, own))) => {
                prop_assert_eq!(loss.request, choices[0].request);
                prop_assert!((loss.cost_us - theirs).abs() < 0.01, "{} {}", loss.cost_us, theirs);
                prop_assert!((loss.own_us - own).abs() < 0.01, "{} {}", loss.own_us, own);
            }
            (None, None) => {}
            other => prop_assert!(false, "{:?}", other),
        }
        prop_assert_eq!(found.worst.len(), worst.len().min(3));
        for (loss, (request, cost)) in found.worst.iter().zip(&worst) {
            prop_assert!((regret(loss) - cost).abs() < 0.01, "{:?} {}", loss, cost);
            // Of equal ones the earlier.
            prop_assert!(loss.request == *request || (regret(loss) - cost).abs() < 0.01);
        }
    }
}

#[test]
fn a_choice_that_cannot_be_made_is_a_failure() {
    let ops: Vec<u32> = (0..60).map(|n| n % 28).collect();
    // GC runs once in four of these requests.
    let wrong = [40, 41, 42, 43].map(|request| Intervention {
        request,
        decision: 0,
        choose: 99,
    });
    let mut comparison = Comparison::open(&scenario("greedy", &ops, &wrong)).unwrap();
    assert!(comparison.slice(1_000).is_err());
}

#[test]
fn without_choices_nothing_is_lost_and_nothing_served() {
    let mut comparison = Comparison::open(&scenario("greedy", &[1, 2, 3], &[])).unwrap();
    assert!(comparison.slice(1).unwrap());
    let found = comparison.losses();
    assert_eq!(
        (found.tried, found.first, found.worst),
        (0, None, Vec::new())
    );
}
