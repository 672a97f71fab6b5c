// @ts-check
// A static server for dist/ (or the folder LAB_DIST) on this machine only. `node web/tools/serve.mjs [--port N]`

import { createReadStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { CSP, SANDBOX_CSP } from './csp.mjs';
import { Failure, ROOT } from './step.mjs';

const DIST = process.env.LAB_DIST ?? join(ROOT, 'dist');
const HOST = '127.0.0.1';

/** @type {Record<string, string>} */
const MIME = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.gz': 'application/gzip',
};

/** The bytes that travel, packed as from any host of static files. */
const PACKS = /^text\/|javascript|json|wasm|svg/;
/** @type {Map<string, { changed: number, bytes: Buffer }>} */
const packs = new Map();

/** @param {string} file */
function packed(file) {
  const changed = statSync(file).mtimeMs;
  const known = packs.get(file);
  if (known?.changed === changed) return known.bytes;
  const bytes = gzipSync(readFileSync(file));
  packs.set(file, { changed, bytes });
  return bytes;
}

/**
 * Serves dist/ and resolves with the address once it listens.
 *
 * @param {object} options
 * @param {number} options.port 0: any that is free
 * @param {boolean} [options.orNext] take the next free port when this one is taken
 * @param {(path: string) => unknown} [options.before] is waited for before each answer
 * @param {AbortSignal} [options.signal] stops it
 */
export async function serve({ port, orNext = false, before, signal }) {
  if (!existsSync(join(DIST, 'index.html')))
    throw new Failure('dist/ holds no page', 'run `npm run build` first');
  const server = createServer(async (request, response) => {
    // A page of any other name that leads here (DNS rebinding) is none of ours.
    if (!isOurs(request.headers.host))
      return response.writeHead(421, { 'Content-Type': MIME['.txt'] }).end('Not here\n');
    await before?.(request.url ?? '/');
    const file = fileFor(request.url ?? '/');
    const headers = {
      'Content-Security-Policy': file?.endsWith('policy.html') ? SANDBOX_CSP : CSP,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // A rebuilt page must be seen at the next reload.
      'Cache-Control': 'no-cache',
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return response.writeHead(405, headers).end();
    if (!file)
      return response.writeHead(404, { ...headers, 'Content-Type': MIME['.txt'] }).end('Not found\n');
    const type = MIME[extname(file)] ?? 'application/octet-stream';
    if (PACKS.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      const bytes = packed(file);
      response.writeHead(200, {
        ...headers,
        'Content-Type': type,
        'Content-Encoding': 'gzip',
        'Content-Length': bytes.length,
        Vary: 'Accept-Encoding',
      });
      return response.end(request.method === 'HEAD' ? undefined : bytes);
    }
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': statSync(file).size });
    if (request.method === 'HEAD') return response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  const taken = await listen(server, port, orNext ? 50 : 1);
  signal?.addEventListener('abort', () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${HOST}:${taken}/`;
}

/** A port no one listens on now. */
export async function freePort() {
  const server = createServer();
  const port = await listen(server, 0, 1);
  await new Promise((done) => server.close(done));
  return port;
}

/** The file below dist/ that an address names, if there is one. @param {string} url */
function fileFor(url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://lab').pathname);
  } catch {
    return undefined;
  }
  const file = normalize(join(DIST, path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(DIST + sep) || file.includes('\0')) return undefined;
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  // A link may not lead out of the folder.
  return realpathSync(file).startsWith(realpathSync(DIST) + sep) ? file : undefined;
}

/** Whether a request names this machine. @param {string | undefined} host */
function isOurs(host) {
  if (host === undefined) return false;
  try {
    return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

/** @param {import('node:http').Server} server @param {number} port @param {number} tries @returns {Promise<number>} */
function listen(server, port, tries) {
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      if (tries <= 1)
        return reject(new Failure(`port ${port} is taken`, 'name another: `npm start -- --port 5000`'));
      resolve(listen(server, port + 1, tries - 1));
    });
    server.listen(port, HOST, () => {
      server.removeAllListeners('error');
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** The value of `--port N`, or `otherwise`. @param {string[]} args @param {number} otherwise */
export function portFrom(args, otherwise) {
  const at = args.indexOf('--port');
  if (at < 0) return otherwise;
  const port = Number(args[at + 1]);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Failure('--port wants a number up to 65535');
  return port;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await serve({ port: portFrom(process.argv.slice(2), 4173) }));
}
