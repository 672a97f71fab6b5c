//! Takes the grader into the command line: the script in the folder `grader`, which `npm run grader` makes, and the traces of the
//! lessons. Where there is no script, `ftl-lab grade` says so.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let traces = here.join("../../../public/traces");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=grader");
    println!("cargo::rerun-if-changed={}", traces.display());
    let script = here.join("grader/grader.js");
    let mut files = String::new();
    if script.exists() {
        let entries = fs::read_dir(&traces).expect("the folder of the traces");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("a name").path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().expect("a file").to_string_lossy();
            if name.contains(".mqsim") || name.contains(".csv") {
                let path = path.to_string_lossy();
                write!(files, "({name:?}, include_bytes!({path:?})), ").expect("text");
            }
        }
    }
    let script = if script.exists() {
        format!("Some(include_str!({:?}))", script.to_string_lossy())
    } else {
        "None".to_owned()
    };
    let text = format!(
        "/// The script.\nconst SCRIPT: Option<&str> = {script};\n\
         /// The bundled traces, by name.\nconst TRACES: &[(&str, &[u8])] = &[{files}];\n"
    );
    let out = env::var("OUT_DIR").expect("cargo names it");
    fs::write(Path::new(&out).join("grader.rs"), text).expect("a place to write");
}
