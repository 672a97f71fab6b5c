import { useCallback, useEffect, useRef, useState } from 'react';
import { nextOf, ofBlocks, runOf, type SpareFound, type SpareRun } from '../../../model/what-if/spare';
import type { Failure } from '../../../protocol/generated/Failure';
import { loadFewestBlocks } from '../../../protocol/models';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { runTries } from '../../../state/plans/tries';

/** A search, of a run of the comparison. */
export type Search =
  | { is: 'searching'; tried: number; blocks: number | null }
  | { is: 'found'; found: SpareFound }
  | { is: 'failed'; failure: Failure }
  | { is: 'fault'; reason: string };

export interface Searching {
  /** By the run's link. */
  of: ReadonlyMap<string, Search>;
  find: (run: BatchComparison, wanted: number) => void;
  /** Ends the one under way; `null` while there is none. */
  cancel: (() => void) | null;
}

/** One device is run after another; the search ends with the part of the page that shows it. */
export function useSpare(start: StartRun, base: Base): Searching {
  const [of, setOf] = useState<Searching['of']>(new Map());
  const [cancel, setCancel] = useState<Searching['cancel']>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const find = useCallback(
    async (run: BatchComparison, wanted: number) => {
      abort.current?.abort();
      const mine = new AbortController();
      abort.current = mine;
      setCancel(() => () => mine.abort());
      const key = run.link();
      const put = (search: Search | null) =>
        setOf((before) => {
          const after = new Map(before);
          if (search) after.set(key, search);
          else after.delete(key);
          return after;
        });
      put({ is: 'searching', tried: 0, blocks: null });
      try {
        const tell = (tried: number, blocks: number) => put({ is: 'searching', tried, blocks });
        put(await search(start, base, run, wanted, mine.signal, tell));
      } catch (error) {
        // Another search may have begun in its place.
        if (abort.current === mine) put(mine.signal.aborted ? null : { is: 'fault', reason: String(error) });
      }
      if (abort.current === mine) setCancel(null);
    },
    [start, base],
  );
  return { of, find: (run, wanted) => void find(run, wanted), cancel };
}

/** Rejects when `signal` ends it. */
async function search(
  start: StartRun,
  base: Base,
  { variant }: BatchComparison,
  wanted: number,
  signal: AbortSignal,
  tell: (tried: number, blocks: number) => void,
): Promise<Search> {
  const fewest = await loadFewestBlocks();
  const runs: SpareRun[] = [];
  for (;;) {
    const next = nextOf(fewest, variant.scenario, wanted, runs);
    if (typeof next !== 'number') return { is: 'found', found: next };
    tell(runs.length, next);
    const scenario = ofBlocks(variant.scenario, next);
    for await (const [one] of runTries(start, base, [{ ...variant, scenario }], signal)) {
      if (one?.stage.is === 'failed') return { is: 'failed', failure: one.stage.failure };
      if (one?.stage.is === 'done') runs.push(runOf(scenario, one.stage.report));
    }
    signal.throwIfAborted();
  }
}
