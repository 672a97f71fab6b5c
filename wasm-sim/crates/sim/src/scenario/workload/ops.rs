//! The `workload` of a scenario: its fields, checked. Generated kinds: see `generated`.

use trace::{Address, Ends, Op};

use super::generated;
use crate::scenario::document::Workload;
use crate::scenario::document::kinds;
use crate::scenario::problem::bounds::required;
use crate::scenario::problem::{Checked, Problem};
use crate::scenario::workload::{Request, WorkloadSpec};

pub(crate) fn resolve(
    workload: &Workload,
    logical_pages: u32,
    page_bytes: u32,
) -> Checked<WorkloadSpec> {
    kinds::WORKLOAD.check_fields("workload", &workload.kind, workload)?;
    Ok(match workload.kind.as_str() {
        "ops" => ops(workload, logical_pages)?,
        "trace" => WorkloadSpec::Trace {
            path: workload
                .path
                .clone()
                .ok_or_else(|| Problem::missing("workload.path".to_owned(), "\"trace.csv\""))?,
            format: workload.trace_format,
            reading: workload.reading.clone().unwrap_or_default(),
            mapping: workload.mapping.unwrap_or_default(),
            aliasing: workload.aliasing.unwrap_or_default(),
            partial_writes: workload.partial_writes.unwrap_or_default(),
            shift_bytes: workload.shift_bytes.unwrap_or_default(),
            requests: match workload.requests {
                Some(_) => Some(required("workload.requests", workload.requests, "1000")?),
                None => None,
            },
        },
        _ => generated::resolve(workload, logical_pages, page_bytes)?,
    })
}

fn ops(workload: &Workload, logical_pages: u32) -> Checked<WorkloadSpec> {
    let text = workload.ops.as_deref();
    let text = text.ok_or_else(|| Problem::missing("workload.ops".to_owned(), "\"w0 w1 r0\""))?;
    let records = trace::parse_ops(text).map_err(|error| {
        let place = if error.line > 1 {
            format!("line {}, character {}", error.line, error.column)
        } else {
            format!("character {}", error.column)
        };
        let message = format!("{place} of `ops`: {error}");
        Problem::new("workload.ops", message, error.remedy())
    })?;
    let mut requests = Vec::with_capacity(records.len());
    for (i, record) in (1..).zip(&records) {
        let Address::Lpn(lpn) = record.address else {
            unreachable!("ops count pages")
        };
        if u64::from(lpn) + record.length > u64::from(logical_pages) {
            let last = u64::from(lpn) + record.length - 1;
            let message = format!(
                "request {i} of `ops` reaches page {last}; the last logical page is {}",
                logical_pages - 1
            );
            return Err(Problem::new(
                "workload.ops",
                message,
                "Use a lower page, or more `logical_pages`.",
            ));
        }
        let op = op(record.op);
        requests.push(Request {
            time_ns: None,
            op,
            lpn,
            pages: record.length as u32,
            ends: Ends::WHOLE,
            hot: false,
        });
    }
    Ok(WorkloadSpec::Ops {
        requests: requests.into(),
        interarrival_ns: generated::interarrival(workload)?,
    })
}

fn op(op: Op) -> ftl::HostOp {
    match op {
        Op::Read => ftl::HostOp::Read,
        Op::Write => ftl::HostOp::Write,
        Op::Trim => ftl::HostOp::Trim,
    }
}
