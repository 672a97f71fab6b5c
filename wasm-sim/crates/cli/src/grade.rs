//! `ftl-lab grade`: grades what students handed in. The grader is the page's own code, which [`host`] runs.

mod host;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::args::{Grade, GradeFormat};
use crate::input;
use crate::problem::Problem;

include!(concat!(env!("OUT_DIR"), "/grader.rs"));

/// The variables by which Classroom 50 names a submission to its graders.
const SUBMISSION: [&str; 9] = [
    "classroom",
    "assignment",
    "assignment_type",
    "username",
    "owner",
    "submission_tag",
    "commit_url",
    "release_url",
    "review_url",
];
/// Names of a file, in the place of a folder.
const REPORTS: [&str; 3] = ["json", "xml", "csv"];

/// `HandedIn` of `web/lesson/assignment/handed-in.ts`.
#[derive(Serialize)]
struct HandedIn {
    assignment: Named,
    files: Vec<Named>,
    format: GradeFormat,
    later: f64,
    submission: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct Named {
    path: String,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Graded {
    /// Of the assignment's file.
    Faults(Vec<String>),
    Written(Vec<Written>),
}

#[derive(Deserialize)]
struct Written {
    name: String,
    text: String,
}

/// Serves the command.
pub fn grade(args: &Grade) -> Result<String, Problem> {
    let Some(script) = SCRIPT else {
        return Err(Problem::usage(
            "this ftl-lab was built without the grader",
            "Run `npm run grader` in the source of FTL Lab: it builds one that has it.",
        ));
    };
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files)?;
    }
    if args.format != GradeFormat::Csv
        && files.len() > 1
        && !args.out.as_deref().is_some_and(is_folder)
    {
        return Err(Problem::usage(
            "there are several reports",
            "Name a folder for them: --out FOLDER",
        ));
    }
    let asked = HandedIn {
        assignment: named(&args.assignment)?,
        files,
        format: args.format,
        later: args.later,
        submission: SUBMISSION
            .iter()
            .filter_map(|&name| Some((name, env::var(name.to_uppercase()).ok()?)))
            .filter(|(_, value)| !value.is_empty())
            .collect(),
    };
    let total = asked.files.len() as u64;
    let graded = host::run(script, TRACES, &sim::json::text(&asked), total);
    match serde_json::from_str(&graded).expect("the grader's own JSON") {
        // Each names its place and its remedy.
        Graded::Faults(faults) => Err(Problem::usage(&faults.join("\n"), "")),
        Graded::Written(reports) => write(reports, args.out.as_deref()),
    }
}

fn is_folder(out: &str) -> bool {
    let ending = Path::new(out).extension();
    !ending.is_some_and(|ending| REPORTS.iter().any(|report| ending == *report))
}

/// A file, or all files of a folder in the order of their names.
fn collect(path: &str, files: &mut Vec<Named>) -> Result<(), Problem> {
    if !Path::new(path).is_dir() {
        files.push(named(path)?);
        return Ok(());
    }
    let unreadable = |error| Problem::unreadable(path, &error);
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.path().is_file() {
            names.push(entry.path().to_string_lossy().into_owned());
        }
    }
    if names.is_empty() {
        let message = format!("{path}: no file in this folder");
        return Err(Problem::usage(
            &message,
            "Name the folder of what was handed in.",
        ));
    }
    names.sort();
    for name in names {
        files.push(named(&name)?);
    }
    Ok(())
}

/// Whatever a student handed in is a text: the grader says what is wrong with it. WebAssembly has a character for each byte.
fn named(path: &str) -> Result<Named, Problem> {
    let bytes = input::bytes(path)?;
    let text = if bytes.starts_with(b"\0asm") {
        bytes.into_iter().map(char::from).collect()
    } else {
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Named {
        path: path.to_owned(),
        text,
    })
}

/// To a folder, to a file, or as the output.
fn write(reports: Vec<Written>, out: Option<&str>) -> Result<String, Problem> {
    let Some(out) = out else {
        return Ok(reports.into_iter().map(|report| report.text).collect());
    };
    for Written { name, text } in reports {
        let path = if is_folder(out) {
            Path::new(out).join(name)
        } else {
            Path::new(out).to_owned()
        };
        let shown = path.to_string_lossy();
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| Problem::output(&shown, &error))?;
    }
    Ok(String::new())
}
