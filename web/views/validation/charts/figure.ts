/** A figure of a source beside ours: charts, and what the source says with what ours does. */
import type { ChartSpec, Point, Series } from '../../../chart/spec';
import { encodeShare } from '../../../model/share';
import type { Job, Reading, Readings } from './experiment';

export interface Figure {
  /** `dftl-6`, or `dftl-6-financial` where there is one for each workload: of all figures. */
  id: string;
  title: string;
  /** What is shown, on what; in a paragraph. */
  about: string;
  charts: readonly ChartSpec[];
  claims: readonly Claim[];
  /** Why it differs where it does, and what of the source's figure is not here. */
  why: string;
  jobs: readonly Job[];
}

/** Of a figure for each workload the same: `dftl-6`. */
export function placeOf({ id }: Figure): string {
  return id.split('-').slice(0, 2).join('-');
}

/** What is saved along with a chart of it: the claims, and of each run its scenario and what was read off it. */
export function savedAlong({ title, claims, jobs }: Figure, readings: Readings) {
  const runs = jobs.map(({ key, scenario }) => ({ scenario, reading: readings(key) }));
  return { source: title, claims, runs };
}

/** Something that a source says, and whether it is so here. */
export interface Claim {
  says: string;
  ours: string;
  /** `null`: not run. */
  agrees: boolean | null;
}

/** Printed figures are met if ours are within this share of them: the workload is known by a few averages. */
const NEAR = 0.2;
/** Closed forms and simulations of the same device, more or less. */
export const CLOSE = 0.01;

export function isNear(ours: number, theirs: number, share = NEAR): boolean {
  return Math.abs(ours / theirs - 1) <= share;
}

/** A claim about readings, of which some may be missing. */
export function claimOf<T>(
  says: string,
  found: T | undefined,
  ours: (found: T) => string,
  agrees: (found: T) => boolean,
): Claim {
  return found === undefined
    ? { says, ours: '', agrees: null }
    : { says, ours: ours(found), agrees: agrees(found) };
}

/** All of them, or nothing. */
export function all<T extends readonly unknown[]>(
  ...found: T
): { [K in keyof T]: NonNullable<T[K]> } | undefined {
  return found.some((each) => each === undefined || each === null)
    ? undefined
    : (found as { [K in keyof T]: NonNullable<T[K]> });
}

const links = new Map<string, string>();

/** Where a run of a chart is opened: at its end, where its counters are what the chart shows. */
export function linkTo(job: Job, reading: Reading | undefined): string {
  return linkAt(job, reading?.requests ?? 0);
}

/** A request of a run. */
export function linkAt({ key, scenario }: Job, request: number): string {
  const known = `${key} ${request}`;
  const position = { request, event: 0 };
  const link = links.get(known) ?? `#/s/${encodeShare({ scenario, position, view: {} })}`;
  links.set(known, link);
  return link;
}

/** A series of ours: a point for each x whose run is known. */
export function oursOf(
  named: Omit<Series, 'points' | 'origin'>,
  xs: readonly { x: number; job: Job }[],
  readings: Readings,
  value: (reading: Reading, x: number) => number,
): Series {
  const points = xs.flatMap(({ x, job }): Point[] => {
    const reading = readings(job.key);
    return reading ? [{ x, y: value(reading, x), link: linkTo(job, reading) }] : [];
  });
  return { ...named, origin: 'ours', points };
}
