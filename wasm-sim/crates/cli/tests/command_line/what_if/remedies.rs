//! Every remedy that a message about a trace names is typed, and leads on: to a trace, or to another message.

use super::*;

const FIO_WITH_OFFSETS: &str = "--header no --column time=1 --time-unit ms --column op=3 --zero-op read --op-word 2=trim \
                                --column size=4 --size-unit bytes --column address=5 --address-unit bytes";
const BIOSNOOP: &str =
    "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n0.1 smbd 1 sda W 16 4096 0.08\n";

/// A file, the arguments that it is refused with, what is said, and the arguments that are then typed instead.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

#[expect(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<Case> {
    vec![
        (
            "block_id io_offset io_size op_time op_name\n4 0 4096 1.5 5\n",
            "",
            "could each be the address of a request: 1 (`block_id`), 2 (`io_offset`).",
            &["--column address=1", "--column address=2"],
        ),
        (
            "op,lba,offset,lpn,bytes\nW,8,8,1,512\n",
            "",
            "could each be the address of a request: 2 (`lba`), 3 (`offset`), 4 (`lpn`).",
            &[
                "--column address=2",
                "--column address=3",
                "--column address=4",
            ],
        ),
        (
            "lba,bytes,what\n8,512,W\n",
            "",
            "no column is named like the op",
            &["--column op=3"],
        ),
        (
            "op,lba,bytes,op\nW,8,512,R\n",
            "",
            "two columns are named `op`",
            &["--column op=1", "--column op=4"],
        ),
        (
            "time,op,lba,bytes\n1,W,8,512\n",
            "",
            "`time` does not say what the time counts",
            &[
                "--time-unit s",
                "--time-unit ms",
                "--time-unit us",
                "--time-unit ns",
                "--time-unit ticks100ns",
            ],
        ),
        (
            "op,offset,bytes\nW,8,512\n",
            "",
            "`offset` does not say what the address counts",
            &[
                "--address-unit bytes",
                "--address-unit sectors",
                "--address-unit pages",
            ],
        ),
        (
            "op,lba,size\nW,8,512\n",
            "",
            "`size` does not say what the size counts",
            &[
                "--size-unit bytes",
                "--size-unit sectors",
                "--size-unit pages",
            ],
        ),
        (
            "op,offset_kB,size_kB\nW,8,8\n",
            "",
            "`offset_kB` counts multiples of bytes",
            &[
                "--address-unit sectors --sector-bytes 1024",
                "--address-unit sectors --sector-bytes 1000",
            ],
        ),
        (
            "op,offset_bytes,len_KiB\nW,4096,4\n",
            "",
            "`len_KiB` counts multiples of bytes",
            &["--size-unit sectors --sector-bytes 1024"],
        ),
        (
            "op,lpn,size_bytes\nW,1,512\n",
            "",
            "must both be in pages",
            &["--size-unit pages", "--address-unit bytes"],
        ),
        (
            "op,lba,bytes\n0,8,512\n",
            "",
            "a read in some traces",
            &["--zero-op read", "--zero-op write"],
        ),
        (
            "op,lba,bytes\nX,8,512\n",
            "",
            "`X` is not an operation",
            &["--op-word X=read"],
        ),
        (
            "op,lba,bytes\nW,8,512\n",
            "--column op=9",
            "column 9 was asked for",
            &["--column op=1", "--column op=1 --delimiter comma"],
        ),
        (
            "lba|what|bytes\n8|W|512\n",
            "--column op=2",
            "column 2 was asked for as the op, and there are 1",
            &["--column op=2 --delimiter bar"],
        ),
        (
            "op,lba,bytes\nW,8,512\n",
            "--rows 9=D",
            "column 9 was to say",
            &["--rows 1=W", "--rows 1=W --delimiter comma"],
        ),
        (
            "1,hm,0,Write,0,512,1,9\n",
            "",
            "from `9` on too many",
            &["--format csv --column op=4"],
        ),
        (
            "Time,Host,Disk,Type,Offset,Size,Response\n1,hm,0,Read,0,512,1\n",
            "--format msr",
            "names other columns",
            &[
                "--format msr --skip-bad-lines",
                "--format csv --column op=4",
            ],
        ),
        (
            "0 0 8 8 1\n0 0 8 8 1\n0,1,512,r,0\n",
            "",
            "this line is in format spc",
            &["--format spc", "--skip-bad-lines"],
        ),
        (
            "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n0.1 smbd 1 sda W 16 4096 0.08\n0.1 smbd 1 sda W 16 4096138.71\n",
            "",
            "looks like BYTES and LAT(ms) in one",
            &["--skip-bad-lines"],
        ),
        (
            "0.675929254 0 8 16 1\n",
            "",
            "it looks like seconds",
            &["--time-unit s", "--time-unit ms"],
        ),
        (
            "3, 181, 1, 4096, 8192, 0x0000\n",
            "",
            "log of bandwidth or latency with offsets",
            &[FIO_WITH_OFFSETS],
        ),
        (
            "8,0 0 1 0.5 1 C R 8 + 8 [0]\n",
            "",
            "There are requests that were completed (C)",
            &["--action complete"],
        ),
        (
            "8,0 0 1 0.5 1 I R 8 + 8 [0]\n",
            "",
            "There are requests that were inserted (I)",
            &["--action insert"],
        ),
        (
            "8,0 0 1 0.5 1 Q R 8 + 8 [0]\n",
            "--action issue",
            "There are requests that were queued (Q)",
            &["--action queue"],
        ),
        (
            "8,0 0 1 0.5 1 D R 8 + 8 [0]\n",
            "--action queue",
            "There are requests that were issued (D)",
            &["--action issue"],
        ),
        (
            "op,lba,bytes\nW,8,512\n",
            "--rows 1=Z",
            "Choose other rows that count",
            &["--rows 1=W", "--op-word W=write"],
        ),
        (
            "0,1,512,r,0\n\0\0\0\0\0\0\0\0\0\0",
            "",
            "10 zero bytes follow line 1",
            &["--until-zeros"],
        ),
        (
            "W,8,512\n",
            "--format msr --column op=1",
            "columns is for tables (csv)",
            &["--column op=1", "--format msr"],
        ),
        (
            "0,1,x,r,0\n",
            "--format spc --skip-bad-lines",
            "lines were bad and skipped",
            &["--format csv --skip-bad-lines"],
        ),
        (
            "w1 w2\n",
            "--first-request 9",
            "no request lies in the window",
            &["--first-request 1", "--last-request 2"],
        ),
        (
            "0 0 8 8 1\n1 7 8 8 1\n",
            "--device 9",
            "device 9 has no request",
            &["--device 0"],
        ),
        (
            BIOSNOOP,
            "--device sdb",
            "device sdb has no request",
            &["--device sda"],
        ),
        (
            "8,0 0 1 0.5 1 D R 8 + 8 [0]\n",
            "--device 8,16",
            "device 8,16 has no request",
            &["--device 8,0"],
        ),
        (
            "0 0 8 8 1\n1 1 36028797018963960 1 1\n2 2 8 8 1\n",
            "",
            "the devices do not fit side by side",
            &["--device 1"],
        ),
    ]
}

fn typed(trace: &str, args: &str) -> Output {
    let mut all = vec!["trace", trace];
    all.extend(args.split_ascii_whitespace());
    lab(&all)
}

/// The options that a text names.
fn options(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words
        .filter(|word| word.len() > 2 && word.starts_with("--"))
        .collect()
}

#[test]
fn every_remedy_of_a_message_about_a_trace_leads_on_when_it_is_typed() {
    for (i, (content, args, said, remedies)) in cases().into_iter().enumerate() {
        let trace = file("remedies", &format!("{i}.txt"), content);
        let output = typed(&trace, args);
        let before = refused(&output);
        assert!(before.contains(said), "{content}{args}: {before}");
        let named = options(before);
        assert!(!named.is_empty(), "{before}");
        for option in named {
            let is_typed = remedies
                .iter()
                .any(|remedy| options(remedy).contains(&option));
            assert!(is_typed, "{option} of this is not typed: {before}");
        }
        for remedy in remedies {
            let output = typed(&trace, remedy);
            let after = text(&output.stderr);
            assert!(
                after != before && !after.contains("Usage:"),
                "{remedy} leads to: {after}"
            );
            let is_read = output.status.code() == Some(0);
            assert!(
                is_read || after.starts_with("error: "),
                "{remedy} leads to: {after}"
            );
        }
    }
}

#[test]
fn every_remedy_of_a_note_about_a_trace_changes_how_it_is_read() {
    let mirror = "TIME(s) COMM PID DISK T SECTOR BYTES LAT(ms)\n0.1 a 1 sda W 16 4096 0.1\n0.1001 a 1 sdb W 16 4096 0.1\n\
                  0.2 a 1 sda W 32 4096 0.1\n0.2001 a 1 sdb W 32 4096 0.1\n";
    let nvme = "a-1 [0] 2.5: nvme_setup_cmd: nvme0: disk=nvme0n1, qid=1, cmd=(nvme_cmd_write slba=1024, len=7, ctrl=0x0)\n";
    for (i, (content, said, remedy)) in [
        (
            "8,0 0 1 0.5 1 D WZ 8 + 8 [0]\n",
            "counted as writes",
            "--write-zeroes trim",
        ),
        ("0.675929 0 8 16 1\n", "milliseconds", "--time-unit s"),
        (
            "time,dev,sector,nr_sector,rwbs\n0.000001,259:0,2048,8,WS\n",
            "seconds",
            "--time-unit us",
        ),
        (nvme, "512 bytes", "--sector-bytes 4096"),
        (
            mirror,
            "2 of 2 requests of device sdb repeat one of device sda",
            "--device sda",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let trace = file("notes", &format!("{i}.txt"), content);
        let output = typed(&trace, "");
        let before = done(&output);
        let note = before
            .lines()
            .find(|line| line.starts_with("note") && line.contains(said));
        let note = note.unwrap_or_else(|| panic!("{before}"));
        assert!(note.contains(remedy), "{note}");
        let after = typed(&trace, remedy);
        assert!(
            !done(&after).contains(note),
            "{remedy}: {}",
            text(&after.stdout)
        );
    }
}

/// A device is named whole, and its name is one word for a shell.
#[test]
fn a_device_with_a_long_name_or_a_blank_is_kept_as_the_message_says() {
    let disk = "/dev/disk/by-id/nvme-Samsung_SSD_970_EVO_Plus_1TB_S4EWNX0N12";
    let log = format!(
        "fio version 2 iolog\n{disk}3 add\n{disk}4 add\n{disk}3 write 0 4096\n{disk}4 write 4096 4096\n"
    );
    let rows = "time_us,op,lba,sectors,dev\n1,W,8,8,My Disk\n2,W,8,8,b\n";
    for (name, content, device) in [
        ("long.iolog", &*log, &*format!("{disk}3")),
        ("blank.csv", rows, "My Disk"),
    ] {
        let path = file("device-names", name, content);
        let output = lab(&["trace", &path, "--device", "none"]);
        let said = refused(&output);
        let (_, typed) = said.rsplit_once("--device ").unwrap();
        let typed = typed.trim_end().trim_end_matches([')', '.']);
        let command = format!(
            "{} trace {path} --json --device {typed}",
            env!("CARGO_BIN_EXE_ftl-lab")
        );
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        let kept = json(&output);
        assert_eq!(kept["statistics"]["requests"], 1, "{said}");
        assert_eq!(kept["import"]["devices"][0]["name"], device, "{kept}");
    }
}

#[test]
fn a_decision_without_effect_is_said() {
    let path = file("no-effect", "a.ops", "w1 w2\n");
    for option in [
        &["--delimiter", "bar"][..],
        &["--address-unit", "bytes"],
        &["--size-unit", "sectors"],
        &["--zero-op", "read"],
        &["--header", "no"],
        &["--action", "issue"],
    ] {
        let output = lab(&[&["trace", &path], option].concat());
        done(&output);
        let said = text(&output.stderr);
        assert!(
            said.contains(&format!("note: {} has no effect", option[0])),
            "{said}"
        );
        assert!(said.contains("--format "), "{said}");
    }
    let table = file("no-effect", "a.csv", "time_us|op|lba|sectors\n1|W|8|8\n");
    let output = lab(&["trace", &table, "--format", "csv", "--delimiter", "bar"]);
    done(&output);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_run_reads_its_trace_with_the_same_options_as_the_import_alone() {
    let scenario = file("same", "bast.json", THRASHING);
    let trace = file(
        "same",
        "a.txt",
        "op name,block_id,io_offset,io_size\n5,0,4096,4096\nbad\n5,0,8192,4096\n",
    );
    let options = "--column op=1 --column address=3 --op-word 5=write --address-unit bytes --size-unit bytes --skip-bad-lines";
    let mut args = vec!["run", &scenario, "--trace", &trace, "--json"];
    args.extend(options.split_ascii_whitespace());
    assert_eq!(json(&lab(&args))["host"]["writes"], 4, "of pages of 2 KiB");
    let own = THRASHING.replace(
        r#""kind": "ops", "ops": "w0 w7 w9 w15 w0 w11""#,
        r#""kind": "trace", "path": "a.txt", "reading": { "columns": { "op": 1, "address": 3 }, "op_words": { "write": ["5"] },
           "address_unit": "bytes", "size_unit": "bytes", "on_error": "skip" }"#,
    );
    let scenario = file("same", "own.json", &own);
    assert_eq!(
        json(&lab(&["run", &scenario, "--json"]))["host"]["writes"],
        4
    );
}
