//! The `ftl-lab` command line: what the page computes, natively (SPEC 11).
//!
//! Exit status: 0 done, 1 the run failed, 2 the input is wrong. Results go to standard output, everything else
//! to standard error. No simulation here: the session that serves the page serves this as well.

mod args;
mod dump;
mod events;
mod import;
mod input;
mod problem;
mod progress;
mod run;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use problem::Problem;

fn main() -> ExitCode {
    let output = match Args::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Trace(args) => import::show(&args),
    };
    let written = output.and_then(|text| print(&text));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(problem.status())
        }
    }
}

/// To standard output, at once. A reader that has seen enough (`| head`) is no failure.
fn print(text: &str) -> Result<(), Problem> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Problem::output("standard output", &error))
        }
        _ => Ok(()),
    }
}
