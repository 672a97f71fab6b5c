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

mod columnar;
mod error;
mod format;
mod formats;
mod importer;
pub mod iolog;
mod note;
mod options;
mod pages;
mod record;
mod request;
mod summary;
pub mod table;
mod text;
mod trace;

pub use columnar::finisher::Finisher;
pub use columnar::{Bytes, FileError, Store};
pub use error::{FioOutput, ImportError};
pub use format::{Description, FieldSpec, Format};
pub use formats::ops::{OpsError, parse_ops};
pub use importer::{Importer, Progress};
pub use note::Note;
pub use options::{
    Action, AddressUnit, CsvColumns, Delimiter, MergeDevices, OnError, OnZeros, OpWords, Options,
    Rows, TimeUnit, Wanted, WriteZeroes,
};
pub use pages::aliasing::{Aliasing, Displaced};
pub use pages::locality::{Distances, Follower, HotShare, Locality, Sizes, Stretch, TooManyPages};
pub use pages::mapping::{Mapped, Mapper, Mapping, Placed, Run, Span, TooFewPages};
pub use pages::origins::{Origin, Origins};
pub use pages::stats::{Statistics, Survey};
pub use record::{Address, Op, Record, Unit};
pub use request::{Ends, Request};
pub use summary::{Device, Summary};
pub use text::guess::{Guess, Reason};
pub use text::line_error::{Column, LineError, LineErrorKind, Part};
pub use text::line_reader::Why;
pub use text::names::for_shell;
pub use text::preview::{Meaning, Preview, PreviewLine, PreviewRequest, preview};
pub use text::recognise::recognise;
pub use trace::moved::Immovable;
pub use trace::{Reader, Trace};
