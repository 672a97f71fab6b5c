/** The rows that run, one after another, each in an engine of its own: what stands on the stage stays as it is. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type EngineClient, EngineFailure, type Progress } from '../../protocol/engine-client';
import { amplificationOf } from './run';

export type StartEngine = () => Promise<EngineClient>;

export type Run =
  | { state: 'waiting' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; amplification: number; seconds: number }
  | { state: 'failed'; reason: string };

/** What is to be run: a name of the caller's, and the scenario's text. */
interface Job {
  key: string;
  scenario: string;
}

export interface Runs {
  /** By key; absent: not run yet, or cancelled. */
  of: Readonly<Record<string, Run | undefined>>;
  run: (jobs: readonly Job[]) => void;
  cancel: (keys: readonly string[]) => void;
}

/** `start` must not change between renders. */
export function useRuns(start: StartEngine): Runs {
  const [of, setOf] = useState<Runs['of']>({});
  const queue = useRef<Job[]>([]);
  const current = useRef<{ key: string; abort: AbortController } | null>(null);

  const put = useCallback((key: string, run: Run | undefined) => {
    setOf((before) => ({ ...before, [key]: run }));
  }, []);

  const work = useCallback(async () => {
    for (;;) {
      const job = queue.current.shift();
      if (!job) return;
      const abort = new AbortController();
      current.current = { key: job.key, abort };
      put(job.key, { state: 'running', progress: null });
      const outcome = await carryOut(job, start, abort.signal, (progress) => {
        put(job.key, { state: 'running', progress });
      });
      current.current = null;
      put(job.key, outcome);
    }
  }, [start, put]);

  const run = useCallback(
    (jobs: readonly Job[]) => {
      const known = new Set([current.current?.key, ...queue.current.map(({ key }) => key)]);
      const fresh = jobs.filter(({ key }) => !known.has(key));
      queue.current.push(...fresh);
      for (const { key } of fresh) put(key, { state: 'waiting' });
      if (!current.current) void work();
    },
    [put, work],
  );

  const cancel = useCallback(
    (keys: readonly string[]) => {
      for (const { key } of queue.current) if (keys.includes(key)) put(key, undefined);
      queue.current = queue.current.filter(({ key }) => !keys.includes(key));
      if (current.current && keys.includes(current.current.key)) current.current.abort.abort();
    },
    [put],
  );

  useEffect(
    () => () => {
      queue.current = [];
      current.current?.abort.abort();
    },
    [],
  );
  return { of, run, cancel };
}

/** `undefined`: cancelled. */
async function carryOut(
  { scenario }: Job,
  start: StartEngine,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Run | undefined> {
  const began = performance.now();
  let client: EngineClient | null = null;
  try {
    client = await start();
    signal.throwIfAborted();
    const amplification = await amplificationOf(client, scenario, { onProgress, signal });
    return { state: 'done', amplification, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason =
      error instanceof EngineFailure ? `${error.message} ${error.failure.remedy}` : String(error);
    return { state: 'failed', reason };
  } finally {
    client?.close();
  }
}
