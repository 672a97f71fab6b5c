//! The preparation of a device before counting starts: the precondition's steps, one after another.

use ftl::HostOp;

use crate::device::Device;
use crate::scenario::{Precondition, Setup};
use crate::workload::{Request, Source};

/// The precondition of a scenario on its way.
pub struct Preparation {
    /// Steps to come, the current one last.
    steps: Vec<Step>,
    done: u32,
    total: u32,
}

struct Step {
    source: Source,
    /// Requests of it, at most.
    total: u32,
    settling: Option<Settling>,
}

/// Whether the write amplification has settled, window by window.
struct Settling {
    tolerance: f64,
    window: u32,
    windows_left: u32,
    /// Host page writes and programs when the window began; `None` before the first one.
    began: Option<(u64, u64)>,
    /// Write amplification of the window before.
    before: Option<f64>,
}

impl Preparation {
    /// The whole precondition of a scenario, still to be done.
    pub fn new(setup: &Setup) -> Self {
        let steps: Vec<Step> = setup
            .preconditions
            .iter()
            .enumerate()
            .rev()
            .map(|(i, step)| {
                let source = Source::precondition(setup, i as u32);
                match *step {
                    Precondition::SteadyState {
                        tolerance,
                        window,
                        max_windows,
                    } => Step {
                        source,
                        total: window * max_windows,
                        settling: Some(Settling {
                            tolerance,
                            window,
                            windows_left: max_windows,
                            began: None,
                            before: None,
                        }),
                    },
                    _ => Step {
                        total: source.len(),
                        source,
                        settling: None,
                    },
                }
            })
            .collect();
        Self {
            done: 0,
            total: steps
                .iter()
                .fold(0, |sum, step| sum.saturating_add(step.total)),
            steps,
        }
    }

    /// Requests handed out.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Requests in all. A steady state counts as if it had to be given up, and in single pages: it may take fewer.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The next request for `device`, which has served all before.
    pub fn next(&mut self, device: &Device) -> Option<Request> {
        loop {
            let step = self.steps.last_mut()?;
            let settled = step.settling.as_mut().is_some_and(|s| s.is_over(device));
            let request = if settled { None } else { step.next() };
            if request.is_some() {
                self.done = self.done.saturating_add(1).min(self.total);
                return request;
            }
            self.steps.pop();
        }
    }
}

impl Step {
    /// A read changes nothing that lasts; a step that settles leaves it out.
    fn next(&mut self) -> Option<Request> {
        if self.settling.is_none() {
            return self.source.next();
        }
        self.source.find(|request| request.op != HostOp::Read)
    }
}

impl Settling {
    fn is_over(&mut self, device: &Device) -> bool {
        let counters = device.counters();
        let now = (counters.host.writes, counters.total_programs());
        let Some((writes, programs)) = self.began else {
            self.began = Some(now);
            return false;
        };
        let written = now.0 - writes;
        if written < u64::from(self.window) {
            return false;
        }
        let amplification = (now.1 - programs) as f64 / written as f64;
        let settled = self
            .before
            .is_some_and(|before| is_settled(before, amplification, self.tolerance));
        self.began = Some(now);
        self.before = Some(amplification);
        self.windows_left -= 1;
        settled || self.windows_left == 0
    }
}

/// Whether the write amplification of a window is within a share of that of the window before.
fn is_settled(before: f64, now: f64, tolerance: f64) -> bool {
    (now - before).abs() <= tolerance * before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;

    /// By hand: a sixteenth of 4 is 0.25, so 4.25 and 3.75 are settled after 4. After 2 it is 0.125.
    #[test]
    fn the_tolerance_is_a_share_of_the_window_before() {
        for (before, now, settled) in [
            (4.0, 4.25, true),
            (4.0, 3.75, true),
            (4.0, 4.2501, false),
            (4.0, 3.7499, false),
            (2.0, 2.125, true),
            (2.0, 2.25, false),
        ] {
            assert_eq!(is_settled(before, now, 1.0 / 16.0), settled, "{now}");
        }
    }

    /// A device of 100 blocks of 8 pages, a tenth of it spare, and how many host writes each of its steps took.
    fn prepared(steps: &str, workload: &str) -> (Vec<u64>, Device, Preparation) {
        let text = format!(
            r#"{{"format": 1, "device": {{"blocks": 100, "pages_per_block": 8}}, "spare_factor": 0.1,
                "ftl": {{"kind": "page"}}, "precondition": [{steps}], "workload": {{{workload}}}}}"#
        );
        let setup = scenario::parse(&text).unwrap_or_else(|failure| panic!("{failure:?}"));
        let mut device = Device::new(&setup).expect("no initial state");
        let mut preparation = Preparation::new(&setup);
        let mut writes = vec![0; setup.preconditions.len()];
        while let Some(request) = preparation.next(&device) {
            let step = writes.len() - preparation.steps.len();
            device.prepare(&request).expect("runs");
            if request.op == HostOp::Write {
                writes[step] += u64::from(request.pages);
            }
        }
        (writes, device, preparation)
    }

    const UNIFORM: &str = r#""kind": "uniform", "requests": 1"#;

    #[test]
    fn steps_follow_one_another() {
        let (writes, device, preparation) = prepared(
            r#"{"kind": "fill_and_invalidate", "fraction": 0.5}, {"kind": "sequential", "pages": 7}"#,
            UNIFORM,
        );
        assert_eq!(writes, [1080, 7]);
        assert_eq!((preparation.done(), preparation.total()), (1087, 1087));
        assert_eq!(device.counters().host.writes, 1087);
    }

    #[test]
    fn a_steady_state_ends_when_the_write_amplification_has_settled() {
        let settled = |step: &str| {
            let steps = format!(r#"{{"kind": "sequential"}}, {{"kind": "steady_state"{step}}}"#);
            let (writes, _, preparation) = prepared(&steps, UNIFORM);
            assert!(preparation.done() < preparation.total());
            writes[1]
        };
        // Filled in order, the device cleans for nothing at first; large windows settle in a few.
        let few = settled(r#", "window": 20000"#);
        assert!(
            (40_000..=100_000).contains(&few) && few.is_multiple_of(20_000),
            "{few}"
        );
        assert!(
            settled(r#", "window": 2000, "tolerance": 0.3"#)
                < settled(r#", "window": 2000, "tolerance": 0.002"#)
        );
    }

    #[test]
    fn a_steady_state_is_given_up_after_its_last_window() {
        let (writes, ..) = prepared(
            r#"{"kind": "steady_state", "tolerance": 0.0000001, "window": 50, "max_windows": 4}"#,
            r#""kind": "hot_cold", "requests": 1, "r": 0.9, "f": 0.1"#,
        );
        // The erased device amplifies nothing: 1 and 1 again.
        assert_eq!(writes, [100]);
        let (writes, ..) = prepared(
            r#"{"kind": "random_fill"}, {"kind": "steady_state", "tolerance": 0.0000001, "window": 50, "max_windows": 4}"#,
            UNIFORM,
        );
        assert_eq!(writes, [720, 200]);
    }

    #[test]
    fn a_steady_state_leaves_reads_out_and_writes_uniformly_for_a_list() {
        let (writes, device, _) = prepared(
            r#"{"kind": "steady_state"}"#,
            r#""kind": "profile", "profile": "tpch", "requests": 1"#,
        );
        assert_eq!(device.counters().host.reads, 0);
        assert!(writes[0] >= 2 * 720);
        let (writes, device, _) = prepared(
            r#"{"kind": "steady_state"}"#,
            r#""kind": "ops", "ops": "r0""#,
        );
        assert!(writes[0] >= 2 * 720);
        assert!(device.counters().programs[0] == writes[0]);
    }
}
