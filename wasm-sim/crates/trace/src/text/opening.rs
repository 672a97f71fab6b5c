//! The kind of a file by its first bytes, before any line is read: text, text in UTF-16, an archive, or something packed.
//!
//! 1. A packed file that this crate cannot unpack is named, with the command that does.
//! 2. A tar archive is walked for the names of its members: which of them is the trace, a person says by unpacking it.
//! 3. UTF-16 is decoded, with a byte order mark or without: there every other byte of digits and Latin letters is 0.

mod tar;
mod utf16;
pub(crate) mod zip;

use std::borrow::Cow;

use crate::error::ImportError;
use crate::text::gzip::MAGIC;

pub(crate) use tar::Tar;
pub(crate) use utf16::Utf16;

/// Bytes that decide: the header of a tar archive.
pub(crate) const HEAD: usize = 512;

/// How a file's text is had.
pub(crate) enum Opening {
    /// As it is.
    Text,
    Utf16(Utf16),
    Tar(Tar),
}

/// First bytes, what they are the first bytes of, and the command that makes text of it, whatever the file is called.
const PACKED: [(&[u8], &str, &str); 13] = [
    (b"\x28\xb5\x2f\xfd", "zstd data", "zstd -dc FILE > FILE.txt"),
    (b"\xfd7zXZ\0", "xz data", "xz -dc FILE > FILE.txt"),
    (b"BZh", "bzip2 data", "bzip2 -dc FILE > FILE.txt"),
    (b"\x04\x22\x4d\x18", "lz4 data", "lz4 -dc FILE > FILE.txt"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x FILE"),
    (b"Rar!\x1a\x07", "a RAR archive", "unrar x FILE"),
    (b"\x1f\x9d", "data of compress", "zcat FILE > FILE.txt"),
    // A file that is one of these itself is unpacked before.
    (
        b"PK\x03\x04",
        "a zip archive, packed once more",
        "zcat FILE > FILE.zip",
    ),
    (&MAGIC, "gzip data, packed once more", "zcat FILE > FILE.gz"),
    (
        b"\x07taea",
        "a recording of blktrace in its own form",
        "blkparse -i FILE -o FILE.txt",
    ),
    (
        b"aeat\x07",
        "a recording of blktrace in its own form",
        "blkparse -i FILE -o FILE.txt",
    ),
    (
        b"PERFILE2",
        "a recording of perf in its own form",
        "perf script -i FILE > FILE.txt",
    ),
    (
        b"\x17\x08\x44tracing",
        "a recording of trace-cmd in its own form",
        "trace-cmd report -i FILE > FILE.txt",
    ),
];

/// The kind of a file by its first [`HEAD`] bytes, or fewer if there are no others.
pub(crate) fn opening(head: &[u8]) -> Result<Opening, ImportError> {
    if head.starts_with(b"PAR1") {
        return Err(ImportError::Binary {
            byte: 0.0,
            looks_like: Some("a Parquet table"),
        });
    }
    let packed = PACKED.iter().find(|(magic, ..)| head.starts_with(magic));
    if let Some(&(_, what, command)) = packed {
        return Err(ImportError::Packed { what, command });
    }
    if let Some(tar) = Tar::of(head) {
        return Ok(Opening::Tar(tar));
    }
    Ok(Utf16::of(head).map_or(Opening::Text, Opening::Utf16))
}

/// The text of a file's beginning, decoded.
pub(crate) fn opened(head: Cow<'_, [u8]>) -> Result<Cow<'_, [u8]>, ImportError> {
    match opening(&head[..head.len().min(HEAD)])? {
        Opening::Text => Ok(head),
        Opening::Utf16(mut utf16) => {
            let mut text = Vec::new();
            utf16.push(&head, &mut text);
            Ok(text.into())
        }
        Opening::Tar(mut tar) => {
            tar.push(&head);
            Err(tar.named())
        }
    }
}
