//! Random damage to good texts, and how a test is run on it.

use std::fmt::Debug;
use std::fs;
use std::io::Write;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Runs a test on `cases` values, or with `DEEP` on a hundred times as many.
pub fn fuzz<T: Debug>(cases: u32, of: &impl Strategy<Value = T>, test: impl Fn(&T)) {
    let many = if std::env::var_os("DEEP").is_some() {
        100
    } else {
        1
    };
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(cases * many)
    };
    let run = TestRunner::new(config).run(of, |value| {
        test(&value);
        Ok(())
    });
    if let Err(failure) = run {
        panic!("{failure}");
    }
}

/// One change to a text. Places are taken modulo its length.
#[derive(Clone, Copy, Debug)]
pub enum Damage {
    Set(u32, u8),
    Insert(u32, u8),
    Remove(u32, u8),
    Cut(u32),
    /// A piece of another text.
    Splice(u32, u32, u8),
}

/// One to five, mostly one or two: much damage is all refused for the same reasons.
#[derive(Clone, Copy, Debug)]
pub struct Damages {
    many: u8,
    each: [Damage; 5],
}

pub fn damages() -> impl Strategy<Value = Damages> {
    let damage = prop_oneof![
        any::<(u32, u8)>().prop_map(|(at, byte)| Damage::Set(at, byte)),
        any::<(u32, u8)>().prop_map(|(at, piece)| Damage::Insert(at, piece)),
        any::<(u32, u8)>().prop_map(|(at, n)| Damage::Remove(at, n)),
        any::<u32>().prop_map(Damage::Cut),
        any::<(u32, u32, u8)>().prop_map(|(at, from, n)| Damage::Splice(at, from, n)),
    ];
    (any::<u8>(), prop::array::uniform5(damage)).prop_map(|(many, each)| Damages { many, each })
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
