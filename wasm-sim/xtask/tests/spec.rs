//! `SPEC.md` is the contract that comments cite: every citation leads to a heading, every link in it to a place, and every field
//! of a scenario and of a report is named in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The files searched for citations.
const SOURCES: &[&str] = &[
    "wasm-sim/crates",
    "wasm-sim/xtask",
    "wasm-sim/python",
    "wasm-sim/testdata",
    "web",
    "lessons",
    "e2e",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];
const ENDINGS: &[&str] = &["rs", "ts", "tsx", "mjs", "md", "css", "py", "toml"];

/// Fewer would mean that the schemas are not read.
const FEWEST_FIELDS: usize = 150;

#[test]
fn every_citation_leads_to_a_heading_or_an_example() {
    let spec = Spec::read();
    let mut found = 0;
    let mut broken = Vec::new();
    for source in SOURCES {
        for file in files(&root().join(source)) {
            let text = fs::read_to_string(&file).unwrap();
            for cited in citations(&text) {
                found += 1;
                if !spec.numbers.contains(&cited) {
                    broken.push(format!("{}: SPEC {cited}", file.display()));
                }
            }
        }
    }
    assert!(found > 200, "{found} citations are too few");
    assert!(broken.is_empty(), "not in SPEC.md: {broken:#?}");
}

#[test]
fn citations_are_read_in_all_their_forms() {
    let of = |text: &str| citations(text).collect::<Vec<_>>().join(" ");
    assert_eq!(of("(SPEC 4) SPEC 7.2; SPEC 11."), "4 7.2 11");
    assert_eq!(of("SPEC 2, 4 and SPEC 9, E9: see SPEC 3"), "2 4 9 E9 3");
    assert_eq!(
        of("//! errata of SPEC\n    //! 8.3, and SPEC.md 12.3"),
        "8.3 12.3"
    );
    assert_eq!(of("SPEC.md, section 6.1; SPEC: Spec; SPECIAL 4"), "6.1");
    assert_eq!(of("SPEC 6, 16 KiB, in 2 steps"), "6");
}

#[test]
fn every_link_in_it_and_to_it_leads_somewhere() {
    let spec = Spec::read();
    let mut links = BTreeSet::new();
    let mut own = 0;
    for target in targets(&spec.text) {
        own += 1;
        links.insert(target.to_owned());
    }
    assert!(own > 50, "{own} links are too few");
    for file in [
        "README.md",
        "ARCHITECTURE.md",
        "lessons/README.md",
        "wasm-sim/crates/host/README.md",
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for target in targets(&text) {
            if let Some((path, place)) = target.split_once("SPEC.md#") {
                let there = root().join(file).parent().unwrap().join(path);
                assert!(there.join("SPEC.md").exists(), "{file}: {target}");
                links.insert(format!("#{place}"));
            }
        }
    }
    let broken: Vec<_> = links
        .iter()
        .filter(|link| link.starts_with('#') && !spec.places.contains(&link[1..]))
        .collect();
    assert!(broken.is_empty(), "no such heading: {broken:#?}");
    let gone: Vec<_> = spans(&spec.text)
        .filter(|span| span.starts_with("crates/") && !span.contains(' '))
        .filter(|path| !root().join("wasm-sim").join(path).exists())
        .collect();
    assert!(gone.is_empty(), "no such file: {gone:#?}");
}

/// The schemas are made of the Rust declarations, which a test of `sim` holds to what is read and written.
#[test]
fn every_field_of_a_scenario_and_of_a_report_is_named() {
    let spec = Spec::read();
    let named: BTreeSet<&str> = spans(spec.section("11"))
        .flat_map(|span| span.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .collect();
    let mut fields = BTreeSet::new();
    for document in ["scenario", "report"] {
        let path = root().join(format!("web/protocol/generated/{document}.schema.json"));
        fields_of(
            &serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap(),
            &mut fields,
        );
    }
    assert!(
        fields.len() > FEWEST_FIELDS,
        "{} fields are too few",
        fields.len()
    );
    let missing: Vec<_> = fields
        .iter()
        .filter(|field| !named.contains(field.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "not named in section 11 of SPEC.md: {missing:#?}"
    );
}

/// The headings to cite, and the targets of links.
struct Spec {
    text: String,
    /// Numbers of sections, and of worked examples.
    numbers: BTreeSet<String>,
    /// Headings as links spell them.
    places: BTreeSet<String>,
}

impl Spec {
    fn read() -> Self {
        let text = fs::read_to_string(root().join("wasm-sim/SPEC.md")).unwrap();
        let headings: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("## ").or(line.strip_prefix("### ")))
            .collect();
        assert!(
            headings.len() > 50,
            "{} headings are too few",
            headings.len()
        );
        let mut numbers: BTreeSet<String> = headings
            .iter()
            .filter_map(|heading| Some(heading.split_once(' ')?.0.trim_end_matches('.').to_owned()))
            .collect();
        let examples = text.lines().filter_map(|line| line.strip_prefix("| E"));
        numbers.extend(examples.filter_map(|row| Some(format!("E{}", row.split_once(' ')?.0))));
        let places = headings.into_iter().map(place).collect();
        Self {
            text,
            numbers,
            places,
        }
    }

    /// A section with its subsections.
    fn section(&self, number: &str) -> &str {
        let start = self.text.find(&format!("\n## {number}. ")).unwrap();
        let rest = &self.text[start + 1..];
        &rest[..rest.find("\n## ").unwrap_or(rest.len())]
    }
}

/// A heading as GitHub spells it in links.
fn place(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| {
        if c == ' ' {
            '-'
        } else {
            c.to_ascii_lowercase()
        }
    })
    .collect()
}

/// The targets of links.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(')')?.0))
}

/// The text of a code span.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Sections and examples that are cited: `SPEC 4`, `SPEC 7.2`, `SPEC 9, E9`, `SPEC 2, 4`, `SPEC.md, section 6.1`.
fn citations(text: &str) -> impl Iterator<Item = String> {
    // Comments go on in the next line.
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_start();
        let line = line
            .trim_start_matches('/')
            .trim_start_matches(['!', '*', '#']);
        joined.push_str(line.trim_start());
        joined.push(' ');
    }
    let places: Vec<usize> = joined.match_indices("SPEC").map(|(at, _)| at + 4).collect();
    let mut found = Vec::new();
    for at in places {
        let rest = &joined[at..];
        let rest = rest.strip_prefix(".md").unwrap_or(rest);
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        let Some(rest) = rest.strip_prefix(' ') else {
            continue;
        };
        let mut rest = rest.strip_prefix("section ").unwrap_or(rest);
        let mut first = true;
        while let Some((number, after)) = number(rest) {
            // A figure with a unit behind it is none.
            if !first
                && after.starts_with(' ')
                && after[1..].starts_with(|c: char| c.is_uppercase())
            {
                break;
            }
            found.push(number);
            first = false;
            let Some(next) = after.strip_prefix(", ") else {
                break;
            };
            rest = next;
        }
    }
    found.into_iter()
}

/// `7.2` or `E9`, and what follows.
fn number(text: &str) -> Option<(String, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let from = usize::from(text.starts_with('E'));
    let whole = digits(&text[from..]);
    if whole == 0 || whole > 2 {
        return None;
    }
    let mut end = from + whole;
    if let Some(fraction) = text[end..].strip_prefix('.') {
        let more = digits(fraction);
        end += if more > 0 { 1 + more } else { 0 };
    }
    Some((text[..end].to_owned(), &text[end..]))
}

/// Files with sources, in a folder and in folders in it; or the file.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(&*name, "target" | "node_modules" | ".venv") {
                found.extend(files(&path));
            }
        } else if ENDINGS
            .iter()
            .any(|ending| name.ends_with(&format!(".{ending}")))
        {
            found.push(path);
        }
    }
    found
}

/// The fields that a schema names, those of objects in objects too.
fn fields_of(schema: &Value, fields: &mut BTreeSet<String>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| fields_of(item, fields)),
        Value::Object(members) => {
            for (name, member) in members {
                if let ("properties", Value::Object(properties)) = (name.as_str(), member) {
                    fields.extend(properties.keys().cloned());
                }
                fields_of(member, fields);
            }
        }
        _ => {}
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
