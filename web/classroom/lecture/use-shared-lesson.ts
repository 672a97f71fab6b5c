/** The lesson of the lecture, read in the presenter's window, and the titles of those to choose from. */
import { useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { currentLanguage, type Language } from '../../base/language';
import { useLanguage } from '../../base/use-language';
import type { Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { loadLesson } from '../../lesson/play/library';
import { lectureChannel, setLesson } from './lecture-channel';
import { type LessonRef, sameLesson } from './lecture-state';

async function read(ref: LessonRef): Promise<Lesson | null> {
  const text = 'slug' in ref ? (await loadLesson(ref.slug, currentLanguage()))?.text : ref.text;
  return text === undefined ? null : parseLesson(text).lesson;
}

interface Found {
  ref: LessonRef;
  lesson: Lesson | null;
  /** The language of the page when the lesson was read. */
  language: Language;
}

/** `null` while it is read, and where there is none. */
export function useSharedLesson(ref: LessonRef | null): Lesson | null {
  const [found, setFound] = useState<Found | null>(null);
  const language = useLanguage();
  useEffect(() => {
    if (!ref || (found?.language === language && sameLesson(found.ref, ref))) return;
    let current = true;
    void read(ref).then((lesson) => current && setFound({ ref, lesson, language }));
    return () => {
      current = false;
    };
  }, [ref, found, language]);
  const lesson = ref && found && sameLesson(found.ref, ref) ? found.lesson : null;
  // Whenever the lecture goes to a lesson, the room has to know it before that is seen: a key pressed then moves in it.
  const known = useStore(lectureChannel, (state) => state.lesson);
  useLayoutEffect(() => {
    if (known !== lesson) setLesson(lesson);
  }, [lesson, known]);
  return lesson;
}

/** Titles in the order given; what cannot be read is called by its name. */
export function useTitles(refs: readonly LessonRef[]): readonly string[] {
  const [titles, setTitles] = useState<readonly string[]>([]);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles in the page's language
  useEffect(() => {
    let current = true;
    const titleOf = async (ref: LessonRef) =>
      (await read(ref))?.title ?? ('slug' in ref ? ref.slug : ref.name);
    void Promise.all(refs.map(titleOf)).then((all) => current && setTitles(all));
    return () => {
      current = false;
    };
  }, [refs, language]);
  return titles;
}
