//! The import rules of the Rust side: which crate may use which, and that schemes never use each other.
//!
//! `nand <- options <- buffer <- ftl <- sim <- {cli, wasm, types}`; `host` (over `options`), `trace` and `model` are beside them. The rules are an allow-list: a new crate, or a
//! new arrow between crates, is a line here that a reviewer sees.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Crate, and the crates of ours it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("nand", &[]),
    ("options", &["nand"]),
    ("buffer", &["nand", "options"]),
    ("ftl", &["nand", "options", "buffer"]),
    ("trace", &[]),
    ("model", &[]),
    ("host", &["options"]),
    (
        "sim",
        &["nand", "options", "buffer", "ftl", "trace", "host", "model"],
    ),
    ("policy", &["sim"]),
    ("cli", &["nand", "ftl", "trace", "model", "sim", "policy"]),
    ("wasm", &["trace", "model", "sim"]),
    ("types", &["sim"]),
];

/// The dependencies that tie code to a browser, and the only crate that may have them.
const BROWSER: &[&str] = &[
    "wasm-bindgen",
    "js-sys",
    "web-sys",
    "serde-wasm-bindgen",
    "tsify",
];
const BROWSER_CRATE: &str = "wasm";

/// The crate that may not touch scheme files of others, and where its schemes lie.
const SCHEMES: &str = "ftl/src/schemes";

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

/// The names of all dependencies in a Cargo.toml, of every kind and target.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            inside = header.ends_with("dependencies");
            // `[dependencies.serde]` names one in the header.
            if let Some((_, name)) = header.split_once("dependencies.") {
                found.push(name.to_owned());
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            found.push(name.trim_matches('"').to_owned());
        }
    }
    found
}

/// The error in one crate's manifest.
fn crate_faults(name: &str, manifest: &str) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(crate_name, _)| *crate_name == name) else {
        return vec![format!(
            "crate {name} is not in the allow-list of xtask/tests/layers.rs"
        )];
    };
    let ours = |dependency: &str| {
        ALLOWED
            .iter()
            .any(|(crate_name, _)| *crate_name == dependency)
    };
    dependencies(manifest)
        .iter()
        .filter_map(|dependency| {
            if ours(dependency) && !allowed.contains(&dependency.as_str()) {
                Some(format!("crate {name} may not use {dependency}"))
            } else if BROWSER.contains(&dependency.as_str()) && name != BROWSER_CRATE {
                Some(format!(
                    "crate {name} may not use {dependency}: only {BROWSER_CRATE} may"
                ))
            } else {
                None
            }
        })
        .collect()
}

/// The modules of other schemes that a scheme's source mentions.
fn scheme_faults(own: &str, source: &str, schemes: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for other in schemes.iter().filter(|other| *other != own) {
            let mentions = ["super::", "schemes::"].iter().any(|path| {
                code.match_indices(path).any(|(at, _)| {
                    let rest = &code[at + path.len()..];
                    // `super::super::x` is the crate's root; `super::{a, b}` lists several.
                    let listed = rest
                        .strip_prefix('{')
                        .and_then(|list| list.split('}').next());
                    let names = listed.unwrap_or(rest);
                    names
                        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                        .take(if listed.is_some() { usize::MAX } else { 1 })
                        .any(|word| word == other)
                })
            });
            if mentions {
                faults.push(format!(
                    "scheme {own} uses scheme {other} (line {})",
                    number + 1
                ));
            }
        }
    }
    faults
}

/// Every Rust file below a folder, with the scheme it belongs to: its folder's name.
fn scheme_sources(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut sources = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return sources;
    };
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
            .to_owned();
        if path.is_dir() {
            let inner = scheme_sources(&path);
            sources.extend(inner.into_keys().map(|file| (file, stem.clone())));
        } else if path.extension().is_some_and(|extension| extension == "rs") 
            // The registry beside the folders belongs to none.
            && !folder.ends_with(SCHEMES)
        {
            sources.insert(path, stem);
        }
    }
    sources
}

#[test]
fn crates_depend_one_way() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for entry in fs::read_dir(crates()).expect("the crates folder") {
        let folder = entry.expect("a readable folder").path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a crate's name");
        faults.extend(crate_faults(name, &manifest));
        seen += 1;
    }
    assert_eq!(
        seen,
        ALLOWED.len(),
        "crates in the folder and in the allow-list"
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn schemes_never_use_each_other() {
    let sources = scheme_sources(&crates().join(SCHEMES));
    let schemes: Vec<String> = sources.values().cloned().collect();
    let faults: Vec<String> = sources
        .iter()
        .flat_map(|(path, own)| {
            scheme_faults(
                own,
                &fs::read_to_string(path).expect("a source file"),
                &schemes,
            )
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_arrow_between_crates_is_found() {
    let manifest =
        "[package]\nname = \"nand\"\n[dependencies]\nserde = \"1\"\nftl.workspace = true\n";
    assert_eq!(
        crate_faults("nand", manifest),
        ["crate nand may not use ftl"]
    );
    let target = "[target.'cfg(unix)'.dev-dependencies]\nsim = { path = \"../sim\" }\n";
    assert_eq!(
        crate_faults("trace", target),
        ["crate trace may not use sim"]
    );
    let table = "[dependencies.wasm-bindgen]\nversion = \"1\"\n";
    assert_eq!(
        crate_faults("sim", table),
        ["crate sim may not use wasm-bindgen: only wasm may"]
    );
    assert_eq!(
        crate_faults("sim", "[dependencies]\nnand.workspace = true\n"),
        [""; 0]
    );
    assert_eq!(crate_faults("attic", "").len(), 1);
}

#[test]
fn a_scheme_that_uses_another_is_found() {
    let schemes = ["bast".to_owned(), "fast".to_owned(), "page".to_owned()];
    let faults = |source| scheme_faults("fast", source, &schemes).len();
    assert_eq!(faults("use super::bast::LogBlock;"), 1);
    assert_eq!(faults("use crate::schemes::page;"), 1);
    assert_eq!(faults("use super::{Config, page::PageMap};"), 1);
    assert_eq!(
        faults("use super::super::parts::victim;\nuse super::fast::x; // as super::bast does"),
        0
    );
}
