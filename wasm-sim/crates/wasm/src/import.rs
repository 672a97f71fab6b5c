//! The import's module: one trace from a file's bytes to its columnar file.

use sim::failure::Failure;
use sim::import::{Drives, Import};
use trace::table::Stripes;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::file::{JsFile, TraceFile};
use crate::reply::{answer, not_a_command, throw_panics};

/// The first lines of a file and their meaning, from its first bytes and a `PreviewAsked`: `{"ok": Preview}` or `{"err": Failure}`.
#[wasm_bindgen]
pub fn preview(head: &[u8], json: &str) -> String {
    throw_panics();
    let reply = serde_json::from_str(json)
        .map_err(|error| not_a_command(&error.to_string()))
        .and_then(|asked| sim::import::preview(head, &asked));
    answer(&reply)
}

/// The import of one trace. All methods answer with JSON, `{"ok": ImportReply}` or `{"err": Failure}`.
#[wasm_bindgen]
pub struct TraceImport {
    import: Import,
}

#[wasm_bindgen]
impl TraceImport {
    /// An import into an empty file.
    #[wasm_bindgen(constructor)]
    pub fn new(file: TraceFile) -> Self {
        throw_panics();
        Self {
            import: Import::new(Box::new(JsFile(file))),
        }
    }

    /// Serves an `ImportCommand`, JSON in.
    pub fn command(&mut self, json: &str) -> String {
        let reply = serde_json::from_str(json)
            .map_err(|error| not_a_command(&error.to_string()))
            .and_then(|command| self.import.command(command));
        answer(&reply)
    }

    /// The next bytes of the file being imported. Answers nothing when all is well, a `Failure` otherwise.
    pub fn push(&mut self, bytes: &[u8]) -> Option<String> {
        let failure = self.import.push(bytes).err()?;
        Some(sim::json::text(&failure))
    }

    /// Works on one chunk of the trace.
    pub fn slice(&mut self) -> String {
        answer(&self.import.slice())
    }
}

/// Imported traces as a table of requests, in the format `csv`.
#[wasm_bindgen]
pub struct TraceTable {
    drives: Result<Drives, Failure>,
}

#[wasm_bindgen]
impl TraceTable {
    /// Two traces on one drive.
    pub fn together(first: &TraceImport, second: &TraceImport) -> Self {
        Self {
            drives: Drives::together(&[&first.import, &second.import]),
        }
    }

    /// The part of drive `drive`, from 0, in a trace whose addresses several drives share in stripes of this length, in the trace's unit.
    pub fn part(trace: &TraceImport, drives: u32, stripe: f64, drive: u32) -> Self {
        let length = stripe as u64;
        Self {
            drives: Drives::part(&trace.import, Stripes { drives, length }, drive),
        }
    }

    /// The next lines: `{"ok": TablePart}` or `{"err": Failure}`.
    pub fn next(&mut self) -> String {
        let part = self.drives.as_mut().map(Drives::more);
        answer(&part.map_err(|failure| failure.clone()))
    }
}
