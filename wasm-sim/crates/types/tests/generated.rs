//! The types that are committed are those that the crates would write now.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").display().to_string();
    paths
        .map(|path| (name(&path), fs::read_to_string(&path).expect("text")))
        .collect()
}

#[test]
fn the_committed_types_are_those_of_the_crates() {
    let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).expect("a folder");
    let wrote = Command::new(env!("CARGO_BIN_EXE_types"))
        .arg(&fresh)
        .status();
    assert!(wrote.expect("starts").success());
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/protocol/generated");
    let (fresh, committed) = (files(&fresh), files(&committed));
    let stale: Vec<_> = fresh
        .keys()
        .chain(committed.keys())
        .filter(|name| fresh.get(*name) != committed.get(*name))
        .collect();
    assert!(
        stale.is_empty(),
        "web/protocol/generated differs from the Rust types: {stale:?}. Run `npm run gen` and commit the result."
    );
}
