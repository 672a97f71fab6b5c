//! Every kind of FTL is known wherever schemes are named by hand.

use std::fs;
use std::path::Path;

use super::*;

#[test]
fn every_kind_of_ftl_is_the_scheme_of_that_name() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    for kind in ftl::Scheme::CHOICES.names() {
        let folder = testdata.join(kind);
        let golden = fs::read_dir(&folder)
            .unwrap_or_else(|_| panic!("no golden traces in {}", folder.display()))
            .map(|entry| entry.expect("readable").path())
            .find(|path| path.extension().is_some_and(|e| e == "json"))
            .unwrap_or_else(|| panic!("no scenario in {}", folder.display()));
        let text = fs::read_to_string(golden).expect("readable");
        assert_eq!(setup(&text).scheme.name(), kind);
    }
}
