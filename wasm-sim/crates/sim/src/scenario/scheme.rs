//! Whether workload and device suit the scheme, and the device is large enough for it.

use ftl::Scheme;
use nand::ProgramOrder;

use super::Setup;
use super::problem::{Checked, Problem};
use crate::scenario::workload::WorkloadSpec;

/// That the oracle has someone to ask. Whether a trace knows is seen when it is at hand (`workload/source.rs`).
pub(super) fn oracle_knows(scheme: &Scheme, workload: &WorkloadSpec) -> Checked<()> {
    let knows = workload.hot_pages() != (0, 0) || matches!(workload, WorkloadSpec::Trace { .. });
    if knows || !scheme.asks_workload() {
        return Ok(());
    }
    Err(Problem::new(
        "ftl.hot_cold.classifier",
        "the classifier `oracle` asks the workload which pages are hot, and this workload does not know",
        "Take the workload `hot_cold`, a trace with temperatures, or the classifier `recency`.",
    ))
}

/// That the pages of a block may be programmed in any order, where the scheme gives each its own place in it.
pub(super) fn order_suits(setup: &Setup) -> Checked<()> {
    if !setup.scheme.needs_any_order() || setup.program_order == ProgramOrder::Any {
        return Ok(());
    }
    Err(Problem::new(
        "device.program_order",
        format!(
            "`{}` programs each page at its own offset, in the order of the host's writes. Pages of this device must be programmed in ascending order",
            setup.scheme.name()
        ),
        "Give the device `\"program_order\": \"any\"`, as small-block flash has it, or take another ftl kind.",
    ))
}

/// Law 3 of SPEC 10: the device has the blocks that its scheme can come to need.
pub(super) fn enough_blocks(setup: &Setup) -> Checked<()> {
    let blocks = setup.geometry.blocks;
    let needed = setup.scheme.minimum_blocks(setup.shape());
    if u64::from(blocks) >= needed || setup.only_shows() {
        let suits = setup.scheme.suits(setup.shape());
        return suits.map_err(Problem::of_option);
    }
    let mut remedies = vec![
        format!("Give the device at least {needed} blocks"),
        "take fewer logical pages".to_owned(),
    ];
    remedies.extend(
        setup
            .scheme
            .fewer_blocks()
            .into_iter()
            .map(ToOwned::to_owned),
    );
    let remedy = match remedies.split_last() {
        Some((last, rest)) => format!("{}, or {last}.", rest.join(", ")),
        None => String::new(),
    };
    Err(Problem::new(
        "device.blocks",
        format!(
            "too little spare space: `{}` needs {needed} blocks for {} logical pages, the device has {blocks}",
            setup.scheme.name(),
            setup.logical_pages
        ),
        remedy,
    ))
}
