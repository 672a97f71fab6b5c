//! How much memory a scenario takes, before any is allocated.

use crate::scenario::{Precondition, Setup};

/// More than this is refused. A page in the browser has 4 GB of addresses, and some of it is not ours.
pub const MEMORY_LIMIT: u64 = if cfg!(target_pointer_width = "32") {
    3_000_000_000
} else {
    24_000_000_000
};

/// Queues and channels: the requests in the device, each with as many flash operations as the largest merged one has pages, of 128
/// bytes; GC comes on top, but not for all of them at a time.
fn beside(setup: &Setup) -> u64 {
    let pages = u64::from((host::MOST_BYTES / setup.geometry.page_bytes).max(1));
    let depth = setup
        .parallel
        .map_or(0, |parallel| parallel.front.queue_depth);
    u64::from(depth) * pages * 128
}

/// Bytes of state while a scenario is open: an estimate, a little high.
///
/// Three copies are counted of whatever changes: the engine, the view, and one checkpoint (the beginning;
/// further ones are under a budget of their own). Per flash page 17 bytes: state 1, logical number 4,
/// version 4, sequence number 8. Per block 64: counts, role, its places in the queues. Per logical page 8: its mapping
/// and its version; in chains 4 more, how many copies it has. Per CMT entry 64; so per page that LAST remembers.
/// A write buffer takes 64 per page it holds, and 8 more per logical page: where it is buffered, and its version on flash.
/// Besides, once, a random fill's order (4 per logical page) and
/// the requests of `ops` (16 each). An imported trace is not counted: it is there already.
pub fn estimate_bytes(setup: &Setup) -> u64 {
    let pages = u64::from(setup.geometry.blocks) * u64::from(setup.geometry.pages_per_block);
    let logical = u64::from(setup.logical_pages);
    let searched = setup.scheme.searched_entries(setup.shape());
    let per_page = setup.scheme.bytes_per_logical_page();
    let changing =
        pages * 17 + u64::from(setup.geometry.blocks) * 64 + logical * per_page + searched * 64;
    let buffer = setup.buffer.map_or(0, |b| {
        // Where RAM is shared, two ghost caches, the blocks of a window and groups by block beside.
        let shared = if b.sharing.is_some() { 16 } else { 0 };
        u64::from(b.most().min(setup.logical_pages)) * 64 + logical * (8 + shared)
    });
    let order = if setup.preconditions.contains(&Precondition::RandomFill) {
        logical * 4
    } else {
        0
    };
    let changing = changing + beside(setup);
    (changing + buffer) * 3 + order + setup.workload.listed() * 16
}
