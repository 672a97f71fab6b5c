//! `--events`: every event of a run, one JSON object a line.
//!
//! Event e of request r is numbered so that `--at r.e` is the position right after it: requests from 0, events from
//! 1.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use ftl::Event;
use serde::Serialize;
use sim::protocol::{Position, Target};
use sim::session::Session;

use crate::problem::Problem;
use crate::progress::Progress;
use crate::run::run_to as run;

#[derive(Serialize)]
struct Line<'a> {
    request: u32,
    event: u32,
    #[serde(flatten)]
    what: &'a Event,
}

/// The file that events go to.
pub struct Log {
    name: String,
    out: Box<dyn Write>,
}

impl Log {
    pub fn create(file: &str) -> Result<Self, Problem> {
        if file == "-" {
            return Ok(Self {
                name: "standard output".to_owned(),
                out: Box::new(BufWriter::new(io::stdout().lock())),
            });
        }
        let out = File::create(file).map_err(|error| Problem::output(file, &error))?;
        Ok(Self {
            name: file.to_owned(),
            out: Box::new(BufWriter::new(out)),
        })
    }

    /// Runs request by request and writes what happens, up to a position.
    pub fn run(
        mut self,
        session: &mut Session,
        end: Position,
        progress: &Progress,
    ) -> Result<(), Problem> {
        let requests = session.simulation(0).map_err(Problem::run)?.requests();
        for request in 0..requests.min(end.request.saturating_add(1)) {
            if end == Position::before(request) {
                break;
            }
            progress.show("run", u64::from(request), u64::from(requests));
            if self.request(session, request, end, progress)? {
                break;
            }
        }
        self.close()
    }

    /// Writes the events of a request, up to a position if that is in it; whether it is. Of very many events a piece at a time is at
    /// hand: then from the first one on.
    fn request(
        &mut self,
        session: &mut Session,
        request: u32,
        end: Position,
        progress: &Progress,
    ) -> Result<bool, Problem> {
        go(session, Position::before(request + 1), progress)?;
        let mut written = 0;
        loop {
            let simulation = session.simulation(0).map_err(Problem::run)?;
            let ((events, _), (first, all)) = (simulation.events(), simulation.piece());
            let stop = (end.request == request).then(|| all.min(end.event as usize));
            if first == written {
                let most = stop.unwrap_or(all) - first;
                let events = &events[..events.len().min(most)];
                self.write(request, first, events)
                    .map_err(|error| Problem::output(&self.name, &error))?;
                written += events.len();
            }
            let ends = written == stop.unwrap_or(all);
            let event = if ends && stop.is_none() {
                return Ok(false);
            } else if ends {
                written
            } else {
                written + 1
            };
            let event = event as u32;
            go(session, Position { request, event }, progress)?;
            if ends {
                return Ok(true);
            }
        }
    }

    fn close(mut self) -> Result<(), Problem> {
        self.out
            .flush()
            .map_err(|error| Problem::output(&self.name, &error))
    }

    fn write(&mut self, request: u32, first: usize, events: &[Event]) -> io::Result<()> {
        for (event, what) in (first as u32 + 1..).zip(events) {
            serde_json::to_writer(
                &mut self.out,
                &Line {
                    request,
                    event,
                    what,
                },
            )?;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }
}

fn go(session: &mut Session, position: Position, progress: &Progress) -> Result<(), Problem> {
    run(session, Target::Position { position }, progress).map(|_| ())
}
