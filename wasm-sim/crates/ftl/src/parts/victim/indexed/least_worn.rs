//! The closed block erased least often, for wear leveling: the winner of a tournament.

use nand::{Chip, Pbn};

use super::Contest;
use crate::parts::victim::closed::Book;

/// Erased less often; tie: closed longer ago.
pub struct LessWorn<'a>(pub &'a Chip, pub &'a Book);

impl Contest for LessWorn<'_> {
    fn beats(&self, a: u32, b: u32) -> bool {
        let rank = |block: u32| (self.0.erase_count(Pbn(block)), self.1.order[block as usize]);
        rank(a) < rank(b)
    }
}
