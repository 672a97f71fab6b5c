//! `ftl-lab mix`: several traces on one drive. `ftl-lab split`: one trace on several drives. Both write tables that every other command reads.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::rc::Rc;

use trace::table::{Apart, Named, Stripes, Table};
use trace::{Options, Trace};

use crate::args;
use crate::args::reading::Reading;
use crate::export::is_same;
use crate::import;
use crate::input;
use crate::problem::Problem;
use crate::progress::Progress;

/// Requests written at a time.
const PART: u32 = 50_000;
/// Bytes of a page in the statistics of an import, which no one sees.
const PAGE_BYTES: u32 = 4096;

/// Writes several traces as one.
pub fn mix(args: &args::Mix) -> Result<String, Problem> {
    let mut traces = Vec::new();
    for file in &args.files {
        let name = Path::new(file).file_name();
        let name = name.unwrap_or_default().to_string_lossy().into_owned();
        let trace = read(file, &args.reading)?;
        traces.push(Named { name, trace });
    }
    let mut table = Table::of_all(traces).map_err(|apart| alike(args, apart))?;
    let inputs: Vec<&str> = args.files.iter().map(String::as_str).collect();
    let requests = write(&args.out, &inputs, &mut table)?;
    Ok(line(&args.out, requests))
}

fn line(path: &str, requests: u64) -> String {
    format!("{path}: {requests} requests\n")
}

fn alike(args: &args::Mix, apart: Apart) -> Problem {
    let (first, other) = (&args.files[0], &args.files[apart.which()]);
    let (message, remedy) = apart.told();
    Problem::usage(&format!("{first}, {other}: {message}"), remedy)
}

/// Writes one trace as several.
pub fn split(args: &args::Split) -> Result<String, Problem> {
    let trace = read(&args.file, &args.reading)?;
    let stripes = Stripes {
        drives: args.drives,
        length: args.stripe.get(),
    };
    let out = Path::new(&args.out);
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let mut said = String::new();
    for drive in 0..args.drives {
        let path = out.with_file_name(format!("{stem}-{}.csv", drive + 1));
        let path = path.to_string_lossy();
        let mut table = Table::of_drive(Rc::clone(&trace), stripes, drive);
        let requests = write(&path, &[&args.file], &mut table)?;
        said.push_str(&line(&path, requests));
    }
    Ok(said)
}

fn read(file: &str, reading: &Reading) -> Result<Rc<Trace>, Problem> {
    let options = reading.over(Options::default())?;
    let (trace, summary) = import::import(file, input::shown(file), options, PAGE_BYTES)?;
    import::say_assumed(&summary);
    Ok(trace)
}

/// Writes a table; gives how many requests it has.
fn write(path: &str, inputs: &[&str], table: &mut Table) -> Result<u64, Problem> {
    if inputs
        .iter()
        .any(|input| is_same(Path::new(path), Path::new(input)))
    {
        return Err(Problem::usage(
            &format!("{path} would be written over"),
            "Give --out another name.",
        ));
    }
    let failed = |error: std::io::Error| Problem::output(path, &error);
    let mut out = BufWriter::new(File::create(path).map_err(failed)?);
    out.write_all(table.head().as_bytes()).map_err(failed)?;
    let progress = Progress::new();
    let mut written = 0;
    loop {
        let lines = table.next(PART);
        if lines.is_empty() {
            break;
        }
        written += lines.bytes().filter(|&byte| byte == b'\n').count() as u64;
        out.write_all(lines.as_bytes()).map_err(failed)?;
        let (done, total) = table.done();
        progress.show(path, done, total);
    }
    out.flush().map_err(failed)?;
    Ok(written)
}
