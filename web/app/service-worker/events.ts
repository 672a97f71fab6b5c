/** The names of a service worker that are used here. TypeScript has them in a library that excludes that of pages. */

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The tab or worker that asks; empty where none does. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { readonly data: { type?: unknown } | null };
}

export interface ServiceWorker {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      type: 'all';
      includeUncontrolled: boolean;
    }): Promise<readonly { id: string; url: string }[]>;
  };
  readonly registration: {
    update(): Promise<{ installing: unknown; waiting: unknown } | undefined>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
}
