/** The engine in this very thread: what unit tests and `npm run lesson` use, under Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineClient } from './engine-client';
import { initSync, Lab } from './pkg/engine.js';
import { PortEngine } from './port-engine';
import { channelPause, Runner } from './runner';

const WASM = join(import.meta.dirname, 'pkg/engine_bg.wasm');

/** Starts an engine. Those of one process share the wasm memory; each has its own simulations. */
export function inlineEngine(): EngineClient {
  const { memory } = initSync({ module: readFileSync(WASM) });
  return new PortEngine((hear) => {
    const lab = new Lab();
    let open = true;
    const runner = new Runner({
      lab,
      memory,
      // As through a worker: never answered inside the call that asked.
      post: (message) => queueMicrotask(() => open && hear(message)),
      now: () => performance.now(),
      pause: channelPause(),
    });
    return {
      post: (message) => queueMicrotask(() => open && runner.receive(message)),
      close: () => {
        open = false;
      },
    };
  });
}
