// @ts-check
// Compiles the message catalogue (web/i18n/messages) to functions (web/i18n/compiled).

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './stamp.mjs';
import { Failure, ROOT } from './step.mjs';

const I18N = join(ROOT, 'web', 'i18n');
export const LANGUAGES = /** @type {const} */ (['en', 'ko']);

/** The options for both the compiler and Vite's plugin. Nothing in a cookie, nothing in the address. */
export const messageOptions = {
  project: join(I18N, 'project.inlang'),
  outdir: join(I18N, 'compiled'),
  // languages.mjs says what language it is.
  strategy: /** @type {'baseLocale'[]} */ (['baseLocale']),
  // One file per language: languages.mjs takes the texts of the built page from them.
  outputStructure: /** @type {const} */ ('locale-modules'),
  // A reader of the folder meanwhile (tsc, a dev server) must not find it empty.
  cleanOutdir: false,
};

/** Skips when nothing the functions are made from has changed. */
export async function compileMessages() {
  listAreas();
  const hash = hashOf([join(I18N, 'messages'), SETTINGS, import.meta.filename, LOCK]);
  if (existsSync(INDEX) && isStamped('messages', hash)) return 'nothing changed';
  const { compile } = await import('@inlang/paraglide-js');
  await compile(messageOptions);
  const written = keysOf('en');
  const compiled = compiledKeys();
  const lost = written.filter((key) => !compiled.has(key));
  if (lost.length > 0) {
    throw new Failure(
      `${lost.length} of ${written.length} messages were not compiled: ${lost.slice(0, 5).join(', ')}`,
      'is the plugin at the path that web/i18n/project.inlang/settings.json names, and the message file in its pathPattern?',
    );
  }
  const foreign = keysOf('ko').filter((key) => !written.includes(key));
  if (foreign.length > 0)
    throw new Failure(`messages in ko that en does not have: ${foreign.join(', ')}`, 'rename or remove them');
  stamp('messages', hash);
  return `${written.length} messages`;
}

const INDEX = join(messageOptions.outdir, 'messages', '_index.js');
/** Names the version of the compiler. */
const LOCK = join(ROOT, 'package-lock.json');
const SETTINGS = join(messageOptions.project, 'settings.json');
const FORMAT = 'plugin.inlang.messageFormat';

/** Tells the compiler of every file there is. */
function listAreas() {
  const files = readdirSync(join(I18N, 'messages', 'en')).sort();
  const paths = files.map((file) => `      "./messages/{locale}/${file}"`).join(',\n');
  const text = readFileSync(SETTINGS, 'utf8');
  const listed = text.replace(/("pathPattern": \[)[^\]]*\]/, `$1\n${paths}\n    ]`);
  if (listed !== text) writeFileSync(SETTINGS, listed);
}

/**
 * Keys of every file of a locale. A key is snake_case, in one file only, and begins with the file's name, so that two
 * people never write the same key. The words about one FTL alone are together in `ftl-<kind>.json`, keys of any area
 * that end with its kind.
 *
 * @param {string} locale
 */
export function keysOf(locale) {
  const folder = join(I18N, 'messages', locale);
  const { [FORMAT]: format } = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  return readdirSync(folder).flatMap((file) => {
    const area = file.replace(/\.json$/, '');
    if (!format.pathPattern.includes(`./messages/{locale}/${file}`)) {
      throw new Failure(`messages/${locale}/${file} is not in pathPattern`, 'npm run messages');
    }
    const keys = Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))).filter(
      (key) => key !== '$schema',
    );
    const ofFtl = /^ftl-(\w+)$/.exec(area)?.[1];
    const isOurs = (/** @type {string} */ key) =>
      ofFtl ? key.endsWith(`_${ofFtl}`) : key.startsWith(`${area}_`);
    const bad = keys.filter((key) => !/^[a-z0-9_]+$/.test(key) || !isOurs(key));
    if (bad.length > 0) {
      throw new Failure(
        `messages/${locale}/${file}: ${bad.join(', ')}`,
        `a key is flat snake_case and ${ofFtl ? `ends with _${ofFtl}` : `begins with ${area}_`}`,
      );
    }
    return keys;
  });
}

/** The functions really exported: the compiler prints success even when its plugin could not be loaded. */
function compiledKeys() {
  const index = readFileSync(INDEX, 'utf8');
  return new Set([...index.matchAll(/^export const (\w+) =/gm)].map((match) => match[1] ?? ''));
}
