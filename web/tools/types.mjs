// @ts-check
// The protocol's types are written by the Rust crates (feature `ts`) and committed, so that a change shows in review.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './stamp.mjs';
import { Failure, ROOT, RUST, run } from './step.mjs';

const GENERATED = join(ROOT, 'web', 'protocol', 'generated');
const EXPORTER = join(RUST, 'crates', 'types');

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

/** Fails when web/protocol/generated is not what the crates would write now. */
export async function checkTypes() {
  const fresh = newFolder();
  try {
    await exportTo(fresh);
    const [now, kept] = [read(fresh), read(GENERATED)];
    if (now.size === 0)
      throw new Failure('the exporter wrote no types', `look at ${relative(ROOT, EXPORTER)}`);
    const stale = [...new Set([...now.keys(), ...kept.keys()])].filter(
      (name) => now.get(name) !== kept.get(name),
    );
    if (stale.length > 0) {
      throw new Failure(
        `web/protocol/generated differs from the Rust types: ${stale.sort().join(', ')}`,
        'run `npm run gen` and commit the result',
      );
    }
    return `${now.size} files agree`;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function newFolder() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  return mkdtempSync(join(ROOT, '.cache', 'types-'));
}

/** @param {string} folder */
async function exportTo(folder) {
  await run('cargo', ['native-build'], { cwd: RUST, quiet: true });
  const target = process.env.CARGO_TARGET_DIR ?? join(RUST, 'target');
  await run(join(target, 'debug', 'types'), [folder], { quiet: true });
}

/** @param {string} folder */
function read(folder) {
  return new Map(filesBelow(folder).map((file) => [relative(folder, file), readFileSync(file, 'utf8')]));
}
