//! A challenge's file: the scenario, with the choices as its interventions, and what the challenge is about.
//!
//! ```json
//! { "format": 1, "round": { "goal": "flash_time", "from": 0, "until": 40, "kinds": ["victim"] }, "scenario": { ... } }
//! ```
//!
//! Every field of `round` may be left out: the goal is then flash time, the requests all, the kinds all. A scenario by itself is
//! a challenge with all of them left out.

use ftl::{Decision, Halt};

use super::protocol::Goal;
use crate::device::ServeError;
use crate::failure::{Failure, FailureKind};
use crate::json::{self, Got, Index, Misread, Read, Reader, syntax};
use crate::scenario::{self, Setup};

/// Kinds of decisions, in the order in which the page lists them.
pub const KINDS: [Decision; 7] = [
    Decision::Victim,
    Decision::LogBlock,
    Decision::Merge,
    Decision::Eviction,
    Decision::Superblock,
    Decision::Chain,
    Decision::Placement,
];

/// The content of a file.
pub struct Document {
    /// The scenario.
    pub setup: Setup,
    /// The cost to keep low.
    pub goal: Goal,
    /// First request.
    pub from: u32,
    /// One past the last; `None` for all.
    pub until: Option<u32>,
    /// The kinds of decisions asked for, each once, in the order of [`KINDS`].
    pub kinds: Vec<Decision>,
    /// The file's text, for the places of problems.
    text: String,
    /// Where the scenario is in it: `scenario.`, or nothing if it is all of it.
    prefix: &'static str,
}

struct Head {
    goal: Option<Goal>,
    from: Option<u32>,
    until: Option<u32>,
    kinds: Option<Vec<Decision>>,
}

impl Read for Head {
    fn read(from: Reader<'_>) -> Got<Self> {
        from.only(&["goal", "from", "until", "kinds"])?;
        let head = Self {
            goal: from.field("goal")?,
            from: from.field("from")?,
            until: from.field("until")?,
            kinds: from.field("kinds")?,
        };
        match (&head.kinds, from.member("kinds")) {
            (Some(kinds), Some(at)) if kinds.is_empty() => {
                Err(at.wrong("no kind is asked: there is nothing to choose".to_owned()))
            }
            _ => Ok(head),
        }
    }
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong, with its field, line and column.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        syntax(text).map_err(|fault| scenario::of_syntax(&fault))?;
        let index = Index::new(text);
        let file = Reader::new(&index);
        let wrong = |error: Box<Misread>| scenario::of_reading(&error, &index);
        let Some(scenario) = file.member("scenario") else {
            return Ok(Self {
                setup: scenario::parse(text)?,
                goal: Goal::default(),
                from: 0,
                until: None,
                kinds: KINDS.into(),
                text: text.to_owned(),
                prefix: "",
            });
        };
        file.only(&["format", "round", "scenario"]).map_err(wrong)?;
        let format: u32 = file.field("format").map_err(wrong)?;
        if format != 1 {
            let at = file.member("format").expect("just read");
            return Err(wrong(
                at.wrong(format!("format {format} is not known: it must be 1")),
            ));
        }
        let head: Option<Head> = file.field("round").map_err(wrong)?;
        let head = head.unwrap_or(Head {
            goal: None,
            from: None,
            until: None,
            kinds: None,
        });
        // Problems of the scenario keep their line and column: what is before it is blank.
        let (before, _) = index.around(scenario.node);
        let blank: String = before
            .chars()
            .map(|c| if c == '\n' { c } else { ' ' })
            .collect();
        let setup = scenario::parse(&(blank + scenario.raw())).map_err(|mut failure| {
            failure.field = failure.field.map(|field| format!("scenario.{field}"));
            failure
        })?;
        let asked = |kind: &Decision| head.kinds.as_ref().is_none_or(|all| all.contains(kind));
        Ok(Self {
            setup,
            goal: head.goal.unwrap_or_default(),
            from: head.from.unwrap_or(0),
            until: head.until,
            kinds: KINDS.into_iter().filter(asked).collect(),
            text: text.to_owned(),
            prefix: "scenario.",
        })
    }

    /// Something is wrong with a field of the file: `round.until`, or of the scenario with its prefix.
    pub fn problem(
        &self,
        kind: FailureKind,
        field: &str,
        message: String,
        remedy: &str,
    ) -> Failure {
        let (line, column) = Index::new(&self.text).place_of(field);
        Failure {
            kind,
            message,
            remedy: remedy.to_owned(),
            field: Some(field.to_owned()),
            line: Some(line),
            column: Some(column),
        }
    }

    /// The name of a scenario's field in this file.
    pub fn field(&self, of_scenario: &str) -> String {
        format!("{}{of_scenario}", self.prefix)
    }

    /// The place of an intervention in the file, by its request and decision.
    pub fn intervention(&self, request: u32, decision: u32) -> String {
        let index = Index::new(&self.text);
        let list = self.field("interventions");
        // Options that can change are among them.
        let all = index
            .node_of(&list)
            .map_or(0, |node| index.children(node).count());
        let at = (0..all).find(|i| {
            let is = |name: &str, value: u32| {
                index.value_of(&format!("{list}[{i}].{name}")) == Some(&value.to_string())
            };
            is("request", request) && is("decision", decision)
        });
        format!("{list}[{}]", at.unwrap_or(0))
    }

    /// Why a request of the challenge could not be served.
    pub(super) fn stopped(&self, request: Option<u32>, error: &ServeError) -> Failure {
        let at = |request: Option<u32>| match request {
            Some(request) => format!("request {request}"),
            None => "the preparation".to_owned(),
        };
        match error {
            ServeError::Halted(Halt::IllegalChoice { decision, choose }) => self.problem(
                FailureKind::Intervention,
                &self.intervention(request.unwrap_or(0), *decision),
                format!(
                    "decision {decision} of {} cannot choose {choose}",
                    at(request)
                ),
                "Choose one of the candidates of that decision.",
            ),
            ServeError::Halted(_) => self.problem(
                FailureKind::Intervention,
                &self.field("interventions"),
                format!("{} needs a free block, and none is left", at(request)),
                "Take back the choice before it.",
            ),
            ServeError::Beyond(limit) => self.problem(
                FailureKind::Scenario,
                &self.field(&format!("scenario.{}", limit.field())),
                limit.message(&at(request)),
                limit.remedy(),
            ),
            ServeError::Wrong(violation) => self.problem(
                FailureKind::Engine,
                &self.field(""),
                format!("the checker stopped at {}: {violation}", at(request)),
                "This is a bug in FTL Lab: please report it with the file.",
            ),
        }
    }
}

/// The text of a file.
pub fn text(goal: Goal, from: u32, until: u32, kinds: &[Decision], scenario: &str) -> String {
    format!(
        "{{\"format\":1,\"round\":{{\"goal\":{},\"from\":{from},\"until\":{until},\"kinds\":{}}},\"scenario\":{scenario}}}",
        json::text(&goal),
        json::text(kinds),
    )
}
