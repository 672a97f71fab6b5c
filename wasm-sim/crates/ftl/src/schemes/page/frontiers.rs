//! The frontiers: one for each class of pages, its copies too if they have their own, and for each channel.

use super::{PageMapped, PageOptions};
use crate::parts::{COLD, Frontier, HOT};
use crate::{Context, Role, Sink, Stream};

/// None has a block yet. Those of a group, one for each channel, are side by side.
pub fn frontiers(options: &PageOptions) -> Vec<Frontier> {
    let places = if options.hot_cold.is_some() {
        [
            Frontier::new(Stream::Cold, Role::Cold, COLD),
            Frontier::new(Stream::Hot, Role::Hot, HOT),
            Frontier::new(Stream::ColdGc, Role::Cold, COLD),
            Frontier::new(Stream::HotGc, Role::Hot, HOT),
        ]
        .to_vec()
    } else {
        [
            Frontier::new(Stream::Data, Role::Data, COLD),
            Frontier::new(Stream::Gc, Role::Data, COLD),
        ]
        .to_vec()
    };
    places
        .into_iter()
        .flat_map(|place| {
            let n = options.channels;
            (0..n).map(move |channel| place.clone().on_channel(channel, n))
        })
        .take(options.frontiers() as usize)
        .collect()
}

impl PageMapped {
    /// The frontier of a group whose turn it is; for a copy that would open the last free block, the next one with room, if there
    /// is any. A victim's copies fit into one block, so what is opened early leaves all that the rest needs.
    #[inline]
    pub(super) fn turn<S: Sink>(&mut self, cx: &Context<'_, S>, group: usize, copy: bool) -> usize {
        let n = self.options.channels as usize;
        if n == 1 {
            return group;
        }
        let pages = cx.chip().geometry().pages_per_block;
        let first = self.turns[group] as usize;
        let mut turns = (0..n).map(|i| (first + i) % n);
        let has_room = |&turn: &usize| self.frontiers[group * n + turn].left(pages) > 0;
        let turn = if copy && cx.free_blocks() < 2 {
            turns.find(has_room)
        } else {
            None
        };
        let turn = turn.unwrap_or(first);
        self.turns[group] = ((turn + 1) % n) as u32;
        group * n + turn
    }
}
