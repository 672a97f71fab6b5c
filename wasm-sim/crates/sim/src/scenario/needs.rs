//! The needs of a scenario, before it is opened: the fewest blocks, the bytes of the mapping tables, the pages of the
//! write buffer. The device may still be too small for the scheme: the caller makes it large enough.

use ftl::{Scheme, Shape};
use options::Value;

use super::document::options as given;
use super::document::{Buffer, Scenario};
use super::problem::Checked;
use super::{Ram, ram, resolve};

/// The fewest blocks on which the scheme of a scenario never runs out (SPEC 10, law 3). `None`: the text is no scenario, so opening it
/// says why.
pub fn minimum_blocks(text: &str) -> Option<u64> {
    let Needs { scheme, shape, .. } = of(text)?;
    Some(scheme.minimum_blocks(shape))
}

/// Bytes of the mapping tables (SPEC 6). `None` as in [`minimum_blocks`].
pub fn mapping_bytes(text: &str) -> Option<u64> {
    let Needs { scheme, shape, .. } = of(text)?;
    Some(Ram::of(&scheme, shape, 0).mapping_bytes())
}

/// Pages of the write buffer, given or left by `ram_bytes`; 0 without a buffer. `None` as in [`minimum_blocks`], and where the RAM is
/// too small for the mapping tables and one page.
pub fn buffer_pages(text: &str) -> Option<u32> {
    let document = super::read(text).ok()?;
    let (geometry, logical_pages) = resolve::size(&document).ok()?;
    let (_, buffer) = ram::divide(&document, geometry, logical_pages).ok()?;
    match buffer.filter(there) {
        Some(buffer) => buffer.options.get("capacity").map(Value::as_whole),
        None => Some(0),
    }
}

fn there(buffer: &Buffer) -> bool {
    buffer.kind != "none"
}

struct Needs {
    scheme: Scheme,
    shape: Shape,
}

fn of(text: &str) -> Option<Needs> {
    needs(&super::read(text).ok()?).ok()
}

fn needs(document: &Scenario) -> Checked<Needs> {
    let (geometry, logical_pages) = resolve::size(document)?;
    let mut ftl = document.ftl.clone();
    // The one table whose size RAM decides. Others are as large as they are, also where `ram_bytes` is too small for them.
    if ftl.kind == "dftl" && !ftl.options.has("cmt_entries") {
        (ftl, _) = ram::divide(document, geometry, logical_pages)?;
    }
    let mut scheme = given::scheme(&ftl, geometry)?;
    let channels = document.host.as_ref().and_then(|host| host.channels);
    scheme.stripe(channels.unwrap_or(1));
    let shape = Shape {
        geometry,
        logical_pages,
    };
    Ok(Needs { scheme, shape })
}
