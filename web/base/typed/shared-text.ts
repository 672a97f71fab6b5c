/**
 * A text that a person writes and that several tabs may have open. The text that this tab last read or wrote is its stamp: where the storage has
 * something else, another tab wrote since, and nothing is written over it before the person chose.
 */
import { hold, isHeld, keep, release, stored, type Work } from '../keep';

export interface SharedText {
  /** Another tab has a different text, and the person has not chosen yet. */
  readonly other: boolean;
  /** Keeps the text, or with `null` forgets it; for this visit only where another tab has written since. */
  put(text: string | null): void;
  /** The person chose this tab's text. */
  mine(text: string): void;
  /** The person chose the other tab's text, which this returns. */
  theirs(): string | null;
  /** Hears other tabs from now on, until what it returns is called. */
  listen(): () => void;
}

/**
 * @param hear is called when another tab has written (`true`), and when the person has chosen
 * @param of the part of what is kept that the person writes
 */
export function sharedText(
  key: string,
  work: Work,
  hear: (other: boolean) => void,
  of: (text: string | null) => unknown = (text) => text,
): SharedText {
  let stamp = stored(key);
  // Nothing was chosen before the text was closed, in this visit.
  let other = isHeld(key);
  const tell = (now: boolean) => {
    if (other === now) return;
    other = now;
    hear(now);
  };
  const write = (text: string | null) => {
    if (keep(key, text, work)) stamp = text;
  };
  /** A text that another tab threw away is no other text. */
  const written = () => {
    const there = stored(key);
    if (there === null || of(there) === of(stamp)) stamp = there;
    return there !== stamp;
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && written()) tell(true);
  };
  return {
    get other() {
      return other;
    },
    put(text) {
      if (!other && !written()) return write(text);
      if (text !== null) hold(key, text);
      tell(true);
    },
    mine(text) {
      write(text);
      tell(false);
    },
    theirs() {
      release(key);
      stamp = stored(key);
      tell(false);
      return stamp;
    },
    listen() {
      globalThis.addEventListener?.('storage', onStorage);
      // A held text stays held: the page is the same, and asks before it is left.
      return () => globalThis.removeEventListener?.('storage', onStorage);
    },
  };
}
