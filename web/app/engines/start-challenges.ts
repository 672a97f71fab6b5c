/** Challenges in a worker of their own, started with the first. */
import { type Challenges, challengesThrough } from '../../protocol/challenges';
import { overWorker } from '../../protocol/rpc/worker-rpc';

export function startChallenges(): Challenges {
  const worker = new Worker(new URL('../../worker/challenge.worker.ts', import.meta.url), { type: 'module' });
  return challengesThrough(overWorker(worker, 'round'));
}
