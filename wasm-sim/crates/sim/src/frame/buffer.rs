//! The write buffer in a frame.

use buffer::{ENTRY_BYTES, GroupShown, MappingGroup, Policy, Victim};

use crate::protocol::{
    BufferGroupShown, BufferShown, BufferedShown, GhostsShown, RamShown, SharedShown,
};
use crate::scenario::BufferKind;
use crate::view::View;

/// The buffer, of a large one at most this many pages, or groups.
pub fn shown(view: &View, most: usize) -> Option<BufferShown> {
    let buffer = view.buffer()?;
    let config = buffer.config();
    // The victim of `gc_arm` is decided when it has to leave.
    let told = !buffer.is_empty() && !matches!(config.policy, Policy::GcArm { .. });
    let next = told.then(|| buffer.victim());
    let next_group = match next {
        Some(Victim::Group(lbn)) => Some(lbn),
        _ => None,
    };
    let page = |(lpn, page): (nand::Lpn, buffer::BufferedPage)| BufferedShown {
        lpn: lpn.0,
        version: page.version,
        dirty: page.dirty,
    };
    let group = |told: GroupShown| {
        let figures = buffer.group_figures(nand::Lbn(told.lbn));
        let figures = figures.unwrap_or_default();
        let pages = told.lpns.into_iter().map(nand::Lpn);
        BufferGroupShown {
            lbn: told.lbn,
            pages: pages
                .filter_map(|lpn| Some(page((lpn, buffer.get(lpn)?))))
                .collect(),
            updates: figures.updates,
            mean_distance: figures.mean_distance,
            recency: figures.recency,
            pud: told.pud,
            frequent: told.frequent,
        }
    };
    let groups = buffer.groups(most, next_group);
    Some(BufferShown {
        kind: BufferKind(config.policy.name()),
        capacity: buffer.capacity(),
        pages: buffer.len(),
        dirty: buffer.dirty(),
        list: (!config.by_block()).then(|| buffer.pages().take(most).map(page).collect()),
        groups: groups.map(|all| all.into_iter().map(group).collect()),
        group_count: buffer.group_count(),
        window: match config.policy {
            Policy::Cflru { window, .. } => Some(window),
            _ => None,
        },
        threshold: match config.policy {
            Policy::PudLru { threshold, .. } => Some(threshold),
            _ => None,
        },
        next: next.and_then(|victim| match victim {
            Victim::Page(lpn) => Some(lpn.0),
            Victim::Group(lbn) => {
                let mut pages = buffer.pages_of(lbn);
                pages.find(|&l| buffer.get(nand::Lpn(l)).is_some())
            }
        }),
        destage: view.destage().cloned(),
        benefits: buffer.last().copied(),
        ram: ram(view)?,
        shared: shared(view, most),
    })
}

fn ram(view: &View) -> Option<RamShown> {
    let ram = view.ram()?;
    Some(RamShown {
        mapping_bytes: ram.mapping_bytes() as f64,
        cmt_bytes: f64::from(ram.entries) * f64::from(ENTRY_BYTES),
        buffer_bytes: ram.buffer_bytes() as f64,
    })
}

fn shared(view: &View, most: usize) -> Option<SharedShown> {
    let shared = view.shared()?;
    let sharing = shared.sharing();
    let (requests, writes, distinct) = shared.window();
    let page_bytes = view.chip().geometry().page_bytes;
    let [buffer_saves_us, mapping_saves_us] = shared.saved().map(|ns| ns as f64 / 1000.0);
    let first = |ghost: &buffer::Ghost| ghost.iter().take(most).map(|(lpn, _)| lpn.0).collect();
    let mapping = view.mapping_ghosts();
    let ghosts = shared.ghosts().map(|ghosts| GhostsShown {
        buffer: first(ghosts),
        buffer_pages: ghosts.len(),
        buffer_capacity: ghosts.capacity(),
        buffer_saves_us,
        mapping: mapping.map(first).unwrap_or_default(),
        mapping_entries: mapping.map_or(0, buffer::Ghost::len),
        mapping_capacity: mapping.map_or(0, buffer::Ghost::capacity),
        mapping_saves_us,
    });
    Some(SharedShown {
        step_bytes: f64::from(sharing.step_pages) * f64::from(page_bytes),
        window_requests: sharing.window_requests,
        requests,
        writes,
        distinct,
        distinct_blocks: (!sharing.ghosts).then_some(sharing.distinct_blocks),
        last: shared.last().copied(),
        ghosts,
        mapping_groups: mapping_groups(view, most).filter(|_| !sharing.ghosts),
    })
}

/// The largest first, as they leave.
fn mapping_groups(view: &View, most: usize) -> Option<Vec<MappingGroup>> {
    let tables = view.tables();
    let each = tables.entries_per_translation_page;
    let mut entries = vec![0_u32; tables.gtd.as_ref()?.len()];
    for (entry, _) in tables.cmt.as_ref()? {
        entries[(entry.lpn.0 / each) as usize] += 1;
    }
    let mut groups = Vec::new();
    while groups.len() < most {
        // Of several the one with the lowest number.
        let of_each = entries.iter_mut().enumerate().rev();
        let (tpn, entries) = of_each.max_by_key(|(_, entries)| **entries)?;
        if *entries == 0 {
            break;
        }
        groups.push(MappingGroup {
            tpn: tpn as u32,
            entries: std::mem::take(entries),
        });
    }
    Some(groups)
}
