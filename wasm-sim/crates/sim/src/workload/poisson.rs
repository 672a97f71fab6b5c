//! Requests that come at random.

use nand::Columns;

use crate::rng::{Purpose, Rng};
use crate::scenario::Setup;

/// Poisson arrivals: the times between them are exponential.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    rng: Rng,
    mean_ns: f64,
    /// The last one, ns.
    at: u64,
}

impl Arrivals {
    /// Of a scenario whose arrivals are, on average, this far apart; `None`: they do not come at random.
    pub(super) fn of(setup: &Setup, mean_ns: Option<u64>) -> Option<Self> {
        let poisson = setup.parallel.is_some_and(|parallel| parallel.poisson);
        mean_ns.filter(|_| poisson).map(|mean_ns| Self {
            rng: Rng::stream(setup.seed, Purpose::Arrivals),
            mean_ns: mean_ns as f64,
            at: 0,
        })
    }

    /// The time of the next one, ns.
    pub(super) fn next(&mut self) -> u64 {
        // 1 - u is above 0, and the logarithm at most 0.
        let gap = -self.mean_ns * libm::log(1.0 - self.rng.unit());
        #[expect(clippy::cast_sign_loss, reason = "at least 0")]
        let gap = (gap + 0.5) as u64;
        self.at = self.at.saturating_add(gap).min(host::END_NS);
        self.at
    }

    /// The same draws on a clock that starts here.
    pub(super) fn restarted(self) -> Self {
        Self { at: 0, ..self }
    }

    /// The changing state.
    pub(super) fn columns(&mut self, visit: &mut dyn Columns) {
        self.rng.columns(visit);
        visit.long(&mut self.at);
    }
}
