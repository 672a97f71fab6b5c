import { expect, test } from 'vitest';
import { integer } from '../../../base/format';
import fc from '../../../base/property';
import type { Change, Neighbour } from '../../../model/plans/neighbours';
import type { FtlKind } from '../../../model/schemes';
import type { Report } from '../../../protocol/generated/Report';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { extraOf, extraText, flushesOf, outcomesOf, remedyText } from './helps-words';

const NONE = { gc: 0, merge: 0, wear: 0, translation: 0, translation_gc: 0, pad: 0, recovery: 0 };

const run = (ftl: FtlKind, programs: object, erases = 1, pagesPerBlock = 8): BatchComparison => ({
  variant: { ftl, value: null, scenario: { device: { pages_per_block: pagesPerBlock } } },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    seeds: [],
    windows: [],
    report: {
      host: { writes: 800 },
      flash: { programs: { total: 1000, ...NONE, ...programs }, erases: { total: erases } },
      merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [] },
      write_amplification: 1.25,
    } as unknown as Report,
  },
});
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
const said = (of: BatchComparison) => extraText(of, extraOf(of));
const neighbours = (...changes: Change[]): Neighbour[] => changes.map((change) => ({ change, scenario: {} }));
const policies = (...names: string[]) =>
  neighbours(...names.map((value): Change => ({ of: 'policy', value })));
const CMT = { of: 'cmt', value: 64, blocks: 40 } as const;
const SPARE = { of: 'spare', value: 0.2, blocks: 50 } as const;

test('the largest cost beside the data of the host is the cause, whatever it is', () => {
  expect(said(run('dftl', { translation: 100, translation_gc: 30, gc: 20 }))).toBe(
    'DFTL writes 130 pages of its map: 13.0% of its writes.',
  );
  expect(said(run('dftl', { translation: 10, gc: 20 }))).toBe(
    'DFTL copies 20 pages in GC: 2.0% of its writes.',
  );
  expect(said(run('fast', { merge: 500 }))).toBe('FAST copies 500 pages in merges: 50.0% of its writes.');
  expect(said(run('page', { pad: 440, gc: 20 }))).toBe(
    'Page mapping writes 440 pages only because its write buffer fills blocks up: 44.0% of its writes.',
  );
  expect(said(run('page', { wear: 30, gc: 20 }))).toBe(
    'Page mapping copies 30 pages to level wear: 3.0% of its writes.',
  );
  expect(said(run('page', {}))).toBe('Page mapping writes nothing but the data of the host.');
});

test.each(Object.keys(NONE))(
  'a run with programs of the cause %s writes more than the data of the host',
  (cause) => {
    expect(extraOf(run('page', { [cause]: 1 }))?.pages).toBe(1);
  },
);

test('only changes that cost less help, the best first; the others have their figures, and one that was refused its reason', () => {
  const tries = [refused, run('page', {}, 30), run('page', {}, 20), run('page', {}, 25), run('page', {}, 22)];
  const changes = policies('fifo', 'cat', 'random', 'greedy', 'cost_benefit');
  const found = outcomesOf(tries, changes, run('page', { gc: 5 }, 25), 'ftls');
  expect(found.helping.map(({ name, said }) => `${name}: ${said}`)).toEqual([
    'GC policy random: 20 erases instead of 25, write amplification 1.25 instead of 1.25. 0 copies instead of 5.',
    'GC policy cost benefit: 22 erases instead of 25, write amplification 1.25 instead of 1.25. 0 copies instead of 5.',
  ]);
  expect(found.others.map(({ name, said }) => `${name}: ${said}`)).toEqual([
    'GC policy greedy: 25 erases, WA 1.25',
    'GC policy cat: 30 erases, WA 1.25',
  ]);
  expect(found.refused.map(({ name }) => name)).toEqual(['GC policy fifo']);
});

test('blocks of another size are compared by the pages that are erased', () => {
  const changes = neighbours({ of: 'block', value: 16, blocks: 20 }, { of: 'block', value: 4, blocks: 80 });
  const tries = [run('page', {}, 15, 16), run('page', {}, 45, 4)];
  const { helping, others } = outcomesOf(tries, changes, run('page', {}, 25), 'ftls');
  expect(helping.map(({ name, said }) => `${name}: ${said}`)).toEqual([
    '4 pages per block (80 blocks): 180 pages erased instead of 200, write amplification 1.25 instead of 1.25.',
  ]);
  expect(others.map(({ said }) => said)).toEqual(['240 pages erased, WA 1.25']);
});

test('the remedy of a cost is the change that helps and leaves least of it', () => {
  const before = run('dftl', { translation: 130, gc: 20 }, 25);
  const extra = extraOf(before);
  const told = (...tries: BatchComparison[]) =>
    extra && remedyText(extra, outcomesOf(tries, neighbours(CMT, SPARE), before, 'ftls'));
  expect(told(run('dftl', { translation: 40, gc: 90 }, 22), run('dftl', { translation: 120 }, 20))).toBe(
    'Of the changes that were tried, this one reduces it most: 64 CMT entries, 40 pages, 4.0%.',
  );
  // One that reduces it and makes the whole worse is no remedy, nor one that helps and leaves this cost as it is.
  expect(told(run('dftl', { translation: 40 }, 30), run('dftl', { translation: 130 }, 20))).toBe(
    'No change of one setting helped against it.',
  );
});

test('a larger CMT is no remedy of copies', () => {
  const before = run('dftl', { translation: 10, gc: 200 }, 25);
  const extra = extraOf(before);
  const fewer = run('dftl', { gc: 150 }, 20);
  expect(extra && remedyText(extra, outcomesOf([fewer], neighbours(CMT), before, 'ftls'))).toBe(
    'No change of one setting helped against it.',
  );
  expect(extra && remedyText(extra, outcomesOf([fewer], neighbours(SPARE), before, 'ftls'))).toBe(
    'Of the changes that were tried, this one reduces it most: 20.0% spare (50 blocks), 150 pages, 15.0%.',
  );
});

test('a change whose run erases nothing comes last, says so, and is no remedy', () => {
  const before = run('page', { gc: 50 }, 25);
  const tries = [run('page', {}, 0), run('page', { gc: 40 }, 20)];
  const found = outcomesOf(tries, [{ change: SPARE, scenario: {} }, ...policies('cat')], before, 'ftls');
  expect(found.helping.map(({ name, unused }) => [name, unused])).toEqual([
    ['GC policy cat', false],
    ['20.0% spare (50 blocks)', true],
  ]);
  expect(found.helping[0]?.said).not.toContain('No block is erased');
  expect(found.helping[1]?.said).toContain('No block is erased in that run: free blocks take all');
  const extra = extraOf(before);
  if (!extra) throw new Error('it copies nothing');
  expect(remedyText(extra, found)).toContain('GC policy cat');
  const alone = outcomesOf(tries.slice(0, 1), [{ change: SPARE, scenario: {} }], before, 'ftls');
  expect(remedyText(extra, alone)).toMatch(/^Only changes with which no block is erased helped/);
});

/** Of 40 windows with these erases each. */
const inWindows = (run: BatchComparison, erases: (i: number) => number): BatchComparison => {
  if (run.stage.is !== 'done') return run;
  const windows = Array.from({ length: 40 }, (_, i) => ({
    ...{ requests: 80, writes: 80, programs: 100, answered: 80, service: 1, response: 1 },
    erases: erases(i),
  }));
  return { ...run, stage: { ...run.stage, windows } };
};

test('a change whose worth other requests may not show comes apart, and is no remedy', () => {
  const before = inWindows(run('page', { gc: 50 }, 800), () => 20);
  const sure = inWindows(run('page', { gc: 45 }, 720), (i) => 18 + (i % 2));
  const unsure = inWindows(run('page', { gc: 10 }, 770), (i) => (i % 4 === 0 ? 2 : 25));
  const found = outcomesOf([unsure, sure], policies('cat', 'fifo'), before, 'ftls');
  expect(found.helping.map(({ name }) => name)).toEqual(['GC policy fifo']);
  expect(found.unsure.map(({ name }) => name)).toEqual(['GC policy cat']);
  expect(found.unsure[0]?.said).toContain('Other stretches of the workload may differ');
  expect(found.helping[0]?.said).toContain('Other stretches of the workload would show it');
  const extra = extraOf(before);
  if (!extra) throw new Error('it copies nothing');
  expect(remedyText(extra, found)).toContain('GC policy fifo');
  const alone = outcomesOf([unsure], policies('cat'), before, 'ftls');
  expect(remedyText(extra, alone)).toBe('Only changes that may not help with other requests reduced it.');
});

test('erased pages of other blocks have an interval of their own', () => {
  const before = inWindows(run('page', {}, 800, 8), (i) => 19 + 2 * (i % 2));
  const larger = inWindows(run('page', {}, 320, 16), (i) => 7 + 2 * (i % 2));
  const { helping } = outcomesOf(
    [larger],
    neighbours({ of: 'block', value: 16, blocks: 20 }),
    before,
    'ftls',
  );
  expect(helping[0]?.said).toMatch(
    /5,120 pages erased instead of 6,400.*difference is −1,\d+ to −1,\d+ pages \(40 windows/,
  );
});

test('a figure that is shown alike is no improvement', () => {
  const writes = (write_amplification_drained: number): BatchComparison => {
    const made = run('page', {});
    if (made.stage.is !== 'done') return made;
    const report = { ...made.stage.report, write_amplification: 1, write_amplification_drained };
    return { ...made, stage: { ...made.stage, report } };
  };
  const before = writes(1.4501);
  const changes = neighbours({ of: 'buffer', value: 1, blocks: 40 }, { of: 'buffer', value: 8, blocks: 40 });
  const found = outcomesOf([writes(1.4499), writes(1.3)], changes, before, 'ram');
  expect(found.helping.map(({ name }) => name)).toEqual(['Write buffer of 8 pages']);
  expect(found.others.map(({ name }) => name)).toEqual(['Write buffer of 1 page']);
});

test('a write buffer helps under a condition where the host flushes', () => {
  const before = run('page', { gc: 50 }, 25);
  const buffer = neighbours({ of: 'buffer', value: 8, blocks: 40 });
  const tries = [run('page', { gc: 10 }, 20)];
  const extra = extraOf(before);
  if (!extra) throw new Error('it copies nothing');
  const without = outcomesOf(tries, buffer, before, 'ftls');
  expect(without.helping[0]?.said).not.toContain('power loss');
  expect(remedyText(extra, without)).not.toContain('power loss');
  const n = flushesOf([{ note: 'utf16' }, { note: 'flushes', commands: 1200, forced: 34 }]);
  const found = outcomesOf(tries, buffer, before, 'ftls', n);
  const condition =
    'This holds only if the buffer survives a power loss. Otherwise it must write its pages at each of 1,234';
  expect(found.helping[0]?.said).toContain(condition);
  expect(remedyText(extra, found)).toContain(condition);
  const policy = outcomesOf(tries, policies('cat'), before, 'ftls', n);
  expect(policy.helping[0]?.said).not.toContain('power loss');
});

test('each change that was run is in one list, by what it cost and by what is known of other requests', () => {
  const erases = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 40, maxLength: 40 });
  const total = (windows: readonly number[]) => windows.reduce((sum, each) => sum + each, 0);
  const made = (windows: readonly number[]) =>
    inWindows(run('page', { gc: 5 }, total(windows)), (i) => windows[i] ?? 0);
  const met = new Set<string>();
  fc.assert(
    fc.property(erases, fc.array(erases, { minLength: 1, maxLength: 5 }), (before, all) => {
      const names = all.map((_, i) => `p${i}`);
      const found = outcomesOf(all.map(made), policies(...names), made(before), 'ftls');
      for (const list of ['helping', 'unsure', 'others'] as const)
        for (const { name, said } of found[list]) {
          met.add(list);
          const mine = total(all[names.indexOf(name.replace('GC policy ', ''))] ?? []);
          const helps = list !== 'others';
          expect(mine < total(before)).toBe(helps);
          const figures = helps ? ` erases instead of ${integer(total(before))}` : ' erases, WA';
          expect(said).toContain(`${integer(mine)}${figures}`);
          const [, low, high] = /difference is (?:between )?(\S+) (?:to|and) (\S+) erases/.exec(said) ?? [];
          if (low === undefined || high === undefined) continue;
          const [from, to] = [low, high].map((text) => Number(text.replace('−', '-').replaceAll(',', '')));
          // Rounded: it may end at 0.
          if (list === 'helping') expect(Number(to)).toBeLessThanOrEqual(0);
          else expect(Number(from) <= 0 && Number(to) >= 0).toBe(true);
        }
      expect(found.helping.length + found.unsure.length + found.others.length).toBe(all.length);
    }),
    { numRuns: 200 },
  );
  expect([...met].sort()).toEqual(['helping', 'others', 'unsure']);
});
