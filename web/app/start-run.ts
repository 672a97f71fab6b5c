/** Workers of the pool (`protocol/pool.ts`): loaded with the first sweep or comparison in bulk. */
import type { StartRun } from '../protocol/pool';
import { runModule } from '../protocol/run-module';
import { workerRun } from '../protocol/worker-run';

export const startRun: StartRun = (hear) => {
  const worker = new Worker(new URL('../worker/run.worker.ts', import.meta.url), { type: 'module' });
  const port = workerRun(worker, hear);
  runModule().then(
    (module) => worker.postMessage(module),
    (error) => hear({ is: 'crash', message: String(error) }),
  );
  return port;
};
