//! A policy in WebAssembly answers the same interface (SPEC 13.4).

use policy::load;
use sim::policy::Run;

const SCENARIO: &str = r#"{"format":1,"device":{"blocks":16,"pages_per_block":8,"timing":"slides"},"logical_pages":80,
  "ftl":{"kind":"page","gc_policy":"random"},"workload":{"kind":"uniform","requests":2000}}"#;

/// FIFO: the first candidate. Counts its calls in a global, and logs each hundredth.
const FIFO: &str = r#"(module
  (import "ftl" "id" (func $id (param i32) (result i32)))
  (import "ftl" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (global $calls (mut i32) (i32.const 0))
  (func (export "victim") (param $count i32) (param $now i32) (result i32)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    (if (i32.eqz (i32.rem_u (global.get $calls) (i32.const 100)))
      (then (call $log (local.get $now))))
    (call $id (i32.const 0))))"#;

fn run(source: &[u8]) -> Result<Run, String> {
    let program = load(source).map_err(|stop| format!("`{}` {}", stop.function, stop.message))?;
    let mut run = Run::open(SCENARIO, program).map_err(|f| f.message)?;
    run.slice(u32::MAX).map_err(|f| f.message)?;
    Ok(run)
}

fn module(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap()
}

#[test]
fn it_is_the_same_run_as_in_javascript() {
    let wasm = run(&module(FIFO)).unwrap();
    let js = run(include_bytes!(
        "../../../../web/views/policy/starters/fifo.js"
    ))
    .unwrap();
    assert_eq!(wasm.scenario(), js.scenario());
    assert_eq!(wasm.outcome().state_hash, js.outcome().state_hash);
    assert!(wasm.outcome().asked[0] > 200);
    assert_eq!(
        wasm.outcome().log.len() as u64,
        wasm.outcome().asked[0] / 100
    );
    assert_eq!(wasm.outcome().state_bytes, 65_536);
}

#[test]
fn what_it_may_not_ends_in_a_message() {
    let body = |body: &str| {
        format!(
            r#"(module (memory (export "memory") 1) (func (export "victim") (result i32) {body}))"#
        )
    };
    let takes = |types: &str| format!(r#"(module (func (export "victim") {types} (unreachable)))"#);
    let cases = [
        (body("(loop (br 0)) (i32.const 0)"), "`victim` does not end"),
        (body("(unreachable)"), "`victim` stopped"),
        (body("(i32.load (i32.const 70000))"), "`victim` stopped"),
        (body("(i32.const 99)"), "`victim` returned 99, which is none of the candidates"),
        (
            r#"(module (func (export "victim")))"#.to_owned(),
            "`victim` returned no whole number",
        ),
        (
            r#"(module (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
               (func (export "victim") (result i32) (i32.const 0)))"#
                .to_owned(),
            "cannot be loaded",
        ),
        (
            r#"(module (memory (export "memory") 4000) (func (export "victim") (result i32) (i32.const 0)))"#.to_owned(),
            "cannot be loaded",
        ),
        (
            r#"(module (memory (export "memory") 1) (memory 1) (func (export "victim") (result i32) (i32.const 0)))"#
                .to_owned(),
            "cannot be loaded",
        ),
        (
            r#"(module (memory 1) (func (export "victim") (result i32) (i32.const 0)))"#.to_owned(),
            "its memory is not exported",
        ),
        (
            r#"(module (table 1 funcref) (table 1 funcref) (func (export "victim") (result i32) (i32.const 0)))"#
                .to_owned(),
            "cannot be loaded",
        ),
        (
            r#"(module (table 100000 funcref) (func (export "victim") (result i32) (i32.const 0)))"#.to_owned(),
            "cannot be loaded",
        ),
        (
            r#"(module (table $t 1 funcref) (func (export "victim") (result i32)
               (if (i32.eq (table.grow $t (ref.null func) (i32.const 100000)) (i32.const -1)) (then (unreachable)))
               (i32.const -1)))"#
                .to_owned(),
            "`victim` stopped",
        ),
        (
            body("(if (i32.eq (memory.grow (i32.const 1024)) (i32.const -1)) (then (unreachable))) (i32.const -1)"),
            "`victim` stopped",
        ),
        (takes("(param i32 i32 i32) (result i32)"), "`victim` takes 3 numbers, and 2 are given"),
        (takes("(param f64) (result i32)"), "`victim` takes or returns something other than an i32"),
        (takes("(result f64)"), "`victim` takes or returns something other than an i32"),
        (takes("(result i32 i32)"), "`victim` returns 2 numbers, and 1 is read"),
        (
            r#"(module (func (export "erase") (param i32 i32)) (func (export "victim") (result i32) (i32.const -1)))"#
                .to_owned(),
            "`erase` takes 2 numbers, and 1 are given",
        ),
        (r#"(module (func (export "clean")))"#.to_owned(), "decides nothing"),
        (
            r#"(module (func $f (loop (br 0))) (start $f) (func (export "victim") (result i32) (i32.const 0)))"#
                .to_owned(),
            "does not end",
        ),
    ];
    for (text, says) in cases {
        let message = run(&module(&text))
            .err()
            .unwrap_or_else(|| panic!("{text} ended well"));
        assert!(message.contains(says), "{text}: {message}");
    }
    assert!(run(b"\0asm\x01").is_err_and(|message| message.contains("cannot be loaded")));
}

/// `modules.json` of testdata, as text.
fn wat_of(text: &str) -> String {
    let number = |text: &str| text.trim().parse::<usize>().unwrap();
    let (locals, body) = if let Some(n) = text.strip_prefix("LOCALS ") {
        (" i32".repeat(number(n)), String::new())
    } else if let Some(n) = text.strip_prefix("BYTES ") {
        // Three bytes each.
        (String::new(), "(drop (i32.const 1))".repeat(number(n) / 3))
    } else {
        return text.to_owned();
    };
    format!(
        r#"(module (func (export "victim") (param i32 i32) (result i32) (local{locals}) {body} (i32.const -1)))"#
    )
}

#[test]
fn the_page_and_the_command_line_take_the_same_modules() {
    let all = include_str!("../testdata/modules.json");
    let all: Vec<serde_json::Value> = serde_json::from_str(all).unwrap();
    let mut wrong = Vec::new();
    for one in &all {
        let text = |name: &str| one[name].as_str().unwrap();
        let refused = load(&module(&wat_of(text("wat")))).err();
        if refused.is_none() != (one["loads"] == true) {
            wrong.push(format!("{}: {refused:?}", text("name")));
        } else if let Some(stop) = refused
            && !stop.remedy.contains("without vectors (SIMD)")
        {
            wrong.push(format!("{}: {}", text("name"), stop.remedy));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
