// @ts-check
// Runs a scenario in the engine's module and prints the seconds of the run, without those of its preparation:
// `node bench-wasm.mjs SCENARIO`. A process of its own, as a page has: another run of the same module would find it optimised.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, ROOT } from '../step.mjs';

/** Flash operations per slice: long enough to be carried by work, short enough to enter optimised code. */
const SLICE = 500_000;

const [file = ''] = process.argv.slice(2);
const pkg = join(ROOT, 'web', 'protocol', 'pkg');
const { Engine, initSync } = await import(pathToFileURL(join(pkg, 'engine.js')).href);
initSync({ module: new WebAssembly.Module(readFileSync(join(pkg, 'engine_bg.wasm'))) });
const engine = new Engine();

/** @param {object} command */
function finish(command) {
  /** @param {string} text */
  const done = (text) => {
    const { ok, err } = JSON.parse(text);
    if (err) throw new Failure(`the engine says: ${err.message}`);
    return ok.type !== 'progress' || ok.done;
  };
  let ready = done(engine.command(JSON.stringify(command)));
  while (!ready) ready = done(engine.slice(SLICE));
}

/**
 * Seconds that this thread has spent on a processor, as the native bench counts them: what V8 compiles meanwhile in others the run
 * does not wait for. Of the whole process where the system does not tell.
 */
function now() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

finish({ type: 'open', slot: 0, scenario: readFileSync(file, 'utf8') });
const began = now();
finish({ type: 'run', slot: 0, target: { to: 'end' } });
console.log(now() - began);
