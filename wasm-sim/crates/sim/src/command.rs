//! Reads the engine's commands. Not derived: serde's reader of tagged enums is 28 kB of the 450 that the engine may take.

use ftl::Grain;

use crate::json::{Got, Index, Read, Reader, names, objects, syntax};
use crate::protocol::{Command, Position, Target};

impl Command {
    /// A command from its JSON; the error says what is wrong, for the page's developer.
    pub fn from_json(text: &str) -> Result<Self, String> {
        from_json(text)
    }
}

pub(crate) fn from_json<T: Read>(text: &str) -> Result<T, String> {
    syntax(text).map_err(|error| error.to_string())?;
    let index = Index::new(text);
    T::read(Reader::new(&index)).map_err(|error| match index.path_at(error.at) {
        path if path.is_empty() => error.message,
        path => format!("{} at {path}", error.message),
    })
}

/// An object as the variant its tag names: the members are read, and others refused.
macro_rules! tagged {
    ($enum:ident by $tag:literal: $($name:literal => $variant:ident { $($field:ident),* })*) => {
        impl Read for $enum {
            fn read(from: Reader<'_>) -> Got<Self> {
                let tag = from.must($tag)?;
                match &*tag.string()? {
                    $($name => {
                        from.only(&[$tag, $(stringify!($field)),*])?;
                        Ok(Self::$variant { $($field: from.field(stringify!($field))?),* })
                    })*
                    other => Err(tag.wrong(format!("unknown variant `{other}`"))),
                }
            }
        }
    };
}

pub(crate) use tagged;

tagged! { Command by "type":
    "check" => Check { scenario }
    "open" => Open { slot, scenario }
    "fork" => Fork { slot, into, interventions }
    "close" => Close { slot }
    "run" => Run { slot, target, stops, tally }
    "predicate" => Predicate { text }
    "costs" => Costs { slot, from, operations }
    "frame" => Frame { slot, from_block, to_block, from_lpn, lpns, ppn, lpn }
    "report" => Report { slot }
    "quiet" => Quiet { slot }
    "explain" => Explain { slot, ranges }
    "provenance" => Provenance { slot, ppn }
    "export" => Export { trace, slot, from, count, page_bytes }
    "lanes" => Lanes { slot }
    "cancel" => Cancel {}
}

tagged! { Target by "to":
    "end" => End {}
    "position" => Position { position }
    "step" => Step { grain, back }
    "next" => Next { until, back }
}

objects! {
    Position { request, event }
}

names! {
    Grain { Request, Action, Operation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::scenario::{Change, FtlOptions, Intervention, Override};
    use options::Value;

    #[test]
    fn every_command_is_read_as_it_is_written() {
        let run = |target| Command::run(1, target);
        let predicate = |text| crate::predicate::parse(text).unwrap();
        let position = Position {
            request: 4_000_000_000,
            event: 7,
        };
        let intervention = Intervention {
            request: 1,
            decision: 2,
            choose: 3,
        };
        let name = || "a \"b\"\n\u{1f600}.csv".to_owned();
        let all = [
            Command::Check { scenario: name() },
            Command::Open {
                slot: 0,
                scenario: name(),
            },
            Command::Fork {
                slot: 0,
                into: 1,
                interventions: vec![
                    Override::Choice(intervention),
                    Override::Change(Box::new(Change {
                        request: 4,
                        set: FtlOptions([("lazy_copy", Value::Flag(true))].into_iter().collect()),
                    })),
                ],
            },
            Command::Close { slot: 0 },
            run(Target::End),
            run(Target::Position { position }),
            run(Target::Step {
                grain: Grain::Operation,
                back: true,
            }),
            run(Target::Next {
                until: predicate("merge full blocks >= 3 or wa >= 1.25"),
                back: true,
            }),
            Command::Run {
                slot: 0,
                target: Target::End,
                stops: Some(predicate("gc, free <= 2")),
                tally: Some(true),
            },
            Command::Predicate { text: name() },
            Command::Export {
                trace: Some(name()),
                slot: 0,
                from: 1,
                count: 2,
                page_bytes: 4096,
            },
            Command::Costs {
                slot: 1,
                from: 2,
                operations: 3,
            },
            Command::Frame {
                slot: 0,
                from_block: 1,
                to_block: 2,
                from_lpn: 3,
                lpns: 4,
                ppn: Some(5),
                lpn: None,
            },
            Command::Report { slot: 0 },
            Command::Quiet { slot: 1 },
            Command::Explain {
                slot: 1,
                ranges: 64,
            },
            Command::Provenance { slot: 0, ppn: 7 },
            Command::Lanes { slot: 0 },
            Command::Cancel,
        ];
        for command in all {
            let text = json::text(&command);
            assert_eq!(Command::from_json(&text).as_ref(), Ok(&command), "{text}");
            let text = serde_json::to_string_pretty(&command).unwrap();
            assert_eq!(Command::from_json(&text).as_ref(), Ok(&command), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "EOF while parsing a value"),
            ("[]", "missing field `type`"),
            (r#"{"type":"stop"}"#, "unknown variant `stop` at type"),
            (r#"{"type":"close"}"#, "missing field `slot`"),
            (r#"{"type":"run","slot":0}"#, "missing field `target`"),
            (
                r#"{"type":"close","slot":0,"slots":1}"#,
                "unknown field `slots`",
            ),
            (
                r#"{"type":"close","slot":-1}"#,
                "invalid type: integer `-1`, expected u32 at slot",
            ),
            (
                r#"{"type":"run","slot":0,"target":{"to":"next","until":"gc or earse","back":false}}"#,
                "column 7: expected the name of an event or a condition, found `earse` at target.until",
            ),
        ] {
            let error = Command::from_json(text).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
    }
}
