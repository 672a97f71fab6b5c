//! `types FOLDER`: writes the TypeScript types of the protocol there, and the JSON schemas. `npm run gen` names
//! `web/protocol/generated`.

use std::error::Error;
use std::path::PathBuf;

use sim::challenge::protocol::{ChallengeCommand, ChallengeReply};
use sim::counterexample::Counterexample;
use sim::failure::Failure;
use sim::policy::{Losses, Outcome as PolicyOutcome};
use sim::protocol::{
    CELL_WORDS, Command, HEAT_WORDS, ImportCommand, ImportReply, Preview, PreviewAsked, Reply,
    TablePart,
};
use sim::scenario::Scenario;
use sim::sweep::PlanShown;
use ts_rs::{Config, TS};

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args_os().nth(1).map(PathBuf::from);
    let out = out.ok_or("name the folder to write to: types FOLDER")?;
    let config = Config::new().with_large_int("number").with_out_dir(&out);
    Command::export_all(&config)?;
    Reply::export_all(&config)?;
    ImportCommand::export_all(&config)?;
    ImportReply::export_all(&config)?;
    PreviewAsked::export_all(&config)?;
    TablePart::export_all(&config)?;
    Preview::export_all(&config)?;
    ChallengeCommand::export_all(&config)?;
    ChallengeReply::export_all(&config)?;
    PlanShown::export_all(&config)?;
    PolicyOutcome::export_all(&config)?;
    Losses::export_all(&config)?;
    Counterexample::export_all(&config)?;
    Failure::export_all(&config)?;
    Scenario::export_all(&config)?;
    let schemes = sim::scenario::export::typescript::schemes();
    std::fs::write(out.join("schemes.ts"), schemes)?;
    for (name, schema) in [
        ("scenario", sim::scenario::export::schema::scenario()),
        ("report", sim::scenario::export::schema::report()),
    ] {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        std::fs::write(out.join(format!("{name}.schema.json")), text)?;
    }
    let constants = format!(
        "// Written from Rust by `npm run gen`. Do not edit.\n\n/** 32-bit words per page in the frame's buffer. */\nexport const CELL_WORDS = {CELL_WORDS};\n\n/** 32-bit words per block in the heat columns. */\nexport const HEAT_WORDS = {HEAT_WORDS};\n"
    );
    std::fs::write(out.join("constants.ts"), constants)?;
    Ok(())
}
