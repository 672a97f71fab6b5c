/** The worker of a server: a sweep's plan, its results, its tables. No fetch here. */
import init, { mean, Plans } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { serveWorker } from '../protocol/rpc/worker-rpc';
import type { SweepQuestions } from '../protocol/runs/sweep-client';
import { SweepServer } from '../protocol/runs/sweep-server';
import { keptResults } from './kept-results';

serveWorker<SweepQuestions>(async () => {
  await init({ module_or_path: url });
  return new SweepServer(new Plans(), mean, keptResults(url));
});
