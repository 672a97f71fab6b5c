// @ts-check
// Splits the messages by language, so that a visit loads the texts of one language alone. The compiler gives every
// message all its languages, in one module. Here a built page gets functions in place of that module, which look into
// the texts of the chosen language. There is a file for each language and group of areas. It is loaded before
// anything that uses a message of the group runs (`await` at the top of the module), and again when the language is
// changed. In development and in tests the compiler's own functions stay, and follow `<html lang>`.

import { join } from 'node:path';
import { keysOf, LANGUAGES, messageOptions } from '../messages.mjs';
import { ROOT } from '../step.mjs';

/**
 * The areas of the first screen. Any other area is loaded with the first view that uses a message of it: a message
 * that the first screen needs belongs into one of these, otherwise it brings its whole area along.
 */
const FIRST = ['app', 'now', 'stage', 'transport', 'why', 'tables', 'metrics', 'compare'];

const COMPILED = messageOptions.outdir.replaceAll('\\', '/');
const LANGUAGE = join(ROOT, 'web/base/language.ts').replaceAll('\\', '/');
/** Says why imports wait for each other. */
const IN_TURN = join(ROOT, 'web/base/in-turn.ts').replaceAll('\\', '/');
/** An `import()` of the page's own code, and not the type of one. */
const IMPORTS = /(?<!typeof )\bimport\(('[^']+')\)/g;
/** Files whose `message` finds a message by its key, and the groups that each looks into. */
const BY_KEY = new Map(
  Object.entries({
    'web/i18n/first.ts': ['first'],
    'web/i18n/sources.ts': ['sources', 'hu', 'validation'],
  }).map(([file, groups]) => [join(ROOT, file).replaceAll('\\', '/'), groups]),
);
/** Functions of a group; its texts in one language. The names become those of files in dist/assets. */
const GROUP = 'virtual:messages-';
const TEXTS = 'virtual:texts-';

/** @returns {import('vite').Plugin} */
export function languages() {
  let building = false;
  /** @type {Map<string, string[]>} */
  let groups = new Map();
  return {
    name: 'languages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      groups = grouped(keysOf('en'));
    },
    resolveId(id) {
      return id.startsWith(GROUP) || id.startsWith(TEXTS)
        ? { id: `\0${id}`, moduleSideEffects: false }
        : null;
    },
    load(id) {
      const code = building && codeOf(id.replaceAll('\\', '/'), groups);
      return code ? { code, moduleSideEffects: false } : null;
    },
    transform(code, id) {
      if (building) return importsInTurn(code, id);
      if (!id.replaceAll('\\', '/').endsWith(`${COMPILED}/runtime.js`)) return null;
      return `${code}\noverwriteGetLocale(() => toLocale(globalThis.document?.documentElement.lang) ?? baseLocale);\n`;
    },
  };
}

/**
 * @param {string} id
 * @param {Map<string, string[]>} groups
 */
function codeOf(id, groups) {
  if (id === `${COMPILED}/messages/_index.js`)
    return [...groups.keys()].map((group) => `export * from '${GROUP}${group}';`).join('\n');
  const looked = BY_KEY.get(id);
  if (looked)
    return [
      ...looked.map((group) => `import { message_${group} } from '${GROUP}${group}';`),
      `export const message = (key) => ${looked.map((group) => `message_${group}(key)`).join(' ?? ')};`,
    ].join('\n');
  if (id.startsWith(`\0${GROUP}`)) {
    const group = id.slice(GROUP.length + 1);
    const loads = LANGUAGES.map((language) => `${language}: () => import('${TEXTS}${language}-${group}')`);
    const keys = groups.get(group) ?? [];
    return [
      `import { texts } from '${LANGUAGE}';`,
      `let t; await texts({ ${loads.join(', ')} }, (loaded) => { t = loaded; });`,
      ...keys.map((key, at) => `export const ${key} = (i) => t[${at}](i);`),
      // By key: a list of words costs nothing until it is read, an object of all functions has to be made.
      `let keys; export const message_${group} = (key) => t[(keys ??= '${keys.join(' ')}'.split(' ')).indexOf(key)];`,
    ].join('\n');
  }
  if (id.startsWith(`\0${TEXTS}`)) {
    const [language = '', group = ''] = id.slice(TEXTS.length + 1).split('-');
    const keys = groups.get(group) ?? [];
    // The query makes a module of it that no other group shares: what the group does not use falls away.
    const file = `${COMPILED}/messages/${language}.js?${group}`;
    return `import { ${keys.join(', ')} } from '${file}';\nexport default [${keys.join(', ')}];`;
  }
  return null;
}

/** @param {string} code @param {string} id */
function importsInTurn(code, id) {
  if (id.startsWith('\0') || id.includes('/node_modules/') || !/\.tsx?$/.test(id)) return null;
  const turned = code.replaceAll(IMPORTS, (load) => `importInTurn(() => ${load})`);
  return turned === code ? null : `${turned}\nimport { inTurn as importInTurn } from '${IN_TURN}';\n`;
}

/** @param {string} key */
function groupOf(key) {
  const [area = ''] = key.split('_');
  return FIRST.includes(area) ? 'first' : area;
}

/** @param {string[]} keys */
function grouped(keys) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const key of keys) groups.set(groupOf(key), [...(groups.get(groupOf(key)) ?? []), key]);
  return groups;
}
