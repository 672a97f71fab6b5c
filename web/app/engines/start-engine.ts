/** A fresh engine in a worker of its own: one for the lab, one for each lesson's results. */
import { bundledEngine } from '../../model/traces/bundled-engine';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { PortEngine } from '../../protocol/engine/port-engine';
import { overWorker } from '../../protocol/rpc/worker-rpc';
import { workerImport, workerPreview } from '../../protocol/traces/worker-import';

/** The import's module is loaded when the first trace comes. */
export const importWorker = () =>
  new Worker(new URL('../../worker/import.worker.ts', import.meta.url), { type: 'module' });
export const importTrace = workerImport(importWorker);
const previewTrace = workerPreview(importWorker);

export async function startEngine(): Promise<EngineClient> {
  const worker = new Worker(new URL('../../worker/engine.worker.ts', import.meta.url), { type: 'module' });
  const engine = new PortEngine(overWorker(worker, 'engine', { heart: true }), importTrace, previewTrace);
  return bundledEngine(engine, loadBundled);
}

/** From where the page came from; without a network, from what the service worker keeps. */
export async function loadBundled(file: string): Promise<Blob | null> {
  const answer = await fetch(`traces/${file}`).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}
