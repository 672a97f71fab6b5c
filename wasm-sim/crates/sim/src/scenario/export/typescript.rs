//! The TypeScript types of declared options, and the declarations themselves for the page's forms.

use std::fmt::Write;
use std::path::PathBuf;

use ftl::{FtlKind, Scheme};
use host::scheduler::SchedulerConfig;
use options::{Absent, Choices, Field, Type};
use ts_rs::{Config, TS, TypeVisitor};

use crate::scenario::document::kinds::{BUFFERS, BufferKind};
use crate::scenario::document::options::{Buffer, Ftl, FtlOptions, Scheduler};

/// A type written by hand: its name, its declaration, its documentation.
macro_rules! written {
    ($type:ty, $name:literal, $docs:literal, $written:expr $(, needs $needs:ty)?) => {
        impl TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                Some($docs.to_owned())
            }

            fn name(_: &Config) -> String {
                $name.to_owned()
            }

            fn inline(_: &Config) -> String {
                $written
            }

            fn decl(config: &Config) -> String {
                format!("type {} = {};", $name, Self::inline(config))
            }

            fn decl_concrete(config: &Config) -> String {
                Self::decl(config)
            }

            fn visit_dependencies(visitor: &mut impl TypeVisitor) {
                $(visitor.visit::<$needs>();)?
                let _ = visitor;
            }

            fn output_path() -> Option<PathBuf> {
                Some(concat!($name, ".ts").into())
            }
        }
    };
}

written!(
    Ftl,
    "ScenarioFtl",
    "/**\n * The flash translation layer: `kind`, and the options of that kind (SPEC 11).\n */\n",
    object("FtlKind", Scheme::CHOICES, |_| true),
    needs FtlKind
);
written!(
    FtlOptions,
    "FtlOptions",
    "/**\n * Options of the FTL that change between two requests, as `ftl` has them. Those left out stay as they are.\n */\n",
    format!(
        "{{ {} }}",
        members(Scheme::CHOICES, |field| field.declared.changes)
    )
);
written!(
    Buffer,
    "ScenarioBuffer",
    "/**\n * The write buffer: `kind`, and the options of that kind (SPEC 6, 11).\n */\n",
    object("BufferKind", BUFFERS, |_| true),
    needs BufferKind
);
written!(
    BufferKind,
    "BufferKind",
    "/**\n * The write buffers by their names in scenarios.\n */\n",
    names(BUFFERS)
);
written!(
    Scheduler,
    "ScenarioScheduler",
    "/**\n * The I/O scheduler: its name, or an object with its `kind` and options (SPEC 7, 11).\n */\n",
    union(SchedulerConfig::CHOICES)
);

fn names(choices: &Choices) -> String {
    let names: Vec<_> = choices.names().map(|name| format!("{name:?}")).collect();
    names.join(" | ")
}

fn object(kind: &str, choices: &Choices, wanted: impl Fn(&Field) -> bool) -> String {
    format!("{{ kind: {kind}, {} }}", members(choices, wanted))
}

/// The options of all kinds, each once, with the words of each kind about it.
fn members(choices: &Choices, wanted: impl Fn(&Field) -> bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut text = String::new();
    let all = || {
        let kinds = choices.kinds.iter();
        kinds.flat_map(|kind| kind.fields.iter().map(move |field| (kind.name, field)))
    };
    for (_, field) in all().filter(|(_, field)| wanted(field)) {
        if names.contains(&field.name) {
            continue;
        }
        names.push(field.name);
        text.push_str("\n/**\n");
        let mut said: Vec<(String, Vec<&str>)> = Vec::new();
        for (kind, same) in all().filter(|(_, same)| same.name == field.name) {
            let words = format!("{} {}", same.doc.concat(), default(same));
            match said.iter_mut().find(|(of, _)| *of == words) {
                Some((_, kinds)) => kinds.push(kind),
                None => said.push((words, vec![kind])),
            }
        }
        for (words, kinds) in said {
            let _ = writeln!(text, " * {}:{words}", kinds.join(", "));
        }
        let _ = write!(text, " */\n{}?: {}, ", field.name, of(&field.of));
    }
    text
}

fn default(field: &Field) -> String {
    match field.declared.absent {
        Absent::Needed(_) => "Required.".to_owned(),
        Absent::None => "Default: none.".to_owned(),
        Absent::Whole(n) => format!("Default: {n}."),
        Absent::Number(n) => format!("Default: {n}."),
        Absent::Flag(flag) => format!("Default: {flag}."),
        Absent::Kind(name) => format!("Default: `{name}`."),
        Absent::Computed(_, words) => format!("Default: {words}."),
    }
}

fn of(of: &Type) -> String {
    match of {
        Type::Whole | Type::Number => "number".to_owned(),
        Type::Flag => "boolean".to_owned(),
        Type::Choice(choices) => union(choices),
        Type::Group(fields) => format!("{{ {} }}", fields_of(fields)),
    }
}

fn union(choices: &Choices) -> String {
    let kinds = choices.kinds.iter().map(|kind| {
        let needs = |field: &Field| matches!(field.declared.absent, Absent::Needed(_));
        let object = format!("{{ kind: \"{}\", {} }}", kind.name, fields_of(kind.fields));
        match kind.fields {
            [] => format!("\"{}\"", kind.name),
            fields if fields.iter().any(needs) => object,
            _ => format!("\"{}\" | {object}", kind.name),
        }
    });
    kinds.collect::<Vec<_>>().join(" | ")
}

fn fields_of(fields: &[Field]) -> String {
    let fields = fields.iter().map(|field| {
        let optional = match field.declared.absent {
            Absent::Needed(_) => "",
            _ => "?",
        };
        format!("{}{optional}: {}, ", field.name, of(&field.of))
    });
    fields.collect()
}

/// A module with the declared options of every scheme, write buffer and I/O scheduler: names, types, bounds, defaults.
pub fn schemes() -> String {
    let mut text = "// Written from Rust by `npm run gen`. Do not edit.\n\n\
        import type { BufferKind } from \"./BufferKind\";\nimport type { FtlKind } from \"./FtlKind\";\n\n\
        /** What the values of an option are. */\nexport type OptionType =\n  | { type: \"whole\"; least: number }\n  | { type: \"number\"; from: number; to: number }\n  | { type: \"flag\" }\n  | { type: \"choice\"; kinds: Record<string, OptionFields> }\n  | { type: \"group\"; fields: OptionFields };\n\n\
        /** An option: its values, its default (`null`: none), an example where it must be given, and whether it can change between two requests. */\nexport interface OptionField {\n  of: OptionType;\n  default: string | number | boolean | null;\n  needed: string | null;\n  changes: boolean;\n}\n\n\
        export type OptionFields = Record<string, OptionField>;\n".to_owned();
    let lists = [
        ("scheme", "SCHEMES", "FtlKind", Scheme::CHOICES),
        ("write buffer", "BUFFERS", "BufferKind", BUFFERS),
        (
            "I/O scheduler",
            "SCHEDULERS",
            "string",
            SchedulerConfig::CHOICES,
        ),
    ];
    for (what, name, key, choices) in lists {
        let _ = writeln!(
            text,
            "\n/** The options of each {what}, in the order of a declaration. */\nexport const {name}: Record<{key}, OptionFields> = {{"
        );
        for kind in choices.kinds {
            let _ = writeln!(text, "  {}: {},", kind.name, declared(kind.fields));
        }
        text.push_str("};\n");
    }
    text
}

fn declared(fields: &[Field]) -> String {
    let fields = fields.iter().map(|field| {
        let (default, needed) = match field.declared.absent {
            Absent::Needed(example) => ("null".to_owned(), format!("{example:?}")),
            Absent::None | Absent::Computed(..) => ("null".to_owned(), "null".to_owned()),
            Absent::Whole(n) => (n.to_string(), "null".to_owned()),
            Absent::Number(n) => (n.to_string(), "null".to_owned()),
            Absent::Flag(flag) => (flag.to_string(), "null".to_owned()),
            Absent::Kind(name) => (format!("{name:?}"), "null".to_owned()),
        };
        let of = match field.of {
            Type::Whole => format!("{{ type: \"whole\", least: {} }}", field.declared.least),
            Type::Number => {
                let (from, to) = field
                    .declared
                    .between
                    .map_or((0.0, 1.0), |b| (b.from, b.to));
                format!("{{ type: \"number\", from: {from}, to: {to} }}")
            }
            Type::Flag => "{ type: \"flag\" }".to_owned(),
            Type::Choice(choices) => {
                let kinds = choices.kinds.iter();
                let kinds = kinds.map(|kind| format!("{}: {}", kind.name, declared(kind.fields)));
                let kinds = kinds.collect::<Vec<_>>().join(", ");
                format!("{{ type: \"choice\", kinds: {{ {kinds} }} }}")
            }
            Type::Group(fields) => format!("{{ type: \"group\", fields: {} }}", declared(fields)),
        };
        format!(
            "{}: {{ of: {of}, default: {default}, needed: {needed}, changes: {} }}, ",
            field.name, field.declared.changes
        )
    });
    format!("{{ {}}}", fields.collect::<String>())
}
