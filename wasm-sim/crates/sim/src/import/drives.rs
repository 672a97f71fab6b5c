//! Imported traces as tables, a part at a time: two on one drive, or one on several.

use trace::table::{Named, Stripes, Table};

use super::{Import, misuse};
use crate::failure::{Failure, FailureKind};
use crate::protocol::TablePart;

/// Requests in a part.
const PART: u32 = 50_000;

/// See the module.
pub struct Drives {
    table: Table,
    headed: bool,
}

impl Drives {
    /// The traces of these imports on one drive.
    ///
    /// # Errors
    /// If one is not imported yet, or they differ in times or unit.
    pub fn together(imports: &[&Import]) -> Result<Self, Failure> {
        let named = imports.iter().map(|import| import.named());
        let table = Table::of_all(named.collect::<Result<_, _>>()?).map_err(|apart| {
            let (first, other) = (&imports[0].name, &imports[apart.which()].name);
            let (message, remedy) = apart.told();
            let message = format!("{first}, {other}: {message}");
            Failure::new(FailureKind::Trace, &message, remedy)
        })?;
        Ok(Self::new(table))
    }

    /// The part of drive `drive`, from 0, in the trace of this import.
    ///
    /// # Errors
    /// If it is not imported yet, there is no such drive, or a stripe is empty.
    pub fn part(import: &Import, stripes: Stripes, drive: u32) -> Result<Self, Failure> {
        let Named { trace, .. } = import.named()?;
        if drive >= stripes.drives || stripes.length == 0 {
            return Err(misuse(
                "there is no such drive, or it has no stripes",
                "this is a bug in the page: please report it",
            ));
        }
        Ok(Self::new(Table::of_drive(trace, stripes, drive)))
    }

    fn new(table: Table) -> Self {
        Self {
            table,
            headed: false,
        }
    }

    /// The next lines, the head first.
    pub fn more(&mut self) -> TablePart {
        let mut lines = String::new();
        if !self.headed {
            self.headed = true;
            lines = self.table.head();
        }
        lines += &self.table.next(PART);
        let (done, total) = self.table.done();
        TablePart {
            lines,
            done: done as f64,
            total: total as f64,
        }
    }
}

impl Import {
    fn named(&self) -> Result<Named, Failure> {
        let trace = self.trace().ok_or_else(|| {
            misuse(
                "a trace is not imported yet",
                "this is a bug in the page: please report it",
            )
        })?;
        Ok(Named {
            name: self.name.clone(),
            trace,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ImportCommand, ImportReply};

    fn imported(name: &str, text: &[u8]) -> Import {
        let mut import = Import::new(Box::<Vec<u8>>::default());
        let open = ImportCommand::Open {
            options: trace::Options::default(),
            name: name.into(),
        };
        import.command(open).unwrap();
        import.push(text).unwrap();
        let finish = ImportCommand::Finish { page_bytes: 4096 };
        let mut reply = import.command(finish);
        while let Ok(ImportReply::Working { .. }) = reply {
            reply = import.slice();
        }
        import
    }

    fn all(mut drives: Drives) -> String {
        let mut text = String::new();
        loop {
            let part = drives.more();
            if part.lines.is_empty() {
                assert_eq!(part.done.to_bits(), part.total.to_bits());
                return text;
            }
            text += &part.lines;
        }
    }

    #[test]
    fn two_imports_on_one_drive_and_one_on_two() {
        let (a, b) = (imported("a", b"w1 w2"), imported("b", b"r5"));
        let both = all(Drives::together(&[&a, &b]).unwrap());
        assert_eq!(
            both,
            "op,lpn,size,device\nwrite,1,1,a\nwrite,2,1,a\nread,5,1,b\n"
        );
        let stripes = Stripes {
            drives: 2,
            length: 1,
        };
        let parts = [0, 1].map(|drive| all(Drives::part(&a, stripes, drive).unwrap()));
        assert_eq!(
            parts,
            ["op,lpn,size\nwrite,1,1\n", "op,lpn,size\nwrite,0,1\n"]
        );
        assert!(Drives::part(&a, stripes, 2).is_err());
    }

    #[test]
    fn traces_that_differ_in_kind_are_refused_by_name() {
        let (pages, bytes) = (imported("a", b"w1"), imported("b", b"0,0,512,w,0"));
        let failure = Drives::together(&[&pages, &bytes]).err().unwrap();
        assert_eq!(
            failure.message,
            "a, b: one counts pages and the other bytes"
        );
        let unread = Import::new(Box::<Vec<u8>>::default());
        assert!(Drives::together(&[&pages, &unread]).is_err());
    }
}
