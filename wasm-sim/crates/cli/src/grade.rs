//! `ftl-lab grade`: grades what students handed in. The grader is the page's own code, which [`host`] runs, in processes that [`process`]
//! starts. Each row is written as soon as its file and those before it are graded.

mod class;
mod files;
mod host;
mod output;
mod process;

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

use serde::Serialize;

use crate::args::{Grade, GradeFormat, Worker};
use crate::input;
use crate::problem::Problem;
use class::Class;
use files::{Named, collect, shown, text_of};
use output::is_folder;

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
/// One of them is there if a submission is graded. Some of the others, as `USERNAME`, are there on any computer.
const CERTAIN: [&str; 2] = ["CLASSROOM", "SUBMISSION_TAG"];
/// `HandedIn` of `web/lesson/assignment/handed-in.ts`, without the files.
#[derive(Serialize)]
struct Asked {
    assignment: Named,
    format: GradeFormat,
    single: bool,
    later: f64,
    submission: BTreeMap<&'static str, String>,
}

/// Serves the command. It answers with the files and folders that were named and are not there; each has its row.
pub fn grade(args: &Grade) -> Result<Vec<String>, Problem> {
    if SCRIPT.is_none() {
        return Err(Problem::usage(
            "this ftl-lab was built without the grader",
            "Run `npm run grader` in the source of FTL Lab: it builds one that has it.",
        ));
    }
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files);
    }
    let reports = args.format != GradeFormat::Csv;
    if reports && files.len() > 1 && args.out.is_none() {
        return Err(Problem::usage(
            "there are several reports",
            "Name a folder for them: --out FOLDER",
        ));
    }
    let submission = CERTAIN.iter().any(|name| set(name).is_some());
    let asked = Asked {
        assignment: Named {
            path: args.assignment.clone(),
            text: text_of(&input::bytes(&args.assignment, |_| input::DOCUMENT)?),
            unread: None,
            lost: None,
        },
        format: args.format,
        // An autograder runs for one student and wants its file, whatever was handed in.
        single: reports && args.out.as_deref().is_some_and(|out| !is_folder(out)),
        later: args.later,
        submission: SUBMISSION
            .iter()
            .filter(|_| submission)
            .filter_map(|&name| Some((name, set(&name.to_uppercase())?)))
            .collect(),
    };
    let (class, grader) = Class::open(&asked, files, args.seconds)?;
    class.grade(grader, args)?;
    let named = args.files.iter().filter(|path| *path != Path::new("-"));
    Ok(named
        .filter(|path| !path.exists())
        .map(|path| shown(path))
        .collect())
}

/// Serves as a process of the grader.
pub fn serve(worker: Worker) {
    process::serve(worker, SCRIPT.unwrap_or_default(), TRACES);
}

/// A variable that is set, and not to nothing.
fn set(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|value| !value.is_empty())
}
