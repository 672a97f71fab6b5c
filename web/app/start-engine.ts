/** A fresh engine in a worker of its own: one for the lab, one for each lesson's results. */
import type { EngineClient } from '../protocol/engine-client';
import { workerEngine } from '../protocol/worker-engine';

export async function startEngine(): Promise<EngineClient> {
  return workerEngine(new Worker(new URL('../worker/engine.worker.ts', import.meta.url), { type: 'module' }));
}
