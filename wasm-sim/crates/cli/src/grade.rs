//! `ftl-lab grade`: grades what students handed in. The grader is the page's own code, which [`host`] runs.

mod host;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

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
/// One of them is there if a submission is graded. Some of the others, as `USERNAME`, are there on any computer.
const CERTAIN: [&str; 2] = ["CLASSROOM", "SUBMISSION_TAG"];
/// `MAX_RESULT_BYTES` of `web/lesson/assignment/result.ts`, of characters of at most three bytes.
const MOST_BYTES: u64 = 3 * (4 << 20);
/// Names of a file, in the place of a folder.
const REPORTS: [&str; 3] = ["json", "xml", "csv"];

/// `HandedIn` of `web/lesson/assignment/handed-in.ts`.
#[derive(Serialize)]
struct HandedIn {
    assignment: Named,
    files: Vec<Named>,
    format: GradeFormat,
    single: bool,
    later: f64,
    submission: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct Named {
    path: String,
    text: String,
    /// Why it could not be read.
    unread: Option<String>,
}

impl Named {
    fn unread(path: &Path, reason: &str) -> Self {
        Self {
            path: shown(path),
            text: String::new(),
            unread: Some(reason.to_owned()),
        }
    }
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

/// The outcome of the command.
pub struct Said {
    pub text: String,
    /// Files and folders that were named and are not there. Each has its row.
    pub missing: Vec<String>,
}

/// Serves the command.
pub fn grade(args: &Grade) -> Result<Said, Problem> {
    let Some(script) = SCRIPT else {
        return Err(Problem::usage(
            "this ftl-lab was built without the grader",
            "Run `npm run grader` in the source of FTL Lab: it builds one that has it.",
        ));
    };
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
    let asked = HandedIn {
        assignment: Named {
            path: args.assignment.clone(),
            text: String::from_utf8_lossy(&input::bytes(&args.assignment, |_| input::DOCUMENT)?)
                .into_owned(),
            unread: None,
        },
        files,
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
    let total = asked.files.len() as u64;
    let graded = host::run(script, TRACES, &sim::json::text(&asked), total);
    let text = match serde_json::from_str(&graded).expect("the grader's own JSON") {
        // Each names its place and its remedy.
        Graded::Faults(faults) => return Err(Problem::usage(&faults.join("\n"), "")),
        Graded::Written(reports) => write(reports, args.out.as_deref())?,
    };
    let named = args.files.iter().filter(|path| *path != Path::new("-"));
    Ok(Said {
        text,
        missing: named
            .filter(|path| !path.exists())
            .map(|path| shown(path))
            .collect(),
    })
}

/// A variable that is set, and not to nothing.
fn set(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|value| !value.is_empty())
}

fn is_folder(out: &str) -> bool {
    let ending = Path::new(out).extension();
    !ending.is_some_and(|ending| REPORTS.iter().any(|report| ending == *report))
}

/// A file, or all files in a folder and its folders, in the order of their names. One that cannot be read is there too, with the reason:
/// it has its row.
fn collect(path: &Path, files: &mut Vec<Named>) {
    if path.is_dir() {
        folder(path, &mut BTreeSet::new(), files);
    } else {
        files.push(named(path));
    }
}

/// `seen`: folders that were read, by their true paths. A link may lead back to one.
fn folder(path: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Vec<Named>) {
    let before = files.len();
    match entries(path, seen) {
        Ok(paths) => {
            for each in paths {
                match fs::metadata(&each) {
                    Ok(kind) if kind.is_dir() => folder(&each, seen, files),
                    Ok(kind) if kind.is_file() => files.push(named(&each)),
                    // To read a pipe would not end.
                    Ok(_) => files.push(Named::unread(&each, "this is no file")),
                    Err(error) => files.push(Named::unread(&each, &error.to_string())),
                }
            }
        }
        Err(error) => files.push(Named::unread(path, &error.to_string())),
    }
    if files.len() == before {
        files.push(Named::unread(path, "no file in this folder"));
    }
}

fn entries(path: &Path, seen: &mut BTreeSet<PathBuf>) -> io::Result<Vec<PathBuf>> {
    if !seen.insert(path.canonicalize()?) {
        return Err(io::Error::other("a link to a folder that is read already"));
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Whatever a student handed in is a text: the grader says what is wrong with it. WebAssembly has a character for each byte.
fn named(path: &Path) -> Named {
    match bytes(path) {
        Err(error) => Named::unread(path, &error.to_string()),
        Ok(bytes) => Named {
            path: shown(path),
            text: if bytes.starts_with(b"\0asm") {
                bytes.into_iter().map(char::from).collect()
            } else {
                String::from_utf8_lossy(&bytes).into_owned()
            },
            unread: None,
        },
    }
}

/// A file, or as much of it as shows that it is too long.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name may have bytes that are no text.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
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
