//! The pages in a write buffer of which it has only a part (SPEC 2.1, `read_first`): their rest is read when they leave, unless the host
//! has brought it by then.

use std::collections::BTreeMap;

use nand::{Columns, Lpn};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rests {
    /// By page the parts that the host brought: ascending, apart from each other.
    parts: BTreeMap<u32, Vec<(u32, u32)>>,
    /// The part of its page that the write under way brings, where it is not all of it.
    pub brought: Option<(u32, u32)>,
}

impl Rests {
    /// Whether the buffer lacks some of a page.
    #[inline]
    pub fn lacks(&self, lpn: Lpn) -> bool {
        !self.parts.is_empty() && self.parts.contains_key(&lpn.0)
    }

    /// The write under way is in the buffer, where its page was already or not.
    #[inline]
    pub fn written(&mut self, lpn: Lpn, was_there: bool, page_bytes: u32) {
        if let Some(part) = self.brought.take() {
            self.add(lpn, was_there, part, page_bytes);
        } else {
            self.complete(lpn);
        }
    }

    fn add(&mut self, lpn: Lpn, was_there: bool, part: (u32, u32), page_bytes: u32) {
        if was_there && !self.lacks(lpn) {
            return;
        }
        let parts = self.parts.entry(lpn.0).or_default();
        let place = parts.partition_point(|other| other.0 < part.0);
        parts.insert(place, part);
        let mut joined: Vec<(u32, u32)> = Vec::with_capacity(parts.len());
        for &(from, to) in &*parts {
            match joined.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        *parts = joined;
        if *parts == [(0, page_bytes)] {
            self.complete(lpn);
        }
    }

    /// The page is whole, or no longer in the buffer.
    #[inline]
    pub fn complete(&mut self, lpn: Lpn) {
        if !self.parts.is_empty() {
            self.parts.remove(&lpn.0);
        }
    }

    /// The buffer is empty.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Hands it all to `visit`.
    pub fn columns(&mut self, visit: &mut dyn Columns) {
        let parts = self.parts.iter();
        let mut words: Vec<u32> = parts
            .flat_map(|(&lpn, parts)| parts.iter().flat_map(move |&(from, to)| [lpn, from, to]))
            .collect();
        visit.words(&mut words);
        self.parts.clear();
        for part in words.chunks_exact(3) {
            let parts = self.parts.entry(part[0]).or_default();
            parts.push((part[1], part[2]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages that lack something after these writes to a page of 8 bytes, which was in the buffer already or not.
    fn lacks(was_there: bool, writes: &[Option<(u32, u32)>]) -> bool {
        let mut rests = Rests::default();
        for (i, &brought) in writes.iter().enumerate() {
            rests.brought = brought;
            rests.written(Lpn(3), was_there || i > 0, 8);
        }
        rests.lacks(Lpn(3))
    }

    #[test]
    fn parts_add_up_to_a_page() {
        assert!(lacks(false, &[Some((0, 4))]));
        assert!(lacks(false, &[Some((0, 4)), Some((5, 8)), Some((2, 4))]));
        assert!(!lacks(false, &[Some((0, 4)), Some((5, 8)), Some((3, 5))]));
        assert!(!lacks(false, &[Some((4, 8)), Some((0, 4))]));
        assert!(!lacks(false, &[Some((0, 4)), None]));
        // A whole page stays whole.
        assert!(!lacks(true, &[Some((0, 4))]));
        assert!(!lacks(false, &[None, Some((0, 4))]));
    }
}
