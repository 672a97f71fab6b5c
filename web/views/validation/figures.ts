/** A row of the paper as a scenario of ours, and the closed forms for it. */
import { closedFormOf } from '../../model/closed-form';
import { type Json, type ScenarioDocument, writeDocument } from '../../model/scenario/document';
import type { Models } from '../../protocol/models';
import type { Run } from '../use-runs';
import type { Row, Table } from './tables';

/** Erase blocks of the devices that rows are run on. */
export const DEVICES = [10_000, 2_000] as const;
export type Blocks = (typeof DEVICES)[number];

/** Our free list, the smallest there is. */
const FREE_LIST = 2;
/** Writes before counting and while counting, in times the logical space: what is left of the fill is gone by then. */
const WARM_UP = 4;
const COUNTED = 4;
/** For the hot and cold rows: a cold page is written a tenth as often. */
const WARM_UP_HOT = 10;

/** Half a per cent, either way. */
export const TOLERANCE = 0.005;

/**
 * The scenario of a row on a device of this many blocks.
 *
 * The paper's devices are larger: 16,000 to 100,000 blocks. A free list that never ages is a larger part of a small device,
 * so ours is added to the device instead of taken from its spare space; where the paper's own figure has its list deducted
 * (Table 2), so has ours, in proportion. The window of Table 3 is a hundredth of the data, as it is there.
 *
 * Everything that the closed form depends on is written out: `closedFormOf` reads it. Only of `apart` the models say something.
 */
export function scenarioOf(row: Row, blocks: number, models: Models | null): ScenarioDocument {
  const { np, hot } = row;
  const pages = Math.round(((blocks - FREE_LIST) * np) / alphaOf(row));
  const requests = pages * (hot ? WARM_UP_HOT : WARM_UP);
  const common = { pages: 1, trim_fraction: 0, range: [0, pages], requests: requests + pages * COUNTED };
  return {
    format: 1,
    name: `Desnoyers ${row.id}`,
    seed: 1,
    device: { blocks, pages_per_block: np },
    logical_pages: pages,
    ftl: { kind: 'page', gc_threshold: FREE_LIST, ...cleaningOf(row, pages, models) },
    precondition: [{ kind: 'sequential' }],
    warmup_requests: requests,
    workload: hot ? { kind: 'hot_cold', ...hot, ...common } : { kind: 'uniform', ...common },
  };
}

function cleaningOf(row: Row, pages: number, models: Models | null): ScenarioDocument {
  const apart = (choice: Json) => ({
    gc_policy: 'greedy',
    hot_cold: { classifier: 'oracle', pool_choice: choice },
  });
  switch (row.cleaning) {
    case 'lru':
      return { gc_policy: 'fifo_full' };
    case 'fifo':
    case 'greedy':
      return { gc_policy: row.cleaning };
    case 'windowed':
      return { gc_policy: { kind: 'windowed_greedy', w: Math.round(pages / row.np / 100) } };
    case 'apart':
      return apart({ kind: 'fixed_split', p: (models && optimumOf(row, models)?.p) ?? 0.5 });
    case 'optimal':
      return apart('optimal');
    case 'cat_log2':
      return apart({ kind: 'cat_hc', age: 'log2' });
    case 'cat_linear':
      return apart({ kind: 'cat_hc', age: 'linear' });
  }
}

/** The closed form of a row's scenario, and by which equation; `null` where there is none. */
export function expectedOf(
  row: Row,
  blocks: Blocks,
  models: Models,
): { equation: string; amplification: number } | null {
  if (row.cleaning === 'apart') {
    const optimum = optimumOf(row, models);
    return optimum && { equation: '20', amplification: optimum.amplification };
  }
  const form = closedFormOf(writeDocument(scenarioOf(row, blocks, models)));
  if (!form) return null;
  const amplification = models.writeAmplification(form.alpha, form.pagesPerBlock, form.r, form.f);
  return Number.isNaN(amplification) ? null : { equation: form.equation, amplification };
}

/** How far a run is off the figure it is held against, as a share of that; `null` before it is done. */
export function residualOf(
  row: Row,
  { against }: Pick<Table, 'against'>,
  run: Run<number> | undefined,
): number | null {
  const paper = row[against];
  return run?.state === 'done' && paper !== null ? run.result / paper - 1 : null;
}

/** Flash that ages, for each page of data. */
function alphaOf({ sf, freeList }: Row): number {
  return 1 / (1 - sf) - freeList;
}

function optimumOf(row: Row, models: Models) {
  return row.hot && models.optimalSplit(alphaOf(row), row.np, row.hot.r, row.hot.f);
}
