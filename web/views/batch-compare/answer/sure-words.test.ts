import { expect, test } from 'vitest';
import type { FtlKind } from '../../../model/schemes';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { gapOf, gapText, lackText } from './gaps';
import { between, howSure, intervalText, steadyOf, unsettled } from './sure-words';

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

const page = run('page', [100, 100, 100, 100, 100]);

test('measures are per page written and per request', () => {
  // In an order in which no window resembles the one before.
  const dftl = run('dftl', [110, 150, 120, 140, 130]);
  // By hand: s = √250, t(4, 0.975) = 2.776, half = 2.776 · √250 / √5 = 19.63 programs in 100 writes.
  const texts = (['wa', 'erases', 'service', 'response'] as const).map((measure) => {
    const told = between(dftl, page, measure);
    return typeof told === 'string' ? told : intervalText(told, measure);
  });
  expect(texts).toEqual([
    '+0.30 (+0.10 to +0.50)',
    '+30.0 (+10.4 to +49.6)',
    '+24 µs (+8.3 µs to +39.7 µs)',
    '+30 µs (+10.4 µs to +49.6 µs)',
  ]);
});

test('windows of unequal size count by their size: the interval is that of the difference of both figures', () => {
  // Windows of 100 writes take turns with windows of 6,400, as in a trace of small and of large requests.
  const course = (small: number, large: number) => {
    const one = run('page', Array(20).fill(0));
    if (one.stage.is !== 'done') throw new Error('a run that is done');
    const windows = one.stage.windows.map((each, i) => {
      const [writes, amplification] = i % 2 === 0 ? [100, small] : [6400, large];
      return { ...each, writes, programs: writes * (amplification + (i % 4 < 2 ? 0.01 : -0.01)) };
    });
    return { ...one, stage: { ...one.stage, windows } };
  };
  const difference = between(course(9, 1), course(1.2, 1.4), 'wa');
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
  const difference = between(paused([110, 150, 120, 140, 130]), paused([100, 100, 100, 100, 100]), 'wa');
  expect(typeof difference === 'string' ? difference : difference.mean).toBeCloseTo(0.325, 9);
});

test('an interval with zero in it shows no difference; equal windows are equal', () => {
  const swing = between(run('dftl', [90, 110, 90, 110, 105]), page, 'wa');
  expect(told(swing)).toMatch(/^the runs show no difference \(−0\.1\d to \+0\.1\d\)$/);
  const same = between(run('dftl', [100, 100, 100, 100, 100]), page, 'wa');
  expect(told(same)).toBe('equal in every window');
});

test('without writes, or with too few windows, there is no interval, and the page says why', () => {
  const idle = between(run('dftl', [1, 2, 3, 4, 5], 0), run('page', [1, 2, 3, 4, 5], 0), 'wa');
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
  const { stage, ...others } = run(ftl, [1, 1, 1, 1, 1]);
  if (stage.is !== 'done') throw new Error('a run that is done');
  return { ...others, stage: { ...stage, seeds: seeds as unknown as Report[] } };
};

test('windows that depend on one another give no interval, here and in the headline, and that is said', () => {
  const rising = run('dftl', [110, 120, 130, 140, 150]);
  const difference = between(rising, page, 'wa');
  expect(difference).toBe('dependent');
  expect(howSure([difference], 1)).toContain('each window of the runs depends on the one before');
  expect(lackText(rising, page, 'flash').join()).toContain('depends on the one before');
  // Beside others it is a dash.
  const other = between(run('fast', [110, 150, 120, 140, 130]), page, 'wa');
  expect(howSure([other, difference], 1)).toMatch(/over 5 windows.*A dash: the windows depend/);
});

test('intervals of windows that were joined say of how many, and erases are those of the whole run', () => {
  const fours = run(
    'dftl',
    Array.from({ length: 20 }, (_, i) => (i % 8 < 4 ? 120 : 100)),
  );
  const even = run('page', Array(20).fill(100));
  const other = run(
    'fast',
    Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 110 : 100)),
  );
  const differences = [between(fours, even, 'wa'), between(other, even, 'wa')];
  expect(howSure(differences, 1)).toContain('batch means over 10 to 20 windows');
  // 12 of 20 windows have 2 erases more.
  expect(gapOf(fours, even, 'flash')?.mean).toBeCloseTo(24, 9);
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
  // The same differences as by windows above.
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
  const late = owing(run('dftl', [110, 150, 120, 140, 130]), 1.6);
  const difference = between(late, page, 'wa');
  expect(difference).toBe('owed');
  expect(between(page, late, 'wa')).toBe('owed');
  expect(typeof between(late, page, 'erases')).toBe('object');
  expect(howSure([between(late, page, 'erases'), difference], 1)).toMatch(
    /5 windows.* a write buffer still owes/,
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

test('runs that have not settled are named with what to do', () => {
  const drifting = run('fast', [100, 150, 200, 250, 300]);
  expect(steadyOf(page)?.steady).toBe(true);
  expect(unsettled([page], 'ftls')).toBeNull();
  // Range and rise: 200 of a mean of 200.
  expect(unsettled([page, drifting], 'ftls')).toMatch(
    /^Not in a steady state: FAST\. .* varies by 100% of its mean, and its trend is \+100%\./,
  );
});
