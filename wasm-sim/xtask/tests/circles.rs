//! No import circle in `sim`: at each level of its folders the modules, each with all that is below it, use each other one way.
//! A parent and its own children may know each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The crate, from `crates/`.
const CRATE: &str = "sim/src";

/// A module's path from the crate's root: `["scenario", "ram"]`.
type Module = Vec<String>;

/// The uses among the modules of one folder, each with a file that has it.
type Uses = BTreeMap<(String, String), PathBuf>;

#[test]
fn modules_use_each_other_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../crates")
        .join(CRATE);
    let mut files = Vec::new();
    sources(&root, &mut files);
    let modules: BTreeSet<Module> = files.iter().map(|file| module_of(&root, file)).collect();
    assert!(modules.len() > 60, "only {} modules", modules.len());
    let mut levels: BTreeMap<Module, Uses> = BTreeMap::new();
    for file in &files {
        let own = module_of(&root, file);
        let tokens = fs::read_to_string(file).unwrap().parse().unwrap();
        let mut used = BTreeSet::new();
        paths(&without_tests(tokens), &own, &modules, &mut used);
        for other in used {
            let shared = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (own.get(shared), other.get(shared)) {
                let level = levels.entry(own[..shared].to_vec()).or_default();
                level.insert((from.clone(), to.clone()), file.clone());
            }
        }
    }
    let circles: Vec<String> = levels
        .iter()
        .flat_map(|(level, uses)| {
            back(uses).map(move |edge| format!("{}: {edge}", level.join("::")))
        })
        .collect();
    assert!(circles.is_empty(), "circles:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let edge = |from: &str, to: &str| ((from.to_owned(), to.to_owned()), PathBuf::new());
    let one_way: Uses = [edge("a", "b"), edge("b", "c"), edge("a", "c")].into();
    assert_eq!(back(&one_way).count(), 0);
    let circle: Uses = [
        edge("a", "b"),
        edge("b", "c"),
        edge("c", "a"),
        edge("c", "d"),
    ]
    .into();
    assert_eq!(back(&circle).count(), 3);
}

/// The uses that are part of a circle.
fn back(uses: &Uses) -> impl Iterator<Item = String> + '_ {
    uses.iter()
        .filter(|((from, to), _)| reaches(uses, to, from))
        .map(|((from, to), file)| format!("{from} -> {to} in {}", file.display()))
}

fn reaches(uses: &Uses, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut ahead = vec![from];
    while let Some(module) = ahead.pop() {
        if module == to {
            return true;
        }
        for (_, next) in uses.keys().filter(|(from, _)| from == module) {
            if seen.insert(next) {
                ahead.push(next);
            }
        }
    }
    false
}

/// The files of a folder, and of folders in it, that are no tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if name.ends_with("tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn module_of(root: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    names
        .filter(|name| name != "mod" && name != "lib")
        .collect()
}

/// Leaves out what is behind `#[cfg(test)]`.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut kept = Vec::new();
    let mut rest = &tokens[..];
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let attribute = match (first, after.first()) {
            (TokenTree::Punct(p), Some(TokenTree::Group(group))) if p.as_char() == '#' => {
                group.to_string().replace(' ', "")
            }
            _ => String::new(),
        };
        if attribute == "[cfg(test)]" {
            let end = rest.iter().position(ends_an_item).unwrap_or(rest.len() - 1);
            rest = &rest[end + 1..];
        } else {
            kept.push(first.clone());
        }
    }
    kept
}

fn ends_an_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(p) => p.as_char() == ';',
        _ => false,
    }
}

/// The modules that paths beginning with `crate`, `super` or `self` lead to, lists in braces included.
fn paths(
    tokens: &[TokenTree],
    own: &[String],
    modules: &BTreeSet<Module>,
    used: &mut BTreeSet<Module>,
) {
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            TokenTree::Ident(name) if *name == "crate" => {
                follow(&mut rest, Vec::new(), modules, used);
            }
            TokenTree::Ident(name) if *name == "super" => {
                let parent = own[..own.len().saturating_sub(1)].to_vec();
                follow(&mut rest, parent, modules, used);
            }
            TokenTree::Ident(name) if *name == "self" => {
                follow(&mut rest, own.to_vec(), modules, used);
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                paths(&inner, own, modules, used);
            }
            _ => {}
        }
    }
}

/// Follows `::name::name` or `::{…}` from a module.
fn follow(
    rest: &mut &[TokenTree],
    mut at: Module,
    modules: &BTreeSet<Module>,
    used: &mut BTreeSet<Module>,
) {
    loop {
        let colons = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
        match rest {
            [a, b, TokenTree::Ident(name), after @ ..] if colons(a) && colons(b) => {
                if *name == "super" {
                    at.pop();
                } else {
                    let mut next = at.clone();
                    next.push(name.to_string());
                    if !modules.contains(&next) {
                        break;
                    }
                    at = next;
                }
                *rest = after;
            }
            [a, b, TokenTree::Group(list), after @ ..] if colons(a) && colons(b) => {
                *rest = after;
                let listed: Vec<TokenTree> = list.stream().into_iter().collect();
                for item in
                    listed.split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ','))
                {
                    let Some((TokenTree::Ident(name), mut inner)) = item
                        .split_first()
                        .map(|(first, rest)| (first.clone(), rest))
                    else {
                        continue;
                    };
                    let mut next = at.clone();
                    next.push(name.to_string());
                    if modules.contains(&next) {
                        follow(&mut inner, next, modules, used);
                    } else {
                        used.insert(at.clone());
                    }
                }
                return;
            }
            _ => break,
        }
    }
    used.insert(at);
}
