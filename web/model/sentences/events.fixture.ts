/** Events of every kind, with values that tests of sentences look for. */
import type { Cause } from '../../protocol/generated/Cause';
import type { Decision } from '../../protocol/generated/Decision';
import type { DestageRule } from '../../protocol/generated/DestageRule';
import type { Event } from '../../protocol/generated/Event';
import type { Locality } from '../../protocol/generated/Locality';
import type { MergeKind } from '../../protocol/generated/MergeKind';
import type { MergeReason } from '../../protocol/generated/MergeReason';
import type { MergeWhy } from '../../protocol/generated/MergeWhy';
import type { PartitionDecision } from '../../protocol/generated/PartitionDecision';
import { ROLES } from '../../protocol/heat';

const CAUSES: Cause[] = [
  'host',
  'gc',
  'merge',
  'translation',
  'translation_gc',
  'pad',
  'wear',
  'recovery',
  'partial',
];
export const data = { kind: 'data', logical: 5 } as const;

/** The victim policies but greedy, and one that is not known. */
export const POLICIES = ['fifo', 'windowed_greedy', 'cost_benefit', 'cat', 'random', 'd_choices', 'other'];

const REASONS = [
  'log_block_full',
  'no_free_log_block',
  'no_free_sequential_log',
  'new_sequence',
  'sequence_broken',
  'reclaimed',
] as const satisfies readonly MergeReason[];

const WHYS: MergeWhy[] = [
  { rule: 'prefix', pages: 2 },
  { rule: 'out_of_place', page: 0, holds: 3 },
  { rule: 'stale', page: 1 },
  { rule: 'shared' },
  { rule: 'chosen' },
];

/** The compiler holds it complete. */
const DECISIONS = Object.keys({
  victim: 0,
  log_block: 0,
  merge: 0,
  eviction: 0,
  superblock: 0,
  chain: 0,
  placement: 0,
} satisfies Record<Decision, 0>) as Decision[];

const LOCALITIES: Locality[] = [
  { verdict: 'continues', log: 4 },
  { verdict: 'begins' },
  { verdict: 'random', why: { reason: 'small' }, place: 2, k: 5 },
  { verdict: 'random', why: { reason: 'no_stream' }, place: null, k: 5 },
  { verdict: 'random', why: { reason: 'out_of_order', log: 4, next: 3 }, place: null, k: 0 },
  { verdict: 'random', why: { reason: 'out_of_order', log: 4, next: 4 }, place: null, k: 5 },
];

const INFREQUENT = {
  rule: 'infrequent',
  pages: 3,
  pud: 1,
  least: 0,
  most: 2,
  threshold: 0.01,
  infrequent: 3,
} as const;

const BENEFIT = {
  rule: 'benefit',
  page: 2,
  block: -1,
  lbn: 3,
  pages: 3,
  missing: 1,
  mapping_group: null,
} as const;

const PARTITION = {
  requests: 500,
  writes: 300,
  distinct: 250,
  threshold: 250,
  buffer_saves_us: 400,
  mapping_saves_us: 50,
  pages: 8,
  entries: 4096,
};

const PARTITIONS: PartitionDecision[] = [
  { ...PARTITION, grew: 'mapping', why: 'random', at_limit: false },
  { ...PARTITION, grew: null, why: 'random', at_limit: true },
  { ...PARTITION, grew: 'buffer', why: 'local', at_limit: false },
  { ...PARTITION, grew: null, why: 'few_writes', at_limit: false },
  { ...PARTITION, grew: 'buffer', why: 'buffer_ghosts', at_limit: false },
  { ...PARTITION, grew: 'mapping', why: 'mapping_ghosts', at_limit: false },
  { ...PARTITION, grew: null, why: 'even_ghosts', at_limit: false },
];

const DESTAGE_RULES: DestageRule[] = [
  { rule: 'lru' },
  { rule: 'none_clean', window: 4 },
  { rule: 'largest', pages: 3, tied: 1 },
  { rule: 'largest', pages: 3, tied: 2 },
  { rule: 'least_recent', compensated: false },
  { rule: 'least_recent', compensated: true },
  { ...INFREQUENT, tied: 1 },
  { ...INFREQUENT, tied: 2 },
  { ...BENEFIT, by_block: true },
  { ...BENEFIT, by_block: false },
  { ...BENEFIT, by_block: false, mapping_group: { tpn: 2, entries: 5 } },
];

/** Write buffers. */
export const BUFFERS = ['lru', 'cflru', 'fab', 'bplru', 'pud_lru', 'gc_arm', 'ap'];

/** At least one event of every kind, and every cause, role and reason of each. The compiler holds it complete. */
export const EVENTS: { [T in Event['t']]: Extract<Event, { t: T }>[] } = {
  host_page: (['read', 'write', 'trim'] as const).flatMap((op) => [
    { t: 'host_page', op, lpn: 5, version: 2, index: 0, pages: 1 },
    { t: 'host_page', op, lpn: 5, version: 2, index: 1, pages: 3 },
    { t: 'host_page', op, lpn: 5, version: 2, index: 0, pages: 1, part: 512 },
  ]),
  trim_kept: [
    { t: 'trim_kept', bytes: 512, nothing: false },
    { t: 'trim_kept', bytes: 512, nothing: true },
  ],
  read: [
    ...CAUSES.map((cause) => ({ t: 'read' as const, ppn: 9, ...data, cause })),
    { t: 'read', ppn: 9, kind: 'translation', logical: 1, cause: 'translation' },
  ],
  program: CAUSES.flatMap((cause) => [
    { t: 'program', ppn: 9, ...data, version: 2, from: null, cause },
    { t: 'program', ppn: 9, ...data, version: 2, from: 3, cause },
    { t: 'program', ppn: 9, kind: 'translation', logical: 1, version: 2, from: null, cause },
    { t: 'program', ppn: 9, kind: 'translation', logical: 1, version: 2, from: 3, cause },
  ]),
  invalidate: [{ t: 'invalidate', ppn: 9 }],
  erase: CAUSES.map((cause) => ({ t: 'erase', pbn: 2, cause })),
  block_taken: ROLES.map((role) => ({ t: 'block_taken', pbn: 2, role, lbn: 1 })),
  block_role: ROLES.flatMap((role) => [
    { t: 'block_role', pbn: 2, role, lbn: 1 },
    { t: 'block_role', pbn: 2, role, lbn: null },
  ]),
  frontier_opened: (['data', 'gc', 'translation', 'cold', 'hot', 'cold_gc', 'hot_gc'] as const).map(
    (stream) => ({
      t: 'frontier_opened',
      stream,
      pbn: 2,
    }),
  ),
  frontier_closed: [{ t: 'frontier_closed', stream: 'data', pbn: 2 }],
  map_set: [
    { t: 'map_set', lpn: 5, ppn: 9 },
    { t: 'map_set', lpn: 5, ppn: null },
  ],
  block_map_set: [
    { t: 'block_map_set', lbn: 1, pbn: 2 },
    { t: 'block_map_set', lbn: 1, pbn: null },
  ],
  log_touched: [{ t: 'log_touched', pbn: 2 }],
  // Each reason, and each why, with each kind: all three together would only take time.
  merge_begin: (['switch', 'partial', 'full'] as const).flatMap((kind) =>
    [
      ...REASONS.map((reason) => ({ reason, why: { rule: 'complete' } as const })),
      ...WHYS.map((why) => ({ reason: 'log_block_full' as const, why })),
    ].flatMap((said) =>
      [2, null].map((data) => ({
        t: 'merge_begin' as const,
        kind,
        lbn: 1,
        log: 4,
        data,
        copies: 3,
        ...said,
      })),
    ),
  ),
  chain_read: (['free', 'valid', 'invalid'] as const).flatMap((state) =>
    [false, true].flatMap((from_end) =>
      [0, 1, 2].map((place) => ({ t: 'chain_read' as const, lpn: 5, ppn: 9, place, of: 3, state, from_end })),
    ),
  ),
  chain_chosen: [1, 2].flatMap((threshold) =>
    [1, 2].map((tied) => ({
      t: 'chain_chosen' as const,
      lbn: 1,
      blocks: 3,
      longest: 3,
      tied,
      free: threshold - 1,
      threshold,
    })),
  ),
  merge_end: (['switch', 'partial', 'full'] as const).map((kind) => ({
    t: 'merge_end',
    kind,
    lbn: 1,
    data: 4,
    blocks: 1,
  })),
  locality_judged: LOCALITIES.map((locality) => ({
    t: 'locality_judged',
    lpn: 5,
    bytes: 8192,
    threshold: 4097,
    locality,
  })),
  recency_moved: [{ t: 'recency_moved', lpn: 5 }],
  log_block_chosen: (['dead', 'cold', 'hot', 'chosen'] as const).map((rule) => ({
    t: 'log_block_chosen',
    pbn: 4,
    rule,
    candidates: [{ id: 4, valid: 3, score: 2 }],
    choices: 3,
  })),
  reclaim_begin: [
    { t: 'reclaim_begin', pbn: 4, merged: [1, 3], skipped: [] },
    { t: 'reclaim_begin', pbn: 4, merged: [1], skipped: [2] },
  ],
  reclaim_end: [{ t: 'reclaim_end', pbn: 4, blocks: 2 }],
  map_cached: [{ t: 'map_cached', superblock: 1 }],
  map_read: [
    { t: 'map_read', superblock: 1, ppn: 9, dropped: 0 },
    { t: 'map_read', superblock: 1, ppn: null, dropped: null },
  ],
  superblock_written: [{ t: 'superblock_written', superblock: 1 }],
  compaction_begin: [
    {
      t: 'compaction_begin',
      superblock: 1,
      blocks: 3,
      until: 2,
      update_blocks: 4,
      wanted_by: 0,
      candidates: [{ id: 1, valid: 8, score: 0 }],
      choices: 3,
    },
  ],
  compaction_end: [{ t: 'compaction_end', superblock: 1, victims: 2, copied: 3 }],
  inner_cleaning_begin: [0, 2].flatMap((valid) =>
    [false, true].flatMap((compaction) =>
      [null, 5].map((excepted) => ({
        t: 'inner_cleaning_begin' as const,
        superblock: 1,
        pbn: 2,
        valid,
        blocks: 4,
        until: 2,
        compaction,
        excepted,
        candidates: [
          { id: 2, valid, score: valid },
          { id: 3, valid: 2, score: 2 },
        ],
        choices: 3,
      })),
    ),
  ),
  inner_cleaning_end: [3, 4].map((blocks) => ({
    t: 'inner_cleaning_end',
    superblock: 1,
    pbn: 2,
    copied: 2,
    blocks,
    compaction: false,
  })),
  gc_begin: [0, 2].flatMap((valid) =>
    [false, true].map((translation) => ({
      t: 'gc_begin' as const,
      pbn: 2,
      valid,
      translation,
      free: 1,
      threshold: 2,
      candidates: [
        { id: 2, valid, score: valid },
        { id: 3, valid: 2, score: 2 },
      ],
      choices: 6,
    })),
  ),
  gc_end: [false, true].map((translation) => ({ t: 'gc_end', pbn: 2, copied: 2, translation })),
  page_classified: [true, false].map((hot) => ({
    t: 'page_classified',
    lpn: 5,
    hot,
    distance: 12,
    mean: 20.25,
  })),
  pool_chosen: [true, false].map((hot) => ({
    t: 'pool_chosen',
    hot,
    cold_pool: { pick: 2, pick_valid: hot ? 4 : 3, blocks: 7, valid: 20, share: 0.2, score: 1.25 },
    hot_pool: { pick: null, pick_valid: 0, blocks: 1, valid: 2, share: 0.8, score: Number.MAX_VALUE },
  })),
  wear_begin: [{ t: 'wear_begin', from: 2, to: 5, least: 1, most: 9, threshold: 4, copies: 3 }],
  wear_end: [{ t: 'wear_end', from: 2, to: 5 }],
  cmt_hit: [{ t: 'cmt_hit', lpn: 5 }],
  cmt_miss: [false, true].map((full) => ({ t: 'cmt_miss', lpn: 5, tpn: 0, full })),
  cmt_placed: (['probationary', 'protected'] as const).map((segment) => ({
    t: 'cmt_placed',
    lpn: 5,
    ppn: 9,
    dirty: false,
    segment,
  })),
  cmt_prefetched: [{ t: 'cmt_prefetched', lpn: 6, ppn: 9, missed: 5 }],
  cmt_updated: [
    { t: 'cmt_updated', lpn: 5, ppn: 9, dirty: true },
    { t: 'cmt_updated', lpn: 5, ppn: null, dirty: false },
  ],
  cmt_victim: [
    { t: 'cmt_victim', lpn: 5, dirty: true, tpn: 0, batched: 2 },
    { t: 'cmt_victim', lpn: 5, dirty: false, tpn: 0, batched: 0 },
  ],
  cmt_evicted: [false, true].map((dirty) => ({ t: 'cmt_evicted', lpn: 5, dirty })),
  gtd_set: [{ t: 'gtd_set', tpn: 0, ppn: 9 }],
  translation_update: (['translation', 'translation_gc', 'recovery'] as const).map((cause) => ({
    t: 'translation_update',
    tpn: 0,
    entries: 2,
    cause,
  })),
  gtd_checkpoint: [{ t: 'gtd_checkpoint', pages: 1, programs: 4, unsaved_from: 9 }],
  power_lost: [0, 3].flatMap((dirty) =>
    [false, true].map((gtd) => ({ t: 'power_lost' as const, entries: 5, dirty, gtd, free: 3 })),
  ),
  recovery_begin: [
    { from_seq: 0, checkpoint: 0 },
    { from_seq: 9, checkpoint: 0 },
    { from_seq: 9, checkpoint: 1 },
  ].map((known) => ({
    t: 'recovery_begin',
    ...known,
    blocks: 2,
    pages: 6,
    full: 20,
  })),
  reappeared: [true, false].map((counted) => ({ t: 'reappeared', lpn: 5, ppn: 9, counted })),
  recovery_end: [0, 2].map((written) => ({ t: 'recovery_end', scanned: 6, full: 20, found: 3, written })),
  unmapped_read: [{ t: 'unmapped_read', lpn: 5 }],
  verified: [{ t: 'verified', lpn: 5, version: 2 }],
  intervened: DECISIONS.flatMap((kind) =>
    [0, 1].map((chosen) => ({ t: 'intervened' as const, decision: 0, kind, instead_of: 1 - chosen, chosen })),
  ),
  buffered: [{ t: 'buffered', lpn: 5, version: 2, pages: 3, capacity: 6 }],
  buffer_rewritten: [{ t: 'buffer_rewritten', lpn: 5, version: 2 }],
  buffer_hit: [{ t: 'buffer_hit', lpn: 5, version: 2 }],
  buffer_kept: [{ t: 'buffer_kept', lpn: 5, version: 2 }],
  buffer_dropped: [{ t: 'buffer_dropped', lpn: 5, rule: { rule: 'clean_first', window: 4, place: 2 } }],
  buffer_trimmed: [{ t: 'buffer_trimmed', lpn: 5 }],
  buffer_lost: [{ t: 'buffer_lost', pages: 3 }],
  mapping_group_chosen: [{ t: 'mapping_group_chosen', tpn: 2, entries: 5, groups: 3 }],
  buffer_ghost_hit: [true, false].map((write) => ({ t: 'buffer_ghost_hit' as const, lpn: 5, write })),
  mapping_ghost_hit: [true, false].map((dirty) => ({ t: 'mapping_ghost_hit' as const, lpn: 5, dirty })),
  partitioned: PARTITIONS.map((decision) => ({ t: 'partitioned' as const, decision })),
  cmt_resized: [{ t: 'cmt_resized', entries: 12, protected: 6 }],
  destage_begin: DESTAGE_RULES.flatMap((rule) =>
    [1, null].flatMap((lbn) =>
      [0, 2].map((fillers) => ({
        t: 'destage_begin' as const,
        lbn,
        lpn: 5,
        pages: 2,
        fillers,
        rule,
        groups: [{ lbn: 1, lpns: [5, 6], pud: 1.5, frequent: false }],
        choices: 4,
        wanted_by: 9,
      })),
    ),
  ),
  filler_read: [{ t: 'filler_read', lpn: 5 }],
  destage_page: [false, true].map((filler) => ({
    t: 'destage_page',
    lpn: 5,
    version: 2,
    filler,
    index: 0,
    pages: 4,
  })),
  destaged: [false, true].map((filler) => ({ t: 'destaged', lpn: 5, filler })),
  destage_end: [0, 2].map((fillers) => ({ t: 'destage_end', pages: 2, fillers })),
  options_set: [
    {
      t: 'options_set',
      options: [{ option: 'gc_policy', before: '"greedy"', after: '{"kind":"windowed_greedy","w":4}' }],
      protected: 0,
    },
  ],
};

/** The common part of merges, chains and rewritten blocks. */
export const CHAIN_MERGES: Extract<Event, { t: 'merge_begin' }>[] = [
  { kind: 'switch', log: 4, why: { rule: 'last_has_all' } },
  { kind: 'partial', log: 4, why: { rule: 'earlier', page: 1, ppn: 9 } },
  { kind: 'full', log: null, why: { rule: 'rewrite', page: 1, stale: false } },
  { kind: 'full', log: null, why: { rule: 'rewrite', page: 1, stale: true } },
].map((merge) => ({
  t: 'merge_begin',
  lbn: 1,
  data: 2,
  copies: 3,
  reason: merge.log === null ? 'page_in_use' : 'no_free_block',
  ...(merge as { kind: MergeKind; log: number | null; why: MergeWhy }),
}));
