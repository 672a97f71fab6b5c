//! Whether a value fits a JSON Schema, for the keywords that ours has; another one is a panic.

use serde_json::Value;

/// The part that does not fit, and where.
pub fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    check(schema, value, "")
}

/// The schemas that a value may be read by: those of the alternatives that it fits, otherwise the schema itself.
pub fn alternatives(schema: &Value, value: &Value) -> Vec<Value> {
    let each = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
    let Some(each) = each else {
        return vec![schema.clone()];
    };
    each.iter()
        .filter(|one| fits(one, value).is_ok())
        .flat_map(|one| alternatives(one, value))
        .collect()
}

fn check(schema: &Value, value: &Value, path: &str) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == Value::Bool(true) {
            Ok(())
        } else {
            Err(format!("{path}: nothing may be there"))
        };
    };
    for (keyword, said) in keywords {
        let holds = match keyword.as_str() {
            "$schema" | "title" | "description" | "default" => true,
            "type" => types(said).iter().any(|of| is_of(of, value)),
            "const" => value == said,
            "enum" => said.as_array().expect("a list").contains(value),
            "minimum" => compares(value, said, |v, bound| v >= bound),
            "maximum" => compares(value, said, |v, bound| v <= bound),
            "exclusiveMinimum" => compares(value, said, |v, bound| v > bound),
            "exclusiveMaximum" => compares(value, said, |v, bound| v < bound),
            "minItems" => value
                .as_array()
                .is_none_or(|v| v.len() as u64 >= said.as_u64().expect("a count")),
            "maxItems" => value
                .as_array()
                .is_none_or(|v| v.len() as u64 <= said.as_u64().expect("a count")),
            "required" => value.as_object().is_none_or(|members| {
                let mut names = said.as_array().expect("a list").iter();
                names.all(|name| members.contains_key(name.as_str().expect("a name")))
            }),
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(of) = said.get(name) {
                        check(of, member, &format!("{path}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if schema["properties"].get(name).is_none() {
                        check(said, member, &format!("{path}.{name}"))?;
                    }
                }
                true
            }
            "prefixItems" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    if let Some(of) = said.get(i) {
                        check(of, item, &format!("{path}[{i}]"))?;
                    }
                }
                true
            }
            "items" => {
                let before = schema["prefixItems"].as_array().map_or(0, Vec::len);
                for (i, item) in value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .enumerate()
                    .skip(before)
                {
                    check(said, item, &format!("{path}[{i}]"))?;
                }
                true
            }
            "anyOf" => said
                .as_array()
                .expect("a list")
                .iter()
                .any(|one| check(one, value, path).is_ok()),
            "oneOf" => {
                let each = said.as_array().expect("a list").iter();
                each.filter(|one| check(one, value, path).is_ok()).count() == 1
            }
            other => panic!("{other} of {path}: not known here"),
        };
        if !holds {
            return Err(format!("{path}: {value} against {keyword} {said}"));
        }
    }
    Ok(())
}

fn types(said: &Value) -> Vec<&str> {
    match said {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn is_of(of: &str, value: &Value) -> bool {
    match of {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|v| v.fract() == 0.0),
        other => panic!("type {other}: not known here"),
    }
}

fn compares(value: &Value, bound: &Value, holds: fn(f64, f64) -> bool) -> bool {
    let bound = bound.as_f64().expect("a number");
    value.as_f64().is_none_or(|v| holds(v, bound))
}
