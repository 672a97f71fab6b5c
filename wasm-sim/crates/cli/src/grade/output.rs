//! Where grades go: rows to a table, in the order of the files, each as soon as it can be there; reports to files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::class::{Graded, Plan};
use super::files::shown;
use crate::args::{Grade, GradeFormat};
use crate::problem::Problem;

/// Names of a file, in the place of a folder.
const REPORTS: [&str; 3] = ["json", "xml", "csv"];

/// Where rows go: to a folder, to a file, or to standard output.
pub struct Output<'a> {
    /// `None`: standard output.
    out: Option<&'a str>,
    plan: &'a Plan,
    single: bool,
    /// The table; `None` of reports.
    table: Option<(String, Box<dyn Write>)>,
    /// Rows that wait for those before them, and the number of the next one.
    waiting: BTreeMap<usize, String>,
    next: usize,
    /// The worth of the report that was written.
    worth: Option<(f64, f64)>,
}

impl<'a> Output<'a> {
    pub fn begin(args: &'a Grade, plan: &'a Plan) -> Result<Self, Problem> {
        let out = args.out.as_deref();
        let mut output = Self {
            out,
            plan,
            single: out.is_some_and(|out| !is_folder(out)),
            table: None,
            waiting: BTreeMap::new(),
            next: 0,
            worth: None,
        };
        if args.format == GradeFormat::Csv {
            output.table = Some(match output.path("grades.csv")? {
                None => ("standard output".to_owned(), Box::new(io::stdout())),
                Some(path) => {
                    let shown = shown(&path);
                    let file = File::create(&path);
                    let file = file.map_err(|error| Problem::output(&shown, &error))?;
                    (shown, Box::new(file))
                }
            });
            output.put(&plan.head)?;
        }
        Ok(output)
    }

    /// The path of a file of the output, in a folder that is there.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, Problem> {
        let Some(out) = self.out else { return Ok(None) };
        let path = if is_folder(out) {
            Path::new(out).join(name)
        } else {
            Path::new(out).to_owned()
        };
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .map_err(|error| Problem::output(&shown(&path), &error))?;
        Ok(Some(path))
    }

    /// Writes a part of the table now. A reader that has seen enough (`| head`) is no failure.
    fn put(&mut self, text: &str) -> Result<(), Problem> {
        let Some((name, table)) = &mut self.table else {
            return Ok(());
        };
        match table
            .write_all(text.as_bytes())
            .and_then(|()| table.flush())
        {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => Err(Problem::output(name, &error)),
            Ok(()) => Ok(()),
        }
    }

    /// Takes the grade of file n, and writes it.
    pub fn take(&mut self, n: usize, Graded { text, worth }: Graded) -> Result<(), Problem> {
        if self.table.is_some() {
            self.waiting.insert(n, text);
            while let Some(text) = self.waiting.remove(&self.next) {
                self.put(&text)?;
                self.next += 1;
            }
            return Ok(());
        }
        // Of files of equal worth the last.
        if self.single && self.worth.is_some_and(|best| worth < best) {
            return Ok(());
        }
        self.worth = Some(worth);
        match self.path(&self.plan.files[n].report)? {
            None => crate::print(&text),
            Some(path) => {
                fs::write(&path, text).map_err(|error| Problem::output(&shown(&path), &error))
            }
        }
    }
}

pub fn is_folder(out: &str) -> bool {
    let ending = Path::new(out).extension();
    !ending.is_some_and(|ending| REPORTS.iter().any(|report| ending == *report))
}
