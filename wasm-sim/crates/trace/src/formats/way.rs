//! The events on a request's way through Linux's block layer, of which one counts: otherwise each request would count several
//! times. `blkparse` and `ftrace` share this.
//!
//! 1. Unless the person names it, that is issue (D) if the file has one, otherwise queue (Q): stacked devices issue nothing
//!    themselves. Between them are commands of `NVMe` (N), which only `ftrace` has. The first of a stronger one ends the
//!    counting of the weaker, and the requests until then do not count.
//! 2. A request that is put back (R) after its issue is issued again: R takes back the latest D of that device and sector.
//!    If a part of the request was completed, R is the rest of that D, which counts whole; the rest does not count again when it is issued.
//!    Where insertions (I) count, what was put back counts already and may be inserted again. Where requests of another event
//!    count, it was put back on the way behind that, and counts there once already.
//! 3. A request may be completed in parts. Where completions (C) count, the first part counts as the whole request that was
//!    issued, and the further ones do not count, issued again or not.
//! 4. The commands of a note are counted where requests count: one that writes zeros, or has to do with the drive's cache, with its
//!    request; one that manages zones, or only flushes the cache, at the event that counts; and none again when it was put back.

use std::collections::BTreeMap;

use crate::note::Note;
use crate::options::{Action, WriteZeroes};
use crate::record::{Address, PutBack, Record};
use crate::text::fields::{Field, FieldError};
use crate::text::line_reader::{Line, Why};
use crate::text::linux::{Cache, Rwbs, cache, rwbs};

/// Requests under way that are kept to know their completions by, or to know them by when they come again.
const IN_FLIGHT: usize = 1 << 16;

pub(crate) struct Way {
    /// The letter of the event that the person named.
    named: Option<u8>,
    /// The strongest so far: Q, N or D.
    strongest: u8,
    /// Requests under way by device and address: bytes, and how many of them are completed.
    in_flight: BTreeMap<(u32, u64), (u64, u64)>,
    /// Requests or rests of requests that were put back and count already, by device and address: bytes.
    again: BTreeMap<(u32, u64), u64>,
    /// Whether there were requests of the events Q, I, D, C.
    seen: [bool; 4],
    /// A request has counted.
    pub counted: bool,
    zeroes: WriteZeroes,
    requeued: u32,
    partial: u32,
    /// Commands that manage zones, by their event.
    zones: [u32; EVENTS.len()],
    /// Flushes without sectors, by their event.
    flushes: [u32; EVENTS.len()],
    /// Of the requests that count.
    told: Told,
    /// Of the latest command.
    latest: Told,
    pub lost: u64,
}

/// Commands of a note.
#[derive(Clone, Copy, Default)]
struct Told {
    write_zeros: u32,
    flushes: u32,
    forced: u32,
}

impl Told {
    /// Of these and those, by `of`.
    fn with(self, other: Self, of: impl Fn(u32, u32) -> u32) -> Self {
        Self {
            write_zeros: of(self.write_zeros, other.write_zeros),
            flushes: of(self.flushes, other.flushes),
            forced: of(self.forced, other.forced),
        }
    }
}

/// The events that may count.
const EVENTS: &[u8; 5] = b"QIDCN";

const ACTIONS: [(u8, Action); 4] = [
    (b'Q', Action::Queue),
    (b'I', Action::Insert),
    (b'D', Action::Issue),
    (b'C', Action::Complete),
];

impl Way {
    pub fn new(named: Option<Action>, zeroes: WriteZeroes) -> Self {
        let letter = |action| {
            ACTIONS
                .iter()
                .find(|(_, a)| *a == action)
                .map(|(letter, _)| *letter)
        };
        Self {
            named: named.and_then(letter),
            strongest: b'Q',
            in_flight: BTreeMap::new(),
            again: BTreeMap::new(),
            seen: [false; 4],
            counted: false,
            zeroes,
            requeued: 0,
            partial: 0,
            zones: [0; EVENTS.len()],
            flushes: [0; EVENTS.len()],
            told: Told::default(),
            latest: Told::default(),
            lost: 0,
        }
    }

    /// Whether an event counts, as far as is known.
    pub fn keeps(&self, letter: u8) -> bool {
        self.named.map_or_else(
            || strength(letter) >= strength(self.strongest),
            |named| letter == named,
        )
    }

    /// Whether an event is looked at though it does not count: for what it does to those that do.
    pub fn watches(&self, letter: u8) -> bool {
        match self.named.unwrap_or(self.strongest) {
            b'D' => letter == b'R',
            b'I' => matches!(letter, b'R' | b'D'),
            b'C' => letter == b'D',
            _ => false,
        }
    }

    /// Whether a request of this event can be taken without looking at others.
    pub fn is_plain(&self, letter: u8, record: &Record) -> bool {
        let stronger = self.named.is_none() && letter != self.strongest;
        !stronger && self.named != Some(b'C') && !self.again.contains_key(&place(record))
    }

    /// That what was put back was found: it is taken back, or counts already as the rest of a request.
    pub fn put_back(&mut self, back: &Record, much: PutBack) {
        match much {
            PutBack::Rest => self.counts_already(back),
            PutBack::Whole => self.told = self.told.with(self.latest, u32::saturating_sub),
        }
    }

    /// That what was put back counts already: it does not when it comes again.
    fn counts_already(&mut self, back: &Record) {
        if self.again.len() == IN_FLIGHT {
            self.again.clear();
        }
        self.again.insert(place(back), back.length);
    }

    /// Whether nothing is learnt from a further event of this kind that does not count.
    pub fn knows(&self, letter: u8) -> bool {
        let place = ACTIONS.iter().position(|(known, _)| *known == letter);
        letter != b'R' && place.is_none_or(|i| self.seen[i])
    }

    /// That there was a request of this event, whether it counts or not.
    fn sees(&mut self, letter: u8) {
        if let Some(i) = ACTIONS.iter().position(|(known, _)| *known == letter) {
            self.seen[i] = true;
        }
    }

    /// The verdict on a request of an event that counts or is watched. The request may be changed.
    pub fn request(&mut self, letter: u8, record: &mut Record) -> Line {
        let at = place(record);
        let comes_again = letter != b'R' && self.again.remove(&at) == Some(record.length);
        match letter {
            b'R' => {
                self.requeued += 1;
                if self.keeps(b'D') {
                    return Line::Requeued;
                }
                self.counts_already(record);
                return Line::Passed(Why::Action);
            }
            b'D' if self.named == Some(b'C') => {
                self.issued(at, record.length);
                return Line::Passed(Why::Action);
            }
            // Past the queue: it is not inserted again.
            b'D' if self.named == Some(b'I') => return Line::Passed(Why::Action),
            _ if comes_again => return Line::Passed(Why::Requeued),
            b'C' if !self.completes(at, record) => {
                self.partial += 1;
                return Line::Passed(Why::Action);
            }
            _ => {}
        }
        self.counted = true;
        let restart = self.is_stronger(letter);
        if restart {
            self.strongest = letter;
            self.told = Told::default();
        }
        self.told = self.told.with(self.latest, u32::saturating_add);
        if restart {
            Line::Restart
        } else {
            Line::Requests
        }
    }

    /// Whether an event ends the counting of those so far.
    fn is_stronger(&self, letter: u8) -> bool {
        self.named.is_none() && strength(letter) > strength(self.strongest)
    }

    /// Step 3: a request is under way, unless it is the rest of one that is.
    fn issued(&mut self, (device, offset): (u32, u64), length: u64) {
        let before = self
            .in_flight
            .range((device, 0)..(device, offset))
            .next_back();
        if let Some((&(_, start), &(whole, done))) = before
            && (start + done, start + whole) == (offset, offset + length)
        {
            return;
        }
        if self.in_flight.len() == IN_FLIGHT {
            self.in_flight.clear();
        }
        self.in_flight.insert((device, offset), (length, 0));
    }

    /// Step 3: whether a completion is the first of its request. It then becomes the whole request.
    fn completes(&mut self, (device, offset): (u32, u64), record: &mut Record) -> bool {
        let before = self
            .in_flight
            .range_mut((device, 0)..=(device, offset))
            .next_back();
        let Some((&(_, start), (length, done))) = before else {
            return true;
        };
        if offset - start >= *length {
            return true;
        }
        let (whole, first) = (*length, *done == 0);
        *done += record.length;
        if *done >= whole {
            self.in_flight.remove(&(device, start));
        }
        if first {
            (record.address, record.length) = (Address::Byte(start), whole);
        }
        first
    }

    /// Whether `rwbs` is that of a request.
    pub fn is_request(&mut self, letter: u8, field: &Field<'_>) -> Result<bool, FieldError> {
        let what = rwbs(field)?;
        self.of(letter, what, cache(field.text));
        Ok(!matches!(what, Rwbs::Zone | Rwbs::None))
    }

    /// Step 4: the next command.
    pub fn of(&mut self, letter: u8, what: Rwbs, Cache { flush, forced }: Cache) {
        self.latest = Told {
            write_zeros: u32::from(what == Rwbs::WriteZeroes),
            flushes: u32::from(flush),
            forced: u32::from(forced),
        };
        if what == Rwbs::Zone {
            self.at_event(letter, |way| &mut way.zones);
        }
    }

    /// That the latest command is a request of this event, or moves nothing: of those, flushes are counted (step 4).
    pub fn meets(&mut self, letter: u8, is_request: bool) {
        if is_request {
            self.sees(letter);
        } else if self.latest.flushes > 0 {
            self.at_event(letter, |way| &mut way.flushes);
        }
    }

    /// One command more at its event, or one fewer that was put back.
    fn at_event(&mut self, letter: u8, of: impl Fn(&mut Self) -> &mut [u32; EVENTS.len()]) {
        let back = letter == b'R';
        let event = match self.named {
            None if back => b'D',
            Some(named @ (b'D' | b'I')) if back => named,
            _ => letter,
        };
        if let Some(i) = EVENTS.iter().position(|known| *known == event) {
            let n = &mut of(self)[i];
            *n = if back { n.saturating_sub(1) } else { *n + 1 };
        }
    }

    pub fn counts_nvme(&self) -> bool {
        self.named.is_none() && self.strongest == b'N'
    }

    /// An event that has requests and could count, where the one that does has none.
    pub fn other(&self) -> Option<Action> {
        let mut found = ACTIONS.iter().zip(self.seen).rev();
        found
            .find(|((letter, _), seen)| *seen && self.named != Some(*letter))
            .map(|((_, action), _)| *action)
    }

    pub fn notes(&self, out: &mut Vec<Note>) {
        if self.lost > 0 {
            let events = self.lost as f64;
            out.push(Note::Lost { events });
        }
        if self.named.is_none() && self.strongest == b'Q' && self.counted {
            let action = Action::Queue;
            out.push(Note::Counted { action });
        }
        if self.requeued > 0 {
            let requests = self.requeued;
            out.push(Note::Requeued { requests });
        }
        if self.partial > 0 {
            let completions = self.partial;
            out.push(Note::Partial { completions });
        }
        let counts = self.named.unwrap_or(self.strongest);
        let event = EVENTS.iter().position(|event| *event == counts);
        let at = |commands: &[u32; EVENTS.len()]| event.map_or(0, |i| commands[i]);
        out.extend(Note::flushes(
            at(&self.flushes) + self.told.flushes,
            self.told.forced,
        ));
        if at(&self.zones) > 0 {
            let commands = at(&self.zones);
            out.push(Note::ZoneManagement { commands });
        }
        if self.told.write_zeros > 0 {
            out.push(Note::WriteZeroes {
                commands: self.told.write_zeros,
                counted: self.zeroes,
            });
        }
    }
}

fn place(record: &Record) -> (u32, u64) {
    (record.device, record.address.number())
}

/// Step 1; 0 of an event that counts only if it is named.
const fn strength(letter: u8) -> u8 {
    match letter {
        b'D' => 3,
        b'N' => 2,
        b'Q' => 1,
        _ => 0,
    }
}

/// The first number in a text, marks of thousands left out.
pub(crate) fn number_in(text: &[u8]) -> u64 {
    let from = text
        .iter()
        .position(u8::is_ascii_digit)
        .unwrap_or(text.len());
    let digits = text[from..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || **byte == b',');
    digits.filter(|byte| **byte != b',').fold(0u64, |n, byte| {
        n.saturating_mul(10).saturating_add(u64::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests;
