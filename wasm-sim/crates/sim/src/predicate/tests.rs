use super::*;

fn shown(text: &str) -> String {
    parse(text)
        .unwrap_or_else(|m| panic!("{text}: {}: {}", m.column, m.message()))
        .to_string()
}

#[test]
fn what_the_table_shows_can_be_written() {
    let rows: Vec<&str> = FORMS.lines().skip(2).collect();
    assert_eq!(rows.len(), 15);
    for row in rows {
        let forms: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!forms.is_empty(), "{row}");
        for form in forms.into_iter().filter(|form| *form != "--events") {
            let text = shown(form);
            assert_eq!(shown(&text), text, "{form}");
        }
    }
    for name in ftl::Event::names() {
        parse(name).unwrap();
    }
}

#[test]
fn every_spelling_has_one_text() {
    for (written, text) in [
        (" Write LPN 5 ", "write lpn 5"),
        ("write 5", "write lpn 5"),
        ("host write 5", "write lpn 5"),
        ("host read", "host read"),
        ("read 7", "read ppn 7"),
        ("program 130", "program ppn 130"),
        ("program lpn 5", "program lpn 5"),
        ("erase 7", "erase pbn 7"),
        ("erases>2", "erases >= 3"),
        ("erases 7 >= 3", "erases pbn 7 >= 3"),
        ("gc 4", "gc 4"),
        ("victim valid >= 13", "victim valid > 12"),
        ("full_merge", "merge full"),
        (
            "switch_merge,partial_merge",
            "merge switch or merge partial",
        ),
        ("merge full blocks > 2", "merge full blocks >= 3"),
        ("cmt_miss", "cmt miss"),
        ("evict clean 3", "evict clean lpn 3"),
        ("free < 3", "free <= 2"),
        ("WA >= 1.50", "wa >= 1.5"),
        ("wa >= 2", "wa >= 2"),
        ("wa >= 0.000001", "wa >= 0.000001"),
        ("merge_end or gc,erase", "merge_end or gc or erase"),
    ] {
        assert_eq!(shown(written), text);
    }
}

/// Text, column, message, and how the remedy begins.
const MISTAKES: &[(&str, u32, &str, &str)] = &[
    (
        "",
        1,
        "the name of an event or a condition is missing at the end",
        "It begins with write, trim, ",
    ),
    (
        "gc or",
        6,
        "the name of an event or a condition is missing at the end",
        "It begins with ",
    ),
    (
        "earse 7",
        1,
        "expected the name of an event or a condition, found `earse`",
        "Did you mean `erase`? ",
    ),
    (
        "merge_ned",
        1,
        "expected the name of an event or a condition, found `merge_ned`",
        "Did you mean `merge_end`? ",
    ),
    (
        "merge ful",
        7,
        "expected `switch`, `partial`, `full`, `or`, `,` or the end, found `ful`",
        "Did you mean `full`? Write, for example, `merge full`.",
    ),
    (
        "merge full blocks 3",
        19,
        "expected `>` or `>=`, found `3`",
        "Write, for example, `merge full blocks >= 3`.",
    ),
    (
        "write lpn",
        10,
        "a number is missing at the end",
        "Write, for example, ",
    ),
    ("write lpn -1", 11, "expected a number, found `-1`", ""),
    (
        "write lbn 5",
        7,
        "expected `lpn`, `or`, `,` or the end, found `lbn`",
        "Did you mean `lpn`? ",
    ),
    (
        "erases 7",
        9,
        "`>` or `>=` is missing at the end",
        "Write, for example, `erases pbn 7 >= 3`.",
    ),
    (
        "erases = 3",
        8,
        "expected `pbn`, `>` or `>=`, found `=`",
        "Write, for example, `erases pbn 7 >= 3`.",
    ),
    (
        "erases >= 0",
        11,
        "expected a whole number from 1 to 4294967295, found `0`",
        "Write a whole number from 1",
    ),
    (
        "gc 0",
        4,
        "expected a whole number from 1 to 4294967295, found `0`",
        "",
    ),
    (
        "write lpn 4294967296",
        11,
        "expected a whole number from 0 to 4294967295, found `4294967296`",
        "",
    ),
    (
        "write lpn 1.5",
        11,
        "expected a whole number from 0 to 4294967295, found `1.5`",
        "",
    ),
    (
        "victim > 3",
        8,
        "expected `valid`, found `>`",
        "Write, for example, `victim valid > 12`.",
    ),
    (
        "wa > 1.5",
        4,
        "expected `>=`, found `>`",
        "Write, for example, `wa >= 1.5`.",
    ),
    (
        "wa >= x",
        7,
        "expected a number with or without decimals, found `x`",
        "Write, for example, `wa >= 1.5`.",
    ),
    (
        "wa >= 1.2345678",
        7,
        "expected a number such as 1.5, with up to six decimals, found `1.2345678`",
        "",
    ),
    ("free >= 2", 6, "expected `<` or `<=`, found `>=`", ""),
    (
        "gc and erase",
        4,
        "expected a number, `or`, `,` or the end, found `and`",
        "Alternatives are joined with `or`",
    ),
    (
        "gc or erase, cmt mis",
        18,
        "expected `hit` or `miss`, found `mis`",
        "Did you mean `miss`? ",
    ),
    (
        "größe",
        1,
        "expected the name of an event or a condition, found `größe`",
        "",
    ),
    (
        "gc or größe or x",
        7,
        "expected the name of an event or a condition, found `größe`",
        "",
    ),
];

#[test]
fn a_mistake_says_where_what_was_expected_and_what_is_near() {
    for &(text, column, message, remedy) in MISTAKES {
        let mistake = parse(text).expect_err(text);
        assert_eq!(
            (mistake.column, &*mistake.message()),
            (column, message),
            "{text}"
        );
        assert!(
            mistake.remedy().starts_with(remedy),
            "{text}: {}",
            mistake.remedy()
        );
    }
    let long = parse(&"ö".repeat(1_000_000)).unwrap_err();
    assert!(long.message().len() < 200 && long.remedy().len() < 200);
    let many = vec!["gc"; 101].join(" or ");
    assert_eq!(
        parse(&many).unwrap_err().message(),
        "more than 100 alternatives"
    );
}
