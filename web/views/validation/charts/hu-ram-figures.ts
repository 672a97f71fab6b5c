/** Hu's figures 2.3 to 2.7 and 2.9 for one of her traces, and 2.8 for all of them. */
import { decimal, percent, plain } from '../../../base/format';
import type { ChartSpec } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Reading, Readings } from './experiment';
import { all, type Claim, claimOf, type Figure, isNear, oursOf } from './figure';
import {
  BUFFERED_TRACES,
  type BufferedTrace,
  HER_THRESHOLD,
  pageJob,
  RECORDED_SIZES,
  RECORDED_TRACES,
  type RecordedTrace,
  RIVAL_NAMES,
  RIVALS,
  type Rival,
  ramJob,
  ramJobs,
  recordedJob,
  recordedJobs,
  SIZES,
  THRESHOLD_MB,
  THRESHOLDS,
  thresholdJob,
} from './hu-ram';
import { TRACE_NAMES, type Trace } from './hu-traffic';

/** What her figures show of a run. */
export type Measure = (reading: Reading) => number;
export const erases: Measure = (reading) => reading.erases;
export const response: Measure = (reading) => reading.response.mean;

/** "Almost identically", "similar", "not too much": within this share. */
const SAME = 0.05;

export function isBuffered(trace: Trace): trace is BufferedTrace {
  return BUFFERED_TRACES.some((each) => each === trace);
}

export function ramFigures(trace: BufferedTrace, readings: Readings): Figure[] {
  return [byRam(trace, readings), destaging(trace, readings)];
}

/** Of one run over another, at each of the sizes; `undefined` if any is missing. */
export function ratios(
  readings: Readings,
  sizes: readonly number[],
  [of, to]: readonly [keyOf: (mb: number) => string, keyOf: (mb: number) => string],
  measure: Measure,
): number[] | undefined {
  const found = sizes.map((mb) => {
    const [one, other] = [readings(of(mb)), readings(to(mb))];
    return one && other ? measure(one) / measure(other) : undefined;
  });
  return all(...found);
}

/** A change as it is read: `-12.5%`, `+3%`. */
export function change(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share, 1)}`;
}

export function changes(found: readonly number[]): string {
  return m.hu_change({ least: change(Math.min(...found) - 1), most: change(Math.max(...found) - 1) });
}

/** Figures of her text: by how much less PUD-LRU needs at best. */
interface Told {
  than: Rival;
  erases: number;
  response: number;
  /** Only where the RAM is smaller. */
  below?: number;
}

const TOLD: Record<BufferedTrace, readonly Told[]> = {
  financial1: [
    { than: 'bplru', erases: 0.3, response: 0.56 },
    { than: 'dftl', erases: 0.33, response: 0.32 },
  ],
  financial2: [{ than: 'bplru', erases: 0.42, response: 0.39 }],
  exchange: [
    { than: 'bplru', erases: 0.07, response: 0.05 },
    { than: 'dftl', erases: 0.73, response: 0.75, below: 40 },
  ],
  build: [{ than: 'bplru', erases: 0.07, response: 0.08 }],
  tpce: [],
};

function byRam(trace: BufferedTrace, readings: Readings): Figure {
  const page = pageJob(trace);
  const base = readings(page.key);
  const key = (scheme: Rival) => (mb: number) => ramJob(trace, scheme, mb).key;
  const pageKey = () => page.key;
  const [pud, bplru, dftl] = [key('pud_lru'), key('bplru'), key('dftl')];
  const over = (
    of: (mb: number) => string,
    to: (mb: number) => string,
    measure: Measure,
    sizes: readonly number[] = SIZES,
  ) => ratios(readings, sizes, [of, to], measure);
  const chart = (name: string, measure: Measure): ChartSpec => ({
    name,
    x: { name: m.hu_ram(), show: plain },
    y: { name: '', show: plain },
    series: [
      oursOf(
        { name: m.hu_page(), colour: 3 },
        SIZES.map((x) => ({ x, job: page })),
        readings,
        () => 1,
      ),
      ...RIVALS.map((scheme, colour) =>
        oursOf(
          { name: RIVAL_NAMES[scheme], colour },
          SIZES.map((x) => ({ x, job: ramJob(trace, scheme, x) })),
          readings,
          (reading) => (base ? measure(reading) / measure(base) : 0),
        ),
      ),
    ],
  });
  const upTo = ({ than, below, ...told }: Told): Claim[] => {
    const sizes = SIZES.filter((mb) => below === undefined || mb < below);
    const rival = RIVAL_NAMES[than];
    const less = (share: number) => ({ rival, share: percent(share) });
    const agrees = (share: number) => (found: number[]) => isNear(1 - Math.min(...found), share);
    const [eras, resp] = [erases, response].map((measure) => over(pud, key(than), measure, sizes));
    return [
      claimOf(m.hu_fewer(less(told.erases)), eras, changes, agrees(told.erases)),
      claimOf(m.hu_shorter(less(told.response)), resp, changes, agrees(told.response)),
    ];
  };
  const pageWorse = claimOf(
    m.hu_page_worse(),
    all(over(pud, pageKey, erases), over(bplru, pageKey, erases)),
    (found) =>
      m.hu_over_page({ least: times(Math.min(...found.flat())), most: times(Math.max(...found.flat())) }),
    (found) => Math.max(...found.flat()) < 1,
  );
  const others: Record<BufferedTrace, () => Claim[]> = {
    financial1: () => [
      claimOf(
        m.hu_page_fewer(),
        over(
          pud,
          pageKey,
          erases,
          SIZES.filter((mb) => mb > 24),
        ),
        changes,
        (found) => Math.max(...found) < 1,
      ),
      claimOf(m.hu_page_shorter(), over(pud, pageKey, response), changes, (found) => Math.max(...found) < 1),
    ],
    financial2: () => [
      claimOf(
        m.hu_hits({ share: percent(0.53) }),
        readings(dftl(16))?.hits ?? undefined,
        (hits) => percent(hits),
        (hits) => isNear(hits, 0.53),
      ),
    ],
    exchange: () => [
      claimOf(
        m.hu_working_set(),
        over(
          dftl,
          pud,
          erases,
          SIZES.filter((mb) => mb >= 40),
        ),
        changes,
        (found) => found.every((ratio) => isNear(ratio, 1)),
      ),
    ],
    build: () => [pageWorse],
    tpce: () => [
      claimOf(m.hu_same({ share: percent(SAME) }), over(pud, bplru, erases), changes, (found) =>
        found.every((ratio) => isNear(ratio, 1, SAME)),
      ),
      pageWorse,
    ],
  };
  return {
    id: `hu-2.3-${trace}`,
    title: m.hu_ram_title(),
    about: m.hu_ram_about(),
    jobs: [page, ...ramJobs(trace, RIVALS)],
    charts: [chart(m.hu_ram_erases(), erases), chart(m.hu_ram_response(), response)],
    claims: [...TOLD[trace].flatMap(upTo), ...others[trace]()],
    why: m.hu_ram_why(),
  };
}

function times(ratio: number): string {
  return m.sources_times({ times: plain(ratio) });
}

/** Pages of a destaging that were in the buffer. */
function efficiency({ buffer }: Reading): number {
  return buffer && buffer.destages > 0 ? buffer.destaged / buffer.destages : 0;
}

function destaging(trace: BufferedTrace, readings: Readings): Figure {
  const schemes = ['bplru', 'pud_lru'] as const;
  const of = (scheme: Rival) =>
    all(
      ...SIZES.map((mb) => {
        const reading = readings(ramJob(trace, scheme, mb).key);
        return reading && efficiency(reading);
      }),
    );
  const [bplru, pud] = [of('bplru'), of('pud_lru')];
  const ends = (found: readonly number[]) => ({
    first: decimal(found[0] ?? 0, 1),
    last: decimal(found.at(-1) ?? 0, 1),
  });
  const grows = (found: readonly number[]) =>
    found.every((value, at) => at === 0 || value >= (found[at - 1] ?? 0));
  const gain = (found: readonly number[]) => (found.at(-1) ?? 0) - (found[0] ?? 0);
  const told = ([one, other]: readonly [readonly number[], readonly number[]]) =>
    m.hu_destaged_ours({
      bplru_first: ends(one).first,
      bplru_last: ends(one).last,
      pud_first: ends(other).first,
      pud_last: ends(other).last,
    });
  return {
    id: `hu-2.9-${trace}`,
    title: m.hu_destaged_title(),
    about: m.hu_destaged_about(),
    jobs: ramJobs(trace, schemes),
    charts: [
      {
        name: m.hu_destaged(),
        x: { name: m.hu_ram(), show: plain },
        y: { name: '', show: plain },
        series: schemes.map((scheme, colour) =>
          oursOf(
            { name: RIVAL_NAMES[scheme], colour },
            SIZES.map((x) => ({ x, job: ramJob(trace, scheme, x) })),
            readings,
            efficiency,
          ),
        ),
      },
    ],
    claims:
      trace === 'tpce'
        ? [
            claimOf(m.hu_destaged_whole(), all(bplru, pud), told, (found) =>
              found.flat().every((pages) => isNear(pages, 128)),
            ),
          ]
        : [
            claimOf(m.hu_destaged_grows(), all(bplru, pud), told, (found) => found.every(grows)),
            claimOf(m.hu_destaged_faster(), all(bplru, pud), told, ([one, other]) => gain(other) > gain(one)),
          ],
    why: m.hu_destaged_why(),
  };
}

export function thresholdFigure(readings: Readings): Figure {
  const bplru = (trace: BufferedTrace) => readings(ramJob(trace, 'bplru', THRESHOLD_MB).key);
  const key = (trace: BufferedTrace, threshold: number) => thresholdJob(trace, threshold).key;
  /** Over BPLRU, at each threshold. */
  const over = (trace: BufferedTrace, measure: Measure) => {
    const base = bplru(trace);
    return (
      base &&
      all(
        ...THRESHOLDS.map((threshold) => {
          const reading = readings(key(trace, threshold));
          return reading && measure(reading) / measure(base);
        }),
      )
    );
  };
  const best = (found: readonly number[]) => THRESHOLDS[found.indexOf(Math.min(...found))] ?? 0;
  const tuned = (['financial1', 'financial2', 'exchange', 'build'] as const).map((trace) => ({
    name: TRACE_NAMES[trace],
    found: over(trace, erases),
  }));
  const chart = (name: string, measure: Measure): ChartSpec => ({
    name,
    x: { name: m.hu_threshold_axis(), show: String },
    y: { name: '', show: plain },
    series: BUFFERED_TRACES.map((trace, colour) => {
      const base = bplru(trace);
      return oursOf(
        { name: TRACE_NAMES[trace], colour },
        THRESHOLDS.map((x) => ({ x, job: thresholdJob(trace, x) })),
        readings,
        (reading) => (base ? measure(reading) / measure(base) : 0),
      );
    }),
  });
  return {
    id: 'hu-2.8',
    title: m.hu_threshold_title(),
    about: m.hu_threshold_about(),
    jobs: BUFFERED_TRACES.flatMap((trace) => [
      ramJob(trace, 'bplru', THRESHOLD_MB),
      ...THRESHOLDS.map((threshold) => thresholdJob(trace, threshold)),
    ]),
    charts: [chart(m.hu_threshold_erases(), erases), chart(m.hu_threshold_response(), response)],
    claims: [
      claimOf(
        m.hu_threshold_always(),
        all(over('financial1', erases), over('financial2', erases)),
        (found) => changes(found.flat()),
        (found) => Math.max(...found.flat()) < 1,
      ),
      claimOf(
        m.hu_threshold_best(),
        all(...tuned.map(({ found }) => found)),
        (found) => found.map((each, at) => `${tuned[at]?.name} ${best(each)}`).join(', '),
        (found) => found.every((each) => best(each) === HER_THRESHOLD),
      ),
      claimOf(
        m.hu_threshold_tpce({ share: percent(SAME) }),
        over('tpce', erases),
        changes,
        (found) => Math.max(...found) / Math.min(...found) <= 1 + SAME,
      ),
    ],
    why: m.hu_threshold_why(),
  };
}

const RECORDED_NAMES: Record<RecordedTrace, string> = {
  ...{ financial1: 'Financial 1', tpcc: 'TPC-C', tencent: 'Tencent CBS' },
};

/** Figure 2.3 (a) and its like, on recorded requests. */
export function recordedFigure(readings: Readings): Figure {
  const over = (trace: RecordedTrace) => recordedRatios(trace, readings);
  return {
    id: 'hu-recorded',
    title: m.hu_real_title(),
    about: m.hu_real_about(),
    jobs: recordedJobs(),
    charts: [
      {
        name: m.hu_real_erases(),
        x: { name: m.hu_real_ram(), show: plain },
        y: { name: '', show: plain },
        series: RECORDED_TRACES.map((trace, colour) => ({
          ...oursOf(
            { name: RECORDED_NAMES[trace], colour },
            RECORDED_SIZES.map((x) => ({ x, job: recordedJob(trace, 'pud_lru', x) })),
            readings,
            ({ erases }, x) => erases / (readings(recordedJob(trace, 'bplru', x).key)?.erases || 1),
          ),
        })),
      },
    ],
    claims: RECORDED_TRACES.map((trace) =>
      claimOf(
        m.hu_real_no_more({ trace: RECORDED_NAMES[trace] }),
        over(trace),
        changes,
        (found) => Math.max(...found) <= 1,
      ),
    ),
    why: m.hu_real_why(),
  };
}

/** Erases of PUD-LRU over those of BPLRU, at each size. */
function recordedRatios(trace: RecordedTrace, readings: Readings): number[] | undefined {
  const key = (scheme: 'bplru' | 'pud_lru') => (kib: number) => recordedJob(trace, scheme, kib).key;
  return ratios(readings, RECORDED_SIZES, [key('pud_lru'), key('bplru')], erases);
}
