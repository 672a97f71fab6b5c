/**
 * Runs begun before anybody asks for them: whoever does finds them done, or well under way. One lot at a time.
 *
 * ```ts
 * const ahead = runsAhead();
 * ahead.begin(startRun, jobs);                                      // somebody is likely to want these
 * const runs = ahead.take(jobs, options) ?? runAll(startRun, jobs, options);
 * ```
 */
import {
  type Job,
  type PoolOptions,
  type PoolProgress,
  poolSize,
  type Runs,
  runAll,
  type StartRun,
} from './pool';

export interface RunsAhead {
  /** Ends those before. */
  begin(start: StartRun, jobs: readonly Job[]): void;
  /** Those under way, which are then the caller's, if they are these very jobs in this order; else they are ended. */
  take(jobs: readonly Job[], options: Pick<PoolOptions, 'onProgress' | 'signal'>): Runs | null;
  /** Nobody will want them. */
  drop(): void;
}

interface Lot {
  jobs: readonly Job[];
  runs: Runs;
  abort: AbortController;
  /** Who asked for them. */
  hear: PoolOptions['onProgress'];
  progress: PoolProgress;
}

export function runsAhead(): RunsAhead {
  let lot: Lot | null = null;
  const drop = () => {
    lot?.abort.abort();
    lot = null;
  };
  return {
    begin(start, jobs) {
      drop();
      const abort = new AbortController();
      const onProgress = (progress: PoolProgress) => {
        mine.progress = progress;
        mine.hear?.(progress);
      };
      const runs = runAll(start, jobs, { signal: abort.signal, onProgress });
      const mine: Lot = { jobs, runs, abort, hear: undefined, progress: { done: 0, running: [] } };
      lot = mine;
      // A core is left to the page, which nobody has asked to run anything.
      runs.begin(poolSize() - 1);
    },
    take(jobs, { onProgress, signal }) {
      if (!lot || !alike(lot.jobs, jobs) || signal?.aborted) {
        drop();
        return null;
      }
      const { runs, abort, progress } = lot;
      lot.hear = onProgress;
      lot = null;
      signal?.addEventListener('abort', () => abort.abort(), { once: true });
      onProgress?.(progress);
      return runs;
    },
    drop,
  };
}

function alike(some: readonly Job[], others: readonly Job[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ scenario, trace }, i) => {
      const other = others[i];
      return (
        scenario === other?.scenario && trace?.name === other.trace?.name && trace?.file === other.trace?.file
      );
    })
  );
}
