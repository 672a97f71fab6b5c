//! The models' module: write amplification in closed form (see the crate `model`).
//!
//! Figures that a model has no answer to give NaN: the page has nothing to draw there, and no one to tell why.

use model::{Cleaning, Traffic};
use wasm_bindgen::prelude::wasm_bindgen;

/// Write amplification with one write frontier, for alpha times as much flash as data: a share `r` of the writes goes to a share
/// `f` of the pages, both 1 for uniform traffic. `pages_per_block` is for greedy cleaning; 0 stands for LRU cleaning.
#[wasm_bindgen]
pub fn write_amplification(alpha: f64, pages_per_block: f64, r: f64, f: f64) -> f64 {
    let traffic = if r < 1.0 {
        Traffic::hot_cold(r, f)
    } else {
        Ok(Traffic::uniform())
    };
    let cleaning = if pages_per_block > 0.0 {
        Cleaning::greedy(pages_per_block)
    } else {
        Ok(Cleaning::lru())
    };
    match (traffic, cleaning) {
        (Ok(traffic), Ok(cleaning)) => {
            model::write_amplification(&traffic, cleaning, alpha).unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    }
}
