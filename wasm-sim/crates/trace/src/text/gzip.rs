//! Gzip (RFC 1952) that arrives in chunks: any number of members one after another, in bounded memory.
//!
//! 1. Header: 10 bytes, then the optional parts its flags announce.
//! 2. Body: deflate, handed on in pieces of at most 64 KiB however well it is compressed.
//! 3. Trailer: CRC-32 and length of the member's text, both checked.
//! 4. Another member, or zero bytes (padding of tapes) to the end.
//!
//! Ours rather than flate2's decoder, because an error has to name its byte.

use flate2::{Decompress, FlushDecompress, Status};

use crate::error::ImportError;

/// The first bytes of every gzip file.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];
const PIECE: usize = 64 << 10;

const HEADER_CRC: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;

/// The part that the next byte belongs to.
#[derive(Clone, Copy)]
enum Part {
    /// Byte i of the fixed header.
    Fixed(u8),
    /// Byte i of the length of the extra field, with the length so far.
    ExtraLength(u8, u16),
    /// That many bytes of the extra field to go.
    Extra(u16),
    /// The file name, up to a zero.
    Name,
    /// The comment, up to a zero.
    Comment,
    /// Byte i of the header's CRC, which is not checked.
    HeaderCrc(u8),
    Body,
    /// Byte i of the trailer.
    Trailer(u8),
    /// After a member: another one or padding.
    Between,
}

/// CRC-32 (RFC 1952, section 8) of each byte: a kilobyte, where flate2's faster one would bring sixteen to the page.
const CRC_OF: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut c = i as u32;
        let mut bit = 0;
        while bit < 8 {
            c = if c & 1 == 1 {
                0xedb8_8320 ^ (c >> 1)
            } else {
                c >> 1
            };
            bit += 1;
        }
        table[i] = c;
        i += 1;
    }
    table
};

/// The CRC-32 of a text whose beginning has the CRC-32 `before`.
pub(crate) fn crc(before: u32, text: &[u8]) -> u32 {
    !text.iter().fold(!before, |c, &byte| {
        CRC_OF[usize::from(c as u8 ^ byte)] ^ (c >> 8)
    })
}

pub(crate) struct Gunzip {
    part: Part,
    flags: u8,
    inflate: Decompress,
    /// CRC-32 of the member's text so far.
    crc: u32,
    trailer: [u8; 8],
    piece: Box<[u8]>,
    /// Compressed bytes read so far.
    byte: u64,
}

impl Gunzip {
    pub fn new() -> Self {
        Self {
            part: Part::Fixed(0),
            flags: 0,
            inflate: Decompress::new(false),
            crc: 0,
            trailer: [0; 8],
            piece: vec![0; PIECE].into_boxed_slice(),
            byte: 0,
        }
    }

    /// Decompresses the chunk and hands on the text, piece by piece.
    pub fn push(
        &mut self,
        mut chunk: &[u8],
        take: &mut dyn FnMut(&[u8]) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        while let [byte, rest @ ..] = chunk {
            if matches!(self.part, Part::Body) {
                chunk = self.body(chunk, take)?;
            } else {
                self.part = self.frame(*byte)?;
                self.byte += 1;
                chunk = rest;
            }
        }
        Ok(())
    }

    /// Checks that the last member is complete.
    pub fn finish(&self) -> Result<(), ImportError> {
        match self.part {
            Part::Between => Ok(()),
            _ => Err(ImportError::GzipTruncated {
                byte: self.byte as f64,
            }),
        }
    }

    /// A byte of a header, a trailer or the space between members.
    fn frame(&mut self, byte: u8) -> Result<Part, ImportError> {
        Ok(match self.part {
            Part::Between if byte == 0 => Part::Between,
            Part::Between if byte == MAGIC[0] => Part::Fixed(1),
            Part::Between => {
                return Err(self.corrupt("there is something else after the gzip data"));
            }
            Part::Fixed(i) => {
                match i {
                    0 | 1 if byte != MAGIC[usize::from(i)] => {
                        return Err(self.corrupt("a gzip header was expected"));
                    }
                    2 if byte != 8 => {
                        return Err(self.corrupt("the compression method is not deflate"));
                    }
                    3 if byte & 0xe0 != 0 => {
                        return Err(self.corrupt("the header has unknown flags"));
                    }
                    3 => self.flags = byte,
                    _ => {}
                }
                if i < 9 {
                    Part::Fixed(i + 1)
                } else {
                    self.after(0)
                }
            }
            Part::ExtraLength(0, _) => Part::ExtraLength(1, u16::from(byte)),
            Part::ExtraLength(_, low) => match low | u16::from(byte) << 8 {
                0 => self.after(EXTRA),
                length => Part::Extra(length),
            },
            Part::Extra(1) => self.after(EXTRA),
            Part::Extra(left) => Part::Extra(left - 1),
            Part::Name if byte == 0 => self.after(NAME),
            Part::Comment if byte == 0 => self.after(COMMENT),
            Part::HeaderCrc(0) => Part::HeaderCrc(1),
            Part::HeaderCrc(_) => self.start_body(),
            Part::Trailer(i) => {
                self.trailer[usize::from(i)] = byte;
                if i == 7 {
                    self.check_trailer()?
                } else {
                    Part::Trailer(i + 1)
                }
            }
            part @ (Part::Name | Part::Comment | Part::Body) => part,
        })
    }

    /// The optional header part that follows the one of flag `done`; they come in this order.
    fn after(&mut self, done: u8) -> Part {
        if done < EXTRA && self.flags & EXTRA != 0 {
            Part::ExtraLength(0, 0)
        } else if done < NAME && self.flags & NAME != 0 {
            Part::Name
        } else if done < COMMENT && self.flags & COMMENT != 0 {
            Part::Comment
        } else if self.flags & HEADER_CRC != 0 {
            Part::HeaderCrc(0)
        } else {
            self.start_body()
        }
    }

    fn start_body(&mut self) -> Part {
        self.inflate.reset(false);
        self.crc = 0;
        Part::Body
    }

    /// Inflates from the chunk and returns what it leaves.
    fn body<'a>(
        &mut self,
        mut chunk: &'a [u8],
        take: &mut dyn FnMut(&[u8]) -> Result<(), ImportError>,
    ) -> Result<&'a [u8], ImportError> {
        loop {
            let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(chunk, &mut self.piece, FlushDecompress::None);
            let used = (self.inflate.total_in() - before_in) as usize;
            let made = (self.inflate.total_out() - before_out) as usize;
            self.byte += used as u64;
            chunk = &chunk[used..];
            let text = &self.piece[..made];
            self.crc = crc(self.crc, text);
            take(text)?;
            match status {
                Ok(Status::StreamEnd) => {
                    self.part = Part::Trailer(0);
                    return Ok(chunk);
                }
                // Text that did not fit in the piece comes with the next bytes: at least the trailer follows.
                Ok(_) if chunk.is_empty() => return Ok(chunk),
                Ok(_) if used > 0 || made > 0 => {}
                Ok(_) | Err(_) => return Err(self.corrupt("the compressed data is damaged")),
            }
        }
    }

    fn check_trailer(&self) -> Result<Part, ImportError> {
        let word = |i: usize| u32::from_le_bytes([0, 1, 2, 3].map(|j| self.trailer[i + j]));
        if word(0) != self.crc {
            return Err(self.corrupt("the checksum does not match the text"));
        }
        // The length is kept modulo 2^32.
        if word(4) != self.inflate.total_out() as u32 {
            return Err(self.corrupt("the length does not match the text"));
        }
        Ok(Part::Between)
    }

    fn corrupt(&self, reason: &'static str) -> ImportError {
        ImportError::GzipCorrupt {
            byte: self.byte as f64,
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, GzBuilder};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzBuilder::new()
            .filename("trace.csv")
            .comment("a comment")
            .extra(vec![1, 2, 3])
            .write(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn gunzip(bytes: &[u8], chunk: usize) -> Result<Vec<u8>, ImportError> {
        let mut gunzip = Gunzip::new();
        let mut text = Vec::new();
        for chunk in bytes.chunks(chunk) {
            gunzip.push(chunk, &mut |piece| {
                assert!(piece.len() <= PIECE);
                text.extend_from_slice(piece);
                Ok(())
            })?;
        }
        gunzip.finish()?;
        Ok(text)
    }

    #[test]
    fn members_are_joined_and_padding_ignored() {
        let mut bytes = gzip(b"hello ");
        bytes.extend(gzip(b""));
        bytes.extend(gzip(b"world"));
        bytes.extend([0; 5]);
        for chunk in [1, 2, 7, 1000] {
            assert_eq!(gunzip(&bytes, chunk).unwrap(), b"hello world");
        }
    }

    #[test]
    fn highly_compressed_text_comes_in_pieces() {
        let text = vec![b'x'; 10 * PIECE + 3];
        assert_eq!(gunzip(&gzip(&text), 1 << 20).unwrap(), text);
    }

    #[test]
    fn every_truncation_is_found_and_names_its_byte() {
        let bytes = gzip(b"0,303567,3584,w,0.026214\n");
        for length in 1..bytes.len() {
            let error = ImportError::GzipTruncated {
                byte: length as f64,
            };
            assert_eq!(gunzip(&bytes[..length], 3), Err(error), "{length}");
        }
    }

    #[test]
    fn damage_is_found() {
        let bytes = gzip(b"hello");
        let damaged = |at: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            match gunzip(&bytes, 4) {
                Err(ImportError::GzipCorrupt { byte, reason }) => (byte as usize, reason),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(damaged(2, 7), (2, "the compression method is not deflate"));
        let end = bytes.len();
        assert_eq!(
            damaged(end - 8, bytes[end - 8] ^ 1),
            (end - 1, "the checksum does not match the text")
        );
        assert_eq!(
            damaged(end - 4, 9),
            (end - 1, "the length does not match the text")
        );
        let mut more = bytes.clone();
        more.push(b'x');
        assert!(matches!(
            gunzip(&more, 4),
            Err(ImportError::GzipCorrupt { .. })
        ));
    }
}
