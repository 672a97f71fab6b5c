import { expect, test } from 'vitest';
import type { FtlKind } from '../../../model/schemes';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { gapOf, gapText } from './gaps';
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

const page = run('page', [100, 100, 100, 100, 100]);

test('measures are per page written and per request', () => {
  const dftl = run('dftl', [110, 120, 130, 140, 150]);
  // By hand: s = √250, t(4, 0.975) = 2.776, half = 2.776 · √250 / √5 = 19.63 programs in 100 writes.
  const texts = (['wa', 'erases', 'service', 'response'] as const).map((measure) => {
    const told = between(dftl, page, measure);
    return told && intervalText(told, measure);
  });
  expect(texts).toEqual([
    '+0.30 (+0.10 to +0.50)',
    '+30.0 (+10.4 to +49.6)',
    '+24 µs (+8.3 µs to +39.7 µs)',
    '+30 µs (+10.4 µs to +49.6 µs)',
  ]);
});

test('an interval with zero in it shows no difference; equal windows are equal', () => {
  const swing = between(run('dftl', [90, 110, 90, 110, 105]), page, 'wa');
  expect(swing && intervalText(swing, 'wa')).toMatch(/^the runs show no difference \(−0\.1\d to \+0\.1\d\)$/);
  const same = between(run('dftl', [100, 100, 100, 100, 100]), page, 'wa');
  expect(same && intervalText(same, 'wa')).toBe('equal in every window');
});

test('without writes, or with too few windows, there is no interval, and the page says why', () => {
  expect(between(run('dftl', [1, 2, 3, 4, 5], 0), run('page', [1, 2, 3, 4, 5], 0), 'wa')).toBeNull();
  expect(between(run('dftl', [1]), run('page', [1]), 'wa')).toBeNull();
  expect(howSure([])).toContain('too short');
});

test('over seeds the parts are whole runs, and the sentence says so', () => {
  const seeded = (ftl: FtlKind, programs: readonly number[]): BatchComparison => {
    const seeds = programs.map((total) => ({
      ...{ host: { writes: 100 }, service_us: { mean: total }, response_us: { mean: total } },
      flash: { programs: { total }, erases: { total: total / 10 } },
    }));
    const { stage, ...others } = run(ftl, [1, 1, 1, 1, 1]);
    if (stage.is !== 'done') throw new Error('a run that is done');
    return { ...others, stage: { ...stage, seeds: seeds as unknown as Report[] } };
  };
  const [dftl, fast] = [seeded('dftl', [110, 120, 130, 140, 150]), seeded('page', [100, 100, 100, 100, 100])];
  const told = between(dftl, fast, 'wa');
  // The same differences as by windows above.
  expect(told && intervalText(told, 'wa')).toBe('+0.30 (+0.10 to +0.50)');
  expect(told && howSure([told])).toContain('5 runs with different seeds');
  // Erases of a run, not of its windows added up: 19.63 programs to either side, a tenth of it.
  const gap = gapOf(dftl, fast, 'ftls');
  expect(gap && gapText(gap, 'ftls')).toBe(
    'With 95% confidence the difference is 1 to 5 erases (5 seeds, the same for each run).',
  );
  // A run without seeds is compared by the windows that both have.
  expect(between(dftl, page, 'wa')?.by).toBe('windows');
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
