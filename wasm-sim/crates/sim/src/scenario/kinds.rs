//! What comes in kinds: which kinds there are, which are still to come, and the fields of each.

use crate::few;
use crate::json::{self, Index, Reader};

use super::problem::{Checked, Problem, join};

/// A place in the document where a `kind` says which other fields there are.
#[derive(Debug)]
pub(super) struct Kinds {
    /// For messages: "ftl kind".
    what: &'static str,
    /// Each kind with its fields.
    fields: &'static [(&'static str, &'static [&'static str])],
    /// Kinds of SPEC that this version lacks.
    later: &'static [&'static str],
}

pub(super) const FTL: Kinds = Kinds {
    what: "ftl kind",
    fields: &[
        (
            "page",
            &[
                "gc_policy",
                "gc_trigger",
                "gc_threshold",
                "separate_gc_frontier",
                "hot_cold",
                "wear_leveling",
            ],
        ),
        ("bast", &["log_blocks"]),
        ("fast", &["log_blocks", "skip_stale"]),
        (
            "last",
            &["log_blocks", "seq_log_blocks", "k", "seq_threshold"],
        ),
        (
            "superblock",
            &[
                "blocks_per_superblock",
                "update_blocks_per_superblock",
                "update_blocks",
                "cached_superblocks",
            ],
        ),
        (
            "dftl",
            &[
                "cmt_entries",
                "cmt_policy",
                "cmt_protected",
                "entries_per_translation_page",
                "gc_threshold",
                "gc_policy",
                "lazy_copy",
                "batch_update",
                "prefetch",
                "gtd_checkpoint_every",
                "full_scan",
                "wear_leveling",
            ],
        ),
        ("replacement", &["gc_threshold"]),
        ("block", &[]),
    ],
    later: &[],
};

pub(super) const GC_POLICY: Kinds = Kinds {
    what: "gc_policy",
    fields: &[
        ("greedy", &[]),
        ("fifo", &[]),
        ("fifo_full", &[]),
        ("windowed_greedy", &["w"]),
        ("cost_benefit", &[]),
        ("cat", &[]),
        ("random", &[]),
        ("d_choices", &["d"]),
    ],
    later: &[],
};

#[cfg(feature = "page")]
pub(super) const GC_TRIGGER: Kinds = Kinds {
    what: "gc_trigger",
    fields: &[("threshold", &[]), ("on_demand", &[])],
    later: &[],
};

pub(super) const CLASSIFIER: Kinds = Kinds {
    what: "classifier",
    fields: &[("oracle", &[]), ("recency", &[])],
    later: &[],
};

pub(super) const POOL_CHOICE: Kinds = Kinds {
    what: "pool_choice",
    fields: &[
        ("greedy", &[]),
        ("cat_hc", &["age"]),
        ("optimal", &[]),
        ("fixed_split", &["p"]),
    ],
    later: &[],
};

pub(super) const AGE: Kinds = Kinds {
    what: "age",
    fields: &[("linear", &[]), ("log2", &[])],
    later: &[],
};

pub(super) const CMT_POLICY: Kinds = Kinds {
    what: "cmt_policy",
    fields: &[
        ("slru", &[]),
        ("lru", &[]),
        ("lfu", &[]),
        #[cfg(feature = "buffer")]
        ("groups", &[]),
    ],
    later: &[],
};

#[cfg(feature = "buffer")]
pub(super) const BUFFER: Kinds = Kinds {
    what: "buffer kind",
    fields: &[
        ("none", &[]),
        ("lru", &["capacity", "battery_backed"]),
        ("cflru", &["capacity", "window", "battery_backed"]),
        ("fab", &["capacity", "battery_backed"]),
        ("bplru", &["capacity", "lru_compensation", "battery_backed"]),
        ("pud_lru", &["capacity", "threshold", "battery_backed"]),
        (
            "gc_arm",
            &[
                "capacity",
                "window_requests",
                "distinct_blocks",
                "step_bytes",
                "battery_backed",
            ],
        ),
        (
            "ap",
            &[
                "capacity",
                "window_requests",
                "step_bytes",
                "battery_backed",
            ],
        ),
    ],
    later: &[],
};
/// In an engine without buffers, which the page asks for none of them.
#[cfg(not(feature = "buffer"))]
pub(super) const BUFFER: Kinds = Kinds {
    what: "buffer kind",
    fields: &[("none", &[])],
    later: &["lru", "cflru", "fab", "bplru", "pud_lru", "gc_arm", "ap"],
};

#[cfg(feature = "parallel")]
pub(super) const SCHEDULER: Kinds = Kinds {
    what: "scheduler",
    fields: &[
        ("noop", &[]),
        (
            "deadline",
            &[
                "read_expire_ms",
                "write_expire_ms",
                "writes_starved",
                "fifo_batch",
            ],
        ),
        (
            "cfq",
            &[
                "quantum",
                "slice_sync_ms",
                "slice_async_ms",
                "slice_async_rq",
                "slice_idle_ms",
                "fifo_expire_sync_ms",
                "fifo_expire_async_ms",
            ],
        ),
        (
            "anticipatory",
            &[
                "read_expire_ms",
                "write_expire_ms",
                "read_batch_ms",
                "write_batch_ms",
                "antic_expire_ms",
            ],
        ),
        ("ssd_zones", &["zones"]),
    ],
    later: &[],
};

#[cfg(feature = "parallel")]
pub(super) const ARRIVALS: Kinds = Kinds {
    what: "arrivals",
    fields: &[("fixed", &[]), ("poisson", &[])],
    later: &[],
};

#[cfg(not(feature = "parallel"))]
pub(super) const SCHEDULER: Kinds = Kinds {
    what: "scheduler",
    fields: &[("noop", &[])],
    later: &["deadline", "cfq", "anticipatory", "ssd_zones"],
};

pub(super) const PRECONDITION: Kinds = Kinds {
    what: "precondition kind",
    fields: &[
        ("sequential", &["from", "pages"]),
        ("random_fill", &[]),
        ("fill_and_invalidate", &["fraction"]),
        ("steady_state", &["tolerance", "window", "max_windows"]),
    ],
    later: &[],
};

/// The fields of a generated workload, and its own.
macro_rules! generated {
    ($($own:literal),*) => {
        &["requests", "read_fraction", "trim_fraction", "range", "interarrival_ms", $($own),*]
    };
}

pub(super) const WORKLOAD: Kinds = Kinds {
    what: "workload kind",
    fields: &[
        ("ops", &["ops", "interarrival_ms"]),
        ("sequential", generated!("pages", "from")),
        ("uniform", generated!("pages")),
        ("hot_cold", generated!("pages", "r", "f")),
        ("zipf", generated!("pages", "theta")),
        ("streams", generated!("pages", "streams")),
        ("pattern", generated!("pattern")),
        ("profile", generated!("profile", "reuse", "reuse_within")),
        ("trace", &["path", "trace_format", "mapping", "requests"]),
    ],
    later: &[],
};

/// The kinds of the object at a path.
pub(super) fn at(path: &str) -> Option<&'static Kinds> {
    Some(match path {
        "ftl" => &FTL,
        "ftl.gc_policy" => &GC_POLICY,
        "ftl.cmt_policy" => &CMT_POLICY,
        "ftl.hot_cold.pool_choice" => &POOL_CHOICE,
        "buffer" => &BUFFER,
        #[cfg(feature = "parallel")]
        "host.scheduler" => &SCHEDULER,
        "workload" => &WORKLOAD,
        _ if path.starts_with("precondition[") => &PRECONDITION,
        _ => return None,
    })
}

impl Kinds {
    /// The kinds that there are.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().map(|(name, _)| *name)
    }

    /// The fields of a kind, `kind` itself not among them.
    pub(super) fn fields_of(&self, kind: &str) -> Option<&'static [&'static str]> {
        self.fields
            .iter()
            .find(|(name, _)| *name == kind)
            .map(|(_, fields)| *fields)
    }

    /// Whether any kind has this field.
    pub(super) fn has(&self, field: &str) -> bool {
        self.fields
            .iter()
            .any(|(_, fields)| fields.contains(&field))
    }

    /// That the object at `path` is of a kind that there is.
    pub(super) fn check(&self, path: &str, kind: &str) -> Checked<()> {
        self.check_name(join(path, "kind"), kind)
    }

    /// The same where the name stands at `path` itself.
    pub(super) fn check_name(&self, path: String, kind: &str) -> Checked<()> {
        if self.fields_of(kind).is_some() {
            Ok(())
        } else if self.later.contains(&kind) {
            Err(Problem::later(path, self.what, kind, self.names()))
        } else {
            Err(Problem::unknown(path, self.what, kind, self.names()))
        }
    }

    /// That the object at `path` is of a kind that there is, and has no field of another kind.
    pub(super) fn check_fields(
        &self,
        path: &str,
        kind: &str,
        object: &impl serde::Serialize,
    ) -> Checked<()> {
        self.check(path, kind)?;
        let own = self.fields_of(kind).unwrap_or_default();
        let text = json::text(object);
        let index = Index::new(&text);
        for member in Reader::new(&index).children() {
            let field = &*member.key();
            if field != "kind" && member.raw() != "null" && !own.contains(&field) {
                let of: Vec<_> = self
                    .fields
                    .iter()
                    .filter(|(_, f)| f.contains(&field))
                    .map(|(n, _)| *n)
                    .collect();
                return Err(Problem::new(
                    join(path, field),
                    format!("field `{field}` does not belong to {} `{kind}`", self.what),
                    format!(
                        "Leave it out, or take a kind that has it: {}.",
                        few::join(&of, ", ")
                    ),
                ));
            }
        }
        Ok(())
    }
}
