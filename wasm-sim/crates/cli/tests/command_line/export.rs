//! Requests for a real drive, and back.

use super::*;

/// Exports a file; gives the job, the log, and the log's path.
fn exported(folder: &str, name: &str, content: &str, more: &[&str]) -> (String, String, String) {
    let input = file(folder, name, content);
    let job = file(folder, "out.fio", "");
    done(&lab(&[&["export", &input, "--fio", &job], more].concat()));
    let log = job.replace(".fio", ".iolog");
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    (read(&job), read(&log), log)
}

#[test]
fn a_scenario_is_exported_as_its_device_gets_it() {
    let scenario = THRASHING.replace("w0 w7 w9 w15 w0 w11", "w0 r7+2 t9");
    let (job, log, path) = exported("export", "bast.json", &scenario, &[]);
    assert_eq!(
        log,
        "fio version 2 iolog\n/dev/ftl-lab add\n/dev/ftl-lab open\n/dev/ftl-lab write 0 2048\n\
         /dev/ftl-lab read 14336 4096\n/dev/ftl-lab trim 18432 2048\n/dev/ftl-lab close\n"
    );
    assert!(job.contains("\nread_iolog=out.iolog\n"), "{job}");
    assert!(job.contains("ALL DATA ON IT ARE LOST"), "{job}");
    assert!(
        job.contains("multiples of 2048 bytes.\n; A drive with larger sectors"),
        "{job}"
    );
    // The device that runs the log instead gets the same.
    let own = json(&lab(&[
        "run",
        &file("export", "bast.json", &scenario),
        "--json",
    ]));
    let scenario = file("export", "bast.json", &scenario);
    let again = json(&lab(&["run", &scenario, "--trace", &path, "--json"]));
    assert_eq!(again["state_hash"], own["state_hash"]);
}

#[test]
fn a_trace_is_exported_with_its_bytes_and_times() {
    let rows = "time_us,op,lba,sectors\n10,W,1,3\n25,R,9007199254740991,1\n25,D,0,2\n";
    let more = ["--op-word", "D=trim"];
    let (job, log, path) = exported("export-trace", "a.csv", rows, &more);
    assert!(
        job.contains("; Offsets and lengths are multiples of 512 bytes.\n"),
        "{job}"
    );
    let pages = "time_us,op,offset_bytes,size_bytes\n1,W,8192,16384\n2,R,40960,8192\n";
    let (job, _, _) = exported("export-pages", "a.csv", pages, &[]);
    assert!(
        job.contains("multiples of 8192 bytes.\n; What a scenario"),
        "{job}"
    );
    assert_eq!(
        log,
        "fio version 3 iolog\n0 /dev/ftl-lab add\n0 /dev/ftl-lab open\n0 /dev/ftl-lab write 512 1536\n\
         15 /dev/ftl-lab read 4611686018427387392 512\n15 /dev/ftl-lab trim 0 1024\n15 /dev/ftl-lab close\n"
    );
    let original = file("export-trace", "a.csv", rows);
    let hash = |args: &[&str]| json(&lab(args))["import"]["hash"].clone();
    assert_eq!(
        hash(&["trace", &path, "--json"]),
        hash(&[&["trace", &original, "--json"], &more[..]].concat())
    );
}

#[test]
fn an_export_that_cannot_be_is_refused() {
    let broken = file("export-bad", "bad.json", "{ \"format\": 1 }");
    assert!(refused(&lab(&["export", &broken, "--fio", "x.fio"])).contains("bad.json"));
    let trace = file("export-bad", "a.ops", "w1\n");
    let output = lab(&["export", &trace, "--fio", "no/such/folder/x.fio"]);
    assert_eq!(output.status.code(), Some(1));
}

/// Standard input is read once, whatever comes by it: a scenario, a saved lab, a trace, a trace in a zip.
#[test]
fn what_comes_by_standard_input_is_exported_as_a_file_is() {
    let lab_file = include_bytes!("../../testdata/form-2.ftllab");
    let zip = include_bytes!("../../testdata/one.zip");
    for (name, bytes) in [
        ("a.json", THRASHING.as_bytes()),
        ("a.ftllab", lab_file),
        ("a.ops", b"w1 w2\n"),
        ("a.zip", zip),
    ] {
        let path = file("export-input", name, bytes);
        let job = file("export-input", "out.fio", "");
        let log = job.replace(".fio", ".iolog");
        done(&lab(&["export", &path, "--fio", &job]));
        let whole = std::fs::read(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        done(&lab_with_input(&["export", "-", "--fio", &job], bytes));
        assert_eq!(std::fs::read(&log).unwrap(), whole, "{name}");
    }
    let cut = file("export-input", "cut.ftllab", &lab_file[..200]);
    let output = lab(&["export", &cut, "--fio", "x.fio"]);
    assert!(refused(&output).contains("this saved lab is damaged"));
}
