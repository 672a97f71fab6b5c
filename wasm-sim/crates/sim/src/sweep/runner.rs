//! Runs in slices, for a caller with other things to hear between them: the page's workers.

use trace::Bytes;

use super::Outcome;
use crate::failure::Failure;
use crate::protocol::{Command, Doing, Position, Reply, Target};
use crate::report::Report;
use crate::session::Session;
use crate::simulation::Simulation;

/// Windows of a run: enough to tell how much neighbours depend on one another (batch means: Law, Simulation Modeling and Analysis,
/// 9.5.3, where 20 to 40 are advised; SPEC 11.15 has what was measured).
pub const WINDOWS: u32 = 40;
/// Fewest requests of a window: in shorter ones a merge that one began would fall into the next.
const FEWEST: u32 = 50;

/// Counters of a run after a part of its requests, from which a window is the difference of two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mark {
    /// Requests done.
    pub requests: u32,
    /// Host page writes.
    pub writes: u64,
    /// Programs of all causes.
    pub programs: u64,
    /// Erases of all causes.
    pub erases: u64,
    /// Requests answered: with queues some of those done are still on their way.
    pub answered: u64,
    /// Sum of their service times, us.
    pub service_us: f64,
    /// Sum of their response times, us.
    pub response_us: f64,
}

impl Mark {
    fn of(run: &Simulation) -> Self {
        let (answered, [service_ns, response_ns]) = run.device().answered();
        let report = run.figures();
        Self {
            requests: run.position().request,
            writes: report.host.writes,
            programs: report.flash.programs.total,
            erases: report.flash.erases.total,
            answered,
            service_us: service_ns as f64 / 1000.0,
            response_us: response_ns as f64 / 1000.0,
        }
    }
}

/// The one slot of the session.
const SLOT: u32 = 0;

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stand {
    /// The current work: the precondition, or the run.
    pub doing: Doing,
    /// Requests that are done, and how many there are.
    pub requests: u32,
    /// See `requests`.
    pub total: u32,
}

/// Runs scenarios to their ends, one after the other and slice by slice, without history.
pub struct Runner {
    session: Session,
    /// Whether the run under way is prepared: it is past `Command::Open`.
    opened: bool,
    stand: Stand,
    /// The requests after which the pieces end that it is run in; none until it is prepared.
    ends: Vec<u32>,
    marks: Vec<Mark>,
}

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}

impl Runner {
    /// Without a run.
    pub fn new() -> Self {
        Self {
            session: Session::without_history(),
            opened: false,
            stand: Stand::default(),
            ends: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Lets scenarios name a columnar trace file.
    ///
    /// # Errors
    /// Why it is none.
    pub fn attach(&mut self, name: &str, file: Box<dyn Bytes>) -> Result<(), Failure> {
        self.session.attach(name, file).map(drop)
    }

    /// Begins a run. The one before is forgotten first: two of them need not fit memory together.
    ///
    /// # Errors
    /// As [`Self::slice`].
    pub fn start(&mut self, scenario: &str) -> Result<Option<Report>, Failure> {
        self.opened = false;
        self.stand = Stand::default();
        self.ends.clear();
        self.marks.clear();
        self.session.command(Command::Close { slot: SLOT })?;
        let reply = self.session.command(Command::Open {
            slot: SLOT,
            scenario: scenario.to_owned(),
        })?;
        self.go_on(&reply)
    }

    /// Works on the run for about this many flash operations; gives its report when it is done.
    ///
    /// # Errors
    /// What is wrong with the scenario or the trace, or why the run could not go on.
    pub fn slice(&mut self, operations: u64) -> Result<Option<Report>, Failure> {
        loop {
            let (opened, windows) = (self.opened, self.marks.len());
            let reply = self.session.slice(operations)?;
            let report = self.go_on(&reply)?;
            // A window that has ended is no reason to stop.
            if report.is_some() || !opened || self.marks.len() == windows {
                return Ok(report);
            }
        }
    }

    /// How far the run is.
    pub fn stand(&self) -> &Stand {
        &self.stand
    }

    /// The ends of the [`WINDOWS`] of the run so far, of equally many page writes as near as whole requests allow: see
    /// [`Simulation::parts`]. Short runs have none.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// After a piece of work: the report once the run has ended.
    fn go_on(&mut self, reply: &Reply) -> Result<Option<Report>, Failure> {
        if let Reply::Progress {
            done: false,
            doing,
            requests,
            total,
            ..
        } = reply
        {
            self.stand = Stand {
                doing: if self.opened { Doing::Run } else { *doing },
                requests: *requests,
                total: *total,
            };
            return Ok(None);
        }
        let run = self.session.simulation(SLOT)?;
        if self.opened && self.ends.len() > 1 {
            self.marks.push(Mark::of(run));
        }
        if !self.opened {
            let long = run.requests() >= WINDOWS * FEWEST;
            self.ends = run.parts(if long { WINDOWS } else { 1 });
        } else if self.ends.len() <= 1 || self.marks.len() == self.ends.len() {
            return Ok(Some(run.report()));
        }
        self.opened = true;
        let left = &self.ends[self.marks.len()..];
        let target = match *left {
            [request, _, ..] => Target::Position {
                position: Position::before(request),
            },
            _ => Target::End,
        };
        let reply = self.session.command(Command::run(SLOT, target))?;
        self.go_on(&reply)
    }
}

/// The outcome of a step of a run, if it came to an end.
pub fn ended(step: Result<Option<Report>, Failure>) -> Option<Outcome> {
    step.transpose().map(|result| Outcome::new(&result))
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use super::*;

    fn scenario(seed: u32) -> String {
        format!(
            r#"{{"format": 1, "seed": {seed}, "device": {{"blocks": 400, "pages_per_block": 8}}, "logical_pages": 2400,
            "ftl": {{"kind": "fast", "log_blocks": 30}}, "precondition": [{{"kind": "random_fill"}}],
            "workload": {{"kind": "uniform", "requests": 8000}}}}"#
        )
    }

    fn marks_of(text: &str) -> Vec<Mark> {
        let mut runner = Runner::new();
        let mut report = runner.start(text).unwrap();
        while report.is_none() {
            report = runner.slice(1000).unwrap();
        }
        runner.marks().to_vec()
    }

    #[test]
    fn runs_in_slices_come_to_what_whole_runs_come_to_and_tell_how_far_they_are() {
        let mut runner = Runner::new();
        let mut heard = Vec::new();
        for seed in [1, 2] {
            let mut report = runner.start(&scenario(seed)).unwrap();
            while report.is_none() {
                heard.push(runner.stand().clone());
                report = runner.slice(40).unwrap();
            }
            assert_eq!(report, run(&scenario(seed), None).ok());
            let report = report.unwrap();
            let marks = runner.marks();
            let requests: Vec<_> = marks.iter().map(|mark| mark.requests).collect();
            assert_eq!(requests, (1..=40).map(|k| 200 * k).collect::<Vec<_>>());
            assert!(marks.windows(2).all(|two| two[0].erases <= two[1].erases));
            let last = marks[39];
            assert_eq!(
                (last.writes, last.programs, last.erases),
                (
                    report.host.writes,
                    report.flash.programs.total,
                    report.flash.erases.total
                )
            );
        }
        assert!(heard.iter().any(|stand| stand.doing == Doing::Precondition));
        let last = heard.last().unwrap();
        assert_eq!((last.doing, last.total), (Doing::Run, 8000));
        assert!(last.requests > 3000, "{last:?}");
    }

    #[test]
    fn windows_have_equally_many_page_writes_as_near_as_requests_allow() {
        let sizes =
            r#""pages": {"min": 1, "max": 60}, "read_fraction": 0.5, "trim_fraction": 0.1, "kind""#;
        let text = scenario(1).replace(
            r#""workload": {"kind""#,
            &format!(r#""workload": {{{sizes}"#),
        );
        let text = text.replace(r#""workload""#, r#""warmup_requests": 700, "workload""#);
        let marks = marks_of(&text);
        let writes = marks[39].writes;
        for (k, mark) in (1..).zip(&marks) {
            let even = (writes * k).div_ceil(40);
            assert!(
                (even..even + 60).contains(&mark.writes),
                "{k}: {mark:?} of {writes}"
            );
        }
        // Nothing is written: equally many requests.
        let marks = marks_of(&text.replace(r#""read_fraction": 0.5"#, r#""read_fraction": 0.9"#));
        let requests: Vec<_> = marks.iter().map(|mark| mark.requests).collect();
        let even: Vec<_> = (1..=40).map(|k| (7300u32 * k).div_ceil(40)).collect();
        assert_eq!(requests, even);
    }

    #[test]
    fn a_request_that_is_larger_than_a_window_is_one() {
        let all = |n: u32| {
            (0..n)
                .map(|i| format!("w{i}"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let text = scenario(1).replace(
            r#"{"kind": "uniform", "requests": 8000}"#,
            &format!(
                r#"{{"kind": "ops", "ops": "{} w0+1000 {}"}}"#,
                all(1000),
                all(1000)
            ),
        );
        let marks = marks_of(&text);
        // 3,000 page writes, 75 a window: the large one is a window with what was missing to the one before it.
        let large: Vec<_> = marks
            .windows(2)
            .filter(|two| two[1].writes - two[0].writes > 76)
            .collect();
        assert_eq!((marks.len(), large.len()), (28, 1), "{marks:?}");
        assert_eq!(marks[27].writes, 3000);
    }

    #[test]
    fn windows_change_nothing_of_a_run_with_queues() {
        let host = r#""host": {"channels": 2, "queue_depth": 4, "scheduler": "deadline", "outstanding": 6}, "workload""#;
        for text in [
            scenario(1).replace(r#""workload""#, host),
            scenario(1).replace("8000", "999"),
        ] {
            let mut runner = Runner::new();
            let mut report = runner.start(&text).unwrap();
            while report.is_none() {
                report = runner.slice(40).unwrap();
            }
            assert_eq!(report, run(&text, None).ok(), "{text}");
            let report = report.unwrap();
            if let Some(last) = runner.marks().last() {
                assert_eq!(last.answered, 8000);
                for (sum, times) in [
                    (last.service_us, &report.service_us),
                    (last.response_us, &report.response_us),
                ] {
                    let mean = sum / last.answered as f64;
                    assert!((mean / times.mean - 1.0).abs() < 1e-9);
                }
                let marks = runner.marks();
                assert!(
                    marks
                        .iter()
                        .any(|mark| mark.answered < u64::from(mark.requests))
                );
            }
            assert_eq!(
                runner.marks().len(),
                if text.contains("8000") { 40 } else { 0 }
            );
        }
    }

    #[test]
    fn a_scenario_that_is_refused_leaves_room_for_the_next() {
        let mut runner = Runner::new();
        assert!(ended(runner.start("{")).is_some_and(|outcome| !outcome.is_report()));
        assert!(ended(runner.start(&scenario(1))).is_none());
        assert!(ended(runner.slice(u64::MAX)).is_none(), "prepared");
        assert!(ended(runner.slice(u64::MAX)).is_some_and(|outcome| outcome.is_report()));
    }
}
