//! A policy in WebAssembly: whole numbers of 32 bits in and out (SPEC 13.4).

use std::fmt::Display;
use std::time::Instant;

use sim::policy::{Asked, DeviceFacts, FUNCTIONS, Hooks, NOTE_WORDS, NOTED, NOTES, Program, Stop};
use wasmi::{
    Caller, CompilationMode, Config, Engine, Extern, Func, FuncType, Linker, Module, Store,
    StoreLimits, StoreLimitsBuilder, TrapCode, Val, ValType,
};

use crate::watch::{self, Call};
use crate::{Clock, MEMORY, endless, late};

/// Instructions of one call.
const FUEL: u64 = 50_000_000;
/// Elements of its table.
const TABLE: usize = 1 << 16;
/// The module of the functions that a policy may import.
const IMPORTS: &str = "ftl";

/// Numbers that `init` takes at most, and decisions.
const STARTED: usize = 3;
const DECIDED: usize = 2;

/// The data of the functions that a policy imports.
struct Seen {
    limits: StoreLimits,
    /// Of the candidates at hand: id, valid, erases, closed at, dirty.
    candidates: Vec<[u32; 5]>,
    own: u32,
    log: Vec<String>,
}

/// See the module.
pub struct Wasm {
    store: Store<Seen>,
    hooks: Hooks,
    init: Option<Taking>,
    notes: [Option<Taking>; NOTES.len()],
    answers: [Option<Taking>; FUNCTIONS.len()],
    memory: Option<wasmi::Memory>,
    clock: Clock,
}

/// A function with the numbers that it takes, and whether it answers one.
#[derive(Clone, Copy)]
struct Taking {
    function: Func,
    takes: usize,
    answers: bool,
}

fn stop(function: &str, message: String, remedy: &str) -> Stop {
    Stop {
        function: function.to_owned(),
        message,
        remedy: remedy.to_owned(),
        line: None,
        column: None,
    }
}

fn unloaded(error: impl Display) -> Stop {
    stop(
        "",
        format!("the policy cannot be loaded: {error}"),
        "Import only the functions of `ftl`, and export what the interface names (SPEC 13.4).",
    )
}

/// A module that is none, or none of this kind.
fn unbuilt(error: impl Display) -> Stop {
    stop(
        "",
        format!("the policy cannot be loaded: {error}"),
        "Build it for WebAssembly 2.0 without vectors (SIMD), threads and exceptions; a function has at most 30,000 locals.",
    )
}

/// Whether a valid module has a memory: a section of number 5 that is not empty.
fn declares_memory(module: &[u8]) -> bool {
    let mut rest = module.get(8..).unwrap_or_default();
    while let [id, after @ ..] = rest {
        // Seven bits a byte; the last one is below 128.
        let digits = 1 + after.iter().take_while(|&&byte| byte >= 128).count();
        let size = after.iter().take(digits).rev();
        let size = size.fold(0, |size, byte| size << 7 | usize::from(byte & 127));
        let Some(section) = after.get(digits..) else {
            return false;
        };
        if *id == 5 {
            return section.first().is_some_and(|&memories| memories > 0);
        }
        rest = section.get(size..).unwrap_or_default();
    }
    false
}

/// A function that the module exports, if it takes and returns what it may.
fn taking(function: Func, kind: &FuncType, name: &str, most: usize) -> Result<Taking, Stop> {
    let (takes, answers) = (kind.params().len(), kind.results().len());
    let mut all = kind.params().iter().chain(kind.results());
    let fault = if takes > most {
        format!("`{name}` takes {takes} numbers, and {most} are given")
    } else if answers > 1 {
        format!("`{name}` returns {answers} numbers, and 1 is read")
    } else if all.any(|kind| *kind != ValType::I32) {
        format!("`{name}` takes or returns something other than an i32")
    } else {
        return Ok(Taking {
            function,
            takes,
            answers: answers == 1,
        });
    };
    Err(stop(
        "",
        format!("the policy cannot be loaded: {fault}"),
        "Give it the parameters of the interface (SPEC 13.4), and at most one result.",
    ))
}

/// The functions that a policy may import.
fn imports(engine: &Engine) -> Linker<Seen> {
    let mut linker = Linker::<Seen>::new(engine);
    for (name, at) in [
        ("id", 0),
        ("valid", 1),
        ("erases", 2),
        ("closed_at", 3),
        ("dirty", 4),
    ] {
        linker
            .func_wrap(
                IMPORTS,
                name,
                move |caller: Caller<'_, Seen>, n: u32| -> u32 {
                    caller
                        .data()
                        .candidates
                        .get(n as usize)
                        .map_or(0, |facts| facts[at])
                },
            )
            .expect("each once");
    }
    linker
        .func_wrap(IMPORTS, "own", |caller: Caller<'_, Seen>| caller.data().own)
        .expect("once");
    linker
        .func_wrap(
            IMPORTS,
            "log",
            |mut caller: Caller<'_, Seen>, value: i32| {
                if caller.data().log.len() < 1000 {
                    caller.data_mut().log.push(value.to_string());
                }
            },
        )
        .expect("once");
    linker
}

impl Wasm {
    /// A policy from its module.
    ///
    /// # Errors
    /// Why it is none.
    pub fn load(bytes: &[u8]) -> Result<Self, Stop> {
        let _under = watch::begin(Call::Load);
        let clock = Clock::new();
        let mut config = Config::default();
        config.consume_fuel(true);
        // The page's limits are on one memory.
        config.wasm_multi_memory(false);
        // Otherwise a function that cannot be translated would be found when it is called first.
        config.compilation_mode(CompilationMode::Eager);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(unbuilt)?;
        let seen = Seen {
            limits: StoreLimitsBuilder::new()
                .memories(1)
                .memory_size(MEMORY)
                .tables(1)
                .table_elements(TABLE)
                .build(),
            candidates: Vec::new(),
            own: 0,
            log: Vec::new(),
        };
        let mut store = Store::new(&engine, seen);
        store.limiter(|seen| &mut seen.limits);
        store.set_fuel(FUEL).expect("fuel is on");
        let linker = imports(&engine);
        let looks = module
            .imports()
            .any(|import| import.module() == IMPORTS && !["own", "log"].contains(&import.name()));
        let instance = linker
            .instantiate_and_start(&mut store, &module)
            .map_err(|error| match error.as_trap_code() {
                Some(TrapCode::OutOfFuel) => endless(""),
                _ => unloaded(error),
            })?;
        let memory = instance.get_memory(&store, "memory");
        if memory.is_none() && declares_memory(bytes) {
            return Err(stop(
                "",
                "the policy cannot be loaded: its memory is not exported".to_owned(),
                "Export it as `memory`: it is the policy's state.",
            ));
        }
        let function = |name: &str, most: usize| match instance.get_export(&store, name) {
            Some(Extern::Func(function)) => {
                taking(function, &function.ty(&store), name, most).map(Some)
            }
            _ => Ok(None),
        };
        let mut answers = [None; FUNCTIONS.len()];
        for (answer, (_, name)) in answers.iter_mut().zip(FUNCTIONS) {
            *answer = function(name, DECIDED)?;
        }
        let mut notes = [None; NOTES.len()];
        for ((note, name), most) in notes.iter_mut().zip(NOTES).zip(NOTED) {
            *note = function(name, most)?;
        }
        let bits = |has: &[Option<Taking>]| {
            let all = has.iter().enumerate();
            all.fold(0, |bits, (n, has)| bits | u32::from(has.is_some()) << n)
        };
        let hooks = Hooks {
            notes: bits(&notes),
            answers: bits(&answers),
            looks: if looks { bits(&answers) } else { 0 },
        };
        if hooks.answers == 0 {
            let names: Vec<&str> = FUNCTIONS.iter().map(|&(_, name)| name).collect();
            return Err(stop(
                "",
                "the policy decides nothing".to_owned(),
                &format!(
                    "Export a function of one of these names: {}.",
                    names.join(", ")
                ),
            ));
        }
        Ok(Self {
            init: function("init", STARTED)?,
            memory,
            store,
            hooks,
            notes,
            answers,
            clock,
        })
    }

    fn call(&mut self, taking: Taking, name: &str, inputs: &[u32]) -> Result<Option<u32>, Stop> {
        let Taking {
            function,
            takes,
            answers,
        } = taking;
        self.store.set_fuel(FUEL).expect("fuel is on");
        let mut given = [const { Val::I32(0) }; STARTED];
        for (given, &n) in given.iter_mut().zip(inputs) {
            *given = Val::I32(n.cast_signed());
        }
        let mut outputs = [Val::I32(0)];
        let outputs = &mut outputs[..usize::from(answers)];
        let began = Instant::now();
        let called = function.call(&mut self.store, &given[..takes], outputs);
        if self.clock.late(began.elapsed()) {
            return Err(late(name));
        }
        called.map_err(|error| match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => endless(name),
            _ => stop(
                name,
                format!("stopped: {error}"),
                "Take and return whole numbers of 32 bits, and reach no memory beyond your own.",
            ),
        })?;
        Ok(match outputs.first() {
            Some(Val::I32(n)) => Some(*n as u32),
            _ => None,
        })
    }
}

impl Program for Wasm {
    fn hooks(&self) -> Hooks {
        self.hooks
    }

    fn init(&mut self, device: &DeviceFacts) -> Result<(), Stop> {
        let g = device.geometry;
        let Some(init) = self.init else {
            return Ok(());
        };
        let inputs = [g.blocks, g.pages_per_block, device.logical_pages];
        let _under = watch::begin(Call::Init);
        self.call(init, "init", &inputs).map(drop)
    }

    fn request(&mut self, number: u32) {
        watch::request(number);
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        for note in notes.chunks_exact(NOTE_WORDS) {
            let n = note[0] as usize;
            if let Some(function) = self.notes[n] {
                let _under = watch::begin(Call::Notes(note));
                self.call(function, NOTES[n], &note[1..])?;
            }
        }
        Ok(())
    }

    fn decide(&mut self, asked: &Asked<'_>) -> Result<Option<u32>, Stop> {
        let n = asked.kind as usize;
        let name = FUNCTIONS[n].1;
        let Some(function) = self.answers[n] else {
            return Ok(None);
        };
        let seen = self.store.data_mut();
        seen.own = asked.own;
        seen.candidates.clear();
        let facts = asked.candidates.iter();
        seen.candidates
            .extend(facts.map(|f| [f.id, f.valid, f.erases, f.closed_at as u32, f.dirty.into()]));
        let first = match name {
            "placement" => asked.lpn,
            _ => asked.candidates.len() as u32,
        };
        let _under = watch::begin(Call::Decide(asked.kind));
        match self.call(function, name, &[first, asked.now as u32])? {
            Some(u32::MAX) => Ok(None),
            Some(choice) => Ok(Some(choice)),
            None => Err(stop(
                name,
                "returned no whole number of 32 bits".to_owned(),
                "Return the id of a candidate, or -1 for the scheme's own choice.",
            )),
        }
    }

    fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.store.data_mut().log)
    }

    fn state_bytes(&self) -> u64 {
        self.memory
            .map_or(0, |memory| memory.data_size(&self.store) as u64)
    }
}
