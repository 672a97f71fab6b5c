//! WebAssembly bindings of the session; the only user of wasm-bindgen.

use wasm_bindgen::prelude::wasm_bindgen;

/// The engine's version, as in `Cargo.toml`.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
