// @vitest-environment node
/** The change that lets modules run in several workers at once: see `pad_globals` in wasm-sim/xtask. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.each(['engine', 'import'])('the globals of the module `%s` fill cache lines of their own', (name) => {
  const bytes = readFileSync(join(import.meta.dirname, `../pkg/${name}_bg.wasm`));
  const globals = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).filter(
    (each) => each.kind === 'global' && each.name.startsWith('pad'),
  );
  // Words of 8 bytes.
  expect(globals.length * 8).toBe(128);
});
