//! WebAssembly bindings; the only user of wasm-bindgen.
//!
//! Modules are built from here, one for each feature: `engine_page` and its like run simulations of some schemes and hold no
//! parser of traces; `import` reads traces and holds no simulator; `models` holds the closed forms alone. The page loads
//! an engine with the first scenario for it, `round` (choices made by a person, and the search for the best) with the first round, the import with the first trace, the models when the write amplification is
//! first drawn, `sweep` (many runs of any scheme, without history) with the first sweep or comparison in bulk.
//!
//! Commands and replies cross as JSON text; their types are generated from `sim::protocol`.

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "session")]
mod file;
#[cfg(feature = "import")]
mod import;
#[cfg(feature = "models")]
mod models;
#[cfg(feature = "session")]
mod reply;
#[cfg(feature = "round")]
mod round;
#[cfg(feature = "sweep")]
mod sheet;
#[cfg(feature = "sweep")]
mod sweep;
