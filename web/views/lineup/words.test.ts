import { expect, test } from 'vitest';
import type { FtlKind } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import type { LinedUp } from '../../state/line-up';
import { differences, unsteady, variantName } from './words';

const run = (ftl: FtlKind, erases: number, merges: Partial<Report['merges']>, copied = 0): LinedUp => ({
  variant: { ftl, value: null, scenario: { logical_pages: 100 } },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    report: {
      host: { writes: 250 },
      flash: {
        erases: { total: erases },
        programs: { gc: 0, merge: copied, wear: 0, translation: 0, translation_gc: 0 },
      },
      merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [], ...merges },
    } as unknown as Report,
  },
});

test('differences are said of each run but the one that erased least', () => {
  const full_merge_blocks: [number, number][] = [
    [1, 80],
    [21, 20],
  ];
  const runs = [run('page', 100, {}), run('fast', 1490, { full: 8865, full_merge_blocks }, 12_345)];
  expect(differences(runs, 'ftls')).toEqual([
    'FAST erased 14.9 times as much as Page (1,490 blocks, not 100): 8,865 full merges, 20% of their victims taking 21 or more, 12,345 pages copied.',
  ]);
  expect(differences([run('page', 0, {}), run('bast', 2, { partial: 1 })], 'ftls')).toEqual([
    'BAST erased 2 blocks, Page none: 1 partial merge.',
  ]);
  expect(differences([run('page', 200, {}), run('bast', 205, {})], 'ftls')).toEqual([
    'BAST erased 2.5% more than Page (205 blocks, not 200).',
  ]);
  expect(differences([run('page', 2, {}), run('bast', 2, {})], 'ftls')).toEqual([
    'BAST erased as much as Page (2 blocks).',
  ]);
  expect(differences([{ ...run('page', 1, {}), stage: { is: 'waiting' } }], 'ftls')).toEqual([]);
});

test('a run is called by what is varied', () => {
  const named = (value: number | string, preset: 'policies' | 'log_blocks' | 'sram' | 'spare') =>
    variantName({ ftl: 'fast', value, scenario: {} }, preset);
  expect(named('cost_benefit', 'policies')).toBe('FAST cost benefit');
  expect(named(1, 'log_blocks')).toBe('FAST, 1 log block');
  expect(named(4096, 'sram')).toBe('FAST, 4,096 CMT entries');
  expect(named(0.0701, 'spare')).toBe('FAST, 7.0% spare');
});

test('a warning where the host wrote too little to settle', () => {
  const base = { document: {}, trace: null };
  expect(unsteady([run('page', 1, {})], base)).toContain('2.5 times');
  const steady = { document: { precondition: [{ kind: 'steady_state' }] }, trace: null };
  expect(unsteady([run('page', 1, {})], steady)).toBeNull();
  expect(unsteady([{ ...run('page', 1, {}), stage: { is: 'waiting' } }], base)).toBeNull();
});
