/**
 * The browser's small storage, which may be closed (private windows, some iframes) or full. Then a value is kept for
 * this visit only, the page goes on, and listeners are called once.
 */
type Listener = (reason: 'closed' | 'full') => void;

let told = false;
let listener: Listener | null = null;
/** A failure before anybody listened. */
let early: Parameters<Listener>[0] | null = null;

/** Under which state/preferences.ts keeps what was chosen. */
export const PREFERENCES = 'ftl-lab';

export function kept(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keys under which something is kept and that begin so, in order. */
export function keptKeys(prefix: string): string[] {
  try {
    return Object.keys(globalThis.localStorage ?? {})
      .filter((key) => key.startsWith(prefix))
      .sort();
  } catch {
    return [];
  }
}

/** Keeps a text, or with `null` forgets it. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) globalThis.localStorage?.removeItem(key);
    else globalThis.localStorage?.setItem(key, text);
  } catch (error) {
    const reason = error instanceof DOMException && error.name === 'SecurityError' ? 'closed' : 'full';
    if (told) return;
    told = true;
    if (listener) listener(reason);
    else early = reason;
  }
}

/** `hear` is called at most once in the life of the page. */
export function onNotKept(hear: Listener): void {
  listener = hear;
  if (early) hear(early);
  early = null;
}
