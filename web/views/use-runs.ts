/** Runs, one after another, each in an engine of its own: what is on the stage stays as it is. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type EngineClient,
  EngineFailure,
  type JobOptions,
  type Progress,
} from '../protocol/engine/engine-client';

export type StartEngine = () => Promise<EngineClient>;

/** `Result`: what the caller reads off a run. */
export type Run<Result> =
  | { state: 'waiting' }
  | { state: 'running'; progress: Progress | null }
  | { state: 'done'; result: Result; seconds: number }
  | { state: 'failed'; reason: string };

/** `Job`: what is to be run, under a name of the caller's. */
export interface Runs<Job, Result> {
  /** By key; absent: not run yet, or cancelled. */
  of: Readonly<Record<string, Run<Result> | undefined>>;
  run: (jobs: readonly Job[]) => void;
  cancel: (keys: readonly string[]) => void;
}

/** Carries a job out on an engine; rejects as {@link EngineClient.request} does. */
type CarryOut<Job, Result> = (client: EngineClient, job: Job, options: JobOptions) => Promise<Result>;

/** Neither `start` nor `carry` may change between renders. */
export function useRuns<Job extends { key: string }, Result>(
  start: StartEngine,
  carry: CarryOut<Job, Result>,
): Runs<Job, Result> {
  const [of, setOf] = useState<Runs<Job, Result>['of']>({});
  const queue = useRef<Job[]>([]);
  const current = useRef<{ key: string; abort: AbortController } | null>(null);

  const put = useCallback((key: string, run: Run<Result> | undefined) => {
    setOf((before) => ({ ...before, [key]: run }));
  }, []);

  const work = useCallback(async () => {
    for (;;) {
      const job = queue.current.shift();
      if (!job) return;
      const abort = new AbortController();
      current.current = { key: job.key, abort };
      put(job.key, { state: 'running', progress: null });
      const options: JobOptions = {
        signal: abort.signal,
        onProgress: (progress) => put(job.key, { state: 'running', progress }),
      };
      const outcome = await outcomeOf((client) => carry(client, job, options), start, abort.signal);
      current.current = null;
      put(job.key, outcome);
    }
  }, [start, carry, put]);

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
async function outcomeOf<Result>(
  carryOut: (client: EngineClient) => Promise<Result>,
  start: StartEngine,
  signal: AbortSignal,
): Promise<Run<Result> | undefined> {
  const began = performance.now();
  let client: EngineClient | null = null;
  try {
    client = await start();
    signal.throwIfAborted();
    const result = await carryOut(client);
    return { state: 'done', result, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason =
      error instanceof EngineFailure ? `${error.message}\n${error.failure.remedy}` : String(error);
    return { state: 'failed', reason };
  } finally {
    client?.close();
  }
}
