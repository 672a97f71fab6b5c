//! The models' module: write amplification in closed form, lifetime, and how much spare space is enough (see the crate `model`).

use model::figures;
use wasm_bindgen::prelude::wasm_bindgen;

/// See [`figures::write_amplification`]. It is NaN where the model has no answer: the page has nothing to draw there.
#[wasm_bindgen]
pub fn write_amplification(alpha: f64, pages_per_block: f64, r: f64, f: f64) -> f64 {
    figures::write_amplification(alpha, pages_per_block, r, f)
}

/// See [`figures::optimal_split`].
#[wasm_bindgen]
pub fn optimal_split(alpha: f64, pages_per_block: f64, r: f64, f: f64) -> Vec<f64> {
    figures::optimal_split(alpha, pages_per_block, r, f)
}

/// See [`figures::endurance`].
#[wasm_bindgen]
pub fn endurance(cycles: f64, counted: &[f64]) -> Vec<f64> {
    figures::endurance(cycles, counted)
}

/// See [`figures::fewest_blocks`].
#[wasm_bindgen]
pub fn fewest_blocks(wanted: &[f64], tried: &[f64]) -> f64 {
    figures::fewest_blocks(wanted, tried)
}
