//! A policy in JavaScript.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Function, Module, Object, Persistent, Runtime,
    TypedArray,
};
use sim::policy::{Asked, DeviceFacts, Hooks, NOTE_WORDS, Program, Stop};

use crate::watch::{self, Call};
use crate::{Clock, MEMORY, endless, late};

/// The caller of a policy's functions.
const RUNTIME: &str = include_str!("../../../../web/worker/policy/runtime.js");
/// The name of a policy's text in places of errors.
const NAME: &str = "policy.js";
/// Times that `QuickJS` asks whether to go on, about each 10,000 steps, during one call.
const PATIENCE: u32 = 2_000;
/// Words of the notes of one call: each 512 notes have the steps of a call.
const NOTES: usize = NOTE_WORDS << 9;
/// Bytes of stack.
const STACK: usize = 512 << 10;

/// The limits of a call in steps and in time.
struct Patience {
    steps: Cell<u32>,
    clock: RefCell<Clock>,
    began: Cell<Instant>,
    /// Whether the call was ended for its time.
    late: Cell<bool>,
}

impl Patience {
    fn new() -> Self {
        Self {
            steps: Cell::new(PATIENCE),
            clock: RefCell::new(Clock::new()),
            began: Cell::new(Instant::now()),
            late: Cell::new(false),
        }
    }

    /// A call begins.
    fn begin(&self) {
        self.steps.set(PATIENCE);
        self.began.set(Instant::now());
    }

    /// A call has ended.
    fn end(&self) {
        let late = self.clock.borrow_mut().late(self.began.get().elapsed());
        self.late.set(self.late.get() || late);
    }

    /// Whether the call must end here.
    fn ends(&self) -> bool {
        self.steps.set(self.steps.get().saturating_sub(1));
        // Functions of the language are a step each, however much they do: only a clock sees them.
        if self.began.get().elapsed() > self.clock.borrow().left {
            self.late.set(true);
        }
        self.late.get() || self.steps.get() == 0
    }

    /// Why the call was ended, if it was.
    fn ended(&self, function: &str) -> Option<Stop> {
        if self.late.get() {
            return Some(late(function));
        }
        (self.steps.get() == 0).then(|| endless(function))
    }
}

/// See the module.
pub struct Js {
    hooks: Hooks,
    init: Persistent<Function<'static>>,
    notes: Persistent<Function<'static>>,
    decide: Persistent<Function<'static>>,
    current: Persistent<Function<'static>>,
    log: Persistent<Function<'static>>,
    bytes: Persistent<Function<'static>>,
    ours: Persistent<Function<'static>>,
    hint: Persistent<Function<'static>>,
    patience: Rc<Patience>,
    // After the functions, which live in it.
    context: Context,
}

impl Js {
    /// A policy from its text; `state`: bytes of `device.state` that it may ask for.
    ///
    /// # Errors
    /// Where it is no JavaScript, or what it did wrong while it was loaded.
    pub fn load_within(text: &str, state: Option<u64>) -> Result<Self, Stop> {
        let _under = watch::begin(Call::Load);
        let runtime = Runtime::new().expect("memory for an interpreter");
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let patience = Rc::new(Patience::new());
        let left = patience.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || left.ends())));
        let context = Context::full(&runtime).expect("memory for a context");
        let (host, hooks) = context.with(|ctx| -> Result<_, Stop> {
            let our = Module::declare(ctx.clone(), "runtime.js", RUNTIME)
                .and_then(Module::eval)
                .and_then(|(module, done)| done.finish::<()>().map(|()| module))
                .expect("our own module");
            let export = |name: &str| -> Function { our.get(name).expect("exported") };
            let ours = export("ours");
            let caught = |error| {
                let ended = patience.ended("");
                ended.unwrap_or_else(|| stop("", &error, &ours, ""))
            };
            export("seal")
                .call::<_, ()>((ctx.globals(),))
                .catch(&ctx)
                .map_err(caught)?;
            export("refuse")
                .call::<_, ()>((text,))
                .catch(&ctx)
                .map_err(caught)?;
            let policy = Module::declare(ctx.clone(), NAME, text)
                .and_then(Module::eval)
                .and_then(|(module, done)| done.finish::<()>().map(|()| module))
                .catch(&ctx)
                .map_err(caught)?;
            let namespace = policy.namespace().expect("an evaluated module has one");
            let most = state.map(|bytes| bytes as f64);
            let host: Object = export("host")
                .call((namespace, rquickjs::Undefined, most))
                .catch(&ctx)
                .map_err(caught)?;
            let hooks: Function = host.get("hooks").expect("exported");
            let [notes, answers, looks]: [u32; 3] = hooks
                .call::<_, Vec<u32>>(())
                .expect("numbers")
                .try_into()
                .expect("three");
            let names = [
                "init",
                "notes",
                "decide",
                "current",
                "takeLog",
                "stateBytes",
                "hint",
            ];
            let all = names.map(|name| {
                let function: Function = host.get(name).expect("exported");
                Persistent::save(&ctx, function)
            });
            let hooks = Hooks {
                notes,
                answers,
                looks,
            };
            Ok(((all, Persistent::save(&ctx, ours.clone())), hooks))
        })?;
        patience.end();
        let ([init, notes, decide, current, log, bytes, hint], ours) = host;
        Ok(Self {
            hooks,
            init,
            notes,
            decide,
            current,
            log,
            bytes,
            ours,
            hint,
            patience,
            context,
        })
    }

    /// Calls a function; what went wrong is said of the policy's function that ran.
    fn call<T>(
        &self,
        function: &Persistent<Function<'static>>,
        of: Call<'_>,
        call: impl for<'js> FnOnce(&Ctx<'js>, &Function<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, Stop> {
        let _under = watch::begin(of);
        self.patience.begin();
        self.context.with(|ctx| {
            let of = |function: &Persistent<Function<'static>>| {
                function.clone().restore(&ctx).expect("of this context")
            };
            let called = call(&ctx, &of(function)).catch(&ctx);
            self.patience.end();
            let Err(error) = called else {
                return called.map_err(|_| unreachable!("it went well"));
            };
            let text = |function| of(function).call::<_, String>(()).unwrap_or_default();
            let current = text(&self.current);
            if let Some(ended) = self.patience.ended(&current) {
                return Err(ended);
            }
            self.patience.begin();
            let _under = watch::begin(Call::After);
            Err(stop(&current, &error, &of(&self.ours), &text(&self.hint)))
        })
    }
}

/// An error of JavaScript in the words of [`Stop`]. `ours`: tells a mistake that our own code found from one that was thrown;
/// `hint`: what else the remedy says of a `TypeError`.
fn stop<'js>(function: &str, error: &CaughtError<'js>, ours: &Function<'js>, hint: &str) -> Stop {
    let CaughtError::Exception(exception) = error else {
        return Stop {
            function: function.to_owned(),
            message: match error {
                CaughtError::Value(value) if function.is_empty() => {
                    format!("the policy cannot be loaded: it threw {}", shown(value))
                }
                CaughtError::Value(value) => format!("threw {}", shown(value)),
                // A promise that is awaited while the policy is loaded, and never kept.
                CaughtError::Error(rquickjs::Error::WouldBlock) => return endless(function),
                other => format!("stopped: {other}"),
            },
            remedy: "Throw nothing: return the id of a candidate, or OWN.".to_owned(),
            line: None,
            column: None,
        };
    };
    let object = exception.as_object();
    let (line, column) = place(&exception.stack().unwrap_or_default());
    if let Ok(Some(ours)) = ours.call::<_, Option<Object>>((object.clone(),)) {
        let text = |name: &str| ours.get::<_, String>(name).unwrap_or_default();
        return Stop {
            function: text("function"),
            message: text("message"),
            remedy: text("remedy"),
            line: ours.get("line").ok(),
            column: ours.get("column").ok(),
        };
    }
    let said = exception.message().unwrap_or_default();
    let kind: String = object.get("name").unwrap_or_default();
    if kind == "InternalError" && said.contains("memory") {
        return Stop {
            function: function.to_owned(),
            message: format!(
                "takes more than the {} MB of memory that a policy has",
                MEMORY >> 20
            ),
            remedy: "Keep less: ask `device.state` once, in `init`.".to_owned(),
            line: None,
            column: None,
        };
    }
    let message = if function.is_empty() {
        format!("the policy cannot be loaded: {kind}: {said}")
    } else {
        format!("threw {kind}: {said}")
    };
    let hint = if kind == "TypeError" { hint } else { "" };
    Stop {
        function: function.to_owned(),
        message,
        remedy: format!("Correct the line; `log(...)` shows values of a run.{hint}"),
        line,
        column,
    }
}

fn shown(value: &rquickjs::Value<'_>) -> String {
    let text = value.as_string().and_then(|text| text.to_string().ok());
    text.map_or_else(|| value.type_name().to_owned(), |text| format!("{text:?}"))
}

/// Line and column of the first place in the policy that a stack names: `at victim (policy.js:7:12)`.
fn place(stack: &str) -> (Option<u32>, Option<u32>) {
    let Some((_, after)) = stack.split_once(NAME) else {
        return (None, None);
    };
    let mut numbers = after
        .trim_start_matches(':')
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|digits| digits.parse().ok());
    (numbers.next(), numbers.next())
}

impl Program for Js {
    fn hooks(&self) -> Hooks {
        self.hooks
    }

    fn init(&mut self, device: &DeviceFacts) -> Result<(), Stop> {
        let g = device.geometry;
        self.call(&self.init, Call::Init, |_, f| {
            f.call((g.blocks, g.pages_per_block, device.logical_pages))
        })
    }

    fn request(&mut self, number: u32) {
        watch::request(number);
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        for notes in notes.chunks(NOTES) {
            self.call(&self.notes, Call::Notes(notes), |ctx, f| {
                f.call::<_, ()>((TypedArray::<u32>::new(ctx.clone(), notes)?,))
            })?;
        }
        Ok(())
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop> {
        let facts: Vec<f64> = asked.numbers();
        let answer: f64 = self.call(&self.decide, Call::Decide(asked.kind), |ctx, f| {
            let facts = TypedArray::<f64>::new(ctx.clone(), facts)?;
            f.call((asked.kind, asked.own, asked.lpn, asked.now as f64, facts))
        })?;
        Ok((answer >= 0.0).then_some(answer as u32))
    }

    fn take_log(&mut self) -> Vec<String> {
        self.call(&self.log, Call::After, |_, f| f.call(()))
            .unwrap_or_default()
    }

    fn state_bytes(&self) -> u64 {
        let bytes: Result<f64, _> = self.call(&self.bytes, Call::After, |_, f| f.call(()));
        bytes.map_or(0, |bytes| bytes as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sim::policy::Run;

    use super::*;

    const SCENARIO: &str = r#"{"format":1,"device":{"blocks":16,"pages_per_block":8},"logical_pages":80,
        "ftl":{"kind":"page"},"workload":{"kind":"uniform","requests":1}}"#;

    #[test]
    fn work_that_is_no_steps_is_ended_by_the_clock() {
        let code = "export function init() { for (let n = 0; n < 100000; n++) new Uint8Array(1 << 16).indexOf(7) }
            export function victim() { return OWN }";
        let js = Js::load_within(code, None).unwrap();
        js.patience.clock.borrow_mut().left = Duration::from_millis(20);
        let Err(failure) = Run::open(SCENARIO, Box::new(js)) else {
            panic!("it ended well");
        };
        assert!(
            failure.message.contains("`init` takes too long"),
            "{}",
            failure.message
        );
    }
}
