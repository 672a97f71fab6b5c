//! The free pool, and what every other block is used for.

use std::collections::VecDeque;

use nand::{Chip, Columns, Lbn, NONE, Pbn};

use crate::Role;

/// A FIFO of erased blocks (SPEC 1): at start PBN 0, 1, 2, ...; an erased block joins the tail.
#[derive(Clone, Debug)]
pub struct BlockPool {
    free: VecDeque<u32>,
    /// Per block: a [`Role`] as `u8`.
    role: Vec<u8>,
    /// Per block: the logical block it belongs to, or [`NONE`].
    owner: Vec<u32>,
}

impl BlockPool {
    /// Every block free, in PBN order.
    #[inline]
    pub fn new(blocks: u32) -> Self {
        Self {
            free: (0..blocks).collect(),
            role: vec![Role::Free as u8; blocks as usize],
            owner: vec![NONE; blocks as usize],
        }
    }

    /// How many blocks are free.
    #[inline]
    pub fn len(&self) -> u32 {
        self.free.len() as u32
    }

    /// Whether no block is free.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// The free blocks, next to be taken first.
    pub fn free(&self) -> impl Iterator<Item = Pbn> + '_ {
        self.free.iter().map(|&b| Pbn(b))
    }

    /// The role of a block.
    pub fn role(&self, pbn: Pbn) -> Role {
        match self.role[pbn.index()] {
            0 => Role::Free,
            1 => Role::Data,
            2 => Role::Log,
            3 => Role::Translation,
            4 => Role::MergeTarget,
            5 => Role::Cold,
            6 => Role::Hot,
            7 => Role::SequentialLog,
            8 => Role::RandomLog,
            9 => Role::Checkpoint,
            10 => Role::HotLog,
            11 => Role::ColdLog,
            12 => Role::Update,
            _ => Role::Replacement,
        }
    }

    /// The logical block that a block belongs to.
    pub fn owner(&self, pbn: Pbn) -> Option<Lbn> {
        Lbn::from_column(self.owner[pbn.index()])
    }

    /// Takes the head of the pool.
    #[inline]
    pub fn take(&mut self, role: Role, lbn: Option<Lbn>) -> Option<Pbn> {
        let pbn = Pbn(self.free.pop_front()?);
        self.set_role(pbn, role, lbn);
        Some(pbn)
    }

    /// Takes the first free block on a channel, or, if there is none, the head of the pool. Block b lies on channel
    /// `b mod channels`.
    pub fn take_on(&mut self, channel: u32, channels: u32, role: Role) -> Option<Pbn> {
        let there = self.free.iter().find(|&&b| b % channels == channel);
        match there.copied() {
            Some(b) => self.take_block(Pbn(b), role, None).then_some(Pbn(b)),
            None => self.take(role, None),
        }
    }

    /// Takes this free block, wherever it is; false if it is not free.
    pub fn take_block(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) -> bool {
        let Some(at) = self.free.iter().position(|&b| b == pbn.0) else {
            return false;
        };
        self.free.remove(at);
        self.set_role(pbn, role, lbn);
        true
    }

    /// Gives an erased block back.
    #[inline]
    pub fn give(&mut self, pbn: Pbn) {
        self.free.push_back(pbn.0);
        self.set_role(pbn, Role::Free, None);
    }

    /// Says what a block is used for.
    #[inline]
    pub fn set_role(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) {
        self.role[pbn.index()] = role as u8;
        self.owner[pbn.index()] = lbn.map_or(NONE, |l| l.0);
    }

    /// Takes a block out of the middle of the pool: only to build an explicit initial state.
    #[inline]
    pub fn occupy(&mut self, pbn: Pbn, role: Role, lbn: Option<Lbn>) {
        self.free.retain(|&b| b != pbn.0);
        self.set_role(pbn, role, lbn);
    }

    /// After a power loss: the erased blocks are free, in PBN order, whatever they had been taken for.
    #[inline]
    pub fn find_free(&mut self, chip: &Chip) {
        self.free.clear();
        for pbn in (0..chip.geometry().blocks).map(Pbn) {
            if chip.next_offset(pbn) == 0 {
                self.give(pbn);
            }
        }
    }

    /// Hands every column to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        let mut free = Vec::from(std::mem::take(&mut self.free));
        visit.words(&mut free);
        self.free = free.into();
        visit.bytes(&mut self.role);
        visit.words(&mut self.owner);
    }
}
