/** The worker of a sheet: a sweep's plan, its results, its tables. No fetch here. */
import init, { mean, Plans } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { serveWorker } from '../protocol/rpc/worker-rpc';
import type { SheetQuestions } from '../protocol/runs/sweep-client';
import { SheetDesk } from '../protocol/runs/sweep-server';
import { keptResults } from './kept-results';

serveWorker<SheetQuestions>(async () => {
  await init({ module_or_path: url });
  return new SheetDesk(new Plans(), mean, keptResults(url));
});
