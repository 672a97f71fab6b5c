//! Memory: a run takes no more than its estimate, and where little is left a run goes on without further checkpoints. A program of
//! its own: memory is counted and limited by the allocator of a whole program.

// Scenarios are drawn from the schema.
#[cfg(feature = "ts")]
mod drawn;
mod parts;
mod short;

use std::sync::{Mutex, MutexGuard, PoisonError};

use cap::Cap;
use peak_alloc::PeakAlloc;

/// An allocator that counts, and refuses all beyond its limit. An allocation that grows counts as a new one beside the old one.
#[global_allocator]
static MEMORY: Cap<PeakAlloc> = Cap::new(PeakAlloc, usize::MAX);

/// The memory of the program is looked at by one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most that `run` took at a time, beyond what was taken before.
fn peak(run: impl FnOnce()) -> u64 {
    let before = PeakAlloc.current_usage();
    PeakAlloc.reset_peak_usage();
    run();
    (PeakAlloc.peak_usage() - before) as u64
}

/// The bytes that what `make` makes holds.
fn held<T>(make: impl FnOnce() -> T) -> (u64, T) {
    let before = PeakAlloc.current_usage();
    let new = make();
    ((PeakAlloc.current_usage() - before) as u64, new)
}
