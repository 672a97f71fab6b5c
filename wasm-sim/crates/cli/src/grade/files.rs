//! The files that students handed in, and how they are read.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;

/// `MAX_RESULT_BYTES` of `web/lesson/assignment/result.ts`, of characters of at most three bytes.
const MOST_BYTES: u64 = 3 * (4 << 20);

/// A file; its path, then its name among the others.
#[derive(Serialize)]
pub struct Named {
    pub path: String,
    pub text: String,
    /// Why it could not be read.
    pub unread: Option<String>,
    /// Why it could not be graded.
    pub lost: Option<String>,
}

impl Named {
    fn unread(path: &Path, reason: &str) -> Self {
        Self {
            path: shown(path),
            text: String::new(),
            unread: Some(reason.to_owned()),
            lost: None,
        }
    }
}

/// A file, or all files in a folder and its folders, in the order of their names. One that cannot be read is there too, with the reason:
/// it has its row.
pub fn collect(path: &Path, files: &mut Vec<Named>) {
    if path.file_name().is_some_and(is_litter) {
        return;
    }
    if path.is_dir() {
        folder(path, &mut BTreeSet::new(), files);
    } else {
        files.push(named(path));
    }
}

/// `seen`: folders that were read, by their true paths. A link may lead back to one.
fn folder(path: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Vec<Named>) {
    let before = files.len();
    match entries(path, seen) {
        Ok(paths) => {
            for each in paths {
                match fs::metadata(&each) {
                    Ok(kind) if kind.is_dir() => folder(&each, seen, files),
                    Ok(kind) if kind.is_file() => files.push(named(&each)),
                    // To read a pipe would not end.
                    Ok(_) => files.push(Named::unread(&each, "this is no file")),
                    Err(error) => files.push(Named::unread(&each, &error.to_string())),
                }
            }
        }
        Err(error) => files.push(Named::unread(path, &error.to_string())),
    }
    if files.len() == before {
        files.push(Named::unread(path, "no file in this folder"));
    }
}

fn entries(path: &Path, seen: &mut BTreeSet<PathBuf>) -> io::Result<Vec<PathBuf>> {
    if !seen.insert(path.canonicalize()?) {
        return Err(io::Error::other("a link to a folder that is read already"));
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(b".") && !is_litter(&name) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// `isLitter` of `web/lesson/assignment/handed-in.ts`: files that a system leaves beside those of a person.
fn is_litter(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    name.starts_with("._")
        || [
            ".ds_store",
            "__macosx",
            "thumbs.db",
            "ehthumbs.db",
            "desktop.ini",
        ]
        .contains(&&*name)
}

/// Whatever a student handed in is a text: the grader says what is wrong with it. WebAssembly has a character for each byte.
fn named(path: &Path) -> Named {
    match bytes(path) {
        Err(error) => Named::unread(path, &error.to_string()),
        Ok(bytes) => Named {
            path: shown(path),
            text: if bytes.starts_with(b"\0asm") {
                bytes.into_iter().map(char::from).collect()
            } else {
                text_of(&bytes)
            },
            unread: None,
            lost: None,
        },
    }
}

/// The text of a file in UTF-8, or in UTF-16 where its mark says so, without the mark: as the page reads it.
pub fn text_of(bytes: &[u8]) -> String {
    let wide = |of: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks(2);
        // Half a character at the end is none.
        let units = pairs.map(|pair| pair.try_into().map_or(0xfffd, of));
        char::decode_utf16(units)
            .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, text @ ..] => String::from_utf8_lossy(text).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// A file, or as much of it as shows that it is too long.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name may have bytes that are no text.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
