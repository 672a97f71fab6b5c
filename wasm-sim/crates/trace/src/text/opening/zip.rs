//! A zip archive with one member (APPNOTE 6.3.10), from bytes that arrive in chunks: its text is handed on.
//!
//! 1. Members come one after another, each behind a header. Folders, and what a Mac adds, do not count.
//! 2. The first one is stored or deflated; its content is handed on and its CRC-32 checked.
//! 3. If another one follows, the archive says only their names: which is the trace, a person says by unpacking it.
//! 4. The directory at the end is not needed. An archive that is encrypted or packed otherwise is refused.

use flate2::{Decompress, FlushDecompress, Status};

use super::tar::is_of_a_mac;
use crate::error::ImportError;
use crate::text::excerpt::preview;
use crate::text::gzip::crc;

pub(crate) const MAGIC: [u8; 4] = *b"PK\x03\x04";
const PIECE: usize = 64 << 10;
const HEADER: usize = 30;
/// Names in the message, at most.
const TOLD: usize = 10;

/// The part that the next byte belongs to.
enum Part {
    /// A header or what ends the members.
    Header,
    Deflated,
    /// That many bytes to go.
    Stored(u64),
    /// The CRC-32 and sizes behind a member whose header did not know its size.
    Descriptor,
    /// The directory, which is not read.
    Directory,
}

pub(crate) struct Unzip {
    part: Part,
    /// A header or descriptor, as far as it has come.
    kept: Vec<u8>,
    inflate: Decompress,
    piece: Box<[u8]>,
    crc: u32,
    /// The CRC-32 in the header; None if it comes behind.
    said: Option<u32>,
    /// Whether the member's content is handed on.
    counts: bool,
    names: Vec<String>,
    more: bool,
    /// Bytes read so far.
    byte: u64,
}

type Take<'a> = &'a mut dyn FnMut(&[u8]) -> Result<(), ImportError>;

impl Unzip {
    pub fn new() -> Self {
        Self {
            part: Part::Header,
            kept: Vec::new(),
            inflate: Decompress::new(false),
            piece: vec![0; PIECE].into_boxed_slice(),
            crc: 0,
            said: None,
            counts: false,
            names: Vec::new(),
            more: false,
            byte: 0,
        }
    }

    /// Unpacks the chunk and hands on the text of the first member.
    pub fn push(&mut self, mut chunk: &[u8], take: Take<'_>) -> Result<(), ImportError> {
        while !chunk.is_empty() {
            let before = chunk.len();
            chunk = match self.part {
                Part::Header => self.header(chunk)?,
                Part::Deflated => self.deflated(chunk, take)?,
                Part::Stored(left) => self.stored(left, chunk, take)?,
                Part::Descriptor => self.descriptor(chunk)?,
                Part::Directory => &[],
            };
            self.byte += (before - chunk.len()) as u64;
        }
        Ok(())
    }

    /// The name of the only member.
    ///
    /// # Errors
    /// If there are several, or none, or the archive ends too early.
    pub fn finish(&self) -> Result<&str, ImportError> {
        match (&self.part, &self.names[..]) {
            (Part::Directory, [name]) => Ok(name),
            (_, [_, _, ..]) | (Part::Directory, []) => Err(ImportError::Archive {
                kind: "zip",
                members: self.names.clone(),
                more: self.more,
                command: "unzip FILE",
            }),
            _ => Err(self.damaged("the archive ends too early")),
        }
    }

    /// Step 1.
    fn header<'a>(&mut self, chunk: &'a [u8]) -> Result<&'a [u8], ImportError> {
        let mut rest = self.keep(chunk, 4);
        if self.kept.len() < 4 {
            return Ok(rest);
        }
        if self.kept[..4] != MAGIC {
            let ends = matches!(self.kept[..4], [b'P', b'K', 1, 2] | [b'P', b'K', 5 | 6, 6]);
            if !ends {
                return Err(self.damaged("a header of a member was expected"));
            }
            self.part = Part::Directory;
            return Ok(rest);
        }
        rest = self.keep(rest, HEADER);
        if self.kept.len() < HEADER {
            return Ok(rest);
        }
        let two = |at: usize| u16::from_le_bytes([self.kept[at], self.kept[at + 1]]);
        let (name, extra) = (usize::from(two(26)), usize::from(two(28)));
        rest = self.keep(rest, HEADER + name + extra);
        if self.kept.len() < HEADER + name + extra {
            return Ok(rest);
        }
        self.member(name)?;
        Ok(rest)
    }

    /// Keeps bytes until `wanted` are there, and gives those behind them.
    fn keep<'a>(&mut self, chunk: &'a [u8], wanted: usize) -> &'a [u8] {
        let n = wanted.saturating_sub(self.kept.len()).min(chunk.len());
        self.kept.extend_from_slice(&chunk[..n]);
        &chunk[n..]
    }

    /// Begins the member whose header is complete.
    fn member(&mut self, name: usize) -> Result<(), ImportError> {
        let two = |at: usize| u16::from_le_bytes([self.kept[at], self.kept[at + 1]]);
        let four = |at: usize| u32::from(two(at)) | u32::from(two(at + 2)) << 16;
        let (flags, method, crc, size) = (two(6), two(8), four(14), four(18));
        let (name, extra) = self.kept[HEADER..].split_at(name);
        let name = preview(name, 80);
        let beside = name.ends_with('/') || is_of_a_mac(&name);
        let size = if size == u32::MAX {
            long_size(extra)
        } else {
            size.into()
        };
        let behind = flags & 8 != 0;
        self.kept.clear();
        self.said = (!behind).then_some(crc);
        self.crc = 0;
        self.counts = !beside && self.names.is_empty();
        if !beside && self.names.len() < TOLD {
            self.names.push(name);
        } else if !beside {
            self.more = true;
        }
        self.part = match method {
            _ if flags & 1 != 0 => {
                return Err(ImportError::Packed {
                    what: "a zip archive that asks for a password",
                    command: "unzip FILE",
                });
            }
            8 => {
                self.inflate.reset(false);
                Part::Deflated
            }
            0 if !behind && size == 0 => Part::Header,
            0 if !behind => Part::Stored(size),
            _ => {
                return Err(ImportError::Packed {
                    what: "a zip archive that is packed in an unusual way",
                    command: "unzip FILE",
                });
            }
        };
        Ok(())
    }

    /// Step 2.
    fn deflated<'a>(
        &mut self,
        mut chunk: &'a [u8],
        take: Take<'_>,
    ) -> Result<&'a [u8], ImportError> {
        loop {
            let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(chunk, &mut self.piece, FlushDecompress::None);
            let used = (self.inflate.total_in() - before_in) as usize;
            let made = (self.inflate.total_out() - before_out) as usize;
            chunk = &chunk[used..];
            self.text(made, take)?;
            match status {
                Ok(Status::StreamEnd) => {
                    self.end()?;
                    return Ok(chunk);
                }
                Ok(_) if chunk.is_empty() => return Ok(chunk),
                Ok(_) if used > 0 || made > 0 => {}
                Ok(_) | Err(_) => return Err(self.damaged("the compressed data is damaged")),
            }
        }
    }

    fn stored<'a>(
        &mut self,
        left: u64,
        chunk: &'a [u8],
        take: Take<'_>,
    ) -> Result<&'a [u8], ImportError> {
        let n = left.min(chunk.len().min(PIECE) as u64) as usize;
        self.piece[..n].copy_from_slice(&chunk[..n]);
        self.text(n, take)?;
        self.part = Part::Stored(left - n as u64);
        if left == n as u64 {
            self.end()?;
        }
        Ok(&chunk[n..])
    }

    /// Hands on the first bytes of the piece.
    fn text(&mut self, n: usize, take: Take<'_>) -> Result<(), ImportError> {
        let text = &self.piece[..n];
        self.crc = crc(self.crc, text);
        if self.counts { take(text) } else { Ok(()) }
    }

    /// The member's content has come.
    fn end(&mut self) -> Result<(), ImportError> {
        self.part = match self.said {
            Some(said) if said != self.crc => {
                return Err(self.damaged("the checksum does not match the text"));
            }
            Some(_) => Part::Header,
            None => Part::Descriptor,
        };
        Ok(())
    }

    /// The descriptor has a mark or none, and sizes of 4 bytes or of 8. The header behind it shows which.
    fn descriptor<'a>(&mut self, mut chunk: &'a [u8]) -> Result<&'a [u8], ImportError> {
        const MARK: &[u8] = b"PK\x07\x08";
        for length in [12, 16, 20, 24] {
            chunk = self.keep(chunk, length + 4);
            if self.kept.len() < length + 4 {
                return Ok(chunk);
            }
            let next = &self.kept[length..];
            if !matches!(
                next,
                [b'P', b'K', 3, 4] | [b'P', b'K', 1, 2] | [b'P', b'K', 6, 6]
            ) {
                continue;
            }
            let said = self.kept.strip_prefix(MARK).unwrap_or(&self.kept);
            let said = said.first_chunk().map(|said| u32::from_le_bytes(*said));
            if said != Some(self.crc) {
                return Err(self.damaged("the checksum does not match the text"));
            }
            self.kept.drain(..length);
            self.part = Part::Header;
            return self.header(chunk);
        }
        Err(self.damaged("a header of a member was expected"))
    }

    fn damaged(&self, reason: &'static str) -> ImportError {
        ImportError::ZipCorrupt {
            byte: self.byte as f64,
            reason,
        }
    }
}

/// The packed size of a member beyond 32 bits: the second number of its extra field of kind 1, if there are two.
fn long_size(mut extra: &[u8]) -> u64 {
    while let [a, b, c, d, rest @ ..] = extra {
        let (kind, length) = (
            u16::from_le_bytes([*a, *b]),
            usize::from(u16::from_le_bytes([*c, *d])),
        );
        let Some((field, behind)) = rest.split_at_checked(length) else {
            break;
        };
        if kind == 1 {
            let size = field.get(8..16).and_then(|size| size.first_chunk());
            return size.map_or(u32::MAX.into(), |size| u64::from_le_bytes(*size));
        }
        extra = behind;
    }
    u32::MAX.into()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    struct Member {
        name: &'static str,
        text: &'static [u8],
        deflated: bool,
        /// Whether sizes follow behind, and with a mark.
        behind: Option<bool>,
    }

    fn member(name: &'static str, text: &'static [u8]) -> Member {
        Member {
            name,
            text,
            deflated: true,
            behind: None,
        }
    }

    fn zip(members: &[Member]) -> Vec<u8> {
        let mut out = Vec::new();
        for Member {
            name,
            text,
            deflated,
            behind,
        } in members
        {
            let mut packed = text.to_vec();
            if *deflated {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(text).unwrap();
                packed = encoder.finish().unwrap();
            }
            let numbers = [crc(0, text), packed.len() as u32, text.len() as u32];
            let numbers: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
            out.extend(MAGIC);
            out.extend([20, 0, if behind.is_some() { 8 } else { 0 }, 0]);
            out.extend([if *deflated { 8 } else { 0 }, 0, 0, 0, 0, 0]);
            out.extend(if behind.is_some() {
                vec![0; 12]
            } else {
                numbers.clone()
            });
            out.extend((name.len() as u16).to_le_bytes());
            out.extend([0, 0]);
            out.extend(name.as_bytes());
            out.extend(packed);
            if let Some(mark) = behind {
                out.extend(if *mark { &b"PK\x07\x08"[..] } else { b"" });
                out.extend(numbers);
            }
        }
        out.extend(b"PK\x01\x02 and so on");
        out
    }

    fn unzip(bytes: &[u8], chunk: usize) -> Result<(String, Vec<u8>), ImportError> {
        let mut unzip = Unzip::new();
        let mut text = Vec::new();
        for chunk in bytes.chunks(chunk) {
            unzip.push(chunk, &mut |piece| {
                text.extend_from_slice(piece);
                Ok(())
            })?;
        }
        Ok((unzip.finish()?.to_owned(), text))
    }

    #[test]
    fn the_only_member_is_read_however_it_is_written_and_wherever_the_bytes_are_cut() {
        let text = b"w5 r7\nw8\n";
        for (deflated, behind) in [
            (true, None),
            (false, None),
            (true, Some(false)),
            (true, Some(true)),
        ] {
            let mut all = vec![
                member("folder/", b""),
                member("folder/a.csv", text),
                member("__MACOSX/._a.csv", b"x"),
            ];
            (all[1].deflated, all[1].behind) = (deflated, behind);
            let bytes = zip(&all);
            for chunk in [1, 2, 3, 7, 30, 1000] {
                let expected = ("folder/a.csv".to_owned(), text.to_vec());
                assert_eq!(
                    unzip(&bytes, chunk),
                    Ok(expected),
                    "{deflated} {behind:?} {chunk}"
                );
            }
        }
    }

    #[test]
    fn several_members_are_named_and_damage_is_found() {
        let bytes = zip(&[member("a.csv", b"w1\n"), member("b.csv", b"w2\n")]);
        match unzip(&bytes, 5) {
            Err(ImportError::Archive {
                kind: "zip",
                members,
                more: false,
                ..
            }) => {
                assert_eq!(members, ["a.csv", "b.csv"]);
            }
            other => panic!("{other:?}"),
        }
        let whole = zip(&[member("a.csv", b"w1 w2 w3 w4 w5\n")]);
        for length in 4..whole.len() - 15 {
            let cut = unzip(&whole[..length], 5);
            assert!(
                matches!(cut, Err(ImportError::ZipCorrupt { .. })),
                "{length}: {cut:?}"
            );
        }
        let mut damaged = whole.clone();
        damaged[14] ^= 1;
        assert!(matches!(
            unzip(&damaged, 5),
            Err(ImportError::ZipCorrupt { .. })
        ));
        let mut secret = whole;
        secret[6] = 1;
        assert!(matches!(unzip(&secret, 5), Err(ImportError::Packed { .. })));
    }
}
