//! The command `export`: requests as a log for fio, part by part.

use std::ops::Range;
use std::rc::Rc;

use super::Session;
use super::replies::misuse;
use crate::export::Export;
use crate::failure::Failure;
use crate::protocol::{Reply, Slot};
use crate::workload::no_trace;

impl Session {
    pub(super) fn export(
        &mut self,
        trace: Option<&str>,
        slot: Slot,
        part: Range<u32>,
        page_bytes: u32,
    ) -> Result<Reply, Failure> {
        let find = |name: &str| {
            let found = self.traces.iter().find(|(of, _)| of == name);
            found.map(|(_, trace)| Rc::clone(trace))
        };
        let name = trace.map_or_else(
            || self.simulation(slot).map(|it| it.setup().name.clone()),
            |name| Ok(name.to_owned()),
        )?;
        if part.start == 0 {
            let export = match trace {
                Some(name) => {
                    let trace = find(name).ok_or_else(|| no_trace(name))?;
                    Export::of_trace(trace, page_bytes.max(1))
                }
                None => Export::of_workload(self.simulation(slot)?.setup(), &find)?,
            };
            self.export = Some(export);
        }
        let export = self.export.as_mut();
        let export = export.filter(|export| export.done().0 == part.start);
        let export = export.ok_or_else(|| misuse("no job is under way", "start one first"))?;
        let log = export.next(part.end - part.start);
        let ((next, total), job) = (export.done(), export.job(&name, "requests.iolog"));
        if next == total {
            self.export = None;
        }
        Ok(Reply::Exported {
            log,
            next,
            total,
            job,
        })
    }
}
