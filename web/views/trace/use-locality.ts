/** Looks at how local a trace is, once it is shown. Takes seconds for millions of requests. */
import { useEffect, useState } from 'react';
import type { Failure } from '../../protocol/generated/Failure';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { useLabStore } from '../../state/use-lab';

export type Search =
  | { done: number; total: number; cancel: () => void }
  | { found: TraceLocality }
  | { failure: Failure }
  | { stopped: true; again: () => void };

/** Searches the trace, each again; it goes on while fits are asked for. */
export function useLocality(trace: TraceSummary): Search {
  const lab = useLabStore();
  const [round, setRound] = useState(0);
  const [search, setSearch] = useState<Search>({ done: 0, total: 0, cancel: () => undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another search
  useEffect(() => {
    const job = new AbortController();
    let left = false;
    const cancel = () => job.abort();
    setSearch({ done: 0, total: trace.import.requests, cancel });
    void lab
      .getState()
      .locality(trace.statistics.page_bytes, {
        signal: job.signal,
        onRequests: (done, total) => !left && setSearch({ done, total, cancel }),
      })
      .then((answer) => {
        if (left) return;
        switch (answer.is) {
          case 'done':
            return setSearch({ found: answer.value });
          case 'refused':
          case 'crashed':
            return setSearch({ failure: answer.failure });
          case 'cancelled':
            return setSearch({ stopped: true, again: () => setRound((before) => before + 1) });
        }
      });
    return () => {
      left = true;
      job.abort();
    };
  }, [lab, trace, round]);
  return search;
}
