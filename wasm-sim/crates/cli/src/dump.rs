//! `--dump`: every block as it is.

use ftl::Role;
use nand::Pbn;
use serde::Serialize;
use sim::frame::notation;
use sim::report::Report;
use sim::simulation::Simulation;

/// A block of the chip.
#[derive(Debug, Serialize)]
pub struct Block {
    /// Its use.
    pub role: Role,
    /// Erases so far.
    pub erases: u32,
    /// Its pages, in the notation of `initial`.
    pub pages: Vec<String>,
}

/// The report, with the blocks if they were asked for.
#[derive(Serialize)]
pub struct Output<'a> {
    #[serde(flatten)]
    pub report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<&'a [Block]>,
}

/// All blocks, in order.
pub fn blocks(simulation: &Simulation) -> Vec<Block> {
    let view = simulation.view();
    let (chip, pool) = (view.chip(), view.pool());
    let geometry = chip.geometry();
    let block = |pbn| Block {
        role: pool.role(pbn),
        erases: chip.erase_count(pbn),
        pages: geometry
            .pages_of(pbn)
            .map(|ppn| notation(view, ppn))
            .collect(),
    };
    (0..geometry.blocks).map(Pbn).map(block).collect()
}
