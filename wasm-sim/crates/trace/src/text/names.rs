//! Devices that a file calls by names, numbered in the order in which they come.

use rustc_hash::FxHashMap;

/// See the module.
#[derive(Default)]
pub(crate) struct Names {
    list: Vec<Vec<u8>>,
    numbers: FxHashMap<Vec<u8>, u32>,
    /// The last one: most files stay on one for long.
    last: usize,
    /// The number of the first.
    first: u32,
}

impl Names {
    /// More than any recording has; each is kept.
    pub const MOST: usize = 1 << 20;

    /// Names beside devices that have numbers.
    pub fn from(first: u32) -> Self {
        Self {
            first,
            ..Self::default()
        }
    }

    /// The number of a name, which may be new; None if there are too many.
    pub fn number(&mut self, name: &[u8]) -> Option<u32> {
        if let Some(known) = self.known(name) {
            return Some(known);
        }
        if self.list.len() == Self::MOST {
            return None;
        }
        self.last = self.list.len();
        let number = self.first + self.last as u32;
        self.list.push(name.to_vec());
        self.numbers.insert(name.to_vec(), number);
        Some(number)
    }

    /// The number of a name that has come before: it is the last one then.
    #[inline]
    pub fn known(&mut self, name: &[u8]) -> Option<u32> {
        if self.list.get(self.last).is_none_or(|last| last != name) {
            self.last = (self.find(name)? - self.first) as usize;
        }
        Some(self.first + self.last as u32)
    }

    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The name of a number, if it is one of these.
    pub fn name(&self, number: u32) -> Option<String> {
        let name = self.list.get(number.checked_sub(self.first)? as usize)?;
        Some(crate::text::excerpt::quote(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_in_their_order_and_endlessly_many_are_refused() {
        let mut names = Names::from(7);
        for (name, number) in [("sdb", 7), ("sda", 8), ("sdb", 7), ("sdc", 9), ("sda", 8)] {
            assert_eq!(names.number(name.as_bytes()), Some(number), "{name}");
        }
        assert_eq!((names.known(b"sdx"), names.known(b"sda")), (None, Some(8)));
        assert_eq!(
            (names.name(9).as_deref(), names.name(6), names.name(10)),
            (Some("sdc"), None, None)
        );
        let mut full = Names {
            list: vec![Vec::new(); Names::MOST],
            ..Names::default()
        };
        assert_eq!(full.number(b"sda"), None);
    }
}
