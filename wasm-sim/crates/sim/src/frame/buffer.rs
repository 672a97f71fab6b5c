//! The write buffer in a frame.

use buffer::{Policy, Victim};

use crate::protocol::{BufferShown, BufferedShown};
use crate::view::View;

/// The buffer, of a large one at most so many pages, or groups.
pub fn shown(view: &View, most: usize) -> Option<BufferShown> {
    let buffer = view.buffer()?;
    let config = buffer.config();
    let next = (!buffer.is_empty()).then(|| buffer.victim());
    let next_group = match next {
        Some(Victim::Group(lbn)) => Some(lbn),
        _ => None,
    };
    let page = |(lpn, page): (nand::Lpn, buffer::BufferedPage)| BufferedShown {
        lpn: lpn.0,
        version: page.version,
        dirty: page.dirty,
    };
    Some(BufferShown {
        kind: config.name().to_owned(),
        capacity: config.capacity,
        pages: buffer.len(),
        dirty: buffer.dirty(),
        list: (!config.by_block()).then(|| buffer.pages().take(most).map(page).collect()),
        groups: buffer.groups(most, next_group),
        group_count: buffer.group_count(),
        window: match config.policy {
            Policy::Cflru { window } => Some(window),
            _ => None,
        },
        threshold: match config.policy {
            Policy::PudLru { threshold } => Some(threshold),
            _ => None,
        },
        next: next.and_then(|victim| match victim {
            Victim::Page(lpn) => Some(lpn.0),
            Victim::Group(lbn) => {
                let mut pages = buffer.pages_of(lbn);
                pages.find(|&l| buffer.get(nand::Lpn(l)).is_some())
            }
        }),
        destage: view.destage().copied(),
    })
}
