//! The `ftl-lab` command line: what the page computes, natively (SPEC 11).
//!
//! Exit status: 0 done, 1 the run failed, 2 the input is wrong, 3 a result is another one than its file says. Results go to standard output, everything else
//! to standard error. No simulation here: the session that serves the page serves this as well.

mod args;
mod beside;
mod beside_each_other;
mod break_it;
mod bundle;
mod compare;
mod drives;
mod dump;
mod events;
mod explain;
mod export;
mod grade;
mod import;
mod input;
mod lifetime;
mod model;
mod play;
mod policy;
mod problem;
mod progress;
mod reproduce;
mod result;
mod run;
mod spare;
mod sweep;
mod text;

use std::fmt;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use problem::Problem;

fn main() -> ExitCode {
    let command = Args::parse().command;
    // An engine bug panics, loudly; for the caller it is a run that failed.
    match panic::catch_unwind(|| serve(&command)) {
        Ok(Ok(status)) => status,
        Ok(Err(problem)) => {
            say(format_args!("{problem}"));
            ExitCode::from(problem.status())
        }
        Err(_) => {
            say(format_args!(
                "error: this is a bug in FTL Lab\n  Please report it with the message above and the scenario."
            ));
            ExitCode::from(1)
        }
    }
}

fn serve(command: &Command) -> Result<ExitCode, Problem> {
    let mut status = ExitCode::SUCCESS;
    let output = match command {
        Command::Run(args) => run::run(args)?,
        Command::Reproduce(args) => {
            let found = reproduce::reproduce(args)?;
            if !found.same {
                status = ExitCode::from(reproduce::ANOTHER);
            }
            found.text
        }
        Command::Sweep(args) => sweep::sweep(args)?,
        Command::Compare(args) => compare::compare(args)?,
        Command::Lifetime(args) => lifetime::lifetime(args)?,
        Command::Spare(args) => spare::spare(args)?,
        Command::Explain(args) => explain::explain(args)?,
        Command::Trace(args) => import::show(args)?,
        Command::Mix(args) => drives::mix(args)?,
        Command::Split(args) => drives::split(args)?,
        Command::Export(args) => export::export(args)?,
        Command::Play(args) => play::play(args)?,
        Command::Policy(args) => policy::policy(args)?,
        Command::Break(args) => break_it::search(args, None)?,
        Command::Grade(args) => {
            for file in grade::grade(args)? {
                say(format_args!(
                    "error: {file}: there is no such file or folder\n  Check the name."
                ));
                status = ExitCode::from(2);
            }
            return Ok(status);
        }
        Command::Worker(args) => {
            grade::serve(args.worker);
            return Ok(status);
        }
        Command::Model(args) => args.show()?,
        Command::Schema(args) => args.of.schema().to_owned(),
    };
    print(&output)?;
    Ok(status)
}

/// A line to standard error, which may be the closed pipe that standard output is (`2>&1 | head`): then no one reads it.
fn say(line: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
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
