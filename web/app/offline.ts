/**
 * The page without a network: a service worker (made by vite-plugin-pwa, see vite.config.ts) keeps every file of the
 * build. A newer build is fetched in the background and waits; it takes over only when a person says so, since a page
 * that changes during a lecture is worse than an old one.
 *
 * Not vite-plugin-pwa's own registration: in its prompt mode consent in one tab reloads all the others.
 */
import { createStore } from 'zustand/vanilla';

interface Offline {
  /**
   * Puts the newer version in place, then calls `leave` and loads the page again; `null` while there is none. The
   * address is changed in `leave` and not before. Otherwise Chromium asks for the tab's icon, and that request starts
   * the old worker again while it ends: the newer one then waits until the old one has been idle for long.
   */
  update: ((leave: () => void) => void) | null;
  /** Asks the browser to install the page; `null` where it cannot, or has. */
  install: (() => void) | null;
}

export const offline = createStore<Offline>()(() => ({ update: null, install: null }));

/** Chromium's offer to install; no other browser has one. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Registers the service worker beside the page, once the page is loaded: what is below its folder is its own. The
 * browser's reports about it are listened to from the start.
 */
export async function stayOffline(): Promise<void> {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    const install = () => {
      offline.setState({ install: null });
      void (event as InstallPrompt).prompt();
    };
    offline.setState({ install });
  });
  let registration: ServiceWorkerRegistration;
  let consent: Consent;
  try {
    const { serviceWorker } = navigator;
    consent = heedConsent(serviceWorker);
    // Behind everything that the first picture needs.
    if (document.readyState !== 'complete')
      await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
    if (!serviceWorker.controller) await untilQuiet();
    registration = await serviceWorker.register('./sw.js');
  } catch {
    // No secure context, a sandboxed frame, a browser without: the page works as long as there is a network.
    return;
  }
  const follow = (next: ServiceWorker | null) => {
    if (next) offerOnceInstalled(next, consent);
  };
  follow(registration.waiting);
  // The browser looks for a newer version by itself: where loading is slow, before the page asks.
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/** How often the newer version is asked to take over, until this page is loaded again. */
const AGAIN_MS = 2000;

/** How long no one has done anything, and how long that is waited for. */
const QUIET_MS = 4000;
const PATIENCE_MS = 30_000;

/**
 * A first visit fetches some hundred files to be kept, half a second of a processor's time: not while someone waits for what the
 * page is to do. At once where the page goes out of sight, perhaps for good.
 */
function untilQuiet(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const over = new AbortController();
    const options = { capture: true, passive: true, signal: over.signal };
    const done = () => {
      clearTimeout(quiet);
      clearTimeout(patience);
      over.abort();
      resolve();
    };
    const again = () => {
      clearTimeout(quiet);
      quiet = setTimeout(done, QUIET_MS);
    };
    let quiet = setTimeout(done, QUIET_MS);
    const patience = setTimeout(done, PATIENCE_MS);
    for (const type of ['pointerdown', 'keydown', 'wheel', 'drop', 'change'])
      addEventListener(type, again, options);
    document.addEventListener('visibilitychange', done, options);
  });
}

/** A person agreed to the newer version in this window: what to do before loading it. */
interface Consent {
  agreed: (() => void) | null;
}

/** Once the newer version has taken over, loads it in the window where a person said so, and in no other. */
function heedConsent(serviceWorker: ServiceWorkerContainer): Consent {
  const consent: Consent = { agreed: null };
  /** The first worker of all is no update: the page came from the same build. */
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (consent.agreed) reload(consent.agreed);
    // Agreed to in another tab: this one goes on as it is, and may be loaded again when it suits.
    else if (controlled) offline.setState({ update: reload });
    controlled = true;
  });
  return consent;
}

function offerOnceInstalled(next: ServiceWorker, consent: Consent): void {
  const offer = () => {
    if (next.state !== 'installed' || !navigator.serviceWorker.controller) return;
    const update = (leave: () => void) => {
      consent.agreed = leave;
      const ask = () => next.postMessage({ type: 'SKIP_WAITING' });
      ask();
      // A request that another tab makes meanwhile keeps the old worker: Chromium ends it half a minute later, or when it is asked again.
      setInterval(ask, AGAIN_MS);
    };
    offline.setState({ update });
  };
  offer();
  next.addEventListener('statechange', offer);
}

function reload(leave: () => void): void {
  leave();
  location.reload();
}
