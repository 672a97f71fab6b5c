//! `cargo xtask wasm`: builds the wasm package into `web/protocol/pkg`.
//!
//! The package is a JavaScript file, a module and its types for each of [`MODULES`]. The version of wasm-bindgen's command
//! line is the one Cargo.lock pins, because it is a library here; nothing is downloaded but crates. Optimising the
//! result (wasm-opt) is a step of `web/tools/wasm.mjs`, where npm's binaryen is at hand.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// Modules, which are features of `crates/wasm`, and the profiles in the workspace's Cargo.toml that build them.
const MODULES: [(&str, &str); 7] = [
    ("engine_page", "wasm"),
    ("engine_dftl", "wasm"),
    ("engine_bast", "wasm"),
    ("engine_hybrid", "wasm"),
    ("engine_block", "wasm"),
    ("import", "import"),
    ("models", "wasm"),
];

fn main() -> ExitCode {
    let result = match env::args().nth(1).as_deref() {
        Some("wasm") => wasm(),
        _ => Err("usage: cargo xtask wasm".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wasm() -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask lies in no workspace")?;
    let package = workspace.join("../web/protocol/pkg");
    // Nothing of an earlier build may stay behind.
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    for (module, profile) in MODULES {
        // The next module of the profile takes this one's place.
        Bindgen::new()
            .input_path(compile(workspace, module, profile)?)
            .out_name(module)
            .web(true)?
            .typescript(true)
            .generate(&package)?;
    }
    Ok(())
}

/// Compiles one module of `crates/wasm` and returns its path.
///
/// It has a target folder of its own, so that its flags do not throw away what the native build has made, and
/// so that this cargo does not wait for the lock of the cargo that runs us.
fn compile(workspace: &Path, module: &str, profile: &str) -> Result<PathBuf, Box<dyn Error>> {
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
    Ok(target.join(TARGET).join(profile).join("bindings.wasm"))
}

/// Where cargo keeps the sources of crates.
fn cargo_home() -> Result<PathBuf, Box<dyn Error>> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    Ok(PathBuf::from(home.ok_or("neither CARGO_HOME nor HOME is set")?).join(".cargo"))
}
