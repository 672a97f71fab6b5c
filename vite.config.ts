import { readFileSync } from 'node:fs';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CSP } from './web/tools/csp.mjs';
import { messageOptions } from './web/tools/messages.mjs';

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

export default defineConfig({
  root: 'web',
  base: './',
  publicDir: '../public',
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    contentSecurityPolicy,
    // The tests compile the messages as a step of their own (web/tools/messages.mjs).
    ...(process.env.VITEST ? [] : [paraglideVitePlugin(messageOptions)]),
  ],
  define: { __ENGINE_VERSION__: JSON.stringify(ENGINE_VERSION) },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill would fetch; every browser that runs the engine has the real thing.
    modulePreload: { polyfill: false },
  },
  test: {
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'logic', environment: 'node', include: ['**/*.test.ts'] } },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ['**/*.test.tsx'] } },
    ],
  },
});
