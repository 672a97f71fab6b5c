import { useEffect, useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { type LessonEntry, lessonEntries } from './entries';

/** The course's lessons, or `slugs`, in the page's language; none while they are loaded. `slugs` must not change between renders. */
export function useLessonEntries(slugs?: readonly string[]): readonly LessonEntry[] {
  const [entries, setEntries] = useState<readonly LessonEntry[]>([]);
  const page = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles in the page's language
  useEffect(() => {
    let current = true;
    void lessonEntries(slugs).then((found) => current && setEntries(found));
    return () => {
      current = false;
    };
  }, [page]);
  return entries;
}
