//! One program on many short runs: how counterexamples are searched for.

use std::cell::RefCell;
use std::rc::Rc;

use ftl::{Asks, Event};

use super::driver::Driver;
use super::{DeviceFacts, Program, failure_of};
use crate::device::{Cost, Device, ServeError};
use crate::failure::Failure;
use crate::scenario::{Intervention, Setup};
use crate::workload::Request;

/// A program; `init` begins each run.
pub struct Session {
    /// `None` while a driver has it.
    program: Option<Box<dyn Program>>,
    driver: Option<Rc<RefCell<Driver>>>,
    asks: Asks,
    events: Vec<Event>,
    choices: Vec<Intervention>,
    /// The request under way, and why it was not served.
    stopped: Option<(u32, ServeError)>,
}

impl Session {
    /// A program before its first run.
    pub fn new(program: Box<dyn Program>) -> Self {
        Self {
            program: Some(program),
            driver: None,
            asks: Asks::default(),
            events: Vec::new(),
            choices: Vec::new(),
            stopped: None,
        }
    }

    /// A run begins on a prepared device.
    pub fn begin(&mut self, device: &mut Device) -> Result<(), ServeError> {
        self.asks = Asks::default();
        self.choices.clear();
        self.stopped = None;
        if let Some(driver) = self.driver.take() {
            // The device of the run before may be there still: it asks no one.
            driver.borrow_mut().give_back(&mut self.program);
        }
        let program = self.program.take().expect("no driver has it");
        let mut driver = Driver::new(program, device);
        let facts = DeviceFacts {
            geometry: device.chip().geometry(),
            logical_pages: device.logical_pages(),
        };
        let begun = driver.program().init(&facts);
        let begun = driver.stopped(begun).and_then(|()| driver.tell(&[]));
        let driver = Rc::new(RefCell::new(driver));
        self.asks = Asks::program(driver.clone());
        self.driver = Some(driver);
        begun.map_err(|halt| self.stop(0, halt.into()))
    }

    /// Serves a request.
    pub fn serve(
        &mut self,
        device: &mut Device,
        setup: &Setup,
        at: u32,
        request: &Request,
    ) -> Result<Cost, ServeError> {
        let driver = self.driver.clone().expect("a run has begun");
        self.events.clear();
        driver.borrow_mut().next_request(at);
        device.ask_program(setup, at, &self.asks);
        let served = device.record(request, &mut self.events);
        let served = served.and_then(|cost| {
            driver.borrow_mut().tell(&self.events)?;
            Ok(cost)
        });
        for made in &driver.borrow().made {
            if made.chosen != made.own {
                self.choices.push(Intervention {
                    request: at,
                    decision: made.decision,
                    choose: made.chosen,
                });
            }
        }
        served.map_err(|error| self.stop(at, error))
    }

    fn stop(&mut self, at: u32, error: ServeError) -> ServeError {
        self.stopped = Some((at, error.clone()));
        error
    }

    /// The choices of the run so far that differ from the scheme's own.
    pub fn choices(&self) -> &[Intervention] {
        &self.choices
    }

    /// Why the run stopped.
    pub fn failure(&mut self) -> Option<Failure> {
        let (at, error) = self.stopped.clone()?;
        let driver = self.driver.as_ref()?;
        Some(failure_of(&mut driver.borrow_mut(), at, &error))
    }
}
