//! The limits are on calls, not on how many notes come at a time (SPEC 13.3).

use policy::load;
use sim::policy::Run;

#[test]
fn the_notes_of_a_preparation_may_take_more_steps_than_a_call() {
    let scenario = r#"{"format":1,"device":{"blocks":160,"pages_per_block":64,"timing":"slides"},"logical_pages":8192,
        "ftl":{"kind":"page"},"precondition":[{"kind":"sequential"}],"workload":{"kind":"uniform","requests":1}}"#;
    // 8,192 pages are written before the first request: 24 million steps in all.
    let code = "let n = 0;
        export function write() { for (let step = 0; step < 3000; step++) n += 1; }
        export function victim() { return OWN; }";
    let mut run = Run::open(scenario, load(code.as_bytes()).unwrap()).unwrap();
    assert!(run.slice(u32::MAX).unwrap());
}
