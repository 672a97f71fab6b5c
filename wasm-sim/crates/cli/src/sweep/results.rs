//! The outcomes of runs: from files of earlier sweeps, and into the file of this one.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};

use sim::failure::{Failure, FailureKind};
use sim::sweep::{ENGINE, Kept, Key, LINE, Outcome};

use crate::input;
use crate::problem::Problem;

/// Outcomes by key, and the file that takes new ones.
pub struct Results {
    known: HashMap<Key, Outcome>,
    file: Option<(String, File)>,
}

impl Results {
    /// Reads the files of earlier sweeps, and opens the one that goes on, which need not be there yet.
    pub fn open(out: Option<&str>, from: &[String]) -> Result<Self, Problem> {
        let mut known = HashMap::new();
        for path in from {
            read(path, &input::text(path, input::WRITTEN)?, &mut known)?;
        }
        let Some(path) = out else {
            return Ok(Self { known, file: None });
        };
        match fs::metadata(path) {
            // A device or a pipe takes lines, but never gives them back, and reading it may never end.
            Ok(there) if !there.is_file() => return Err(Problem::no_file(path)),
            Ok(_) => {
                let text = input::text(path, input::WRITTEN)?;
                let whole = read(path, &text, &mut known)?;
                if whole < text.len() {
                    // The last line was cut when the sweep before was stopped: it is run again.
                    let file = OpenOptions::new().write(true).open(path);
                    let cut = file.and_then(|file| file.set_len(whole as u64));
                    cut.map_err(|error| Problem::output(path, &error))?;
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Problem::unreadable(path, &error)),
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| Problem::output(path, &error))?;
        Ok(Self {
            known,
            file: Some((path.to_owned(), file)),
        })
    }

    /// The outcome of a run, if it is known.
    pub fn get(&self, key: &Key) -> Option<&Outcome> {
        self.known.get(key)
    }

    /// Takes a new outcome, and writes its line at once.
    pub fn add(&mut self, key: Key, outcome: Outcome, line: &str) -> Result<(), Problem> {
        self.known.insert(key, outcome);
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Problem::output(path, &error))
    }

    /// Replaces the file by these lines, at once: it is there before and after. Lines that it has of other runs of this engine
    /// (another shard, another plan) follow them.
    pub fn put_in_order(self, lines: impl Iterator<Item = String>) -> Result<(), Problem> {
        let Some((path, file)) = self.file else {
            return Ok(());
        };
        drop(file);
        let mut text: String = lines.collect();
        let before =
            fs::read_to_string(&path).map_err(|error| Problem::unreadable(&path, &error))?;
        let ours: HashSet<Of> = text.lines().map(of).collect();
        let begin = format!("{LINE}\"{ENGINE}\",");
        let others = before
            .lines()
            .filter(|line| line.starts_with(&begin) && !ours.contains(&of(line)));
        let rest: String = others.flat_map(|line| [line, "\n"]).collect();
        drop(ours);
        text += &rest;
        let beside = format!("{path}.new");
        let replaced = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path));
        replaced.map_err(|error| Problem::output(&path, &error))
    }
}

/// Lines are distinguished by their keys. Combinations that are not valid scenarios have no key but their whole text.
#[derive(PartialEq, Eq, Hash)]
enum Of<'a> {
    Key(Key),
    Line(&'a str),
}

fn of(line: &str) -> Of<'_> {
    let key = Kept::read(line).ok().and_then(|kept| kept.key);
    key.map_or(Of::Line(line), Of::Key)
}

/// Reads a file of results; gives how many of its bytes are whole lines. A bug of the engine is no result: it is run again.
fn read(path: &str, text: &str, known: &mut HashMap<Key, Outcome>) -> Result<usize, Problem> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let no_line = |number: usize, why: String| {
        let failure = Failure {
            kind: FailureKind::Command,
            message: format!("this is not a line of results: {why}"),
            remedy: "Take the line out, or name another file.".to_owned(),
            field: None,
            line: Some(number as u32),
            column: None,
        };
        Problem::input(input::shown(path), failure)
    };
    let mut count = 0;
    for line in text[..whole].lines() {
        count += 1;
        let kept = Kept::read(line).map_err(|message| no_line(count, message))?;
        if let Some(key) = kept.key
            && !kept.outcome.is_bug()
        {
            known.insert(key, kept.outcome);
        }
    }
    // The next line may have been cut; a file of another kind must not be changed.
    let rest = &text[whole..];
    if rest.starts_with(LINE) || LINE.starts_with(rest) {
        Ok(whole)
    } else {
        Err(no_line(count + 1, format!("it does not begin with {LINE}")))
    }
}
