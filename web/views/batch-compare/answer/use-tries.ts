import { useCallback, useEffect, useRef, useState } from 'react';
import type { ScenarioDocument } from '../../../model/scenario/document';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { runTries } from '../../../state/plans/tries';

/** The changes of a run that was asked about; `Change`: its scenario, and the caller's name of it. */
export interface Tries<Change> {
  neighbours: readonly Change[];
  /** In the order of the changes. */
  runs: readonly BatchComparison[];
  /** Whether all of them have ended: nothing is said of some. */
  ended: boolean;
}

export interface Trying<Change> {
  /** By the run that they are changes of. */
  tries: ReadonlyMap<BatchComparison, Tries<Change>>;
  ask: (run: BatchComparison, neighbours: readonly Change[]) => void;
  /** Ends those under way; `null` while there are none. */
  cancel: (() => void) | null;
  fault: string | null;
}

/** One run is asked about after another; what is under way ends with the part of the page that shows it. */
export function useTries<Change extends { scenario: ScenarioDocument }>(
  start: StartRun,
  base: Base,
): Trying<Change> {
  const [tries, setTries] = useState<Trying<Change>['tries']>(new Map());
  const [under, setUnder] = useState<Pick<Trying<Change>, 'cancel' | 'fault'>>({ cancel: null, fault: null });
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const ask = useCallback(
    async (run: BatchComparison, neighbours: readonly Change[]) => {
      abort.current?.abort();
      const mine = new AbortController();
      abort.current = mine;
      setUnder({ cancel: () => mine.abort(), fault: null });
      const put = (runs: readonly BatchComparison[], ended: boolean) =>
        setTries((before) => new Map(before).set(run, { neighbours, runs, ended }));
      let last: readonly BatchComparison[] = [];
      let fault: string | null = null;
      put(last, false);
      try {
        const variants = neighbours.map(({ scenario }) => ({ ...run.variant, scenario }));
        for await (const runs of runTries(start, base, variants, mine.signal)) {
          last = runs;
          put(runs, false);
        }
        put(last, true);
      } catch (error) {
        if (!mine.signal.aborted) fault = String(error);
      }
      if (abort.current === mine) setUnder({ cancel: null, fault });
    },
    [start, base],
  );
  return { tries, ask: (run, neighbours) => void ask(run, neighbours), ...under };
}
