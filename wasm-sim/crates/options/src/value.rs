//! Values as a scenario gives them, and as its canonical form has them.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value of the type that its field declares.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(u32),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// One of several kinds, with the values of its own fields.
    Kind(Cow<'static, str>, Values),
    /// Several values that are given together.
    Group(Values),
}

impl Value {
    /// A kind without fields of its own.
    pub const fn name(name: &'static str) -> Self {
        Self::Kind(Cow::Borrowed(name), Values::NONE)
    }

    /// The whole number; 0 of any other value.
    pub fn as_whole(&self) -> u32 {
        match self {
            Self::Whole(n) => *n,
            _ => 0,
        }
    }

    /// The name of the kind.
    pub fn as_kind(&self) -> Option<&str> {
        match self {
            Self::Kind(name, _) => Some(name),
            _ => None,
        }
    }
}

/// Values by the names of their fields, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// No value.
    pub const NONE: Self = Self(Vec::new());

    /// The value of a field.
    pub fn get(&self, field: &str) -> Option<&Value> {
        self.iter().find(|(name, _)| *name == field).map(|(_, v)| v)
    }

    /// Whether the field has a value.
    pub fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    /// All values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives a field a value, in place of the value that it may have.
    pub fn set(&mut self, field: &'static str, value: Value) {
        match self.0.iter_mut().find(|(name, _)| *name == field) {
            Some(place) => place.1 = value,
            None => self.0.push((field, value)),
        }
    }

    /// Takes the value of a field away.
    pub fn remove(&mut self, field: &str) {
        self.0.retain(|(name, _)| *name != field);
    }

    /// Keeps the fields that are wanted.
    pub fn retain(&mut self, mut wanted: impl FnMut(&str) -> bool) {
        self.0.retain(|(name, _)| wanted(name));
    }
}

impl FromIterator<(&'static str, Value)> for Values {
    fn from_iter<I: IntoIterator<Item = (&'static str, Value)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// An object.
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A kind without fields of its own is its bare name, one with fields an object with a `kind`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(n) => serializer.serialize_u32(*n),
            Self::Number(n) => serializer.serialize_f64(*n),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Kind(name, values) if values.is_empty() => serializer.serialize_str(name),
            Self::Kind(name, values) => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("kind", name)?;
                for (field, value) in values.iter() {
                    map.serialize_entry(field, value)?;
                }
                map.end()
            }
            Self::Group(values) => values.serialize(serializer),
        }
    }
}
