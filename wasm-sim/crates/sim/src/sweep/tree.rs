//! A JSON object that settings are put into.

use crate::json::{self, Reader};

/// Members in the order of the text; values that are no objects as spelt.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Value(String),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    pub(super) fn of(from: Reader<'_>) -> Self {
        if from.raw().starts_with('{') {
            Self::Object(
                from.children()
                    .map(|member| (member.key().into_owned(), Self::of(member)))
                    .collect(),
            )
        } else {
            Self::Value(from.raw().to_owned())
        }
    }

    /// Puts a value where a path of keys leads; objects on the way are made where they are missing. `None` takes the field out.
    pub(super) fn set(&mut self, path: &[&str], value: Option<&Self>) {
        let Some((key, rest)) = path.split_first() else {
            *self = value.cloned().unwrap_or(Self::Value("null".to_owned()));
            return;
        };
        if let Self::Value(_) = self {
            if value.is_none() {
                return; // nothing there to take out
            }
            *self = Self::Object(Vec::new());
        }
        let Self::Object(members) = self else { return };
        let at = members.iter().position(|(name, _)| name == key);
        match (at, value) {
            (Some(at), None) if rest.is_empty() => {
                members.remove(at);
            }
            (None, None) => {}
            (at, value) => {
                let at = at.unwrap_or_else(|| {
                    members.push(((*key).to_owned(), Self::Object(Vec::new())));
                    members.len() - 1
                });
                members[at].1.set(rest, value);
            }
        }
    }

    /// As JSON without blanks.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Value(raw) => out.push_str(raw),
            Self::Object(members) => {
                out.push('{');
                for (i, (key, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    out.push_str(&json::text(key));
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}
