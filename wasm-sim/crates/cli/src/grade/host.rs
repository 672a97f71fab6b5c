//! The grader's JavaScript in `QuickJS`, and the engine that it asks: `Host` of `web/lesson/grader/host.ts`.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread;

use rquickjs::{
    CatchResultExt, Context, Ctx, Function, Module, Object, Promise, Runtime, TypedArray,
};
use sim::answer::{answer, not_a_command};
use sim::challenge::ChallengeSession;
use sim::challenge::protocol::{ChallengeCommand, ChallengeReply};
use sim::failure::Failure;
use sim::policy::{Outcome, Run};
use sim::protocol::{Command, Reply};
use sim::session::Session;
use trace::Options;

use crate::import;
use crate::policy::failure;
use crate::progress::Progress;

/// A name and a file.
type Trace = (&'static str, &'static [u8]);

/// Bytes of stack: lessons are read by recursion, in an interpreter.
const STACK: usize = 32 << 20;
/// Flash operations, and states of a search, at a time.
const SLICE: u64 = 1 << 20;
const STATES: u32 = 100;
/// Requests at a time.
const REQUESTS: u32 = 10_000;
/// For statistics of a trace that no one sees.
const PAGE_BYTES: u32 = 4096;

/// Grades; JSON in and out. `total`: how many files there are.
///
/// # Panics
/// If the grader fails: a bug, for it reports whatever a file does wrong.
pub fn run(script: &str, traces: &'static [Trace], asked: &str, total: u64) -> String {
    thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(2 * STACK)
            .spawn_scoped(scope, || inside(script, traces, asked, total))
            .expect("a thread")
            .join()
            .unwrap_or_else(|bug| std::panic::resume_unwind(bug))
    })
}

fn inside(script: &str, traces: &'static [Trace], asked: &str, total: u64) -> String {
    let runtime = Runtime::new().expect("memory for an interpreter");
    runtime.set_max_stack_size(STACK);
    let context = Context::full(&runtime).expect("memory for a context");
    context.with(|ctx| {
        let graded = Module::declare(ctx.clone(), "grader.js", script)
            .and_then(Module::eval)
            .and_then(|(module, done)| done.finish::<()>().map(|()| module))
            .and_then(|module| module.get::<_, Function>("grade"))
            .and_then(|grade| grade.call::<_, Promise>((asked, host(&ctx, traces, total)?)))
            .and_then(|promise| promise.finish::<String>())
            .catch(&ctx);
        graded.unwrap_or_else(|error| panic!("the grader: {error}"))
    })
}

/// The functions that the grader calls.
fn host<'js>(
    ctx: &Ctx<'js>,
    traces: &'static [Trace],
    total: u64,
) -> rquickjs::Result<Object<'js>> {
    let session = Rc::new(RefCell::new(Session::new()));
    let host = Object::new(ctx.clone())?;
    let mine = session.clone();
    host.set(
        "command",
        Function::new(ctx.clone(), move |json: String| {
            answer(&command(&mut mine.borrow_mut(), &json))
        })?,
    )?;
    let mine = session.clone();
    host.set(
        "attach",
        Function::new(ctx.clone(), move |name: String| {
            attach(&mut mine.borrow_mut(), traces, &name)
        })?,
    )?;
    let mine = session.clone();
    host.set(
        "cells",
        Function::new(
            ctx.clone(),
            move |ctx: Ctx<'js>, slot: u32, from: u32, to: u32| {
                TypedArray::<u32>::new_copy(ctx, mine.borrow_mut().cells(slot, from, to))
            },
        )?,
    )?;
    host.set(
        "heat",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, slot: u32| {
            TypedArray::<u32>::new_copy(ctx, session.borrow_mut().heat(slot))
        })?,
    )?;
    let rounds = RefCell::new(ChallengeSession::new());
    host.set(
        "round",
        Function::new(ctx.clone(), move |json: String| {
            answer(&round(&mut rounds.borrow_mut(), &json))
        })?,
    )?;
    host.set(
        "policy",
        Function::new(ctx.clone(), |source: String, scenario: String| {
            answer(&decide(&source, &scenario))
        })?,
    )?;
    host.set(
        "writeAmplification",
        Function::new(ctx.clone(), model::figures::write_amplification)?,
    )?;
    host.set(
        "optimalSplit",
        Function::new(ctx.clone(), model::figures::optimal_split)?,
    )?;
    let progress = Progress::new();
    host.set(
        "told",
        Function::new(ctx.clone(), move |done: f64| {
            progress.show("grading", done as u64, total);
        })?,
    )?;
    Ok(host)
}

/// A command, to the end of its job.
fn command(session: &mut Session, json: &str) -> Result<Reply, Failure> {
    let command = Command::from_json(json).map_err(|error| not_a_command(&error))?;
    let mut reply = session.command(command)?;
    while matches!(reply, Reply::Progress { done: false, .. }) {
        reply = session.slice(SLICE)?;
    }
    Ok(reply)
}

/// A command of challenges, to the end of its search.
fn round(rounds: &mut ChallengeSession, json: &str) -> Result<ChallengeReply, Failure> {
    let command = ChallengeCommand::from_json(json).map_err(|error| not_a_command(&error))?;
    let mut reply = rounds.command(&command)?;
    while matches!(reply, ChallengeReply::Searching { .. }) {
        reply = rounds.slice(STATES)?;
    }
    Ok(reply)
}

/// Lets a policy decide over a scenario. The text of WebAssembly has a character for each byte.
fn decide(source: &str, scenario: &str) -> Result<Outcome, Failure> {
    let program = if source.starts_with("\0asm") {
        policy::load(&source.chars().map(|byte| byte as u8).collect::<Vec<_>>())
    } else {
        policy::load(source.as_bytes())
    };
    let program = program.map_err(failure)?;
    let mut run = Run::open(scenario, program)?;
    while !run.slice(REQUESTS)? {}
    Ok(Outcome {
        decisions: Vec::new(),
        log: Vec::new(),
        ..run.outcome()
    })
}

/// Lets scenarios name a bundled trace; whether there is one of this name.
fn attach(session: &mut Session, traces: &[Trace], name: &str) -> bool {
    let Some((_, bytes)) = traces.iter().find(|(known, _)| *known == name) else {
        return false;
    };
    let imported = import::import_from(&mut &**bytes, name, name, Options::default(), PAGE_BYTES);
    let (trace, _) = imported.unwrap_or_else(|problem| panic!("a bundled trace: {problem}"));
    session.keep_trace(name, trace);
    true
}
