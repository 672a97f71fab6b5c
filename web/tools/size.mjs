// @ts-check
// The load of a first visit, as it travels (gzip), against its budget.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from './messages.mjs';
import { Failure, ROOT } from './step.mjs';

const DIST = join(ROOT, 'dist');
const BUDGET_KB = { js: 260, wasm: 470 };
const ENGINE = 'engine';

export function checkSize() {
  if (!existsSync(join(DIST, 'index.html')))
    throw new Failure('dist/ holds no page', 'run `npm run build` first');
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  // Scripts and the modules they import at once, plus the worker of the engine and its module, and the texts of the first
  // screen. The import's worker and module come with the first trace.
  const linked = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const assets = readdirSync(join(DIST, 'assets')).map((name) => `assets/${name}`);
  const workers = assets.filter((name) => /engine\.worker[^/]*\.js$/.test(name));
  if (linked.length === 0 || workers.length !== 1)
    throw new Failure(
      'dist/index.html loads no script or no worker: the size check looks in the wrong place',
    );
  const one = (/** @type {string} */ pattern) => {
    const found = assets.filter((name) => new RegExp(`/${pattern}`).test(name));
    if (found.length === 1) return kilobytes(found);
    throw new Failure(
      `dist/assets holds ${found.length} of ${pattern}: the size check looks in the wrong place`,
    );
  };
  const wasm = (/** @type {string} */ module) => one(`${module}_bg[^/]*\\.wasm$`);
  // Texts of one language, whichever weighs most.
  const texts = Math.max(...LANGUAGES.map((language) => one(`_virtual_texts-${language}-first-[^/]*\\.js$`)));
  const figures = {
    js: kilobytes([...new Set([...linked, ...workers])]) + texts,
    wasm: wasm(ENGINE),
  };
  const text = `first-load JS ${figures.js.toFixed(1)} of ${BUDGET_KB.js} kB, wasm ${figures.wasm.toFixed(1)} of ${BUDGET_KB.wasm} kB (gzip)`;
  const over = /** @type {const} */ (['js', 'wasm']).some((kind) => figures[kind] >= BUDGET_KB[kind]);
  if (over)
    throw new Failure(text, 'load the part that grew on demand (`import()`), or find what pulled it in');
  const late = ['import', 'models'].map((module) => `${module} ${wasm(module).toFixed(1)} kB`);
  return `${text}; on demand: ${late.join(', ')}`;
}

/** @param {string[]} names */
function kilobytes(names) {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, name))).length, 0) / 1000;
}
