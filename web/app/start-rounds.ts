/** Rounds in a worker of their own, started with the first. */
import { type Rounds, workerRounds } from '../protocol/rounds';

export function startRounds(): Rounds {
  return workerRounds(new Worker(new URL('../worker/round.worker.ts', import.meta.url), { type: 'module' }));
}
