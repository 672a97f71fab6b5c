// @ts-check
// Builds the wasm package into web/protocol/pkg: `cargo xtask wasm`, then wasm-opt on its modules.

import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './stamp.mjs';
import { ROOT, RUST, run, runPackage } from './step.mjs';

const PKG = join(ROOT, 'web', 'protocol', 'pkg');
/** Engines by scheme, the import of traces, the closed forms: modules of their own, see wasm-sim/crates/wasm. */
const MODULES = [
  'engine_page',
  'engine_dftl',
  'engine_bast',
  'engine_hybrid',
  'engine_block',
  'import',
  'models',
];

/** Skips when nothing the package is made from has changed. */
export async function buildWasm({ quiet = true } = {}) {
  const hash = sources();
  const files = MODULES.flatMap((name) => [join(PKG, `${name}.js`), wasmOf(name)]);
  if (files.every((file) => existsSync(file)) && isStamped('wasm', hash)) return 'nothing changed';
  await run('cargo', ['xtask', 'wasm'], { cwd: RUST, quiet });
  const sizes = [];
  for (const name of MODULES) {
    const wasm = wasmOf(name);
    const before = statSync(wasm).size;
    const optimised = join(PKG, `${name}_opt.wasm`);
    // No feature flags: wasm-opt reads the target-features section that rustc writes. -O1, since what the stronger
    // levels take off the bytes they give back, and more, by packing worse (gzip 193 kB, against 201 at -Os). Functions
    // alike have names alike: side by side they pack better (3 kB).
    const passes = [
      '-O1',
      '--shrink-level=1',
      '--rse',
      '--vacuum',
      '--dae-optimizing',
      '--reorder-functions-by-name',
    ];
    await runPackage('binaryen/bin/wasm-opt', [...passes, wasm, '-o', optimised], { quiet });
    renameSync(optimised, wasm);
    sizes.push(`${name} ${before} -> ${statSync(wasm).size} bytes`);
  }
  stamp('wasm', hash);
  return sizes.join(', ');
}

/** @param {string} name */
function wasmOf(name) {
  return join(PKG, `${name}_bg.wasm`);
}

/** Tests of the crates do not reach the package; everything else in the workspace may. */
function sources() {
  const tests = /[\\/](tests|benches|testdata|examples)[\\/]/;
  const rust = hashOf([RUST], (path) => !tests.test(path.slice(RUST.length - 1)));
  const binaryen = JSON.parse(readFileSync(join(ROOT, 'node_modules/binaryen/package.json'), 'utf8')).version;
  return `${rust} binaryen ${binaryen}`;
}
