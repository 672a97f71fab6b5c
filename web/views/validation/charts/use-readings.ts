/**
 * Runs of the charts, made in the page: those whose report is enough in a pool of workers, all cores at once; those that are looked at
 * request by request, or block by block, in an engine of their own.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { writeDocument } from '../../../model/scenario/document';
import { runAll, type StartRun } from '../../../protocol/runs/pool';
import { type Run, type Runs, type StartEngine, useRuns } from '../../use-runs';
import { type Job, type Reading, readingOf, requestsOf } from '../runs/experiment';
import { measure } from '../runs/measure';

type Of = Runs<Job, Reading>['of'];

/** Neither may change between renders. */
export function useReadings(engine: StartEngine, startRun: StartRun): Runs<Job, Reading> {
  const own = useRuns<Job, Reading>(engine, measure);
  const [pooled, setPooled] = useState<Of>({});
  /** The ends of the pools that are at work, and the keys of their runs. */
  const pools = useRef(new Map<AbortController, string[]>());

  const put = useCallback((key: string, run: Run<Reading> | undefined) => {
    setPooled((before) => ({ ...before, [key]: run }));
  }, []);

  const runPooled = useCallback(
    async (jobs: readonly Job[]) => {
      if (jobs.length === 0) return;
      const abort = new AbortController();
      const keys = jobs.map(({ key }) => key);
      pools.current.set(abort, keys);
      const open = new Set(keys);
      for (const key of keys) put(key, { state: 'waiting' });
      const began = performance.now();
      try {
        const texts = jobs.map(({ scenario }) => ({ scenario: writeDocument(scenario) }));
        for await (const { index, outcome } of runAll(startRun, texts, { signal: abort.signal })) {
          const job = jobs[index];
          if (!job) continue;
          open.delete(job.key);
          const seconds = (performance.now() - began) / 1000;
          put(
            job.key,
            outcome.report
              ? { state: 'done', result: readingOf(outcome.report, requestsOf(job.scenario)), seconds }
              : { state: 'failed', reason: `${outcome.failure.message}\n${outcome.failure.remedy}` },
          );
        }
      } catch (error) {
        const failed: Run<Reading> = { state: 'failed', reason: String(error) };
        for (const key of open) put(key, abort.signal.aborted ? undefined : failed);
      } finally {
        pools.current.delete(abort);
      }
    },
    [startRun, put],
  );

  useEffect(() => {
    const { current } = pools;
    return () => {
      for (const abort of current.keys()) abort.abort();
    };
  }, []);

  const { of, run: runOwn, cancel: cancelOwn } = own;
  const run = useCallback(
    (jobs: readonly Job[]) => {
      const busy = new Set([...pools.current.values()].flat());
      const fresh = jobs.filter(({ key }) => !busy.has(key));
      runOwn(fresh.filter(isLookedInto));
      void runPooled(fresh.filter((job) => !isLookedInto(job)));
    },
    [runOwn, runPooled],
  );
  const cancel = useCallback(
    (keys: readonly string[]) => {
      cancelOwn(keys);
      for (const [abort, theirs] of pools.current)
        if (theirs.some((key) => keys.includes(key))) abort.abort();
    },
    [cancelOwn],
  );
  return useMemo(() => ({ of: { ...pooled, ...of }, run, cancel }), [pooled, of, run, cancel]);
}

/** Whether more is kept of it than its report tells, or a trace has to be brought. */
function isLookedInto({ also, parts, window, scenario }: Job): boolean {
  const { workload } = scenario;
  const traced =
    typeof workload === 'object' && workload !== null && 'kind' in workload && workload.kind === 'trace';
  return traced || also !== undefined || parts !== undefined || window !== undefined;
}
