// The built page served as a course's web space would: in a folder of the site, at a port of its own, which a test
// can close or put a newer build into. `npm run e2e` serves the page at the root for all other tests.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { test as lab } from './lab-page';

export { expect } from './lab-page';

const DIST = process.env.LAB_DIST ?? join(import.meta.dirname, '..', 'dist');
const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

export interface Site {
  /** Where the page is: ends with a slash. */
  address: string;
  /** The files behind it, a copy. */
  folder: string;
  close(): Promise<void>;
}

/**
 * Serves a folder below a path. The policy is the page's own, in its meta tag: a plain host sets no headers.
 *
 * `pretty`: as Cloudflare Pages does, which leads `policy.html` to `policy` and sets the headers of the file `_headers`.
 */
export async function serveFolder(folder: string, base: string, pretty = false): Promise<Site> {
  const rules = pretty ? headerRules(readFileSync(join(folder, '_headers'), 'utf8')) : [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    const path = decodeURIComponent(pathname);
    const below = path.startsWith(base) ? path.slice(base.length) : '..';
    for (const rule of rules) rule(`/${below}`, response);
    if (pretty && path.endsWith('.html')) {
      const to = path.replace(/(\/index)?\.html$/, path.endsWith('/index.html') ? '/' : '');
      response.writeHead(308, { Location: `${to}${search}` }).end();
      return;
    }
    const named = pretty && existsSync(join(folder, `${below}.html`)) ? `${below}.html` : below;
    const file = normalize(join(folder, named === '' ? 'index.html' : named));
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = MIME[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${base}`,
    folder,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The rules of a file `_headers`: below an address the headers that it gets, or with `!` gets no longer. */
function headerRules(text: string): ((path: string, response: ServerResponse) => void)[] {
  return text.split(/^(?=\S)/m).map((block) => {
    const [address = '', ...lines] = block.trim().split(/\n\s*/);
    const matches = (path: string) => (address === '/*' ? true : path === address);
    return (path, response) => {
      if (!matches(path)) return;
      for (const line of lines) {
        const [, off, name = '', value = ''] = /^(! )?([\w-]+)(?:: (.*))?$/.exec(line) ?? [];
        if (off) response.removeHeader(name);
        else response.setHeader(name, value);
      }
    };
  });
}

/** `test` with the page in a folder of a site of its own, which is then also the origin that nothing may leave. */
export const test = lab.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  site: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-site-'));
    cpSync(DIST, folder, { recursive: true });
    const site = await serveFolder(folder, '/courses/storage/');
    await use(site);
    await site.close();
    rmSync(folder, { recursive: true });
  },
  baseURL: async ({ site }, use) => use(site.address),
});
