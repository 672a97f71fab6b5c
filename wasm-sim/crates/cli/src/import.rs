//! `ftl-lab trace`, and the trace of a run.

use std::fmt::Write;
use std::io::Read;
use std::rc::Rc;

use serde::Serialize;
use sim::failure::Failure;
use sim::import::{Import, too_many_pages};
use sim::protocol::{ImportCommand, ImportReply, TraceSummary};
use trace::{Follower, Format, Locality, Options, Trace, for_shell};

use crate::args;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{input, text};

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;

/// `ftl-lab trace`: what a trace is.
pub fn show(args: &args::Trace) -> Result<String, Problem> {
    let options = args.reading.over(Options::default())?;
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
) -> Result<(Rc<Trace>, TraceSummary), Problem> {
    import_from(&mut *input::open(path)?, path, name, options, page_bytes)
}

/// Says, beside a result, how its trace was read.
pub fn say_assumed(summary: &TraceSummary) {
    for said in text::assumed(summary) {
        crate::say(format_args!("note: {}: {said}", summary.name));
    }
}

/// Imports what a reader gives; `path` is what messages call it.
pub fn import_from(
    file: &mut dyn Read,
    path: &str,
    name: &str,
    options: Options,
    page_bytes: u32,
) -> Result<(Rc<Trace>, TraceSummary), Problem> {
    let failed = |failure: Failure| {
        // The importer's messages name the file and the line themselves.
        let message = failure
            .message
            .strip_prefix(&format!("{name}: "))
            .unwrap_or(&failure.message);
        let message = with_command_for(message, path);
        Problem::input(
            input::shown(path),
            Failure {
                message,
                field: None,
                line: None,
                column: None,
                ..failure
            },
        )
    };
    let without_effect = WithoutEffect::of(&options);
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
                let trace = import.trace().expect("it was imported");
                drop(progress);
                without_effect.say(input::shown(path), summary.import.format);
                return Ok((trace, *summary));
            }
            other => unreachable!("reply to the end of an import: {other:?}"),
        }
    }
}

/// Decisions of which a format may know nothing: each that was made, with those that know it.
struct WithoutEffect(Vec<(&'static str, &'static [Format])>);

impl WithoutEffect {
    fn of(options: &Options) -> Self {
        const TABLES: &[Format] = &[Format::Csv];
        const EVENTS: &[Format] = &[Format::Blkparse, Format::Ftrace];
        let decisions = [
            ("delimiter", options.delimiter.is_some(), TABLES),
            ("header", options.header.is_some(), TABLES),
            ("address-unit", options.address_unit.is_some(), TABLES),
            ("size-unit", options.size_unit.is_some(), TABLES),
            ("zero-op", options.zero_op.is_some(), TABLES),
            ("action", options.action.is_some(), EVENTS),
        ];
        let made = decisions.into_iter().filter(|(_, made, _)| *made);
        Self(made.map(|(name, _, formats)| (name, formats)).collect())
    }

    /// Tells of those that had no effect on a file in this format.
    fn say(&self, file: &str, format: Option<Format>) {
        let Some(format) = format else { return };
        for (name, formats) in self.0.iter().filter(|(_, known)| !known.contains(&format)) {
            let known: Vec<_> = formats.iter().map(Format::to_string).collect();
            crate::say(format_args!(
                "note: --{name} has no effect: {file} was read in format {format}. Leave it out, or name the format: --format {}",
                known.join(" or ")
            ));
        }
    }
}

/// The message with the file's name in the command that it ends with: to be typed as it is.
fn with_command_for(message: &str, path: &str) -> String {
    let parts = message
        .strip_suffix('`')
        .and_then(|text| text.rsplit_once('`'));
    let Some((text, command)) = parts.filter(|_| path != "-") else {
        return message.to_owned();
    };
    let here = if path.starts_with('-') { "./" } else { "" };
    let name = |end: &str| for_shell(&format!("{here}{path}{end}")).into_owned();
    let words = command
        .split(' ')
        .map(|word| match word.strip_prefix("FILE") {
            Some(end) => name(end),
            None => word.to_owned(),
        });
    format!("{text}`{}`", words.collect::<Vec<_>>().join(" "))
}

/// Anything as JSON with a line end.
pub fn json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("results are plain data");
    writeln!(text).expect("a string takes everything");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_names_the_file_as_a_shell_takes_it() {
        let of =
            |path| with_command_for("this is zstd data. Unpack it: `zcat FILE > FILE.txt`", path);
        assert_eq!(
            of("a/b.zst"),
            "this is zstd data. Unpack it: `zcat a/b.zst > a/b.zst.txt`"
        );
        assert!(
            of("my 'own'.zst").ends_with(r"`zcat 'my '\''own'\''.zst' > 'my '\''own'\''.zst.txt'`")
        );
        assert!(of("-x").ends_with("`zcat ./-x > ./-x.txt`"));
        assert!(of("-").ends_with("`zcat FILE > FILE.txt`"));
        assert_eq!(with_command_for("The line: `FILE", "x"), "The line: `FILE");
    }
}
