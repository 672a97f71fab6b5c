// A learning platform for the tests.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/**
 * A platform: a page with the runtime, which keeps its values as long as the test lives, and the package in a frame. Nothing of the lab
 * is outside: its service worker would answer for the platform.
 */
export async function platformOf(
  browser: Browser,
  baseURL: string | undefined,
  zip: Record<string, Uint8Array>,
) {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  let cmi = '{}';
  await page.exposeFunction('keepCmi', (json: string) => {
    cmi = json;
  });
  const runtime = await readFile(
    join(import.meta.dirname, '../../node_modules/scorm-again/dist/scorm12.js'),
    'utf8',
  );
  const host = () => `<!doctype html><title>Platform</title><script>${runtime}</script><script>
    window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
    API.loadFromJSON(${cmi}, '');
    for (const of of ['LMSCommit', 'LMSFinish']) API.on(of, () => keepCmi(JSON.stringify(API.renderCMIToJSONObject().cmi)));
    </script><iframe src="package/launch.html" style="width: 1200px; height: 700px"></iframe>`;
  await page.route('**/platform/**', (route) => {
    const path = decodeURI(new URL(route.request().url()).pathname.split('/platform/')[1] ?? '');
    if (path === '') return route.fulfill({ contentType: 'text/html', body: host() });
    const body = zip[path.replace('package/', '')];
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
    const contentType = type[path.split('.').at(-1) as 'js'] ?? 'application/octet-stream';
    return body ? route.fulfill({ contentType, body: Buffer.from(body) }) : route.fulfill({ status: 404 });
  });
  const visit = async () => {
    await page.goto('about:blank');
    await page.goto(`${baseURL}platform/`);
  };
  await visit();
  return { frame: page.frameLocator('iframe'), cmi: () => JSON.parse(cmi), visit, faults, context };
}
