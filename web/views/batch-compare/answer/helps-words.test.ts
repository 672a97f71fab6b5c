import { expect, test } from 'vitest';
import type { Neighbour } from '../../../model/plans/neighbours';
import type { FtlKind } from '../../../model/schemes';
import type { Report } from '../../../protocol/generated/Report';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { extraOf, extraText, rankedTries, withText } from './helps-words';

const run = (ftl: FtlKind, programs: object, erases = 1): BatchComparison => ({
  variant: { ftl, value: null, scenario: {} },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    seeds: [],
    windows: [],
    report: {
      host: { writes: 800 },
      flash: {
        programs: { total: 1000, gc: 0, merge: 0, wear: 0, translation: 0, translation_gc: 0, ...programs },
        erases: { total: erases },
      },
      merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [] },
      write_amplification: 1.25,
    } as unknown as Report,
  },
});
const said = (of: BatchComparison) => extraText(of, extraOf(of));

test('the largest cost beside the data of the host is the cause', () => {
  expect(said(run('dftl', { translation: 100, translation_gc: 30, gc: 20 }))).toBe(
    'DFTL writes 130 pages of its map: 13.0% of its writes.',
  );
  expect(said(run('dftl', { translation: 10, gc: 20 }))).toBe(
    'DFTL copies 20 pages in GC: 2.0% of its writes.',
  );
  expect(said(run('fast', { merge: 500 }))).toBe('FAST copies 500 pages in merges: 50.0% of its writes.');
  expect(said(run('page', {}))).toBe('Page mapping writes nothing but the data of the host.');
});

test('with the change the same cost is shown, also where another one is larger by then', () => {
  const extra = extraOf(run('dftl', { translation: 130 }));
  const change = { of: 'cmt', times: 2, value: 64, blocks: 40 } as const;
  expect(extra && withText(run('dftl', { translation: 40, gc: 90 }), extra, change)).toBe(
    'With 64 CMT entries: 4.0%.',
  );
});

test('changes are ranked by erases, those that were refused last', () => {
  const neighbours = ['fifo', 'cat', 'random'].map(
    (value): Neighbour => ({ change: { of: 'policy', value }, scenario: {} }),
  );
  const refused: BatchComparison = {
    ...run('page', {}),
    stage: {
      is: 'failed',
      failure: {
        ...{ kind: 'scenario', message: 'too small', remedy: 'Give more.' },
        ...{ field: null, line: null, column: null },
      },
    },
  };
  const ranked = rankedTries(
    [refused, run('page', {}, 30), run('page', {}, 20)],
    neighbours,
    run('page', {}, 25),
    'ftls',
  );
  expect(ranked.map(({ name, said }) => `${name}: ${said}`)).toEqual([
    'GC policy random: 20 erases instead of 25, write amplification 1.25.',
    'GC policy cat: 30 erases instead of 25, write amplification 1.25.',
    'GC policy fifo: ',
  ]);
});
