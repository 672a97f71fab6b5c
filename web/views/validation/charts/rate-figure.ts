/** DFTL'09, Fig. 9. */
import { integer, plain } from '../../../base/format';
import type { ChartSpec } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import { SCHEME_NAMES, SCHEMES, type Scheme } from './dftl';
import type { Readings } from './experiment';
import { all, claimOf, type Figure, oursOf } from './figure';
import { INTERVALS, LOADS, type Load, rateJob, rateJobs, rateKey } from './rate';

/** A device is overloaded when a request takes so many times as long as at the lowest rate. */
const OVERLOADED = 10;

export function rateFigure(readings: Readings): Figure {
  const mean = (load: Load, scheme: Scheme, interval: number) =>
    readings(rateKey(load, scheme, interval))?.response.mean;
  /** The highest rate that is withstood, requests a second. */
  const limit = (load: Load, scheme: Scheme): number | undefined => {
    const times = INTERVALS.map((interval) => mean(load, scheme, interval));
    const [calm] = times;
    if (times.includes(undefined) || calm === undefined) return undefined;
    const withstood = INTERVALS.filter((_, at) => (times[at] ?? 0) < OVERLOADED * calm);
    return 1000 / Math.min(...withstood);
  };
  const charts = LOADS.map(
    (load): ChartSpec => ({
      name: load === 'random' ? m.sources_dftl_9_random() : m.sources_dftl_9_sequential(),
      x: { name: m.sources_rate(), show: plain },
      y: { name: '', scale: 'log', show: plain },
      series: SCHEMES.map((scheme, colour) =>
        oursOf(
          { name: SCHEME_NAMES[scheme], colour },
          INTERVALS.map((interval) => ({ x: 1000 / interval, job: rateJob(load, scheme, interval) })),
          readings,
          ({ response }) => response.mean,
        ),
      ),
    }),
  );
  const limits = (dftl: number, fast: number) =>
    m.sources_dftl_9_limits({ dftl: integer(dftl), fast: integer(fast) });
  return {
    id: 'dftl-9',
    title: m.sources_dftl_9(),
    about: m.sources_dftl_9_about(),
    jobs: rateJobs(),
    charts,
    claims: [
      claimOf(
        m.sources_dftl_9_sustains(),
        all(limit('random', 'dftl'), limit('random', 'fast')),
        ([dftl, fast]) => limits(dftl, fast),
        ([dftl, fast]) => dftl > fast,
      ),
      claimOf(
        m.sources_dftl_9_endures(),
        all(limit('random', 'fast'), limit('sequential', 'fast')),
        ([random, sequential]) =>
          m.sources_dftl_9_both({ random: integer(random), sequential: integer(sequential) }),
        ([random, sequential]) => sequential > random,
      ),
      claimOf(
        m.sources_dftl_9_better(),
        all(mean('sequential', 'page', 8), mean('sequential', 'dftl', 8), mean('sequential', 'fast', 8)),
        (times) =>
          m.sources_dftl_9_means({ page: plain(times[0]), dftl: plain(times[1]), fast: plain(times[2]) }),
        ([page, dftl, fast]) => dftl <= fast && dftl < 1.2 * page,
      ),
    ],
    why: m.sources_dftl_9_why(),
  };
}
