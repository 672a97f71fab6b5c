import { useCallback, useEffect, useRef, useState } from 'react';
import type { Variant } from '../../../model/plans/batch-compare';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { runTries } from '../../../state/plans/tries';

export interface Tries {
  /** Those that were asked for last, in the order of the question. */
  runs: readonly BatchComparison[];
  /** Ends those under way; `null` while there are none. */
  cancel: (() => void) | null;
  fault: string | null;
}

const NONE: Tries = { runs: [], cancel: null, fault: null };

/** Runs asked for one after another; those under way end with the part of the page that shows them. */
export function useTries(start: StartRun, base: Base): [Tries, (variants: readonly Variant[]) => void] {
  const [tries, setTries] = useState(NONE);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const ask = useCallback(
    async (variants: readonly Variant[]) => {
      abort.current?.abort();
      const mine = new AbortController();
      abort.current = mine;
      const cancel = () => mine.abort();
      setTries({ ...NONE, cancel });
      let fault: string | null = null;
      try {
        for await (const runs of runTries(start, base, variants, mine.signal))
          setTries({ runs, cancel, fault: null });
      } catch (error) {
        if (!mine.signal.aborted) fault = String(error);
      }
      if (abort.current === mine) setTries((last) => ({ ...last, cancel: null, fault }));
    },
    [start, base],
  );
  return [tries, (variants) => void ask(variants)];
}
