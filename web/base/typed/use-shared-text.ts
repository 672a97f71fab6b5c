import { useEffect, useMemo, useRef, useState } from 'react';
import { kept, type Work } from '../keep';
import { type SharedText, sharedText } from './shared-text';

export interface UsedText extends Pick<SharedText, 'put' | 'mine' | 'theirs' | 'other'> {
  /** The text that was kept when this was opened. */
  first: string | null;
}

/** A `SharedText` as long as what shows it. `work` may be a new object each time, `of` not. */
export function useSharedText(key: string, work: Work, of?: (text: string | null) => unknown): UsedText {
  const now = useRef(work);
  now.current = work;
  const hear = useRef<(other: boolean) => void>(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown now is read when it is saved
  const { text, first } = useMemo(() => {
    const save = () => now.current.save?.();
    const like = { what: work.what, save: work.save && save };
    return { text: sharedText(key, like, (told) => hear.current(told), of), first: kept(key) };
  }, [key]);
  const [other, setOther] = useState(text.other);
  hear.current = setOther;
  useEffect(() => {
    const stopListening = text.listen();
    return stopListening;
  }, [text]);
  const { put, mine, theirs } = text;
  return { put, mine, theirs, other, first };
}
