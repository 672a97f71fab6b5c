//! The needs of a scenario, answered in one call: the page makes line-ups of scenarios with it, in its own thread.
//!
//! Nothing comes back for a text that is no scenario: opening it says why.

use sim::scenario::needs;
use wasm_bindgen::prelude::wasm_bindgen;

/// The fewest blocks with which the scheme of a scenario never runs out. The device of the scenario may have fewer.
#[wasm_bindgen]
pub fn minimum_blocks(scenario: &str) -> Option<f64> {
    Some(needs::minimum_blocks(scenario)? as f64)
}

/// Bytes of the mapping tables.
#[wasm_bindgen]
pub fn mapping_bytes(scenario: &str) -> Option<f64> {
    Some(needs::mapping_bytes(scenario)? as f64)
}

/// Pages of the write buffer; 0 without one. Nothing also where `ram_bytes` is too small.
#[wasm_bindgen]
pub fn buffer_pages(scenario: &str) -> Option<f64> {
    needs::buffer_pages(scenario).map(f64::from)
}
