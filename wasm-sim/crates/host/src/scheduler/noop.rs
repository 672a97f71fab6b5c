//! Noop: first come, first served (Hu 5.1.1; Linux `noop-iosched.c`).
//!
//! 1. A request is merged with a waiting one if it can be, otherwise it joins the tail.
//! 2. The head is served.
//!
//! It has no parameters.

use super::Next;
use super::waiting::{Merging, Waiting};
use crate::Request;

/// See the module.
#[derive(Clone, Debug)]
pub struct Noop {
    pub(super) waiting: Waiting,
}

impl Noop {
    /// An empty queue.
    pub fn new(merging: Merging) -> Self {
        Self {
            waiting: Waiting::new(merging),
        }
    }

    pub(super) fn add(&mut self, request: Request) {
        self.waiting.add(0, request);
    }

    pub(super) fn next(&mut self) -> Next {
        match self.waiting.oldest() {
            Some(id) => Next::Io(self.waiting.take(id)),
            None => Next::NEVER,
        }
    }
}
