//! Files that a document names. A scenario, a plan or a result may come from anyone, and what cannot be read is shown with its
//! first line: so a document names files in its own folder and below. Any other file is named by the person.

use std::path::Path;

use sim::failure::{Failure, FailureKind};

use crate::input;
use crate::problem::Problem;

/// The file that a document names, in the document's folder or below; `remedy` says what to do about one elsewhere.
pub fn beside(document: &str, field: &str, name: &str, remedy: &str) -> Result<String, Problem> {
    let folder = match Path::new(document).parent() {
        Some(folder) if document != "-" => folder,
        _ => Path::new(""),
    };
    let file = match folder.join(name) {
        // A file of that name, and not standard input.
        file if file == Path::new("-") => Path::new(".").join("-"),
        file => file,
    };
    if is_below(folder, &file) {
        return Ok(file.to_string_lossy().into_owned());
    }
    let here = if document == "-" {
        "this folder"
    } else {
        "its folder"
    };
    Err(Problem::input(
        input::shown(document),
        Failure {
            field: Some(field.to_owned()),
            ..Failure::new(
                FailureKind::Scenario,
                format!(
                    "`{name}` is outside {here}: a document names files beside it, or in folders below"
                ),
                remedy,
            )
        },
    ))
}

/// Whether a file is below a folder, wherever its name and its links lead.
fn is_below(folder: &Path, file: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => file.starts_with(folder),
        // Nothing is there to be read.
        _ => true,
    }
}
