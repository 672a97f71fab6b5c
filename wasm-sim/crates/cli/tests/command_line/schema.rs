//! `ftl-lab schema`.

use super::*;

#[test]
fn the_schema_of_either_document_is_json() {
    for (args, title, field) in [
        (&["schema"][..], "FTL Lab scenario", "warmup_requests"),
        (&["schema", "scenario"], "FTL Lab scenario", "ftl"),
        (
            &["schema", "report"],
            "FTL Lab report",
            "write_amplification",
        ),
    ] {
        let output = lab(args);
        assert!(output.status.success());
        let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(schema["title"], title);
        assert!(schema["properties"][field].is_object(), "{field}");
    }
    assert_eq!(lab(&["schema", "plan"]).status.code(), Some(2));
}
