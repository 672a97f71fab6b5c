//! `ftl-lab export`: requests as a fio job, for a real drive.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::rc::Rc;

use sim::export::Export;
use sim::scenario;
use sim::workload::WorkloadSpec;
use trace::{Options, Trace};

use crate::beside::beside;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::{args, bundle, import, input, run};

/// Requests written at a time.
const PART: u32 = 50_000;

/// Writes the job and its log; gives what a person should know.
pub fn export(args: &args::Export) -> Result<String, Problem> {
    // A trace is read bit by bit: its first bytes say that it is one.
    let (mut head, mut file) = input::begin(&args.file)?;
    let is_scenario = if bundle::is_zip(&head) {
        // Its directory is at the end.
        let rest = file.by_ref().take(input::WRITTEN);
        input::more(&args.file, &mut head, rest)?;
        bundle::is_saved(&head)
    } else {
        head.trim_ascii_start().starts_with(b"{")
    };
    let mut export = if is_scenario {
        of_scenario(args, head, file)?
    } else {
        let options = args.reading.over(Options::default())?;
        let (name, page_bytes) = (input::shown(&args.file), args.page_bytes.get());
        let mut whole = head.chain(file);
        let (trace, summary) =
            import::import_from(&mut whole, &args.file, name, options, page_bytes)?;
        import::say_assumed(&summary);
        Export::of_trace(trace, page_bytes)
    };
    let log = Path::new(&args.fio).with_extension("iolog");
    let job_file = Path::new(&args.fio);
    for written in [job_file, &log] {
        if job_file == log || is_same(written, Path::new(&args.file)) {
            return Err(Problem::usage(
                &format!("{} would be written over", written.display()),
                "give --fio another name, which ends in .fio",
            ));
        }
    }
    let beside = log.file_name().unwrap_or_default().to_string_lossy();
    let shown = log.to_string_lossy();
    let failed = |error: std::io::Error| Problem::output(&shown, &error);
    let mut out = BufWriter::new(File::create(&log).map_err(failed)?);
    let progress = Progress::new();
    let total = loop {
        out.write_all(export.next(PART).as_bytes())
            .map_err(failed)?;
        let (done, total) = export.done();
        progress.show("export", done.into(), total.into());
        if done == total {
            break total;
        }
    };
    out.flush().map_err(failed)?;
    drop(progress);
    let job = export.job(&args.file, &beside);
    fs::write(&args.fio, job).map_err(|error| Problem::output(&args.fio, &error))?;
    let times = if export.timed() {
        "with times"
    } else {
        "without times"
    };
    Ok(format!(
        "{total} requests, {times}, in {shown}\nPut your drive into {}, then run: fio {}\n",
        args.fio, args.fio
    ))
}

/// Whether two names lead to one file that is there.
pub fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn of_scenario(args: &args::Export, head: Vec<u8>, rest: Box<dyn Read>) -> Result<Export, Problem> {
    let (text, saved) = run::given_from(&args.file, head, rest)?;
    let wrong = |failure| Problem::input(input::shown(&args.file), failure);
    let setup = scenario::parse(&text).map_err(wrong)?;
    let mut trace: Option<Rc<Trace>> = None;
    if let WorkloadSpec::Trace {
        path,
        format,
        reading,
        ..
    } = &setup.workload
    {
        let page_bytes = setup.geometry.page_bytes;
        let read = if let Some(saved) = saved.and_then(|saved| saved.trace) {
            run::saved_trace(&args.file, path, &saved, page_bytes)?.0
        } else {
            let options = args.reading.over(reading.options(*format))?;
            let remedy = "Put the trace there.";
            let file = beside(&args.file, "workload.path", path, remedy)?;
            let (read, summary) = import::import(&file, path, options, page_bytes)?;
            import::say_assumed(&summary);
            read
        };
        trace = Some(read);
    }
    Export::of_workload(&setup, &|_| trace.clone()).map_err(wrong)
}
