//! A workload that is run through until its write amplification has settled (SPEC 11.7). It is run window by window, each from a state
//! that is kept; when one has settled, the device goes back to where it began. Then that window is counted, request by request, as
//! any other run.

use crate::checkpoint::Checkpoint;
use crate::device::Device;
use crate::failure::{Failure, FailureKind};
use crate::report::Steady;
use crate::scenario::{Repeat, Setup};
use crate::workload::{Request, Source};

/// The passes of a workload on their way to a steady state.
pub struct Passes {
    /// Where the workload is.
    source: Source,
    tolerance: f64,
    /// Page writes of a window, at least.
    window: u32,
    most: u32,
    /// Pages that are written before windows are compared.
    capacity: u64,
    /// Passes of a window, once the first has ended.
    each: Option<u32>,
    /// Host page writes when all began.
    writes: u64,
    /// The window under way, from 1 on; none before the first.
    now: Option<Window>,
    /// The window before, if it is one to compare with.
    before: Option<f64>,
    result: Option<Steady>,
}

/// A window under way, and the state to go back to.
struct Window {
    number: u32,
    device: Checkpoint,
    source: Source,
    /// Host page writes and programs when it began.
    writes: u64,
    programs: u64,
}

impl Passes {
    /// Those of a scenario that repeats its workload until it is steady. `source` is at its beginning.
    ///
    /// # Errors
    /// If a pass writes nothing.
    pub fn of(setup: &Setup, source: &Source) -> Result<Option<Self>, Failure> {
        let Repeat::UntilSteady {
            tolerance,
            window,
            most,
        } = setup.repeat
        else {
            return Ok(None);
        };
        if !source.writes() {
            return Err(refused(
                "the workload writes no page, so no write amplification becomes steady",
                "Give `repeat` a number, or take a workload that writes.",
            ));
        }
        Ok(Some(Self {
            source: source.clone().endless(),
            tolerance,
            window,
            most,
            capacity: setup.logical_pages.into(),
            each: None,
            writes: 0,
            now: None,
            before: None,
            result: None,
        }))
    }

    /// Requests that are done, and how many there are if it does not settle, as far as that is known.
    pub fn progress(&self) -> (u32, u32) {
        let done = self.source.position();
        let all = self.each.map_or(0, |passes| {
            self.source
                .pass()
                .saturating_mul(passes)
                .saturating_mul(self.most)
        });
        (done, all.max(done))
    }

    /// The next request for `device`, which has served all before. At the end the device is at the beginning of the window that counts.
    pub fn next(&mut self, device: &mut Device) -> Option<Request> {
        if self.result.is_some() {
            return None;
        }
        if self.source.is_between_passes() && self.is_over(device) {
            return None;
        }
        self.source.next()
    }

    /// The workload from the beginning of the window that counts to its end, and what is said of it.
    ///
    /// # Errors
    /// If all the requests that can be counted write less than a window.
    pub fn end(self) -> Result<(Source, Steady), Failure> {
        let (Some(now), Some(passes), Some(steady)) = (self.now, self.each, self.result) else {
            return Err(refused(
                "4,294,967,295 requests write less than a window of `until_steady`",
                "Give it a smaller `window`, or take a workload that writes more.",
            ));
        };
        Ok((now.source.for_passes(passes)?, steady))
    }

    /// Between two passes: whether the window under way is the last one. If it has ended and is not, the next one begins.
    fn is_over(&mut self, device: &mut Device) -> bool {
        let counters = device.counters();
        let (writes, programs) = (counters.host.writes, counters.total_programs());
        let mut number = 1;
        match &self.now {
            None => self.writes = writes,
            Some(now) => {
                let run = self.source.passes() - now.source.passes();
                let written = writes - now.writes;
                let ended = self
                    .each
                    .map_or(written >= self.window.into(), |all| run == all);
                if !ended {
                    return false;
                }
                self.each = Some(run);
                let amplification = (programs - now.programs) as f64 / written.max(1) as f64;
                let settled = self.before.is_some_and(|before| {
                    (amplification - before).abs() <= self.tolerance * before
                });
                // Requests are counted in 32 bits, also those that never come.
                if settled || now.number == self.most || !self.source.has(run) {
                    self.result = Some(Steady {
                        reached: settled,
                        window: now.number,
                        passes: run,
                        before: self.before,
                        amplification,
                    });
                    device.restore(&now.device);
                    return true;
                }
                let overwritten = now.writes - self.writes >= self.capacity;
                self.before = overwritten.then_some(amplification);
                number = now.number + 1;
            }
        }
        self.now = Some(Window {
            number,
            device: device.save(self.now.as_ref().map(|before| &before.device)),
            source: self.source.clone(),
            writes,
            programs,
        });
        false
    }
}

fn refused(message: &str, remedy: &str) -> Failure {
    Failure {
        field: Some("workload.repeat".to_owned()),
        ..Failure::new(FailureKind::Scenario, message, remedy)
    }
}
