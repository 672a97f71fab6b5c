/** Workers of the pool (`protocol/runs/pool.ts`): loaded with the first sweep or comparison in bulk. */

import { askWorker } from '../../protocol/rpc/worker-rpc';
import type { StartRun } from '../../protocol/runs/pool';
import { runModule } from '../../protocol/runs/run-module';
import type { RunQuestions } from '../../protocol/runs/run-server';

export const startRun: StartRun = async () => {
  const worker = new Worker(new URL('../../worker/run.worker.ts', import.meta.url), { type: 'module' });
  const asks = askWorker<RunQuestions>(worker, 'worker', { heart: true });
  try {
    await asks.ask('load', await runModule());
    return asks;
  } catch (error) {
    asks.close();
    throw error;
  }
};
