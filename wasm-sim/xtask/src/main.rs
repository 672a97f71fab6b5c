//! `cargo xtask wasm MODULE [PROFILE]`: builds a module of the wasm package into `web/protocol/pkg`.
//!
//! A module is a JavaScript file, the wasm and its types; all are in [`MODULES`]. The version of wasm-bindgen's command
//! line is the one Cargo.lock pins, because it is a library here; nothing is downloaded but crates. Optimising the
//! result (wasm-opt) is a step of `web/tools/wasm.mjs`, where npm's binaryen is at hand.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use walrus::{ConstExpr, Module, ValType, ir::Value};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// The profiles in the workspace's Cargo.toml that build them, each with cargo's name for its folder: the page's, and one that
/// compiles again in seconds (`web/tools/jobs/mutants.mjs` needs it).
const PROFILES: [(&str, &str); 2] = [("wasm", "wasm"), ("dev", "debug")];
/// Modules, which are features of `crates/wasm`.
const MODULES: [&str; 3] = ["engine", "import", "models"];

fn main() -> ExitCode {
    let args: Vec<_> = env::args().skip(1).collect();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["wasm", name] => wasm(name, PROFILES[0].0),
        ["wasm", name, profile] => wasm(name, profile),
        _ => Err("usage: cargo xtask wasm MODULE [PROFILE]".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wasm(module: &str, profile: &str) -> Result<(), Box<dyn Error>> {
    if !MODULES.contains(&module) {
        return Err(format!("there is no module {module}").into());
    }
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask lies in no workspace")?;
    let mut output = Bindgen::new()
        .input_path(compile(workspace, module, profile)?)
        .out_name(module)
        .web(true)?
        .typescript(true)
        .generate_output()?;
    pad_globals(output.wasm_mut());
    output.emit(workspace.join("../web/protocol/pkg"))?;
    Ok(())
}

/// Makes the globals of a module fill cache lines of their own.
///
/// Chromium keeps the globals of an instance in a few bytes, side by side with those of other instances of the process. One of
/// them is the stack pointer, which every call moves: workers that run on several cores at once would take the line from each
/// other, and half their time would be lost. Exported, or wasm-opt would drop them; two lines, since processors fetch pairs.
fn pad_globals(module: &mut Module) {
    for i in 0..16 {
        let global =
            module
                .globals
                .add_local(ValType::I64, true, false, ConstExpr::Value(Value::I64(0)));
        module.exports.add(&format!("pad{i}"), global);
    }
}

/// Compiles one module of `crates/wasm` and returns its path: the next module takes its place.
///
/// It has a target folder of its own, so that its flags do not throw away the native build. So this cargo also does
/// not wait for the lock of the cargo that runs us.
fn compile(workspace: &Path, module: &str, profile: &str) -> Result<PathBuf, Box<dyn Error>> {
    let Some((_, folder)) = PROFILES.iter().find(|(name, _)| *name == profile) else {
        return Err(format!("there is no profile {profile} for a module").into());
    };
    let target = workspace.join("target/wasm");
    // rustc's defaults for wasm32 hold every other feature that browsers have had for years.
    let flags = [
        "-Ctarget-feature=+simd128".to_owned(),
        // Panic messages hold paths: the same source gives the same bytes on every machine.
        format!("--remap-path-prefix={}=/cargo", cargo_home()?.display()),
        format!("--remap-path-prefix={}=/ftl-lab", workspace.display()),
    ];
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args([
            "build",
            "--quiet",
            "--locked",
            "--profile",
            profile,
            "-p",
            "wasm",
            "--features",
            module,
            "--lib",
            "--target",
            TARGET,
        ])
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env_remove("RUSTFLAGS")
        .status()?;
    if !status.success() {
        return Err(format!("the {module} did not compile for wasm32").into());
    }
    Ok(target.join(TARGET).join(folder).join("bindings.wasm"))
}

/// Where cargo keeps the sources of crates.
fn cargo_home() -> Result<PathBuf, Box<dyn Error>> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    Ok(PathBuf::from(home.ok_or("neither CARGO_HOME nor HOME is set")?).join(".cargo"))
}
