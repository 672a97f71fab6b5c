//! Traces as tables: several on one drive, one on several.

use std::rc::Rc;

use pyo3::prelude::*;
use trace::table::{Named, Stripes, Table};

use crate::{InputError, imported};

/// Requests written at a time.
const PART: u32 = 50_000;

/// Bytes of a page in the statistics of an import, which no one sees.
const PAGE_BYTES: u32 = 4096;

/// A trace with the names of its devices, which its columns do not have.
fn read(text: &[u8], name: &str, reading: &str) -> PyResult<Rc<trace::Trace>> {
    let options = serde_json::from_str(reading)
        .map_err(|error| InputError::new_err(format!("how a trace is read: {error}")))?;
    imported(text, name, PAGE_BYTES, options)
}

/// The lines of a table, to be written one after another.
#[pyclass(unsendable)]
pub struct Lines {
    table: Table,
    headed: bool,
}

#[pymethods]
impl Lines {
    /// Of several traces (name and text) on one drive.
    #[staticmethod]
    fn mixed(files: Vec<(String, Vec<u8>)>, reading: &str) -> PyResult<Self> {
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let named = files.into_iter().map(|(name, text)| {
            let trace = read(&text, &name, reading)?;
            Ok(Named { name, trace })
        });
        let named = named.collect::<PyResult<_>>()?;
        let table = Table::of_all(named).map_err(|apart| {
            let (first, other) = (&names[0], &names[apart.which()]);
            InputError::new_err(format!("{first}, {other}: {}", apart.told().0))
        })?;
        Ok(Self {
            table,
            headed: false,
        })
    }

    /// Of a trace (name and text) on several drives: a table for each.
    #[staticmethod]
    fn split(name: &str, text: &[u8], reading: &str, drives: u32, stripe: u64) -> PyResult<Vec<Self>> {
        let trace = read(text, name, reading)?;
        let stripes = Stripes {
            drives,
            length: stripe,
        };
        let of = |drive| Self {
            table: Table::of_drive(Rc::clone(&trace), stripes, drive),
            headed: false,
        };
        Ok((0..drives).map(of).collect())
    }

    /// The next lines, the head first; empty at the end.
    fn next(&mut self) -> String {
        if !self.headed {
            self.headed = true;
            return self.table.head();
        }
        self.table.next(PART)
    }
}
