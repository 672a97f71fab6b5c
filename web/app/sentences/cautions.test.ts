/** The sentences about arrivals that outpace the device agree with the reports: which run is worst, and by how much. */
import { expect, test } from 'vitest';
import fc from '../../base/property';
import type { Report } from '../../protocol/generated/Report';
import { type Outpaced, outpacedText } from '../../views/cautions/overloaded-words';
import { type Facts, type Figures, holding } from './facts.fixture';

const { hold, unmet } = holding();

/** The first of those with the largest figure. */
const worst = <T>(all: readonly T[], of: (each: T) => number): T | undefined =>
  all.find((each) => of(each) === Math.max(...all.map(of)));

function overloadIn(runs: readonly Outpaced[]): Figures | null {
  const all = runs.filter(({ overload }) => overload);
  const most = worst(
    all,
    ({ overload }) => Number(overload?.done_us) / Number(overload?.arrivals_us),
  )?.overload;
  if (!most) return null;
  const { arrivals_us, done_us } = most;
  const counts: Figures = runs.length > 1 ? { n: all.length, all: runs.length } : {};
  return { arrivals: arrivals_us, done: done_us, times: done_us / arrivals_us, ...counts };
}

function burstIn(runs: readonly Outpaced[]): Figures | null {
  const all = runs.filter(({ waiting }) => waiting);
  const most = worst(all, ({ response_us }) => response_us.p99);
  if (overloadIn(runs) || !most?.waiting) return null;
  const { requests, done_us, arrivals_us } = most.waiting;
  const counts: Figures = runs.length > 1 ? { n: all.length, all: runs.length } : {};
  // The rate of the arrivals is a text within the sentence.
  const span: Figures = arrivals_us === 0 ? { arrivals: 'at the same time' } : {};
  const times = { response: most.response_us.p99, service: most.service_us.p99, done: done_us };
  return { ...times, requests, ...span, ...counts };
}

const only = (runs: readonly Outpaced[], few: boolean, said: Figures | null) =>
  runs.length > 1 === few ? null : said;

const OUTPACED: Facts<readonly Outpaced[]> = {
  metrics_overload: (runs) => only(runs, true, overloadIn(runs)),
  metrics_overload_some: (runs) => only(runs, false, overloadIn(runs)),
  metrics_burst: (runs) => only(runs, true, burstIn(runs)),
  metrics_burst_some: (runs) => only(runs, false, burstIn(runs)),
};

const us = fc.integer({ min: 1, max: 90_000_000 });
const overload = fc
  .record({ arrivals_us: us, more: fc.double({ min: 1.1, max: 40, noNaN: true }) })
  .map(({ arrivals_us, more }) => ({ arrivals_us, done_us: arrivals_us * more, times: more }));
const waiting = fc.record({
  requests: fc.integer({ min: 2, max: 90_000 }),
  arrivals_us: fc.oneof(fc.constant(0), us),
  done_us: us,
});
const run = fc
  .record({
    found: fc.oneof(fc.constant({}), fc.record({ overload }), fc.record({ waiting })),
    response: us,
    service: us,
  })
  .map(({ found, response, service }): Outpaced => {
    const times = { response_us: { p99: response }, service_us: { p99: service } };
    return { ...found, ...times } as unknown as Pick<Report, keyof Outpaced>;
  });

test('the run that is outpaced most is said with its figures, and nothing where none is', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), (runs) => {
      const said = outpacedText(runs);
      hold(said === null ? [] : [said], OUTPACED, runs);
    }),
    { numRuns: 500 },
  );
  expect(unmet(OUTPACED)).toEqual([]);
});
