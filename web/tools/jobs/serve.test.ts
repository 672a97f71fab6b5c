// @vitest-environment node
/** The static server gives the files of its folder, to this machine alone. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const stop = new AbortController();
let port = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lab-serve-'));
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'in'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), 'page');
  writeFileSync(join(dist, 'in', 'a.txt'), 'inside');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  symlinkSync(folder, join(dist, 'folder'));
  symlinkSync(join(dist, 'in', 'a.txt'), join(dist, 'own.txt'));
  vi.stubEnv('LAB_DIST', dist);
  vi.resetModules();
  const { serve } = await import('../serve.mjs');
  port = Number(new URL(await serve({ port: 0, signal: stop.signal })).port);
});

afterAll(() => {
  stop.abort();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The answer to a request that names a host. */
const answer = (path: string, host = `127.0.0.1:${port}`) =>
  new Promise<[number | undefined, string]>((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => done([response.statusCode, text]));
    });
    asked.on('error', fail).end();
  });

test('files of the folder are given, also by a link that stays in it', async () => {
  expect(await answer('/')).toEqual([200, 'page']);
  expect(await answer('/in/a.txt')).toEqual([200, 'inside']);
  expect(await answer('/own.txt')).toEqual([200, 'inside']);
});

test('a link that leads out of the folder is not followed', async () => {
  for (const path of ['/link.txt', '/folder/secret.txt', '/../secret.txt', '/%2e%2e/secret.txt'])
    expect(await answer(path), path).toEqual([404, 'Not found\n']);
});

test('a request that names another host than this machine gets nothing', async () => {
  for (const host of [`localhost:${port}`, `[::1]:${port}`, 'LOCALHOST'])
    expect((await answer('/', host))[0], host).toBe(200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a b',
  ])
    expect(await answer('/', host), host).toEqual([421, 'Not here\n']);
});
