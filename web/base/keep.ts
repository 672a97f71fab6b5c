/**
 * The browser's small storage, which may be closed (private windows, some frames) or full. Then a value is kept for this visit only,
 * the page goes on, and listeners are called once for each kind of thing. Leaving the page asks first while something that a person
 * typed is kept nowhere else.
 *
 * Several tabs write here. The rule of each key is in app/stored-keys.test.ts.
 */

/** The work of a person, as opposed to a setting of the page. */
export interface Work {
  what: 'lessons' | 'assignment' | 'text';
  /** Saves it as a file. `null`: no file holds it. */
  save: (() => void) | null;
}

export type Reason = 'closed' | 'full';
type Listener = (reason: Reason, work: Work | null) => void;

/** Values that the storage does not have, by key. `asks`: leaving the page asks first. `held`: another tab has a text there. */
const visit = new Map<string, { text: string | null; asks: boolean; held?: true }>();
const minded = new Set<string>();
/** The things whose failure was reported, until the storage takes them again. */
const told = new Set<string>();
let listener: Listener | null = null;
/** Failures before anybody listened. */
let early: Parameters<Listener>[] = [];

/** Under which state/preferences.ts keeps what was chosen. */
export const PREFERENCES = 'ftl-lab';

export function kept(key: string): string | null {
  const here = visit.get(key);
  return here ? here.text : stored(key);
}

/** The value in the storage, for all tabs: `kept` prefers one that this tab could not write. */
export function stored(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keys under which something is kept and that begin so, in order. */
export function keptKeys(prefix: string): string[] {
  const here = [...visit].filter(([, { text }]) => text !== null).map(([key]) => key);
  const there = () => {
    try {
      return Object.keys(globalThis.localStorage ?? {}).filter((key) => visit.get(key)?.text !== null);
    } catch {
      return [];
    }
  };
  return [...new Set([...here, ...there()])].filter((key) => key.startsWith(prefix)).sort();
}

/** Keeps a text, or with `null` forgets it. Whether the storage took it; if not, it is kept until the page goes. */
export function keep(key: string, text: string | null, work: Work | null = null): boolean {
  return put(() => globalThis.localStorage, key, text, work);
}

function put(area: () => Storage | undefined, key: string, text: string | null, work: Work | null): boolean {
  try {
    if (text === null) area()?.removeItem(key);
    else area()?.setItem(key, text);
    visit.delete(key);
    told.delete(tellingOf(key, work));
    mindLeaving();
    return true;
  } catch (error) {
    visit.set(key, { text, asks: work !== null && text !== null });
    mindLeaving();
    tell(error instanceof DOMException && error.name === 'SecurityError' ? 'closed' : 'full', key, work);
    return false;
  }
}

/** As `kept`, for this tab: until it is closed. */
export function keptInTab(key: string): string | null {
  const here = visit.get(key);
  if (here) return here.text;
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** As `keep`, for this tab. */
export function keepInTab(key: string, text: string | null, work: Work | null = null): boolean {
  return put(() => globalThis.sessionStorage, key, text, work);
}

/** Keeps a text for this visit only, although the storage might take it: another tab has a text there. */
export function hold(key: string, text: string): void {
  visit.set(key, { text, asks: true, held: true });
  mindLeaving();
}

/** Leaving the page asks first while something under this name is typed and not kept. */
export function mind(name: string, asks: boolean): void {
  if (asks) minded.add(name);
  else minded.delete(name);
  mindLeaving();
}

/** Whether the storage did not take it. */
export function isUnkept(key: string): boolean {
  return visit.has(key);
}

/** Whether `hold` keeps it. */
export function isHeld(key: string): boolean {
  return visit.get(key)?.held ?? false;
}

/** Forgets what is kept for this visit only. */
export function release(key: string): void {
  visit.delete(key);
  mindLeaving();
}

/** `hear` is called once for settings, once for lessons, and once for each assignment and text, until the storage takes it again. */
export function onNotKept(hear: Listener): void {
  listener = hear;
  for (const failure of early) hear(...failure);
  early = [];
}

function tellingOf(key: string, work: Work | null): string {
  if (work === null) return 'settings';
  return work.what === 'lessons' ? work.what : key;
}

function tell(reason: Reason, key: string, work: Work | null): void {
  const telling = tellingOf(key, work);
  if (told.has(telling)) return;
  told.add(telling);
  const save = work?.save;
  const saved = () => {
    save?.();
    const here = visit.get(key);
    // It is in a file now.
    if (here) visit.set(key, { ...here, asks: false });
    mindLeaving();
  };
  const failure = [reason, work && { what: work.what, save: save ? saved : null }] as const;
  if (listener) listener(...failure);
  else early.push([...failure]);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listens only while there is something to lose: a listener keeps the page out of the browser's memory of pages. */
function mindLeaving(): void {
  if (!globalThis.window) return;
  const asks = minded.size > 0 || [...visit.values()].some((each) => each.asks);
  if (asks) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
