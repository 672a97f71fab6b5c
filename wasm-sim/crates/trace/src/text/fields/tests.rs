use super::*;

fn cut(line: &str, separator: Separator) -> Vec<(usize, &str)> {
    let mut fields = Fields::new(line.as_bytes(), separator);
    std::iter::from_fn(|| fields.next("f"))
        .map(|field| (field.at, str::from_utf8(field.text).unwrap()))
        .collect()
}

#[test]
fn numbers_of_every_length_are_read_and_every_other_byte_is_found() {
    let long = "9876543210123456789";
    for length in 1..=long.len() {
        let text = &long[..length];
        assert_eq!(digits(text.as_bytes()).ok(), text.parse().ok());
        for at in 0..length {
            for byte in [b'/', b':', b' ', 0, 0x7f, 0xff, b'0' | 0x80] {
                let mut bad = text.as_bytes().to_vec();
                bad[at] = byte;
                assert!(matches!(digits(&bad), Err(BadDigits::NotDigits)));
            }
        }
    }
}

#[test]
fn separators_are_found_wherever_they_stand() {
    for length in 0..=20 {
        for (byte, separator) in [
            (b',', Separator::COMMA),
            (b' ', Separator::Blank),
            (b'\t', Separator::Blank),
        ] {
            for (one, other) in (0..length).flat_map(|i| (0..length).map(move |j| (i, j))) {
                let mut line = vec![b'x'; length];
                (line[one], line[other]) = (byte, byte);
                let expected: Vec<String> = line
                    .split(|&b| b == byte)
                    .map(|text| String::from_utf8(text.to_vec()).unwrap())
                    .filter(|text| separator != Separator::Blank || !text.is_empty())
                    .collect();
                let line = String::from_utf8(line).unwrap();
                let found: Vec<String> = cut(&line, separator)
                    .into_iter()
                    .map(|(_, text)| text.to_owned())
                    .collect();
                assert_eq!(found, expected, "{line:?}");
            }
        }
    }
}

#[test]
fn the_digits_that_a_text_begins_with_are_read_up_to_eight() {
    for n in 0..=8 {
        for byte in [
            0, b'\t', b' ', b',', b'+', b'/', b':', b'w', 0x7f, 0x80, 0xff,
        ] {
            let mut text = *b"98765432";
            text[n..].fill(byte);
            let expected = str::from_utf8(&text[..n]).unwrap().parse().unwrap_or(0);
            assert_eq!(leading_digits(text), (n as u32, expected), "{text:?}");
        }
    }
}

#[test]
fn a_line_is_cut_at_its_separators_and_blanks_around_a_field_are_not_part_of_it() {
    assert_eq!(
        cut(" a ,b c,,\"d\" ", Separator::COMMA),
        [(1, "a"), (4, "b c"), (8, ""), (10, "d")]
    );
    assert_eq!(cut("a,", Separator::COMMA), [(0, "a"), (2, "")]);
    assert_eq!(cut("  a\t b ", Separator::Blank), [(2, "a"), (5, "b")]);
    assert_eq!(
        cut("a\t\t b", Separator::Byte(b'\t')),
        [(0, "a"), (2, ""), (4, "b")]
    );
    assert_eq!(cut("", Separator::Blank), []);
}

fn field(text: &str) -> Field<'_> {
    Field {
        name: "Time",
        at: 0,
        text: text.as_bytes(),
    }
}

#[test]
fn decimal_seconds_become_exact_nanoseconds() {
    let ns = |text: &str| field(text).time_ns(1_000_000_000).map_err(|e| e.kind);
    assert_eq!(ns("0.026214"), Ok(26_214_000));
    assert_eq!(ns("0.1"), Ok(100_000_000));
    assert_eq!(ns(".5"), Ok(500_000_000));
    assert_eq!(ns("7."), Ok(7_000_000_000));
    // 2^53 ns and one more, which a double cannot hold.
    assert_eq!(ns("9007199.254740993"), Ok(9_007_199_254_740_993));
    assert_eq!(ns("1.0000000019"), Ok(1_000_000_001));
    assert_eq!(
        ns("1e-5"),
        Err(LineErrorKind::NotADecimal {
            found: "1e-5".into()
        })
    );
    assert_eq!(
        ns("."),
        Err(LineErrorKind::NotADecimal { found: ".".into() })
    );
    assert_eq!(
        ns("1.2.3"),
        Err(LineErrorKind::NotADecimal {
            found: "1.2.3".into()
        })
    );
    assert_eq!(
        ns("-1.5"),
        Err(LineErrorKind::Negative {
            found: "-1.5".into()
        })
    );
    assert_eq!(
        ns("18446744074"),
        Err(LineErrorKind::TooBig {
            found: "18446744074".into(),
            max: "18446744073".into()
        })
    );
}

#[test]
fn the_largest_number_is_read_and_the_next_is_too_big() {
    assert_eq!(digits(b"18446744073709551615"), Ok(u64::MAX));
    assert_eq!(digits(b"18446744073709551616"), Err(BadDigits::TooBig));
    assert_eq!(
        digits(b"99999999999999999999999x"),
        Err(BadDigits::NotDigits)
    );
    assert_eq!(digits(b"000000000000000000000000007"), Ok(7));
    assert_eq!(digits(b""), Err(BadDigits::NotDigits));
    assert_eq!(digits(b"1 "), Err(BadDigits::NotDigits));
}

#[test]
fn between_quotes_nothing_separates() {
    assert_eq!(
        cut("1,\"259,0\" ,\"\",\"a\"\"b,\",2", Separator::COMMA),
        [(0, "1"), (3, "259,0"), (12, ""), (15, "a\"\"b,"), (22, "2")]
    );
    assert_eq!(
        cut("\"a;b\";\"c,\"", Separator::Byte(b';')),
        [(1, "a;b"), (7, "c,")]
    );
    assert_eq!(cut(" \"a,b\" ", Separator::COMMA), [(2, "a,b")]);
    // A quote that nothing closes, or that ends no field, is a character.
    assert_eq!(cut("\"a,b", Separator::COMMA), [(0, "\"a"), (3, "b")]);
    assert_eq!(cut("\"a\"b,c", Separator::COMMA), [(0, "\"a\"b"), (5, "c")]);
    assert_eq!(cut("\"a,b\"", Separator::Blank), [(1, "a,b")]);
}
