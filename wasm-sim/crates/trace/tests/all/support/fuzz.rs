//! Fuzzing by bolero: how its targets are run, and random damage to good texts.
//!
//! A target is an ordinary test. `cargo test` runs a fixed number of cases, the same each time: bolero's own engine under
//! `cargo test` takes other ones each time, so the bytes that it makes values of come from a fixed seed here. With `DEEP` that
//! engine follows, with many more, and shrinks what fails. `cargo bolero test` runs the same target under libFuzzer.

use std::fmt::Debug;
use std::fs;
use std::io::Write;

use bolero::generator::bolero_generator::driver::{ByteSliceDriver, Options};
use bolero::{TypeGenerator, ValueGenerator, produce};

/// Bytes that a case is made of.
const BYTES: usize = 512;

/// Runs a target on `cases` values, or on a hundred times as many.
pub fn fuzz<T: TypeGenerator + Debug + 'static>(
    cases: u64,
    target: impl Fn(&T) + std::panic::RefUnwindSafe,
) {
    for case in 0..cases {
        let bytes = noise(case);
        let mut driver = ByteSliceDriver::new(&bytes, &Options::default());
        if let Some(value) = produce::<T>().generate(&mut driver) {
            let shown = Told(case, &value);
            target(shown.1);
            std::mem::forget(shown);
        }
    }
    if std::env::var_os("DEEP").is_some() {
        bolero::check!()
            .with_type::<T>()
            .with_iterations(cases as usize * 100)
            .for_each(|value| target(value));
    }
}

/// Tells the value of a case that panics.
struct Told<'a, T: Debug>(u64, &'a T);

impl<T: Debug> Drop for Told<'_, T> {
    fn drop(&mut self) {
        eprintln!("case {}: {:?}", self.0, self.1);
    }
}

/// `SplitMix64`.
fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed << 32;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..BYTES / 8).flat_map(|_| next().to_le_bytes()).collect()
}

/// One change to a text. Places are taken modulo its length.
#[derive(Clone, Copy, Debug, TypeGenerator)]
pub enum Damage {
    Set(u32, u8),
    Insert(u32, u8),
    Remove(u32, u8),
    Cut(u32),
    /// A piece of another text.
    Splice(u32, u32, u8),
}

/// One to five, mostly one or two: much damage is all refused for the same reasons.
#[derive(Clone, Copy, Debug, TypeGenerator)]
pub struct Damages {
    many: u8,
    each: [Damage; 5],
}

impl Damages {
    fn each(&self) -> &[Damage] {
        // Half of them one, a quarter two, and so on.
        let more = self.many.trailing_ones() as usize;
        &self.each[..=more.min(4)]
    }
}

/// The input.
const PIECES: [&str; 24] = [
    "18446744073709551615",
    "18446744073709551616",
    "4294967295",
    "-1",
    "0",
    ".",
    "1e9",
    "\u{e9}",
    "\0",
    "\n",
    "\r\n",
    ",",
    " ",
    "\t",
    "\"",
    "#",
    "+",
    "0x",
    "{",
    "}",
    "[",
    ":",
    "null",
    ">=",
];

/// The text with its damages; pieces may come from `other`.
pub fn damaged(text: &[u8], other: &[u8], damages: Damages) -> Vec<u8> {
    let mut text = text.to_vec();
    for &damage in damages.each() {
        let length = text.len();
        let place = |at: u32| at as usize % (length + 1);
        match damage {
            Damage::Set(at, byte) if length > 0 => text[at as usize % length] = byte,
            Damage::Insert(at, piece) => {
                let (at, piece) = (place(at), PIECES[piece as usize % PIECES.len()]);
                text.splice(at..at, piece.bytes());
            }
            Damage::Remove(at, n) => {
                let at = place(at);
                text.drain(at..length.min(at + usize::from(n % 20)));
            }
            // Mostly near the end: what is cut to a few bytes has little to say.
            Damage::Cut(at) if at % 4 > 0 => {
                text.truncate(length.saturating_sub(at as usize / 4 % 20));
            }
            Damage::Cut(at) => text.truncate(place(at)),
            Damage::Splice(at, from, n) if !other.is_empty() => {
                let (at, from) = (place(at), from as usize % other.len());
                text.splice(
                    at..at,
                    other[from..other.len().min(from + usize::from(n % 60))].to_vec(),
                );
            }
            // There is nothing to set, nothing to take.
            Damage::Set(..) | Damage::Splice(..) => {}
        }
    }
    text
}

/// Writes a line to `name` in the folder that the variable `FUZZ_CASES` names, if it is set: the input and the result, for `web/protocol/engine/fuzz.test.ts`, which holds the engine in wasm to the same.
pub fn record(name: &str, line: &serde_json::Value) {
    let Some(folder) = std::env::var_os("FUZZ_CASES") else {
        return;
    };
    let path = std::path::Path::new(&folder).join(name);
    let mut file = fs::File::options()
        .create(true)
        .append(true)
        .open(path)
        .expect("a folder");
    // In one piece: tests run side by side.
    file.write_all(format!("{line}\n").as_bytes())
        .expect("room");
}
