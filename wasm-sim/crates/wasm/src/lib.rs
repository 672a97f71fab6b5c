//! WebAssembly bindings; the only user of wasm-bindgen.
//!
//! Three modules are built from here, one for each feature: `engine` runs simulations, challenges, sweeps and policies of every scheme;
//! `import` reads traces; `models` holds the closed forms. The page loads the engine first, the import with the first trace, the
//! models when the write amplification is first drawn.
//!
//! Commands and replies cross as JSON text; their types are generated from `sim::protocol`.

#[cfg(feature = "engine")]
mod challenge;
#[cfg(feature = "engine")]
mod engine;
#[cfg(any(feature = "engine", feature = "import"))]
mod file;
#[cfg(feature = "import")]
mod import;
#[cfg(feature = "models")]
mod models;
#[cfg(feature = "engine")]
mod needs;
#[cfg(feature = "engine")]
mod plans;
#[cfg(feature = "engine")]
mod policy;
#[cfg(any(feature = "engine", feature = "import"))]
mod reply;
#[cfg(feature = "engine")]
mod sweep;
