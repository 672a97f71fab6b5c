//! A look at a policy from outside. A function of the language is a single step of an interpreter, however much it does, so no interpreter
//! can end it: `Array.prototype.reverse.call({ length: 2 ** 53 - 1 })` has no second step. A thread of its own sees that a call does not
//! come back, and has the process say so and end.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;
use sim::failure::{Failure, FailureKind};
use sim::policy::{FUNCTIONS, NOTES};

use crate::late;

/// The time of a processor that one call has. Not the time of day: another program's work is not the policy's.
pub const CALL: Duration = Duration::from_secs(2);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(50);

/// Calls that began or ended: odd while one is under way. Of the process: it runs one policy.
static CALLS: AtomicU64 = AtomicU64::new(0);
/// The functions that the call may be in, a bit each: notes, decisions, `init`. None while the policy is loaded.
static INSIDE: AtomicU32 = AtomicU32::new(0);
/// The request under way.
static REQUEST: AtomicU32 = AtomicU32::new(0);

/// The bits of [`INSIDE`]: of a note and of a decision by its number.
const INIT: u32 = NOTES.len() as u32 + FUNCTIONS.len() as u32;

/// The kind of a call.
#[derive(Clone, Copy)]
pub enum Call<'a> {
    /// The policy is loaded.
    Load,
    /// `init`.
    Init,
    /// The functions of these notes.
    Notes(&'a [u32]),
    /// The decision of this number.
    Decide(u32),
    /// The runtime looks at the result of the call before.
    After,
}

/// A call is under way until this is dropped.
#[must_use]
pub struct Under;

impl Drop for Under {
    fn drop(&mut self) {
        let calls = CALLS.load(Relaxed);
        CALLS.store((calls + 1) & !1, Relaxed);
    }
}

/// A call begins.
pub fn begin(call: Call<'_>) -> Under {
    let inside = match call {
        Call::Load => Some(0),
        Call::Init => Some(1 << INIT),
        Call::Notes(words) => {
            let numbers = words.iter().step_by(sim::policy::NOTE_WORDS);
            Some(numbers.fold(0, |bits, n| bits | 1 << n))
        }
        Call::Decide(n) => Some(1 << (NOTES.len() as u32 + n)),
        Call::After => None,
    };
    if let Some(inside) = inside {
        INSIDE.store(inside, Relaxed);
    }
    // The next odd number, also if one is under way: what is left is looked at within a call.
    let calls = CALLS.load(Relaxed);
    CALLS.store((calls + 1) | 1, Relaxed);
    Under
}

/// A request begins.
pub fn request(number: u32) {
    REQUEST.store(number, Relaxed);
}

/// Watches the policies of this process from now on. `late` is called with the reason when a call has had its time; it ends the process.
pub fn watch(late: impl FnOnce(Failure) + Send + 'static) {
    thread::spawn(move || {
        let mut seen = (0, ProcessTime::now());
        loop {
            thread::sleep(LOOK);
            let calls = CALLS.load(Relaxed);
            if calls != seen.0 || calls.is_multiple_of(2) {
                seen = (calls, ProcessTime::now());
            } else if seen.1.elapsed() > CALL {
                return late(failure());
            }
        }
    });
}

/// In the words that a run has for it.
fn failure() -> Failure {
    let inside = INSIDE.load(Relaxed);
    let notes = NOTES.iter().copied();
    let all = notes.chain(FUNCTIONS.iter().map(|&(_, name)| name));
    let names = all.chain(["init"]).enumerate();
    let names: Vec<&str> = names
        .filter(|(n, _)| inside & (1 << n) != 0)
        .map(|(_, name)| name)
        .collect();
    let stop = late(&names.join("` or `"));
    let message = if names.is_empty() {
        stop.message
    } else {
        let at = REQUEST.load(Relaxed);
        format!("at request {at}, `{}` {}", stop.function, stop.message)
    };
    Failure::new(FailureKind::Policy, message, stop.remedy)
}
