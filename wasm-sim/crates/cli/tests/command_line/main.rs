//! The command line as a person or a script meets it: output, messages, exit status.

mod bytes;
mod compare;
mod export;
mod models;
mod parallel;
mod play;
mod policy;
mod refusals;
mod reproduce;
mod results;
mod run;
mod schema;
mod sweep;
mod traces;
mod unpacking;
mod what_if;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Slides, BAST thrashing (SPEC 9, E4).
const THRASHING: &str = r#"{ "format": 1, "name": "thrashing",
  "device": { "blocks": 12, "pages_per_block": 4, "page_bytes": 2048 },
  "logical_pages": 16,
  "ftl": { "kind": "bast", "log_blocks": 2 },
  "precondition": [ { "kind": "sequential" } ],
  "workload": { "kind": "ops", "ops": "w0 w7 w9 w15 w0 w11" } }"#;

/// A file in a folder of its own for each test, so that tests do not meet.
fn file(folder: &str, name: &str, content: &(impl AsRef<[u8]> + ?Sized)) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ftl-lab"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn lab_with_input(args: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ftl-lab"));
    let pipes = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_ref())
        .or_else(|e| {
            // A command that refuses its arguments ends without reading.
            if e.kind() == std::io::ErrorKind::BrokenPipe {
                Ok(())
            } else {
                Err(e)
            }
        })
        .unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Standard output of a run that must succeed.
#[track_caller]
fn done(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(done(output)).unwrap()
}

/// Standard error of a run whose input is wrong; there must be no result.
#[track_caller]
fn refused(output: &Output) -> &str {
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(2), ""),
        "{}",
        text(&output.stderr)
    );
    text(&output.stderr)
}
