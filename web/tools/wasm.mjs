// @ts-check
// Builds the wasm package into web/protocol/pkg: `cargo xtask wasm`, then wasm-opt.

import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './stamp.mjs';
import { ROOT, RUST, run, runPackage } from './step.mjs';

const PKG = join(ROOT, 'web', 'protocol', 'pkg');
const WASM = join(PKG, 'engine_bg.wasm');

/** Skips when nothing the package is made from has changed. */
export async function buildWasm({ quiet = true } = {}) {
  const hash = sources();
  if (existsSync(WASM) && existsSync(join(PKG, 'engine.js')) && isStamped('wasm', hash))
    return 'nothing changed';
  await run('cargo', ['xtask', 'wasm'], { cwd: RUST, quiet });
  const before = statSync(WASM).size;
  const optimised = join(PKG, 'engine_opt.wasm');
  // No feature flags: wasm-opt reads the target-features section that rustc writes. -O1, since what the stronger
  // levels take off the bytes they give back, and more, by packing worse (gzip 193 kB, against 201 at -Os).
  await runPackage('binaryen/bin/wasm-opt', ['-O1', WASM, '-o', optimised], { quiet });
  renameSync(optimised, WASM);
  stamp('wasm', hash);
  return `engine_bg.wasm ${before} -> ${statSync(WASM).size} bytes`;
}

/** Tests of the crates do not reach the package; everything else in the workspace may. */
function sources() {
  const tests = /[\\/](tests|benches|testdata|examples)[\\/]/;
  const rust = hashOf([RUST], (path) => !tests.test(path.slice(RUST.length - 1)));
  const binaryen = JSON.parse(readFileSync(join(ROOT, 'node_modules/binaryen/package.json'), 'utf8')).version;
  return `${rust} binaryen ${binaryen}`;
}
