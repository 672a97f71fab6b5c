//! The facts about the options of a decision point.

use ftl::{Asked, Candidate, Decision, Event, SuperblockEvent};
use nand::Pbn;

use super::protocol::OptionShown;
use crate::device::Device;

/// The options of a decision, ascending. `device` is in the middle of the request, right before the decision; `told` is what the
/// scheme says from there on, when it chooses itself.
pub(super) fn of(device: &Device, asked: &Asked, told: &[Event]) -> Vec<OptionShown> {
    let scores = scores(device, asked.kind, told);
    let one = |&id: &u32| OptionShown {
        score: scores.iter().find(|&&(of, _)| of == id).map(|&(_, s)| s),
        ..facts(device, asked.kind, id)
    };
    asked.legal.iter().map(one).collect()
}

/// By option, the scheme's score, as far as it tells.
fn scores(device: &Device, kind: Decision, told: &[Event]) -> Vec<(u32, f64)> {
    let place = |(at, id): (usize, u32)| (id, at as f64);
    match kind {
        // The order in the queue is the score.
        Decision::LogBlock | Decision::Eviction => {
            if let Some(candidates) = told_of(kind, told) {
                return candidates.iter().map(|c| (c.id, c.score)).collect();
            }
            let tables = device.ftl().tables();
            let logs = tables.log_blocks.into_iter().flatten().map(|(b, _)| b.0);
            let cached = tables.cmt.into_iter().flatten().map(|(e, _)| e.lpn.0);
            if kind == Decision::LogBlock {
                logs.enumerate().map(place).collect()
            } else {
                cached.enumerate().map(place).collect()
            }
        }
        Decision::Victim | Decision::Superblock => {
            let candidates = told_of(kind, told).unwrap_or_default();
            candidates.iter().map(|c| (c.id, c.score)).collect()
        }
        Decision::Merge | Decision::Chain | Decision::Placement => Vec::new(),
    }
}

/// The candidates that the event after the decision tells.
fn told_of(kind: Decision, told: &[Event]) -> Option<&[Candidate]> {
    told.iter().find_map(|event| match (kind, event) {
        (
            Decision::Victim,
            Event::GcBegin { candidates, .. }
            | Event::Superblock(SuperblockEvent::InnerCleaningBegin { candidates, .. }),
        )
        | (Decision::LogBlock, Event::LogBlockChosen { candidates, .. })
        | (
            Decision::Superblock,
            Event::Superblock(SuperblockEvent::CompactionBegin { candidates, .. }),
        ) => Some(&candidates[..]),
        _ => None,
    })
}

fn facts(device: &Device, kind: Decision, id: u32) -> OptionShown {
    match kind {
        Decision::Victim | Decision::LogBlock => block(device, Pbn(id)),
        Decision::Eviction => {
            let tables = device.ftl().tables();
            let per_page = tables.entries_per_translation_page;
            let mut cached = tables.cmt.into_iter().flatten();
            let entry = cached.find(|(entry, _)| entry.lpn.0 == id);
            OptionShown {
                id,
                dirty: entry.map(|(entry, _)| entry.dirty),
                tpn: id.checked_div(per_page),
                ..OptionShown::default()
            }
        }
        Decision::Superblock => {
            let tables = device.ftl().tables();
            let blocks = tables
                .superblocks
                .map_or_else(Vec::new, |s| s.blocks.iter(id).collect());
            chain(device, id, &blocks)
        }
        Decision::Chain => {
            let tables = device.ftl().tables();
            let (map, next) = (
                tables.block_map.unwrap_or_default(),
                tables.chain.unwrap_or_default(),
            );
            let first = map.get(id as usize).copied().and_then(Pbn::from_column);
            let follows = |pbn: &Pbn| next.get(pbn.index()).copied().and_then(Pbn::from_column);
            let blocks: Vec<u32> = std::iter::successors(first, follows).map(|b| b.0).collect();
            OptionShown {
                lbn: Some(id),
                ..chain(device, id, &blocks)
            }
        }
        Decision::Merge | Decision::Placement => OptionShown {
            id,
            ..OptionShown::default()
        },
    }
}

fn block(device: &Device, pbn: Pbn) -> OptionShown {
    let (chip, pool) = (device.chip(), device.pool());
    let stale = chip.states();
    let pages = chip.geometry().pages_per_block as usize;
    let at = pbn.index() * pages;
    let stale = stale[at..at + pages]
        .iter()
        .filter(|&&s| s == nand::Page::Invalid as u8);
    OptionShown {
        id: pbn.0,
        valid: Some(chip.valid_pages(pbn)),
        stale: Some(stale.count() as u32),
        erases: Some(chip.erase_count(pbn)),
        role: Some(pool.role(pbn)),
        lbn: pool.owner(pbn).map(|lbn| lbn.0),
        ..OptionShown::default()
    }
}

/// Several blocks together.
fn chain(device: &Device, id: u32, blocks: &[u32]) -> OptionShown {
    let sum = |of: fn(OptionShown) -> Option<u32>| {
        blocks
            .iter()
            .filter_map(|&b| of(block(device, Pbn(b))))
            .sum()
    };
    OptionShown {
        id,
        valid: Some(sum(|o| o.valid)),
        stale: Some(sum(|o| o.stale)),
        blocks: Some(blocks.len() as u32),
        ..OptionShown::default()
    }
}
