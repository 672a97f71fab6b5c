//! The processes of `ftl-lab grade`. A grader, and in it each run of a policy, is a process that this program starts of itself, and ends when its
//! time is over: no file, whatever it does to an interpreter, takes the rows of the others with it.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use sim::answer::answer;
use sim::failure::{Failure, FailureKind};

use super::host;
use crate::args::Worker;
use crate::problem::Problem;

/// For the grader's own work: reading an assignment, playing its lessons.
const OURS: Duration = Duration::from_mins(10);

/// Why a question has no answer. The process has ended.
pub enum Lost {
    /// Its time was over.
    Late,
    /// It ended by itself, with these words.
    Ended(String),
}

/// A grader.
pub struct Grader {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    /// Whether it has played the lessons.
    pub warm: bool,
}

/// This program, by whatever name it can be started: without `/proc` by its first argument.
fn program() -> io::Result<PathBuf> {
    env::current_exe().or_else(|error| {
        let name = env::args_os().next().map(PathBuf::from).ok_or(error)?;
        if name.components().count() > 1 {
            return Ok(name);
        }
        let paths = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&paths)
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file());
        found.ok_or_else(|| io::Error::other("this program is not where it was"))
    })
}

fn start(worker: Worker) -> io::Result<(Child, ChildStdin, Receiver<String>)> {
    let mut child = Command::new(program()?)
        .args(["worker", worker.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // No one reads it. `Stdio::null` would need `/dev`, which a bare root has not.
        .stderr(Stdio::piped())
        .spawn()?;
    drop(child.stderr.take());
    let questions = child.stdin.take().expect("it was asked for");
    let lines = BufReader::new(child.stdout.take().expect("it was asked for")).lines();
    let (given, answers) = mpsc::channel();
    thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if given.send(line).is_err() {
                return;
            }
        }
    });
    Ok((child, questions, answers))
}

impl Grader {
    /// Starts one, with an assignment open: `open` is the question that opens it. With the answer to it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn open(open: &str) -> Result<(Self, String), Problem> {
        let failed = |reason: &str| {
            Problem::usage(
                &format!("the grader cannot be started: {reason}"),
                "`ftl-lab grade` starts itself once more for each core: give it the right to run programs.",
            )
        };
        let (child, questions, answers) =
            start(Worker::Grade).map_err(|error| failed(&error.to_string()))?;
        let mut grader = Self {
            child,
            questions,
            answers,
            warm: false,
        };
        match grader.ask(open, OURS) {
            Ok(answer) => Ok((grader, answer)),
            Err(Lost::Late) => Err(failed("it does not answer")),
            Err(Lost::Ended(reason)) => Err(failed(&reason)),
        }
    }

    /// The answer to a question about no one's file.
    pub fn ask_ours(&mut self, question: &str) -> Result<String, Lost> {
        self.ask(question, OURS)
    }

    /// The answer to a question, in JSON. Without one the grader has ended.
    pub fn ask(&mut self, question: &str, patience: Duration) -> Result<String, Lost> {
        // A grader that ended takes no question: its answer says why.
        let _ = writeln!(self.questions, "{question}").and_then(|()| self.questions.flush());
        let lost = match self.answers.recv_timeout(patience) {
            Ok(line) => match line.strip_prefix(FAILED) {
                None => return Ok(line),
                Some(reason) => Lost::Ended(reason.to_owned()),
            },
            Err(RecvTimeoutError::Timeout) => Lost::Late,
            Err(RecvTimeoutError::Disconnected) => Lost::Ended(how(&mut self.child)),
        };
        end(&mut self.child);
        Err(lost)
    }
}

impl Drop for Grader {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// How a process ended.
fn how(child: &mut Child) -> String {
    match child.wait() {
        Ok(status) => format!("it ended with {status}"),
        Err(error) => error.to_string(),
    }
}

/// Before the reason why a process ends.
const FAILED: char = '!';

/// The answer of a policy over a scenario, `{"ok": …}` or `{"err": …}`: in a process of its own, which [`policy::watch`] ends.
pub fn decide(source: &str, scenario: &str) -> String {
    let run = || -> io::Result<Result<String, String>> {
        let (mut child, mut questions, answers) = start(Worker::Policy)?;
        writeln!(questions, "{}", sim::json::text(&(source, scenario)))?;
        drop(questions);
        // Each call of it has its time. All are as many as the scenario has requests.
        let answer = answers.recv().map_err(|_| how(&mut child));
        end(&mut child);
        Ok(answer)
    };
    let reason = match run() {
        Ok(Ok(answer)) => match answer.strip_prefix(FAILED) {
            None => return answer,
            Some(reason) => reason.to_owned(),
        },
        Ok(Err(how)) => how,
        Err(error) => error.to_string(),
    };
    let failure = Failure::new(
        FailureKind::Policy,
        format!("the process of the policy stopped: {reason}"),
        "Look at what the policy does to the interpreter.",
    );
    answer(&Err::<(), _>(failure))
}

/// Serves as one of these processes, up to the last question.
pub fn serve(worker: Worker, script: &str, traces: &'static [(&str, &[u8])]) {
    // The process that asked reports it.
    std::panic::set_hook(Box::new(|_| {}));
    let tell = |line: &str| {
        let mut output = io::stdout().lock();
        writeln!(output, "{line}").and_then(|()| output.flush())
    };
    let ended = match worker {
        Worker::Grade => {
            let questions = BufReader::new(io::stdin());
            host::serve(script, traces, questions, tell)
        }
        Worker::Policy => {
            policy::watch::watch(move |failure| {
                let _ = tell(&answer(&Err::<(), _>(failure)));
                std::process::exit(0);
            });
            let ended = std::panic::catch_unwind(|| {
                let mut question = String::new();
                io::stdin().read_line(&mut question).ok()?;
                let (source, scenario) =
                    serde_json::from_str::<(String, String)>(&question).ok()?;
                tell(&answer(&host::decide(&source, &scenario))).ok()
            });
            ended.map(|_| ()).map_err(|bug| host::said(&*bug))
        }
    };
    if let Err(reason) = ended {
        let reason = reason.replace(['\n', '\r'], " ");
        let _ = tell(&format!("{FAILED}{reason}"));
    }
}
