//! Closed-form models of write amplification and lifetime (SPEC 8; SPEC 6, last line).
//!
//! Desnoyers, *Analytic Modeling of SSD Write Performance*, SYSTOR 2012, and equation 4.1 of Hu's dissertation (2012). The
//! paper's equations for one write frontier are one function, [`write_amplification`], of what is written and how it is cleaned:
//!
//! | | [`Traffic::uniform`] | [`Traffic::hot_cold`] | [`Traffic::classes`] |
//! |---|---|---|---|
//! | [`Cleaning::lru`] | eq. 4 | eq. 14 | eq. 17-19 |
//! | [`Cleaning::greedy`] | eq. 11-12, 15 | eq. 16 | the same step from eq. 17-19, which the paper does not take |
//!
//! For hot and cold pages in blocks of their own there is [`Pools`] (eq. 20-30). An error of the paper's print is
//! named at the function that computes it.
//!
//! Lifetime is there twice: [`residual_lifetime`] predicts it, and [`Worn::endurance`] takes it from the erases of a run. [`fewest_blocks`]
//! says which drive is to be run next when a write amplification is wanted.
//!
//! Sums in a fixed order, `libm` for every function that IEEE 754 does not fix: the same digits on every machine.
//!
//! ```
//! use model::{Cleaning, Traffic, alpha, write_amplification};
//!
//! // A tenth of all blocks is spare, and every page is as likely to be written.
//! let alpha = alpha(0.1)?;
//! let lru = write_amplification(&Traffic::uniform(), Cleaning::lru(), alpha)?;
//! let greedy = write_amplification(&Traffic::uniform(), Cleaning::greedy(64.0)?, alpha)?;
//! assert!(1.0 < greedy && greedy < lru && lru < 6.0);
//! # Ok::<(), model::OutOfRange>(())
//! ```

mod cleaning;
mod endurance;
mod error;
pub mod figures;
mod lifetime;
mod pools;
mod spare;
mod traffic;

pub use cleaning::{Cleaning, derivative, write_amplification};
pub use endurance::{Endurance, Hu, Lasts, NoEndurance, Worn};
pub use error::OutOfRange;
pub use lifetime::residual_lifetime;
pub use pools::{Age, Pools, Settled, Split, marginal};
pub use spare::{Step, Tried, Wanted, alpha, alpha_of_blocks, alpha_with_trims, fewest_blocks};
pub use traffic::Traffic;
