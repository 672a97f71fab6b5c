/** Every sentence of Why, once for its values: the table of events below has every kind, so it is long. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
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
import { cleans, FTLS } from '../schemes';
import { type Explanation, explain, type Said, type Setting } from './sentences';

// Every event after every other that matters: seconds, on a machine that does something else besides.
vi.setConfig({ testTimeout: 60_000 });

const MESSAGES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../i18n/messages/en/why.json'), 'utf8'),
) as Record<string, unknown>;

const CAUSES: Cause[] = ['host', 'gc', 'merge', 'translation', 'translation_gc', 'pad', 'wear', 'recovery'];
const data = { kind: 'data', logical: 5 } as const;

/** The victim policies but greedy, and one that is not known. */
const POLICIES = ['fifo', 'windowed_greedy', 'cost_benefit', 'cat', 'random', 'd_choices', 'other'];

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
const BUFFERS = ['lru', 'cflru', 'fab', 'bplru', 'pud_lru', 'gc_arm', 'ap'];

/** At least one event of every kind, and every cause, role and reason of each. The compiler holds it complete. */
const EVENTS: { [T in Event['t']]: Extract<Event, { t: T }>[] } = {
  host_page: (['read', 'write', 'trim'] as const).flatMap((op) => [
    { t: 'host_page', op, lpn: 5, version: 2, index: 0, pages: 1 },
    { t: 'host_page', op, lpn: 5, version: 2, index: 1, pages: 3 },
  ]),
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

/** What chains and rewritten blocks have of merges. */
const CHAIN_MERGES: Extract<Event, { t: 'merge_begin' }>[] = [
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

function setting(ftl: string, events: Event[], more: Partial<Setting> = {}): Setting {
  return {
    ftl,
    pagesPerBlock: 4,
    blocksPerSuperblock: 2,
    policy: 'greedy',
    cmtPolicy: 'slru',
    events,
    index: events.length - 1,
    roleOf: () => 'log',
    ...more,
  };
}

/** The last of some events, in words. */
function last(ftl: string, events: Event[], more: Partial<Setting> = {}): Explanation {
  const event = events.at(-1);
  if (!event) throw new Error('no event');
  return explain(event, setting(ftl, events, more));
}

function sentences({ title, why, rule, source }: Explanation): Said[] {
  return [title, ...why, ...(rule ? [rule] : []), ...(source ? [source] : [])];
}

/** The text of a message, whichever of its forms. */
function textOf(key: string): string {
  return JSON.stringify(MESSAGES[key] ?? null);
}

const CMT_CONTEXTS: Event[] = [
  { t: 'cmt_hit', lpn: 5 },
  { t: 'cmt_miss', lpn: 5, tpn: 0, full: true },
  ...EVENTS.cmt_placed,
];

const ALL = [...Object.values(EVENTS).flat(), ...CHAIN_MERGES] as Event[];
const SCHEMES = FTLS;

/** The events that a scheme may tell: GC has a rule where there is GC. */
function eventsOf(ftl: string): Event[] {
  const cleaning = (event: Event) => event.t.startsWith('gc_') || ('cause' in event && event.cause === 'gc');
  return ALL.filter((event) => cleans(ftl) || !cleaning(event));
}

describe('every event', () => {
  test.each(SCHEMES)('has sentences that are written down, with the values they ask for (%s)', (ftl) => {
    // Each sentence once for each set of its values: the page makes them thousands of times.
    const told = new Map<string, Said>();
    for (const event of eventsOf(ftl)) {
      for (const policy of ['greedy', ...POLICIES]) {
        for (const each of sentences(last(ftl, [event], { policy })))
          told.set(`${each.key} ${Object.keys(each.values)}`, each);
      }
    }
    for (const { key, values } of told.values()) {
      expect(Object.keys(MESSAGES)).toContain(key);
      const wanted = [...textOf(key).matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const name of wanted) expect(Object.keys(values), key).toContain(name);
    }
  });

  test.each(SCHEMES)('is told by at least one sentence of why (%s)', (ftl) => {
    for (const event of ALL) expect(last(ftl, [event]).why.length, event.t).toBeGreaterThan(0);
  });
});

describe('sentences differ', () => {
  const told = (events: Event[][], ftl = 'bast') =>
    events.map((each) =>
      last(ftl, each)
        .why.map((sentence) => sentence.key)
        .join(),
    );

  test('by the cause of a read, a program and an erase', () => {
    const reads = EVENTS.read.filter((event) => event.kind === 'data');
    const copies = EVENTS.program.filter((event) => event.kind === 'data' && event.from !== null);
    for (const events of [reads, EVENTS.erase, copies]) {
      const said = told((events as Event[]).map((event) => [event]));
      expect(new Set(said).size).toBe(events.length);
    }
  });

  test('by the kind of a merge, why it is of that kind, and why now', () => {
    const said = EVENTS.merge_begin.map((event) =>
      sentences(last('bast', [event]))
        .map((sentence) => sentence.key)
        .join(),
    );
    expect(new Set(said).size).toBe(EVENTS.merge_begin.length);
  });

  test('by the part that an erased block had in the merge', () => {
    const begin = EVENTS.merge_begin.find((event) => event.kind === 'full' && event.data === 2);
    if (!begin) throw new Error('no such merge');
    const erase = (pbn: number): Event => ({ t: 'erase', pbn, cause: 'merge' });
    expect(last('bast', [begin, erase(2)]).why[0]?.key).toBe('why_erase_merge_data_full');
    expect(last('bast', [begin, erase(4)]).why[0]?.key).toBe('why_erase_merge_log');
  });

  test('by the part that an erased block had in reclaiming', () => {
    const [reclaim] = EVENTS.reclaim_begin;
    const begin = EVENTS.merge_begin.find(({ reason, data }) => reason === 'reclaimed' && data === 2);
    if (!reclaim || !begin) throw new Error('no such merge');
    const erase = (pbn: number): Event => ({ t: 'erase', pbn, cause: 'merge' });
    expect(told([[reclaim, begin, erase(2)]], 'fast')).toEqual([`why_erase_merge_data_${begin.kind}`]);
    expect(told([[reclaim, begin, erase(7)]], 'fast')).toEqual(['why_erase_merge_sw']);
    expect(told([[reclaim, begin, erase(4)]], 'fast')).toEqual(['why_erase_reclaimed']);
    expect(told([[reclaim, erase(4)]], 'fast'), 'nothing had to be merged').toEqual(['why_erase_reclaimed']);
  });

  test('a merge for a victim tells which of how many it is', () => {
    const [reclaim] = EVENTS.reclaim_begin;
    const begin = EVENTS.merge_begin.find(({ reason, kind }) => reason === 'reclaimed' && kind === 'full');
    if (!reclaim || !begin) throw new Error('no such merge');
    const { title, rule, source } = last('fast', [reclaim, { ...begin, lbn: 3 }]);
    expect(title).toEqual({ key: 'why_merge_reclaimed', values: { lbn: 3, part: 2, of: 2 } });
    expect([rule?.key, source?.key]).toEqual(['why_rule_reclaim', 'why_source_reclaim']);
    const [merge] = EVENTS.merge_begin;
    if (!merge) throw new Error('no merge');
    expect(last('fast', [{ ...merge, reason: 'sequence_broken' }]).source?.key).toBe('why_source_merge_sw');
  });

  test('between the oldest log block and one chosen by hand', () => {
    const [reclaim] = EVENTS.reclaim_begin;
    const chosen = EVENTS.intervened.find(({ kind }) => kind === 'log_block');
    if (!reclaim || !chosen) throw new Error('no such event');
    expect(last('fast', [reclaim]).why[0]?.key).toBe('why_reclaim_oldest');
    expect(last('fast', [chosen, reclaim]).why[0]?.key).toBe('why_reclaim_chosen');
  });

  test('by what a victim inside a superblock has left, and who wants its block', () => {
    const said = EVENTS.inner_cleaning_begin.map((event) => {
      const { title, why } = last('superblock', [event]);
      return [title, ...why].map(({ key }) => key).join();
    });
    expect(new Set(said).size).toBe(EVENTS.inner_cleaning_begin.length);
    const [victim] = EVENTS.inner_cleaning_begin;
    const [compaction] = EVENTS.compaction_begin;
    if (!victim || !compaction) throw new Error('no such event');
    const chosen = (kind: 'victim' | 'superblock') =>
      EVENTS.intervened.filter((event) => event.kind === kind) as Event[];
    expect(last('superblock', [victim]).why[1]?.key).toBe('why_inner_fewest');
    expect(last('superblock', [...chosen('victim'), victim]).why[1]?.key).toBe('why_inner_chosen');
    expect(last('superblock', [compaction]).why[1]?.key).toBe('why_compaction_oldest');
    expect(last('superblock', [...chosen('superblock'), compaction]).why[1]?.key).toBe(
      'why_compaction_chosen',
    );
  });

  test('between a block taken for the host and one taken for copies, closed when full and as a victim', () => {
    const [victim] = EVENTS.inner_cleaning_begin;
    if (!victim) throw new Error('no such event');
    const taken: Event = { t: 'block_taken', pbn: 7, role: 'update', lbn: 2 };
    expect(last('superblock', [taken]).why[0]).toEqual({
      key: 'why_superblock_takes_for_host',
      values: { block: 7, superblock: 1 },
    });
    expect(last('superblock', [victim, taken]).why[0]?.key).toBe('why_superblock_takes_for_copies');
    const closed = (pbn: number): Event => ({ t: 'frontier_closed', stream: 'data', pbn });
    expect(last('superblock', [victim, closed(2)]).why[0]?.key).toBe('why_superblock_closed_victim');
    expect(last('superblock', [victim, closed(3)]).why[0]?.key).toBe('why_frontier_closed_reason');
    const [won, even] = EVENTS.inner_cleaning_end;
    if (!won || !even) throw new Error('no such event');
    expect(
      told(
        [
          [victim, won],
          [victim, even],
        ],
        'superblock',
      ),
    ).toEqual(['why_inner_end_won', 'why_inner_end_even']);
  });

  test('by what made a page invalid', () => {
    const invalid: Event = { t: 'invalidate', ppn: 3 };
    const host = (op: 'write' | 'trim'): Event => ({
      t: 'host_page',
      op,
      lpn: 5,
      version: 1,
      index: 0,
      pages: 1,
    });
    const program = (from: number | null, kind: 'data' | 'translation', cause: Cause): Event => ({
      t: 'program',
      ppn: 9,
      logical: 5,
      kind,
      version: 2,
      from,
      cause,
    });
    const said = told([
      [host('trim'), invalid],
      [host('write'), program(null, 'data', 'host'), invalid],
      [host('write'), program(3, 'data', 'gc'), invalid],
      [host('write'), program(null, 'translation', 'translation'), invalid],
    ]);
    expect(said).toEqual([
      'why_invalid_trim',
      'why_invalid_newer',
      'why_invalid_moved',
      'why_invalid_translation',
    ]);
  });

  test('between a translation page read for a miss and one read to be updated', () => {
    const read: Event = { t: 'read', ppn: 9, logical: 0, kind: 'translation', cause: 'translation' };
    const miss: Event = { t: 'cmt_miss', lpn: 5, tpn: 0, full: true };
    const update: Event = { t: 'translation_update', tpn: 0, entries: 1, cause: 'translation' };
    const evicted: Event = { t: 'cmt_evicted', lpn: 1, dirty: true };
    expect(told([[miss, update, read]], 'dftl')).toEqual(['why_read_translation_update']);
    expect(told([[miss, update, evicted, read]], 'dftl')).toEqual(['why_read_translation_miss']);
  });

  test('between the pages of a checkpoint and what is programmed after it', () => {
    const begin: Event = { t: 'gtd_checkpoint', pages: 2, programs: 4, unsaved_from: 9 };
    const program = (kind: 'data' | 'translation', cause: 'host' | 'translation'): Event => ({
      t: 'program',
      ppn: 9,
      logical: 0,
      kind,
      version: 1,
      from: null,
      cause,
    });
    const saved = program('translation', 'translation');
    const evicting = [begin, saved, saved];
    expect(told([[begin, saved], evicting], 'dftl')).toEqual([
      'why_program_checkpoint_reason',
      'why_program_checkpoint_reason',
    ]);
    expect(told([[...evicting, program('data', 'host')]], 'dftl')).not.toContain(
      'why_program_checkpoint_reason',
    );
  });

  test('between an entry that is new, was hit, and fell back', () => {
    const placed = (lpn: number): Event => ({
      t: 'cmt_placed',
      lpn,
      ppn: 9,
      dirty: false,
      segment: 'probationary',
    });
    const hit: Event = { t: 'cmt_hit', lpn: 5 };
    const miss: Event = { t: 'cmt_miss', lpn: 5, tpn: 0, full: false };
    expect(
      told(
        [
          [miss, placed(5)],
          [hit, placed(5)],
          [hit, placed(5), placed(7)],
        ],
        'dftl',
      ),
    ).toEqual(['why_cmt_placed_new', 'why_cmt_placed_hit', 'why_cmt_placed_fell']);
  });

  test('by the order of replacement', () => {
    const rule = (cmtPolicy: string) =>
      EVENTS.cmt_victim.map((event) => last('dftl', [event], { cmtPolicy }).rule?.key)[0];
    expect(['slru', 'lru', 'lfu'].map(rule)).toEqual([
      'why_rule_cmt_evict',
      'why_rule_cmt_evict_lru',
      'why_rule_cmt_evict_lfu',
    ]);
  });

  test('between a page that found its own place and one that went to the log', () => {
    const program = EVENTS.program[0] as Event;
    expect(last('bast', [program], { roleOf: () => 'data' }).why[0]?.key).toBe('why_program_host_in_place');
    expect(last('bast', [program], { roleOf: () => 'log' }).why[0]?.key).toBe('why_program_host_log');
    for (const role of ['sequential_log', 'random_log', 'hot_log', 'cold_log'] as const)
      expect(last('fast', [program], { roleOf: () => role }).why[0]?.key).toBe(`why_program_host_${role}`);
  });
});

describe('write buffers', () => {
  test('the host meets the buffer, the FTL what leaves it', () => {
    const [write] = EVENTS.host_page.filter(({ op }) => op === 'write');
    const [page] = EVENTS.destage_page;
    if (!write || !page) throw new Error('no such event');
    expect(last('bast', [write]).why[0]?.key).toBe('why_host_write_bast');
    expect(last('bast', [write], { buffer: 'fab' }).why[0]?.key).toBe('why_host_buffer_write');
    expect(last('bast', [page], { buffer: 'fab' }).why[0]?.key).toBe('why_host_write_bast');
  });

  test('why PUD-LRU gives up a group is said with the figures that decided', () => {
    const begin = EVENTS.destage_begin.find(({ rule }) => rule.rule === 'infrequent');
    if (!begin) throw new Error('no such event');
    const why = last('bast', [begin], { buffer: 'pud_lru' }).why;
    expect(why[1]?.key).toBe('why_destage_infrequent');
    expect(why[1]?.values).toMatchObject({ pages: 3, pud: '1', limit: '0.02', infrequent: 3, choices: 4 });
  });
});

describe('chains', () => {
  const walked = (place: number, state: 'free' | 'valid' | 'invalid', from_end: boolean) =>
    last('replacement', [{ t: 'chain_read', lpn: 5, ppn: 9, place, of: 3, state, from_end }]);

  test('a write walks from the start to the first free place, a read from the end to the first copy', () => {
    const why = (...walk: Parameters<typeof walked>) => walked(...walk).why[0]?.key;
    expect(why(0, 'invalid', false)).toBe('why_chain_read_start_next');
    expect(why(1, 'free', false)).toBe('why_chain_read_start_found');
    expect(why(2, 'valid', false)).toBe('why_chain_read_start_nowhere');
    expect(why(2, 'free', true)).toBe('why_chain_read_end_next');
    expect(why(1, 'valid', true)).toBe('why_chain_read_end_found');
    expect(why(0, 'free', true)).toBe('why_chain_read_end_nowhere');
    expect(why(1, 'invalid', true)).toBe('why_chain_read_end_trimmed');
    expect([walked(2, 'free', true), walked(0, 'valid', false)].map(({ title }) => title.values.nth)).toEqual(
      [1, 1],
    );
  });

  test('the longest one is folded, of several the one written least recently, or one chosen by hand', () => {
    const [one, tied] = EVENTS.chain_chosen;
    const chosen = EVENTS.intervened.find(({ kind }) => kind === 'chain');
    if (!one || !tied || !chosen) throw new Error('no such event');
    const why = (events: Event[]) => last('replacement', events).why.map(({ key }) => key);
    expect(why([one])).toEqual(['why_chain_no_block', 'why_chain_chosen_longest']);
    expect(why([tied])).toEqual(['why_chain_no_block', 'why_chain_chosen_tied']);
    expect(why([chosen, one])[1]).toBe('why_chain_chosen_by_hand');
  });

  test('what a fold or a rewrite copies and erases says so', () => {
    const erase: Event = { t: 'erase', pbn: 2, cause: 'merge' };
    const copy: Event = { t: 'program', ppn: 17, ...data, version: 2, from: 9, cause: 'merge' };
    for (const begin of CHAIN_MERGES) {
      const kind = begin.log === null ? 'rewrite' : 'fold';
      const ftl = begin.log === null ? 'block' : 'replacement';
      expect(last(ftl, [begin, erase]).why[0]?.key).toBe(`why_erase_${kind}`);
      expect(last(ftl, [begin, copy]).why[0]?.key).toBe(`why_copy_${kind}`);
      expect(last(ftl, [begin, copy]).rule?.key).toBe(`why_rule_${kind}`);
    }
  });

  test('a host page goes to its place, into a chain, or with its whole block', () => {
    const host: Event = { t: 'program', ppn: 9, ...data, version: 2, from: null, cause: 'host' };
    const rewrite = CHAIN_MERGES[2] as Event;
    const end: Event = { t: 'merge_end', kind: 'full', lbn: 1, data: 4, blocks: 1 };
    const why = (ftl: string, events: Event[], role: 'data' | 'replacement') =>
      last(ftl, events, { roleOf: () => role }).why[0]?.key;
    expect(why('block', [host], 'data')).toBe('why_program_host_in_place');
    expect(why('block', [rewrite, host], 'data')).toBe('why_program_host_rewrite');
    expect(why('block', [rewrite, end, host], 'data')).toBe('why_program_host_in_place');
    expect(why('replacement', [host], 'data')).toBe('why_program_host_in_place');
    expect(why('replacement', [host], 'replacement')).toBe('why_program_host_replacement');
  });
});

test('no sentence is written down for nothing', () => {
  const used = new Set<string>();
  const note = (explanation: Explanation) => {
    for (const { key } of sentences(explanation)) used.add(key);
  };
  const contexts: Event[][] = [
    [],
    ...[...EVENTS.merge_begin, ...CHAIN_MERGES].map((event) => [event]),
    ...EVENTS.program.map((event) => [event]),
    ...EVENTS.host_page.map((event) => [event]),
    ...EVENTS.host_page.flatMap((event) => EVENTS.program.map((program) => [event, program])),
    ...EVENTS.translation_update.map((event) => [event]),
    ...EVENTS.cmt_evicted.map((event) => [event]),
    ...EVENTS.intervened.map((event) => [event]),
    ...EVENTS.reclaim_begin.map((event) => [event]),
    ...EVENTS.inner_cleaning_begin.map((event) => [event]),
    ...CMT_CONTEXTS.map((event) => [event]),
    [...EVENTS.recovery_begin],
    [...EVENTS.options_set],
    EVENTS.recovery_begin.filter(({ checkpoint }) => checkpoint === 0),
    [...EVENTS.gtd_checkpoint],
    [...EVENTS.read.slice(0, 1)],
    [{ t: 'cmt_hit', lpn: 6 }],
  ];
  for (const ftl of SCHEMES) {
    for (const event of ALL) {
      for (const before of contexts) {
        note(last(ftl, [...before, event]));
      }
      for (const role of ROLES) note(last(ftl, [event], { roleOf: () => role }));
      for (const buffer of BUFFERS) note(last(ftl, [event], { buffer }));
      for (const policy of POLICIES) note(last(ftl, [event], { policy }));
      note(last(ftl, [event], { onDemand: true }));
      for (const cmtPolicy of ['lru', 'lfu', 'groups']) {
        for (const before of CMT_CONTEXTS) note(last(ftl, [before, event], { cmtPolicy }));
      }
    }
    for (const pbn of [2, 4, 7]) {
      const erase: Event = { t: 'erase', pbn, cause: 'merge' };
      for (const begin of EVENTS.merge_begin) {
        note(last(ftl, [begin, erase]));
        for (const reclaim of EVENTS.reclaim_begin) note(last(ftl, [reclaim, begin, erase]));
      }
    }
  }
  // The view holds the panel's own words, and its words about a selection; reason.test.ts tests those about
  // decisions.
  const own =
    /^why_(region|heading|rule_heading|rule_full|step_heading|check|head_|does_|which_|way|kind_|cost|choice_|note_|part_|mark_|source_heading|events_|nothing_|stop_|past_|page_(?!map|hot|cold)|block_(free|data|log|sequential_log|random_log|hot_log|cold_log|translation|merge_target|cold|hot|update|checkpoint|replacement)$|lpn_|lbn_)/;
  const left = Object.keys(MESSAGES).filter((key) => key !== '$schema' && !own.test(key) && !used.has(key));
  expect(left).toEqual([]);
});
