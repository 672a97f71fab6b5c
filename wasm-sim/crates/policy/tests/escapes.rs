//! Policies that try what they may not (testdata): each ends in a message that says what and where.

use std::process::Command;

use policy::load;
use serde_json::Value;
use sim::failure::Failure;
use sim::policy::Run;

const ESCAPES: &str = include_str!("../testdata/escapes.json");
const SCENARIO: &str = r#"{"format":1,"device":{"blocks":16,"pages_per_block":8,"timing":"slides"},"logical_pages":80,
  "ftl":{"kind":"page"},"precondition":[{"kind":"sequential"}],"workload":{"kind":"uniform","requests":400}}"#;

/// The scenario with the functions that a task of the page asks for.
fn scenario(task: Option<&str>) -> String {
    match task {
        Some("trims") => {
            SCENARIO.replace("\"requests\":400", "\"requests\":400,\"trim_fraction\":0.2")
        }
        Some("placement") => SCENARIO.replace(
            "\"kind\":\"page\"",
            "\"kind\":\"page\",\"hot_cold\":{\"classifier\":\"recency\"}",
        ),
        Some("cache") => SCENARIO.replace("\"blocks\":16", "\"blocks\":32").replace(
            "\"kind\":\"page\"",
            "\"kind\":\"dftl\",\"cmt_entries\":4,\"entries_per_translation_page\":16",
        ),
        _ => SCENARIO.to_owned(),
    }
}

/// The message that a policy ends with.
fn ends(source: &str, task: Option<&str>) -> Result<(), String> {
    let program =
        load(source.as_bytes()).map_err(|stop| format!("`{}` {}", stop.function, stop.message))?;
    let said = |failure: Failure| failure.message;
    let mut run = Run::open(&scenario(task), program).map_err(said)?;
    run.slice(u32::MAX).map(drop).map_err(said)
}

/// The number of the attempt that a process of this test makes alone.
const ALONE: &str = "ATTEMPT";

/// The message of one that never comes back. The process that runs it ends with it.
fn ended_alone(number: usize) -> Result<(), String> {
    let test = std::env::current_exe().unwrap();
    let args = ["--exact", "every_attempt_ends_in_a_message", "--nocapture"];
    let mut run = Command::new(test);
    let output = run
        .args(args)
        .env(ALONE, number.to_string())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    Err(said.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn every_attempt_ends_in_a_message() {
    let all: Vec<Value> = serde_json::from_str(ESCAPES).unwrap();
    assert!(all.len() >= 140);
    if let Ok(number) = std::env::var(ALONE) {
        let attempt = &all[number.parse::<usize>().unwrap()];
        policy::watch::watch(|failure| {
            println!("\n{}", failure.message);
            std::process::exit(0);
        });
        let source = attempt["source"].as_str().unwrap();
        println!("\n{:?}", ends(source, attempt["task"].as_str()));
        return;
    }
    let mut wrong = Vec::new();
    for (number, attempt) in all.iter().enumerate() {
        let text = |name: &str| attempt[name].as_str().unwrap();
        let endless = attempt["endless"] == true;
        let ended = if endless {
            ended_alone(number)
        } else {
            ends(text("source"), attempt["task"].as_str())
        };
        let Err(message) = ended else {
            wrong.push(format!("{}: it ended well", text("name")));
            continue;
        };
        let says = regex_lite::Regex::new(text("says")).unwrap();
        let function = text("function");
        if !says.is_match(&message)
            || !message.contains(&format!("`{function}`")) && !function.is_empty()
        {
            wrong.push(format!("{}: {message}", text("name")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
