//! A class that is graded: the grader is asked about each file, and a file that ends it has a row that says so.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Asked;
use super::files::Named;
use super::output::Output;
use super::process::{Grader, Lost};
use crate::args::Grade;
use crate::problem::Problem;
use crate::progress::Progress;

/// Each grader has the lessons of the course in memory.
const MOST_JOBS: usize = 8;
/// Another one plays the lessons once more: for this many files it is worth it.
const FILES_EACH: usize = 8;

/// A question to the grader: `Question` of `web/lesson/grader/grader.ts`.
#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question<'a> {
    Open {
        asked: &'a Asked,
        paths: Vec<&'a str>,
    },
    Look {
        file: &'a Named,
    },
    Plan {
        looked: &'a [Box<RawValue>],
    },
    Warm,
    Grade {
        file: &'a Named,
        compared: &'a RawValue,
        columns: &'a RawValue,
        alone: bool,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opened {
    /// Of the assignment's file.
    Faults(Vec<String>),
    /// Of the files.
    Names(Vec<String>),
}

/// The part of what was seen of a file that is needed here: whether its answers are to be judged.
#[derive(Deserialize)]
struct Looked {
    facts: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
pub struct Plan {
    pub head: String,
    columns: Box<RawValue>,
    pub files: Vec<Planned>,
}

#[derive(Deserialize)]
pub struct Planned {
    compared: Box<RawValue>,
    pub report: String,
}

#[derive(Deserialize)]
pub struct Graded {
    pub text: String,
    pub worth: (f64, f64),
}

fn answered<'a, T: Deserialize<'a>>(answer: &'a str) -> T {
    serde_json::from_str(answer).expect("the grader's own JSON")
}

/// The files that were handed in for an open assignment.
pub struct Class {
    /// The question that opens it.
    open: String,
    files: Vec<Named>,
    /// For one file.
    patience: Duration,
}

impl Class {
    /// With a grader in which it is open.
    pub fn open(
        asked: &Asked,
        mut files: Vec<Named>,
        seconds: u32,
    ) -> Result<(Self, Grader), Problem> {
        let paths = files.iter().map(|file| &*file.path).collect();
        let open = sim::json::text(&Question::Open { asked, paths });
        let (grader, opened) = Grader::open(&open)?;
        match answered(&opened) {
            // Each names its place and its remedy.
            Opened::Faults(faults) => Err(Problem::usage(&faults.join("\n"), "")),
            Opened::Names(names) => {
                for (file, name) in files.iter_mut().zip(names) {
                    file.path = name;
                }
                let class = Self {
                    open,
                    files,
                    patience: Duration::from_secs(seconds.into()),
                };
                Ok((class, grader))
            }
        }
    }

    /// The answer about a file. A grader that it has ended is followed by another one.
    fn ask(
        &self,
        grader: &mut Option<Grader>,
        question: &str,
    ) -> Result<Result<String, String>, Problem> {
        let mut asked = self.ready(grader)?;
        Ok(match asked.ask(question, self.patience) {
            Ok(answer) => {
                *grader = Some(asked);
                Ok(answer)
            }
            Err(Lost::Late) => Err(format!("it took longer than {} s", self.patience.as_secs())),
            Err(Lost::Ended(reason)) => Err(reason),
        })
    }

    /// The kind of each file, before its answers are judged.
    fn look(&mut self, grader: &mut Option<Grader>) -> Result<Vec<Box<RawValue>>, Problem> {
        let mut looked = Vec::new();
        for n in 0..self.files.len() {
            let question = |file: &Named| sim::json::text(&Question::Look { file });
            let seen = match self.ask(grader, &question(&self.files[n]))? {
                Ok(seen) => seen,
                Err(reason) => {
                    let file = &mut self.files[n];
                    file.text.clear();
                    file.lost = Some(reason);
                    self.ask(grader, &question(&self.files[n]))?
                        .expect("there is nothing in it")
                }
            };
            looked.push(RawValue::from_string(seen).expect("the grader's own JSON"));
        }
        Ok(looked)
    }

    fn plan(&self, grader: &mut Option<Grader>, looked: &[Box<RawValue>]) -> Result<Plan, Problem> {
        let mut asked = self.ready(grader)?;
        match asked.ask_ours(&sim::json::text(&Question::Plan { looked })) {
            Ok(plan) => {
                *grader = Some(asked);
                Ok(answered(&plan))
            }
            Err(Lost::Ended(reason)) => Err(Problem::usage(
                &format!("the grader stopped: {reason}"),
                "Grade fewer files at a time, and report it.",
            )),
            Err(Lost::Late) => Err(Problem::usage(
                "the files are not compared within 10 minutes",
                "Grade fewer files at a time.",
            )),
        }
    }

    /// The grader, or another one where it has ended.
    fn ready(&self, grader: &mut Option<Grader>) -> Result<Grader, Problem> {
        match grader.take() {
            Some(grader) => Ok(grader),
            None => Ok(Grader::open(&self.open)?.0),
        }
    }

    /// The grade of a file. Where its answers cannot be judged, the row that says so.
    fn one(
        &self,
        grader: &mut Option<Grader>,
        n: usize,
        judged: bool,
        plan: &Plan,
    ) -> Result<Graded, Problem> {
        let question = |file: &Named| {
            sim::json::text(&Question::Grade {
                file,
                compared: &plan.files[n].compared,
                columns: &plan.columns,
                alone: self.files.len() == 1,
            })
        };
        if judged && grader.as_ref().is_none_or(|grader| !grader.warm) {
            let mut ours = self.ready(grader)?;
            if ours.ask_ours(&sim::json::text(&Question::Warm)).is_ok() {
                ours.warm = true;
                *grader = Some(ours);
            }
        }
        let file = &self.files[n];
        let row = match self.ask(grader, &question(file))? {
            Ok(row) => row,
            Err(reason) => {
                let lost = Named {
                    path: file.path.clone(),
                    text: String::new(),
                    unread: None,
                    lost: Some(reason),
                };
                self.ask(grader, &question(&lost))?
                    .expect("there is nothing in it")
            }
        };
        Ok(answered(&row))
    }

    /// Grades all, on all cores, and writes what each came to.
    pub fn grade(mut self, grader: Grader, args: &Grade) -> Result<(), Problem> {
        let mut first = Some(grader);
        let looked = self.look(&mut first)?;
        let judged: Vec<bool> = looked
            .iter()
            .map(|looked| answered::<Looked>(looked.get()).facts.is_some())
            .collect();
        let plan = self.plan(&mut first, &looked)?;
        drop(looked);
        let mut output = Output::begin(args, &plan)?;
        let to_judge = judged.iter().filter(|judged| **judged).count();
        let jobs = crate::beside_each_other::jobs(None)
            .min(MOST_JOBS)
            .min(1 + to_judge / FILES_EACH);
        let (total, next) = (self.files.len() as u64, AtomicUsize::new(0));
        let (class, plan, judged, next) = (&self, &plan, &judged, &next);
        let progress = Progress::new();
        thread::scope(|scope| {
            let (done, rows) = mpsc::channel();
            for mut grader in [first].into_iter().chain((1..jobs).map(|_| None)) {
                let done = done.clone();
                scope.spawn(move || {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&judged) = judged.get(n) else { return };
                        let row = class.one(&mut grader, n, judged, plan);
                        let failed = row.is_err();
                        if done.send((n, row)).is_err() || failed {
                            return;
                        }
                    }
                });
            }
            drop(done);
            for (count, (n, row)) in rows.iter().enumerate() {
                progress.show("grading", count as u64 + 1, total);
                // Where it cannot be written, the threads end with the file they are at.
                output.take(n, row?)?;
            }
            Ok(())
        })
    }
}
