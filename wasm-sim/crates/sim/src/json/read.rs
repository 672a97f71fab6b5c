//! Reads values out of an [`Index`], knowing the place of what is wrong.
//!
//! Messages are in serde's words, which people who write for JSON know; who shows them to others finds better ones.

use std::borrow::Cow;

use serde::Serialize;

use super::Index;
use crate::few;

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
    #[cfg(feature = "sweep")]
    pub(crate) fn start(self) -> usize {
        self.index.start(self.node)
    }

    /// The member of an object with this key.
    pub(crate) fn member(self, key: &str) -> Option<Self> {
        self.children().find(|member| member.key() == key)
    }

    /// What is wrong here.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "an error is made to be handed on"
    )]
    pub(crate) fn wrong(self, message: String) -> Box<Misread> {
        Box::new(Misread {
            message,
            at: self.index.value_start(self.node),
        })
    }

    /// What is wrong with this member of an object, its key included.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "an error is made to be handed on"
    )]
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

    /// A list's elements, which must be so many.
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
        self.place_among(&all.iter().map(super::text).collect::<Vec<_>>())
            .map(|place| all[place])
    }

    /// Which of these strings, in quotes, it is.
    fn place_among(self, quoted: &[String]) -> Got<usize> {
        let name = self.string()?;
        let names: Vec<&str> = quoted.iter().map(|n| n.trim_matches('"')).collect();
        names.iter().position(|n| *n == name).ok_or_else(|| {
            self.wrong(format!(
                "unknown variant `{name}`, expected {}",
                one_of(&names)
            ))
        })
    }

    /// Something else was wanted here.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "an error is made to be handed on"
    )]
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
        _ => format!("one of `{}`", few::join(names, "`, `")),
    }
}

/// What stands between the quotes; `None` where escapes name half a character.
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

/// A decimal number of up to 15 digits and an exponent of up to 22 exactly, others within the last bit, as
/// `serde_json` has it; the table of an exact reader is larger than this module. `None`: too large.
fn float(text: &str) -> Option<f64> {
    let (mut digits, mut exponent, mut point) = (0u64, 0i32, false);
    let (number, e) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    for b in number.bytes() {
        match b {
            b'.' => point = true,
            b'0'..=b'9' => {
                // What no longer fits is beyond the seventeen digits that matter.
                if digits < u64::MAX / 10 - 1 {
                    digits = digits * 10 + u64::from(b - b'0');
                    exponent -= i32::from(point);
                } else {
                    exponent += i32::from(!point);
                }
            }
            _ => {}
        }
    }
    let e = e.strip_prefix('+').unwrap_or(e);
    // An exponent that overflows is large either way.
    let far = if e.starts_with('-') { -9999 } else { 9999 };
    exponent = exponent.saturating_add(e.parse::<i32>().unwrap_or(far).clamp(-9999, 9999));
    let mut value = digits as f64;
    while exponent != 0 && value != 0.0 && value.is_finite() {
        let step = exponent.clamp(-22, 22);
        let power = (0..step.abs()).fold(1.0, |p, _| p * 10.0);
        value = if step < 0 {
            value / power
        } else {
            value * power
        };
        exponent -= step;
    }
    let value = if text.starts_with('-') { -value } else { value };
    value.is_finite().then_some(value)
}

/// What can be read.
pub(crate) trait Read: Sized {
    /// The value, or what is wrong with it.
    fn read(from: Reader<'_>) -> Got<Self>;

    /// What it is where a member was left out; `None` if it must not be.
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
        float(from.raw()).ok_or_else(|| from.wrong("number out of range".to_owned()))
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
mod tests {
    use super::super::syntax;
    use super::*;

    fn read<T: Read>(text: &str) -> Result<T, String> {
        syntax(text).unwrap();
        T::read(Reader::new(&Index::new(text))).map_err(|e| e.message)
    }

    #[test]
    fn numbers_are_those_of_serde_json() {
        for text in [
            "0",
            "-0",
            "7",
            "0.1",
            "25.0",
            "2e3",
            "1E-7",
            "0.6666666666666667",
            "1e22",
            "-12.5e+2",
            "1e308",
            "4.9e-324",
            "123456789.25",
            "1e-400",
            "0e999999999999",
        ] {
            let theirs: f64 = serde_json::from_str(text).unwrap();
            let ours: f64 = read(text).unwrap();
            assert!(
                (ours - theirs).abs() <= theirs.abs() * 1e-15,
                "{text}: {ours} {theirs}"
            );
        }
        assert_eq!(read("0.6666666666666667"), Ok(0.666_666_666_666_666_7_f64));
        assert!(read::<f64>("1e999").is_err() && read::<f64>("1e99999999999").is_err());
        assert_eq!(read::<u64>("18446744073709551615"), Ok(u64::MAX));
        for text in ["4294967296", "-1", "1.0", "1e3", "\"1\"", "null"] {
            assert!(read::<u32>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn strings_are_those_of_serde_json() {
        for text in [
            r#""""#,
            r#""a\n\"\\\/\b\f\r\t\u00e9\ud83d\ude00é""#,
            r#""\u0000\\u0041""#,
        ] {
            assert_eq!(
                read::<String>(text),
                Ok(serde_json::from_str(text).unwrap())
            );
        }
        for text in [
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\ude00""#,
            r#""\ud83d\u0041""#,
            "7",
        ] {
            assert!(read::<String>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_have_their_length_and_null_is_nothing() {
        assert_eq!(
            read("[[1, null], [2, 3]]"),
            Ok(vec![(1u32, None), (2, Some(3u32))])
        );
        assert!(read::<(u32, u32)>("[1]").is_err() && read::<(u32, u32)>("[1, 2, 3]").is_err());
    }
}
