/** The part of React that both stages need. */
import { useEffect, useState } from 'react';
import type { Selection } from '../../state/lab/lab';
import { stageWords } from './scene/words';

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** The words on the canvas; others only with another language. */
export function useWords(locale: string) {
  const [kept, keep] = useState(() => ({ locale, words: stageWords() }));
  if (kept.locale === locale) return kept.words;
  const next = { locale, words: stageWords() };
  keep(next);
  return next.words;
}

export function useReducedMotion(): boolean {
  const query = '(prefers-reduced-motion: reduce)';
  const [reduced, setReduced] = useState(() => globalThis.matchMedia?.(query).matches ?? false);
  useEffect(() => {
    const media = globalThis.matchMedia?.(query);
    if (!media) return;
    const changed = () => setReduced(media.matches);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  return reduced;
}
