//! Text in chunks becomes requests: steps 2 to 4 of an import.
//!
//! Zero bytes behind good lines are the end of a recording that was cut off: by choice the text ends there.

pub(crate) mod body;
pub(crate) mod excerpt;
pub(crate) mod fields;
pub(crate) mod guess;
pub(crate) mod gzip;
pub(crate) mod layout;
pub(crate) mod line_error;
pub(crate) mod line_reader;
pub(crate) mod lines;
pub(crate) mod linux;
pub(crate) mod names;
pub(crate) mod nearness;
pub(crate) mod opening;
pub(crate) mod preview;
pub(crate) mod recognise;

use std::mem;

use crate::columnar::Store;
use crate::columnar::finisher::Finisher;
use crate::error::ImportError;
use crate::importer::Progress;
use crate::note::Note;
use crate::options::{OnZeros, Options};
use crate::text::body::Body;
use crate::text::lines::{Lines, MAX_LINE, end_in_returns, feed};
use crate::text::opening::{HEAD, Opening, opening};
use crate::text::recognise::{SAMPLE, guess};

/// Zeros with text behind them that are no slip of one character.
pub(crate) const FEWEST_ZEROS: usize = 8;
/// Zeros after which no one waits for their end.
const MANY_ZEROS: u64 = 4096;

/// The text of a file.
pub(crate) struct Text {
    options: Options,
    /// The first bytes, until they say how the text is had.
    head: Vec<u8>,
    opening: Option<Opening>,
    stage: Stage,
    /// Its lines end in carriage returns alone: the first bytes that recognition looks at have no line feed.
    in_returns: bool,
    /// Bytes of text so far.
    bytes: u64,
    zeros: Option<Zeros>,
    notes: Vec<Note>,
}

enum Stage {
    /// Collecting what recognition looks at: so far, and when to look.
    Sample {
        /// Where the requests will go.
        store: Box<dyn Store>,
        bytes: Vec<u8>,
        target: usize,
    },
    Body(Box<Body>),
}

/// The bytes from the first zero on.
struct Zeros {
    /// Where it is in the text.
    byte: u64,
    count: u64,
    /// Bytes behind the zeros.
    more: u64,
}

impl Text {
    pub fn new(options: Options, store: Box<dyn Store>) -> Self {
        Self {
            options,
            head: Vec::new(),
            opening: None,
            stage: Stage::Sample {
                store,
                bytes: Vec::new(),
                target: SAMPLE,
            },
            in_returns: false,
            bytes: 0,
            zeros: None,
            notes: Vec::new(),
        }
    }

    /// Ends the text; `gzip` says how it came.
    pub fn finish(mut self, gzip: bool, page_bytes: u32) -> Result<Finisher, ImportError> {
        if self.opening.is_none() {
            self.open()?;
        }
        match self.opening.take() {
            Some(Opening::Utf16(mut utf16)) => {
                let mut rest = Vec::new();
                utf16.finish(&mut rest);
                self.text(&rest)?;
            }
            Some(Opening::Tar(tar)) => return Err(tar.named()),
            Some(Opening::Text) | None => {}
        }
        self.end_at_zeros()?;
        self.start(true)?;
        match self.stage {
            Stage::Body(body) => body.finish(gzip, self.notes, page_bytes),
            Stage::Sample { .. } => unreachable!("a whole text is recognised or refused"),
        }
    }

    /// Says how the text came, among what is said of it.
    pub fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// How far reading is; the file's bytes are for the importer to say.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Sample { .. } => Progress {
                bytes: 0.0,
                format: self.options.asked_format(),
                lines: 0,
                requests: 0,
                skipped_lines: 0,
            },
            Stage::Body(body) => body.progress(),
        }
    }

    pub fn push(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        match &mut self.opening {
            None => {
                let (now, later) = chunk.split_at(chunk.len().min(HEAD - self.head.len()));
                self.head.extend_from_slice(now);
                if self.head.len() < HEAD {
                    return Ok(());
                }
                self.open()?;
                self.push(later)
            }
            Some(Opening::Text) => self.text(chunk),
            Some(Opening::Utf16(utf16)) => {
                let mut text = Vec::with_capacity(chunk.len());
                utf16.push(chunk, &mut text);
                self.text(&text)
            }
            Some(Opening::Tar(tar)) => {
                let enough = tar.push(chunk);
                match self.opening.take() {
                    Some(Opening::Tar(tar)) if enough => Err(tar.named()),
                    other => {
                        self.opening = other;
                        Ok(())
                    }
                }
            }
        }
    }

    /// The first bytes say how the text is had.
    fn open(&mut self) -> Result<(), ImportError> {
        self.options.check()?;
        let head = mem::take(&mut self.head);
        let opening = opening(&head)?;
        if let Opening::Utf16(_) = opening {
            self.notes.push(Note::Utf16);
        }
        self.opening = Some(opening);
        self.push(&head)
    }

    /// Takes text up to its first zero byte, and counts what is behind.
    fn text(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        if self.zeros.is_some() {
            return self.behind_zero(chunk);
        }
        let Some(zero) = memchr::memchr(0, chunk) else {
            self.bytes += chunk.len() as u64;
            return self.lines(chunk);
        };
        let (text, rest) = chunk.split_at(zero);
        self.bytes += zero as u64;
        self.lines(text)?;
        self.start(true).map_err(|error| match error {
            ImportError::Empty { .. }
            | ImportError::NotRecognised { .. }
            | ImportError::OutputOfFio { .. } => Self::binary(self.bytes),
            error => error,
        })?;
        self.zeros = Some(Zeros {
            byte: self.bytes,
            count: 0,
            more: 0,
        });
        self.behind_zero(rest)
    }

    fn behind_zero(&mut self, chunk: &[u8]) -> Result<(), ImportError> {
        let Some(Zeros { byte, count, more }) = &mut self.zeros else {
            return Ok(());
        };
        let mut rest = chunk;
        if *more == 0 {
            let n = chunk.iter().take_while(|&&byte| byte == 0).count();
            *count += n as u64;
            rest = &chunk[n..];
        }
        *more += rest.len() as u64;
        let byte = *byte;
        let few = *count < FEWEST_ZEROS as u64;
        let enough = *more > 0 || *count >= MANY_ZEROS;
        if *more > 0 && few && self.options.on_zeros == OnZeros::Stop {
            return Err(Self::binary(byte));
        }
        if enough { self.refuse_zeros() } else { Ok(()) }
    }

    fn binary(byte: u64) -> ImportError {
        ImportError::Binary {
            byte: byte as f64,
            looks_like: None,
        }
    }

    /// The error of a recording that was cut off, unless it is to be read up to there.
    fn refuse_zeros(&self) -> Result<(), ImportError> {
        let Some(Zeros { byte, count, .. }) = &self.zeros else {
            return Ok(());
        };
        match &self.stage {
            _ if self.options.on_zeros == OnZeros::End => Ok(()),
            Stage::Body(body) if body.is_good() => Err(ImportError::CutOff {
                line: body.lines.count,
                zeros: (*count).min(MANY_ZEROS) as u32,
            }),
            _ => Err(Self::binary(*byte)),
        }
    }

    /// Ends the text at its first zero byte, if there was one: the line that it is in is left out.
    fn end_at_zeros(&mut self) -> Result<(), ImportError> {
        self.refuse_zeros()?;
        let (Some(Zeros { count, more, .. }), Stage::Body(body)) = (&self.zeros, &mut self.stage)
        else {
            return Ok(());
        };
        self.notes.push(Note::CutOff {
            line: body.lines.count,
            zeros: *count as f64,
            more: *more as f64,
            in_a_line: body.lines.cut(),
        });
        Ok(())
    }

    fn lines(&mut self, mut chunk: &[u8]) -> Result<(), ImportError> {
        loop {
            match &mut self.stage {
                Stage::Body(body) if self.in_returns => {
                    let mut text = chunk.to_vec();
                    feed(&mut text);
                    return body.push(&text);
                }
                Stage::Body(body) => return body.push(chunk),
                Stage::Sample { bytes, target, .. } => {
                    let (now, later) = chunk.split_at(chunk.len().min(*target - bytes.len()));
                    bytes.extend_from_slice(now);
                    if bytes.len() < *target {
                        return Ok(());
                    }
                    chunk = later;
                    self.start(false)?;
                }
            }
        }
    }

    /// Recognises the format and reads what was kept. Asks for twice as much if that has no complete line.
    fn start(&mut self, whole: bool) -> Result<(), ImportError> {
        let Stage::Sample {
            store,
            bytes,
            target,
        } = &mut self.stage
        else {
            return Ok(());
        };
        self.in_returns |= end_in_returns(bytes);
        if self.in_returns {
            feed(bytes);
        }
        let mut guessed = None;
        let format = if let Some(format) = self.options.asked_format() {
            format
        } else {
            // Beyond two lines of the greatest length, looking on would be looking for ever.
            let enough = whole || bytes.len() > 2 * MAX_LINE;
            if enough {
                Lines::default().push(bytes, &mut |_: u32, _: &[u8]| Ok(()))?;
            }
            let Some(found) = guess(bytes, enough)? else {
                *target *= 2;
                return Ok(());
            };
            guessed.insert(found).format
        };
        let store = mem::replace(store, Box::new(Vec::new()));
        let mut body = Box::new(Body::new(guessed, format, &self.options, store));
        body.push(bytes)?;
        self.stage = Stage::Body(body);
        Ok(())
    }
}
