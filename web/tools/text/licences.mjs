// @ts-check
// The licences of everything that is in the built page: of the npm packages and of the Rust crates.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ROOT, RUST } from '../step.mjs';

/** The file in the built page that has them. */
export const LICENCES = 'licences.txt';
/** Files of a package whose text must go along with it. */
const TEXTS = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression
 * @property {string[]} texts
 */

/**
 * Plugins that note the packages of what they bundle, and the one that writes them. A page is several bundles: its own, that of each
 * worker, that of the sandbox, and the service worker, which is made after all others and so must bring no package that these lack.
 *
 * @param {string[]} others packages that are only in the service worker, or that bring no code
 */
export function licences(others) {
  /** @type {Map<string, Part>} by name and version */
  const parts = new Map();
  const noting = {
    name: 'licences-noted',
    /** @param {unknown} _ @param {Record<string, { type: string, moduleIds?: string[] }>} bundle */
    generateBundle(_, bundle) {
      for (const part of partsOf(bundle)) parts.set(`${part.name}@${part.version}`, part);
    },
  };
  return {
    noting,
    /** @type {import('vite').Plugin} */
    writing: {
      name: 'licences-written',
      apply: 'build',
      enforce: 'post',
      generateBundle: {
        order: 'pre',
        handler(options, bundle) {
          noting.generateBundle(options, /** @type {any} */ (bundle));
          for (const name of others) {
            const part = partIn(join(ROOT, 'node_modules', name));
            parts.set(`${part.name}@${part.version}`, part);
          }
          this.emitFile({
            type: 'asset',
            fileName: LICENCES,
            source: written([...parts.values(), ...crates()]),
          });
        },
      },
    },
    /** In the bundle of the service worker: nothing is in it that was not written. */
    checking: {
      name: 'licences-checked',
      /** @param {unknown} _ @param {Record<string, { type: string, moduleIds?: string[] }>} bundle */
      generateBundle(_, bundle) {
        // The page's own build failed: its error counts, and not this one.
        if (parts.size === 0) return;
        for (const { name, version } of partsOf(bundle))
          if (!parts.has(`${name}@${version}`))
            throw new Error(
              `${name} is in the service worker, and its licence is not written: vite.config.ts`,
            );
      },
    },
  };
}

/**
 * The packages of the modules of a bundle.
 *
 * @param {Record<string, { type: string, moduleIds?: string[] }>} bundle
 * @returns {Part[]}
 */
export function partsOf(bundle) {
  const ids = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
  // Of the bundler's own modules a name begins with a zero, and may hold the path of a package all the same.
  const folders = new Set(ids.flatMap((id) => folderOf(id.replace(/^\0|\?.*$/g, '')) ?? []));
  return [...folders].map(partIn);
}

/** The folder of the package that a file is in: behind the last `node_modules`. @param {string} file */
function folderOf(file) {
  const at = file.split(sep).join('/').lastIndexOf('/node_modules/');
  if (at < 0) return null;
  const [scope = '', name = ''] = file.slice(at + '/node_modules/'.length).split(/[\\/]/);
  return join(file.slice(0, at), 'node_modules', scope.startsWith('@') ? join(scope, name) : scope);
}

/** @param {string} folder @returns {Part} */
function partIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, licence: license?.type ?? license ?? '', texts: textsIn(folder) };
}

/** @param {string} folder */
function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name) && !/\.(js|ts|rs|json)$/.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .sort();
}

/**
 * The crates that are compiled into the wasm modules, and Rust's own library. Of macros nothing is in them but what they wrote.
 *
 * @returns {Part[]}
 */
export function crates() {
  const features = ['--features', 'engine,import,models', '--target', 'wasm32-unknown-unknown'];
  const edges = ['-e', 'normal,no-proc-macro', '--prefix', 'none', '--format', '{p}'];
  const names = new Set(
    cargo('tree', '-p', 'wasm', ...features, ...edges)
      .split('\n')
      .map((line) => line.split(' ').slice(0, 2).join(' ')),
  );
  /** @type {{ packages: { name: string, version: string, license: string | null, source: string | null, manifest_path: string }[] }} */
  const { packages } = JSON.parse(
    cargo('metadata', '--format-version=1', '--filter-platform', 'wasm32-unknown-unknown'),
  );
  const found = packages.filter(({ name, version, source }) => source && names.has(`${name} v${version}`));
  return [
    ...found.map(({ name, version, license, manifest_path: manifest }) => ({
      name,
      version,
      licence: license ?? '',
      texts: textsIn(dirname(manifest)),
    })),
    rustLibrary(),
  ];
}

/** @param {string[]} args */
function cargo(...args) {
  const options = { cwd: RUST, maxBuffer: 1 << 28, encoding: /** @type {const} */ ('utf8') };
  return execFileSync('cargo', [...args, '--locked'], options);
}

/** @returns {Part} */
function rustLibrary() {
  const say = (/** @type {string[]} */ args) =>
    execFileSync('rustc', args, { cwd: RUST, encoding: 'utf8' }).trim();
  const folder = join(say(['--print', 'sysroot']), 'share', 'doc', 'rust', 'licenses');
  const texts = ['MIT.txt', 'Apache-2.0.txt']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));
  const version = say(['--version']).split(' ')[1] ?? '';
  return {
    ...{ name: 'std (the library of Rust)', version, licence: 'MIT OR Apache-2.0' },
    texts: texts.map((file) => readFileSync(file, 'utf8').trim()),
  };
}

/**
 * All parts by name; a text that several have in common is there once, behind the names of all of them.
 *
 * @param {Part[]} parts
 */
export function written(parts) {
  const sorted = [...parts].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  /** @type {Map<string, Part[]>} */
  const by = new Map();
  for (const part of sorted) {
    // Two files may have the licence of an `OR`, and the package comes under either: both go along.
    const text = part.texts.join('\n\n') || `${NO_TEXT} ${part.licence}.`;
    by.set(text, [...(by.get(text) ?? []), part]);
  }
  const sections = [...by].map(([text, of]) => {
    const names = of.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${LINE}\n${names.join('\n')}\n${LINE}\n\n${text}\n`;
  });
  return `${HEAD}\n\n${sections.join('\n\n')}`;
}

const LINE = '-'.repeat(80);
const HEAD =
  'FTL Lab contains these packages, each under its own licence. Its own licence is MIT OR Apache-2.0.';
const NO_TEXT = 'The package has no file with the text of its licence, which is known as';
