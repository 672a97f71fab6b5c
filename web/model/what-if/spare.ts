/**
 * How much spare space is enough for a write amplification (SPEC 6.8): which device is to be run next, and what was found. The steps are
 * those of `ftl-lab spare` (crates/sim/src/spare).
 */
import type { Report } from '../../protocol/generated/Report';
import type { Steady } from '../../protocol/generated/Steady';
import type { FewestBlocks } from '../../protocol/models';
import { settled } from '../amplification';
import { repeatedUntilSteady, waitsUntilSteady } from '../plans/costs';
import { isDrawn } from '../plans/interval';
import { numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { minimumBlocks } from '../scenario/needs';
import { shapeOf } from '../schemes';

/** A device that was run. */
export interface SpareRun {
  blocks: number;
  /** Its share of pages that are not logical. */
  spare: number;
  /** `null`: the host writes nothing. */
  amplification: number | null;
  /** Which window that is of; `null`: all that counts. */
  steady: Steady | null;
  /** Page writes of the host in a pass of the requests; `null`: they are not repeated until they are steady. */
  passWrites: number | null;
}

export interface SpareFound {
  /** Write amplification, at most. */
  wanted: number;
  /** One block less was tried and is not enough; there is no smaller device; the largest is not enough; nothing is written. */
  outcome: 'enough' | 'smallest' | 'beyond' | 'nothing_written';
  /** The device with the fewest blocks that is enough; otherwise the largest. */
  found: SpareRun;
  /** All that were run, the smallest first. */
  runs: readonly SpareRun[];
  /** Pages of the device that was found which are not logical. */
  sparePages: number;
  /** Whether every pass has the same requests. */
  given: boolean;
}

/** The largest device has this many times the blocks that the data take up. */
const MOST = 4;

/** Two write amplifications say the same if one is less than this share above the other: a window is steady within 2 %. */
const NOTABLE = 0.05;

/** A pass that writes fewer pages than this many times the spare ones is short. */
const SHORT = 2;

/** The device of that number of blocks under the workload of a scenario, which is repeated until it is steady unless it comes to that by itself. */
export function ofBlocks(document: ScenarioDocument, blocks: number): ScenarioDocument {
  const steady = waitsUntilSteady(document) ? document : repeatedUntilSteady(document);
  return setAt(steady, 'device.blocks', blocks);
}

/** The part of the report of such a device that counts. */
export function runOf(document: ScenarioDocument, report: Report): SpareRun {
  const { blocks, pagesPerBlock, logicalPages } = shapeOf(document);
  return {
    blocks,
    spare: 1 - logicalPages / (blocks * pagesPerBlock),
    amplification: settled(report),
    steady: report.steady ?? null,
    passWrites: report.steady ? report.host.writes / report.steady.passes : null,
  };
}

/** The blocks of the next device, or what was found. `runs`: in any order. */
export function nextOf(
  fewest: FewestBlocks,
  document: ScenarioDocument,
  wanted: number,
  runs: readonly SpareRun[],
): number | SpareFound {
  const sorted = runs.toSorted((a, b) => a.blocks - b.blocks);
  const [smallest] = sorted;
  const { logicalPages, pagesPerBlock } = shapeOf(document);
  const ended = (outcome: SpareFound['outcome'], found: SpareRun): SpareFound => {
    const sparePages = found.blocks * pagesPerBlock - logicalPages;
    return { wanted, outcome, found, runs: sorted, sparePages, given: !isDrawn(document) };
  };
  if (smallest && sorted.some(({ amplification }) => amplification === null))
    return ended('nothing_written', smallest);
  const data = Math.ceil(logicalPages / pagesPerBlock);
  const least = Math.max(minimumBlocks(ofBlocks(document, 1)), data + 1);
  const most = Math.max(data * MOST, least);
  const first = numberAt(document, 'device.blocks', least);
  const tried = runs.flatMap(({ blocks, amplification }) => [blocks, amplification ?? Number.NaN]);
  const step = fewest([wanted, data, least, most, first], tried);
  if (step > 0) return step;
  const found = step === 0 ? sorted.at(-1) : sorted.find(({ blocks }) => blocks === -step);
  if (!found) throw new Error(`the search says ${step} of devices that it did not try`);
  return ended(step === 0 ? 'beyond' : found.blocks === least ? 'smallest' : 'enough', found);
}

/** The page writes of a pass, where it is short beside the spare space: repeated, such requests say little of longer ones. */
export function shortOf({ found: { passWrites }, given, sparePages }: SpareFound): number | null {
  return given && passWrites !== null && passWrites < SHORT * sparePages ? passWrites : null;
}

/** Two devices, the smaller first, of which the larger writes more: those that differ most. `null`: there are none, or they say the same. */
export function unevenOf({ runs }: SpareFound): readonly [SpareRun, SpareRun] | null {
  const pairs = runs.flatMap((less, i) =>
    runs.slice(i + 1).map((more) => {
      const times = (more.amplification ?? 0) / (less.amplification ?? Number.POSITIVE_INFINITY);
      return { pair: [less, more] as const, times };
    }),
  );
  // Of equal ones the last, as the command line has it.
  const most = pairs.reduce((a, b) => (b.times >= a.times ? b : a), {
    pair: null as readonly [SpareRun, SpareRun] | null,
    times: 1 + NOTABLE,
  });
  return most.pair;
}

/** The lines of `ftl-lab spare --csv`. */
export function csvOf({ wanted, runs }: SpareFound): string[][] {
  const head = ['blocks', 'spare', 'write_amplification', 'enough', 'steady.window', 'steady.reached'];
  const lines = runs.map(({ blocks, spare, amplification, steady }) => [
    String(blocks),
    String(spare),
    String(amplification ?? ''),
    String(isEnough(amplification, wanted)),
    String(steady?.window ?? ''),
    String(steady?.reached ?? ''),
  ]);
  return [head, ...lines];
}

export function isEnough(amplification: number | null, wanted: number): boolean {
  return amplification !== null && amplification <= wanted;
}
