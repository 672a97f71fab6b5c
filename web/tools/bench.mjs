// @ts-check
// How fast the engine is in wasm, next to the same run natively. Prints figures, judges nothing: a machine that
// does other things shifts them, so the two take turns and the medians are compared.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, ROOT, RUST } from './step.mjs';

const ROUNDS = 3;
const REQUESTS = 10_000_000;
/** Flash operations per slice: long enough to be carried by work, short enough to enter optimised code. */
const SLICE = 500_000;
/** That of `run with history` in `crates/sim/benches/speed.rs`: both sides take the same checkpoints. */
const SCENARIO = {
  format: 1,
  device: { blocks: 10_753, pages_per_block: 64 },
  spare_factor: 0.07,
  ftl: { kind: 'page' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: REQUESTS },
};

/** @returns {Promise<string>} */
export async function compareSpeed() {
  const pkg = join(ROOT, 'web', 'protocol', 'pkg');
  const { Lab, initSync } = await import(pathToFileURL(join(pkg, 'engine.js')).href);
  initSync({ module: new WebAssembly.Module(readFileSync(join(pkg, 'engine_bg.wasm'))) });
  const wasm = [];
  const native = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    native.push(nativeSpeed());
    wasm.push(wasmSpeed(new Lab()));
  }
  const [ours, theirs] = [median(wasm), median(native)];
  return `page greedy: wasm ${ours.toFixed(2)} of native ${theirs.toFixed(2)} M host writes/s, ratio ${(ours / theirs).toFixed(2)}`;
}

/** @param {{ command(json: string): string, slice(operations: number): string, free(): void }} lab */
function wasmSpeed(lab) {
  /** @param {string} text */
  const done = (text) => {
    const { ok, err } = JSON.parse(text);
    if (err) throw new Failure(`the engine says: ${err.message}`);
    return ok.type !== 'progress' || ok.done;
  };
  /** @param {object} command */
  const finish = (command) => {
    let ready = done(lab.command(JSON.stringify(command)));
    while (!ready) ready = done(lab.slice(SLICE));
  };
  finish({ type: 'open', slot: 0, scenario: JSON.stringify(SCENARIO) });
  const start = performance.now();
  finish({ type: 'run', slot: 0, target: { to: 'end' } });
  const seconds = (performance.now() - start) / 1000;
  lab.free();
  return REQUESTS / seconds / 1e6;
}

function nativeSpeed() {
  const args = ['bench', '--quiet', '-p', 'sim', '--bench', 'speed', '--', 'run with history'];
  const { stdout, status } = spawnSync('cargo', args, { cwd: RUST, encoding: 'utf8' });
  const speed = /([\d.]+) M host writes/.exec(stdout ?? '')?.[1];
  if (status !== 0 || !speed) throw new Failure('the native bench printed no figure', '`npm run bench`');
  return Number(speed);
}

/** @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
