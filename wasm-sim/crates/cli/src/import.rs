//! `ftl-lab trace`, and the trace of a run.

use std::fmt::Write;
use std::io::Read;

use sim::import::Import;
use sim::protocol::{Failure, ImportCommand, ImportReply, TraceSummary};
use trace::{OnError, Options};

use crate::args;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{input, text};

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;

/// `ftl-lab trace`: what a trace is.
pub fn show(args: &args::Trace) -> Result<String, Problem> {
    let on_error = if args.skip_bad_lines {
        OnError::Skip
    } else {
        OnError::Stop
    };
    let options = Options {
        format: args.format,
        on_error,
        ..args.reading.options()
    };
    let name = input::shown(&args.file);
    let (_, summary) = import(&args.file, name, options, args.page_bytes.get())?;
    Ok(if args.json {
        json(&summary)
    } else {
        text::trace(&summary)
    })
}

/// Imports a file under a name, its columns in memory.
pub fn import(
    path: &str,
    name: &str,
    options: Options,
    page_bytes: u32,
) -> Result<(trace::Trace, TraceSummary), Problem> {
    let failed = |failure: Failure| {
        // The importer's messages name the file and the line themselves.
        let message = failure
            .message
            .strip_prefix(&format!("{name}: "))
            .unwrap_or(&failure.message)
            .to_owned();
        Problem::input(
            input::shown(path),
            Failure {
                message,
                line: None,
                column: None,
                ..failure
            },
        )
    };
    let mut file = input::open(path)?;
    let mut import = Import::new(Box::<Vec<u8>>::default());
    import
        .command(ImportCommand::Open {
            options,
            name: name.to_owned(),
        })
        .map_err(failed)?;
    let progress = Progress::new();
    let mut chunk = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let n = file
            .read(&mut chunk)
            .map_err(|error| Problem::unreadable(input::shown(path), &error))?;
        if n == 0 {
            break;
        }
        import.push(&chunk[..n]).map_err(failed)?;
        bytes += n as u64;
        progress.show("reading", bytes, bytes);
    }
    let mut reply = import
        .command(ImportCommand::Finish { page_bytes })
        .map_err(failed)?;
    loop {
        match reply {
            ImportReply::Working { .. } => reply = import.slice().map_err(failed)?,
            ImportReply::Imported { trace: summary } => {
                let trace = import.into_trace().expect("it was imported");
                return Ok((trace, *summary));
            }
            other => unreachable!("reply to the end of an import: {other:?}"),
        }
    }
}

/// Anything as JSON with a line end.
pub fn json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("results are plain data");
    writeln!(text).expect("a string takes everything");
    text
}
