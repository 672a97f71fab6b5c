//! Policies in Python: an object whose methods answer decisions (SPEC 13).

use std::cell::RefCell;
use std::rc::Rc;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use sim::failure::Failure;
use sim::policy::{
    Asked, DeviceFacts, FUNCTIONS, Hooks, NOTE_WORDS, NOTED, NOTES, Program, Run, Stop,
};

use crate::wrong;

/// A candidate of a decision.
#[pyclass(frozen, get_all)]
pub struct Candidate {
    /// The number to return.
    id: u32,
    /// Valid pages of the block.
    valid: u32,
    /// Erases of the block.
    erases: u32,
    /// Host page writes when the block was closed.
    closed_at: u64,
    /// Whether flash does not know the mapping yet.
    dirty: bool,
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        let Self {
            id, valid, erases, ..
        } = self;
        format!("Candidate(id={id}, valid={valid}, erases={erases})")
    }
}

/// The name of a function as a method: `logBlock` is `log_block`.
fn method(name: &str) -> String {
    name.replace("logBlock", "log_block")
}

struct Object {
    policy: Py<PyAny>,
    hooks: Hooks,
    /// The exception of a method, with its traceback.
    raised: Raised,
}

/// Kept beside the run, which has words of it only.
type Raised = Rc<RefCell<Option<PyErr>>>;

impl Object {
    fn new(py: Python<'_>, policy: Py<PyAny>, raised: Raised) -> PyResult<Self> {
        let has = |name: &str| -> PyResult<bool> {
            let found = policy.bind(py).getattr_opt(method(name))?;
            Ok(found.is_some_and(|found| found.is_callable()))
        };
        let mut hooks = Hooks::default();
        for (n, name) in NOTES.iter().enumerate() {
            hooks.notes |= u32::from(has(name)?) << n;
        }
        for (n, (_, name)) in FUNCTIONS.iter().enumerate() {
            hooks.answers |= u32::from(has(name)?) << n;
        }
        hooks.looks = hooks.answers;
        Ok(Self {
            policy,
            hooks,
            raised,
        })
    }

    fn stop<T>(&self, function: &str, done: PyResult<T>) -> Result<T, Stop> {
        done.map_err(|error| {
            let message = format!("raised {error}");
            *self.raised.borrow_mut() = Some(error);
            Stop {
                function: method(function),
                message,
                remedy: "Return the id of a candidate, or None for the scheme's own choice."
                    .to_owned(),
                line: None,
                column: None,
            }
        })
    }
}

impl Program for Object {
    fn hooks(&self) -> Hooks {
        self.hooks
    }

    fn init(&mut self, device: &DeviceFacts) -> Result<(), Stop> {
        let g = device.geometry;
        let done = Python::attach(|py| match self.policy.bind(py).getattr_opt("init")? {
            Some(init) => init
                .call1((g.blocks, g.pages_per_block, device.logical_pages))
                .map(drop),
            None => Ok(()),
        });
        self.stop("init", done)
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        for note in notes.chunks_exact(NOTE_WORDS) {
            let n = note[0] as usize;
            let name = NOTES[n];
            let done = Python::attach(|py| {
                let policy = self.policy.bind(py);
                let (a, b, c) = (note[1], note[2], note[3]);
                match NOTED[n] {
                    1 => policy.call_method1(name, (a,)),
                    2 => policy.call_method1(name, (a, b)),
                    _ => policy.call_method1(name, (a, b, c)),
                }
                .map(drop)
            });
            self.stop(name, done)?;
        }
        Ok(())
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop> {
        let name = FUNCTIONS[asked.kind as usize].1;
        let done = Python::attach(|py| -> PyResult<Option<u32>> {
            let policy = self.policy.bind(py);
            let its = PyString::new(py, &method(name));
            let answer = if name == "placement" {
                policy.call_method1(its, (asked.lpn, asked.now, asked.own))?
            } else {
                let list = asked.candidates.iter().map(|f| Candidate {
                    id: f.id,
                    valid: f.valid,
                    erases: f.erases,
                    closed_at: f.closed_at,
                    dirty: f.dirty,
                });
                let list = list.map(|one| Py::new(py, one));
                let list = PyList::new(py, list.collect::<PyResult<Vec<_>>>()?)?;
                policy.call_method1(its, (list, asked.now, asked.own))?
            };
            answer.extract()
        });
        self.stop(name, done)
    }
}

/// Runs a scenario with a policy: the scenario with its choices, and the outcome, both JSON.
#[pyfunction]
pub fn policy(py: Python<'_>, scenario: &str, program: Py<PyAny>) -> PyResult<(String, String)> {
    let raised = Raised::default();
    let program = Box::new(Object::new(py, program, Rc::clone(&raised))?);
    let because = |failure: Failure| match raised.take() {
        // Ctrl-C and an exit are no fault of the policy.
        Some(error) if !error.is_instance_of::<PyException>(py) => error,
        cause => {
            let error = wrong(failure);
            error.set_cause(py, cause);
            error
        }
    };
    let mut run = Run::open(scenario, program).map_err(&because)?;
    while !run.slice(1_000).map_err(&because)? {
        py.check_signals()?;
    }
    let outcome = serde_json::to_string(&run.outcome()).expect("an outcome is JSON");
    Ok((run.scenario(), outcome))
}
