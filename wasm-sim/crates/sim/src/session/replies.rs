//! The answers to commands: summaries, warnings, the state of a job, and failures with their place and remedy.

use ftl::{Halt, HostOp, InitialError};

use crate::device::ServeError;
use crate::failure::{Failure, FailureKind};
use crate::json::Index;
use crate::protocol::{Doing, Reply, Summary};
use crate::scenario::{self, Setup};
use crate::simulation::Stopped;
use crate::workload::Source;

/// Things to know about a run that are not errors.
fn warnings(setup: &Setup, source: &Source) -> Vec<String> {
    let mut warnings = Vec::new();
    if source.is_empty() {
        warnings.push("the workload has no request: there is nothing to run".to_owned());
    } else if setup.preconditions.is_empty() && setup.initial.is_none() && source.len() < 1_000_000
    {
        let written: u64 = source
            .clone()
            .filter(|r| r.op == HostOp::Write)
            .map(|r| u64::from(r.pages))
            .sum();
        if written <= u64::from(setup.geometry.pages() - setup.geometry.pages_per_block) {
            warnings.push(format!(
                "the workload writes {written} pages and the erased device has {}: a page-mapped FTL will never clean. \
                 Add a precondition, or use a smaller device",
                setup.geometry.pages()
            ));
        }
    }
    warnings
}

/// The state of a job that is not done.
pub(super) fn progress(doing: Doing, requests: u32, total: u32) -> Reply {
    Reply::Progress {
        done: false,
        doing,
        requests,
        total,
        found: false,
        hit: None,
    }
}

pub(super) fn misuse(message: &str, remedy: &str) -> Failure {
    Failure::new(FailureKind::Command, message, remedy)
}

pub(super) fn initial_failure(error: &InitialError, text: &str) -> Failure {
    let field = format!("initial.{}", error.table);
    let (line, column) = Index::new(text).place_of(&field);
    Failure {
        kind: FailureKind::Scenario,
        message: format!("the initial state contradicts itself: {}", error.message),
        remedy: "correct it, or leave out what the pages imply".into(),
        field: Some(field),
        line: Some(line),
        column: Some(column),
    }
}

pub(super) fn serve_failure(stopped: &Stopped, before: &str) -> Failure {
    let request = stopped.request;
    let (kind, message, remedy) = match &stopped.error {
        ServeError::Halted(Halt::IllegalChoice { decision, choose }) => (
            FailureKind::Intervention,
            format!("{before}decision {decision} of request {request} cannot choose {choose}"),
            "choose one of the candidates that the decision's event shows".to_owned(),
        ),
        ServeError::Halted(Halt::NoFreeBlock) => (
            FailureKind::Scenario,
            format!("{before}request {request} needs a free block, and none is left"),
            "give the device more blocks, or its initial state more free ones".to_owned(),
        ),
        ServeError::Halted(Halt::PowerLost) => {
            unreachable!("the device recovers from power losses")
        }
        ServeError::Halted(Halt::Asked | Halt::PolicyStopped) => {
            unreachable!("a simulation asks no one")
        }
        ServeError::Beyond(limit) => {
            let at = if before.is_empty() {
                format!("request {request}")
            } else {
                "the preparation".to_owned()
            };
            (
                FailureKind::Scenario,
                limit.message(&at),
                limit.remedy().to_owned(),
            )
        }
        ServeError::Wrong(violation) => (
            FailureKind::Engine,
            format!("{before}the checker stopped at request {request}: {violation}"),
            "this is a bug in FTL Lab: please report it with the scenario".to_owned(),
        ),
    };
    Failure::new(kind, message, remedy)
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        serve_failure(&stopped, "")
    }
}

/// `requests`: those that are counted; of a workload that is repeated until it is steady one pass, before that is known.
pub(super) fn summary(setup: &Setup, source: &Source, requests: u32) -> Summary {
    Summary {
        name: setup.name.clone(),
        hash: setup.hash.clone(),
        canonical: setup.canonical.clone(),
        ftl: setup.scheme.kind(),
        blocks: setup.geometry.blocks,
        pages_per_block: setup.geometry.pages_per_block,
        page_bytes: setup.geometry.page_bytes,
        logical_pages: setup.logical_pages,
        requests,
        warmup_requests: setup.warmup_requests,
        bytes: scenario::estimate_bytes(setup) as f64,
        warnings: warnings(setup, source),
    }
}
