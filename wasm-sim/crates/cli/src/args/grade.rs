//! The arguments of `ftl-lab grade`.

use std::path::PathBuf;

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub struct Grade {
    /// The assignment's file
    #[arg(value_name = "ASSIGNMENT")]
    pub assignment: String,
    /// Files of students, or folders of such files; a folder may hold a folder for each student
    #[arg(value_name = "FILES", required = true)]
    pub files: Vec<PathBuf>,
    /// Print a table of all files, comma-separated (this is the default)
    #[arg(long, conflicts_with = "format")]
    pub csv: bool,
    /// Write a report for each file in the form that an autograder reads
    #[arg(long, value_enum, default_value = "csv")]
    pub format: GradeFormat,
    /// Write to this folder, or one report to a file (NAME.json, NAME.xml, NAME.csv): of several files the graded one that was
    /// saved last
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<String>,
    /// The share of a question's points for a right answer that was not the first
    #[arg(long, value_name = "0..1", default_value = "0.5", value_parser = share)]
    pub later: f64,
    /// Seconds that grading one file may take
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
}

/// The form of grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GradeFormat {
    /// One table, a line for each file
    Csv,
    /// The results.json of `PrairieLearn`'s external graders
    #[value(name = "prairielearn")]
    PrairieLearn,
    /// The results.json of Gradescope
    Gradescope,
    /// The result.json of Classroom 50
    #[value(name = "classroom50")]
    Classroom50,
    /// The XML of `JUnit`
    #[value(name = "junit")]
    JUnit,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "write a number from 0 to 1".to_owned())
}
