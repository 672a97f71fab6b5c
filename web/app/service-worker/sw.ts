/**
 * The service worker: it keeps every file of the build, for a page without a network. web/app/offline.ts registers it. workbox fetches
 * the files; which of them stay is in builds.ts, because workbox would delete those of a build that a tab still runs.
 */

import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { addressesOf, bare, isSandbox, sandboxed } from './answers';
import { Builds } from './builds';
import type { ServiceWorker } from './events';

declare const self: ServiceWorker & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const controller = new PrecacheController();
controller.addToCacheList(self.__WB_MANIFEST);
const { cacheName } = controller.strategy;
const files = Object.fromEntries(controller.getURLsToCacheKeys());
const builds = new Builds(
  {
    caches,
    cacheName,
    // An origin may have other pages beside this one.
    clients: async () =>
      (await self.clients.matchAll({ type: 'all', includeUncontrolled: true }))
        .filter(({ url }) => url.startsWith(new URL('./', location.href).href))
        .map(({ id }) => id),
  },
  files,
);

self.addEventListener('install', (event) => void controller.install(event));

self.addEventListener('activate', (event) => {
  // The first visit is kept too, from the moment everything is there; a newer worker still waits for consent.
  event.waitUntil(builds.takeOver().then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const opens = request.mode === 'navigate';
  // A page that is loaded, also in place of an older one, is of this build; a frame is of its page's build.
  const clientId = opens && request.destination === 'document' ? '' : event.clientId;
  if (opens && isSandbox(request.url)) {
    event.respondWith(kept(clientId, request.url).then((found) => sandboxed(request, found)));
    return;
  }
  event.respondWith(answer(request, clientId));
  if (opens) event.waitUntil(builds.prune().then(refill));
});

/** Anything that is no file of the page opens the page: its addresses are behind a `#`. */
async function answer(request: Request, client: string): Promise<Response> {
  const found = await kept(client, request.url);
  if (found) return found;
  const page = request.mode === 'navigate' && (await kept(client, new URL('index.html', location.href).href));
  return page || fetch(request);
}

/** A file as the cache has it, of the build that the tab runs. */
async function kept(client: string, url: string): Promise<Response | undefined> {
  const addresses = addressesOf(url);
  const cache = await caches.open(cacheName);
  const own = addresses.map((address) => files[address]).find((name) => name !== undefined);
  // A name with a hash is that of one build alone, whichever tab or worker asks.
  const name = (await builds.nameFor(client, addresses)) ?? own ?? url;
  return cache.match(name);
}

let refilling: Promise<void> | null = null;

/** The browser, or a person, may have deleted what is kept: it is fetched again, where the site still has this build. */
function refill(): Promise<void> {
  refilling ??= fetchMissing()
    .catch(() => undefined)
    .finally(() => {
      refilling = null;
    });
  return refilling;
}

async function fetchMissing(): Promise<void> {
  const cache = await caches.open(cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.entries(files).filter(([, name]) => !there.has(name));
  if (missing.length === 0) return;
  const registration = await self.registration.update();
  // A newer build is on its way: it brings its own files.
  if (registration?.installing || registration?.waiting) return;
  for (const [address, name] of missing) {
    const response = await fetch(address, { cache: name === address ? 'default' : 'reload' });
    if (response.ok) await cache.put(name, await bare(response));
  }
}
