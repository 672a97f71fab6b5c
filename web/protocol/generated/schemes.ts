// Written from Rust by `npm run gen`. Do not edit.

import type { BufferKind } from "./BufferKind";
import type { FtlKind } from "./FtlKind";

/** What the values of an option are. */
export type OptionType =
  | { type: "whole"; least: number }
  | { type: "number"; from: number; to: number }
  | { type: "flag" }
  | { type: "choice"; kinds: Record<string, OptionFields> }
  | { type: "group"; fields: OptionFields };

/** An option: its values, its default (`null`: none), an example where it must be given, and whether it can change between two requests. */
export interface OptionField {
  of: OptionType;
  default: string | number | boolean | null;
  needed: string | null;
  changes: boolean;
}

export type OptionFields = Record<string, OptionField>;

/** The options of each scheme, in the order of a declaration. */
export const SCHEMES: Record<FtlKind, OptionFields> = {
  page: { gc_trigger: { of: { type: "choice", kinds: { threshold: { }, on_demand: { } } }, default: "threshold", needed: null, changes: false }, gc_policy: { of: { type: "choice", kinds: { greedy: { }, fifo: { }, fifo_full: { }, windowed_greedy: { w: { of: { type: "whole", least: 1 }, default: null, needed: "500", changes: false }, }, cost_benefit: { }, cat: { }, random: { }, d_choices: { d: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } } }, default: "greedy", needed: null, changes: true }, gc_threshold: { of: { type: "whole", least: 2 }, default: 2, needed: null, changes: true }, separate_gc_frontier: { of: { type: "flag" }, default: false, needed: null, changes: false }, hot_cold: { of: { type: "group", fields: { classifier: { of: { type: "choice", kinds: { oracle: { }, recency: { } } }, default: "recency", needed: null, changes: false }, pool_choice: { of: { type: "choice", kinds: { greedy: { }, cat_hc: { age: { of: { type: "choice", kinds: { linear: { }, log2: { } } }, default: "linear", needed: null, changes: false }, }, optimal: { }, fixed_split: { p: { of: { type: "number", from: 0, to: 1 }, default: null, needed: "0.5", changes: false }, } } }, default: "greedy", needed: null, changes: false }, } }, default: null, needed: null, changes: true }, wear_leveling: { of: { type: "group", fields: { threshold: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } }, default: null, needed: null, changes: true }, },
  bast: { log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, },
  fast: { log_blocks: { of: { type: "whole", least: 2 }, default: null, needed: "8", changes: false }, skip_stale: { of: { type: "flag" }, default: true, needed: null, changes: true }, },
  kast: { log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, seq_log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "1", changes: false }, associativity: { of: { type: "whole", least: 1 }, default: null, needed: "2", changes: false }, },
  last: { log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, seq_log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "1", changes: false }, k: { of: { type: "whole", least: 0 }, default: null, needed: "64", changes: false }, seq_threshold: { of: { type: "whole", least: 1 }, default: 4096, needed: null, changes: true }, },
  superblock: { blocks_per_superblock: { of: { type: "whole", least: 1 }, default: null, needed: "4", changes: false }, update_blocks_per_superblock: { of: { type: "whole", least: 1 }, default: null, needed: "4", changes: false }, update_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, cached_superblocks: { of: { type: "whole", least: 1 }, default: null, needed: "16", changes: false }, },
  dftl: { cmt_entries: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, cmt_policy: { of: { type: "choice", kinds: { slru: { }, lru: { }, lfu: { }, groups: { } } }, default: "slru", needed: null, changes: true }, cmt_protected: { of: { type: "number", from: 0, to: 1 }, default: 0.5, needed: null, changes: true }, entries_per_translation_page: { of: { type: "whole", least: 4 }, default: null, needed: null, changes: false }, gc_threshold: { of: { type: "whole", least: 3 }, default: 3, needed: null, changes: true }, gc_policy: { of: { type: "choice", kinds: { greedy: { }, fifo: { }, fifo_full: { }, windowed_greedy: { w: { of: { type: "whole", least: 1 }, default: null, needed: "500", changes: false }, }, cost_benefit: { }, cat: { }, random: { }, d_choices: { d: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } } }, default: "cost_benefit", needed: null, changes: true }, lazy_copy: { of: { type: "flag" }, default: true, needed: null, changes: true }, batch_update: { of: { type: "flag" }, default: true, needed: null, changes: true }, prefetch: { of: { type: "whole", least: 0 }, default: 0, needed: null, changes: true }, gtd_checkpoint_every: { of: { type: "whole", least: 0 }, default: 0, needed: null, changes: false }, full_scan: { of: { type: "flag" }, default: false, needed: null, changes: false }, wear_leveling: { of: { type: "group", fields: { threshold: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } }, default: null, needed: null, changes: true }, },
  replacement: { gc_threshold: { of: { type: "whole", least: 1 }, default: 1, needed: null, changes: true }, },
  block: { },
};

/** The options of each write buffer, in the order of a declaration. */
export const BUFFERS: Record<BufferKind, OptionFields> = {
  none: { },
  lru: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  cflru: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, window: { of: { type: "whole", least: 1 }, default: null, needed: "16", changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  fab: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  bplru: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, lru_compensation: { of: { type: "flag" }, default: true, needed: null, changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  pud_lru: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, threshold: { of: { type: "number", from: 0, to: 1 }, default: 0.001, needed: null, changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  gc_arm: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, window_requests: { of: { type: "whole", least: 1 }, default: 500, needed: null, changes: false }, distinct_blocks: { of: { type: "whole", least: 1 }, default: 250, needed: null, changes: false }, step_bytes: { of: { type: "whole", least: 1 }, default: 16384, needed: null, changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
  ap: { capacity: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, window_requests: { of: { type: "whole", least: 1 }, default: 500, needed: null, changes: false }, step_bytes: { of: { type: "whole", least: 1 }, default: 16384, needed: null, changes: false }, battery_backed: { of: { type: "flag" }, default: true, needed: null, changes: false }, },
};

/** The options of each I/O scheduler, in the order of a declaration. */
export const SCHEDULERS: Record<string, OptionFields> = {
  noop: { },
  deadline: { read_expire_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 500, needed: null, changes: false }, write_expire_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 5000, needed: null, changes: false }, writes_starved: { of: { type: "whole", least: 0 }, default: 2, needed: null, changes: false }, fifo_batch: { of: { type: "whole", least: 1 }, default: 16, needed: null, changes: false }, },
  cfq: { quantum: { of: { type: "whole", least: 1 }, default: 8, needed: null, changes: false }, slice_sync_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 100, needed: null, changes: false }, slice_async_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 40, needed: null, changes: false }, slice_async_rq: { of: { type: "whole", least: 1 }, default: 2, needed: null, changes: false }, slice_idle_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 8, needed: null, changes: false }, fifo_expire_sync_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 125, needed: null, changes: false }, fifo_expire_async_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 250, needed: null, changes: false }, },
  anticipatory: { read_expire_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 125, needed: null, changes: false }, write_expire_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 250, needed: null, changes: false }, read_batch_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 500, needed: null, changes: false }, write_batch_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 125, needed: null, changes: false }, antic_expire_ms: { of: { type: "number", from: 0, to: 1000000000 }, default: 6, needed: null, changes: false }, },
  ssd_zones: { zones: { of: { type: "whole", least: 1 }, default: 8, needed: null, changes: false }, },
};
