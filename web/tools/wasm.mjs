// @ts-check
// Builds the wasm package into web/protocol/pkg: `cargo xtask wasm`, then wasm-opt, for each of its modules.

import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './stamp.mjs';
import { ROOT, RUST, run, runPackage } from './step.mjs';

const PKG = join(ROOT, 'web', 'protocol', 'pkg');
/** The engine, the import of traces, the closed forms: see wasm-sim/crates/wasm. */
const MODULES = ['engine', 'import', 'models'];

/** A target folder of its own: otherwise its cargo would wait for any other that compiles. */
export const XTASK = {
  CARGO_TARGET_DIR: join(process.env.CARGO_TARGET_DIR ?? join(RUST, 'target'), 'xtask'),
};

/** Skips when nothing the package is made from has changed. */
export async function buildWasm({ quiet = true } = {}) {
  const hash = sources();
  const files = MODULES.flatMap((name) => [join(PKG, `${name}.js`), wasmOf(name)]);
  if (files.every((file) => existsSync(file)) && isStamped('wasm', hash)) return 'nothing changed';
  // Nothing of an earlier build may stay behind.
  rmSync(PKG, { recursive: true, force: true });
  const optimised = [];
  for (const name of MODULES) {
    await run('cargo', ['xtask', 'wasm', name], { cwd: RUST, quiet, env: XTASK });
    // While the next one is built; a fault is reported where all are awaited.
    const optimising = optimise(name, quiet);
    optimising.catch(() => {});
    optimised.push(optimising);
  }
  const sizes = await Promise.all(optimised);
  stamp('wasm', hash);
  return sizes.join(', ');
}

/**
 * Runs wasm-opt on a module. No feature flags: it reads the target-features section that rustc writes. -O1, since what the
 * stronger levels take off the bytes they give back, and more, by packing worse (gzip 193 kB, against 201 at -Os).
 * Similar functions have similar names: side by side they pack better (3 kB). Those that came out the same are kept once, and
 * rustc's notes for wasm-opt go last (0.3 kB together).
 *
 * @param {string} name @param {boolean} quiet
 */
async function optimise(name, quiet) {
  const wasm = wasmOf(name);
  const before = statSync(wasm).size;
  const optimised = join(PKG, `${name}_opt.wasm`);
  const passes = [
    '-O1',
    '--shrink-level=1',
    '--rse',
    '--vacuum',
    '--dae-optimizing',
    '--coalesce-locals-learning',
    '--duplicate-function-elimination',
    '--reorder-functions-by-name',
    '--strip-producers',
    '--strip-target-features',
  ];
  await runPackage('binaryen/bin/wasm-opt', [...passes, wasm, '-o', optimised], { quiet });
  renameSync(optimised, wasm);
  return `${name} ${before} -> ${statSync(wasm).size} bytes`;
}

/** @param {string} name */
function wasmOf(name) {
  return join(PKG, `${name}_bg.wasm`);
}

/** Tests of the crates and the package for Python do not reach it; everything else in the workspace may. */
function sources() {
  const tests = /[\\/](tests|benches|testdata|examples|python)[\\/]/;
  const rust = hashOf([RUST], (path) => !tests.test(path.slice(RUST.length - 1)));
  const binaryen = JSON.parse(readFileSync(join(ROOT, 'node_modules/binaryen/package.json'), 'utf8')).version;
  return `${rust} binaryen ${binaryen}`;
}
