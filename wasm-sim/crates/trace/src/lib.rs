//! Block traces: formats in, columns and statistics out.
//!
//! Bytes of a file, in chunks of any size, become a [`Trace`]: one column each for time, offset, length and operation
//! (SPEC 12). No I/O and no clock: the caller reads the file and pushes its bytes.
//!
//! ```text
//! bytes -> Importer (gzip) -> lines -> Format -> Record -> sorted chunks of a columnar file -> Trace -> Mapper -> (op, lpn, pages)
//! ```
//!
//! To add a format: a file in `formats/`, an arm in [`Format`], its fixtures in `testdata/`.
//!
//! A user's error comes back as an [`ImportError`] that says where, why and what to do. Nothing is dropped silently:
//! what an import leaves out is counted in [`Summary`].

// The figures that tests compare are exact.
#![cfg_attr(test, allow(clippy::float_cmp, clippy::cast_sign_loss))]

mod aliasing;
mod builder;
mod chunk;
mod error;
mod excerpt;
mod fields;
mod file;
mod finisher;
mod footprint;
mod format;
mod formats;
mod guess;
mod gzip;
mod hash;
mod importer;
mod layout;
mod line_error;
mod line_reader;
mod lines;
mod locality;
mod mapping;
mod merge;
mod options;
mod pack;
mod recognise;
mod record;
mod request;
mod sorter;
mod stats;
mod summary;
mod text;
mod touched;
mod trace;

pub use aliasing::{Aliasing, Displaced};
pub use error::ImportError;
pub use file::{Bytes, FileError, Store};
pub use finisher::Finisher;
pub use format::{Description, FieldSpec, Format};
pub use formats::ops::{OpsError, parse_ops};
pub use guess::{Guess, Reason};
pub use importer::{Importer, Progress};
pub use line_error::{LineError, LineErrorKind, Part};
pub use locality::{Distances, Follower, HotShare, Locality, Sizes, Stretch, TooManyPages};
pub use mapping::{Mapped, Mapper, Mapping, Run, Span, TooFewPages};
pub use options::{Action, AddressUnit, CsvColumns, MergeDevices, OnError, Options, TimeUnit};
pub use recognise::recognise;
pub use record::{Address, Op, Record, Unit};
pub use request::Request;
pub use stats::{Statistics, Survey};
pub use summary::{Device, Summary};
pub use trace::{Reader, Trace};
