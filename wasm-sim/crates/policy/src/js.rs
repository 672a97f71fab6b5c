//! A policy in JavaScript.

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Function, Module, Object, Persistent, Runtime,
    TypedArray,
};
use sim::policy::{Asked, DeviceFacts, Hooks, Program, Stop};

use crate::{MEMORY, endless};

/// The caller of a policy's functions.
const RUNTIME: &str = include_str!("../../../../web/worker/policy/runtime.js");
/// The name of a policy's text in places of errors.
const NAME: &str = "policy.js";
/// Times that `QuickJS` asks whether to go on, about each 10,000 steps, during one call.
const PATIENCE: u32 = 2_000;
/// Bytes of stack.
const STACK: usize = 512 << 10;

/// See the module.
pub struct Js {
    hooks: Hooks,
    init: Persistent<Function<'static>>,
    notes: Persistent<Function<'static>>,
    decide: Persistent<Function<'static>>,
    current: Persistent<Function<'static>>,
    log: Persistent<Function<'static>>,
    bytes: Persistent<Function<'static>>,
    patience: Rc<Cell<u32>>,
    // After the functions, which live in it.
    context: Context,
}

impl Js {
    /// A policy from its text; `state`: bytes of `device.state` that it may ask for.
    ///
    /// # Errors
    /// Where it is no JavaScript, or what it did wrong while it was loaded.
    pub fn load_within(text: &str, state: Option<u64>) -> Result<Self, Stop> {
        let runtime = Runtime::new().expect("memory for an interpreter");
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let patience = Rc::new(Cell::new(PATIENCE));
        let left = patience.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        })));
        let context = Context::full(&runtime).expect("memory for a context");
        let (host, hooks) = context.with(|ctx| -> Result<_, Stop> {
            let caught = |error: CaughtError<'_>| stop(&patience, "", &error);
            let ours = Module::declare(ctx.clone(), "runtime.js", RUNTIME)
                .and_then(Module::eval)
                .and_then(|(module, done)| done.finish::<()>().map(|()| module))
                .expect("our own module");
            let seal: Function = ours.get("seal").expect("exported");
            let host: Function = ours.get("host").expect("exported");
            seal.call::<_, ()>((ctx.globals(),))
                .catch(&ctx)
                .map_err(caught)?;
            let policy = Module::declare(ctx.clone(), NAME, text)
                .and_then(Module::eval)
                .and_then(|(module, done)| done.finish::<()>().map(|()| module))
                .catch(&ctx)
                .map_err(caught)?;
            let namespace = policy.namespace().expect("an evaluated module has one");
            let most = state.map(|bytes| bytes as f64);
            let host: Object = host
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
            Ok((all, hooks))
        })?;
        let [init, notes, decide, current, log, bytes] = host;
        Ok(Self {
            hooks,
            init,
            notes,
            decide,
            current,
            log,
            bytes,
            patience,
            context,
        })
    }

    /// Calls a function; what went wrong is said of the policy's function that ran.
    fn call<T>(
        &self,
        function: &Persistent<Function<'static>>,
        call: impl for<'js> FnOnce(&Ctx<'js>, &Function<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, Stop> {
        self.patience.set(PATIENCE);
        self.context.with(|ctx| {
            let restored = function.clone().restore(&ctx).expect("of this context");
            call(&ctx, &restored).catch(&ctx).map_err(|error| {
                let out_of_patience = self.patience.get() == 0;
                let left = Cell::new(self.patience.replace(PATIENCE));
                let current = self.current.clone().restore(&ctx);
                let current: String = current.and_then(|f| f.call(())).unwrap_or_default();
                if out_of_patience {
                    left.set(0);
                }
                stop(&left, &current, &error)
            })
        })
    }
}

/// An error of JavaScript in the words of [`Stop`]. `patience`: 0 if it looped.
fn stop(patience: &Cell<u32>, function: &str, error: &CaughtError<'_>) -> Stop {
    if patience.get() == 0 {
        return endless(if function.is_empty() {
            "the policy"
        } else {
            function
        });
    }
    let CaughtError::Exception(exception) = error else {
        return Stop {
            function: function.to_owned(),
            message: match error {
                CaughtError::Value(value) => format!("threw {}", shown(value)),
                other => format!("stopped: {other}"),
            },
            remedy: "Throw nothing: return the id of a candidate, or OWN.".to_owned(),
            line: None,
            column: None,
        };
    };
    let object = exception.as_object();
    let (line, column) = place(&exception.stack().unwrap_or_default());
    if let Ok(ours) = object.get::<_, Object>("policy") {
        let text = |name: &str| ours.get::<_, String>(name).unwrap_or_default();
        return Stop {
            function: text("function"),
            message: text("message"),
            remedy: text("remedy"),
            line: None,
            column: None,
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
    Stop {
        function: function.to_owned(),
        message,
        remedy: "Correct the line; `log(...)` shows values of a run.".to_owned(),
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
        self.call(&self.init, |_, f| {
            f.call((g.blocks, g.pages_per_block, device.logical_pages))
        })
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        self.call(&self.notes, |ctx, f| {
            f.call((TypedArray::<u32>::new(ctx.clone(), notes)?,))
        })
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop> {
        let facts: Vec<f64> = asked.numbers();
        let answer: f64 = self.call(&self.decide, |ctx, f| {
            let facts = TypedArray::<f64>::new(ctx.clone(), facts)?;
            f.call((asked.kind, asked.own, asked.lpn, asked.now as f64, facts))
        })?;
        Ok((answer >= 0.0).then_some(answer as u32))
    }

    fn take_log(&mut self) -> Vec<String> {
        self.call(&self.log, |_, f| f.call(())).unwrap_or_default()
    }

    fn state_bytes(&self) -> u64 {
        let bytes: Result<f64, _> = self.call(&self.bytes, |_, f| f.call(()));
        bytes.map_or(0, |bytes| bytes as u64)
    }
}
