// @ts-check
// `npm run dev`: Vite's server, and the engine is rebuilt when a Rust file changes.

import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT, RUST } from './step.mjs';
import { buildWasm } from './wasm.mjs';

export async function dev() {
  const { createServer } = await import('vite');
  const server = await createServer({ configFile: join(ROOT, 'vite.config.ts') });
  await server.listen();
  server.printUrls();
  /** @type {NodeJS.Timeout | undefined} */
  let soon;
  let building = false;
  const rebuild = async () => {
    if (building) return;
    building = true;
    try {
      const note = await buildWasm();
      if (note !== 'nothing changed') {
        console.log(`engine rebuilt: ${note}`);
        server.ws.send({ type: 'full-reload' });
      }
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    building = false;
  };
  watch(join(RUST, 'crates'), { recursive: true }, (_event, name) => {
    if (!name?.endsWith('.rs')) return;
    clearTimeout(soon);
    // An editor saves several files at a time.
    soon = setTimeout(rebuild, 200);
  });
}
