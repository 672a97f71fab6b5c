import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { importFaults, type Source } from './imports';

const ROOT = join(import.meta.dirname, '..', '..');

/** Written by machines, or no part of the page. */
const APART = /^web\/(protocol\/pkg|i18n\/compiled|tools)\//;

function sourcesBelow(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !APART.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

test('imports point one way', () => {
  const sources = [...sourcesBelow('web'), ...sourcesBelow('e2e')];
  expect(sources.map((source) => source.path)).toContain('web/worker/engine.worker.ts');
  expect(sources.flatMap(importFaults)).toEqual([]);
});

test.each([
  ['web/base/units.ts', "import { x } from '../model/y';"],
  ['web/protocol/engine/engine-client.ts', "import { x } from '../../state/y';"],
  ['web/model/metrics.ts', "export * from '../views/stage/layout/layout';"],
  ['web/state/run.ts', "import type { X } from '../views/stage';"],
  ['web/views/stage/View.tsx', "import { x } from '../why/View';"],
  ['web/views/cautions/Displaced.tsx', "import { x } from '../why/View';"],
  ['web/views/stage/View.tsx', "import { x } from '../../lesson/parse';"],
  ['web/views/stage/View.tsx', "import init from '../../protocol/pkg/engine.js';"],
  ['web/main.tsx', "import init from './protocol/pkg/engine.js';"],
  ['web/views/stage/View.tsx', "import { select } from 'd3-selection';"],
  ['web/views/stage/View.tsx', "const context = canvas.getContext('2d');"],
  ['web/worker/engine.worker.ts', "await fetch('x');"],
  ['web/worker/engine.worker.ts', "import { m } from '../i18n/compiled/messages.js';"],
  ['web/model/late.ts', "const view = await import('../views/stage');"],
  ['web/model/late.ts', "import { step } from '../tools/step.mjs';"],
  ['web/attic/old.ts', "import { x } from '../base/y';"],
  ['e2e/lab.spec.ts', "import { x } from '../web/model/y';"],
])('%s: %s is found', (path, text) => {
  expect(importFaults({ path, text })).toHaveLength(1);
});

test.each([
  [
    'web/views/stage/View.tsx',
    "import { Cell } from './Cell';\nimport { m } from '../../i18n/compiled/messages.js';",
  ],
  ['web/views/stage/View.tsx', "// import { x } from '../why/View';\n/* canvas.getContext('2d') */"],
  ['web/views/stage/paint/draw.ts', "import { select } from 'd3-selection';\ncanvas.getContext('2d');"],
  ['web/protocol/engine/inline-engine.ts', "import url from './pkg/engine_bg.wasm?url';"],
  ['web/main.tsx', "import { View } from './views/stage';\nimport './theme/tokens.css';"],
  ['e2e/lab.spec.ts', "import { test } from './lab-page';"],
])('%s: %s is allowed', (path, text) => {
  expect(importFaults({ path, text })).toEqual([]);
});
