//! The findings of an import, and the lines that it left out.

use serde::Serialize;

use crate::Format;
use crate::columnar::Facts;
use crate::note::Note;
use crate::record::Unit;
use crate::text::guess::Guess;
use crate::text::line_error::LineError;

/// The findings of an import, and the lines that it left out, for a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ImportSummary"))]
pub struct Summary {
    /// The format read; None for a trace made from records.
    pub format: Option<Format>,
    /// How it was recognised; None if it was given.
    pub guess: Option<Guess>,
    /// The unit of addresses and lengths.
    pub unit: Unit,
    /// Whether requests have times.
    pub has_times: bool,
    /// Requests in the trace.
    pub requests: u32,
    /// Lines of the file.
    pub lines: u32,
    /// Of these, blank ones, comments and headers.
    pub blank_lines: u32,
    /// Of these, ones of the format that are no request to keep: of another action, or about files.
    pub passed_lines: u32,
    /// Of the lines, bad ones that were skipped.
    pub skipped_lines: u32,
    /// The first 100 of the bad lines.
    pub bad_lines: Vec<LineError>,
    /// Requests left out because they are on devices not asked for.
    pub left_out: u32,
    /// Requests left out because they lie outside the window asked for.
    pub outside: u32,
    /// Requests that came after a later one; they were sorted, equal times in file order.
    pub out_of_order: u32,
    /// The devices, ascending.
    pub devices: Vec<Device>,
    /// Facts that a person should know.
    pub notes: Vec<Note>,
    /// The first 10 lines, at most 200 characters each, what does not print escaped.
    pub first_lines: Vec<String>,
    /// Hash of the requests: equal for equal requests, whatever format they came in. 16 hex digits.
    pub hash: String,
}

/// A device of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TraceDevice"))]
pub struct Device {
    /// Its number in the file; of names their order in it, from 0.
    pub device: u32,
    /// Its name in the file: its number, its name, or both halves of a Linux number (`202,16`).
    pub name: String,
    /// Its requests, counted also if they were left out.
    pub requests: u32,
    /// The end of its furthest request on the device itself, in the trace's unit.
    pub extent: f64,
    /// Where its address 0 lies in the trace, in the trace's unit.
    pub base: f64,
}

impl Summary {
    /// The content of a columnar file.
    pub(crate) fn of(facts: &Facts) -> Self {
        let devices = facts.devices.iter().map(|d| Device {
            device: d.device,
            name: d.device.to_string(),
            requests: d.requests,
            extent: d.extent as f64,
            base: d.base as f64,
        });
        Self {
            format: None,
            guess: None,
            unit: facts.unit,
            has_times: facts.has_times,
            requests: facts.requests,
            lines: 0,
            blank_lines: 0,
            passed_lines: 0,
            skipped_lines: 0,
            bad_lines: Vec::new(),
            left_out: 0,
            outside: 0,
            out_of_order: facts.out_of_order,
            devices: devices.collect(),
            notes: Vec::new(),
            first_lines: Vec::new(),
            hash: format!("{:016x}", facts.hash),
        }
    }
}
