//! Writes the TypeScript types of the protocol: `npm run gen` (into `web/protocol/generated`).

use std::path::PathBuf;

use sim::failure::Failure;
use sim::protocol::{CELL_WORDS, Command, HEAT_WORDS, ImportCommand, ImportReply, Reply};
use sim::round::protocol::{RoundCommand, RoundReply};
use sim::scenario::Scenario;
use sim::sweep::PlanShown;
use ts_rs::{Config, TS};

#[test]
#[ignore = "writes files: `npm run gen`"]
fn export_types() {
    let out = std::env::var_os("TS_OUT")
        .map(PathBuf::from)
        .expect("TS_OUT names the folder to write to");
    let config = Config::new().with_out_dir(&out);
    Command::export_all(&config).expect("commands");
    Reply::export_all(&config).expect("replies");
    ImportCommand::export_all(&config).expect("commands of the import");
    ImportReply::export_all(&config).expect("replies of the import");
    RoundCommand::export_all(&config).expect("commands of rounds");
    RoundReply::export_all(&config).expect("replies of rounds");
    PlanShown::export_all(&config).expect("plans");
    Failure::export_all(&config).expect("failures");
    Scenario::export_all(&config).expect("scenarios");
    let schemes = sim::scenario::typescript::schemes();
    std::fs::write(out.join("schemes.ts"), schemes).expect("schemes");
    for (name, schema) in [
        ("scenario", sim::scenario::schema::scenario()),
        ("report", sim::scenario::schema::report()),
    ] {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        std::fs::write(out.join(format!("{name}.schema.json")), text).expect("schemas");
    }
    let constants = format!(
        "// Written from Rust by `npm run gen`. Do not edit.\n\n/** 32-bit words per page in the frame's buffer. */\nexport const CELL_WORDS = {CELL_WORDS};\n\n/** 32-bit words per block in the heat columns. */\nexport const HEAT_WORDS = {HEAT_WORDS};\n"
    );
    std::fs::write(out.join("constants.ts"), constants).expect("constants");
}
