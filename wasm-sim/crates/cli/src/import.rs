//! `ftl-lab trace`, and the trace of a run.

use std::fmt::Write;
use std::io::Read;

use serde::Serialize;
use sim::failure::Failure;
use sim::import::{Import, too_many_pages};
use sim::protocol::{ImportCommand, ImportReply, TraceSummary};
use trace::{Follower, Locality, OnError, Options, Trace};

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
        ..args.reading.over(Options::default())?
    };
    let name = input::shown(&args.file);
    let page_bytes = args.page_bytes.get();
    let (trace, summary) = import(&args.file, name, options, page_bytes)?;
    let locality = args
        .locality
        .then(|| locality(&trace, page_bytes))
        .transpose()?;
    Ok(if args.json {
        json(&Shown {
            summary: &summary,
            locality: locality.as_ref(),
        })
    } else {
        text::trace(&summary) + &locality.as_ref().map_or_else(String::new, text::locality)
    })
}

/// The output of `--json`.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    summary: &'a TraceSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    locality: Option<&'a Locality>,
}

fn locality(trace: &Trace, page_bytes: u32) -> Result<Locality, Problem> {
    let progress = Progress::new();
    let mut follower = Follower::new();
    for k in 0..trace.chunks() {
        follower.chunk(trace, k, page_bytes).map_err(|error| {
            let failure = too_many_pages(error);
            Problem::usage(&failure.message, &failure.remedy)
        })?;
        progress.show("locality", u64::from(k) + 1, trace.chunks().into());
    }
    Ok(follower.finish())
}

/// Imports a file under a name, its columns in memory.
pub fn import(
    path: &str,
    name: &str,
    options: Options,
    page_bytes: u32,
) -> Result<(Trace, TraceSummary), Problem> {
    import_from(&mut *input::open(path)?, path, name, options, page_bytes)
}

/// Imports what a reader gives; `path` is what messages call it.
pub fn import_from(
    file: &mut dyn Read,
    path: &str,
    name: &str,
    options: Options,
    page_bytes: u32,
) -> Result<(Trace, TraceSummary), Problem> {
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
