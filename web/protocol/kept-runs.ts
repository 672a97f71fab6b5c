/**
 * Workers of the pool that outlive their loops: the next comparison begins at once, with code that is loaded and optimised. Those
 * that nobody uses are ended after a minute, so that the devices they hold in memory do not stay.
 *
 * ```ts
 * const kept = keptRuns(start);
 * kept.ready(poolSize(), warmUps); // ahead of need: nothing is run yet but what warms the code up
 * runAll(kept.start, jobs);        // takes those that are there, and starts what is missing
 * ```
 */
import type { RunPort, StartRun } from './pool';
import type { FromRun } from './run-loop';

/** How long workers without a loop are kept. */
const KEEP_MS = 60_000;

interface KeptRuns {
  start: StartRun;
  /**
   * Sees to it that there are so many workers, at work or waiting for it. The first to be started share `warmUps`, scenarios to be run for
   * nothing but that the browser optimises the code: the workers have it in common, so that those that come later need none.
   */
  ready(workers: number, warmUps?: readonly string[]): void;
}

interface Kept {
  port: RunPort;
  /** Who is told; nobody while it waits for a loop. */
  hear: (message: FromRun) => void;
  ready: boolean;
  /** Of no use to another loop: it is dead, or at a run, which nothing ends but the end of the worker. */
  spent: boolean;
}

const nobody = () => {};

export function keptRuns(start: StartRun, keepMs = KEEP_MS): KeptRuns {
  const alive = new Set<Kept>();
  /** Those of them that wait for a loop. */
  const idle = new Set<Kept>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warm = false;

  const end = (kept: Kept) => {
    alive.delete(kept);
    idle.delete(kept);
    kept.port.close();
  };
  const rest = () => {
    for (const kept of idle) end(kept);
  };
  const keep = (kept: Kept) => {
    idle.add(kept);
    clearTimeout(timer);
    timer = setTimeout(rest, keepMs);
  };

  const begin = (): Kept => {
    const kept: Kept = { port: { post: nobody, close: nobody }, hear: nobody, ready: false, spent: false };
    kept.port = start((message) => {
      if (message.is === 'ready') kept.ready = true;
      if (message.is === 'outcome') kept.spent = false;
      if (message.is === 'crash') {
        kept.spent = true;
        // Its loop, if it has one, closes it.
        if (idle.has(kept)) end(kept);
      }
      kept.hear(message);
    });
    alive.add(kept);
    return kept;
  };

  return {
    start(hear) {
      const [waiting] = idle;
      if (waiting) idle.delete(waiting);
      const kept = waiting ?? begin();
      kept.hear = hear;
      // Said before this loop listened.
      if (kept.ready) queueMicrotask(() => kept.hear === hear && hear({ is: 'ready' }));
      return {
        post(message) {
          if (message.do === 'run') kept.spent = true;
          kept.port.post(message);
        },
        close() {
          if (kept.hear !== hear) return;
          kept.hear = nobody;
          if (kept.spent) return end(kept);
          kept.port.post({ do: 'forget' });
          keep(kept);
        },
      };
    },
    ready(workers, warmUps = []) {
      const begun: Kept[] = [];
      while (alive.size < workers) {
        const kept = begin();
        keep(kept);
        begun.push(kept);
      }
      if (warm) return;
      warm = begun.length > 0;
      for (const [i, scenario] of warmUps.entries())
        begun[i % begun.length]?.port.post({ do: 'warm', scenario });
    },
  };
}
