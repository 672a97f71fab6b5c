/** Every sentence of Why, once for its values. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../protocol/generated/Cause';
import type { Event } from '../../protocol/generated/Event';
import { ROLES } from '../../protocol/heat';
import { cleans, FTLS } from '../schemes';
import { BUFFERS, CHAIN_MERGES, data, EVENTS, POLICIES } from './events.fixture';
import { type Explanation, explain, type Said, type Setting } from './sentences';

const CATALOGUES = import.meta.glob<Record<string, unknown>>('../../i18n/messages/en/{why,ftl-*}.json', {
  eager: true,
  import: 'default',
});
const MESSAGES = Object.fromEntries(
  Object.values(CATALOGUES)
    .flatMap((catalogue) => Object.entries(catalogue))
    .filter(([key]) => key.startsWith('why_')),
);

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

  test.each(SCHEMES)('has at least one sentence of why (%s)', (ftl) => {
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

  test('between the FTL’s own choice and that of a person, for every decision; a choice that is the same keeps the reason', () => {
    const [gc] = EVENTS.gc_begin;
    const merge = EVENTS.merge_begin.find(({ reason }) => reason === 'no_free_log_block');
    const [entry] = EVENTS.cmt_victim;
    const [pools] = EVENTS.pool_chosen;
    if (!gc || !merge || !entry || !pools) throw new Error('no such event');
    const cases = [
      ['page', 'victim', gc, 1, 'why_gc_greedy', 'why_gc_chosen'],
      ['bast', 'log_block', merge, 0, 'why_merge_reason_no_free_log_block', 'why_merge_reason_chosen'],
      ['dftl', 'eviction', entry, 0, 'why_cmt_victim_dirty', 'why_cmt_victim_chosen_dirty'],
    ] as const;
    for (const [ftl, kind, event, place, own, theirs] of cases) {
      const choice: Event = { t: 'intervened', decision: 0, kind, instead_of: 3, chosen: 2 };
      const why = (events: Event[]) => last(ftl, events).why[place]?.key;
      expect([why([event]), why([choice, event]), why([{ ...choice, chosen: 3 }, event])]).toEqual([
        own,
        theirs,
        own,
      ]);
    }
    // Two decisions before one merge: which log block, and which merge.
    const [log, other] = ['log_block', 'merge'].map(
      (kind) => ({ t: 'intervened', decision: 0, kind, instead_of: 3, chosen: 2 }) as Event,
    );
    if (!log || !other) throw new Error('no such event');
    expect(last('bast', [log, other, merge]).why[0]?.key).toBe('why_merge_reason_chosen');
    // The pools say what the FTL would have done.
    const choice: Event = { t: 'intervened', decision: 0, kind: 'victim', instead_of: 3, chosen: 2 };
    expect(explain(pools, setting('page', [pools, choice], { index: 0 })).title.key).toBe('why_pool_own_hot');
  });

  test('by the pages a victim inside a superblock has left, and the superblock that wants its block', () => {
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

  test('the copies and erases of a fold or a rewrite name it', () => {
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
  for (const event of EVENTS.intervened) note(last('page', [{ ...event, instead_of: event.chosen }]));
  for (const event of EVENTS.pool_chosen)
    note(explain(event, setting('page', [event, ...EVENTS.intervened.slice(0, 1)], { index: 0 })));
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
  const left = Object.keys(MESSAGES).filter((key) => !own.test(key) && !used.has(key));
  expect(left).toEqual([]);
});
