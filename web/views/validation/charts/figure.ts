/** A figure of a source beside ours: charts, and what the source says with what ours does. */
import type { ChartSpec } from '../../../chart/spec';
import { encodeShare } from '../../../model/saved/share';
import type { Job, Readings } from '../runs/experiment';

export interface Figure {
  /** `dftl-6`, or `dftl-6-financial` where there is one for each workload: of all figures. */
  id: string;
  /** The same for a figure of each workload: `dftl-6`. */
  place: string;
  title: string;
  /** The content and the device; in a paragraph. */
  about: string;
  charts: readonly ChartSpec[];
  claims: readonly Claim[];
  /** Why it differs where it does, and what of the source's figure is not here. */
  why: string;
  jobs: readonly Job[];
}

/** Something that a source says, and whether it is so here. */
export interface Claim {
  says: string;
  ours: string;
  /** `null`: not run. */
  agrees: boolean | null;
}

/** The data saved along with a chart of it: the claims, and of each run its scenario and its reading. */
export function savedAlong({ title, claims, jobs }: Figure, readings: Readings) {
  const runs = jobs.map(({ key, scenario }) => ({ scenario, reading: readings(key) }));
  return { source: title, claims, runs };
}

const links = new Map<string, string>();

/** Where a run is opened: at a request, or at its end, where its counters are what a chart shows. */
export function linkTo({ key, scenario }: Job, request: number): string {
  const known = `${key} ${request}`;
  const position = { request, event: 0 };
  const link = links.get(known) ?? `#/s/${encodeShare({ scenario, position, view: {} })}`;
  links.set(known, link);
  return link;
}
