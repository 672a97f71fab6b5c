import { readFileSync } from 'node:fs';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
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

/** Everything the page may ever load, kept by a service worker; web/app/offline.ts registers it. */
const offline = VitePWA({
  filename: 'sw.js',
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
    background_color: '#f7f6f2',
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
  workbox: {
    globPatterns: ['**/*.{html,js,css,wasm,json,svg,png,jpg,webp,avif,woff2}', 'traces/**/*'],
    // Vite puts a hash into the names of these.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 32 * 1024 * 1024,
    inlineWorkboxRuntime: true,
    // The first visit is kept too, from the moment everything is there; a newer worker still waits for consent.
    clientsClaim: true,
    skipWaiting: false,
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
    ...(process.env.VITEST ? [] : [offline]),
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
    // A test that hangs must end; how fast a machine is must not decide whether one passes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'logic', environment: 'node', include: ['**/*.test.ts'] } },
      { extends: true, test: { name: 'page', environment: 'jsdom', include: ['**/*.test.tsx'] } },
    ],
  },
});
