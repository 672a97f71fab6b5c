// The engine's worker. No fetch here: wasm-bindgen's glue loads the module from beside this script.

import init, { version } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';

init({ module_or_path: url }).then(
  () => self.postMessage({ kind: 'ready', version: version() }),
  (error: unknown) => self.postMessage({ kind: 'failed', reason: String(error) }),
);
