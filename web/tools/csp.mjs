// @ts-check
// The content security policy, in one place: the page's meta tag, the static server's header, and (held
// equal by a test) public/_headers. frame-ancestors is left open: course pages put the lab in an iframe.
// A meta policy does not bind workers; the header does, and no worker code of ours fetches.

export const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Of public/policy.html, a frame without an origin, where the policies of persons run: no network at all. Its meta tag says the same. */
export const SANDBOX_CSP =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";
