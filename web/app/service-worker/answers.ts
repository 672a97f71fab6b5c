/** The service worker's answers, as far as they depend on nothing else. */

/**
 * The addresses under which the file of an address may be kept: without what is behind `?`, a folder's page, and `.html`, which some
 * hosts leave out (Cloudflare Pages leads `policy.html` to `policy`).
 */
export function addressesOf(url: string): string[] {
  const address = new URL(url);
  address.hash = '';
  address.search = '';
  const { href } = address;
  return href.endsWith('/') ? [href, `${href}index.html`] : [href, `${href}.html`];
}

export function isSandbox(url: string): boolean {
  return /\/policy(\.html)?$/.test(new URL(url).pathname);
}

/** A browser takes no answer that was redirected for a page: a copy is none. */
export async function bare(response: Response): Promise<Response> {
  if (!response.redirected) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.blob(), { status, statusText, headers });
}

/**
 * Without a network the frame of policies comes from here, and a browser does not ask a service worker for a frame with the attribute
 * `sandbox`. So it is asked for without the attribute, and this header takes its origin away. A frame that has an origin all the same
 * refuses to work (policy.html).
 */
const POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";

export async function sandboxed(request: Request, kept: Response | undefined): Promise<Response> {
  const response = kept ?? (await fetch(request.url));
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY };
  return new Response(await response.text(), { headers });
}
