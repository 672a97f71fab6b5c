//! Fields that come in kinds: their kinds, and the fields of each. Those of the FTL, the write buffer and the
//! scheduler follow from their declared options.

use buffer::Policy;
use ftl::Scheme;
use host::scheduler::SchedulerConfig;
use options::{Choices, Kind, Type, choices};

use crate::json::{self, Index, Reader};

use crate::scenario::problem::{Checked, Problem, join};

/// A place in the document where a `kind` says which other fields there are.
#[derive(Debug)]
pub(crate) struct Kinds {
    /// For messages: "ftl kind".
    what: &'static str,
    /// Each kind with its fields.
    fields: &'static [(&'static str, &'static [&'static str])],
}

/// The write buffers, and that there is none.
pub(crate) const BUFFERS: &Choices = &Choices {
    what: Policy::CHOICES.what,
    kinds: &KINDS,
};

const KINDS: [Kind; 1 + Policy::CHOICES.kinds.len()] = {
    let mut kinds = [NoBuffer::CHOICES.kinds[0]; _];
    let (_, policies) = kinds.split_at_mut(1);
    policies.copy_from_slice(Policy::CHOICES.kinds);
    kinds
};

choices! {
    /// The kind that is none.
    pub enum NoBuffer in "buffer kind" {
        /// No write buffer.
        None = "none",
    }
}

/// A write buffer by its name in scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BufferKind(pub(crate) &'static str);

pub(crate) const ARRIVALS: Kinds = Kinds {
    what: "arrivals",
    fields: &[("fixed", &[]), ("poisson", &[])],
};

pub(crate) const PRECONDITION: Kinds = Kinds {
    what: "precondition kind",
    fields: &[
        ("sequential", &["from", "pages"]),
        ("random_fill", &[]),
        ("fill_and_invalidate", &["fraction"]),
        ("steady_state", &["tolerance", "window", "max_windows"]),
    ],
};

/// The fields of a generated workload, and its own.
macro_rules! generated {
    ($($own:literal),*) => {
        &["requests", "read_fraction", "trim_fraction", "range", "interarrival_ms", "repeat", "ignore_trims", $($own),*]
    };
}

pub(crate) const WORKLOAD: Kinds = Kinds {
    what: "workload kind",
    fields: &[
        ("ops", &["ops", "interarrival_ms", "repeat", "ignore_trims"]),
        ("sequential", generated!("pages", "from")),
        ("uniform", generated!("pages")),
        ("hot_cold", generated!("pages", "r", "f")),
        ("zipf", generated!("pages", "theta")),
        ("streams", generated!("pages", "streams")),
        ("pattern", generated!("pattern")),
        ("profile", generated!("profile", "reuse", "reuse_within")),
        (
            "trace",
            &[
                "path",
                "trace_format",
                "reading",
                "mapping",
                "aliasing",
                "partial_writes",
                "shift_bytes",
                "requests",
                "repeat",
                "ignore_trims",
            ],
        ),
    ],
};

/// The kinds of the object at a path.
pub(crate) fn at(path: &str) -> Option<&'static dyn KindTable> {
    Some(match path {
        "buffer" => BUFFERS,
        "host.scheduler" => SchedulerConfig::CHOICES,
        "workload" => &WORKLOAD,
        _ if path.starts_with("precondition[") => &PRECONDITION,
        _ => {
            let mut names = path.split('.');
            if names.next() != Some("ftl") {
                return None;
            }
            return choices(names, Scheme::CHOICES).map(|choices| choices as _);
        }
    })
}

/// The kinds of a value inside of options.
fn choices<'a>(
    mut path: impl Iterator<Item = &'a str>,
    outer: &'static Choices,
) -> Option<&'static Choices> {
    let Some(name) = path.next() else {
        return Some(outer);
    };
    let mut of = outer.field(name)?.of;
    while let Type::Group(fields) = of {
        let name = path.next()?;
        of = fields.iter().find(|field| field.name == name)?.of;
    }
    match of {
        Type::Choice(inner) => choices(path, inner),
        _ => None,
    }
}

/// Kinds with the names of their fields.
pub(crate) trait KindTable {
    /// For messages: "ftl kind".
    fn what(&self) -> &'static str;

    /// The kinds that there are.
    fn names(&self) -> Vec<&'static str>;

    /// The fields of a kind, `kind` itself not among them.
    fn fields_of(&self, kind: &str) -> Option<Vec<&'static str>>;

    /// Checks that the object at `path` is of a kind that there is.
    fn check(&self, path: &str, kind: &str) -> Checked<()> {
        self.check_name(join(path, "kind"), kind)
    }

    /// The same where the name is at `path` itself.
    fn check_name(&self, path: String, kind: &str) -> Checked<()> {
        match self.fields_of(kind) {
            Some(_) => Ok(()),
            None => Err(Problem::unknown(path, self.what(), kind, self.names())),
        }
    }
}

impl KindTable for Kinds {
    fn what(&self) -> &'static str {
        self.what
    }

    fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|(name, _)| *name).collect()
    }

    fn fields_of(&self, kind: &str) -> Option<Vec<&'static str>> {
        let own = self.fields.iter().find(|(name, _)| *name == kind);
        own.map(|(_, fields)| fields.to_vec())
    }
}

impl KindTable for Choices {
    fn what(&self) -> &'static str {
        self.what
    }

    fn names(&self) -> Vec<&'static str> {
        Choices::names(self).collect()
    }

    fn fields_of(&self, kind: &str) -> Option<Vec<&'static str>> {
        let fields = self.kind(kind)?.fields;
        Some(fields.iter().map(|field| field.name).collect())
    }
}

/// Checks that an object has no field of another kind.
pub(crate) fn check_fields<'a>(
    kinds: &dyn KindTable,
    path: &str,
    kind: &str,
    given: impl IntoIterator<Item = &'a str>,
) -> Checked<()> {
    let own = kinds.fields_of(kind).unwrap_or_default();
    let Some(field) = given.into_iter().find(|field| !own.contains(field)) else {
        return Ok(());
    };
    let has = |kind: &&str| kinds.fields_of(kind).is_some_and(|f| f.contains(&field));
    let of: Vec<_> = kinds.names().into_iter().filter(has).collect();
    Err(Problem::new(
        join(path, field),
        format!(
            "field `{field}` does not belong to {} `{kind}`",
            kinds.what()
        ),
        format!(
            "Leave it out, or take a kind that has it: {}.",
            of.join(", ")
        ),
    ))
}

impl Kinds {
    /// Checks that the object at `path` is of a kind that there is, and has no field of another kind.
    pub(crate) fn check_fields(
        &self,
        path: &str,
        kind: &str,
        object: &impl serde::Serialize,
    ) -> Checked<()> {
        self.check(path, kind)?;
        let text = json::text(object);
        let index = Index::new(&text);
        let members = Reader::new(&index).children();
        let given = members.filter(|member| member.raw() != "null");
        let names: Vec<String> = given.map(|member| member.key().into_owned()).collect();
        let names = names.iter().map(String::as_str);
        check_fields(self, path, kind, names.filter(|name| *name != "kind"))
    }
}
