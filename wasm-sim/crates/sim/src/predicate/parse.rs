//! Reads the text of a predicate.
//!
//! ```text
//! predicate = clause { ("or" | ",") clause }
//! clause    = a row of the table in the module above
//! ```
//!
//! The reader goes word by word and never back. It notes what it would have taken at the current word, so that a
//! mistake can say what was expected there.

use ftl::{Event, HostOp, MergeKind};

use super::mistake::{HEADS, MOST, Mistake, SHORT, What};
use super::{Clause, Predicate};

/// Longest word that a message repeats, characters.
const LONGEST: usize = 40;

/// Reads a predicate.
pub fn parse(text: &str) -> Result<Predicate, Mistake> {
    let mut reader = Reader {
        words: words(text),
        at: 0,
        end: text.chars().count() as u32 + 1,
        expected: Vec::new(),
    };
    let mut clauses = Vec::new();
    loop {
        if clauses.len() == MOST {
            return Err(reader.mistake(What::TooMany));
        }
        clauses.push(reader.clause()?);
        if reader.at == reader.words.len() {
            return Ok(Predicate { clauses });
        }
        if !reader.takes("or") && !reader.takes(",") {
            reader.expected.push("the end");
            return Err(reader.unexpected());
        }
    }
}

/// A word, a number or a sign, in lower case, and its column.
type Word = (u32, String);

fn words(text: &str) -> Vec<Word> {
    /// Signs that may be beside each other in one word.
    fn kind(c: char) -> u8 {
        match c {
            c if c.is_whitespace() => 0,
            '<' | '>' | '=' => 1,
            // Commas are alone.
            ',' => 2,
            _ => 3,
        }
    }
    let mut words: Vec<Word> = Vec::new();
    let mut before = 0;
    for (column, c) in (1..).zip(text.chars()) {
        let now = kind(c);
        match words.last_mut() {
            Some((_, word)) if now == before && now != 0 && now != 2 => {
                word.push(c.to_ascii_lowercase());
            }
            _ if now != 0 => words.push((column, c.to_ascii_lowercase().into())),
            _ => {}
        }
        before = now;
    }
    words
}

struct Reader {
    words: Vec<Word>,
    at: usize,
    /// The column past the text.
    end: u32,
    /// The words that were possible at the current word.
    expected: Vec<&'static str>,
}

impl Reader {
    fn word(&self) -> &str {
        self.words.get(self.at).map_or("", |(_, word)| word)
    }

    fn advance(&mut self) {
        self.at += 1;
        self.expected.clear();
    }

    /// The current word as messages show it: its beginning, if it is very long.
    fn found(&self) -> String {
        let word = self.word();
        let mut found: String = word.chars().take(LONGEST).collect();
        if found.len() < word.len() {
            found.push('…');
        }
        found
    }

    fn mistake(&self, what: What) -> Mistake {
        let column = self.words.get(self.at).map_or(self.end, |(at, _)| *at);
        Mistake {
            column,
            what: Box::new(what),
        }
    }

    fn unexpected(&self) -> Mistake {
        self.mistake(What::Unexpected {
            found: self.found(),
            expected: self.expected.clone(),
            example: self.example(),
        })
    }

    /// A predicate that begins as the current one does up to here, as far as that was right.
    fn example(&self) -> &'static str {
        let words = self.words[..self.at].iter().rev();
        let clause = words
            .map(|(_, word)| &**word)
            .take_while(|word| !matches!(*word, "or" | ","));
        let clause: Vec<&str> = clause.collect();
        match clause.last().copied().unwrap_or("") {
            "host" => "host write lpn 5",
            "write" => "write lpn 5",
            "trim" => "trim lpn 5",
            "read" => "read ppn 130",
            "program" => "program ppn 130",
            "erase" => "erase pbn 7",
            "erases" => "erases pbn 7 >= 3",
            "victim" => "victim valid > 12",
            "merge" if clause[0] == "blocks" => "merge full blocks >= 3",
            "merge" => "merge full",
            "cmt" => "cmt miss",
            "evict" => "evict dirty",
            "free" => "free <= 2",
            "wa" => "wa >= 1.5",
            _ => "gc or erase pbn 7",
        }
    }

    /// Whether this word is next; then it is taken.
    fn takes(&mut self, word: &'static str) -> bool {
        let is = self.word() == word;
        if is {
            self.advance();
        } else {
            self.expected.push(word);
        }
        is
    }

    fn must(&mut self, word: &'static str) -> Result<(), Mistake> {
        if self.takes(word) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn is_number(&self) -> bool {
        self.word().starts_with(|c: char| c.is_ascii_digit())
    }

    /// A whole number from `least` up.
    fn number(&mut self, least: u32) -> Result<u32, Mistake> {
        if !self.is_number() {
            self.expected.push("a number");
            return Err(self.unexpected());
        }
        match self.word().parse() {
            Ok(number) if number >= least => {
                self.advance();
                Ok(number)
            }
            _ => Err(self.mistake(What::Range {
                found: self.found(),
                wanted: match least {
                    0 => "a whole number from 0 to 4294967295",
                    _ => "a whole number from 1 to 4294967295",
                },
            })),
        }
    }

    /// Which page or block, if one is named: `lpn 5`, or the number alone.
    fn one(&mut self, noun: &'static str) -> Result<Option<u32>, Mistake> {
        if self.takes(noun) || self.is_number() {
            self.number(0).map(Some)
        } else {
            Ok(None)
        }
    }

    /// `>= n`, or `> n` for one more.
    fn at_least(&mut self) -> Result<u32, Mistake> {
        if self.takes(">") {
            // A value above the largest number is never reached either.
            return self.number(0).map(|n| n.saturating_add(1));
        }
        self.must(">=")?;
        self.number(1)
    }

    fn clause(&mut self) -> Result<Clause, Mistake> {
        let head = self.word().to_owned();
        let kind = SHORT.iter().find(|(name, _)| *name == head);
        let event = Event::names().find(|name| *name == head);
        if !HEADS.contains(&head.as_str()) && kind.is_none() && event.is_none() {
            self.expected.clear();
            self.expected.extend(HEADS);
            return Err(self.unexpected());
        }
        self.advance();
        match &*head {
            "write" => self.host(HostOp::Write),
            "trim" => self.host(HostOp::Trim),
            "host" => {
                let ops = [
                    ("read", HostOp::Read),
                    ("write", HostOp::Write),
                    ("trim", HostOp::Trim),
                ];
                match ops.into_iter().find(|(name, _)| self.takes(name)) {
                    Some((_, op)) => self.host(op),
                    None => Err(self.unexpected()),
                }
            }
            "read" => Ok(Clause::Read {
                ppn: self.one("ppn")?,
            }),
            "program" => {
                if self.takes("lpn") {
                    let lpn = self.number(0)?;
                    return Ok(Clause::ProgramOf { lpn });
                }
                let ppn = self.one("ppn")?;
                Ok(Clause::Program { ppn })
            }
            "erase" => Ok(Clause::Erase {
                pbn: self.one("pbn")?,
            }),
            "erases" => Ok(Clause::Erases {
                pbn: self.one("pbn")?,
                least: self.at_least()?,
            }),
            "gc" => {
                let nth = self.is_number().then(|| self.number(1)).transpose()?;
                if nth.is_none() {
                    self.expected.push("a number");
                }
                Ok(Clause::Gc { nth })
            }
            "victim" => self.victim(),
            "merge" => self.merge(),
            "cmt" => {
                let hit = self.takes("hit");
                if !hit {
                    self.must("miss")?;
                }
                let lpn = self.one("lpn")?;
                Ok(Clause::Cmt { hit, lpn })
            }
            "evict" => {
                let dirty = self.takes("dirty");
                let clean = !dirty && self.takes("clean");
                Ok(Clause::Evict {
                    dirty: (dirty || clean).then_some(dirty),
                    lpn: self.one("lpn")?,
                })
            }
            "free" => self.free(),
            "wa" => {
                self.must(">=")?;
                let millionths = self.millionths()?;
                Ok(Clause::Wa { millionths })
            }
            "cmt_hit" => Ok(Clause::Cmt {
                hit: true,
                lpn: None,
            }),
            "cmt_miss" => Ok(Clause::Cmt {
                hit: false,
                lpn: None,
            }),
            _ => Ok(match (kind, event) {
                (Some(&(_, kind)), _) => Clause::Merge { kind: Some(kind) },
                (None, Some(name)) => Clause::Event { name },
                (None, None) => unreachable!("a head that was let in"),
            }),
        }
    }

    fn host(&mut self, op: HostOp) -> Result<Clause, Mistake> {
        let lpn = self.one("lpn")?;
        Ok(Clause::Host { op, lpn })
    }

    /// `valid > n`, or `valid >= n` for one less.
    fn victim(&mut self) -> Result<Clause, Mistake> {
        self.must("valid")?;
        let valid = if self.takes(">=") {
            self.number(1)? - 1
        } else {
            self.must(">")?;
            self.number(0)?
        };
        Ok(Clause::Victim { valid })
    }

    fn merge(&mut self) -> Result<Clause, Mistake> {
        let kind = if self.takes("switch") {
            MergeKind::Switch
        } else if self.takes("partial") {
            MergeKind::Partial
        } else if self.takes("full") {
            if self.takes("blocks") {
                let blocks = self.at_least()?;
                return Ok(Clause::FullMerge { blocks });
            }
            MergeKind::Full
        } else {
            return Ok(Clause::Merge { kind: None });
        };
        Ok(Clause::Merge { kind: Some(kind) })
    }

    /// `<= n`, or `< n` for one more.
    fn free(&mut self) -> Result<Clause, Mistake> {
        let most = if self.takes("<") {
            self.number(1)? - 1
        } else {
            self.must("<=")?;
            self.number(0)?
        };
        Ok(Clause::Free { most })
    }

    /// A number of up to six decimals, in millionths.
    fn millionths(&mut self) -> Result<u64, Mistake> {
        if !self.is_number() {
            self.expected.push("a number with or without decimals");
            return Err(self.unexpected());
        }
        let (whole, part) = self.word().split_once('.').unwrap_or((self.word(), "0"));
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        match whole.parse::<u32>() {
            Ok(whole) if digits && part.len() <= 6 => {
                let part: u64 = format!("{part:0<6}").parse().expect("six digits");
                let number = u64::from(whole) * 1_000_000 + part;
                self.advance();
                Ok(number)
            }
            _ => Err(self.mistake(What::Range {
                found: self.found(),
                wanted: "a number such as 1.5, with up to six decimals",
            })),
        }
    }
}
