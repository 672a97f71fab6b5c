//! The parts of a sweep that Python needs: the runs of a plan, a run's outcome, its line. Files and workers are
//! Python's.

mod drives;
mod explain;
mod policy;
mod spare;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sim::failure::Failure;
use sim::import::Import;
use sim::lifetime::{CYCLES, Counted, lifetime as lifetime_of};
use sim::protocol::{ImportCommand, ImportReply};
use sim::scenario;
use sim::sweep::{self, Kept, Key, Outcome};
use trace::{Bytes, Options};

create_exception!(
    _ftl_lab,
    InputError,
    PyValueError,
    "Something is wrong with a plan, a scenario or a trace: what, where, and what to do."
);

/// `LINE:COLUMN: FIELD: message`, and on a second line what to do; the parts are attributes of the exception.
fn wrong(failure: Failure) -> PyErr {
    let mut text = String::new();
    if let (Some(line), Some(column)) = (failure.line, failure.column) {
        text += &format!("{line}:{column}: ");
    }
    if let Some(field) = &failure.field {
        text += &format!("{field}: ");
    }
    text += &failure.message;
    if !failure.remedy.is_empty() {
        text += &format!("\n  {}", failure.remedy);
    }
    let error = InputError::new_err(text);
    Python::attach(|py| {
        let value = error.value(py);
        value.setattr("message", failure.message)?;
        value.setattr("field", failure.field)?;
        value.setattr("line", failure.line)?;
        value.setattr("column", failure.column)?;
        value.setattr("remedy", failure.remedy)
    })
    .map_or_else(|other| other, |()| error)
}

/// The JSON Schema of a scenario: it has the options of every FTL.
const SCHEMA: &str = include_str!("../../../web/protocol/generated/scenario.schema.json");

/// The inputs of a result: engine, scenario hash, trace hash.
type Of = (String, String, Option<String>);

/// A trace: name, how it is read (JSON), size of a page in bytes.
type Wanted = (String, String, u32);

/// The trace of a scenario that was checked.
fn wanted(trace: sweep::TraceWanted<'_>) -> Wanted {
    let reading = serde_json::to_string(&trace.options()).expect("options are JSON");
    (trace.name.to_owned(), reading, trace.page_bytes)
}

/// A plan that was checked: see `ftl-lab sweep --help` for its form.
#[pyclass(frozen)]
struct Plan(sweep::Plan);

#[pymethods]
impl Plan {
    /// Reads a plan from its JSON.
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        py.detach(|| sweep::Plan::parse(text))
            .map(Self)
            .map_err(wrong)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    /// A run: its scenario (JSON) and hash, `None` both where the combination is none; the trace it names, how that is read
    /// (JSON), and the size of a page.
    fn point(&self, run: u32) -> PyResult<(Option<String>, Option<String>, Option<Wanted>)> {
        let point = self.at(run)?;
        let trace = point.trace().map(wanted);
        Ok(match point.setup {
            Ok(setup) => (Some(point.scenario), Some(setup.hash), trace),
            Err(_) => (None, None, None),
        })
    }

    /// The line of a run, from what it came to; of a combination that is no scenario, from nothing.
    #[pyo3(signature = (run, outcome, trace_hash=None))]
    fn line(&self, run: u32, outcome: Option<&str>, trace_hash: Option<&str>) -> PyResult<String> {
        let point = self.at(run)?;
        let outcome = match (outcome, &point.setup) {
            (Some(outcome), _) => Outcome::read(outcome).map_err(PyValueError::new_err)?,
            (None, Err(failure)) => Outcome::new(&Err(failure.clone())),
            (None, Ok(_)) => {
                return Err(PyValueError::new_err(format!("run {run} has not been run")));
            }
        };
        Ok(sweep::line(&point, trace_hash, &outcome))
    }
}

impl Plan {
    fn at(&self, run: u32) -> PyResult<sweep::Point> {
        if run < self.0.len() {
            Ok(self.0.point(run))
        } else {
            Err(PyValueError::new_err(format!(
                "run {run} of {}",
                self.0.len()
            )))
        }
    }
}

/// A trace as the runs read it. To be pickled as the bytes of its columnar file.
#[pyclass(frozen)]
struct Trace {
    file: Arc<[u8]>,
    hash: String,
}

#[pymethods]
impl Trace {
    /// From the bytes of a columnar file.
    #[new]
    fn new(file: &[u8]) -> PyResult<Self> {
        let file: Arc<[u8]> = file.into();
        let trace = trace::Trace::open(Box::new(Arc::clone(&file)));
        let trace = trace.map_err(|error| InputError::new_err(error.to_string()))?;
        let hash = trace.summary().hash.clone();
        Ok(Self { file, hash })
    }

    /// Imports a trace, gzipped or not, from its whole text. `reading` says how (JSON, the options of SPEC 12.2).
    #[staticmethod]
    #[pyo3(signature = (text, name, page_bytes, reading="{}"))]
    fn read(
        py: Python<'_>,
        text: &[u8],
        name: &str,
        page_bytes: u32,
        reading: &str,
    ) -> PyResult<Self> {
        let options = serde_json::from_str(reading)
            .map_err(|error| InputError::new_err(format!("how a trace is read: {error}")))?;
        py.detach(|| import(text, name, page_bytes, options))
    }

    /// The name of its content in a result.
    #[getter]
    fn hash(&self) -> &str {
        &self.hash
    }

    /// The columnar file.
    fn file<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.file)
    }
}

impl Trace {
    /// For a session of the engine.
    fn bytes(this: &Bound<'_, Self>) -> Box<dyn Bytes + Send> {
        Box::new(Arc::clone(&this.get().file))
    }
}

/// The columns of a trace.
fn import(text: &[u8], name: &str, page_bytes: u32, options: Options) -> PyResult<Trace> {
    let trace = imported(text, name, page_bytes, options)?;
    let hash = trace.summary().hash.clone();
    let file = trace.copied().expect("it is in memory").into();
    Ok(Trace { file, hash })
}

/// Ctrl-C ends it between two parts.
fn imported(
    text: &[u8],
    name: &str,
    page_bytes: u32,
    options: Options,
) -> PyResult<std::rc::Rc<trace::Trace>> {
    let heard = || Python::attach(|py| py.check_signals());
    let mut import = Import::new(Box::<Vec<u8>>::default());
    let open = ImportCommand::Open {
        options,
        name: name.to_owned(),
    };
    import.command(open).map_err(wrong)?;
    for chunk in text.chunks(1 << 20) {
        heard()?;
        import.push(chunk).map_err(wrong)?;
    }
    let finish = ImportCommand::Finish { page_bytes };
    let mut reply = import.command(finish).map_err(wrong)?;
    while !matches!(reply, ImportReply::Imported { .. }) {
        heard()?;
        reply = import.slice().map_err(wrong)?;
    }
    Ok(import.trace().expect("it was imported"))
}

/// Checks a scenario (JSON); gives it with every default filled in, its hash, and the trace it names.
#[pyfunction]
fn check(py: Python<'_>, scenario: &str) -> PyResult<(String, String, Option<Wanted>)> {
    let setup = py.detach(|| scenario::parse(scenario)).map_err(wrong)?;
    let trace = sweep::TraceWanted::of(&setup).map(wanted);
    Ok((setup.canonical, setup.hash, trace))
}

/// Flash operations between two looks at signals: a fraction of a second.
const OPERATIONS: u64 = 1 << 20;
/// How often runs were ended. Signals reach the main thread only: a pool's threads look here.
static ENDED: AtomicU64 = AtomicU64::new(0);

/// Ends the runs that are under way in other threads, by a `KeyboardInterrupt`.
#[pyfunction]
fn interrupt() {
    ENDED.fetch_add(1, Ordering::Relaxed);
}

/// Runs a scenario (JSON) to its end, without the interpreter's lock; gives what it came to: `"report":{…}` or `"failure":{…}`.
/// Ctrl-C ends it.
#[pyfunction]
#[pyo3(signature = (scenario, trace_name=None, trace=None))]
fn run(
    py: Python<'_>,
    scenario: &str,
    trace_name: Option<&str>,
    trace: Option<&Bound<'_, Trace>>,
) -> PyResult<String> {
    let trace = trace_name.zip(trace.map(Trace::bytes));
    while_wanted(py, move |go_on| {
        let trace = trace.map(|(name, file)| (name, file as Box<dyn Bytes>));
        let outcome = sweep::outcome_while(scenario, trace, OPERATIONS, go_on)?;
        Some(outcome.text().to_owned())
    })
}

/// Works without the interpreter's lock. The work asks now and then whether it is to go on; if not it ends with nothing, which is a
/// `KeyboardInterrupt`.
fn while_wanted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<T> + Send,
) -> PyResult<T> {
    let begun = ENDED.load(Ordering::Relaxed);
    let (done, raised) = py.detach(move || {
        let mut raised = None;
        let mut go_on = || {
            raised = Python::attach(|py| py.check_signals()).err();
            raised.is_none() && ENDED.load(Ordering::Relaxed) == begun
        };
        (work(&mut go_on), raised)
    });
    done.ok_or_else(|| raised.unwrap_or_else(|| PyKeyboardInterrupt::new_err(())))
}

/// How long the drive of a scenario (JSON) lasts under its report (JSON), as `ftl-lab lifetime --json` has it.
#[pyfunction]
fn lifetime(scenario: &str, report: &str, cycles: u32) -> PyResult<String> {
    let setup = scenario::parse(scenario).map_err(wrong)?;
    let counted: Counted = serde_json::from_str(report)
        .map_err(|error| InputError::new_err(format!("this is no report: {error}")))?;
    let found = lifetime_of(&[counted], &setup, cycles)
        .map_err(|refused| InputError::new_err(refused.to_string()))?;
    Ok(serde_json::to_string(&found).expect("a lifetime is JSON"))
}

/// The key of a line of results (engine, scenario hash, trace hash; `None` where there is no scenario), the outcome
/// of the run, and whether the engine is to blame.
#[pyfunction]
fn read_line(line: &str) -> PyResult<(Option<Of>, String, bool)> {
    let kept = Kept::read(line).map_err(PyValueError::new_err)?;
    let key = kept.key.map(
        |Key {
             engine,
             scenario,
             trace,
         }| (engine, scenario, trace),
    );
    Ok((key, kept.outcome.text().to_owned(), kept.outcome.is_bug()))
}

#[pymodule]
fn _ftl_lab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ENGINE", sweep::ENGINE)?;
    module.add("LINE", sweep::LINE)?;
    module.add("SCHEMA", SCHEMA)?;
    let error = module.py().get_type::<InputError>();
    for unknown in ["message", "field", "line", "column", "remedy"] {
        error.setattr(unknown, module.py().None())?;
    }
    module.add("InputError", error)?;
    module.add_class::<Plan>()?;
    module.add_class::<Trace>()?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(lifetime, module)?)?;
    module.add_function(wrap_pyfunction!(explain::explain, module)?)?;
    module.add_function(wrap_pyfunction!(interrupt, module)?)?;
    module.add("CMT_ENTRY_BYTES", scenario::CMT_ENTRY_BYTES)?;
    module.add("CYCLES", CYCLES)?;
    module.add_class::<spare::SpareSearch>()?;
    module.add_class::<drives::Lines>()?;
    module.add_class::<policy::Candidate>()?;
    module.add_function(wrap_pyfunction!(policy::policy, module)?)?;
    module.add_function(wrap_pyfunction!(read_line, module)?)
}
