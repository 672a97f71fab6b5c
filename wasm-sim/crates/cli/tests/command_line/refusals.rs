//! Input and arguments that are wrong.

use super::*;

#[test]
fn a_wrong_scenario_is_refused_with_file_line_and_field() {
    let misspelt = file(
        "wrong",
        "misspelt.json",
        &THRASHING.replace("log_blocks", "log_block"),
    );
    let expected = format!(
        "error: {misspelt}:4:28: ftl.log_block: unknown field `log_block`\n  \
         Did you mean `log_blocks`? Known here: kind, log_blocks.\n"
    );
    assert_eq!(refused(&lab(&["run", &misspelt])), expected);
    let small = file(
        "wrong",
        "small.json",
        &THRASHING.replace("\"blocks\": 12", "\"blocks\": 6"),
    );
    assert!(
        refused(&lab(&["run", &small]))
            .contains("small.json:2:15: device.blocks: too little spare space: `bast` needs 7")
    );
    let broken = file("wrong", "broken.json", "{ \"format\": 1,\n  ]");
    assert!(refused(&lab(&["run", &broken])).contains("broken.json:2:3: this is not JSON"));
    assert!(refused(&lab(&["run", "no/such/file.json"])).starts_with("error: no/such/file.json: "));
    let lost = file(
        "wrong",
        "lost.json",
        &THRASHING.replace(
            r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
            r#""kind": "trace", "path": "b.ops""#,
        ),
    );
    assert!(refused(&lab(&["run", &lost])).contains("b.ops"));
}

/// A device that never ends is read up to a limit, which the message names, and no further.
#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused_with_the_limit_and_what_to_do() {
    let scenario = file("endless", "bast.json", THRASHING);
    let text = |args: &[&str]| refused(&lab(args)).to_owned();
    for args in [
        &["run", "/dev/zero"][..],
        &["export", "/dev/zero", "--fio", "endless.fio"],
        &["sweep", "/dev/zero"],
        &["play", "/dev/zero"],
        &["policy", "run", "/dev/zero", &scenario],
        &["break", "/dev/zero"],
    ] {
        // A trace is read bit by bit.
        let limit = if args[0] == "export" {
            "byte 0 is 0"
        } else {
            "64 MiB"
        };
        let said = text(args);
        assert!(
            said.contains("/dev/zero") && said.contains(limit),
            "{args:?}: {said}"
        );
    }
    let said = text(&["reproduce", "/dev/zero"]);
    assert!(
        said.contains("/dev/zero: the file is longer than 256 MiB"),
        "{said}"
    );
    let plan = file(
        "endless",
        "plan.json",
        &format!(r#"{{ "format": 1, "scenario": {THRASHING} }}"#),
    );
    let said = text(&["sweep", &plan, "--from", "/dev/zero"]);
    assert!(
        said.contains("/dev/zero: the file is longer than 256 MiB"),
        "{said}"
    );
    for device in ["/dev/full", "/dev/zero"] {
        let said = text(&["sweep", &plan, "--out", device]);
        assert!(
            said.contains("results are kept in a file, and this is none"),
            "{said}"
        );
    }
    // As the remedy has it.
    assert!(done(&lab(&["sweep", &plan, "--json"])).contains("\"report\""));
}

/// Each command that reads a document says of a file that holds none what it is.
#[test]
fn a_folder_nothing_and_packed_bytes_are_named_by_every_command() {
    let scenario = file("nothing", "bast.json", THRASHING);
    let marked = [b"\xef\xbb\xbf", THRASHING.as_bytes()].concat();
    let marked = file("nothing", "marked.json", &marked);
    assert_eq!(
        done(&lab(&["run", &marked])),
        done(&lab(&["run", &scenario]))
    );
    let blank = file("nothing", "blank.json", "\u{feff} \n");
    let packed = file("nothing", "packed.json.gz", b"\x1f\x8b\x08\0\xff\xfe");
    let folder = std::path::Path::new(&blank).parent().unwrap();
    let policy = file("nothing", "policy.js", "({})");
    for (path, said) in [
        (
            folder.to_str().unwrap(),
            "this is a folder\n  Name a file in it.",
        ),
        (&blank, "this is empty\n  Name another file."),
        ("-", "standard input: this is empty\n  Name another file."),
        (
            &packed,
            "the file is not text in UTF-8\n  If it is packed, unpack it first.",
        ),
    ] {
        for args in [
            &["run", path][..],
            &["reproduce", path],
            &["compare", path],
            &["sweep", path],
            &["play", path],
            &["break", path],
            &["policy", "run", &policy, path],
        ] {
            let output = lab(args);
            assert!(
                refused(&output).contains(said),
                "{args:?}: {}",
                refused(&output)
            );
        }
    }
}

#[test]
fn an_impossible_choice_of_an_intervention_is_wrong_input() {
    let choice = r#""interventions": [{"request": 2, "decision": 0, "choose": 99}], "workload""#;
    let scenario = file(
        "choice",
        "bast.json",
        &THRASHING.replace("\"workload\"", choice),
    );
    assert!(refused(&lab(&["run", &scenario])).contains("request 2"));
}

#[test]
fn a_result_that_cannot_be_written_is_a_failed_run() {
    let scenario = file("unwritable", "bast.json", THRASHING);
    let output = lab(&["run", &scenario, "--events", "no/such/folder/events.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: no/such/folder/events.jsonl: "));
}

#[test]
fn wrong_arguments_are_wrong_input() {
    assert!(refused(&lab(&["run"])).contains("SCENARIO.json"));
    assert!(refused(&lab(&["swep", "plan.json"])).contains("unrecognized subcommand"));
    let until = lab(&["run", "a.json", "--until", "gc or merge ful"]);
    assert!(
        refused(&until).contains(
            "found `ful`\n\n  gc or merge ful\n              ^\n\n  Did you mean `full`?"
        ),
        "{}",
        refused(&until)
    );
    assert!(refused(&lab(&["run", "a.json", "--at", "x"])).contains("REQUEST.EVENT"));
    assert!(
        refused(&lab(&["run", "a.json", "--at", "1", "--until", "gc"]))
            .contains("cannot be used with")
    );
    assert!(refused(&lab(&["trace", "a.csv", "--page-bytes", "0"])).contains("--page-bytes"));
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let good = file("pipe", "good.json", THRASHING);
    let bad = file("pipe", "bad.json", "{");
    let plan = format!(r#"{{ "plan": 1, "base": {THRASHING} }}"#);
    let plan = file("pipe", "plan.json", &plan);
    let commands: [&[&str]; 10] = [
        &["run", &good],
        &["run", &good, "--until", "erase"],
        &["run", &bad],
        &["run", "--nothing"],
        &["--help"],
        &["sweep", &plan],
        &["break", &good, "--tries", "10"],
        &["schema", "scenario"],
        &["policy", "run", &bad, &good],
        &["grade", &bad, &bad],
    ];
    for command in commands {
        // `ftl-lab … 2>&1 | true`: both are closed.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let whole = lab(command).status.code();
        let status = Command::new(env!("CARGO_BIN_EXE_ftl-lab"))
            .args(command)
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .status()
            .unwrap();
        assert_eq!(status.code(), whole, "{command:?}");
    }
}
