/** Hu's figures 4.10 to 4.12, 5.3, and 5.6 to 5.10 for one of her traces. */
import { decimal, integer, percent, plain } from '../../../base/format';
import type { ChartSpec } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import { schedulerName } from '../../../i18n/scheduler-names';
import type { Reading, Readings } from './experiment';
import { all, claimOf, type Figure, isNear, oursOf } from './figure';
import {
  DEPTHS,
  mixJob,
  type Op,
  queueJob,
  queueJobs,
  REQUEST_PAGES,
  SCHEDULED_TRACES,
  SCHEDULERS,
  type ScheduledTrace,
  type Scheduler,
  schedulerJob,
  WRITE_SHARES,
} from './hu-queue';
import type { Trace } from './hu-traffic';

const bandwidth = ({ parallel }: Reading) => parallel?.bandwidth ?? 0;
const response = (reading: Reading) => reading.response.mean;
/** What is close enough to the most there is. */
const REACHED = 0.1;

export function queueFigures(readings: Readings): Figure[] {
  return [depths(readings), mixed(readings)];
}

function depths(readings: Readings): Figure {
  const chart = (name: string, op: Op, measure: (reading: Reading) => number): ChartSpec => ({
    name,
    x: { name: m.hu_depth(), show: integer },
    y: { name: '', show: plain },
    series: REQUEST_PAGES.map((pages, colour) =>
      oursOf(
        { name: m.hu_kb({ kb: integer(pages * 4) }), colour },
        DEPTHS.map((x) => ({ x, job: queueJob(op, pages, x) })),
        readings,
        measure,
      ),
    ),
  });
  const row = (op: Op, pages: number, measure: (reading: Reading) => number) =>
    all(
      ...DEPTHS.map((depth) => {
        const reading = readings(queueJob(op, pages, depth).key);
        return reading && measure(reading);
      }),
    );
  const rows = (measure: (reading: Reading) => number) =>
    all(
      ...(['read', 'write'] as const).flatMap((op) => REQUEST_PAGES.map((pages) => row(op, pages, measure))),
    );
  const most = (values: readonly number[] | undefined) => Math.max(...(values ?? [0]));
  const at8 = DEPTHS.indexOf(8);
  const reached = (values: readonly number[]) => (values[at8] ?? 0) / most(values);
  const found = rows(bandwidth);
  const [least] = [found && Math.min(...found.map(reached))];
  const [reads, writes] = [found?.slice(0, REQUEST_PAGES.length), found?.slice(REQUEST_PAGES.length)];
  const peaks = (of: readonly number[][]) => of.map((values) => integer(most(values))).join(', ');
  /** Of what the largest requests come to. */
  const from64 = (of: readonly number[][]) => most(of[REQUEST_PAGES.indexOf(16)]) / most(of.at(-1));
  const small = (of: readonly number[][]) => most(of[0]) / most(of.at(-1));
  const linear = (values: readonly number[]) => (values.at(-1) ?? 0) / (values[at8] ?? 1);
  const growth = rows(response)?.map(linear);
  return {
    id: 'hu-4.10',
    title: m.hu_depth_title(),
    about: m.hu_depth_about(),
    jobs: queueJobs(),
    charts: [
      chart(m.hu_depth_read_bandwidth(), 'read', bandwidth),
      chart(m.hu_depth_read_response(), 'read', response),
      chart(m.hu_depth_write_bandwidth(), 'write', bandwidth),
      chart(m.hu_depth_write_response(), 'write', response),
    ],
    claims: [
      claimOf(
        m.hu_depth_eight({ share: percent(REACHED) }),
        least,
        (share) => m.hu_depth_eight_ours({ share: percent(share) }),
        (share) => share >= 1 - REACHED,
      ),
      claimOf(
        m.hu_depth_size({ share: percent(REACHED) }),
        all(reads, writes),
        ([reads, writes]) => m.hu_depth_size_ours({ reads: peaks(reads), writes: peaks(writes) }),
        ([reads, writes]) => small(reads) < 1 - REACHED && small(writes) < 1 - REACHED,
      ),
      claimOf(
        m.hu_depth_64({ share: percent(REACHED) }),
        all(reads, writes),
        ([reads, writes]) =>
          m.hu_depth_64_ours({ reads: percent(from64(reads)), writes: percent(from64(writes)) }),
        ([reads, writes]) => from64(reads) >= 1 - REACHED && from64(writes) >= 1 - REACHED,
      ),
      claimOf(
        m.hu_depth_linear(),
        growth,
        (found) =>
          m.hu_depth_linear_ours({ least: plain(Math.min(...found)), most: plain(Math.max(...found)) }),
        (found) => found.every((ratio) => isNear(ratio, 8)),
      ),
    ],
    why: m.hu_depth_why(),
  };
}

function mixed(readings: Readings): Figure {
  const jobs = WRITE_SHARES.map(mixJob);
  const found = all(
    ...jobs.map(({ key }) => {
      const reading = readings(key);
      return reading && bandwidth(reading);
    }),
  );
  const lowest = (values: readonly number[]) => WRITE_SHARES[values.indexOf(Math.min(...values))] ?? 0;
  const half = (values: readonly number[]) => values[WRITE_SHARES.indexOf(0.5)] ?? 0;
  const [pure, writes] = [found?.[0], found?.at(-1)];
  /** Bandwidth if a mix cost what its parts cost. */
  const sum = (share: number) =>
    pure === undefined || writes === undefined ? 0 : 1 / (share / writes + (1 - share) / pure);
  return {
    id: 'hu-5.3',
    title: m.hu_mix_title(),
    about: m.hu_mix_about(),
    jobs,
    charts: [
      {
        name: m.hu_bandwidth(),
        x: { name: m.hu_mix_share(), scale: 'linear', show: (share) => percent(share) },
        y: { name: '', show: plain },
        series: [
          oursOf(
            { name: m.hu_mix_run(), colour: 0 },
            jobs.map((job, at) => ({ x: WRITE_SHARES[at] ?? 0, job })),
            readings,
            bandwidth,
          ),
          {
            ...{ name: m.hu_mix_sum(), origin: 'form', colour: 1 },
            points: found ? WRITE_SHARES.map((x) => ({ x, y: sum(x) })) : [],
          },
        ],
      },
    ],
    claims: [
      claimOf(
        m.hu_mix_lowest(),
        found,
        (values) => m.hu_mix_lowest_ours({ share: percent(lowest(values)) }),
        (values) => lowest(values) === 0.5,
      ),
      claimOf(
        m.hu_mix_falls(),
        all(found, pure),
        ([values, reads]) => m.hu_mix_falls_ours({ share: percent(1 - half(values) / reads) }),
        ([values, reads]) => half(values) < reads && half(values) < (values.at(-1) ?? 0),
      ),
    ],
    why: m.hu_mix_why(),
  };
}

export function isScheduled(trace: Trace): trace is ScheduledTrace {
  return SCHEDULED_TRACES.some((each) => each === trace);
}

/** Of her text: how much more bandwidth, how much less response, how much larger requests at best; of the others nothing changes. */
const TOLD: Partial<Record<ScheduledTrace, { bandwidth: number; response: number; size: number }>> = {
  financial1: { bandwidth: 0.2, response: 0.2, size: 0.54 },
  financial2: { bandwidth: 0.5, response: 0.3, size: 0.3 },
};

export function schedulerFigure(trace: ScheduledTrace, readings: Readings): Figure {
  const jobs = SCHEDULERS.map((scheduler) => schedulerJob(trace, scheduler));
  const name = (at: number) => {
    const scheduler = SCHEDULERS[at] ?? 'noop';
    return typeof scheduler === 'number' ? m.hu_zones({ zones: scheduler }) : schedulerName(scheduler);
  };
  const chart = (named: string, measure: (reading: Reading) => number): ChartSpec => ({
    ...{ name: named, kind: 'bars', x: { name: '', show: name }, y: { name: '', show: plain } },
    series: [
      oursOf(
        { name: named, colour: 0 },
        jobs.map((job, x) => ({ x, job })),
        readings,
        measure,
      ),
    ],
  });
  const over = (measure: (reading: Reading) => number, only: (scheduler: Scheduler) => boolean) => {
    const base = readings(schedulerJob(trace, 'noop').key);
    return (
      base &&
      all(
        ...SCHEDULERS.filter(only).map((scheduler) => {
          const reading = readings(schedulerJob(trace, scheduler).key);
          return reading && measure(reading) / measure(base);
        }),
      )
    );
  };
  const isZones = (scheduler: Scheduler) => typeof scheduler === 'number';
  const size = ({ parallel }: Reading) => parallel?.pages ?? 0;
  const best = (most: boolean) => (found: readonly number[]) =>
    decimal(most ? Math.max(...found) : Math.min(...found));
  const [wide, quick, large] = [over(bandwidth, isZones), over(response, isZones), over(size, isZones)];
  const told = TOLD[trace];
  const ratio = (most: boolean) => (found: readonly number[]) => m.hu_best({ ratio: best(most)(found) });
  return {
    id: `hu-5.6-${trace}`,
    title: m.hu_zones_title(),
    about: m.hu_zones_about(),
    jobs,
    charts: [chart(m.hu_bandwidth(), bandwidth), chart(m.sources_ms(), response)],
    claims: [
      ...(told
        ? [
            claimOf(m.hu_zones_bandwidth({ share: percent(told.bandwidth) }), wide, ratio(true), (found) =>
              isNear(Math.max(...found) - 1, told.bandwidth),
            ),
            claimOf(m.hu_zones_response({ share: percent(told.response) }), quick, ratio(false), (found) =>
              isNear(1 - Math.min(...found), told.response),
            ),
            claimOf(m.hu_zones_size({ share: percent(told.size) }), large, ratio(true), (found) =>
              isNear(Math.max(...found) - 1, told.size),
            ),
          ]
        : [
            claimOf(
              m.hu_zones_none({ share: percent(REACHED) }),
              wide,
              (found) => m.hu_best({ ratio: `${best(false)(found)}–${best(true)(found)}` }),
              (found) => found.every((each) => isNear(each, 1, REACHED)),
            ),
          ]),
      claimOf(
        m.hu_linux({ share: percent(REACHED) }),
        over(bandwidth, (scheduler) => !isZones(scheduler)),
        (found) => m.hu_best({ ratio: `${best(false)(found)}–${best(true)(found)}` }),
        (found) => found.every((each) => isNear(each, 1, REACHED)),
      ),
    ],
    why: m.hu_zones_why(),
  };
}
