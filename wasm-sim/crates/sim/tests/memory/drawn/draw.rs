//! Scenarios drawn from the JSON Schema: any kind, any field, any value inside the bounds. A refusal says what the engine asks
//! for: the field is changed to that, until it takes the scenario.

use serde_json::{Map, Value, json};
use sim::failure::Failure;
use sim::scenario::{self, Setup};

/// Numbers that follow from a seed (`SplitMix64`).
pub struct Draw(pub u64);

impl Draw {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to but not including `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    pub fn unit(&mut self) -> f64 {
        self.below(1 << 53) as f64 / (1u64 << 53) as f64
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }

    /// Any magnitude between the two is as likely; the ends themselves more so.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        match self.below(12) {
            0 => least,
            1 => most,
            _ => {
                let span = (most - least) as f64 + 1.0;
                least + ((span.ln() * self.unit()).exp() as u64 - 1).min(most - least)
            }
        }
    }
}

/// A scenario of a device of about `pages` pages at most, and what it comes to; `None`: too many of its fields were refused.
pub fn scenario(schema: &Value, draw: &mut Draw, pages: u64) -> Option<(String, Setup)> {
    let mut document = value(schema, "", draw)?;
    let each = draw.between(1, 4096.min(pages));
    let blocks = draw.between(1, pages / each).max(2);
    document["device"]["blocks"] = json!(blocks);
    document["device"]["pages_per_block"] = json!(each);
    let spare = draw.of(&[0.02, 0.07, 0.15, 0.3, 0.6]);
    let logical = (blocks * each) as f64 * (1.0 - spare);
    let members = document.as_object_mut()?;
    members.remove("spare_factor");
    members.insert("logical_pages".into(), json!((logical as u64).max(1)));
    members.remove("initial");
    let logical = members["logical_pages"].as_u64()?;
    if document["workload"]["kind"] == "ops" {
        document["workload"]["ops"] = ops(draw, logical).into();
    }
    if ["block", "replacement"]
        .iter()
        .any(|kind| document["ftl"]["kind"] == *kind)
    {
        document["device"]["program_order"] = json!("any");
    }
    tame(&mut document, draw);
    let members = document.as_object_mut()?;
    members.remove("power_cut");
    if document["ftl"]["kind"] == "dftl" && draw.one_in(4) {
        document["power_cut"] = json!([draw.below(1000), 1000 + draw.below(100_000)]);
    }
    for _ in 0..40 {
        let text = document.to_string();
        match scenario::parse(&text) {
            Ok(setup) => return Some((text, setup)),
            Err(refused) => mend(&mut document, &refused)?,
        }
    }
    None
}

/// Most runs are short, and of requests that come at times of this world: otherwise hardly one would come to its end.
fn tame(document: &mut Value, draw: &mut Draw) {
    if draw.one_in(8) {
        return;
    }
    let workload = &mut document["workload"];
    if let Some(requests) = workload.get_mut("requests") {
        *requests = json!(draw.between(1, 20_000));
    }
    if let Some(repeat) = workload.get_mut("repeat") {
        *repeat = if draw.one_in(2) {
            json!(draw.between(1, 4))
        } else {
            json!({"until_steady": {"window": draw.between(1, 2_000), "most": 3}})
        };
    }
    if let Some(ms) = workload.get_mut("interarrival_ms") {
        *ms = json!(draw.unit() * 10.0);
    }
    if workload["kind"] == "trace" {
        workload["aliasing"] = json!("allow");
        workload["mapping"] = json!(draw.of(&["wrap", "scale", "drop"]));
        for refused in ["trace_format", "reading"] {
            workload
                .as_object_mut()
                .map(|members| members.remove(refused));
        }
    }
    if let Value::Object(members) = document {
        members.remove("warmup_requests");
    }
}

/// A value that fits the schema of the field `name`.
fn value(schema: &Value, name: &str, draw: &mut Draw) -> Option<Value> {
    if let Some(one) = schema.get("const") {
        return Some(one.clone());
    }
    if let Some(all) = schema["enum"].as_array() {
        return Some(draw.of(all).clone());
    }
    for any in ["oneOf", "anyOf"] {
        if let Some(all) = schema[any].as_array() {
            let one = draw.of(all).clone();
            return value(&one, name, draw);
        }
    }
    Some(match schema["type"].as_str()? {
        "object" => {
            let mut object = Map::new();
            let required = schema["required"].as_array();
            for (name, of) in schema["properties"].as_object()? {
                let needed = required.is_some_and(|r| r.iter().any(|r| r == name));
                if (needed || draw.one_in(3))
                    && let Some(value) = value(of, name, draw)
                {
                    object.insert(name.clone(), value);
                }
            }
            object.into()
        }
        "array" => {
            if let Some(each) = schema["prefixItems"].as_array() {
                let each = each.iter().map(|of| value(of, name, draw));
                return each.collect::<Option<Vec<_>>>().map(Value::from);
            }
            let n = draw.below(4);
            let each = (0..n).map(|_| value(&schema["items"], name, draw));
            each.collect::<Option<Vec<_>>>()?.into()
        }
        "boolean" => draw.one_in(2).into(),
        "integer" => {
            let least = bound(schema, "minimum").unwrap_or(0.0) as u64;
            let most = bound(schema, "maximum").unwrap_or(f64::from(u32::MAX)) as u64;
            draw.between(least, most.max(least)).into()
        }
        "number" => {
            let least = bound(schema, "minimum").or(bound(schema, "exclusiveMinimum"));
            let most = bound(schema, "maximum").or(bound(schema, "exclusiveMaximum"));
            let (least, most) = (least.unwrap_or(0.0), most.unwrap_or(1e4));
            let at = draw.unit().powi(3) * 0.998 + 0.001;
            (least + at * (most - least)).into()
        }
        "string" if name == "path" => "trace".into(),
        "string" => "name".into(),
        _ => return None,
    })
}

fn bound(schema: &Value, name: &str) -> Option<f64> {
    schema[name].as_f64()
}

fn ops(draw: &mut Draw, far: u64) -> String {
    let n = draw.between(1, 20_000);
    let op = |_| {
        let (op, lpn) = (draw.of(&['w', 'w', 'r', 't']), draw.below(far));
        let pages = draw.between(1, far - lpn);
        format!("{op}{lpn}+{pages}")
    };
    (0..n).map(op).collect::<Vec<_>>().join(" ")
}

/// Changes the refused field to what the remedy says; leaves it out where it says nothing that can be taken.
fn mend(document: &mut Value, refused: &Failure) -> Option<()> {
    let path = refused.field.as_deref()?;
    if let Some(item) = path.strip_prefix("interventions[") {
        let at = item.split(']').next()?.parse().ok()?;
        let items = document["interventions"].as_array_mut()?;
        return (at < items.len()).then(|| drop(items.remove(at)));
    }
    let path: Vec<&str> = path
        .split(['.', '[', ']'])
        .filter(|s| !s.is_empty())
        .collect();
    let (last, way) = path.split_last()?;
    let mut place = &mut *document;
    for name in way {
        place = match place {
            Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?)?,
            Value::Object(members) => members.get_mut(*name)?,
            _ => return None,
        };
    }
    let asked = number(&refused.remedy).filter(|_| refused.remedy.starts_with("Give "));
    let asked = asked.or_else(|| {
        let needs = refused.message.split_once(" needs ")?.1;
        number(needs).filter(|_| *last == "blocks")
    });
    match place {
        Value::Object(members) => match asked {
            Some(asked) if members.get(*last) != Some(&asked) => {
                members.insert((*last).to_owned(), asked);
            }
            _ => {
                members.remove(*last)?;
            }
        },
        Value::Array(items) => {
            let at = last.parse::<usize>().ok().filter(|&at| at < items.len())?;
            items.remove(at);
        }
        _ => {
            // `pages` may be a number or an object: without it.
            let (last, way) = way.split_last()?;
            let mut place = document;
            for name in way {
                place = place.get_mut(*name)?;
            }
            place.as_object_mut()?.remove(*last)?;
        }
    }
    Some(())
}

/// The first number in a text.
fn number(text: &str) -> Option<Value> {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[from..];
    let end = rest.find(|c| !digits(c)).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.');
    if let Ok(whole) = number.parse::<u64>() {
        return Some(whole.into());
    }
    number.parse::<f64>().ok().map(Value::from)
}
