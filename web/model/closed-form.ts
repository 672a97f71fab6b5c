/**
 * Which closed form of Desnoyers predicts the write amplification of a scenario, and with which figures. The formulas
 * are those of the crate `model`; here is only when they hold: page mapping with one frontier, greedy or FIFO GC,
 * single pages written anywhere in the logical space, uniformly or hot and cold. Under FIFO and uniform traffic trims may go
 * anywhere, too: a page holds data as often as its latest request was a write, and the others are spare space.
 */
import { getAt, knownDocument, type ScenarioDocument } from './scenario/document';

export interface ClosedForm {
  /** As the paper numbers it. */
  equation: '4' | '14' | '15' | '16';
  /** Flash for each page of data. The free list is deducted: `gc_threshold` blocks that never age. */
  alpha: number;
  /** For greedy GC; 0 for FIFO, the paper's LRU. */
  pagesPerBlock: number;
  /** Shares of the writes and of the pages that are hot; both 1 under uniform traffic. */
  r: number;
  f: number;
}

/** `null`: no closed form for this scenario. `canonical` is the engine's text of it, with all defaults. */
export function closedFormOf(canonical: string): ClosedForm | null {
  const scenario = knownDocument(canonical);
  if (!scenario || !isPlainPageMapping(scenario) || !writesSinglePages(scenario)) return null;
  const policy = nameAt(scenario, 'ftl.gc_policy');
  const kind = getAt(scenario, 'workload.kind');
  if (
    !['greedy', 'fifo', 'fifo_full'].includes(String(policy)) ||
    (kind !== 'uniform' && kind !== 'hot_cold')
  )
    return null;
  const greedy = policy === 'greedy';
  const [trimmed, read] = ['trim_fraction', 'read_fraction'].map((part) =>
    Number(getAt(scenario, `workload.${part}`) ?? 0),
  ) as [number, number];
  const trims = trimmed / (1 - read);
  if (trims !== 0 && (greedy || kind !== 'uniform' || !(trims < 1))) return null;
  const perBlock = numberAt(scenario, 'device.pages_per_block');
  const data = (numberAt(scenario, 'logical_pages') / perBlock) * (1 - trims);
  const alpha = (numberAt(scenario, 'device.blocks') - numberAt(scenario, 'ftl.gc_threshold')) / data;
  // Nothing is left to age: the model has no answer.
  if (!(alpha > 1)) return null;
  const hot = kind === 'hot_cold';
  return {
    equation: hot ? (greedy ? '16' : '14') : greedy ? '15' : '4',
    alpha,
    pagesPerBlock: greedy ? perBlock : 0,
    r: hot ? numberAt(scenario, 'workload.r') : 1,
    f: hot ? numberAt(scenario, 'workload.f') : 1,
  };
}

/** One write frontier, and nothing that moves pages besides GC. */
function isPlainPageMapping(scenario: ScenarioDocument): boolean {
  const off = (path: string) => {
    const value = getAt(scenario, path);
    return value === undefined || value === null || value === false || value === 'none';
  };
  return (
    getAt(scenario, 'ftl.kind') === 'page' &&
    ['ftl.separate_gc_frontier', 'ftl.hot_cold', 'ftl.wear_leveling', 'buffer.kind'].every(off)
  );
}

/** Reads change nothing; requests of several pages are outside of the models, and so are pages that rest. */
function writesSinglePages(scenario: ScenarioDocument): boolean {
  const range = getAt(scenario, 'workload.range');
  return (
    getAt(scenario, 'workload.pages') === 1 &&
    Array.isArray(range) &&
    range[0] === 0 &&
    range[1] === getAt(scenario, 'logical_pages')
  );
}

function numberAt(scenario: ScenarioDocument, path: string): number {
  const value = getAt(scenario, path);
  return typeof value === 'number' ? value : Number.NaN;
}

/** A policy's name, whether it is alone or in an object. */
function nameAt(scenario: ScenarioDocument, path: string): unknown {
  const value = getAt(scenario, path);
  return typeof value === 'string' ? value : getAt(scenario, `${path}.kind`);
}
