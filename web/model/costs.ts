/** What runs on one workload cost, and what it came from: the figures that sentences and charts of a comparison are made of. */
import type { Report } from '../protocol/generated/Report';
import { numberAt, type ScenarioDocument } from './document';

export interface Costs {
  erases: number;
  switch: number;
  partial: number;
  full: number;
  /** Valid pages moved, to clean, to merge or to level wear. */
  copies: number;
  /** Programs of translation pages. */
  translation: number;
  /** How many of the full merges' victims took many blocks; `null` without any. */
  tail: Tail | null;
}

/** The share of victims that took `blocks` full merges or more. */
export interface Tail {
  blocks: number;
  share: number;
}

/** A fifth, as the paper has it: "20 % of full merges involve 20 data blocks or more" (DFTL, ASPLOS 2009, 5.2). */
const TAIL = 0.2;

/** So many times the logical pages are to be written until what is left of the filled device has gone. */
export const SETTLES_AFTER = 4;

export function costsOf({ flash: { programs, erases }, merges }: Report): Costs {
  return {
    erases: erases.total,
    switch: merges.switch,
    partial: merges.partial,
    full: merges.full,
    copies: programs.gc + programs.merge + programs.wear,
    translation: programs.translation + programs.translation_gc,
    tail: tailOf(merges.full_merge_blocks),
  };
}

/** `pairs`: blocks, and how many victims took so many. The most blocks that at least a fifth of the victims took. */
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
 * How many times the host wrote every logical page, in the mean, up to the end: what was written to warm up counts too, as much of
 * it as the workload says how many requests there are.
 */
export function timesWritten(scenario: ScenarioDocument, { host }: Report): number {
  const requests = numberAt(scenario, 'workload.requests', 0);
  const counted = requests - numberAt(scenario, 'warmup_requests', 0);
  const all = counted > 0 ? (host.writes * requests) / counted : host.writes;
  return all / Math.max(1, numberAt(scenario, 'logical_pages', 0));
}

/** Whether a scenario goes on until its write amplification has settled before it counts. */
export function waitsUntilSteady({ precondition }: ScenarioDocument): boolean {
  return JSON.stringify(precondition ?? null).includes('"steady_state"');
}

/** Which of the runs erased least; the first of equals. */
export function leastOf(costs: readonly (Costs | null)[]): number {
  let least = -1;
  costs.forEach((cost, i) => {
    if (cost && (least < 0 || cost.erases < (costs[least]?.erases ?? 0))) least = i;
  });
  return least;
}
