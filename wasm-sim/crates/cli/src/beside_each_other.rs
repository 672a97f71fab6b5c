//! Work on several cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic, thread};

use crate::progress::Progress;

/// As many at a time as there are cores, or as the person says.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, NonZeroUsize::get)
}

/// The results of `work` on each of `all`, in their order. `doing` is its name in the progress.
pub fn each<T: Sync, R: Send>(
    doing: &str,
    all: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let progress = Progress::new();
    progress.show(doing, 0, all.len() as u64);
    let worker = || {
        let mut found = Vec::new();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(k) else {
                return found;
            };
            found.push((k, work(one)));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.show(doing, done as u64, all.len() as u64);
        }
    };
    let mut found: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.min(all.len()))
            .map(|_| scope.spawn(worker))
            .collect();
        let joined = threads.into_iter().flat_map(|thread| {
            thread
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic))
        });
        joined.collect()
    });
    found.sort_unstable_by_key(|(k, _)| *k);
    found.into_iter().map(|(_, result)| result).collect()
}
