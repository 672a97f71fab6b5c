//! Reads values out of an [`Index`], knowing the place of what is wrong.
//!
//! Messages are in serde's words, which people who write JSON know; a caller that shows them to others finds better
//! ones.

use std::borrow::Cow;

use serde::Serialize;

use super::Index;

/// A value that is not what was wanted.
#[derive(Debug)]
pub(crate) struct Misread {
    pub message: String,
    /// Offset in the text.
    pub at: usize,
}

/// Boxed, since every reader hands it on: the code to do so is small.
pub(crate) type Got<T> = Result<T, Box<Misread>>;

/// A value of an indexed text. The text's syntax was checked before.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'de> {
    pub index: &'de Index<'de>,
    pub node: usize,
}

impl<'de> Reader<'de> {
    /// The whole document.
    pub(crate) fn new(index: &'de Index<'de>) -> Self {
        Self { index, node: 0 }
    }

    /// The value as spelt.
    pub(crate) fn raw(self) -> &'de str {
        self.index.value(self.node)
    }

    fn first(self) -> u8 {
        self.raw().as_bytes().first().copied().unwrap_or(b'n')
    }

    /// Members of an object, elements of a list.
    pub(crate) fn children(self) -> impl Iterator<Item = Self> {
        let index = self.index;
        index.children(self.node).map(|node| Self { index, node })
    }

    /// The key of a member as spelt, in its quotes; `None` in a list.
    pub(crate) fn spelt_key(self) -> Option<&'de str> {
        self.index.key(self.node)
    }

    /// The key of a member.
    pub(crate) fn key(self) -> Cow<'de, str> {
        let quoted = self.spelt_key().unwrap_or("\"\"");
        unescaped(quoted).unwrap_or_default()
    }

    /// Where it starts in the text: its key, or in a list its value.
    pub(crate) fn start(self) -> usize {
        self.index.start(self.node)
    }

    /// The member of an object with this key.
    pub(crate) fn member(self, key: &str) -> Option<Self> {
        self.children().find(|member| member.key() == key)
    }

    /// The error here.
    pub(crate) fn wrong(self, message: String) -> Box<Misread> {
        Box::new(Misread {
            message,
            at: self.index.value_start(self.node),
        })
    }

    /// The error in this member of an object, its key included.
    pub(crate) fn wrong_member(self, message: String) -> Box<Misread> {
        Box::new(Misread {
            message,
            at: self.index.start(self.node),
        })
    }

    /// A member that must be there.
    pub(crate) fn must(self, key: &str) -> Got<Self> {
        self.member(key)
            .ok_or_else(|| self.wrong(format!("missing field `{key}`")))
    }

    /// A member's value, or what its type is without one.
    pub(crate) fn field<T: Read>(self, key: &str) -> Got<T> {
        match self.member(key) {
            Some(member) => T::read(member),
            None => T::absent().ok_or_else(|| self.wrong(format!("missing field `{key}`"))),
        }
    }

    /// That this is an object which has no members but these, and each once.
    pub(crate) fn only(self, fields: &[&str]) -> Got<()> {
        self.open('{', "an object")?;
        for member in self.children() {
            let key = &*member.key();
            if !fields.contains(&key) {
                let message = format!("unknown field `{key}`, expected {}", one_of(fields));
                return Err(member.wrong_member(message));
            }
            if self
                .member(key)
                .is_some_and(|first| first.node != member.node)
            {
                return Err(member.wrong_member(format!("duplicate field `{key}`")));
            }
        }
        Ok(())
    }

    /// That an object or a list opens here.
    pub(crate) fn open(self, bracket: char, wanted: &str) -> Got<()> {
        if self.raw().starts_with(bracket) {
            Ok(())
        } else {
            Err(self.mismatch(wanted))
        }
    }

    pub(crate) fn string(self) -> Got<Cow<'de, str>> {
        if !self.raw().starts_with('"') {
            return Err(self.mismatch("a string"));
        }
        unescaped(self.raw()).ok_or_else(|| self.wrong("lone surrogate in a string".to_owned()))
    }

    /// A list's elements, which must be this many.
    fn tuple<const N: usize>(self) -> Got<[Self; N]> {
        self.open('[', "a list")?;
        let mut elements = [self; N];
        let mut count = 0;
        for (i, element) in self.children().enumerate() {
            if let Some(place) = elements.get_mut(i) {
                *place = element;
            }
            count = i + 1;
        }
        if count == N {
            Ok(elements)
        } else {
            Err(self.wrong(format!("invalid length {count}, expected a list of {N}")))
        }
    }

    /// One of these by its name.
    pub(crate) fn name_of<T: Serialize + Copy>(self, all: &[T]) -> Got<T> {
        let quoted: Vec<_> = all.iter().map(super::text).collect();
        let names: Vec<_> = quoted.iter().map(|n| n.trim_matches('"')).collect();
        self.place_among(&names).map(|place| all[place])
    }

    /// Which of these strings it is.
    pub(crate) fn place_among(self, names: &[&str]) -> Got<usize> {
        let name = self.string()?;
        names.iter().position(|n| *n == name).ok_or_else(|| {
            self.wrong(format!(
                "unknown variant `{name}`, expected {}",
                one_of(names)
            ))
        })
    }

    /// Something else was wanted here.
    pub(crate) fn mismatch(self, wanted: &str) -> Box<Misread> {
        let raw = self.raw();
        let given = match self.first() {
            b'n' => "null".to_owned(),
            b't' | b'f' => format!("boolean `{raw}`"),
            b'[' => "sequence".to_owned(),
            b'{' => "map".to_owned(),
            b'"' => format!("string {raw}"),
            _ if raw.contains(['.', 'e', 'E']) => format!("floating point `{raw}`"),
            _ => format!("integer `{raw}`"),
        };
        self.wrong(format!("invalid type: {given}, expected {wanted}"))
    }
}

fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => format!("`{name}`"),
        _ => format!("one of `{}`", names.join("`, `")),
    }
}

/// The text between the quotes; `None` where escapes name half a character.
fn unescaped(quoted: &str) -> Option<Cow<'_, str>> {
    let inner = quoted.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (escape, mut after) = after.split_at_checked(1)?;
        text.push(match escape {
            "n" => '\n',
            "r" => '\r',
            "t" => '\t',
            "b" => '\u{8}',
            "f" => '\u{c}',
            "u" => {
                let mut code = hex(&mut after)?;
                if let (0xd800..0xdc00, Some(second)) = (code, after.strip_prefix("\\u")) {
                    after = second;
                    let low = hex(&mut after)?.checked_sub(0xdc00)?;
                    code = 0x1_0000 + ((code - 0xd800) << 10) + low;
                }
                char::from_u32(code)?
            }
            plain => plain.chars().next()?,
        });
        rest = after;
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

/// Takes four hex digits.
fn hex(text: &mut &str) -> Option<u32> {
    let (digits, rest) = text.split_at_checked(4)?;
    *text = rest;
    u32::from_str_radix(digits, 16).ok()
}

/// The types that can be read.
pub(crate) trait Read: Sized {
    /// The value, or what is wrong with it.
    fn read(from: Reader<'_>) -> Got<Self>;

    /// Its value where a member was left out; `None` if it must not be.
    fn absent() -> Option<Self> {
        None
    }
}

impl Read for u64 {
    fn read(from: Reader<'_>) -> Got<Self> {
        whole(from, Self::MAX, "u64")
    }
}

impl Read for u32 {
    fn read(from: Reader<'_>) -> Got<Self> {
        whole(from, Self::MAX.into(), "u32").map(|n| n as Self)
    }
}

fn whole(from: Reader<'_>, most: u64, wanted: &str) -> Got<u64> {
    match from.raw().parse() {
        Ok(n) if n <= most => Ok(n),
        _ => Err(from.mismatch(wanted)),
    }
}

impl Read for f64 {
    fn read(from: Reader<'_>) -> Got<Self> {
        if !matches!(from.first(), b'-' | b'0'..=b'9') {
            return Err(from.mismatch("f64"));
        }
        let number = nearest(from.raw());
        if number.is_finite() {
            Ok(number)
        } else {
            Err(from.wrong("number out of range".to_owned()))
        }
    }
}

/// The nearest number to what JSON says: the digits that are written for it are read as it again. The standard library's reader
/// has a table that would be 12 kB of the page's engine.
fn nearest(text: &str) -> f64 {
    let unsigned = text.trim_start_matches('-');
    let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let beyond = if exponent.starts_with('-') {
        i32::MIN
    } else {
        i32::MAX
    };
    let exponent = exponent.parse().unwrap_or(beyond);
    let number: f64 =
        minimal_lexical::parse_float(whole.as_bytes().iter(), part.as_bytes().iter(), exponent);
    if text.starts_with('-') {
        -number
    } else {
        number
    }
}

impl Read for bool {
    fn read(from: Reader<'_>) -> Got<Self> {
        match from.raw() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(from.mismatch("a boolean")),
        }
    }
}

impl Read for String {
    fn read(from: Reader<'_>) -> Got<Self> {
        from.string().map(Cow::into_owned)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(from: Reader<'_>) -> Got<Self> {
        match from.raw() {
            "null" => Ok(None),
            _ => T::read(from).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(from: Reader<'_>) -> Got<Self> {
        from.open('[', "a list")?;
        let mut list = Self::new();
        for element in from.children() {
            list.push(T::read(element)?);
        }
        Ok(list)
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(from: Reader<'_>) -> Got<Self> {
        let [a, b] = from.tuple()?;
        Ok((A::read(a)?, B::read(b)?))
    }
}

impl<A: Read, B: Read, C: Read> Read for (A, B, C) {
    fn read(from: Reader<'_>) -> Got<Self> {
        let [a, b, c] = from.tuple()?;
        Ok((A::read(a)?, B::read(b)?, C::read(c)?))
    }
}

/// Reads structs as objects of all their fields, others refused.
macro_rules! objects {
    ($($type:ident { $($(#[$cfg:meta])? $field:ident),* $(,)? })*) => { $(
        impl $crate::json::Read for $type {
            fn read(from: $crate::json::Reader<'_>) -> $crate::json::Got<Self> {
                // A field that this build lacks is known by name: so that messages are those of every build. Scenarios that have it are
                // not given to this one.
                from.only(&[$(stringify!($field)),*])?;
                Ok(Self { $($(#[$cfg])? $field: from.field(stringify!($field))?),* })
            }
        }
    )* };
}

/// Reads enums without data by the names they are written with.
macro_rules! names {
    ($($type:ty { $($variant:ident),* $(,)? })*) => { $(
        impl $crate::json::Read for $type {
            fn read(from: $crate::json::Reader<'_>) -> $crate::json::Got<Self> {
                from.name_of(&[$(<$type>::$variant),*])
            }
        }
    )* };
}

pub(crate) use {names, objects};

#[cfg(test)]
mod tests;
