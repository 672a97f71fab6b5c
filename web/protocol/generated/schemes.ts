// Written from Rust by `npm run gen`. Do not edit.

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

/** The options of each scheme, in the order of the canonical form. */
export const SCHEMES: Record<FtlKind, OptionFields> = {
  page: { gc_trigger: { of: { type: "choice", kinds: { threshold: { }, on_demand: { } } }, default: "threshold", needed: null, changes: false }, gc_policy: { of: { type: "choice", kinds: { greedy: { }, fifo: { }, fifo_full: { }, windowed_greedy: { w: { of: { type: "whole", least: 1 }, default: null, needed: "500", changes: false }, }, cost_benefit: { }, cat: { }, random: { }, d_choices: { d: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } } }, default: "greedy", needed: null, changes: true }, gc_threshold: { of: { type: "whole", least: 2 }, default: 2, needed: null, changes: true }, separate_gc_frontier: { of: { type: "flag" }, default: false, needed: null, changes: false }, hot_cold: { of: { type: "group", fields: { classifier: { of: { type: "choice", kinds: { oracle: { }, recency: { } } }, default: "recency", needed: null, changes: false }, pool_choice: { of: { type: "choice", kinds: { greedy: { }, cat_hc: { age: { of: { type: "choice", kinds: { linear: { }, log2: { } } }, default: "linear", needed: null, changes: false }, }, optimal: { }, fixed_split: { p: { of: { type: "number", from: 0, to: 1 }, default: null, needed: "0.5", changes: false }, } } }, default: "greedy", needed: null, changes: false }, } }, default: null, needed: null, changes: true }, wear_leveling: { of: { type: "group", fields: { threshold: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } }, default: null, needed: null, changes: true }, },
  bast: { log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, },
  fast: { log_blocks: { of: { type: "whole", least: 2 }, default: null, needed: "8", changes: false }, skip_stale: { of: { type: "flag" }, default: true, needed: null, changes: true }, },
  last: { log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, seq_log_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "1", changes: false }, k: { of: { type: "whole", least: 0 }, default: null, needed: "64", changes: false }, seq_threshold: { of: { type: "whole", least: 1 }, default: 4096, needed: null, changes: true }, },
  superblock: { blocks_per_superblock: { of: { type: "whole", least: 1 }, default: null, needed: "4", changes: false }, update_blocks_per_superblock: { of: { type: "whole", least: 1 }, default: null, needed: "4", changes: false }, update_blocks: { of: { type: "whole", least: 1 }, default: null, needed: "8", changes: false }, cached_superblocks: { of: { type: "whole", least: 1 }, default: null, needed: "16", changes: false }, },
  dftl: { cmt_entries: { of: { type: "whole", least: 1 }, default: null, needed: "64", changes: false }, cmt_policy: { of: { type: "choice", kinds: { slru: { }, lru: { }, lfu: { }, groups: { } } }, default: "slru", needed: null, changes: true }, cmt_protected: { of: { type: "number", from: 0, to: 1 }, default: 0.5, needed: null, changes: true }, entries_per_translation_page: { of: { type: "whole", least: 4 }, default: null, needed: null, changes: false }, gc_threshold: { of: { type: "whole", least: 3 }, default: 3, needed: null, changes: true }, gc_policy: { of: { type: "choice", kinds: { greedy: { }, fifo: { }, fifo_full: { }, windowed_greedy: { w: { of: { type: "whole", least: 1 }, default: null, needed: "500", changes: false }, }, cost_benefit: { }, cat: { }, random: { }, d_choices: { d: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } } }, default: "cost_benefit", needed: null, changes: true }, lazy_copy: { of: { type: "flag" }, default: true, needed: null, changes: true }, batch_update: { of: { type: "flag" }, default: true, needed: null, changes: true }, prefetch: { of: { type: "whole", least: 0 }, default: 0, needed: null, changes: true }, gtd_checkpoint_every: { of: { type: "whole", least: 0 }, default: 0, needed: null, changes: false }, full_scan: { of: { type: "flag" }, default: false, needed: null, changes: false }, wear_leveling: { of: { type: "group", fields: { threshold: { of: { type: "whole", least: 1 }, default: null, needed: "10", changes: false }, } }, default: null, needed: null, changes: true }, },
  replacement: { gc_threshold: { of: { type: "whole", least: 1 }, default: 1, needed: null, changes: true }, },
  block: { },
};
