//! Declarations: fields with their types, bounds and defaults, and the macros that make structs and enums of them.

mod setting;

use nand::Geometry;

use crate::{Value, Values};

pub use setting::{Milliseconds, Setting, unread};

/// Options that are declared by [`options!`](crate::options).
pub trait Options: Sized {
    /// The subject of the options, as documented; only with the feature `docs`.
    const DOC: &'static [&'static str];
    /// The options, in the order in which they are read and written.
    const FIELDS: &'static [Field];

    /// Reads values that are as [`Self::FIELDS`] declares; what is left out has its default.
    fn read(values: &Values, geometry: Geometry) -> Self;

    /// All options with their values, but those that the canonical form leaves out at their default.
    fn write(&self) -> Values;
}

/// An option.
#[derive(Debug)]
pub struct Field {
    /// Its name in scenarios.
    pub name: &'static str,
    /// Its documentation, line by line; only with the feature `docs`.
    pub doc: &'static [&'static str],
    /// The kind of its values.
    pub of: Type,
    /// Its value where none is given, and its bounds.
    pub declared: Declared,
}

impl Field {
    /// The value where none is given; `None` where there is none then.
    pub fn default(&self, geometry: Geometry) -> Option<Value> {
        match self.declared.absent {
            Absent::Whole(n) => Some(Value::Whole(n)),
            Absent::Number(n) => Some(Value::Number(n)),
            Absent::Flag(flag) => Some(Value::Flag(flag)),
            Absent::Kind(name) => Some(Value::name(name)),
            Absent::Computed(value, _) => Some(Value::Whole(value(geometry))),
            Absent::Needed(_) | Absent::None => None,
        }
    }

    /// The value given, or the default.
    fn value(&self, values: &Values, geometry: Geometry) -> Option<Value> {
        let given = values.get(self.name).cloned();
        given.or_else(|| self.default(geometry))
    }

    /// Whether the canonical form leaves out this value.
    fn is_quiet(&self, value: &Value) -> bool {
        self.declared.quiet
            && match self.declared.absent {
                Absent::Flag(flag) => *value == Value::Flag(flag),
                Absent::Kind(name) => value.as_kind() == Some(name),
                _ => false,
            }
    }
}

/// The kind of an option's values.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// A whole number of 32 bits.
    Whole,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// One of several kinds.
    Choice(&'static Choices),
    /// Options that are given together, in an object.
    Group(&'static [Field]),
}

/// Kinds to choose from.
#[derive(Debug)]
pub struct Choices {
    /// For messages: "ftl kind".
    pub what: &'static str,
    /// The kinds.
    pub kinds: &'static [Kind],
}

impl Choices {
    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// The names of the kinds.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.kinds.iter().map(|kind| kind.name)
    }

    /// The field of this name, of any of the kinds.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        let fields = self.kinds.iter().flat_map(|kind| kind.fields);
        fields.into_iter().find(|field| field.name == name)
    }
}

/// One of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// Its documentation, line by line; only with the feature `docs`.
    pub doc: &'static [&'static str],
    /// The fields that it has and others may lack.
    pub fields: &'static [Field],
}

/// The value of an option that a scenario leaves out.
#[derive(Clone, Copy, Debug)]
pub enum Absent {
    /// It must be given; an example of it, in JSON.
    Needed(&'static str),
    /// Without it there is none.
    None,
    /// This number.
    Whole(u32),
    /// This number.
    Number(f64),
    /// This.
    Flag(bool),
    /// The kind of this name.
    Kind(&'static str),
    /// A number that follows from the device; and how, in words.
    Computed(fn(Geometry) -> u32, &'static str),
}

/// Default and bounds of an option.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// Its value where none is given.
    pub absent: Absent,
    /// The smallest whole number that it may be.
    pub least: u32,
    /// The largest.
    pub most: u32,
    /// For numbers: where it must lie, and what to do about a number elsewhere.
    pub between: Option<Between>,
    /// Whether it can change between two requests of a run.
    pub changes: bool,
    /// Whether the canonical form leaves it out at its default: it is younger than links and files that know a scenario by
    /// its hash.
    pub quiet: bool,
}

/// Where a number must lie: between `from` and `to`, or at one of them.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    /// The lower bound.
    pub from: f64,
    /// Whether the lower bound is allowed.
    pub with_from: bool,
    /// The upper bound.
    pub to: f64,
    /// Whether the upper bound is allowed.
    pub with_to: bool,
    /// The value to give instead of a number elsewhere; empty: a number from `from` to `to`.
    pub remedy: &'static str,
}

impl Between {
    /// Whether a number lies there.
    pub fn contains(&self, number: f64) -> bool {
        (number > self.from || (self.with_from && number >= self.from))
            && (number < self.to || (self.with_to && number <= self.to))
    }
}

impl Declared {
    const fn new(absent: Absent) -> Self {
        Self {
            absent,
            least: 0,
            most: u32::MAX,
            between: None,
            changes: false,
            quiet: false,
        }
    }

    /// The smallest whole number that it may be.
    #[must_use]
    pub const fn at_least(self, least: u32) -> Self {
        Self { least, ..self }
    }

    /// The largest whole number that it may be.
    #[must_use]
    pub const fn at_most(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// It is at least `from` and below `to`.
    #[must_use]
    pub const fn from_below(self, from: f64, to: f64, remedy: &'static str) -> Self {
        self.between((from, true), (to, false), remedy)
    }

    /// It is above `from` and below `to`.
    #[must_use]
    pub const fn above_below(self, from: f64, to: f64, remedy: &'static str) -> Self {
        self.between((from, false), (to, false), remedy)
    }

    /// It is at least 0 and at most `to`.
    #[must_use]
    pub const fn from_zero_to(self, to: f64) -> Self {
        self.between((0.0, true), (to, true), "")
    }

    const fn between(self, from: (f64, bool), to: (f64, bool), remedy: &'static str) -> Self {
        let between = Between {
            from: from.0,
            with_from: from.1,
            to: to.0,
            with_to: to.1,
            remedy,
        };
        Self {
            between: Some(between),
            ..self
        }
    }

    /// It can change between two requests of a run.
    #[must_use]
    pub const fn changes(self) -> Self {
        Self {
            changes: true,
            ..self
        }
    }

    /// The canonical form leaves it out at its default.
    #[must_use]
    pub const fn quiet(self) -> Self {
        Self {
            quiet: true,
            ..self
        }
    }
}

/// It must be given: a count, at least 1. `example`: a value to begin with, in JSON.
pub const fn needed(example: &'static str) -> Declared {
    Declared::new(Absent::Needed(example)).at_least(1)
}

/// Without it there is none.
pub const fn none() -> Declared {
    Declared::new(Absent::None)
}

/// A whole number by default.
pub const fn whole(default: u32) -> Declared {
    Declared::new(Absent::Whole(default))
}

/// A number by default.
pub const fn number(default: f64) -> Declared {
    Declared::new(Absent::Number(default))
}

/// A time by default, milliseconds: from 0 to eleven days.
pub const fn milliseconds(default: f64) -> Declared {
    number(default).from_zero_to(1e9)
}

/// True or false by default.
pub const fn flag(default: bool) -> Declared {
    Declared::new(Absent::Flag(default))
}

/// The kind of this name by default.
pub const fn kind(default: &'static str) -> Declared {
    Declared::new(Absent::Kind(default))
}

/// By default a number that follows from the device.
pub const fn computed(default: fn(Geometry) -> u32, words: &'static str) -> Declared {
    Declared::new(Absent::Computed(default, words))
}

/// Reads an option. For the macros.
#[doc(hidden)]
pub fn read<T: Setting>(fields: &[Field], place: usize, values: &Values, geometry: Geometry) -> T {
    T::read(fields[place].value(values, geometry))
}

/// Writes options. For the macros.
#[doc(hidden)]
pub fn write(fields: &'static [Field], values: impl IntoIterator<Item = Option<Value>>) -> Values {
    let pairs = fields.iter().zip(values);
    pairs
        .filter_map(|(field, value)| Some((field.name, value?, field)))
        .filter(|(_, value, field)| !field.is_quiet(value))
        .map(|(name, value, _)| (name, value))
        .collect()
}

/// Declares options: a struct whose fields have a type, a default and bounds. The fields after `beside` are not
/// options of a scenario: the device or the write buffer computes them.
#[macro_export]
macro_rules! options {
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:ident),*)])?
        pub struct $name:ident {
            $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $declared:expr),* $(,)?
        }
        $(beside {
            $($(#[doc = $beside_doc:literal])* $beside:ident: $beside_type:ty = $value:expr),* $(,)?
        })?
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq $($(, $derive)*)?)]
        pub struct $name {
            $($(#[doc = $field_doc])* pub $field: $type,)*
            $($($(#[doc = $beside_doc])* pub $beside: $beside_type,)*)?
        }

        impl $crate::Options for $name {
            const DOC: &'static [&'static str] = $crate::doc!($($doc),*);
            const FIELDS: &'static [$crate::Field] = &[$($crate::Field {
                name: stringify!($field),
                doc: $crate::doc!($($field_doc),*),
                of: <$type as $crate::Setting>::TYPE,
                declared: $declared,
            }),*];

            fn read(values: &$crate::Values, geometry: $crate::Geometry) -> Self {
                let _ = (values, geometry);
                let mut places = 0..;
                let mut next = || places.next().unwrap_or_default();
                let _ = &mut next;
                Self {
                    $($field: $crate::read(Self::FIELDS, next(), values, geometry),)*
                    $($($beside: $value,)*)?
                }
            }

            fn write(&self) -> $crate::Values {
                $crate::write(Self::FIELDS, [$($crate::Setting::write(&self.$field)),*])
            }
        }
    };
}

/// Declares an enum to choose from: each variant with its name in scenarios and its own fields, or with options declared elsewhere.
#[macro_export]
macro_rules! choices {
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:ident),*)])?
        pub enum $name:ident in $what:literal {
            $(
                $(#[doc = $kind_doc:literal])*
                $variant:ident = $spelt:literal
                    $(($of:ty))?
                    $({ $($(#[doc = $field_doc:literal])* $field:ident: $type:ty = $declared:expr),* $(,)? })?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq $($(, $derive)*)?)]
        pub enum $name {
            $($(#[doc = $kind_doc])* $variant $(($of))? $({ $($(#[doc = $field_doc])* $field: $type),* })?,)*
        }

        impl $name {
            /// The kinds that there are.
            pub const CHOICES: &'static $crate::Choices = &$crate::Choices {
                what: $what,
                kinds: &[$($crate::Kind {
                    name: $spelt,
                    doc: $crate::doc!($($kind_doc),*),
                    fields: {
                        let fields: &[$crate::Field] = &[$($($crate::Field {
                            name: stringify!($field),
                            doc: $crate::doc!($($field_doc),*),
                            of: <$type as $crate::Setting>::TYPE,
                            declared: $declared,
                        }),*)?];
                        $(let fields = { let _ = fields; <$of as $crate::Options>::FIELDS };)?
                        fields
                    },
                }),*],
            };

            /// Its name in scenarios.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $spelt,)*
                }
            }
        }

        impl $crate::Setting for $name {
            const TYPE: $crate::Type = $crate::Type::Choice(Self::CHOICES);

            fn read(value: Option<$crate::Value>) -> Self {
                let geometry = $crate::Geometry { blocks: 0, pages_per_block: 0, page_bytes: 0 };
                let _ = geometry;
                let Some($crate::Value::Kind(kind, values)) = &value else {
                    $crate::unread(value.as_ref())
                };
                let _ = values;
                match &**kind {
                    $($spelt => {
                        let own = Self::CHOICES.kind($spelt).map_or(&[][..], |kind| kind.fields);
                        let mut places = 0..;
                        let mut next = || places.next().unwrap_or_default();
                        let _ = (own, &mut next);
                        Self::$variant
                            $((<$of as $crate::Options>::read(values, geometry)))?
                            $({ $($field: $crate::read(own, next(), values, geometry)),* })?
                    })*
                    _ => $crate::unread(value.as_ref()),
                }
            }

            fn write(&self) -> Option<$crate::Value> {
                Some(match self {
                    $(Self::$variant $(($crate::of!($of, options)))? $({ $($field),* })? => {
                        let own = Self::CHOICES.kind($spelt).map_or(&[][..], |kind| kind.fields);
                        let values = $crate::write(own, [$($($crate::Setting::write($field)),*)?]);
                        $(
                            let _ = values;
                            let values = <$of as $crate::Options>::write($crate::of!($of, options));
                        )?
                        $crate::Value::Kind($spelt.into(), values)
                    })*
                })
            }
        }
    };
}

/// Documentation, line by line, where it is asked for: the modules of the page do without. For the macros.
#[cfg(feature = "docs")]
#[doc(hidden)]
#[macro_export]
macro_rules! doc {
    ($($line:literal),*) => {
        &[$($line),*]
    };
}

/// None.
#[cfg(not(feature = "docs"))]
#[doc(hidden)]
#[macro_export]
macro_rules! doc {
    ($($line:literal),*) => {
        &[]
    };
}

/// A name, once for a type. For the macros.
#[doc(hidden)]
#[macro_export]
macro_rules! of {
    ($of:ty, $name:ident) => {
        $name
    };
}
