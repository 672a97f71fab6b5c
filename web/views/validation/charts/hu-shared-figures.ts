/** Hu's figures 3.6 to 3.10 and 3.11 to 3.15 for one of her traces. */
import { decimal, percent, plain } from '../../../base/format';
import type { ChartSpec, Series } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Reading, Readings } from './experiment';
import { all, type Claim, claimOf, type Figure, isNear, linkTo, oursOf } from './figure';
import { pageJob, SIZES } from './hu-ram';
import { changes, erases, type Measure, ratios, response } from './hu-ram-figures';
import {
  SHARED_TRACES,
  SHARER_NAMES,
  SHARERS,
  type SharedTrace,
  type Sharer,
  sharedJob,
  sharedJobs,
  TRAFFIC_MB,
} from './hu-shared';
import type { Trace } from './hu-traffic';

export function isShared(trace: Trace): trace is SharedTrace {
  return SHARED_TRACES.some((each) => each === trace);
}

export function sharedFigures(trace: SharedTrace, readings: Readings): Figure[] {
  return [byRam(trace, readings), traffic(trace, readings)];
}

/** Of her text: who is better than whom. */
const BETTER: Record<SharedTrace, readonly [Sharer, Sharer][]> = {
  financial1: [
    ['gc_arm', 'bplru'],
    ['bplru', 'dftl'],
    ['bplru', 'ap'],
  ],
  financial2: [
    ['dftl', 'bplru'],
    ['ap', 'bplru'],
    ['gc_arm', 'dftl'],
    ['gc_arm', 'ap'],
  ],
  exchange: [
    ['gc_arm', 'bplru'],
    ['bplru', 'dftl'],
    ['bplru', 'ap'],
  ],
  msn: [
    ['gc_arm', 'bplru'],
    ['gc_arm', 'dftl'],
    ['gc_arm', 'ap'],
  ],
  tpce: [
    ['gc_arm', 'bplru'],
    ['bplru', 'dftl'],
    ['bplru', 'ap'],
  ],
};

function byRam(trace: SharedTrace, readings: Readings): Figure {
  const base = readings(pageJob(trace).key);
  const key = (scheme: Sharer) => (mb: number) => sharedJob(trace, scheme, mb).key;
  const chart = (name: string, measure: Measure, scale: 'linear' | 'log'): ChartSpec => ({
    name,
    x: { name: m.hu_ram(), show: plain },
    y: { name: '', scale, show: plain },
    series: SHARERS.map((scheme, colour) =>
      oursOf(
        { name: SHARER_NAMES[scheme], colour },
        SIZES.map((x) => ({ x, job: sharedJob(trace, scheme, x) })),
        readings,
        (reading) => (base ? measure(reading) / measure(base) : 0),
      ),
    ),
  });
  const claims = BETTER[trace].flatMap(([one, other]): Claim[] => {
    const names = { one: SHARER_NAMES[one], other: SHARER_NAMES[other] };
    const over = (measure: Measure) => ratios(readings, SIZES, [key(one), key(other)], measure);
    const never = (found: readonly number[]) => Math.max(...found) <= 1;
    return [
      claimOf(m.hu_shared_fewer(names), over(erases), changes, never),
      claimOf(m.hu_shared_shorter(names), over(response), changes, never),
    ];
  });
  return {
    id: `hu-3.6-${trace}`,
    title: m.hu_shared_title(),
    about: m.hu_shared_about(),
    jobs: sharedJobs(trace),
    charts: [
      chart(m.hu_ram_erases(), erases, 'linear'),
      // Waiting may be a thousand times as long.
      chart(m.hu_ram_response(), response, 'log'),
    ],
    claims,
    why: m.hu_shared_why(),
  };
}

/** Pages programmed: of the host's data, of mappings, and the rest: copies of cleaning, and padding, which she counts there too. */
function writesOf(reading: Reading): { data: number; translation: number; cleaning: number; total: number } {
  const { amplification, written, buffer, programs } = reading;
  const total = amplification * written;
  const data = buffer ? buffer.destaged : written;
  const translation = programs.translation + programs.translation_gc;
  return { data, translation, cleaning: total - data - translation, total };
}

function traffic(trace: SharedTrace, readings: Readings): Figure {
  const jobs = SHARERS.map((scheme) => sharedJob(trace, scheme, TRAFFIC_MB));
  const found = all(...jobs.map(({ key }) => readings(key)));
  const name = (at: number) => SHARER_NAMES[SHARERS[at] ?? 'gc_arm'];
  const series = (named: string, colour: number, value: (reading: Reading) => number): Series => ({
    ...{ name: named, origin: 'ours', colour },
    points: jobs.flatMap((job, x) => {
      const reading = readings(job.key);
      return reading ? [{ x, y: value(reading), link: linkTo(job, reading) }] : [];
    }),
  });
  const share = (part: 'data' | 'translation' | 'cleaning') => (reading: Reading) => {
    const writes = writesOf(reading);
    return writes[part] / writes.total;
  };
  const of = (value: (reading: Reading) => number) => found?.map(value);
  const least = (values: readonly number[]) => values.every((value) => value >= (values[0] ?? 0));
  const listed = (show: (value: number) => string) => (values: readonly number[]) =>
    values.map((value, at) => `${name(at)} ${show(value)}`).join(', ');
  const shares = listed((value) => percent(value, 1));
  const data = of(share('data'));
  return {
    id: `hu-3.11-${trace}`,
    title: m.hu_traffic_title(),
    about: m.hu_traffic_about(),
    jobs,
    charts: [
      {
        ...{ name: m.hu_traffic_shares(), kind: 'bars', x: { name: '', show: name } },
        y: { name: '', show: (value) => percent(value) },
        series: [
          series(m.hu_traffic_data(), 2, share('data')),
          series(m.hu_traffic_cleaning(), 0, share('cleaning')),
          series(m.hu_traffic_translation(), 1, share('translation')),
        ],
      },
      {
        ...{ name: m.hu_traffic_total(), kind: 'bars', x: { name: '', show: name } },
        y: { name: '', show: plain },
        series: [series(m.hu_traffic_total(), 0, (reading) => writesOf(reading).total / 1e6)],
      },
    ],
    claims: [
      claimOf(
        m.hu_traffic_least(),
        of((reading) => writesOf(reading).total / 1e6),
        listed((value) => decimal(value, 1)),
        least,
      ),
      ...(trace === 'financial1'
        ? [
            claimOf(m.hu_traffic_most({ share: percent(0.9) }), data, shares, (values) =>
              isNear(values[0] ?? 0, 0.9),
            ),
          ]
        : []),
      ...(trace === 'tpce'
        ? [
            claimOf(
              m.hu_traffic_tpce({ most: percent(0.99) }),
              data,
              shares,
              ([arm = 0, ap = 0, bplru = 0, dftl = 0]) =>
                isNear(arm, 1) && isNear(bplru, 1) && ap <= 0.02 && dftl <= 0.02,
            ),
          ]
        : []),
      claimOf(
        m.hu_traffic_translation_less(),
        of(share('translation')),
        shares,
        ([arm = 0, ap = 0, , dftl = 0]) => arm < ap && arm < dftl,
      ),
    ],
    why: m.hu_traffic_why(),
  };
}
