//! A saved lab, `.ftllab`: the zip that the page writes (web/model/saved-file.ts).
//!
//! It holds the scenario, how its trace is read, and the trace. Where the page stood is in it too; a run goes to its end all the same.
//!
//! Source: PKWARE APPNOTE 6.3, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (end). No zip64: neither does the page write it.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;
use serde::Deserialize;
use sim::failure::{Failure, FailureKind};
use sim::scenario::{self, Scenario};
use trace::{Mapping, Options};

use crate::problem::Problem;

/// The form that is written now. In form 1 a trace that goes beyond the device was wrapped unless the scenario said otherwise.
const FORMAT: u32 = 2;
const WRAPPED: u32 = 1;
/// How a zip begins.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
const DIRECTORY: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const END_BYTES: usize = 22;

/// A saved lab.
pub struct Bundle {
    /// The scenario, JSON.
    pub scenario: String,
    /// Its hash when it was saved.
    pub scenario_hash: String,
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
    bytes.starts_with(&LOCAL)
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
    Newer(String),
}

fn read(zip: &[u8]) -> Result<Bundle, Fault> {
    let manifest: Manifest = json("manifest.json", &must(zip, "manifest.json")?)?;
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

fn must(zip: &[u8], name: &'static str) -> Result<Vec<u8>, Fault> {
    let entries = entries(zip).ok_or(Fault::Broken("directory"))?;
    let entry = entries.iter().find(|entry| entry.name == name.as_bytes());
    entry
        .ok_or(Fault::NotSaved(name))?
        .unpacked(zip)
        .ok_or(Fault::Broken(name))
}

/// A file in a zip, as the directory has it.
struct Entry<'a> {
    name: &'a [u8],
    /// 0 stored, 8 deflated.
    method: u16,
    crc: u32,
    /// Bytes as packed, and as unpacked.
    packed: usize,
    bytes: usize,
    /// Where its local header stands.
    at: usize,
}

/// The directory; `None` if it is damaged.
fn entries(zip: &[u8]) -> Option<Vec<Entry<'_>>> {
    let end = zip.windows(END_BYTES).rposition(|w| w.starts_with(&END))?;
    let mut at = u32_at(zip, end + 16)?;
    let mut entries = Vec::new();
    for _ in 0..u16_at(zip, end + 10)? {
        if zip.get(at..at + 4)? != DIRECTORY {
            return None;
        }
        let length = |offset| u16_at(zip, at + offset).map(usize::from);
        entries.push(Entry {
            name: zip.get(at + 46..at + 46 + length(28)?)?,
            method: u16_at(zip, at + 10)?,
            crc: u32_at(zip, at + 16)? as u32,
            packed: u32_at(zip, at + 20)?,
            bytes: u32_at(zip, at + 24)?,
            at: u32_at(zip, at + 42)?,
        });
        at += 46 + length(28)? + length(30)? + length(32)?;
    }
    Some(entries)
}

impl Entry<'_> {
    /// `None` if it is damaged.
    fn unpacked(&self, zip: &[u8]) -> Option<Vec<u8>> {
        if zip.get(self.at..self.at + 4)? != LOCAL {
            return None;
        }
        let lengths =
            usize::from(u16_at(zip, self.at + 26)?) + usize::from(u16_at(zip, self.at + 28)?);
        let from = self.at + 30 + lengths;
        let packed = zip.get(from..from.checked_add(self.packed)?)?;
        let bytes = match self.method {
            0 => packed.to_vec(),
            8 => {
                let mut bytes = Vec::new();
                // A small file that claims little and unpacks to much stops there.
                let most = self.bytes as u64 + 1;
                DeflateDecoder::new(packed)
                    .take(most)
                    .read_to_end(&mut bytes)
                    .ok()?;
                bytes
            }
            _ => return None,
        };
        let mut crc = Crc::new();
        crc.update(&bytes);
        (bytes.len() == self.bytes && crc.sum() == self.crc).then_some(bytes)
    }
}

fn u16_at(zip: &[u8], at: usize) -> Option<u16> {
    let bytes = zip.get(at..at + 2)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn u32_at(zip: &[u8], at: usize) -> Option<usize> {
    let bytes = zip.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}
