/**
 * A class prepared beforehand, as a file from disk: which lessons, where to start, the theme and the language.
 *
 *     class: "Week 5: log blocks"
 *     lessons: [flash, bast]          names of the course, or { name: ours.md, text: | … } with a lesson's text
 *     start: { lesson: bast, step: full_merge }
 *     theme: projector
 *     lang: en
 *
 * Data from anywhere, like a lesson: bounded, and read whole or not at all.
 */
import { stringify } from 'yaml';
import { currentLanguage, LANGUAGES, type Language } from '../../base/language';
import { THEMES, type Theme } from '../../base/tokens';
import { fileText } from '../../i18n/file-text';
import { type Fault, sorted, suggest } from '../../lesson/language/fault';
import { parseLesson } from '../../lesson/language/parse';
import { Faults, type Field, readYaml } from '../../lesson/language/yaml';
import { loadLesson, SLUGS } from '../../lesson/play/library';
import type { LessonRef } from './lecture-state';

export interface Class {
  title: string;
  /** At least one. */
  lessons: readonly LessonRef[];
  /** Index of the lesson to start with, and its step by id. */
  start: { lesson: number; step: string | null };
  theme: Theme | null;
  lang: Language | null;
}

/** Largest file and most lessons. */
const MAX_CLASS_BYTES = 1024 * 1024;
const MAX_LESSONS = 40;

/** As `fileText`. Anything much larger is no lesson and no class; the parser says so without the rest being read. */
export function readText(file: File): Promise<string> {
  return fileText(file, MAX_CLASS_BYTES + 1);
}

export type ParsedClass = { class: Class; faults: [] } | { class: null; faults: Fault[] };

/** Reads a class file, and every lesson it names. */
export async function parseClass(input: string): Promise<ParsedClass> {
  const faults = new Faults();
  const text = input.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const read = text.length > MAX_CLASS_BYTES ? null : await readClass(text, faults);
  if (text.length > MAX_CLASS_BYTES) {
    const most = `at most ${MAX_CLASS_BYTES / 1024} KiB`;
    faults.add(1, 1, 'class', 'the class file is too long', `${most}: name lessons of the course instead`);
  }
  if (read === null || faults.list.length > 0) return { class: null, faults: sorted(faults.list) };
  return { class: read, faults: [] };
}

async function readClass(text: string, faults: Faults): Promise<Class | null> {
  const fields = readYaml(text, 1, 'class', faults).map(
    ['class', 'lessons', 'start', 'theme', 'lang'],
    ['lessons'],
  );
  const items = fields.lessons.list();
  if (items.length > MAX_LESSONS) {
    fields.lessons.fault(`${items.length} lessons`, `at most ${MAX_LESSONS}`);
    return null;
  }
  const lessons = items.map(lessonOf).filter((each) => each !== null);
  // If a lesson could not be read, numbers and names would mean something else.
  if (lessons.length < items.length || lessons.length === 0) return null;
  const start = await startOf(fields.start, lessons);
  return {
    title: fields.class.text(),
    lessons,
    start,
    theme: oneOf(fields.theme, THEMES),
    lang: oneOf(fields.lang, LANGUAGES),
  };
}

function lessonOf(field: Field): LessonRef | null {
  if (!field.isMap) {
    const slug = field.text().replace(/^\d+-/, '');
    if (SLUGS.includes(slug)) return { slug };
    field.fault(`the course has no lesson "${slug}"`, suggest(slug, SLUGS));
    return null;
  }
  const { name, text } = field.map(['name', 'text'], ['name', 'text']);
  if (name.missing || text.missing) return null;
  const { faults } = parseLesson(text.text());
  for (const { line, where, message, remedy } of faults.slice(0, 3)) {
    text.fault(`line ${line} of ${name.text()}, ${where}: ${message}`, remedy);
  }
  return faults.length > 0 ? null : { name: name.text(), text: text.text() };
}

async function startOf(field: Field, lessons: readonly LessonRef[]): Promise<Class['start']> {
  if (field.missing) return { lesson: 0, step: null };
  const { lesson, step } = field.map(['lesson', 'step']);
  const names = lessons.map(nameOf);
  const wanted = lesson.text().replace(/^\d+-/, '');
  const index = lesson.missing ? 0 : names.findIndex((each) => each === wanted || each === lesson.text());
  const ref = lessons[index];
  if (!ref) {
    lesson.fault(`the class has no lesson "${lesson.text()}"`, suggest(wanted, names));
    return { lesson: 0, step: null };
  }
  if (step.missing) return { lesson: index, step: null };
  const text = 'slug' in ref ? (await loadLesson(ref.slug, currentLanguage()))?.text : ref.text;
  const ids = parseLesson(text ?? '').lesson?.steps.map(({ id }) => id) ?? [];
  if (!ids.includes(step.text()))
    step.fault(`the lesson has no step "${step.text()}"`, suggest(step.text(), ids));
  return { lesson: index, step: step.text() };
}

function oneOf<T extends string>(field: Field, allowed: readonly T[]): T | null {
  if (field.missing) return null;
  const found = allowed.find((each) => each === field.text());
  if (!found) field.fault(`"${field.text()}" is not known here`, suggest(field.text(), allowed));
  return found ?? null;
}

/** How a lesson is called in a class file. */
export function nameOf(ref: LessonRef): string {
  return 'slug' in ref ? ref.slug : ref.name;
}

/** A class as its file. */
export function writeClass({ title, lessons, start, theme, lang }: Class): string {
  const first = lessons[start.lesson];
  return stringify({
    class: title,
    lessons: lessons.map((ref) => ('slug' in ref ? ref.slug : ref)),
    start: { ...(first && { lesson: nameOf(first) }), ...(start.step && { step: start.step }) },
    ...(theme && { theme }),
    ...(lang && { lang }),
  });
}
