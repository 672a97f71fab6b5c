/**
 * The costs of runs on one workload, and their causes: the figures that sentences and charts of a comparison are
 * made of.
 */
import type { Report } from '../../protocol/generated/Report';
import { settled } from '../amplification';
import { numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { cleans } from '../schemes';

export interface Costs {
  erases: number;
  /** Write amplification, with the write buffer written out; `null` where the host wrote nothing. */
  amplification: number | null;
  switch: number;
  partial: number;
  full: number;
  /** Valid pages moved, to clean, to merge or to level wear. */
  copies: number;
  /** Programs of translation pages. */
  translation: number;
  /** How many of the full merges' victims took many blocks; `null` without any. */
  tail: Tail | null;
  /** The pages that the write buffer took and gave up; `null` without one. */
  buffer: Buffered | null;
  /** How long requests took on their way through queue and channels; `null` where one server takes them. */
  host: Answered | null;
}

/** Of the report's `buffer`. */
interface Buffered {
  /** The share of written pages that were in it; `null` if the host wrote none. */
  hitRatio: number | null;
  /** Pages that reads found in it. */
  readHits: number;
  /** Pages written to flash because they left it, and those written along to complete their blocks. */
  destaged: number;
  padded: number;
  /** Pages that flash does not have yet. */
  unwritten: number;
}

/** Of the report's `parallel`; microseconds. */
interface Answered {
  /** The part of the mean response time spent waiting for the scheduler, and the 99th percentile. */
  wait: number;
  p99: number;
  /** Mean share of the time in which a channel worked, over all channels. */
  busy: number;
}

/** The share of victims that took `blocks` full merges or more. */
export interface Tail {
  blocks: number;
  share: number;
}

/** A fifth, as the paper has it: "20 % of full merges involve 20 data blocks or more" (DFTL, ASPLOS 2009, 5.2). */
const TAIL = 0.2;

/** This many times the logical pages are to be written until what is left of the filled device has gone. */
export const SETTLES_AFTER = 4;

/** `ftl`: where it is left out, merges are not asked for. */
export function costsOf(report: Report, ftl = ''): Costs {
  const {
    flash: { programs, erases },
    merges,
  } = report;
  const kinds = { switch: merges.switch, partial: merges.partial, full: merges.full };
  return {
    erases: erases.total,
    amplification: settled(report),
    // Where blocks are cleaned one by one nothing is merged, though the report counts it so (SPEC 2.3).
    ...(cleans(ftl) ? { switch: 0, partial: 0, full: 0 } : kinds),
    copies: programs.gc + programs.merge + programs.wear,
    translation: programs.translation + programs.translation_gc,
    tail: tailOf(merges.full_merge_blocks),
    buffer: bufferedOf(report),
    host: answeredOf(report),
  };
}

function bufferedOf({ buffer, host: { writes } }: Report): Buffered | null {
  if (!buffer) return null;
  const { write_hits, read_hits: readHits, destaged, padded, owed: unwritten } = buffer;
  return { hitRatio: writes > 0 ? write_hits / writes : null, readHits, destaged, padded, unwritten };
}

function answeredOf({ parallel, response_us }: Report): Answered | null {
  if (!parallel) return null;
  return { wait: parallel.wait_us.mean, p99: response_us.p99, busy: parallel.busy };
}

/** `pairs`: blocks, and how many victims took this many. The most blocks that at least a fifth of the victims took. */
export function tailOf(pairs: readonly (readonly [number, number])[]): Tail | null {
  const all = pairs.reduce((sum, [, victims]) => sum + victims, 0);
  let sum = 0;
  for (const [blocks, victims] of [...pairs].sort(([a], [b]) => b - a)) {
    sum += victims;
    if (sum >= TAIL * all) return { blocks, share: sum / all };
  }
  return null;
}

/**
 * How many times the host wrote every logical page on average, up to the end. Writes of the warm-up count too, as
 * many as the workload has requests for it.
 */
export function timesWritten(scenario: ScenarioDocument, { host }: Report): number {
  const requests = numberAt(scenario, 'workload.requests', 0) * numberAt(scenario, 'workload.repeat', 1);
  const counted = requests - numberAt(scenario, 'warmup_requests', 0);
  const all = counted > 0 ? (host.writes * requests) / counted : host.writes;
  return all / Math.max(1, numberAt(scenario, 'logical_pages', 0));
}

/** Whether a scenario goes on until its write amplification has settled before it counts. */
export function waitsUntilSteady({ precondition, workload }: ScenarioDocument): boolean {
  return [precondition, workload].some((part) =>
    /"(steady_state|until_steady)"/.test(JSON.stringify(part ?? null)),
  );
}

/** The scenario with its workload repeated until it is steady, which counts that window alone. */
export function repeatedUntilSteady({ warmup_requests, ...document }: ScenarioDocument): ScenarioDocument {
  return setAt(document, 'workload.repeat', { until_steady: {} });
}

/** The scenario, written until it is steady before it counts: uniformly, if its requests are given. */
export function writtenUntilSteady({
  initial,
  precondition,
  ...document
}: ScenarioDocument): ScenarioDocument {
  const before = Array.isArray(precondition) && !initial ? precondition : [{ kind: 'sequential' }];
  return { ...document, precondition: [...before, { kind: 'steady_state' }] };
}

/** Which of the values is the least; the first one if several are, -1 without any. */
export function leastOf(values: readonly (number | null)[]): number {
  const least = Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(least) ? values.indexOf(least) : -1;
}
