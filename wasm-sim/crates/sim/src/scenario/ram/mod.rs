//! `ram_bytes`: one figure for all RAM, so that schemes are compared at as much of it. Mapping tables come first, as DFTL'J (5.3) has it: what they
//! leave is the write buffer's.
//!
//! Of DFTL either side may be given, `ftl.cmt_entries` or `buffer.capacity`, and the other has the rest; without both
//! the two have half each. The tables of any other scheme are as large as they are. The result is written into the
//! two fields, and in the canonical text they are alone, as `logical_pages` does for `spare_factor`.

pub mod memory;
pub mod write_buffer;

use crate::scenario::document::kinds::{BUFFERS, KindTable, check_fields};
use crate::scenario::document::options as given;
use crate::scenario::document::{Buffer, Ftl, Scenario};
use crate::scenario::problem::{Checked, Problem};
use buffer::ENTRY_BYTES;
pub use buffer::ENTRY_BYTES as CMT_ENTRY_BYTES;
use ftl::{Scheme, Shape};
use nand::Geometry;
use options::Value;

/// The parts of RAM (SPEC 6; DFTL'J, 5.3). A scheme's options give the size of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ram {
    /// Bytes of tables that do not change their size.
    pub fixed_bytes: u64,
    /// Entries of the cached mapping table, at most.
    pub entries: u32,
    /// Pages of the write buffer, at most.
    pub pages: u32,
    /// Bytes of a page.
    pub page_bytes: u32,
}

impl Ram {
    /// Of a scheme, with a buffer of this many pages.
    pub fn of(scheme: &Scheme, shape: Shape, pages: u32) -> Self {
        Self {
            fixed_bytes: scheme.table_bytes(shape),
            entries: scheme.cmt().map_or(0, |cmt| cmt.entries),
            pages,
            page_bytes: shape.geometry.page_bytes,
        }
    }

    /// Bytes of mapping tables.
    pub fn mapping_bytes(&self) -> u64 {
        self.fixed_bytes + u64::from(ENTRY_BYTES) * u64::from(self.entries)
    }

    /// Bytes of the write buffer.
    pub fn buffer_bytes(&self) -> u64 {
        u64::from(self.pages) * u64::from(self.page_bytes)
    }
}

impl Scenario {
    /// Gives the cached mapping table as many entries as fit this number of bytes.
    pub fn give_cmt(&mut self, bytes: u32) {
        let entries = Value::Whole(bytes / ENTRY_BYTES);
        self.ftl.options.set("cmt_entries", entries);
    }
}

/// `ftl` and `buffer` with what `ram_bytes` comes to, and with the CMT policy that `gc_arm` brings.
pub(crate) fn divide(
    document: &Scenario,
    geometry: Geometry,
    logical_pages: u32,
) -> Checked<(Ftl, Option<Buffer>)> {
    let (mut ftl, mut buffer) = (document.ftl.clone(), document.buffer.clone());
    let dftl = ftl.kind == "dftl";
    if dftl && buffer.as_ref().is_some_and(|b| b.kind == "gc_arm") {
        by_groups(&mut ftl)?;
    }
    let Some(total) = document.ram_bytes else {
        return Ok((ftl, buffer));
    };
    if let Some(buffer) = &buffer {
        BUFFERS.check("buffer", &buffer.kind)?;
        let given = buffer.options.iter().map(|(name, _)| name);
        check_fields(BUFFERS, "buffer", &buffer.kind, given)?;
    }
    let mut there = buffer.as_mut().filter(|b| b.kind != "none");
    let capacity = there.as_ref().and_then(|b| b.options.get("capacity"));
    let capacity = capacity.map(Value::as_whole);
    let entries = ftl.options.get("cmt_entries").filter(|_| dftl).cloned();
    if capacity.is_some() && (!dftl || entries.is_some()) {
        let (message, remedy) = if dftl {
            (
                "`ram_bytes`, `ftl.cmt_entries` and `buffer.capacity` say twice how large each is",
                "Keep two of the three.",
            )
        } else {
            (
                "`ram_bytes` and `buffer.capacity` both say how large the buffer is",
                "Keep one of the two.",
            )
        };
        return Err(Problem::new("buffer.capacity", message, remedy));
    }
    // The least: what is given, and where nothing is, one entry and one page.
    if dftl {
        let least = entries.clone().unwrap_or(Value::Whole(1));
        ftl.options.set("cmt_entries", least);
    }
    let pages = there.as_ref().map_or(0, |_| capacity.unwrap_or(1));
    let scheme = given::scheme(&ftl, geometry)?;
    let shape = Shape {
        geometry,
        logical_pages,
    };
    let smallest = Ram::of(&scheme, shape, pages);
    let least = smallest.mapping_bytes() + smallest.buffer_bytes();
    let Some(rest) = total.checked_sub(least) else {
        return Err(Problem::new(
            "ram_bytes",
            format!(
                "`ram_bytes` is {total}, but mapping tables and the least write buffer take {least}"
            ),
            format!("Give at least {least}."),
        ));
    };
    let [page, entry] = [geometry.page_bytes, ENTRY_BYTES].map(u64::from);
    let most = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let mut rest = rest;
    if let Some(buffer) = &mut there
        && capacity.is_none()
    {
        let own = if dftl && entries.is_none() {
            rest / 2
        } else {
            rest
        };
        let capacity = Value::Whole(most(1 + own / page));
        buffer.options.set("capacity", capacity);
        rest -= own / page * page;
    }
    if dftl && entries.is_none() {
        let entries = Value::Whole(most(1 + rest / entry));
        ftl.options.set("cmt_entries", entries);
    }
    Ok((ftl, buffer))
}

/// `gc_arm` evicts mappings by group, whatever is in front of it.
fn by_groups(ftl: &mut Ftl) -> Checked<()> {
    let policy = ftl.options.get("cmt_policy");
    if policy.is_none_or(|policy| policy.as_kind() == Some("groups")) {
        ftl.options.set("cmt_policy", Value::name("groups"));
        return Ok(());
    }
    Err(Problem::new(
        "ftl.cmt_policy",
        "the buffer `gc_arm` has the CMT evict its mappings by group",
        "Leave it out, or take another buffer kind.",
    ))
}
