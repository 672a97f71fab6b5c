/** The engine's worker. No fetch here: wasm-bindgen's glue loads the modules from beside this script. */
import type { FromEngine, ToEngine } from '../protocol/envelope';
import type { EngineModule, ModuleName } from '../protocol/modules';
import bast from '../protocol/pkg/engine_bast_bg.wasm?url';
import block from '../protocol/pkg/engine_block_bg.wasm?url';
import dftl from '../protocol/pkg/engine_dftl_bg.wasm?url';
import hybrid from '../protocol/pkg/engine_hybrid_bg.wasm?url';
import page from '../protocol/pkg/engine_page_bg.wasm?url';
import whole from '../protocol/pkg/engine_whole_bg.wasm?url';
import { channelPause, Runner } from '../protocol/runner';
import { fileReader } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  postMessage(message: FromEngine, transfer: ArrayBuffer[]): void;
};

const SCRIPTS: Record<ModuleName, () => Promise<typeof import('../protocol/pkg/engine_bast.js')>> = {
  page: () => import('../protocol/pkg/engine_page.js'),
  dftl: () => import('../protocol/pkg/engine_dftl.js'),
  bast: () => import('../protocol/pkg/engine_bast.js'),
  hybrid: () => import('../protocol/pkg/engine_hybrid.js'),
  block: () => import('../protocol/pkg/engine_block.js'),
  whole: () => import('../protocol/pkg/engine_whole.js'),
};
const URLS: Record<ModuleName, string> = { page, dftl, bast, hybrid, block, whole };

async function load(name: ModuleName): Promise<EngineModule> {
  const { default: init, Lab } = await SCRIPTS[name]();
  const { memory } = await init({ module_or_path: URLS[name] });
  return { lab: new Lab(), memory };
}

const runner = new Runner({
  load,
  read: fileReader,
  post: (message, transfer) => self.postMessage(message, transfer),
  now: () => performance.now(),
  pause: channelPause(),
});
self.onmessage = (event) => runner.receive(event.data);
