//! Options as a scenario gives them: read and checked by their declarations (crate `options`).

use std::borrow::Cow;

use ftl::Scheme;
use host::scheduler::SchedulerConfig;
use nand::Geometry;
use options::{Absent, Choices, Field, Type, Value, Values};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::json::{Got, Read, Reader};
use crate::scenario::document::kinds::{BUFFERS, KindTable, check_fields};
use crate::scenario::problem::bounds::{at_least, at_most, from_zero, number};
use crate::scenario::problem::{Checked, Problem, join};

/// A part of a scenario that comes in kinds: `kind`, and the options of that kind.
macro_rules! parts {
    ($($(#[doc = $doc:literal])* $part:ident of $choices:expr;)*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $part {
            /// The kind's name.
            pub kind: String,
            /// The options given.
            pub options: Values,
        }

        impl Read for $part {
            fn read(from: Reader<'_>) -> Got<Self> {
                let (kind, options) = kind_of(from, $choices)?;
                Ok(Self { kind, options })
            }
        }

        impl Serialize for $part {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("kind", &self.kind)?;
                for (option, value) in self.options.iter() {
                    map.serialize_entry(option, value)?;
                }
                map.end()
            }
        }
    )* };
}

parts! {
    /// The flash translation layer (SPEC 11).
    Ftl of Scheme::CHOICES;
    /// The write buffer (SPEC 6, 11).
    Buffer of BUFFERS;
}

/// The I/O scheduler: its name, or an object with its `kind` and options (SPEC 7, 11).
#[derive(Clone, Debug, PartialEq)]
pub struct Scheduler(pub Value);

impl Read for Scheduler {
    fn read(from: Reader<'_>) -> Got<Self> {
        value(from, &Type::Choice(SchedulerConfig::CHOICES)).map(Self)
    }
}

impl Serialize for Scheduler {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Options of the FTL that change between two requests, as `ftl` has them. Those left out stay as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FtlOptions(pub Values);

impl Read for FtlOptions {
    fn read(from: Reader<'_>) -> Got<Self> {
        let fields = Scheme::CHOICES.kinds.iter().flat_map(|kind| kind.fields);
        let mut names: Vec<_> = fields
            .filter(|field| field.declared.changes)
            .map(|field| field.name)
            .collect();
        names.dedup();
        from.only(&names)?;
        members(from, |name| Scheme::CHOICES.field(name)).map(Self)
    }
}

impl Serialize for FtlOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An object with a `kind` and fields of any of the kinds. Which fields belong to which kind is checked later.
fn kind_of(from: Reader<'_>, choices: &'static Choices) -> Got<(String, Values)> {
    let fields = choices.kinds.iter().flat_map(|kind| kind.fields);
    let mut names = vec!["kind"];
    for field in fields {
        if !names.contains(&field.name) {
            names.push(field.name);
        }
    }
    from.only(&names)?;
    let kind = from.field("kind")?;
    let options = members(from, |name| choices.field(name))?;
    Ok((kind, options))
}

/// The members of an object that are fields, with their values; `null` is as good as nothing.
fn members(from: Reader<'_>, field: impl Fn(&str) -> Option<&'static Field>) -> Got<Values> {
    let mut values = Values::NONE;
    for member in from.children().filter(|member| member.raw() != "null") {
        if let Some(field) = field(&member.key()) {
            values.set(field.name, value(member, &field.of)?);
        }
    }
    Ok(values)
}

fn value(from: Reader<'_>, of: &Type) -> Got<Value> {
    Ok(match *of {
        Type::Whole => Value::Whole(u32::read(from)?),
        Type::Number => Value::Number(f64::read(from)?),
        Type::Flag => Value::Flag(bool::read(from)?),
        Type::Choice(choices) if from.raw().starts_with(['{', '[']) => {
            let (kind, values) = kind_of(from, choices)?;
            Value::Kind(Cow::Owned(kind), values)
        }
        Type::Choice(_) => Value::Kind(Cow::Owned(String::read(from)?), Values::NONE),
        Type::Group(fields) => {
            let names: Vec<_> = fields.iter().map(|field| field.name).collect();
            from.only(&names)?;
            let field = |name: &str| fields.iter().find(|field| field.name == name);
            Value::Group(members(from, field)?)
        }
    })
}

/// Checks the kind of an object, that its fields are of this kind, and their values.
pub(crate) fn check_kind(
    path: &str,
    choices: &'static Choices,
    kind: &str,
    values: &Values,
) -> Checked<()> {
    choices.check(path, kind)?;
    check_fields(choices, path, kind, values.iter().map(|(name, _)| name))?;
    let fields = choices.kind(kind).map_or(&[][..], |kind| kind.fields);
    check(path, fields, values)
}

/// Checks values against the declarations of their fields.
fn check(path: &str, fields: &[Field], values: &Values) -> Checked<()> {
    for field in fields {
        let path = join(path, field.name);
        match (values.get(field.name), field.declared.absent) {
            (Some(value), _) => check_value(&path, field, value)?,
            (None, Absent::Needed(example)) => return Err(Problem::missing(path, example)),
            (None, _) => {}
        }
    }
    Ok(())
}

fn check_value(path: &str, field: &Field, value: &Value) -> Checked<()> {
    let name = field.name;
    match (value, &field.of) {
        (Value::Whole(n), _) => {
            at_least(path, *n, field.declared.least)?;
            at_most(path, *n, field.declared.most)
        }
        (Value::Number(n), _) => match field.declared.between {
            Some(between) if between.remedy.is_empty() => from_zero(path, name, *n, between.to),
            Some(between) if !between.contains(*n) => Err(Problem::new(
                path,
                format!("`{name}` is {}", number(*n)),
                between.remedy,
            )),
            _ => Ok(()),
        },
        (value, Type::Choice(choices)) => check_choice(path, choices, value),
        (Value::Group(values), Type::Group(fields)) => check(path, fields, values),
        _ => Ok(()),
    }
}

/// Checks a kind that is given by its name or as an object.
pub(crate) fn check_choice(path: &str, choices: &'static Choices, value: &Value) -> Checked<()> {
    let Value::Kind(kind, values) = value else {
        return Ok(());
    };
    if values.is_empty() {
        choices.check_name(path.to_owned(), kind)?;
    }
    check_kind(path, choices, kind, values)
}

/// The scheme that checked options come to.
pub(crate) fn scheme(ftl: &Ftl, geometry: Geometry) -> Checked<Scheme> {
    check_kind("ftl", Scheme::CHOICES, &ftl.kind, &ftl.options)?;
    let kind = ftl::FtlKind::ALL
        .iter()
        .find(|kind| kind.name() == ftl.kind);
    let kind = *kind.expect("checked to be a kind");
    let checked = |scheme: Scheme| -> Checked<Scheme> {
        for field in scheme.fields() {
            // A default that follows from the device may be out of bounds.
            if let (Absent::Computed(..), Some(value)) =
                (field.declared.absent, field.default(geometry))
                && !ftl.options.has(field.name)
            {
                let checked = check_value(&join("ftl", field.name), field, &value);
                checked.map_err(Problem::by_default)?;
            }
        }
        Ok(scheme)
    };
    let scheme = Scheme::read(kind, &ftl.options, geometry).map_err(Problem::of_option)?;
    checked(scheme)
}
