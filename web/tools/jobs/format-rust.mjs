// @ts-check
// Formats the Rust code, or checks that it is formatted. Node built-ins only: `npm test` calls it before npm's packages are there.

import { join } from 'node:path';
import { filesBelow } from '../stamp.mjs';
import { RUST, run } from '../step.mjs';

/** A macro names the modules in these folders, so `cargo fmt` does not find their files. */
const UNSEEN = ['crates/ftl/src/schemes', 'crates/sim/tests/all/schemes'];

/** @param {boolean} check changes nothing, and fails where something is to be changed */
export async function formatRust(check) {
  const files = UNSEEN.flatMap((folder) => filesBelow(join(RUST, folder))).filter((f) => f.endsWith('.rs'));
  const mode = check ? ['--check'] : [];
  const remedy = 'Run `npm run fix`.';
  await run('cargo', ['fmt', '--all', ...mode], { cwd: RUST, remedy });
  await run('rustfmt', ['--edition', '2024', ...mode, ...files], { cwd: RUST, remedy });
}
