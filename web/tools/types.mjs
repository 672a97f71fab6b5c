// @ts-check
// The protocol's types are written by the Rust crates (feature `ts`) and committed, so that a change shows in review.

import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './stamp.mjs';
import { ROOT, RUST, run } from './step.mjs';

const GENERATED = join(ROOT, 'web', 'protocol', 'generated');

/** Rewrites web/protocol/generated. */
export async function generateTypes() {
  const fresh = newFolder();
  await exportTo(fresh);
  // Only now: the command line is built with the schemas that are there.
  rmSync(GENERATED, { recursive: true, force: true });
  renameSync(fresh, GENERATED);
  chmodSync(GENERATED, 0o755);
  return `${filesBelow(GENERATED).length} files in web/protocol/generated`;
}

function newFolder() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  return mkdtempSync(join(ROOT, '.cache', 'types-'));
}

/** @param {string} folder */
async function exportTo(folder) {
  await run('cargo', ['native-test', '--no-run', '--test', 'generated'], { cwd: RUST, quiet: true });
  const target = process.env.CARGO_TARGET_DIR ?? join(RUST, 'target');
  await run(join(target, 'debug', 'types'), [folder], { quiet: true });
}
