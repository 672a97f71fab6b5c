/** The course's lessons by title: for the map of lessons, and for the palette. */
import { currentLanguage, type Language } from '../../base/language';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { loadLesson, SLUGS } from './library';

export interface LessonEntry {
  slug: string;
  title: string;
  /** The language of the title and of the lesson. */
  language: Language;
  /** `null` where it cannot be read. */
  lesson: Lesson | null;
}

/** `slugs`: which of the lessons and banks, in this order. */
export function lessonEntries(slugs: readonly string[] = SLUGS): Promise<LessonEntry[]> {
  return Promise.all(slugs.map(entryOf));
}

async function entryOf(slug: string): Promise<LessonEntry> {
  const found = await loadLesson(slug, currentLanguage());
  const { lesson } = parseLesson(found?.text ?? '');
  return { slug, title: lesson?.title ?? slug, language: found?.language ?? 'en', lesson };
}

/** The title of one lesson, without its text. */
export async function titleOf(slug: string): Promise<string> {
  return (await entryOf(slug)).title;
}
