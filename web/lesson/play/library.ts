/**
 * The built-in course: every folder of `lessons/`. Texts are loaded when opened, not before. A lesson is called
 * by its folder without the number, so that links survive a reordering: `04-bast` is `bast`. `lesson.md` is English;
 * beside it `lesson.ko.md` is the same lesson in Korean. `lessons/teach/` holds banks of questions in the same language
 * (`exam-maps.md`): they are printed and assigned, and are no part of the course.
 */
import type { Language } from '../../base/language';

const TEXTS = import.meta.glob<string>('../../../lessons/*/lesson{,.ko}.md', {
  query: '?raw',
  import: 'default',
});
const BANK_TEXTS = import.meta.glob<string>('../../../lessons/teach/*.md', {
  query: '?raw',
  import: 'default',
});
const PICTURES = import.meta.glob<string>('../../../lessons/*/*.{svg,png,jpg,webp,avif}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const FOLDERS: readonly string[] = Object.keys(TEXTS)
  .filter((path) => path.endsWith('/lesson.md'))
  .map((path) => path.split('/').at(-2) ?? '')
  .sort();

/** The lessons' names, in the order of the course. */
export const SLUGS: readonly string[] = FOLDERS.map((folder) => folder.replace(/^\d+-/, ''));

/** The names of the banks. */
export const BANKS: readonly string[] = Object.keys(BANK_TEXTS)
  .map((path) => path.split('/').at(-1) ?? '')
  .filter((file) => !file.endsWith('.ko.md'))
  .map((file) => file.replace(/\.md$/, ''))
  .sort();

function folderOf(slug: string): string {
  return FOLDERS[SLUGS.indexOf(slug)] ?? slug;
}

/** A text of the course, and its language. */
export interface LessonText {
  text: string;
  language: Language;
}

/** A built-in lesson or bank in the language wanted, or else in English; `null` if there is none of this name. */
export async function loadLesson(slug: string, wanted: Language): Promise<LessonText | null> {
  const textIn = (ending: string) =>
    TEXTS[`../../../lessons/${folderOf(slug)}/lesson${ending}`] ??
    BANK_TEXTS[`../../../lessons/teach/${slug}${ending}`];
  const own = textIn(`.${wanted}.md`);
  if (own) return { text: await own(), language: wanted };
  const english = textIn('.md');
  return english ? { text: await english(), language: 'en' } : null;
}

/** Address of a picture of a built-in lesson. */
export function pictureOf(slug: string, file: string): string | null {
  return PICTURES[`../../../lessons/${folderOf(slug)}/${file}`] ?? null;
}
