//! Which scheme, with its options.

use std::ops::{Deref, DerefMut};

use nand::Geometry;
use options::{Choices, Field, Kind, Options, Values};
use serde::{Deserialize, Serialize};

use super::each_scheme;
use crate::{Complaint, SchemeOptions};

macro_rules! schemes {
    ($($kind:ident $name:literal $folder:ident $ftl:ident $options:ident,)*) => {
        /// The schemes by their names in scenarios.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[allow(missing_docs, reason = "each is documented by its options")]
        pub enum FtlKind {
            $(#[serde(rename = $name)] $kind,)*
        }

        impl FtlKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// Its name in scenarios.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }

        /// A scheme with its options.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each is documented by its options")]
        pub enum Scheme {
            $($kind(super::$options),)*
        }

        impl Scheme {
            /// The kinds with their options, as they are declared.
            pub const CHOICES: &'static Choices = &Choices {
                what: "ftl kind",
                kinds: &[$(Kind {
                    name: $name,
                    doc: super::$options::DOC,
                    fields: super::$options::FIELDS,
                },)*],
            };

            /// Which scheme it is.
            pub fn kind(&self) -> FtlKind {
                match self {
                    $(Self::$kind(_) => FtlKind::$kind,)*
                }
            }

            /// Of checked values: what is left out has its default.
            fn of(kind: FtlKind, values: &Values, geometry: Geometry) -> Self {
                match kind {
                    $(FtlKind::$kind => Self::$kind(Options::read(values, geometry)),)*
                }
            }

            fn values(&self) -> Values {
                match self {
                    $(Self::$kind(options) => options.write(),)*
                }
            }
        }

        impl Deref for Scheme {
            type Target = dyn SchemeOptions;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$kind(options) => options,)*
                }
            }
        }

        impl DerefMut for Scheme {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(Self::$kind(options) => options,)*
                }
            }
        }
    };
}
each_scheme!(schemes);

impl Scheme {
    /// Reads options that are of the declared types and within their bounds. Error: they contradict each other.
    pub fn read(kind: FtlKind, given: &Values, geometry: Geometry) -> Result<Self, Complaint> {
        let mut scheme = Self::of(kind, given, geometry);
        scheme.settle(given)?;
        Ok(scheme)
    }

    /// All options with their values, as the canonical form has them.
    pub fn write(&self) -> Values {
        let mut values = self.values();
        values.retain(|option| self.says(option));
        values
    }

    /// The scheme's name in scenarios.
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// Its options, as they are declared.
    pub fn fields(&self) -> &'static [Field] {
        let kind = Self::CHOICES.kind(self.name());
        kind.map_or(&[], |kind| kind.fields)
    }
}
