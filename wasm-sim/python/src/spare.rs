//! How much spare space is enough.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim::scenario;
use sim::spare::{Counted, Search};

use crate::wrong;

/// A search for the fewest blocks: it says what is to be run, and takes up what came of it.
#[pyclass]
pub struct SpareSearch(Search);

#[pymethods]
impl SpareSearch {
    /// Of a scenario (JSON), for a write amplification.
    #[new]
    fn new(scenario: &str, amplification: f64) -> PyResult<Self> {
        let setup = scenario::parse(scenario).map_err(wrong)?;
        Search::new(&setup, amplification).map(Self).map_err(wrong)
    }

    /// The blocks and the scenario (JSON) of the next run; `None`: there is none.
    fn next(&self) -> Option<(u32, String)> {
        self.0.next()
    }

    /// Takes up the report (JSON) of that run.
    fn put(&mut self, blocks: u32, report: &str) -> PyResult<()> {
        let counted: Counted = serde_json::from_str(report)
            .map_err(|error| PyValueError::new_err(format!("this is no report: {error}")))?;
        self.0.put(blocks, &counted);
        Ok(())
    }

    /// The result, as `ftl-lab spare --json` has it.
    fn found(&self) -> String {
        serde_json::to_string(&self.0.clone().found()).expect("it is JSON")
    }
}
