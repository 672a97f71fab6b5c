/** Makes a package in the page, from the files that the page itself was loaded from. */
import { currentLanguage } from '../../base/language';
import { saveAs } from '../../base/save';
import { hashOf } from '../../lesson/address/packed';
import type { Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { loadLesson } from '../../lesson/play/library';
import { type Class, nameOf, writeClass } from '../lecture/class-file';
import type { LessonRef } from '../lecture/lecture-state';
import { filesFor, type Packed, packageOf } from './package';

/** Hands the package of a lesson, or of a class, to the person. Rejects where a file of the page cannot be had. */
export async function exportScorm(of: LessonRef | Class): Promise<void> {
  const packed = 'slug' in of ? await courseLesson(of.slug) : await ownLessons(of);
  const all: unknown = await (await fetched('files.json')).json();
  if (!Array.isArray(all)) throw new Error('files.json');
  const files = new Map<string, Uint8Array>();
  for (const file of filesFor(packed.lessons, all.map(String)))
    files.set(file, new Uint8Array(await (await fetched(file)).arrayBuffer()));
  const zip = packageOf(packed, files);
  saveAs(`ftl-lab-${packed.id}-${packed.language}-scorm12.zip`, new Blob([zip]), 'application/zip');
}

async function courseLesson(slug: string): Promise<Packed> {
  const found = await loadLesson(slug, currentLanguage());
  const { lesson } = parseLesson(found?.text ?? '');
  if (!found || !lesson) throw new Error(slug);
  return { id: slug, title: lesson.title, language: found.language, lessons: [lesson], classText: null };
}

/** A lesson of one's own is packed as a class of one. */
async function ownLessons(of: Class | { name: string; text: string }): Promise<Packed> {
  const alone: Class | null =
    'text' in of
      ? { title: '', lessons: [of], start: { lesson: 0, step: null }, theme: null, lang: null }
      : null;
  const made = alone ?? (of as Class);
  const lessons = [...(await lessonsOf(made)).lessons.values()];
  const classText = writeClass(made);
  return {
    id: `class-${hashOf(classText).slice(0, 8)}`,
    title: made.title || lessons.map(({ title }) => title).join(', '),
    language: made.lang ?? currentLanguage(),
    ...{ lessons, classText },
  };
}

/** The lessons of a class under the names that their progress has, and these names in the order of the class. */
export async function lessonsOf(
  made: Class,
): Promise<{ lessons: Map<string, Lesson>; names: readonly string[] }> {
  const lessons = new Map<string, Lesson>();
  const names: string[] = [];
  const own = new Map<string, string>();
  for (const ref of made.lessons) {
    const text = ('slug' in ref ? (await loadLesson(ref.slug, currentLanguage()))?.text : ref.text) ?? '';
    const { lesson } = parseLesson(text);
    if (!lesson) throw new Error(nameOf(ref));
    const name = 'slug' in ref ? ref.slug : (own.get(text) ?? unused(lesson.title, lessons));
    if (!('slug' in ref)) own.set(text, name);
    lessons.set(name, lesson);
    names.push(name);
  }
  return { lessons, names };
}

/** Lessons of one's own may have the same title. */
function unused(title: string, taken: ReadonlyMap<string, unknown>): string {
  let [name, count] = [title, 1];
  while (taken.has(name)) {
    count += 1;
    name = `${title} (${count})`;
  }
  return name;
}

/** From where the page came from; without a network, from what the service worker keeps. */
async function fetched(file: string): Promise<Response> {
  const address = new URL(file, `${location.origin}${location.pathname}`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}
