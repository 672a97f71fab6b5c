//! A saved lab, `.ftllab`: the zip that the page writes (web/model/saved/saved-file.ts).
//!
//! It holds the scenario, how its trace is read, and the trace. The position of the page is in it too; a run always
//! goes to its end.

use std::io::{Cursor, Read};

use serde::Deserialize;
use sim::failure::{Failure, FailureKind};
use sim::scenario::{self, Scenario};
use trace::{Mapping, Options};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::input;
use crate::problem::Problem;

/// The form that is written now. In form 1 a trace that goes beyond the device was wrapped unless the scenario said otherwise.
const FORMAT: u32 = 2;
const WRAPPED: u32 = 1;

/// The member that a saved lab begins with.
const MANIFEST: &str = "manifest.json";
/// Where the name of the first member is.
const FIRST_NAME: usize = 30;

type Zip<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// A saved lab.
pub struct Bundle {
    /// The scenario, JSON.
    pub scenario: String,
    /// Its hash when it was saved.
    pub scenario_hash: String,
    /// The page that saved it ran traces whatever their aliasing.
    pub may_alias: bool,
    pub trace: Option<SavedTrace>,
}

/// The trace of a saved lab.
pub struct SavedTrace {
    /// How it is read.
    pub options: Options,
    /// Its hash when it was saved.
    pub hash: String,
    /// The file.
    pub bytes: Vec<u8>,
}

#[derive(Deserialize)]
struct Manifest {
    format: u32,
    engine: String,
    scenario_hash: String,
}

#[derive(Deserialize)]
struct View {
    trace: Option<Named>,
}

#[derive(Deserialize)]
struct Named {
    hash: String,
    #[serde(default)]
    options: Options,
}

/// Whether these are the bytes of a zip.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Whether the bytes of a zip are those of a saved lab, a damaged one too; the zip of a trace has no manifest.
pub fn is_saved(bytes: &[u8]) -> bool {
    match ZipArchive::new(Cursor::new(bytes)) {
        Ok(zip) => zip.index_for_name(MANIFEST).is_some(),
        Err(_) => bytes
            .get(FIRST_NAME..)
            .is_some_and(|name| name.starts_with(MANIFEST.as_bytes())),
    }
}

/// Unpacks a saved lab; `file` is what messages call it.
pub fn unpack(file: &str, bytes: &[u8]) -> Result<Bundle, Problem> {
    read(bytes).map_err(|fault| {
        let (message, remedy) = match fault {
            Fault::NotSaved(name) => (
                format!("this is a zip, but no saved lab: it has no `{name}`"),
                "Name a scenario (JSON), or a lab that the page saved (.ftllab).",
            ),
            Fault::Broken(name) => (
                format!("this saved lab is damaged at `{name}`"),
                "Save it again, or take another copy.",
            ),
            Fault::Long(name) => (
                format!(
                    "`{name}` of this saved lab unpacks to more than {} MiB, the most that is read",
                    input::WRITTEN >> 20
                ),
                "Unpack the file, and name its parts: `ftl-lab run scenario.json --trace FILE`.",
            ),
            Fault::Newer(engine) => (
                format!("this lab was saved by a newer version, {engine}"),
                "Use that version or a later one.",
            ),
        };
        Problem::input(file, Failure::new(FailureKind::Command, message, remedy))
    })
}

/// Why nothing is read: what is missing, what is wrong, who wrote it.
enum Fault {
    NotSaved(&'static str),
    Broken(&'static str),
    Long(&'static str),
    Newer(String),
}

fn read(bytes: &[u8]) -> Result<Bundle, Fault> {
    let zip = ZipArchive::new(Cursor::new(bytes));
    let zip = &mut zip.map_err(|_| Fault::Broken("directory"))?;
    let manifest: Manifest = json(MANIFEST, &must(zip, MANIFEST)?)?;
    if manifest.format > FORMAT {
        return Err(Fault::Newer(manifest.engine));
    }
    let mut scenario = text("scenario.json", must(zip, "scenario.json")?)?;
    if manifest.format == WRAPPED {
        scenario = wrapped(scenario);
    }
    let view: View = json("view.json", &must(zip, "view.json")?)?;
    let trace = match view.trace {
        None => None,
        Some(Named { hash, options }) => Some(SavedTrace {
            options,
            hash,
            bytes: must(zip, "trace")?,
        }),
    };
    Ok(Bundle {
        scenario,
        scenario_hash: manifest.scenario_hash,
        may_alias: manifest.format == WRAPPED,
        trace,
    })
}

/// A scenario of form 1, which says what it meant. One that cannot be read is refused where scenarios are.
fn wrapped(text: String) -> String {
    match scenario::read(&text) {
        Ok(mut document)
            if document.workload.kind == "trace" && document.workload.mapping.is_none() =>
        {
            document.workload.mapping = Some(Mapping::Wrap);
            as_text(&document)
        }
        _ => text,
    }
}

fn as_text(document: &Scenario) -> String {
    serde_json::to_string(document).expect("a scenario is JSON")
}

fn text(name: &'static str, bytes: Vec<u8>) -> Result<String, Fault> {
    String::from_utf8(bytes).map_err(|_| Fault::Broken(name))
}

fn json<T: for<'a> Deserialize<'a>>(name: &'static str, bytes: &[u8]) -> Result<T, Fault> {
    serde_json::from_slice(bytes).map_err(|_| Fault::Broken(name))
}

fn must(zip: &mut Zip<'_>, name: &'static str) -> Result<Vec<u8>, Fault> {
    let mut file = zip.by_name(name).map_err(|error| match error {
        ZipError::FileNotFound => Fault::NotSaved(name),
        _ => Fault::Broken(name),
    })?;
    let claimed = file.size();
    if claimed > input::WRITTEN {
        return Err(Fault::Long(name));
    }
    let mut bytes = Vec::new();
    // A small file that claims little and unpacks to much stops there.
    let read = file.by_ref().take(claimed + 1).read_to_end(&mut bytes);
    if read.is_ok_and(|read| read as u64 == claimed) {
        Ok(bytes)
    } else {
        Err(Fault::Broken(name))
    }
}
