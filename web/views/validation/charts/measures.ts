/** Measures of a run and closed forms, under the names that files of figures use. */
import { numberAt } from '../../../model/scenario/document';
import type { Models } from '../../../protocol/models';
import { type Extra, type Job, type Reading, SHARES } from '../runs/experiment';
import type { Scalar } from './words';

/** The values in the run's key, and those that the figure adds. */
export type Params = Readonly<Record<string, Scalar | undefined>>;
interface Given {
  params: Params;
  models: Models | null;
  /** Absent of printed figures. */
  job: Job | undefined;
}
type Measure = (reading: Reading, given: Given) => number | readonly number[] | undefined;

const both = ({ reads, programs }: Reading, cause: keyof Extra) => reads[cause] + programs[cause];
const extra = (reading: Reading) =>
  both(reading, 'gc') +
  both(reading, 'merge') +
  both(reading, 'translation') +
  both(reading, 'translation_gc');
const programmed = ({ amplification, written }: Reading) => amplification * written;
const ofData = ({ buffer, written }: Reading) => (buffer ? buffer.destaged : written);
const ofMappings = ({ programs }: Reading) => programs.translation + programs.translation_gc;
const sizeOf = (job: Job | undefined, field: string) => (job ? numberAt(job.scenario, field, 0) : 0);

/** Megabytes a second in each part of a run. */
function bandwidths({ course = [] }: Reading, job: Job | undefined): number[] {
  return course.map(([, pages, seconds], at) => {
    const [, pagesBefore, secondsBefore] = course[at - 1] ?? [0, 0, 0];
    const bytes = (pages - pagesBefore) * sizeOf(job, 'device.page_bytes');
    return bytes / 1e6 / (seconds - secondsBefore);
  });
}

/** Share of the victims that at least this many LBNs were merged for. */
function sharedBy({ merged }: Reading, least: number): number {
  const count = (pairs: Reading['merged']) => pairs.reduce((sum, [, victims]) => sum + victims, 0);
  const total = count(merged);
  return total === 0 ? 0 : count(merged.filter(([lbns]) => lbns >= least)) / total;
}

/** Hu's drive of Fig. 4.5: terabytes, and erases of a block, of MLC flash. */
const DRIVE_TB = 0.1;
const CYCLES = 10_000;

/** Erases of a block for each time that as much is written as the drive holds. */
function erasesPerFill({ erases, written }: Reading, job: Job | undefined): number {
  const [blocks, pages] = [sizeOf(job, 'device.blocks'), sizeOf(job, 'device.pages_per_block')];
  return (erases / blocks) * ((blocks * pages) / written);
}

/** Eq. 4.1: each round of erases makes room for the share of the flash that holds no data. */
const modelErasesPerFill = ({ range }: Params) => 1 / (1 - Number(range));

const alphaOf = ({ sf }: Params) => 1 / (1 - Number(sf));

/** Eq. 4, 14, 15 or 16 of Desnoyers. */
function amplificationOf(models: Models, params: Params): number {
  const { cleaning, np, r = 1, f = 1 } = params;
  const pages = cleaning === 'fifo' ? 0 : Number(np);
  return models.writeAmplification(alphaOf(params), pages, Number(r), Number(f));
}

export const MEASURES = {
  amplification: ({ amplification }) => amplification,
  erases: ({ erases }) => erases,
  response: ({ response }) => response.mean,
  service: ({ service }) => service.mean,
  energy: ({ energy }) => energy,
  hits: ({ hits }) => hits ?? undefined,
  bandwidth: ({ parallel }) => parallel?.bandwidth ?? 0,
  request_pages: ({ parallel }) => parallel?.pages ?? 0,
  full_merges: ({ merges }) => merges.full,
  partial_merges: ({ merges }) => merges.partial,
  switch_merges: ({ merges }) => merges.switch,
  merges_per_request: ({ merges, requests }) => merges.full / requests,
  copies: (reading) => both(reading, 'gc') + both(reading, 'merge'),
  map_reads: ({ reads }) => reads.translation,
  map_programs: ({ programs }) => programs.translation,
  map_cleaning: (reading) => both(reading, 'translation_gc'),
  extra,
  translated: (reading) => (both(reading, 'translation') + both(reading, 'translation_gc')) / extra(reading),
  merged_for_20: (reading) => sharedBy(reading, 20),
  /** Pages from the buffer per destaging. */
  destaged: ({ buffer }) => (buffer && buffer.destages > 0 ? buffer.destaged / buffer.destages : 0),
  /** Millions of pages. */
  programs: (reading) => programmed(reading) / 1e6,
  data_share: (reading) => ofData(reading) / programmed(reading),
  translation_share: (reading) => ofMappings(reading) / programmed(reading),
  /** The rest: copies during GC, and padding, which Hu counts there too. */
  cleaning_share: (reading) =>
    (programmed(reading) - ofData(reading) - ofMappings(reading)) / programmed(reading),
  bandwidths: (reading, { job }) => bandwidths(reading, job),
  /** Before the drive is full. */
  bandwidths_at_first: (reading, { job }) =>
    bandwidths(reading, job).filter(
      (_, at) => (reading.course?.[at]?.[1] ?? 0) <= sizeOf(job, 'logical_pages'),
    ),
  first_bandwidth: (reading, { job }) => bandwidths(reading, job)[0],
  last_bandwidth: (reading, { job }) => bandwidths(reading, job).at(-1),
  /** The last bandwidth of a run as a share of its highest. */
  of_peak: (reading, { job }) => {
    const all = bandwidths(reading, job);
    return (all.at(-1) ?? 0) / Math.max(...all);
  },
  longest_service: ({ window }) => window && Math.max(...window.service),
  longest_wait: ({ window }) => window && Math.max(...window.wait),
  answered: ({ window }) =>
    window &&
    [...window.service, ...window.wait].reduce((sum, time) => sum + time, 0) / window.service.length,
  /** Erases between the first block and the last. */
  wear_spread: ({ wear }) => wear && wear.length - 1 - wear.findIndex((blocks) => blocks > 0),
  erases_per_fill: (reading, { job }) => erasesPerFill(reading, job),
  model_over_erases: (reading, { params, job }) => modelErasesPerFill(params) / erasesPerFill(reading, job),
  /** The share of the drive's life that is left, by counted erases: the first fill erases nothing. */
  life_left: (reading, { params: { written, range }, job }) => {
    const fills = Math.max(0, Number(written) / DRIVE_TB - Number(range));
    return 1 - (fills * erasesPerFill(reading, job)) / CYCLES;
  },
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;

/** A point of a curve; `request`: the position in the run, by default its end. */
export type Spot = { x: number; y: number; request?: number };

/** Points of this many erases each. */
const BIN = 8;

/** Many points of one run. */
export const CURVES = {
  /** Each time once, with all of the requests that were answered within it. */
  answered: ({ times = [] }) =>
    [...new Map(times.map((x, at) => [x, SHARES[at] ?? 0]))].map(([x, y]) => ({ x, y })),
  merged_for: (reading) =>
    Array.from({ length: Math.max(24, ...reading.merged.map(([lbns]) => lbns)) }, (_, at) => ({
      x: at + 1,
      y: sharedBy(reading, at + 1),
    })),
  service: ({ window }, { window: asked }) => requestsOf(window?.service, asked?.from),
  wait: ({ window }, { window: asked }) => requestsOf(window?.wait, asked?.from),
  bandwidth: (reading, job) =>
    bandwidths(reading, job).map((y, at) => {
      const [request, written] = reading.course?.[at] ?? [0, 0];
      return { x: written / sizeOf(job, 'logical_pages'), y, request };
    }),
  /** This many blocks in each bin, with an empty one before and behind. */
  blocks: ({ wear = [] }) => {
    const bins = Array.from({ length: Math.ceil(wear.length / BIN) + 1 }, (_, bin) => ({
      x: bin * BIN,
      y: wear.slice(bin * BIN, (bin + 1) * BIN).reduce((sum, blocks) => sum + blocks, 0),
    }));
    return bins.slice(Math.max(0, bins.findIndex(({ y }) => y > 0) - 1));
  },
} satisfies Record<string, (reading: Reading, job: Job) => Spot[]>;

function requestsOf(times: readonly number[] = [], from = 0): Spot[] {
  return times.map((y, at) => ({ x: from + at, y, request: from + at }));
}

type Form = (
  params: Params,
  models: Models | null,
  of: (run: string, measure: MeasureName) => number | undefined,
) => number | undefined;

/** Closed forms; without an answer, no point. */
export const FORMS = {
  amplification: (params, models) => models && amplificationOf(models, params),
  /** Eq. 20. */
  best_division: (params, models) =>
    models?.optimalSplit(alphaOf(params), Number(params.np), Number(params.r), Number(params.f))
      ?.amplification,
  erases_per_fill: modelErasesPerFill,
  /** Eq. 4.1 of Hu. */
  life_left: ({ written, range }) =>
    1 - Number(written) / (DRIVE_TB * (Number(range) + (1 - Number(range)) * CYCLES)),
  /** Bandwidth if a mix cost what its parts cost. */
  mix: ({ writes }, _, of) => {
    const [pure, all] = [of('hu-mix/0', 'bandwidth'), of('hu-mix/1', 'bandwidth')];
    return pure && all && 1 / (Number(writes) / all + (1 - Number(writes)) / pure);
  },
} satisfies Record<string, (...given: Parameters<Form>) => number | null | undefined>;

/** The form in which the page writes a ratio. */
export const AS = {
  more: (ratio) => ratio - 1,
  less: (ratio) => 1 - ratio,
  off: (ratio) => Math.abs(ratio - 1),
} satisfies Record<string, (ratio: number) => number>;

/** A device is overloaded when a request takes this many times as long as at the lowest rate. */
const OVERLOADED = 10;
const least = (values: readonly number[]) => Math.min(...values);
const most = (values: readonly number[]) => Math.max(...values);
const spread = (values: readonly number[]) => most(values) / least(values) - 1;
const steps = (values: readonly number[]) => values.slice(1).map((value, at) => value - (values[at] ?? 0));

/** One number from several: from all of them, their rows, and their places on the axis. */
export const TAKES = {
  all: (values) => values,
  ends: (values) => [least(values), most(values)],
  least,
  most,
  spread,
  first: ([first = Number.NaN]) => first,
  last: (values) => values.at(-1) ?? Number.NaN,
  gain: (values) => (values.at(-1) ?? 0) - (values[0] ?? 0),
  /** The smallest step up, and down, from one to the next. */
  rise: (values) => least(steps(values)),
  fall: (values) => -most(steps(values)),
  /** The widest spread between rows at one place. */
  apart: (_, rows) => most((rows[0] ?? []).map((_, at) => spread(rows.map((row) => row[at] ?? Number.NaN)))),
  where_least: (values, _, xs) => xs[values.indexOf(least(values))] ?? Number.NaN,
  /** The highest rate that is withstood. */
  withstood: (times, _, rates) =>
    most(rates.filter((_, at) => (times[at] ?? 0) < OVERLOADED * (times[0] ?? 0))),
} satisfies Record<
  string,
  (
    values: readonly number[],
    rows: readonly (readonly number[])[],
    xs: readonly number[],
  ) => number | readonly number[]
>;
