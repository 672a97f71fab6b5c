/** Rounds in a worker of their own, started with the first. */
import { type Rounds, roundsThrough } from '../../protocol/challenges';
import { overWorker } from '../../protocol/rpc/worker-rpc';

export function startRounds(): Rounds {
  const worker = new Worker(new URL('../../worker/challenge.worker.ts', import.meta.url), { type: 'module' });
  return roundsThrough(overWorker(worker, 'round'));
}
