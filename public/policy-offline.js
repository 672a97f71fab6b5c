/*
 * Part of the service worker. Without a network the frame of policies comes from here, and a browser does not ask a service worker
 * for a frame with the attribute `sandbox`. So it is asked for without the attribute, and this header takes its origin away. A frame
 * that has an origin all the same refuses to work (policy.html).
 */
const POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || !new URL(request.url).pathname.endsWith('/policy.html')) return;
  event.respondWith(sandboxed(request));
});

async function sandboxed(request) {
  // Its name in the cache ends with a revision.
  const kept = (await caches.match(request.url, { ignoreSearch: true })) ?? (await fetch(request.url));
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY };
  return new Response(await kept.text(), { headers });
}
