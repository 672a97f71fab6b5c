//! The traces of a result file.

use std::path::Path;
use std::sync::Arc;

use sim::failure::Failure;

use super::wrong;
use crate::beside::beside;
use crate::problem::Problem;
use crate::result::{Named, ResultFile};
use crate::{import, input};

/// The columnar files of all traces, each the one that was run; `given`: where they are, as far as the person said.
pub fn traces(
    file: &str,
    given: &[String],
    result: &ResultFile,
) -> Result<Vec<Arc<[u8]>>, Problem> {
    if given.len() > result.traces.len() {
        return Err(Problem::usage(
            &format!(
                "--trace is there {} times, and {} has {} traces",
                given.len(),
                input::shown(file),
                result.traces.len()
            ),
            "Give it once for each trace, in the order of the file.",
        ));
    }
    let each = result.traces.iter().enumerate();
    each.map(|(k, named)| trace(file, given.get(k), k, named))
        .collect()
}

fn trace(
    file: &str,
    given: Option<&String>,
    k: usize,
    named: &Named,
) -> Result<Arc<[u8]>, Problem> {
    let Named {
        name,
        hash,
        options,
        ..
    } = named;
    // A result may come from anyone: only what is beside it, or here, is looked at unasked.
    let remedy = "Put the trace there, or name it: --trace FILE.";
    let beside = |document: &str| beside(document, &format!("traces[{k}]"), name, remedy);
    let path = match given {
        Some(given) => given.clone(),
        None => [beside(file)?, beside("-")?]
            .into_iter()
            .find(|path| Path::new(path).exists())
            .ok_or_else(|| {
                Problem::input(
                    input::shown(file),
                    Failure {
                        field: Some(format!("traces[{k}]")),
                        ..wrong(
                            format!("its trace `{name}` is missing: neither beside it nor here"),
                            remedy,
                        )
                    },
                )
            })?,
    };
    let page_bytes = 4096;
    let (trace, summary) = import::import(&path, name, options.clone(), page_bytes)?;
    import::say_assumed(&summary);
    if summary.import.hash != *hash {
        return Err(Problem::input(
            &path,
            wrong(
                format!(
                    "this is another trace than the one that was run: its requests have the hash {}, those of `{name}` had {hash}",
                    summary.import.hash
                ),
                "Name the right file: --trace FILE.",
            ),
        ));
    }
    Ok(trace.copied().expect("it is in memory").into())
}
