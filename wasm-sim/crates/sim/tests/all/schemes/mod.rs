//! The tests' knowledge of each scheme: a file per scheme, named in the registry of the engine.

use proptest::prelude::*;

/// Options as JSON, the blocks that the scheme needs beyond the logical ones, and the logical pages that a page of
/// its own tables maps, or 0.
pub type Options = (String, u32, u32);

macro_rules! schemes {
    ($($kind:ident $name:literal $folder:ident $ftl:ident $options:ident,)*) => {
        $(mod $folder;)*

        /// Every scheme.
        pub const SCHEMES: &[&str] = &[$($name),*];

        /// Options of each on a device of 40 blocks.
        pub const EXAMPLES: &[&str] = &[$($folder::EXAMPLE),*];

        /// Random options of a scheme.
        pub fn options(kind: &str) -> BoxedStrategy<Options> {
            match kind {
                $($name => $folder::options().boxed(),)*
                _ => panic!("no scheme {kind}"),
            }
        }

        /// The decisions that a person can make in its place.
        pub fn decisions(kind: &str) -> &'static [&'static str] {
            match kind {
                $($name => $folder::DECISIONS,)*
                _ => panic!("no scheme {kind}"),
            }
        }

        /// Options that can change in a run.
        pub fn changes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
            [$(($name, $folder::CHANGES)),*]
                .into_iter()
                .filter(|(_, names)| !names.is_empty())
        }
    };
}
ftl::each_scheme!(schemes);

/// A victim policy, as JSON.
fn gc_policy() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\"greedy\"".to_owned()),
        Just("\"fifo\"".to_owned()),
        Just("\"cost_benefit\"".to_owned()),
        Just("\"cat\"".to_owned()),
        Just("\"random\"".to_owned()),
        (1..6u32).prop_map(|w| format!(r#"{{"kind":"windowed_greedy","w":{w}}}"#)),
        (1..6u32).prop_map(|d| format!(r#"{{"kind":"d_choices","d":{d}}}"#)),
    ]
}

/// Static wear leveling, as JSON, or nothing.
fn wear_leveling() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        (1..4u32).prop_map(|t| format!(r#","wear_leveling":{{"threshold":{t}}}"#)),
    ]
}
