// @ts-check
// The page as one HTML file, gzipped, which needs no server: for the output of a notebook (wasm-sim/python). All its code is one
// module; workers and wasm modules are in the file once each, and get addresses (blob:) when the file is opened.
// `node web/tools/jobs/one-file.mjs`, after `npm run wasm`

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ROOT, RUST } from '../step.mjs';

/** Part of the Python package. */
const FILE = join(RUST, 'python', 'ftl_lab', 'page.html.gz');

/** Plugins of the page as a folder on a host: its policy, what it asks for early, what a service worker keeps. */
const OF_A_HOST =
  /^(content-security-policy|page-on-its-way|compiled-on-its-way|file-list|font-licences|vite-plugin-pwa.*)$/;

/** In the page and, in front of their code, in its workers: the addresses of files. @param {Record<string, string>} packed */
const addresses = (packed) => `
  const packed = ${JSON.stringify(packed)};
  const types = { js: 'text/javascript', wasm: 'application/wasm' };
  const made = {};
  const make = (parts, name) =>
    (made[name] ??= URL.createObjectURL(new Blob(parts(), { type: types[name.split('.').pop()] })));
  const bytes = (name) => Uint8Array.from(atob(packed[name]), (c) => c.charCodeAt(0));
  for (const name of Object.keys(packed)) if (!name.endsWith('.js')) make(() => [bytes(name)], name);
  // A worker knows the addresses that there are before it.
  globalThis.fileOf = (name) =>
    make(() => ['globalThis.fileOf = (name) => (' + JSON.stringify(made) + ')[name];', bytes(name)], name);`;

/** Builds it, and puts it into the Python package. */
export async function buildOneFile() {
  const { build, loadConfigFromFile } = await import('vite');
  const { config } =
    (await loadConfigFromFile({ command: 'build', mode: 'production' }, `${ROOT}vite.config.ts`)) ?? {};
  if (!config) throw new Error('vite.config.ts is not there');
  /** @type {import('vite').Plugin[]} */
  const plugins = /** @type {any} */ (await Promise.all(config.plugins ?? [])).flat(Infinity).filter(Boolean);
  const built = await build({
    ...config,
    configFile: false,
    root: `${ROOT}web`,
    mode: 'production',
    logLevel: 'error',
    plugins: plugins.filter(({ name }) => !OF_A_HOST.test(name)),
    // The address of such a page has no query; the page asks it whether it is part of another (web/app/address/EMBEDDING.md).
    define: { ...config.define, 'location.search': '"?embed"' },
    experimental: {
      renderBuiltUrl: (name, { hostType }) =>
        hostType === 'js' ? { runtime: `globalThis.fileOf(${JSON.stringify(name)})` } : undefined,
    },
    build: {
      ...config.build,
      write: false,
      copyPublicDir: false,
      cssCodeSplit: false,
      assetsInlineLimit: (name) => !name.endsWith('.wasm'),
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  const html = output.find(({ fileName }) => fileName === 'index.html');
  const main = output.find((part) => part.type === 'chunk');
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'));
  if (html?.type !== 'asset' || main?.type !== 'chunk' || styles?.type !== 'asset')
    throw new Error(`the build gave ${output.map(({ fileName }) => fileName).join(', ')}`);
  const packed = Object.fromEntries(
    output.flatMap((part) =>
      part.type === 'asset' && part !== html && part !== styles
        ? [[part.fileName, Buffer.from(part.source).toString('base64')]]
        : [],
    ),
  );
  const inline = (/** @type {string} */ code) =>
    code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const head = [
    `<style>${styles.source}</style>`,
    `<script>{${inline(addresses(packed))}}</script>`,
    `<script type="module">${inline(main.code)}</script>`,
  ].join('\n');
  const page = String(html.source)
    .replace(/<(script|link)\b[^>]*(?:\/>|>\s*<\/script>|>)/g, '')
    .replace('</head>', () => `${head}\n</head>`);
  const bytes = gzipSync(page, { level: 9 });
  writeFileSync(FILE, bytes);
  return `${(bytes.length / 1e6).toFixed(1)} MB`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await buildOneFile());
