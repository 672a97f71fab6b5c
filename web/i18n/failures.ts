/**
 * The words of failures, in the page's language. The engine says it in English, and so does the reader of lessons:
 * the command line has the same words. The page translates where it shows them, with translations that are loaded for
 * the first failure shown in another language, and follow the language from then on.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { type Language, texts } from '../base/language';
import { useLanguage } from '../base/use-language';

type Translate = (text: string) => string;
type Loads = Record<Language, () => Promise<{ default: [Translate] }>>;

const unchanged: Translate = (text) => text;

const LOADS: Loads = {
  en: async () => ({ default: [unchanged] }),
  ko: async () => {
    const [{ translator }, { engine, lesson, joined, places }] = await Promise.all([
      import('./failures/translate'),
      import('./failures/ko.json'),
    ]);
    return { default: [translator({ ...engine, ...lesson, ...joined }, places)] };
  },
};

let translate = unchanged;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the words of the page's language, once. Where they do not load, what is said stays English. */
function load(): Promise<void> {
  loading ??= texts(LOADS as Parameters<typeof texts>[0], ([words]) => {
    translate = words ?? unchanged;
    for (const changed of listeners) changed();
  }).catch(() => {
    loading = null;
  });
  return loading;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A failure's words, in the page's language; for messages that are made once. */
export async function inWords(text: string): Promise<string> {
  await load();
  return translate(text);
}

/** The same for what is drawn: it is drawn again when the words are there, and when the language is changed. */
export function useFailureWords(): (text: string) => string {
  const language = useLanguage();
  useEffect(() => {
    if (language !== 'en') void load();
  }, [language]);
  return useSyncExternalStore(subscribe, () => translate);
}
