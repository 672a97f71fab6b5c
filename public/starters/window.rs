//! The block with the fewest valid pages among the 32 that were closed longest ago. An FTL Lab policy in Rust: the functions are in
//! SPEC.md, section 13.4. Build it, and open window.wasm on the page:
//!
//! rustup target add wasm32-unknown-unknown
//! rustc --edition 2024 --target wasm32-unknown-unknown -O -C panic=abort -C strip=symbols --crate-type cdylib window.rs

#[link(wasm_import_module = "ftl")]
unsafe extern "C" {
    /// The number of candidate n; the block that was closed longest ago is candidate 0.
    safe fn id(n: i32) -> i32;
    /// Its valid pages.
    safe fn valid(n: i32) -> i32;
}

/// The number of the block to clean, of `count` closed ones.
#[unsafe(no_mangle)]
pub extern "C" fn victim(count: i32, _now: i32) -> i32 {
    let mut best = 0;
    for n in 1..count.min(32) {
        if valid(n) < valid(best) {
            best = n;
        }
    }
    id(best)
}
