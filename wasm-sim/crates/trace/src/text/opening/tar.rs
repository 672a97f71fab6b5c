//! The names of a tar archive's members (POSIX.1-2024, pax; GNU tar, "Basic Tar Format"), from bytes that arrive in chunks.
//!
//! 1. A header of 512 bytes says name, kind and size; its checksum tells an archive from anything else.
//! 2. The content follows, padded to 512 bytes. Of records that name the next member (`x` of pax, `L` of GNU) it is read.
//! 3. A header of zeros ends the archive.

use crate::error::ImportError;

const BLOCK: usize = 512;
/// Names in the message, at most.
const TOLD: usize = 10;
/// The most of a name's record that is kept.
const LONGEST: usize = 4096;
/// Bytes walked for names: a minute of reading for a few more of them helps no one.
const WALKED: u64 = 64 << 20;

pub(crate) struct Tar {
    block: Vec<u8>,
    /// Bytes of the member's content still to come, with its padding.
    left: u64,
    /// A record that names the next member: its kind and what has come of it.
    record: Option<(u8, Vec<u8>)>,
    record_bytes: usize,
    /// The name that the record says.
    next_name: Option<String>,
    names: Vec<String>,
    walked: u64,
    /// The end has come, or enough was seen.
    done: bool,
    more: bool,
}

impl Tar {
    /// The archive that begins with these bytes, if they are those of one.
    pub fn of(head: &[u8]) -> Option<Self> {
        header(head.first_chunk()?)?;
        Some(Self {
            block: Vec::new(),
            left: 0,
            record: None,
            record_bytes: 0,
            next_name: None,
            names: Vec::new(),
            walked: 0,
            done: false,
            more: false,
        })
    }

    /// Takes the next bytes. True when no others are needed.
    pub fn push(&mut self, mut bytes: &[u8]) -> bool {
        while !self.done && !bytes.is_empty() {
            if self.left > 0 {
                let n = self.left.min(bytes.len() as u64) as usize;
                self.content(&bytes[..n]);
                bytes = &bytes[n..];
                continue;
            }
            let n = (BLOCK - self.block.len()).min(bytes.len());
            self.block.extend_from_slice(&bytes[..n]);
            self.walked += n as u64;
            bytes = &bytes[n..];
            if self.block.len() == BLOCK {
                self.member();
                self.block.clear();
            }
        }
        if self.walked > WALKED && !self.done {
            (self.done, self.more) = (true, true);
        }
        self.done
    }

    /// The error that names the members.
    pub fn named(self) -> ImportError {
        ImportError::Archive {
            kind: "tar",
            members: self.names,
            more: self.more || !self.done,
            command: "tar -xf FILE",
        }
    }

    fn content(&mut self, bytes: &[u8]) {
        self.left -= bytes.len() as u64;
        self.walked += bytes.len() as u64;
        let Some((kind, record)) = &mut self.record else {
            return;
        };
        let room = self.record_bytes.min(LONGEST) - record.len();
        record.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if self.left == 0 {
            self.next_name = if *kind == b'L' {
                Some(shown(record))
            } else {
                path_of(record)
            };
            self.record = None;
        }
    }

    fn member(&mut self) {
        let Some(Header { name, kind, size }) = self.block.first_chunk().and_then(header) else {
            self.done = true;
            return;
        };
        self.left = size.next_multiple_of(BLOCK as u64);
        match kind {
            b'L' | b'x' if size > 0 => {
                self.record_bytes = size as usize;
                self.record = Some((kind, Vec::new()));
            }
            b'0' | b'\0' | b'7' => {
                let name = self.next_name.take().unwrap_or(name);
                if self.names.len() == TOLD {
                    (self.done, self.more) = (true, true);
                } else if !is_of_a_mac(&name) {
                    self.names.push(name);
                }
            }
            b'g' => {}
            _ => self.next_name = None,
        }
    }
}

/// Files that a Mac adds beside a person's own.
pub(super) fn is_of_a_mac(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("__MACOSX/") || last.starts_with("._") || last == ".DS_Store"
}

struct Header {
    name: String,
    kind: u8,
    size: u64,
}

/// Step 1; None if the checksum is wrong.
fn header(block: &[u8; BLOCK]) -> Option<Header> {
    let said = octal(&block[148..156])?;
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>();
    if said != sum(&block[..148]) + 8 * u64::from(b' ') + sum(&block[156..]) {
        return None;
    }
    // GNU writes sizes beyond eight gigabytes as a number, its first bit set.
    let size = match &block[124..136] {
        [first, rest @ ..] if first & 0x80 != 0 => rest.iter().try_fold(0u64, |size, &byte| {
            size.checked_mul(256)?.checked_add(byte.into())
        })?,
        digits => octal(digits)?,
    };
    let mut name = shown(&block[..100]);
    if block[257..262] == *b"ustar" && block[345] != 0 {
        name = format!("{}/{name}", shown(&block[345..500]));
    }
    // Its padding must fit, too.
    (size <= u64::MAX - BLOCK as u64).then_some(Header {
        name,
        kind: block[156],
        size,
    })
}

/// A number in octal digits, with blanks or zeros around it.
fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    let digits = text.trim_matches([' ', '\0']);
    if digits.is_empty() {
        return Some(0);
    }
    u64::from_str_radix(digits, 8).ok()
}

/// A name up to its first zero.
fn shown(field: &[u8]) -> String {
    let end = field.iter().position(|&byte| byte == 0);
    crate::text::excerpt::preview(&field[..end.unwrap_or(field.len())], 80)
}

/// `path` of a record of pax: lines of length, key and value.
fn path_of(record: &[u8]) -> Option<String> {
    const KEY: &[u8] = b" path=";
    let at = record.windows(KEY.len()).position(|part| part == KEY)?;
    let value = &record[at + KEY.len()..];
    let end = value.iter().position(|&byte| byte == b'\n')?;
    Some(shown(&value[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut block = [0u8; BLOCK];
        block[..name.len()].copy_from_slice(name.as_bytes());
        block[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        block[148..156].fill(b' ');
        block[156] = kind;
        block[257..263].copy_from_slice(b"ustar\0");
        let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let mut out = block.to_vec();
        out.extend_from_slice(content);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
        out
    }

    fn names(bytes: &[u8], chunk: usize) -> (Vec<String>, bool) {
        let mut tar = Tar::of(bytes).expect("an archive");
        for chunk in bytes.chunks(chunk) {
            tar.push(chunk);
        }
        match tar.named() {
            ImportError::Archive { members, more, .. } => (members, more),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn members_are_named_wherever_the_bytes_are_cut() {
        let long = format!("{}/trace.csv", "folder".repeat(20));
        let pax = format!("{} path={long}\n", long.len() + 10);
        let all = [
            entry("folder/", b'5', b""),
            entry("a.csv", b'0', &[b'x'; 700]),
            entry("././@LongLink", b'L', long.as_bytes()),
            entry("cut", b'0', b"y"),
            entry("pax", b'x', pax.as_bytes()),
            entry("cut", b'0', b""),
            entry("._a.csv", b'0', b"mac"),
            entry("b.csv", b'\0', b"z"),
        ];
        let mut bytes = all.concat();
        let last = bytes.len();
        bytes.resize(last + 2 * BLOCK, 0);
        let shown = super::shown(long.as_bytes());
        let expected = ["a.csv", &shown, &shown, "b.csv"]
            .map(str::to_owned)
            .to_vec();
        for chunk in [1, 511, 512, 513, 9999] {
            assert_eq!(names(&bytes, chunk), (expected.clone(), false), "{chunk}");
        }
        // Of an archive that is cut there may be more.
        assert!(names(&bytes[..last], 512).1);
    }

    #[test]
    fn of_many_members_the_first_are_named_and_other_bytes_are_no_archive() {
        let bytes: Vec<u8> = (0..20)
            .flat_map(|i| entry(&format!("{i}.csv"), b'0', b"x"))
            .collect();
        let (names, more) = names(&bytes, 4096);
        assert_eq!((names.len(), more), (10, true));
        assert!(Tar::of(&[b'1'; BLOCK]).is_none());
        assert!(Tar::of(b"w5").is_none());
        let mut damaged = entry("a.csv", b'0', b"");
        damaged[0] = b'b';
        assert!(Tar::of(&damaged).is_none());
    }
}
