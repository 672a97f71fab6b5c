/** Hu's figures 4.1 and 4.4: bandwidth against data written and the reserved range of logical pages. */
import { decimal, percent, plain } from '../../../base/format';
import type { Point } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Reading, Readings } from './experiment';
import { all, type Claim, claimOf, type Figure, linkAt } from './figure';
import { courseJob, courseJobs, type Mapping, PARTS, SHARES_WRITTEN } from './hu-range';

const PAGE_BYTES = 4096;
/** "Hardly", "unchanged", "independent". */
const HARDLY = 0.1;

export function rangeFigures(readings: Readings): Figure[] {
  return [fullDrive(readings), logBlocks(readings)];
}

/** Megabytes a second in each part of a run. */
function bandwidths({ course = [] }: Reading): number[] {
  return course.map(([, pages, seconds], at) => {
    const [, pagesBefore, secondsBefore] = course[at - 1] ?? [0, 0, 0];
    return ((pages - pagesBefore) * PAGE_BYTES) / 1e6 / (seconds - secondsBefore);
  });
}

function figureOf(
  mapping: Mapping,
  readings: Readings,
  texts: Pick<Figure, 'id' | 'title' | 'about' | 'claims' | 'why'>,
): Figure {
  return {
    ...texts,
    jobs: courseJobs(mapping),
    charts: [
      {
        name: m.hu_bandwidth(),
        x: { name: m.hu_written_times(), scale: 'linear', from: 0 },
        y: { name: '', show: plain },
        series: SHARES_WRITTEN.map((share, colour) => {
          const job = courseJob(mapping, share);
          const reading = readings(job.key);
          const points = reading
            ? bandwidths(reading).map((y, at): Point => {
                const request = reading.course?.[at]?.[0] ?? 0;
                return { x: (at + 1) / PARTS, y, link: linkAt(job, request) };
              })
            : [];
          return { name: rangeName(share), origin: 'ours', colour, points };
        }),
      },
    ],
  };
}

function rangeName(share: number): string {
  return `0–${percent(share)}`;
}

/** Of each range the bandwidths of its run, narrowest first. */
function courses(mapping: Mapping, readings: Readings): number[][] | undefined {
  return all(
    ...SHARES_WRITTEN.map((share) => {
      const reading = readings(courseJob(mapping, share).key);
      return reading && bandwidths(reading);
    }),
  );
}

const first = (course: readonly number[] | undefined) => course?.[0] ?? 0;
const last = (course: readonly number[] | undefined) => course?.at(-1) ?? 0;
const peak = (course: readonly number[] | undefined) => Math.max(...(course ?? [0]));
const left = (course: readonly number[] | undefined) => last(course) / peak(course);
const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values) - 1;

function fullDrive(readings: Readings): Figure {
  const found = courses('page', readings);
  /** What is written before the drive is full. */
  const before = (each: readonly number[][]) => each.flatMap((course) => course.slice(0, PARTS));
  const claims: Claim[] = [
    claimOf(
      m.hu_full_before({ share: percent(0.01) }),
      found,
      (each) => m.hu_spread({ share: percent(spread(before(each)), 1) }),
      (each) => spread(before(each)) <= 0.01,
    ),
    claimOf(
      m.hu_full_whole({ worst: percent(0.12), best: percent(0.3) }),
      found,
      (each) => m.hu_of_peak({ share: percent(left(each.at(-1))) }),
      // Of drives that she does not know from within: anything in between.
      (each) => left(each.at(-1)) >= 0.12 && left(each.at(-1)) <= 0.3,
    ),
    claimOf(
      m.hu_full_narrow({ share: percent(HARDLY) }),
      found,
      (each) => m.hu_of_peak({ share: percent(left(each[0])) }),
      (each) => left(each[0]) >= 1 - HARDLY,
    ),
    claimOf(
      m.hu_full_order(),
      found,
      (each) => each.map((course) => percent(left(course))).join(', '),
      (each) => each.every((course, at) => at === 0 || left(course) < left(each[at - 1])),
    ),
  ];
  return figureOf('page', readings, {
    id: 'hu-4.1',
    title: m.hu_full_title(),
    about: m.hu_full_about(),
    claims,
    why: m.hu_full_why(),
  });
}

function logBlocks(readings: Readings): Figure {
  const found = courses('bast', readings);
  const claims: Claim[] = [
    claimOf(
      m.hu_log_flat({ share: percent(HARDLY) }),
      found,
      (each) => m.hu_from_to({ first: decimal(first(each.at(-1))), last: decimal(last(each.at(-1))) }),
      (each) => each.every((course) => left(course) >= 1 - HARDLY),
    ),
    claimOf(
      m.hu_log_range({ share: percent(HARDLY) }),
      found,
      (each) =>
        m.hu_spreads({
          first: percent(spread(each.map(first))),
          last: percent(spread(each.map(last))),
        }),
      (each) => each[0]?.every((_, at) => spread(each.map((course) => course[at] ?? 0)) <= HARDLY) ?? false,
    ),
    claimOf(
      m.hu_log_merging(),
      readings(courseJob('bast', 1).key),
      ({ merges, requests }) => m.hu_merges({ merges: decimal(merges.full / requests, 1) }),
      ({ merges, requests }) => merges.full >= requests / 2,
    ),
  ];
  return figureOf('bast', readings, {
    id: 'hu-4.4',
    title: m.hu_log_title(),
    about: m.hu_log_about(),
    claims,
    why: m.hu_log_why(),
  });
}
