import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { CSP } from './web/tools/csp.mjs';
import { messageOptions } from './web/tools/messages.mjs';
import { languages } from './web/tools/text/languages.mjs';
import { LICENCES, licences } from './web/tools/text/licences.mjs';

/** Of all bundles that the page is made of. */
const licensed = licences([
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
]);

/** The engine's version, for what is saved and reported: that of the Cargo workspace. */
const ENGINE_VERSION = /^version = "(.+)"$/m.exec(
  readFileSync(new URL('./wasm-sim/Cargo.toml', import.meta.url), 'utf8'),
)?.[1];

/** The policy as a meta tag, for hosts that set no headers. Not in dev: Vite's reloading needs inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CSP },
      injectTo: 'head-prepend',
    },
  ],
};

/**
 * bootstrap.ts runs the page only once something is painted: its files are asked for by index.html itself, behind what is painted.
 * It runs before anything is painted, for it sets the theme and the language.
 */
const pageOnItsWay: Plugin = {
  name: 'page-on-its-way',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const files = new Set<string>();
      const add = (name: string) => {
        if (files.has(name)) return;
        files.add(name);
        for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(other);
      };
      for (const entry of ['web/i18n/first.ts', 'web/main.tsx']) {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${entry}`));
        if (!chunk) throw new Error(`the build has no chunk of ${entry}`);
        // bootstrap.ts asks for the texts at once: the page would run with them, before anything is painted.
        add(chunk.fileName);
        if (
          entry === 'web/i18n/first.ts' &&
          chunks.some(({ name, fileName }) => name === 'main' && files.has(fileName))
        )
          throw new Error(`${entry} brings the page along`);
      }
      const scripts = [...files].filter((name) => !html.includes(`./${name}"`));
      const styles = chunks.filter(({ fileName }) => scripts.includes(fileName)).flatMap(stylesOf);
      const link = (name: string, attrs: string) =>
        `<link ${attrs} fetchpriority="low" crossorigin href="./${name}">`;
      const links = [
        ...scripts.map((name) => link(name, 'rel="modulepreload"')),
        ...styles.map((name) => link(name, 'rel="preload" as="style"')),
      ];
      // In front of the policy: Chromium considers a module's priority only where it looks ahead, which ends there.
      const head = /(<meta http-equiv="Content-Security-Policy"[^>]*>)\s*(<meta charset="utf-8">)/;
      if (!head.test(html)) throw new Error('index.html does not begin with its policy and its charset');
      return html
        .replace(head, (_, policy, charset) => [charset, ...links, policy].join('\n    '))
        .replace('<script type="module"', '<script type="module" blocking="render"');
    },
  },
};

/** The style sheets that come with a chunk. */
const stylesOf = ({ viteMetadata }: { viteMetadata?: { importedCss: Set<string> } }) => [
  ...(viteMetadata?.importedCss ?? []),
];

/**
 * Tells V8 that most of what a first visit runs is called at once, so that it is compiled while it is on its way, in another
 * thread: otherwise each function stops the page when it is first called, a quarter of all that a start takes. Others pass it over.
 */
const compiledOnItsWay: Plugin = {
  name: 'compiled-on-its-way',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      // It has to be what a file begins with.
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && (file.name === 'bootstrap' || file.name === 'main'))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** The names of all files of the page: what a SCORM package is made of (web/classroom/scorm). */
const fileList: Plugin = {
  name: 'file-list',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const folder = fileURLToPath(new URL('./public', import.meta.url));
      const own = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
      const names = [...new Set([...Object.keys(bundle), ...own, 'index.html'])].sort();
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(names) });
    },
  },
};

/**
 * The worker of policies as a text, `virtual:policy-worker`: the frame that starts it has no origin, and so cannot load it by an
 * address. Its engine comes with a message.
 */
const policyWorker: Plugin = {
  name: 'policy-worker',
  resolveId: (id) => (id === 'virtual:policy-worker' ? `\0${id}` : null),
  async load(id) {
    if (id !== '\0virtual:policy-worker') return null;
    const entry = fileURLToPath(new URL('./web/worker/policy/sandbox.worker.ts', import.meta.url));
    const built = await build({
      configFile: false,
      root: dirname(entry),
      logLevel: 'error',
      plugins: [
        licensed.noting,
        {
          name: 'engine-by-message',
          transform: (code, file) =>
            file.endsWith('/engine.js')
              ? code.replace(/new URL\('engine_bg\.wasm', import\.meta\.url\)/, 'undefined')
              : null,
        },
      ],
      build: {
        write: false,
        target: 'es2022',
        lib: { entry, formats: ['iife'], name: 'policyWorker' },
      },
    });
    const outputs = Array.isArray(built) ? built : [built];
    const [chunk] = outputs.flatMap((output) => ('output' in output ? output.output : []));
    if (chunk?.type !== 'chunk') throw new Error('the worker of policies was not built');
    for (const file of Object.keys(chunk.modules)) this.addWatchFile(file);
    return `export default ${JSON.stringify(chunk.code)};`;
  },
};

/** The licences of the fonts, beside them. */
const fontLicences: Plugin = {
  name: 'font-licences',
  apply: 'build',
  generateBundle() {
    for (const font of ['inter', 'jetbrains-mono']) {
      const source = readFileSync(
        new URL(`./node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url),
      );
      this.emitFile({ type: 'asset', fileName: `assets/LICENSE-${font}.txt`, source });
    }
    const source = readFileSync(new URL('./web/styles/fonts/LICENSE-noto-sans-kr.txt', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'assets/LICENSE-noto-sans-kr.txt', source });
  },
};

/** Everything the page may ever load, kept by a service worker (web/app/service-worker); web/app/offline.ts registers it. */
const offline = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'app/service-worker',
  filename: 'sw.ts',
  injectRegister: null,
  registerType: 'prompt',
  manifest: {
    name: 'FTL Lab',
    short_name: 'FTL Lab',
    description:
      'A laboratory for flash translation layers: every program, copy, merge and erase, forward and back.',
    id: './',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#f5f6f8',
    theme_color: '#ffffff',
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  },
  // The glob below has them already.
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    buildPlugins: { vite: [licensed.checking] },
    globPatterns: ['**/*.{html,js,css,wasm,json,svg,png,jpg,webp,avif,woff2}', 'traces/**/*', LICENCES],
    // Vite puts a hash into the names of these.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 32 * 1024 * 1024,
  },
});

/** The service worker's list of files, as a program and not as JSON: a name takes no quotes. */
const filesOfWorker: Plugin = {
  name: 'files-of-worker',
  apply: 'build',
  closeBundle: {
    sequential: true,
    order: 'post',
    handler() {
      const file = fileURLToPath(new URL('./dist/sw.js', import.meta.url));
      const list = /\{"revision":(null|"\w+"),"url":("[^"]+")\}/g;
      // Where the build failed there is none.
      if (existsSync(file))
        writeFileSync(file, readFileSync(file, 'utf8').replace(list, '{url:$2,revision:$1}'));
    },
  },
};

/** Where the tests play whole lessons: more than half of the time of all. `npm run unit` alone leaves them out (CONTRIBUTING.md). */
const COURSE = ['lesson', 'classroom', 'tools/jobs', 'views/validation'];

/** Tests without a document (`.ts`) or with one (`.tsx`). */
const project = (of: string, extension: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: extension === 'tsx' ? `${of}-page` : of,
    // Files share their worker's modules, and so do not load them again: a file puts back what it changes in one.
    isolate: false,
    include: [`${of === 'course' ? `{${COURSE}}/` : ''}**/*.test.${extension}`],
    exclude: of === 'course' ? [] : [`{${COURSE}}/**`],
    ...(extension === 'tsx' && {
      environment: 'jsdom',
      setupFiles: [fileURLToPath(new URL('./web/tools/page-tests.ts', import.meta.url))],
    }),
  },
});

export default defineConfig({
  root: 'web',
  base: './',
  publicDir: '../public',
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    contentSecurityPolicy,
    pageOnItsWay,
    compiledOnItsWay,
    fontLicences,
    licensed.writing,
    fileList,
    policyWorker,
    ...(process.env.VITEST ? [] : [offline, filesOfWorker]),
    languages(),
    // The tests compile the messages as a step of their own (web/tools/messages.mjs).
    ...(process.env.VITEST ? [] : [paraglideVitePlugin(messageOptions)]),
  ],
  define: { __ENGINE_VERSION__: JSON.stringify(ENGINE_VERSION) },
  worker: { format: 'es', plugins: () => [licensed.noting] },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill would fetch; every browser that runs the engine has the real thing.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The code of a first visit is in three files and not in fifty: the code that runs at once, the functions of
        // its texts, the page. Code loaded on demand is split as ever.
        codeSplitting: {
          groups: [
            { name: 'bootstrap', test: /\/web\/bootstrap\.ts$/, priority: 3 },
            { name: 'texts', test: /virtual:messages-first$|\/web\/i18n\/first\.ts$/, priority: 2 },
            { name: 'main', test: /\/web\/main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    // Vitest leaves a core to others; there are none.
    maxWorkers: '100%',
    // A test that hangs must end; how fast a machine is must not decide whether one passes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: ['lab', 'course'].flatMap((of) => [project(of, 'ts'), project(of, 'tsx')]),
  },
});
