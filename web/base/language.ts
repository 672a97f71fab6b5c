/**
 * The page's language: that of a link for this visit, otherwise the one chosen here before, otherwise the first of the browser's
 * that there is, otherwise English. `<html lang>` says which; numbers (format.ts) and messages follow it.
 */
import { keep, kept } from './keep';

export const LANGUAGES = ['en', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];
/** As those who speak it call it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ko: '한국어' };

const KEY = 'ftl-lab.language';

export function languageOf(text: string | null | undefined): Language | null {
  const primary = text?.toLowerCase().split('-')[0];
  return LANGUAGES.find((each) => each === primary) ?? null;
}

/** The language in the address: `?lang=ko`, before the hash or in it. Outside of a page there is none. */
function linked(): string | null {
  if (!globalThis.location) return null;
  const { search, hash } = globalThis.location;
  const inHash = hash.includes('?') ? hash.slice(hash.indexOf('?')) : '';
  return new URLSearchParams(search).get('lang') ?? new URLSearchParams(inHash).get('lang');
}

/** The language of a visit that begins. */
export function firstLanguage(
  link = linked(),
  chosen = kept(KEY),
  browser: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  const wishes = [link, chosen, ...browser].map(languageOf);
  return wishes.find((wish) => wish !== null) ?? 'en';
}

let language: Language = 'en';
const listeners = new Set<() => void>();

export function currentLanguage(): Language {
  return language;
}

/** Called at every change, when the new texts are there. Returns what stops it. */
export function onLanguage(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

type Texts = readonly ((inputs: unknown) => string)[];
type Loads = Record<Language, () => Promise<{ default: Texts }>>;
const groups: { loads: Loads; put: (texts: Texts) => void }[] = [];

/**
 * A group of messages of the built page (web/tools/text/languages.mjs) asks for its texts: now, and at every change.
 *
 * @param put takes the texts of the language that holds then
 */
export async function texts(loads: Loads, put: (texts: Texts) => void): Promise<void> {
  let wanted: Language;
  // The language may be changed while the texts are on their way.
  do {
    wanted = language;
    put((await loads[wanted]()).default);
  } while (wanted !== language);
  groups.push({ loads, put });
}

/** The youngest wish. */
let wish = 0;

/**
 * Changes the language of the page; nothing changes if its texts cannot be loaded, and the promise is rejected.
 *
 * @param remember whether later visits begin with it too; a link's wish is for this visit
 */
export async function setLanguage(wanted: Language, remember: boolean): Promise<void> {
  wish += 1;
  const mine = wish;
  const loaded = await Promise.all(
    groups.map(async ({ loads, put }) => {
      const { default: list } = await loads[wanted]();
      return () => put(list);
    }),
  );
  if (mine !== wish) return;
  if (remember) keep(KEY, wanted);
  if (wanted === language) return;
  for (const put of loaded) put();
  show(wanted);
  for (const changed of listeners) changed();
}

function show(wanted: Language): void {
  language = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
}

show(firstLanguage());

// Another tab's choice holds here too.
globalThis.window?.addEventListener('storage', ({ key, newValue }) => {
  const chosen = key === KEY ? languageOf(newValue) : null;
  if (chosen) setLanguage(chosen, false).catch(() => undefined);
});
