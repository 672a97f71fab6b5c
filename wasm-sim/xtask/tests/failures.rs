//! Every text that the engine may say to a person has its Korean: web/i18n/failures/ko.json.
//!
//! The sources are taken to their tokens. Every text of two words or more is a text that may be said, unless it is a
//! panic's, an attribute's (comments of documentation are attributes) or a test's. So a new message is missed however
//! it is made. Texts that are no sentence (examples, names, words of the breakpoints' language) are listed here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use serde::Deserialize;

/// The crates whose texts reach the page.
const CRATES: &[&str] = &["nand", "options", "ftl", "trace", "model", "sim", "wasm"];
/// The types that become TypeScript or JSON Schema, and files for other programs.
const NOT_SAID: &[&str] = &[
    "wasm/src/file.rs/",
    // The comments of a job file, for fio.
    "trace/src/iolog.rs/",
    // Notes on a trace that was read: the page has messages of its own.
    "trace/src/note.rs/",
    // The page searches by itself, and offers only runs that can be searched.
    "sim/src/spare/mod.rs/",
    "sim/src/scenario/export/typescript.rs/",
    "sim/src/scenario/export/schema.rs/",
];

/// The words of `serde_json` about a text that is no JSON: they are passed on.
const OF_SERDE_JSON: &[&str] = &[
    "invalid number",
    "EOF while parsing a string",
    "EOF while parsing an object",
    "EOF while parsing a value",
    "EOF while parsing a list",
    "trailing characters",
    "expected `,` or `]`",
    "expected `,` or `}`",
    "key must be a string",
    "expected `:`",
    "expected value",
    "expected ident",
    "control character (\\u0000-\\u001F) found while parsing a string",
    "invalid escape",
];

/// Texts that are the same in every language: names, examples, words of a notation, keys.
const THE_SAME: &[&str] = &[
    // trace: names of formats, and samples.
    "DiskSim / FlashSim",
    "MQSim / SSDSim",
    "Microsoft Research Cambridge",
    "UMass / Storage Performance Council",
    "SYSTOR '17",
    "Tencent Cloud Block Storage",
    "blktrace, blkparse",
    "259,2    0        4     0.000003858  4020  D  RS 282624 + 8 [java]",
    "fio version 3 iolog\n878 /dev/sda write 0 16384",
    "89966104059 4892 syslogd 904265560 8 W 6 0 7c6a5dc3a4b0c1f2d3e4f5061728394a",
    "trace events of Linux (ftrace, perf script)",
    "dd-4242 [001] d..1. 1021.552180: block_rq_issue: 259,0 W 4096 () 2048 + 8 none,0,0 [dd]",
    // trace: commands that unpack a file.
    "zstd -dc FILE > FILE.txt",
    "xz -dc FILE > FILE.txt",
    "bzip2 -dc FILE > FILE.txt",
    "lz4 -dc FILE > FILE.txt",
    "7z x FILE",
    "unrar x FILE",
    "zcat FILE > FILE.txt",
    "zcat FILE > FILE.zip",
    "zcat FILE > FILE.gz",
    "blkparse -i FILE -o FILE.txt",
    "--column {name}={number}",
    "perf script -i FILE > FILE.txt",
    "trace-cmd report -i FILE > FILE.txt",
    "tar -xf FILE",
    "unzip FILE",
    "Trace({} of {})",
    // sim/predicate: words of a breakpoint, and examples of one.
    "host read",
    " lpn ",
    " ppn ",
    " pbn ",
    " pbn {pbn}",
    "victim valid",
    "merge switch",
    "merge partial",
    "merge full",
    "merge full blocks",
    "cmt hit",
    "cmt miss",
    "evict dirty",
    "evict clean",
    "wa >= {}",
    "host write lpn 5",
    "write lpn 5",
    "trim lpn 5",
    "read ppn 130",
    "program ppn 130",
    "erase pbn 7",
    "erases pbn 7 >= 3",
    "victim valid > 12",
    "merge full blocks >= 3",
    "free <= 2",
    "wa >= 1.5",
    "gc or erase pbn 7",
    "the ",
    // ftl: a default in a notation.
    "`page_bytes` / 4",
    // sim/scenario/problem: what the reader of JSON says, looked for and said otherwise.
    "unknown field",
    "unknown variant",
    "missing field",
    "duplicate field",
    "invalid type: ",
    "invalid length {count}, expected a list of {N}",
    "a sequence",
    "struct ",
    // sim/json: where the words of its message end.
    " at line ",
    "{is}{given}; expected {wanted}",
    "\" or \"",
];

#[derive(Deserialize)]
struct Korean {
    /// By the texts of the sources.
    engine: BTreeMap<String, String>,
    /// By sentences that the sources put together from several texts.
    joined: BTreeMap<String, String>,
}

#[test]
fn every_text_of_the_engine_is_there_in_korean() {
    let path = root().join("web/i18n/failures/ko.json");
    let korean: Korean = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut said = BTreeMap::new();
    for crate_ in CRATES {
        let folder = root().join("wasm-sim/crates").join(crate_).join("src");
        for file in sources(&folder) {
            let tokens = fs::read_to_string(&file).unwrap().parse().unwrap();
            for text in texts(tokens) {
                said.entry(text).or_insert_with(|| file.clone());
            }
        }
    }
    assert!(said.len() > 300, "{} texts are too few", said.len());
    let told = |text: &str| {
        korean.engine.contains_key(text)
            || THE_SAME.contains(&text)
            || korean.joined.keys().any(|whole| whole.contains(text))
    };
    let missing: Vec<_> = said.iter().filter(|(text, _)| !told(text)).collect();
    assert!(missing.is_empty(), "without Korean: {missing:#?}");
    let known = |text: &str| said.contains_key(text) || OF_SERDE_JSON.contains(&text);
    let gone: Vec<_> = korean.engine.keys().filter(|text| !known(text)).collect();
    assert!(gone.is_empty(), "no longer in the sources: {gone:#?}");
    let gone: Vec<_> = THE_SAME.iter().filter(|text| !known(text)).collect();
    assert!(gone.is_empty(), "no longer in the sources: {gone:#?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder, and of folders in it, that are no tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let apart = NOT_SAID
            .iter()
            .any(|apart| path.join("").to_str().unwrap().ends_with(apart));
        if name.ends_with("tests") || apart {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The texts of two words or more.
fn texts(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest: &[TokenTree] = &tokens.into_iter().collect::<Vec<_>>();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, after) {
            // `#[…]`, `#![…]`; what is for tests alone ends with its body or its semicolon.
            (TokenTree::Punct(p), [TokenTree::Group(attribute), ..]) if p.as_char() == '#' => {
                rest = &after[1..];
                if attribute.to_string().replace(' ', "") == "[cfg(test)]" {
                    let end = rest.iter().position(ends_an_item).unwrap_or(rest.len() - 1);
                    rest = &rest[end + 1..];
                }
            }
            (TokenTree::Punct(p), [TokenTree::Punct(inner), TokenTree::Group(_), ..])
                if p.as_char() == '#' && inner.as_char() == '!' =>
            {
                rest = &after[2..];
            }
            // The words of a bug: `panic!(…)`, `.expect(…)`.
            (TokenTree::Ident(name), [TokenTree::Punct(p), TokenTree::Group(_), ..])
                if p.as_char() == '!' && panics(&name.to_string()) =>
            {
                rest = &after[2..];
            }
            (TokenTree::Punct(p), [TokenTree::Ident(name), TokenTree::Group(_), ..])
                if p.as_char() == '.' && name == "expect" =>
            {
                rest = &after[2..];
            }
            (TokenTree::Group(group), _) => found.extend(texts(group.stream())),
            (TokenTree::Literal(literal), _) => found.extend(words(literal)),
            _ => {}
        }
    }
    found
}

fn ends_an_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(p) => p.as_char() == ';',
        _ => false,
    }
}

fn panics(name: &str) -> bool {
    matches!(name, "panic" | "unreachable" | "todo")
        || name.trim_start_matches("debug_").starts_with("assert")
}

/// The text of a literal, if a person would read words in it.
fn words(literal: &Literal) -> Option<String> {
    let syn::Lit::Str(text) = syn::Lit::new(literal.clone()) else {
        return None;
    };
    let text = text.value();
    let mut own = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            c if depth == 0 => own.push(c),
            _ => {}
        }
    }
    let letters = own
        .as_bytes()
        .windows(2)
        .any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
    (letters && text.contains(' ')).then_some(text)
}
