//! `initial`: the notation of pages, and the checks that need no scheme. Whether tables and pages agree is
//! for the scheme to say when it starts from them.

use ftl::{InitialTables, Role};
use nand::{Lbn, Lpn, Pbn, Ppn};

use super::document::{Initial, Or};
use super::problem::{Checked, Problem};
use super::{InitialPage, InitialState, Setup};

pub(super) fn resolve(initial: &Initial, setup: &Setup) -> Checked<InitialState> {
    let limits = Limits::of(setup);
    own_tables(initial, setup)?;
    Ok(InitialState {
        pages: pages(initial, &limits)?,
        tables: tables(initial, setup, &limits)?,
    })
}

/// The role of a log block as `log` spells it.
pub(super) fn log_role(role: Role) -> &'static str {
    match role {
        Role::SequentialLog => "sw",
        Role::RandomLog => "rw",
        Role::HotLog => "hot",
        Role::ColdLog => "cold",
        Role::Replacement => "replacement",
        _ => "log",
    }
}

/// How far addresses go.
struct Limits {
    blocks: u32,
    pages_per_block: u32,
    pages: u32,
    logical_pages: u32,
    logical_blocks: u32,
    translation_pages: u32,
}

impl Limits {
    fn of(setup: &Setup) -> Self {
        let logical_pages = setup.logical_pages;
        let cmt = setup.scheme.cmt();
        let translation_pages = cmt.map_or(0, |cmt| {
            logical_pages.div_ceil(cmt.entries_per_translation_page)
        });
        Self {
            blocks: setup.geometry.blocks,
            pages_per_block: setup.geometry.pages_per_block,
            pages: setup.geometry.pages(),
            logical_pages,
            logical_blocks: logical_pages.div_ceil(setup.geometry.pages_per_block),
            translation_pages,
        }
    }
}

/// `value`, if it is below `limit`; `what` names the address: "PBN".
fn below(path: &str, what: &str, value: u32, limit: u32) -> Checked<u32> {
    if value < limit {
        return Ok(value);
    }
    let (message, remedy) = match limit {
        0 => (
            format!("{what} {value}: this device has none"),
            "Leave it out.".to_owned(),
        ),
        _ => (
            format!("{what} {value} does not exist"),
            format!("Give a number from 0 to {}.", limit - 1),
        ),
    };
    Err(Problem::new(path, message, remedy))
}

/// That no table of another scheme is given.
fn own_tables(initial: &Initial, setup: &Setup) -> Checked<()> {
    let tables = [
        ("data", initial.data.is_some()),
        ("log", initial.log.is_some()),
        ("cmt", initial.cmt.is_some()),
        ("gtd", initial.gtd.is_some()),
        ("frontier", initial.frontier.is_some()),
    ];
    let own = setup.scheme.initial_tables();
    match tables
        .iter()
        .find(|(table, given)| *given && !own.contains(table))
    {
        None => Ok(()),
        Some((table, ..)) => Err(Problem::new(
            format!("initial.{table}"),
            format!(
                "table `{table}` does not belong to ftl kind `{}`",
                setup.scheme.name()
            ),
            "Leave it out.",
        )),
    }
}

fn pages(initial: &Initial, limits: &Limits) -> Checked<Vec<Vec<InitialPage>>> {
    let given = initial.blocks.len();
    if given > limits.blocks as usize {
        let message = format!(
            "`initial.blocks` lists {given} blocks; the device has {}",
            limits.blocks
        );
        return Err(Problem::new(
            "initial.blocks",
            message,
            "List at most as many blocks as the device has.",
        ));
    }
    // Whether there is a valid copy: of each logical page, then of each translation page.
    let mut valid = vec![false; (limits.logical_pages + limits.translation_pages) as usize];
    let mut blocks = Vec::with_capacity(given);
    for (b, block) in initial.blocks.iter().enumerate() {
        if block.len() > limits.pages_per_block as usize {
            let message = format!(
                "block {b} lists {} pages; a block has {}",
                block.len(),
                limits.pages_per_block
            );
            return Err(Problem::new(
                format!("initial.blocks[{b}]"),
                message,
                "List at most as many as it has.",
            ));
        }
        let mut pages = Vec::with_capacity(block.len());
        for (p, text) in block.iter().enumerate() {
            let path = || format!("initial.blocks[{b}][{p}]");
            let page = page(text).ok_or_else(|| {
                Problem::new(
                    path(),
                    format!("`{text}` is not a page"),
                    "Write `.` (free), `5` (valid copy of LPN 5), `x5` (invalid copy), `t2` or `xt2` (translation page).",
                )
            })?;
            let place = match page {
                InitialPage::Free => None,
                InitialPage::Data { lpn, valid } => {
                    below(&path(), "LPN", lpn, limits.logical_pages)?;
                    valid.then_some(lpn)
                }
                InitialPage::Translation { tpn, valid } => {
                    below(&path(), "translation page", tpn, limits.translation_pages)?;
                    valid.then_some(limits.logical_pages + tpn)
                }
            };
            if place.is_some_and(|place| std::mem::replace(&mut valid[place as usize], true)) {
                let message = format!("`{page}` is valid in two places");
                return Err(Problem::new(
                    path(),
                    message,
                    format!("Write `x{page}` for the older copy."),
                ));
            }
            pages.push(page);
        }
        trim(&mut pages, |page| *page == InitialPage::Free);
        blocks.push(pages);
    }
    trim(&mut blocks, Vec::is_empty);
    Ok(blocks)
}

/// Takes off what is free at the end, so that one state has one form.
fn trim<T>(list: &mut Vec<T>, free: impl Fn(&T) -> bool) {
    while list.last().is_some_and(&free) {
        list.pop();
    }
}

/// A page from its notation.
fn page(text: &str) -> Option<InitialPage> {
    if text == "." {
        return Some(InitialPage::Free);
    }
    let (valid, rest) = text
        .strip_prefix('x')
        .map_or((true, text), |rest| (false, rest));
    let (translation, digits) = rest
        .strip_prefix('t')
        .map_or((false, rest), |rest| (true, rest));
    let number = digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())??;
    Some(if translation {
        InitialPage::Translation { tpn: number, valid }
    } else {
        InitialPage::Data { lpn: number, valid }
    })
}

fn tables(initial: &Initial, setup: &Setup, limits: &Limits) -> Checked<InitialTables> {
    let mut tables = InitialTables::default();
    for &(lbn, pbn) in initial.data.iter().flat_map(|data| &data.0) {
        let path = format!("initial.data.{lbn}");
        below(&path, "LBN", lbn, limits.logical_blocks)?;
        tables
            .data
            .push((Lbn(lbn), Pbn(below(&path, "PBN", pbn, limits.blocks)?)));
    }
    for (i, (pbn, role, lbn)) in initial.log.iter().flatten().enumerate() {
        let path = format!("initial.log[{i}]");
        let roles = setup.scheme.log_roles();
        let Some(&own) = roles.iter().find(|&&own| log_role(own) == role) else {
            return Err(Problem::unknown(
                format!("{path}[1]"),
                "role of a log block",
                role,
                roles.iter().map(|&own| log_role(own)),
            ));
        };
        let lbn = lbn
            .map(|lbn| below(&format!("{path}[2]"), "LBN", lbn, limits.logical_blocks))
            .transpose()?;
        tables.log.push((
            Pbn(below(&format!("{path}[0]"), "PBN", *pbn, limits.blocks)?),
            own,
            lbn.map(Lbn),
        ));
    }
    tables.cmt = cmt(initial, setup, limits)?;
    let gtd = initial.gtd.as_deref().unwrap_or_default();
    if gtd.len() > limits.translation_pages as usize {
        let message = format!(
            "`gtd` lists {} translation pages; there are {}",
            gtd.len(),
            limits.translation_pages
        );
        return Err(Problem::new(
            "initial.gtd",
            message,
            "List at most one entry per translation page.",
        ));
    }
    for (i, ppn) in gtd.iter().enumerate() {
        let path = format!("initial.gtd[{i}]");
        tables.gtd.push(
            ppn.map(|ppn| below(&path, "PPN", ppn, limits.pages))
                .transpose()?
                .map(Ppn),
        );
    }
    let frontier = |path: &str, pbn| below(path, "PBN", pbn, limits.blocks).map(Pbn);
    tables.frontier = match &initial.frontier {
        None => Vec::new(),
        Some(Or::Scalar(pbn)) => vec![frontier("initial.frontier", *pbn)?],
        Some(Or::Compound(list)) => {
            let each = list.iter().enumerate();
            each.map(|(i, pbn)| frontier(&format!("initial.frontier[{i}]"), *pbn))
                .collect::<Checked<_>>()?
        }
    };
    Ok(tables)
}

fn cmt(
    initial: &Initial,
    setup: &Setup,
    limits: &Limits,
) -> Checked<Vec<(Lpn, Option<Ppn>, bool)>> {
    let mut entries = Vec::new();
    let mut seen = vec![false; limits.logical_pages as usize];
    for (i, (lpn, ppn, state)) in initial.cmt.iter().flatten().enumerate() {
        let path = |field: usize| format!("initial.cmt[{i}][{field}]");
        let lpn = Lpn(below(&path(0), "LPN", *lpn, limits.logical_pages)?);
        if std::mem::replace(&mut seen[lpn.index()], true) {
            return Err(Problem::new(
                path(0),
                format!("LPN {lpn} is in the CMT twice"),
                "Keep one of the two.",
            ));
        }
        let ppn = ppn
            .map(|ppn| below(&path(1), "PPN", ppn, limits.pages))
            .transpose()?;
        let dirty = match state.as_str() {
            "clean" => false,
            "dirty" => true,
            other => {
                return Err(Problem::unknown(
                    path(2),
                    "state of a CMT entry",
                    other,
                    ["clean", "dirty"],
                ));
            }
        };
        entries.push((lpn, ppn.map(Ppn), dirty));
    }
    match setup.scheme.cmt() {
        Some(cmt) if entries.len() > cmt.entries as usize => Err(Problem::new(
            "initial.cmt",
            format!(
                "{} entries do not fit into a CMT of {}",
                entries.len(),
                cmt.entries
            ),
            "Take fewer, or more `cmt_entries`.",
        )),
        _ => Ok(entries),
    }
}
