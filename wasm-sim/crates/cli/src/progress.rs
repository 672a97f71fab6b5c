//! How far a long run is: on a terminal's standard error, never in a pipe.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar, or nothing where no one would see it. It goes away when dropped.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new() -> Self {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
            ProgressBar::no_length().with_style(style.expect("a template without mistakes"))
        });
        Self { bar }
    }

    pub fn show(&self, doing: &str, done: u64, total: u64) {
        let Some(bar) = &self.bar else { return };
        if bar.message() != doing {
            bar.set_message(doing.to_owned());
            bar.reset();
        }
        bar.set_length(total);
        bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
