import { expect, test } from 'vitest';
import { settled } from '../../../model/amplification';
import type { FtlKind } from '../../../model/schemes';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { gapOf, gapText, lackText } from './gaps';
import {
  bareText,
  between,
  howSure,
  intervalText,
  repeatedText,
  steadyOf,
  steadyText,
  unsettled,
} from './sure-words';

/** A course of 40 windows. */
const course = (...values: readonly number[]) =>
  Array.from({ length: 40 }, (_, i) => values[i % values.length] ?? 0);

/** A run with these programs in windows of 100 page writes and 50 requests. */
const run = (ftl: FtlKind, programs: readonly number[], writes = 100): BatchComparison => ({
  variant: { ftl, value: null, scenario: {} },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    report: {} as Report,
    seeds: [],
    windows: programs.map(
      (each): Window => ({
        requests: 50,
        answered: 50,
        writes,
        programs: each,
        erases: each / 10,
        service: each * 40,
        response: each * 50,
      }),
    ),
  },
});

const told = (difference: ReturnType<typeof between>) =>
  typeof difference === 'string' ? difference : intervalText(difference, 'wa');

const page = run('page', course(100));
/** In an order in which no window resembles the one before. */
const swinging = course(110, 150, 120, 140, 130);

test('measures are per page written and per request', () => {
  const dftl = run('dftl', swinging);
  // By hand: squares of 8,000 in 40 windows, t(39, 0.975) = 2.023, half = 2.023 · √8000 / 39 = 4.64 programs in 100 writes.
  const texts = (['wa', 'erases', 'service', 'response'] as const).map((measure) => {
    const told = between(dftl, page, measure);
    return typeof told === 'string' ? told : intervalText(told, measure);
  });
  expect(texts).toEqual([
    '+0.30 (+0.25 to +0.35)',
    '+30.0 (+25.4 to +34.6)',
    '+24 µs (+20.3 µs to +27.7 µs)',
    '+30 µs (+25.4 µs to +34.6 µs)',
  ]);
});

test('windows of unequal size count by their size: the interval is that of the difference of both figures', () => {
  // Windows of 100 writes take turns with windows of 6,400, as in a trace of small and of large requests.
  const mixed = (small: number, large: number) => {
    const one = run('page', course(0));
    if (one.stage.is !== 'done') throw new Error('a run that is done');
    const windows = one.stage.windows.map((each, i) => {
      const [writes, amplification] = i % 2 === 0 ? [100, small] : [6400, large];
      return { ...each, writes, programs: writes * (amplification + (i % 4 < 2 ? 0.01 : -0.01)) };
    });
    return { ...one, stage: { ...one.stage, windows } };
  };
  const difference = between(mixed(9, 1), mixed(1.2, 1.4), 'wa');
  if (typeof difference === 'string') throw new Error(difference);
  // 9 · 100 + 1 · 6400 of 6500, and 1.2 · 100 + 1.4 · 6400 of 6500; the mean of the windows' ratios says 5 - 1.3.
  const expected = (900 + 6400 - 120 - 8960) / 6500;
  expect(difference.mean).toBeCloseTo(expected, 9);
  expect(difference.low).toBeLessThan(expected);
  expect(difference.high).toBeGreaterThan(expected);
  expect(difference.high).toBeLessThan(1);
});

test('a window in which nothing was written takes no interval away', () => {
  const paused = (programs: number[]) => {
    const one = run('dftl', programs);
    if (one.stage.is !== 'done') throw new Error('a run that is done');
    const windows = one.stage.windows.map((each, i) =>
      i === 2 ? { ...each, writes: 0, programs: 0, erases: 0 } : each,
    );
    return { ...one, stage: { ...one.stage, windows } };
  };
  const difference = between(paused(swinging), paused(course(100)), 'wa');
  expect(typeof difference === 'string' ? difference : difference.mean).toBeCloseTo(0.3 + 0.1 / 39, 9);
});

test('a difference whose interval has zero in it holds for these requests only; equal windows are equal', () => {
  const swing = between(run('dftl', course(90, 110, 90, 110, 105)), page, 'wa');
  expect(told(swing)).toBe('+0.010, for these requests only (−0.020 to +0.040)');
  const same = between(run('dftl', course(100)), page, 'wa');
  expect(told(same)).toBe('equal in every window');
});

test('without writes, or with too few windows, there is no interval, and the page says why', () => {
  const idle = between(run('dftl', course(1, 2), 0), run('page', course(1, 2), 0), 'wa');
  expect(howSure([idle], 1)).toContain('nothing was written');
  const short = between(run('dftl', [1]), run('page', [1]), 'wa');
  expect(howSure([short], 1)).toContain('too short');
  expect(howSure([], 1)).toContain('Only one run is done');
});

const seeded = (ftl: FtlKind, programs: readonly number[]): BatchComparison => {
  const seeds = programs.map((total) => ({
    ...{ host: { writes: 100 }, service_us: { mean: total }, response_us: { mean: total } },
    flash: { programs: { total }, erases: { total: total / 10 } },
  }));
  const { stage, ...others } = run(ftl, course(1));
  if (stage.is !== 'done') throw new Error('a run that is done');
  return { ...others, stage: { ...stage, seeds: seeds as unknown as Report[] } };
};

test('windows that depend on one another give no interval, here and in the headline, and that is said', () => {
  const rising = run(
    'dftl',
    course(100).map((each, i) => each + i),
  );
  const difference = between(rising, page, 'wa');
  expect(difference).toBe('dependent');
  expect(howSure([difference], 1)).toContain('worth fewer than 5 independent ones');
  expect(lackText(rising, page, 'flash').join()).toContain('worth fewer than 5 independent ones');
  // Beside others it is a dash.
  const other = between(run('fast', swinging), page, 'wa');
  expect(howSure([other, difference], 1)).toMatch(
    /40 windows.* 40 independent ones.*No interval: neighbouring windows resemble/,
  );
});

test('intervals say how many independent windows theirs are worth, and erases are those of the whole run', () => {
  const fours = run('dftl', course(120, 120, 120, 100, 100));
  const other = run('fast', course(110, 100));
  const differences = [between(fours, page, 'wa'), between(other, page, 'wa')];
  expect(howSure(differences, 1)).toMatch(/they count as \d\d to 40 independent ones/);
  // 24 of 40 windows have 2 erases more.
  expect(gapOf(fours, page, 'flash')?.mean).toBeCloseTo(48, 9);
  const gap = gapOf(other, page, 'flash');
  expect(gap && gapText(gap, 'flash')).toBe(
    'Other stretches of the workload would show it, too: with 95% confidence the difference is 13 to 27 erases (40 windows, worth 40 independent ones).',
  );
});

test('with fewer seeds than an interval needs, that is the reason, and not the length of the run', () => {
  const [dftl, fast] = [seeded('dftl', [110, 120, 130]), seeded('page', [100, 100, 100])];
  expect(howSure([between(dftl, fast, 'wa')], 3)).toBe(
    'Each run has 3 seeds. Confidence intervals over seeds need 5 or more.',
  );
  expect(lackText(dftl, fast, 'flash')).toEqual(['A confidence interval needs 5 seeds or more.']);
  // Of a short run without seeds the headline says nothing.
  expect(lackText(run('dftl', [1]), run('page', [1]), 'flash')).toEqual([]);
});

test('over seeds the parts are whole runs, and the sentence says so', () => {
  const [dftl, fast] = [seeded('dftl', [110, 120, 130, 140, 150]), seeded('page', [100, 100, 100, 100, 100])];
  const difference = between(dftl, fast, 'wa');
  // By hand: s = √250, t(4, 0.975) = 2.776, half = 2.776 · √250 / √5 = 19.63 programs in 100 writes.
  expect(told(difference)).toBe('+0.30 (+0.10 to +0.50)');
  expect(howSure([difference], 5)).toContain('5 runs with different seeds');
  // Erases of a run, not of its windows added up: 19.63 programs to either side, a tenth of it.
  const gap = gapOf(dftl, fast, 'flash');
  expect(gap && gapText(gap, 'flash')).toBe(
    'With 95% confidence the difference is 1 to 5 erases (5 seeds, the same for each run).',
  );
  // A run without seeds is compared by the windows that both have.
  expect(between(dftl, page, 'wa')).toMatchObject({ by: 'windows' });
});

/** With a write buffer that owes pages: the write amplification is `drained` with these. */
const owing = (base: BatchComparison, drained: number, seeds: readonly number[] = []): BatchComparison => {
  const { stage } = base;
  if (stage.is !== 'done') throw new Error('a run that is done');
  const of = (report: Report, to: number): Report => ({
    ...report,
    ...{ write_amplification: 1, write_amplification_drained: to },
  });
  const each = stage.seeds.map((report, i) => of(report, seeds[i] ?? 0));
  return { ...base, stage: { ...stage, report: of(stage.report, drained), seeds: each } };
};

test('pages that a write buffer owes belong to no window: only seeds tell of the write amplification', () => {
  const late = owing(run('dftl', swinging), 1.6);
  const difference = between(late, page, 'wa');
  expect(difference).toBe('owed');
  expect(between(page, late, 'wa')).toBe('owed');
  expect(typeof between(late, page, 'erases')).toBe('object');
  expect(howSure([between(late, page, 'erases'), difference], 1)).toMatch(
    /40 windows.* a write buffer still owes/,
  );
  expect(howSure([difference], 1)).toContain('a write buffer still owes belong to no window');
  expect(lackText(late, page, 'owed').join()).toContain('belong to no window');
  // Of each seed with the buffer written out: 1.5 to 1.9 against 1.
  const ones = [100, 100, 100, 100, 100];
  const [a, b] = [seeded('dftl', ones), seeded('page', ones)];
  const drained = owing(a, 1.7, [1.5, 1.9, 1.6, 1.8, 1.7]);
  expect(told(between(drained, b, 'wa'))).toBe('+0.70 (+0.50 to +0.90)');
  const gap = gapOf(drained, b, 'owed');
  expect(gap && gapText(gap, 'owed')).toBe(
    'With 95% confidence the difference is 0.50 to 0.90 (5 seeds, the same for each run).',
  );
});

test('the difference is that of the figures shown: what a buffer owes counts in both, or in none', () => {
  // A debt of less than a hundredth is in no window, and not in the figure.
  const { stage } = page;
  if (stage.is !== 'done') throw new Error('a run that is done');
  const report = { write_amplification: 1, write_amplification_drained: 1.005 } as Report;
  expect(settled(report)).toBe(1);
  expect(between({ ...page, stage: { ...stage, report } }, page, 'wa')).toMatchObject({ mean: 0 });
  // Over seeds by the mean: one seed may owe more.
  const ones = [100, 100, 100, 100, 100];
  const [a, b] = [seeded('dftl', ones), seeded('page', ones)];
  expect(between(owing(a, 1.008, [1, 1, 1.04, 1, 1]), b, 'wa')).toMatchObject({ mean: 0 });
  const mean = expect.closeTo(0.02, 12);
  expect(between(owing(a, 1.02, [1.02, 1, 1.06, 1, 1.02]), b, 'wa')).toMatchObject({ mean });
});

test('an interval is said by windows or by seeds, as it was found, of every figure', () => {
  const interval = { mean: 2, high: 3, pairs: 40, independent: 40 };
  for (const of of ['flash', 'host', 'owed'] as const)
    for (const low of [1, -1])
      for (const by of ['windows', 'seeds'] as const)
        expect(gapText({ ...interval, low, by }, of)).toContain(`40 ${by}`);
});

test('a workload that is repeated until it is steady says which window counts, and whether it settled', () => {
  const repeated = (base: BatchComparison, steady: Report['steady']): BatchComparison => {
    const { stage } = base;
    if (stage.is !== 'done') throw new Error('a run that is done');
    const report = { ...stage.report, write_amplification: 1.951, ...(steady && { steady }) };
    return { ...base, stage: { ...stage, report } };
  };
  const third = repeated(page, { reached: true, window: 3, passes: 1, before: 1.95, amplification: 1.942 });
  const last = repeated(run('dftl', swinging), {
    ...{ reached: false, window: 20, passes: 1, before: 2.5, amplification: 2.7 },
  });
  expect(steadyText(third, steadyOf(third))).toBe('WA 1.95, steady in window 3');
  expect(steadyText(last, steadyOf(last))).toBe('not reached in 20 windows');
  expect(unsettled([third], 'ftls')).toBeNull();
  expect(unsettled([third, last], 'ftls')).toBe(
    'Not in a steady state after 20 windows: DFTL. The write amplification of DFTL went from 2.50 to 2.70 in the last one, which is the one that is shown.',
  );
  expect(repeatedText([third, last])).toContain('window 3 to 20');
  expect(repeatedText([page])).toBeNull();
  // Given requests are the same in each pass; drawn ones are not.
  const of = (base: BatchComparison, kind: string) => ({
    ...base,
    variant: { ...base.variant, scenario: { workload: { kind } } },
  });
  expect(typeof between(of(last, 'trace'), of(third, 'trace'), 'wa')).toBe('object');
  expect(between(of(last, 'uniform'), of(third, 'uniform'), 'wa')).toBe('apart');
});

test('runs that have not settled are named with what to do', () => {
  const drifting = run('fast', [
    ...Array(30).fill(100),
    ...[100, 150, 200, 250, 300].flatMap((each) => [each, each]),
  ]);
  expect(steadyOf(page)?.steady).toBe(true);
  expect(unsettled([page], 'ftls')).toBeNull();
  // Range and rise: 200 of a mean of 200.
  expect(unsettled([page, drifting], 'ftls')).toMatch(
    /^Not in a steady state: FAST\. .* varies by 100% of its mean, and its trend is \+100%\./,
  );
  expect(steadyText(page, steadyOf(page))).toBe('WA 1.00 over the last quarter');
  // 3,000 pages before it, of 4,000.
  const large = { ...page, variant: { ...page.variant, scenario: { logical_pages: 4000 } } };
  expect(unsettled([large, drifting], 'ftls')).toMatch(
    /^Not in a steady state: Page\. .* wrote 75% of the capacity.* Not in a steady state: FAST\. /,
  );
  const prepared = { logical_pages: 4000, precondition: [{ kind: 'steady_state' }] };
  expect(unsettled([{ ...large, variant: { ...page.variant, scenario: prepared } }], 'ftls')).toBeNull();
});

test('the interval of all erases is that of the erases per page write, whatever the sizes of the windows', () => {
  const uneven = (erases: readonly number[]): BatchComparison => {
    const of = run('page', course(100));
    if (of.stage.is !== 'done') throw new Error('it is done');
    const windows = of.stage.windows.map((window, i) => ({
      ...{ ...window, writes: i % 3 === 0 ? 40 : 130, erases: erases[i] ?? 0 },
    }));
    return { ...of, stage: { ...of.stage, windows } };
  };
  const [more, less] = [uneven(course(9, 14, 12, 17, 13)), uneven(course(8, 9, 11, 7, 10))];
  const each = between(more, less, 'erases');
  const all = gapOf(more, less, 'flash');
  if (typeof each === 'string' || !all) throw new Error('there is no interval');
  // 14 windows of 40 writes, and 26 of 130; the table is of a thousand writes.
  for (const of of ['mean', 'low', 'high'] as const) expect(all[of]).toBeCloseTo((each[of] / 1000) * 3940, 6);
  expect(all.independent).toBe(each.independent);
  expect(all.mean).toBeCloseTo(8 * (1 + 5 + 1 + 10 + 3), 9);
});

test('a difference without an interval is still shown, as that of the two figures', () => {
  const seeded = (programs: number): BatchComparison => {
    const of = run('page', []);
    if (of.stage.is !== 'done') throw new Error('it is done');
    const report = {
      host: { writes: 200 },
      flash: { programs: { total: programs }, erases: { total: 8 } },
      service_us: { mean: Number.NaN },
      response_us: { mean: 50 },
    } as unknown as Report;
    return { ...of, stage: { ...of.stage, report } };
  };
  const [more, less] = [seeded(290), seeded(220)];
  expect(bareText(more, less, 'wa')).toBe('+0.35 (no interval)');
  expect(bareText(less, more, 'wa')).toBe('−0.35 (no interval)');
  expect(bareText(more, less, 'erases')).toBe('0.00 (no interval)');
  expect(bareText(more, less, 'service')).toBeNull();
});
