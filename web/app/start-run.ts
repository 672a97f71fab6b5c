/** Workers of the pool (`protocol/pool.ts`): loaded with the first trace, sweep or comparison in bulk. */
import { keptRuns } from '../protocol/kept-runs';
import { poolSize } from '../protocol/pool';
import { runModule } from '../protocol/run-module';
import { workerRun } from '../protocol/worker-run';

const runs = keptRuns((hear) => {
  const worker = new Worker(new URL('../worker/run.worker.ts', import.meta.url), { type: 'module' });
  const port = workerRun(worker, hear);
  runModule().then(
    (module) => worker.postMessage(module),
    (error) => hear({ is: 'crash', message: String(error) }),
  );
  return port;
});

export const startRun = runs.start;

/** Starts the workers ahead of runs that are likely; see `keptRuns` for `warmUps`. */
export const readyRuns = (warmUps: readonly string[]) => runs.ready(poolSize(), warmUps);
