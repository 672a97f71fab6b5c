/** The engine's worker. No fetch here: wasm-bindgen's glue loads the module from beside this script. */
import { EngineDesk } from '../protocol/engine-desk';
import init, { Engine } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import type { EngineQuestions } from '../protocol/port-engine';
import { serveWorker } from '../protocol/worker-rpc';
import { fileReader } from './trace-store';

serveWorker<EngineQuestions>(async () => {
  const { memory } = await init({ module_or_path: url });
  return new EngineDesk({ engine: new Engine(), memory }, fileReader);
});
