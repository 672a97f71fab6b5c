//! The `ftl-lab` command line.

fn main() {}
