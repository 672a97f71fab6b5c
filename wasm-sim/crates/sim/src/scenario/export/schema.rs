//! The JSON Schema of a scenario and of a report (draft 2020-12): `ftl-lab schema`, and completion in the text editors of the page.
//!
//! It is made of what is declared anyway: names, types and documentation of the document's structs, bounds at their fields, kinds
//! with their fields (`kinds.rs`), and the options of the schemes (crate `options`). Not said in it is what takes more than
//! one field to say, as that a device has the blocks that its scheme needs.

use options::{Absent, Choices, Declared, Field, Kind, Type};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

use ftl::Scheme;
use host::scheduler::SchedulerConfig;

use crate::report::Report;
use crate::scenario::document::Scenario;
use crate::scenario::document::kinds::{self, BUFFERS, KindTable, Kinds};
use crate::scenario::document::options::{Buffer, Ftl, FtlOptions, Scheduler};
use crate::scenario::preset;
use crate::scenario::workload::{PATTERNS, PROFILES};

/// Fields that their kind cannot do without. Of the options of a scheme the declarations say it.
const NEEDED: &[(&str, &[&str])] = &[
    ("ops", &["ops"]),
    ("sequential", &["requests"]),
    ("uniform", &["requests"]),
    ("hot_cold", &["requests", "r", "f"]),
    ("zipf", &["requests", "theta"]),
    ("streams", &["requests", "streams"]),
    ("pattern", &["requests", "pattern"]),
    ("profile", &["requests", "profile"]),
    ("trace", &["path"]),
];

/// Written by [`scenario`] and [`report`]; a test of the command line holds both to what is run.
macro_rules! declared {
    ($($part:ident: $schema:expr;)*) => { $(
        impl JsonSchema for $part {
            fn schema_name() -> Cow<'static, str> {
                stringify!($part).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
                let schema: Value = $schema;
                schema.try_into().expect("an object")
            }
        }
    )* };
}

declared! {
    Ftl: json!({ "oneOf": objects(Scheme::CHOICES) });
    Buffer: json!({ "oneOf": objects(BUFFERS) });
    Scheduler: choice(SchedulerConfig::CHOICES);
    FtlOptions: {
        let fields = Scheme::CHOICES.kinds.iter().flat_map(|kind| kind.fields);
        let mut properties = Map::new();
        for field in fields.filter(|field| field.declared.changes) {
            // Of an option that several schemes have, bounds and default are those of the scheme.
            let mut of = values(field);
            of.remove("default");
            of.remove("minimum");
            properties.entry(field.name).or_insert(of.into());
        }
        json!({ "type": "object", "properties": properties, "additionalProperties": false })
    };
}

/// The schema of a scenario.
pub fn scenario() -> Value {
    let mut root = made::<Scenario>(SchemaSettings::draft2020_12().for_deserialize());
    without_null(&mut root);
    closed(&mut root);
    root["title"] = json!("FTL Lab scenario");
    let properties = &mut root["properties"];
    properties["format"] = json!({ "const": 1, "description": "Version of the document." });
    by_kind(&mut properties["workload"], &kinds::WORKLOAD);
    by_kind(
        &mut properties["precondition"]["items"],
        &kinds::PRECONDITION,
    );
    let host = &mut properties["host"]["properties"];
    names(&mut host["arrivals"], kinds::ARRIVALS.names());
    let timing = &mut properties["device"]["properties"]["timing"];
    for of in timing["anyOf"].as_array_mut().into_iter().flatten() {
        if of["type"] == "string" {
            names(of, preset::names());
        } else {
            names(&mut of["properties"]["preset"], preset::names());
        }
    }
    // The outcomes of checking one value.
    each(&mut properties["workload"], &mut |of| {
        names(&mut of["pattern"], PATTERNS.iter().map(|p| p.name));
        names(&mut of["profile"], PROFILES.iter().map(|p| p.name));
        for sizes in of["pages"]["anyOf"].as_array_mut().into_iter().flatten() {
            if sizes["type"] == "integer" {
                sizes["minimum"] = json!(1);
            }
        }
    });
    root
}

/// The schema of a report.
pub fn report() -> Value {
    let mut root = made::<Report>(SchemaSettings::draft2020_12().for_serialize());
    root["title"] = json!("FTL Lab report");
    root["properties"]["format"] = json!({ "const": 1, "description": "Version of the document." });
    root
}

fn made<T: JsonSchema>(mut settings: SchemaSettings) -> Value {
    settings.inline_subschemas = true;
    let mut root = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    tidy(&mut root);
    root
}

/// Documentation as text, defaults as values, and no formats that only Rust knows.
fn tidy(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(members) => {
            members.values_mut().for_each(tidy);
            if members.get("format").is_some_and(Value::is_string) {
                members.remove("format");
            }
            if let Some(Value::String(text)) = members.remove("description") {
                let (text, default) = described(&text);
                members.insert("description".to_owned(), text.into());
                if let Some(default) = default {
                    members.insert("default".to_owned(), default);
                }
            }
        }
        _ => {}
    }
}

/// Documentation for people who write scenarios: on one line, without links, Rust's names and citations; and the default that it
/// ends with, if that is a value.
fn described(text: &str) -> (String, Option<Value>) {
    let mut text = text.replace('\n', " ").trim().to_owned();
    while let Some(middle) = text.find("](")
        && let Some(open) = text[..middle].rfind('[')
        && let Some(end) = text[middle..].find(')')
    {
        let name = text[open + 1..middle].to_owned();
        text.replace_range(open..=middle + end, &name);
    }
    let mut from = 0;
    while let Some(open) = text[from..].find(" (").map(|at| from + at)
        && let Some(end) = text[open..].find(')').map(|at| open + at)
    {
        if text[open..end].contains("SPEC ") || text[open..end].contains("::") {
            text.replace_range(open..=end, "");
        } else {
            from = end;
        }
    }
    let default = text.rsplit_once(" Default: ").and_then(|(before, value)| {
        let value = value.strip_suffix('.')?;
        let named = value.strip_prefix('`').and_then(|v| v.strip_suffix('`'));
        let value = match named {
            Some(name) if !name.contains('`') => name.into(),
            _ => serde_json::from_str(value).ok()?,
        };
        Some((before.len(), value))
    });
    let Some((end, value)) = default else {
        return (text, None);
    };
    text.truncate(end);
    (text, Some(value))
}

/// A field that is left out is not there.
fn without_null(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(members) => {
            if let Some(Value::Array(any)) = members.get_mut("anyOf") {
                any.retain(|of| of["type"] != "null");
                if let [one] = &mut any[..] {
                    let one = one.take();
                    members.remove("anyOf");
                    if let Value::Object(one) = one {
                        for (name, value) in one {
                            members.entry(name).or_insert(value);
                        }
                    }
                }
            }
            if let Some(Value::Array(types)) = members.get_mut("type") {
                types.retain(|of| of != "null");
                if types.len() == 1 {
                    let one = types.remove(0);
                    members.insert("type".to_owned(), one);
                }
            }
            // `Or` needs no words about its two forms.
            let words = members.get("description").and_then(Value::as_str);
            if matches!(
                words,
                Some("A number or a string." | "An object or a list.")
            ) {
                members.remove("description");
            }
            members.values_mut().for_each(without_null);
        }
        _ => {}
    }
}

/// An object has no other fields than its own.
fn closed(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(closed),
        Value::Object(members) => {
            members.values_mut().for_each(closed);
            if members.get("properties").is_some_and(Value::is_object)
                && members.get("type").is_some_and(|of| of == "object")
            {
                members.insert("additionalProperties".to_owned(), false.into());
            }
        }
        _ => {}
    }
}

/// An object of which `kind` says what other fields there are becomes one object for each kind.
fn by_kind(object: &mut Value, kinds: &Kinds) {
    let members = object.take();
    let all = members["properties"].as_object().expect("an object");
    let each = kinds.names().into_iter().map(|kind| {
        let mut properties = Map::new();
        properties.insert("kind".to_owned(), json!({ "const": kind }));
        for field in kinds.fields_of(kind).into_iter().flatten() {
            let mut of = all[field].clone();
            of_this_kind(&mut of, kinds);
            properties.insert(field.to_owned(), of);
        }
        let needed = NEEDED.iter().filter(|(of, _)| *of == kind);
        let needed = needed.flat_map(|(_, fields)| *fields);
        let needed = needed.filter(|field| properties.contains_key(**field));
        let required: Vec<_> = std::iter::once(&"kind").chain(needed).collect();
        json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
    });
    *object = json!({ "description": members["description"], "oneOf": each.collect::<Vec<_>>() });
}

/// Beside fields of all kinds the documentation says first which have this one: here there is none of another.
fn of_this_kind(field: &mut Value, kinds: &Kinds) {
    let Some((of, rest)) = field["description"]
        .as_str()
        .and_then(|text| text.split_once(": "))
    else {
        return;
    };
    let names = kinds.names();
    let mut words = of.split([' ', ',']).map(|word| word.trim_matches('`'));
    if words.any(|word| names.contains(&word) || word == "kinds") {
        let mut letters = rest.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        field["description"] = first.chain(letters).collect::<String>().into();
    }
}

/// A text is one of these names.
fn names(value: &mut Value, names: impl IntoIterator<Item = &'static str>) {
    if let Value::Object(members) = value {
        members.remove("type");
        let names: Vec<_> = names.into_iter().collect();
        members.insert("enum".to_owned(), json!(names));
    }
}

/// The properties of each alternative.
fn each(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    for of in value["oneOf"].as_array_mut().into_iter().flatten() {
        let properties = &mut of["properties"];
        // A search must not create a missing field.
        let there: Vec<String> = properties
            .as_object()
            .map(|p| p.keys().cloned().collect())
            .unwrap_or_default();
        change(properties);
        if let Value::Object(properties) = properties {
            properties.retain(|name, _| there.contains(name));
        }
    }
}

/// An object for each of several kinds.
fn objects(choices: &Choices) -> Vec<Value> {
    choices.kinds.iter().map(object).collect()
}

fn object(kind: &Kind) -> Value {
    let mut properties = Map::new();
    let description = text(kind.doc);
    properties.insert(
        "kind".to_owned(),
        json!({ "const": kind.name, "description": description }),
    );
    properties.extend(properties_of(kind.fields));
    let mut required = vec!["kind"];
    required.extend(needed(kind.fields));
    json!({ "type": "object", "description": description, "required": required, "properties": properties, "additionalProperties": false })
}

fn properties_of(fields: &[Field]) -> impl Iterator<Item = (String, Value)> {
    fields
        .iter()
        .map(|field| (field.name.to_owned(), values(field).into()))
}

fn needed(fields: &[Field]) -> impl Iterator<Item = &'static str> {
    let needed = fields
        .iter()
        .filter(|field| matches!(field.declared.absent, Absent::Needed(_)));
    needed.map(|field| field.name)
}

/// The kind of an option's values.
fn values(field: &Field) -> Map<String, Value> {
    let Declared {
        absent,
        least,
        most,
        between,
        ..
    } = field.declared;
    let mut of = match field.of {
        Type::Whole if most < u32::MAX => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        Type::Whole => json!({ "type": "integer", "minimum": least }),
        Type::Number => json!({ "type": "number" }),
        Type::Flag => json!({ "type": "boolean" }),
        Type::Choice(choices) => choice(choices),
        Type::Group(fields) => json!({
            "type": "object", "additionalProperties": false,
            "required": needed(fields).collect::<Vec<_>>(),
            "properties": properties_of(fields).collect::<Map<_, _>>(),
        }),
    };
    if let Some(between) = between {
        let bound = |with: bool, at: &'static str, beyond| if with { at } else { beyond };
        of[bound(between.with_from, "minimum", "exclusiveMinimum")] = json!(between.from);
        of[bound(between.with_to, "maximum", "exclusiveMaximum")] = json!(between.to);
    }
    of["description"] = text(field.doc).into();
    match absent {
        Absent::Whole(n) => of["default"] = n.into(),
        Absent::Number(n) => of["default"] = n.into(),
        Absent::Flag(flag) => of["default"] = flag.into(),
        Absent::Kind(name) => of["default"] = name.into(),
        Absent::Computed(_, words) => {
            of["description"] = format!("{} Default: {words}.", text(field.doc)).into();
        }
        Absent::Needed(_) | Absent::None => {}
    }
    let Value::Object(of) = of else {
        unreachable!("written as an object")
    };
    of
}

/// A kind's name, if it has no options of its own, otherwise an object.
fn choice(choices: &Choices) -> Value {
    let bare = choices
        .kinds
        .iter()
        .filter(|kind| needed(kind.fields).next().is_none());
    let bare = bare.map(|kind| json!({ "const": kind.name, "description": text(kind.doc) }));
    let all = bare.chain(objects(choices));
    json!({ "anyOf": all.collect::<Vec<_>>() })
}

fn text(doc: &[&str]) -> String {
    described(&doc.concat()).0
}
