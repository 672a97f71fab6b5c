//! Why there is no result, and the exit status that says so.

use std::fmt;
use std::io;

use sim::failure::{Failure, FailureKind};

use crate::input;

/// A failure, of what file, and whose fault.
#[derive(Debug)]
pub struct Problem {
    /// 2: the input is wrong; 1: the run failed.
    status: u8,
    /// The file that `failure` speaks of, if one.
    file: Option<String>,
    failure: Box<Failure>,
}

impl Problem {
    /// Something is wrong with a file that was read, at the place that the failure names.
    pub fn input(file: &str, failure: Failure) -> Self {
        Self {
            status: 2,
            file: Some(file.to_owned()),
            failure: Box::new(failure),
        }
    }

    /// A run came to nothing. A choice that the run could not take is the input's fault.
    pub fn run(failure: Failure) -> Self {
        let status = if failure.kind == FailureKind::Intervention {
            2
        } else {
            1
        };
        Self {
            status,
            file: None,
            failure: Box::new(failure),
        }
    }

    /// A file cannot be read.
    pub fn unreadable(file: &str, error: &io::Error) -> Self {
        let failure = if error.kind() == io::ErrorKind::IsADirectory {
            plain("this is a folder", "Name a file in it.")
        } else {
            plain(&error.to_string(), "Check the name and the permissions.")
        };
        Self::input(file, failure)
    }

    /// A document without a letter.
    pub fn empty(file: &str) -> Self {
        Self::input(file, plain("this is empty", "Name another file."))
    }

    /// A file is longer than one of its kind ever is.
    pub fn too_long(file: &str, most: u64) -> Self {
        let remedy = if most > input::DOCUMENT {
            "Name another file. Results of many runs can be in several files, a saved lab without its trace takes one by `--trace`."
        } else {
            "Name another file. Requests in such numbers are a trace: `ftl-lab run SCENARIO.json --trace FILE` reads it bit by bit."
        };
        let message = format!(
            "the file is longer than {} MiB, the most that is read",
            most >> 20
        );
        Self::input(file, plain(&message, remedy))
    }

    /// Results are taken up in a file, and this is something else.
    pub fn no_file(path: &str) -> Self {
        Self::input(
            path,
            plain(
                "results are kept in a file, and this is none",
                "Name a file. To have the results on standard output, leave out `--out` and give `--json`.",
            ),
        )
    }

    /// A file is not text.
    pub fn no_text(file: &str) -> Self {
        Self::input(
            file,
            plain(
                "the file is not text in UTF-8",
                "If it is packed, unpack it first. Otherwise save it as UTF-8, or name another file.",
            ),
        )
    }

    /// Results cannot be written.
    pub fn output(file: &str, error: &io::Error) -> Self {
        Self {
            status: 1,
            file: Some(file.to_owned()),
            failure: Box::new(plain(&error.to_string(), "")),
        }
    }

    /// The arguments ask for something impossible.
    pub fn usage(message: &str, remedy: &str) -> Self {
        Self {
            status: 2,
            file: None,
            failure: Box::new(plain(message, remedy)),
        }
    }

    pub fn status(&self) -> u8 {
        self.status
    }
}

fn plain(message: &str, remedy: &str) -> Failure {
    Failure::new(FailureKind::Command, message, remedy)
}

/// `error: FILE:LINE:COLUMN: FIELD: message`, and on a second line what to do.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            message,
            remedy,
            field,
            line,
            column,
            ..
        } = &*self.failure;
        f.write_str("error: ")?;
        if let Some(file) = &self.file {
            f.write_str(file)?;
            for number in [line, column].into_iter().flatten() {
                write!(f, ":{number}")?;
            }
            f.write_str(": ")?;
        }
        if let Some(field) = field {
            write!(f, "{field}: ")?;
        }
        f.write_str(message)?;
        if !remedy.is_empty() {
            write!(f, "\n  {remedy}")?;
        }
        Ok(())
    }
}
