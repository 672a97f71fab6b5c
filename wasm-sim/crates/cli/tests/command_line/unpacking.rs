//! Packed files are named with the command that unpacks them, which works as it is typed.

use super::*;

/// Types the command that a message ends with, in this folder.
fn type_command(said: &str, here: &Path) {
    let command = said
        .trim()
        .strip_suffix('`')
        .and_then(|text| text.rsplit_once('`'))
        .unwrap()
        .1;
    let typed = Command::new("sh")
        .args(["-c", command])
        .current_dir(here)
        .status();
    assert!(typed.unwrap().success(), "{command}");
}

#[test]
fn the_command_that_unpacks_a_file_names_it_and_works() {
    let tar = include_bytes!("../../../trace/testdata/as-they-come/one-csv.tar.gz");
    let here = PathBuf::from(file("un pack", "x", ""))
        .parent()
        .unwrap()
        .to_owned();
    let archive = here.join("one.tar.gz");
    std::fs::write(&archive, tar).unwrap();
    let output = lab(&["trace", archive.to_str().unwrap()]);
    let said = refused(&output);
    assert!(said.contains("this is a tar archive with m.csv"), "{said}");
    let member = here.join("m.csv");
    let _ = std::fs::remove_file(&member);
    type_command(said, &here);
    done(&lab(&["trace", member.to_str().unwrap()]));
    // Of a file that was packed twice the first packing is undone.
    let twice = here.join("twice.gz");
    type_command("`echo w1 w2 | gzip | gzip > twice.gz`", &here);
    let output = lab(&["trace", twice.to_str().unwrap()]);
    let said = refused(&output);
    assert!(said.contains("gzip data, packed once more"), "{said}");
    type_command(said, &here);
    done(&lab(&["trace", here.join("twice.gz.gz").to_str().unwrap()]));
}

/// Whatever a packed file is called, the command makes text of it; of the packed member of a zip, too.
#[test]
fn a_file_without_the_suffix_of_its_packing_is_unpacked_by_the_command() {
    let here = PathBuf::from(file("un suffix", "x", ""))
        .parent()
        .unwrap()
        .to_owned();
    for tool in ["xz", "zstd", "bzip2", "gzip", "tar"] {
        if which(tool).is_none() {
            continue;
        }
        type_command("`rm -f *.csv* *.ops *.zip*`", &here);
        std::fs::write(here.join("a.ops"), "w1 w2\n").unwrap();
        let packed = match tool {
            "tar" => "`tar -cf q.csv a.ops`".to_owned(),
            "gzip" => "`gzip -c a.ops | gzip > q.csv`".to_owned(),
            other => format!("`{other} -c a.ops > q.csv`"),
        };
        type_command(&packed, &here);
        let shown = |name: &str| here.join(name).to_str().unwrap().to_owned();
        let mut results = vec![(
            "q.csv",
            match tool {
                "tar" => "a.ops",
                "gzip" => "q.csv.gz",
                _ => "q.csv.txt",
            },
        )];
        let zip = zip(&here, "q.csv");
        std::fs::write(here.join("q.zip"), zip).unwrap();
        results.push((
            "q.zip",
            match tool {
                "tar" => "a.ops",
                "gzip" => "q.zip.out.gz",
                _ => "q.zip.out.txt",
            },
        ));
        for (name, result) in results {
            if tool == "tar" {
                std::fs::remove_file(here.join("a.ops")).unwrap();
            }
            let output = lab(&["trace", &shown(name)]);
            type_command(refused(&output), &here);
            done(&lab(&["trace", &shown(result)]));
        }
    }
}

/// A program that may not be installed.
fn which(tool: &str) -> Option<()> {
    let there = Command::new("sh")
        .args(["-c", &format!("command -v {tool}")])
        .output();
    there.ok()?.status.success().then_some(())
}

/// A zip with this file, stored.
fn zip(here: &Path, name: &str) -> Vec<u8> {
    use std::io::{Cursor, Write};
    let stored = zip::write::SimpleFileOptions::default();
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, stored).unwrap();
    zip.write_all(&std::fs::read(here.join(name)).unwrap())
        .unwrap();
    zip.finish().unwrap().into_inner()
}
