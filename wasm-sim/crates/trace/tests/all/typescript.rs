//! The values that the page receives: no 64-bit integer may be among them, because TypeScript would see a `bigint`.

use ts_rs::{Config, TS};

fn no_bigint<T: TS + 'static>(config: &Config) {
    let text = T::decl(config);
    assert!(!text.contains("bigint"), "{text}");
}

#[test]
fn no_type_of_the_page_holds_a_bigint() {
    let config = Config::default();
    no_bigint::<trace::Options>(&config);
    no_bigint::<trace::Description>(&config);
    no_bigint::<trace::FieldSpec>(&config);
    no_bigint::<trace::Guess>(&config);
    no_bigint::<trace::Reason>(&config);
    no_bigint::<trace::Progress>(&config);
    no_bigint::<trace::ImportError>(&config);
    no_bigint::<trace::LineError>(&config);
    no_bigint::<trace::LineErrorKind>(&config);
    no_bigint::<trace::Summary>(&config);
    no_bigint::<trace::Device>(&config);
    no_bigint::<trace::Statistics>(&config);
    assert_eq!(
        trace::TimeUnit::decl(&config),
        r#"type TimeUnit = "s" | "ms" | "us" | "ns" | "ticks100ns";"#
    );
    assert_eq!(
        trace::Mapping::decl(&config),
        r#"type Mapping = "compact" | "wrap" | "scale" | "drop";"#
    );
}
