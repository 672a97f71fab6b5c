//! Columnar trace files that lie in JavaScript: a blob, a file of the browser's own file system, an array.

#[cfg(feature = "import")]
use trace::Store;
use trace::{Bytes, FileError};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** A columnar trace file. What it throws is told as the reason why the file cannot be read or written. */
export interface TraceFile {
  /** Bytes so far. */
  size(): number;
  /** `length` bytes from `at` on. */
  read(at: number, length: number): Uint8Array;
  /** Adds bytes at the end; they are wasm memory, to be copied before this returns. Only an import calls it. */
  append?(bytes: Uint8Array): void;
}
";

#[wasm_bindgen]
extern "C" {
    /// The interface above.
    #[wasm_bindgen(typescript_type = "TraceFile")]
    pub type TraceFile;

    #[wasm_bindgen(method)]
    fn size(this: &TraceFile) -> f64;

    #[wasm_bindgen(method, catch)]
    fn read(this: &TraceFile, at: f64, length: u32) -> Result<Vec<u8>, JsValue>;

    #[cfg(feature = "import")]
    #[wasm_bindgen(method, catch)]
    fn append(this: &TraceFile, bytes: &[u8]) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = String)]
    fn text(value: &JsValue) -> String;
}

/// A file of JavaScript's as the crates below know files.
pub struct JsFile(pub TraceFile);

impl Bytes for JsFile {
    fn size(&self) -> u64 {
        self.0.size() as u64
    }

    fn read(&self, at: u64, length: u32) -> Result<Vec<u8>, FileError> {
        let bytes = self.0.read(at as f64, length);
        bytes.map_err(|error| FileError(text(&error)))
    }
}

#[cfg(feature = "import")]
impl Store for JsFile {
    fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let appended = self.0.append(bytes);
        appended.map_err(|error| FileError(text(&error)))
    }
}
