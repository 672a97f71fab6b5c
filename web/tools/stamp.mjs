// @ts-check
// Second runs skip what is done: a stamp remembers the hash of everything a step was made from.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './step.mjs';

const STAMPS = join(ROOT, '.cache', 'stamps');

/**
 * Hash of files and folders (names and bytes), in a fixed order.
 *
 * @param {string[]} paths absolute
 * @param {(path: string) => boolean} [keep]
 */
export function hashOf(paths, keep = () => true) {
  const hash = createHash('sha256');
  for (const path of paths
    .flatMap((path) => filesBelow(path))
    .filter(keep)
    .sort()) {
    hash
      .update(relative(ROOT, path).replaceAll('\\', '/'))
      .update('\0')
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'target' && name !== 'node_modules')
    .flatMap((name) => filesBelow(join(path, name)));
}

/** @param {string} name @param {string} hash */
export function isStamped(name, hash) {
  const file = join(STAMPS, name);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/** @param {string} name @param {string} hash */
export function stamp(name, hash) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, name), hash);
}
