use super::super::syntax;
use super::*;

fn read<T: Read>(text: &str) -> Result<T, String> {
    syntax(text).unwrap();
    T::read(Reader::new(&Index::new(text))).map_err(|e| e.message)
}

#[test]
fn numbers_are_read_exactly() {
    for (text, number) in [
        ("0", 0.0),
        ("-0", -0.0),
        ("0.1", 0.1),
        ("2e3", 2000.0),
        ("1E-7", 1e-7),
        ("0.6666666666666666", 2.0 / 3.0),
        ("-12.5e+2", -1250.0),
        // A product of the digits with a power of ten is rounded twice.
        ("1.7976931348623157e308", f64::MAX),
        ("4.9e-324", f64::from_bits(1)),
        ("2.2250738585072014e-308", f64::MIN_POSITIVE),
        // The middle between two numbers is the even one; a little more is not.
        ("9007199254740993", 9_007_199_254_740_992.0),
        (
            "9007199254740993.00000000000000000001",
            9_007_199_254_740_994.0,
        ),
        ("1e-400", 0.0),
        ("0e999999999999", 0.0),
    ] {
        let read: f64 = read(text).unwrap();
        assert_eq!(read.to_bits(), number.to_bits(), "{text}");
    }
    for text in ["1e309", "-1e999", "1e99999999999"] {
        assert_eq!(read::<f64>(text), Err("number out of range".to_owned()));
    }
    assert_eq!(read::<u64>("18446744073709551615"), Ok(u64::MAX));
    for text in ["4294967296", "-1", "1.0", "1e3", "\"1\"", "null"] {
        assert!(read::<u32>(text).is_err(), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn every_number_is_read_as_it_is_written(bits: u64) {
        let number = f64::from_bits(bits);
        if number.is_finite() {
            let read: f64 = read(&super::super::text(&number)).unwrap();
            proptest::prop_assert_eq!(read.to_bits(), bits);
        }
    }

    #[test]
    fn any_digits_are_read_as_the_nearest_number(text in "-?(0|[1-9][0-9]{0,40})([.][0-9]{1,40})?([eE][-+]?[0-9]{1,2})?") {
        let nearest: f64 = text.parse().unwrap();
        proptest::prop_assert_eq!(read::<f64>(&text).unwrap().to_bits(), nearest.to_bits());
    }
}

#[test]
fn exponents_of_any_length_are_near_nothing_or_out_of_range() {
    for text in ["1e-400", "-1e-99999999999", "0e99999999999", "0.000e400"] {
        assert_eq!(read::<f64>(text).unwrap().abs().to_bits(), 0, "{text}");
    }
    for text in [
        "1e309",
        "-1e2147483647",
        "1e99999999999",
        "123456789e+2147483647",
    ] {
        assert!(read::<f64>(text).is_err(), "{text}");
    }
}

#[test]
fn strings_are_those_of_serde_json() {
    for text in [
        r#""""#,
        r#""a\n\"\\\/\b\f\r\t\u00e9\ud83d\ude00é""#,
        r#""\u0000\\u0041""#,
    ] {
        assert_eq!(
            read::<String>(text),
            Ok(serde_json::from_str(text).unwrap())
        );
    }
    for text in [
        r#""\ud83d""#,
        r#""\ud83dx""#,
        r#""\ude00""#,
        r#""\ud83d\u0041""#,
        "7",
    ] {
        assert!(read::<String>(text).is_err(), "{text}");
    }
}

#[test]
fn lists_have_their_length_and_null_is_nothing() {
    assert_eq!(
        read("[[1, null], [2, 3]]"),
        Ok(vec![(1u32, None), (2, Some(3u32))])
    );
    assert!(read::<(u32, u32)>("[1]").is_err() && read::<(u32, u32)>("[1, 2, 3]").is_err());
}
