//! WebAssembly bindings; the only user of wasm-bindgen.
//!
//! Three modules are built from here, one for each feature: `engine` runs simulations and holds no parser; `import` reads
//! traces and holds no simulator; `models` holds the closed forms alone. The page loads the second when a trace is first imported,
//! the third when the write amplification is first drawn.
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
