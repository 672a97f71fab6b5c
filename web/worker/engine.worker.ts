/** The engine's worker. No fetch here: wasm-bindgen's glue loads the module from beside this script. */
import { EngineServer } from '../protocol/engine/engine-server';
import type { EngineQuestions } from '../protocol/engine/port-engine';
import init, { Engine } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { serveWorker } from '../protocol/rpc/worker-rpc';
import { fileReader } from './trace-store';

serveWorker<EngineQuestions>(async () => {
  const { memory } = await init({ module_or_path: url });
  return new EngineServer({ engine: new Engine(), memory }, fileReader);
});
