/** The engine's worker. No fetch here: wasm-bindgen's glue loads the module from beside this script. */
import type { FromEngine, ToEngine } from '../protocol/envelope';
import init, { Engine } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { channelPause, type EngineModule, Runner } from '../protocol/runner';
import { fileReader } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  postMessage(message: FromEngine, transfer: ArrayBuffer[]): void;
};

async function load(): Promise<EngineModule> {
  const { memory } = await init({ module_or_path: url });
  return { engine: new Engine(), memory };
}

const runner = new Runner({
  load,
  read: fileReader,
  post: (message, transfer) => self.postMessage(message, transfer),
  now: () => performance.now(),
  pause: channelPause(),
});
self.onmessage = (event) => runner.receive(event.data);
