//! Devices that a file calls by names, numbered in the order in which they come.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::text::excerpt::printed;

/// The first number of names beside devices that have numbers.
pub(crate) const NAMED: u32 = 1 << 31;

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
            self.last = (self.numbers.get(name)? - self.first) as usize;
        }
        Some(self.first + self.last as u32)
    }

    /// The number of a name, written as in the file or as it is shown.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        let shown = || {
            let at = name.contains(&b'\\').then_some(&self.list)?;
            let at = at.iter().position(|one| printed(one).as_bytes() == name)?;
            Some(self.first + at as u32)
        };
        self.numbers.get(name).copied().or_else(shown)
    }

    /// The name of a number, if it is one of these: the whole name, as two devices may differ in its last letters only.
    pub fn name(&self, number: u32) -> Option<String> {
        let name = self.list.get(number.checked_sub(self.first)? as usize)?;
        Some(printed(name))
    }
}

/// A name as a shell takes it for one word.
pub fn for_shell(name: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=,:@%".contains(&byte);
    if !name.is_empty() && name.bytes().all(plain) {
        return name.into();
    }
    format!("'{}'", name.replace('\'', "'\\''")).into()
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
        // Such names are shown whole, and known by what is shown.
        let long = "/dev/disk/by-id/nvme-Samsung_SSD_970_EVO_Plus_1TB_S4EWNX0N123";
        for name in [long.as_bytes(), b"a\xff"] {
            let number = names.number(name);
            let shown = names.name(number.unwrap()).unwrap();
            assert_eq!(names.find(shown.as_bytes()), number, "{shown}");
        }
        assert_eq!(names.name(10).as_deref(), Some(long));
        let mut full = Names {
            list: vec![Vec::new(); Names::MOST],
            ..Names::default()
        };
        assert_eq!(full.number(b"sda"), None);
    }
}
