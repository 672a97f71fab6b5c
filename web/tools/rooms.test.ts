/** Files and folders of a size that a stranger can take in: at most 500 lines, at most 20 files beside each other. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const MOST_LINES = 500;
const MOST_FILES = 20;

/** Data and generated files: people do not read them from end to end. */
const DATA = /(^|\/)(generated|messages|pictures|scenarios|fonts|testdata|public)\//;
const CODE = /\.(ts|tsx|mjs|css|rs)$/;

/** Of the working tree: files that git knows or would take. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !DATA.test(file) && existsSync(join(ROOT, file)));

test(`no file has more than ${MOST_LINES} lines`, () => {
  const longer = files
    .filter((file) => CODE.test(file))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > MOST_LINES);
  expect(longer).toEqual([]);
});

test(`no folder has more than ${MOST_FILES} files beside each other`, () => {
  const folders = new Map<string, number>();
  for (const file of files.filter((file) => !basename(file).startsWith('.'))) {
    const folder = posix.dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  expect(folders.size).toBeGreaterThan(50);
  const fuller = [...folders].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
  expect(fuller).toEqual([]);
});
