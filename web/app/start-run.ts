/** Workers of the pool (`protocol/pool.ts`): loaded with the first sweep or comparison in bulk. */
import type { StartRun } from '../protocol/pool';
import type { RunQuestions } from '../protocol/run-desk';
import { runModule } from '../protocol/run-module';
import { askWorker } from '../protocol/worker-rpc';

export const startRun: StartRun = async () => {
  const worker = new Worker(new URL('../worker/run.worker.ts', import.meta.url), { type: 'module' });
  const asks = askWorker<RunQuestions>(worker, 'worker', { heart: true });
  try {
    await asks.ask('load', await runModule());
    return asks;
  } catch (error) {
    asks.close();
    throw error;
  }
};
