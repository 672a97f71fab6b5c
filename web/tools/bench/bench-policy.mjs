// @ts-check
// Host writes a second with a policy in JavaScript that decides each victim, beside the built-in one, in the engine's module:
// `node bench-policy.mjs`. 1,024 blocks of 64 pages, uniform writes at a spare factor of 0.25.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../step.mjs';

const REQUESTS = 1_000_000;
const RUNS = 5;

/** @param {string[]} path */
const load = (...path) => import(pathToFileURL(join(ROOT, ...path)).href);
const { initSync, PolicyRun, Runs } = await load('web', 'protocol', 'pkg', 'engine.js');
const { host } = await load('web', 'worker', 'policy', 'runtime.js');
initSync({ module: readFileSync(join(ROOT, 'web', 'protocol', 'pkg', 'engine_bg.wasm')) });
/** @type {any} */ (globalThis).OWN = -1;
const scenario = JSON.stringify({
  format: 1,
  device: { blocks: 1024, pages_per_block: 64, timing: 'slides' },
  spare_factor: 0.25,
  ftl: { kind: 'page', gc_policy: 'greedy' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: REQUESTS },
});

/** Writes a second. @param {() => void} run */
function speed(run) {
  const began = performance.now();
  run();
  return REQUESTS / (performance.now() - began) / 1000;
}

async function policy() {
  const functions = await load('web', 'views', 'policy', 'starters', 'greedy-lists.js');
  const run = new PolicyRun(scenario, host(functions));
  const found = speed(() => {
    while (!run.slice(10_000));
  });
  run.free();
  return found;
}

function builtIn() {
  const runs = new Runs();
  let ended = runs.start(scenario);
  const found = speed(() => {
    while (ended === undefined) ended = runs.slice(1e7);
  });
  runs.free();
  return found;
}

const found = [];
for (let n = 0; n < RUNS; n += 1) found.push([await policy(), builtIn()]);
const middle = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[RUNS >> 1] ?? 0;
const [own, fast] = [middle(found.map(([a = 0]) => a)), middle(found.map(([, b = 0]) => b))];
console.log(
  `policy ${own.toFixed(2)} M host writes/s (asked 2), built-in ${fast.toFixed(2)}, a ratio of ${(fast / own).toFixed(1)}`,
);
