//! `ftl-lab play`.

use super::*;

const ROUND: &str = r#"{ "format": 1,
  "round": { "goal": "erases" },
  "scenario": THRASHING }"#;

fn round(choices: &str) -> String {
    let with = format!("\"interventions\": [{choices}], \"workload\"");
    ROUND.replace("THRASHING", &THRASHING.replace("\"workload\"", &with))
}

#[test]
fn choices_are_replayed_and_scored() {
    let own = file("play", "own.json", &round(""));
    let output = lab(&["play", &own]);
    let words = text(&output.stdout);
    assert!(words.contains("goal            blocks erased"), "{words}");
    assert!(words.contains("choices         0, 0 other"), "{words}");
    assert!(words.contains("optimum "), "{words}");
    assert!(
        words
            .contains("open from request 2, decision 0 (log_block): one of 4 5; the scheme took 4"),
        "{words}"
    );
    let json = |args: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&lab(args).stdout).expect("JSON")
    };
    let scored = json(&["play", &own, "--json"]);
    assert_eq!(scored["total"]["person"], scored["total"]["scheme"]);
    assert_eq!(scored["optimum"]["proven"], true);
    // The optimum's choices cost what it says.
    let choices = scored["optimum"]["choices"].as_array().expect("a list");
    let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let best = file("play", "best.json", &round(&choices.join(",")));
    let again = json(&["play", &best, "--json", "--states", "0"]);
    assert_eq!(again["total"]["person"], scored["optimum"]["cost"]);
    assert!(again["optimum"].is_null());
    // The same choices in a plain run lead to the same state.
    let plain = file("play", "plain.json", &again["scenario"].to_string());
    let plain = std::fs::read_to_string(plain).expect("just written");
    let plain: String = serde_json::from_str(&plain).expect("a string");
    let plain = file("play", "plain.json", &plain);
    assert_eq!(
        json(&["run", &plain, "--json"])["state_hash"],
        again["state_hash"]
    );
}

#[test]
fn a_wrong_choice_is_refused_at_its_place() {
    let wrong = file(
        "play",
        "wrong.json",
        &round(r#"{"request":2,"decision":0,"choose":9}"#),
    );
    let output = lab(&["play", &wrong]);
    let said = refused(&output);
    assert!(said.contains("wrong.json:8:"), "{said}");
    assert!(
        said.contains("scenario.interventions[0]: decision 0 of request 2 cannot choose 9"),
        "{said}"
    );
    assert!(said.contains("Choose one of the candidates"), "{said}");
}
