//! A run once more from its beginning, beside the simulation, which stays where it is: for a count that has to hear every event.

use std::sync::Arc;

use ftl::Event;

use super::{Simulation, Stopped};
use crate::device::Device;
use crate::scenario::Setup;
use crate::workload::Source;

/// See the module.
pub struct Again {
    setup: Arc<Setup>,
    device: Device,
    source: Source,
    intervened: bool,
    /// Requests that are served.
    at: u32,
}

impl Simulation {
    /// From the first counted request on.
    pub fn again(&self) -> Again {
        let mut device = self.device.clone();
        let (at, source) = self.timeline.restore(0, &mut device);
        Again {
            setup: Arc::clone(&self.setup),
            device,
            source,
            intervened: self.intervened,
            at,
        }
    }
}

impl Again {
    /// The number of the next request.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// See [`Device::effort`].
    pub fn effort(&self) -> u64 {
        self.device.effort()
    }

    /// Serves the next request, if there is one, and hands over its events, in pieces as [`Device::record_in_pieces`] does.
    pub fn serve(&mut self, take: &mut dyn FnMut(&[Event])) -> Result<bool, Stopped> {
        let Some(request) = self.device.next_request(&mut self.source) else {
            return Ok(false);
        };
        if self.intervened {
            self.device.intervene(&self.setup, self.at);
        }
        let mut events = Vec::new();
        let served = self
            .device
            .record_in_pieces(&request, &mut events, &mut |piece| take(piece));
        served.map_err(|error| Stopped {
            request: self.at,
            error,
        })?;
        self.at += 1;
        Ok(true)
    }
}
