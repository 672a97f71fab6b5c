/**
 * The page's checks: the tables of figures/desnoyers-tables.json. Our computed values are computed, our simulated
 * ones are run (figures.ts, ../use-runs.ts).
 */
import * as v from 'valibot';
import data from './figures/desnoyers-tables.json';

/** `fifo` passes over full blocks, which `lru` takes; `optimal` and CAT find a division of the spare space themselves (figures/desnoyers.json). */
const CLEANINGS = [
  'lru',
  'fifo',
  'greedy',
  'windowed',
  'apart',
  'optimal',
  'cat_log2',
  'cat_linear',
] as const;
export type Cleaning = (typeof CLEANINGS)[number];

/** The number of blocks of the paper's device, which includes its free list. */
const PAPER_BLOCKS = 100_000;

const row = v.pipe(
  v.strictObject({
    id: v.string(),
    cleaning: v.picklist(CLEANINGS),
    sf: v.number(),
    np: v.number(),
    r: v.optional(v.number()),
    f: v.optional(v.number()),
    free_list: v.optional(v.number(), 0),
    computed: v.optional(v.nullable(v.number()), null),
    simulated: v.optional(v.nullable(v.number()), null),
  }),
  v.transform(({ r, f, free_list, ...rest }) => ({
    ...rest,
    /** Shares of the writes and of the pages that are hot; `null` under uniform traffic. */
    hot: r === undefined || f === undefined ? null : { r, f },
    /** Blocks of the paper's free list that never age, for each of its blocks of data; see `scenarioOf`. */
    freeList: free_list / PAPER_BLOCKS,
  })),
);
const table = v.object({
  id: v.string(),
  against: v.picklist(['simulated', 'computed']),
  rows: v.array(row),
});

export type Row = v.InferOutput<typeof row>;
export type Table = v.InferOutput<typeof table>;

export const TABLES: readonly Table[] = v.parse(v.array(table), data.tables);
