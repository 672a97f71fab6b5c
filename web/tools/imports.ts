// The import rules of web/ and e2e/, as an allow-list: base <- protocol <- model <- state <- views <- main.
// A new arrow between folders is a line here that a reviewer sees. imports.test.ts holds the tree to it. The
// scripts in tools/ are no part of the page: they are not looked into, and nothing may import them.

import { posix } from 'node:path';

/** Folder of web/, and the folders it may import from. Its own folder always. */
const ALLOWED: Record<string, readonly string[]> = {
  base: [],
  kit: ['base', 'i18n'],
  styles: ['base'],
  i18n: ['base', 'protocol'],
  protocol: ['base'],
  worker: ['protocol', 'base'],
  model: ['base', 'protocol'],
  schemes: ['base', 'kit', 'protocol', 'model', 'i18n'],
  state: ['base', 'protocol', 'model'],
  chart: ['base', 'kit', 'i18n'],
  lesson: ['base', 'kit', 'protocol', 'model', 'schemes', 'state', 'i18n', 'chart'],
  classroom: ['base', 'kit', 'protocol', 'model', 'schemes', 'state', 'i18n', 'chart', 'lesson'],
  views: ['base', 'kit', 'protocol', 'model', 'schemes', 'state', 'i18n', 'chart'],
};

/** The page's entry puts the parts together: it may import everything. So may the folder app/. */
const COMPOSES = /^web\/(bootstrap\.ts$|main\.tsx$|app\/)/;
/** The files that may load the wasm package. */
const TOUCHES_WASM =
  /^web\/(worker\/|protocol\/(inline-challenges|models(\.test)?|engine\/inline-engine|runs\/(inline-(needs|runs)|needs|run-module)|policy\/engine-bytes)\.ts$)/;
const PACKAGE = 'web/protocol/pkg';
/** Only draw.ts touches a canvas or the DOM behind React's back. */
const DRAWS = /(^|\/)draw\.ts$/;
const DRAW_PACKAGES = ['d3-selection', 'd3-transition'];

/** A file below web/ or e2e/: path from the repository's root with `/`, and text. */
export interface Source {
  path: string;
  text: string;
}

/** The errors in a file's imports, one sentence each. */
export function importFaults({ path, text }: Source): string[] {
  const code = withoutComments(text);
  const faults = importsOf(code).flatMap((specifier) => specifierFault(path, specifier) ?? []);
  if (path.startsWith('web/worker/') && !isTest(path) && /\bfetch\s*\(/.test(code)) {
    faults.push(`${path}: no fetch in worker code, which a meta policy does not bind`);
  }
  if (path.startsWith('web/') && !isTest(path) && !DRAWS.test(path) && /\.getContext\s*\(/.test(code)) {
    faults.push(`${path}: only draw.ts touches a canvas`);
  }
  return faults;
}

function specifierFault(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) {
    const forbidden = DRAW_PACKAGES.includes(specifier) && !DRAWS.test(path);
    return forbidden ? `${path}: only draw.ts imports ${specifier}` : undefined;
  }
  const target = posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?.*$/, '')));
  if (path.startsWith('e2e/')) {
    return target.startsWith('e2e/') ? undefined : `${path}: e2e imports nothing of ours (${target})`;
  }
  if (`${target}/`.startsWith(`${PACKAGE}/`) && !TOUCHES_WASM.test(path)) {
    return `${path}: only the workers, inline-*.ts, models.ts, needs.ts, run-module.ts and engine-bytes.ts touch the wasm package`;
  }
  if (COMPOSES.test(path)) return undefined;
  const [from, to] = [folderOf(path), folderOf(target)];
  if (from === to) {
    const [a, b] = [viewOf(path), viewOf(target)];
    return a !== b && b !== undefined && b !== SHARED
      ? `${path}: view ${a ?? 'views'} imports view ${b}`
      : undefined;
  }
  const allowed = ALLOWED[from];
  if (!allowed) return `${path}: the folder ${from} has no import rule in web/tools/imports.ts`;
  return allowed.includes(to) ? undefined : `${path}: ${from} may not import ${to} (${target})`;
}

/** `web/views/stage/View.tsx` lies in `views`; a file straight in web/ is its own folder. */
function folderOf(path: string): string {
  return path.startsWith('web/') ? (path.split('/')[1] ?? '') : path;
}

/** Cautions beside a figure, in every view that shows one. */
const SHARED = 'cautions';

/** The view a file belongs to; undefined for files that lie in views/ itself. */
function viewOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[1] === 'views' && parts.length > 3 ? parts[2] : undefined;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Every module specifier: import and export from, bare import, import(), new URL(…, import.meta.url). */
function importsOf(code: string): string[] {
  const forms = [
    /\bfrom\s*['"]([^'"]+)['"]/g,
    /\bimport\s*['"]([^'"]+)['"]/g,
    /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g,
    /\bnew\s+URL\s*\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''));
}

/** Good enough for imports: `//` inside a string only hides the rest of that line when a quote does not follow. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(),])\/\/[^\n]*/g, '$1');
}
