//! A policy in WebAssembly: whole numbers of 32 bits in and out (SPEC 13.4).

use std::fmt::Display;

use sim::policy::{Asked, DeviceFacts, FUNCTIONS, Hooks, NOTE_WORDS, NOTES, Program, Stop};
use wasmi::{
    Caller, Config, Engine, Extern, Func, Linker, Module, Store, StoreLimits, StoreLimitsBuilder,
    TrapCode, Val,
};

use crate::{MEMORY, endless};

/// Instructions of one call.
const FUEL: u64 = 50_000_000;
/// The module of the functions that a policy may import.
const IMPORTS: &str = "ftl";

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
    init: Option<Func>,
    notes: [Option<Func>; NOTES.len()],
    answers: [Option<Func>; FUNCTIONS.len()],
    memory: Option<wasmi::Memory>,
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

impl Wasm {
    /// A policy from its module.
    ///
    /// # Errors
    /// Why it is none.
    pub fn load(bytes: &[u8]) -> Result<Self, Stop> {
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(unloaded)?;
        let seen = Seen {
            limits: StoreLimitsBuilder::new().memory_size(MEMORY).build(),
            candidates: Vec::new(),
            own: 0,
            log: Vec::new(),
        };
        let mut store = Store::new(&engine, seen);
        store.limiter(|seen| &mut seen.limits);
        store.set_fuel(FUEL).expect("fuel is on");
        let mut linker = Linker::<Seen>::new(&engine);
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
        let looks = module
            .imports()
            .any(|import| import.module() == IMPORTS && !["own", "log"].contains(&import.name()));
        let instance = linker
            .instantiate_and_start(&mut store, &module)
            .map_err(|error| match error.as_trap_code() {
                Some(TrapCode::OutOfFuel) => endless("the policy"),
                _ => unloaded(error),
            })?;
        let function = |name: &str| match instance.get_export(&store, name) {
            Some(Extern::Func(function)) => Some(function),
            _ => None,
        };
        let answers = FUNCTIONS.map(|(_, name)| function(name));
        let notes = NOTES.map(function);
        let bits = |has: &[Option<Func>]| {
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
            init: function("init"),
            memory: instance.get_memory(&store, "memory"),
            store,
            hooks,
            notes,
            answers,
        })
    }

    fn call(&mut self, function: Func, name: &str, inputs: &[u32]) -> Result<Option<u32>, Stop> {
        self.store.set_fuel(FUEL).expect("fuel is on");
        let kind = function.ty(&self.store);
        let takes = kind.params().len();
        let inputs: Vec<Val> = inputs
            .iter()
            .take(takes)
            .map(|&n| Val::I32(n.cast_signed()))
            .collect();
        let mut outputs = vec![Val::I32(0); kind.results().len()];
        let called = function.call(&mut self.store, &inputs, &mut outputs);
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
        self.call(init, "init", &inputs).map(drop)
    }

    fn notes(&mut self, notes: &[u32]) -> Result<(), Stop> {
        for note in notes.chunks_exact(NOTE_WORDS) {
            let n = note[0] as usize;
            if let Some(function) = self.notes[n] {
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
