//! The grader's JavaScript in `QuickJS`, and the engine that it asks: `Host` of `web/lesson/grader/host.ts`. It is a process of its own,
//! which [`super::process`] starts and ends: whatever a student's file does to it, it does here.

use std::any::Any;
use std::cell::RefCell;
use std::io::{self, BufRead};
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

use super::process;

/// A name and a file.
type Trace = (&'static str, &'static [u8]);

/// Bytes of stack: lessons are read by recursion, in an interpreter. More than these are no limit at all, for `rquickjs` takes
/// a greater number for none, and brackets without an end then end the process.
const STACK: usize = 16 << 20;
/// Bytes of memory: of a class's largest file, read, a hundredth.
const MEMORY: usize = 1 << 30;
/// Flash operations, and states of a search, at a time.
const SLICE: u64 = 1 << 20;
const STATES: u32 = 100;
/// Requests at a time.
const REQUESTS: u32 = 10_000;
/// For statistics of a trace that no one sees.
const PAGE_BYTES: u32 = 4096;

/// Answers questions, a line each, to the last one: `Question` of `web/lesson/grader/grader.ts`.
///
/// # Errors
/// Why it cannot go on. The question was about a file that the grader stumbles over.
pub fn serve(
    script: &str,
    traces: &'static [Trace],
    questions: impl BufRead + Send,
    answered: impl FnMut(&str) -> io::Result<()> + Send,
) -> Result<(), String> {
    thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(4 * STACK)
            .spawn_scoped(scope, || inside(script, traces, questions, answered))
            .expect("a thread")
            .join()
            .unwrap_or_else(|bug| Err(said(&*bug)))
    })
}

/// The words of a panic.
pub fn said(bug: &(dyn Any + Send)) -> String {
    let text = bug.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| bug.downcast_ref::<&str>().copied());
    text.unwrap_or("the engine stopped").to_owned()
}

fn inside(
    script: &str,
    traces: &'static [Trace],
    questions: impl BufRead,
    mut answered: impl FnMut(&str) -> io::Result<()>,
) -> Result<(), String> {
    let runtime = Runtime::new().expect("memory for an interpreter");
    runtime.set_max_stack_size(STACK);
    runtime.set_memory_limit(MEMORY);
    let context = Context::full(&runtime).expect("memory for a context");
    context.with(|ctx| {
        let begun = Module::declare(ctx.clone(), "grader.js", script)
            .and_then(Module::eval)
            .and_then(|(module, done)| done.finish::<()>().map(|()| module))
            .and_then(|module| module.get::<_, Function>("answer"))
            .and_then(|answer| Ok((answer, host(&ctx, traces)?)))
            .catch(&ctx);
        let (answer, host) = begun.map_err(|error| error.to_string())?;
        for question in questions.lines() {
            let question = question.map_err(|error| error.to_string())?;
            let given = answer
                .call::<_, Promise>((question, host.clone()))
                .and_then(|promise| promise.finish::<String>())
                .catch(&ctx);
            let given = given.map_err(|error| error.to_string())?;
            if answered(&given).is_err() {
                // The other end has closed.
                break;
            }
        }
        Ok(())
    })
}

/// The functions that the grader calls.
fn host<'js>(ctx: &Ctx<'js>, traces: &'static [Trace]) -> rquickjs::Result<Object<'js>> {
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
            process::decide(&source, &scenario)
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
pub fn decide(source: &str, scenario: &str) -> Result<Outcome, Failure> {
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
