/** The files of figures (../figures) by part of the page, with their runs. */
import type { Models } from '../../../protocol/models';
import desnoyers from '../figures/desnoyers.json';
import dftl from '../figures/dftl.json';
import huBuffers from '../figures/hu-buffers.json';
import huDrive from '../figures/hu-drive.json';
import huQueue from '../figures/hu-queue.json';
import wear from '../figures/wear.json';
import type { Job, Readings } from '../runs/experiment';
import type { Figure } from './figure';
import { figuresOf } from './render';
import { jobsOf } from './runs';
import { type Scope, valuesOf } from './scope';
import { readSource, type Source } from './source';
import type { Value } from './words';

/** A part of the page: the name whose value a reader chooses (the first source lists its values), and its sources in order. */
export interface Part {
  choice: string;
  sources: readonly [Source, ...Source[]];
}

export const OTHERS: Part = {
  choice: 'workload',
  sources: [readSource(dftl), readSource(desnoyers), readSource(wear)],
};
export const HU: Part = {
  choice: 'trace',
  sources: [readSource(huBuffers), readSource(huDrive), readSource(huQueue)],
};

const SOURCES = [...OTHERS.sources, ...HU.sources];
const JOBS = new Map(SOURCES.flatMap(jobsOf).map((job) => [job.key, job]));

/** All runs of all charts, each once. */
export function allJobs(): Job[] {
  return [...JOBS.values()];
}

export function scopeOf(source: Source, readings: Readings, models: Models | null): Scope {
  return { source, values: source.values, jobs: JOBS, readings, models };
}

export function choicesOf({ choice, sources: [first] }: Part): Value[] {
  return valuesOf(
    scopeOf(first, () => undefined, null),
    choice,
  );
}

/** `models`: `null` while they load; lines of closed forms are missing then. */
export function figuresIn(part: Part, chosen: Value, readings: Readings, models: Models | null): Figure[] {
  const { choice, sources } = part;
  return sources.flatMap((source) => figuresOf(scopeOf(source, readings, models), { [choice]: chosen }));
}
