/**
 * An assignment: which steps of which lessons, and how they are asked. A file (JSON or YAML), or the same packed in a link:
 *
 *     assignment: "Homework 2: merges"  # its title, which may be left out
 *     parts: [{ lesson: bast, steps: [full_merge, which_merge] }, { lesson: fast }]
 *     attempts: 3          # answers to a question at most; any number if left out
 *     hints: false         # true if left out
 *     due: "Friday, 12:00" # shown, not enforced: a page without a server cannot
 *     seed: autumn         # variants of every student are drawn from it and from what they enter as their id
 *
 * A part without `steps` asks all that its lesson asks. A lesson of one's own is `{ name: ours, text: "…" }`.
 */

import { pack } from '../address/packed';
import { type Fault, sorted, suggest } from '../language/fault';
import { asks, type Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { Faults, type Field, readYaml } from '../language/yaml';
import { BANKS, loadLesson, SLUGS } from '../play/library';

export interface Part {
  /** Of the course, or as a lesson of one's own is called. No two parts have the same. */
  name: string;
  /** The text of a lesson of one's own; `null`: one of the course. */
  text: string | null;
  /** At least one. */
  steps: readonly string[];
}

export interface Assignment {
  title: string;
  /** At least one. */
  parts: readonly Part[];
  attempts: number | null;
  hints: boolean;
  due: string;
  seed: string;
}

const MAX_BYTES = 512 * 1024;
/** More than the course has lessons and banks: the form writes no file that it cannot open. */
const MAX_PARTS = 40;
const MAX_ATTEMPTS = 100;
/** Longest title, due text and seed. */
const MAX_TEXT = 300;

export type ReadAssignment =
  | { assignment: Assignment; lessons: ReadonlyMap<string, Lesson>; faults: [] }
  | { assignment: null; faults: Fault[] };

/** Reads a text from anywhere, and every lesson it names (in English: ids and answers are those of every language). */
export async function readAssignment(input: string): Promise<ReadAssignment> {
  const faults = new Faults();
  const text = input.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (text.length > MAX_BYTES) {
    faults.add(1, 1, WHERE, 'the file is too long', `at most ${MAX_BYTES / 1024} KiB`);
    return { assignment: null, faults: faults.list };
  }
  const keys = ['assignment', 'parts', 'attempts', 'hints', 'due', 'seed'] as const;
  const root = readYaml(text, 1, WHERE, faults);
  if (root.missing && faults.list.length === 0) root.fault('the file is empty', 'open an assignment');
  const fields = root.map(keys, ['parts']);
  const lessons = new Map<string, Lesson>();
  const items = fields.parts.list();
  if (items.length > MAX_PARTS) fields.parts.fault(`${items.length} parts`, `at most ${MAX_PARTS}`);
  const parts: Part[] = [];
  for (const item of items.slice(0, MAX_PARTS)) {
    const read = await partOf(item);
    if (!read) continue;
    if (lessons.has(read.part.name))
      item.fault(`"${read.part.name}" is there twice`, 'give all its steps in one part');
    lessons.set(read.part.name, read.lesson);
    parts.push(read.part);
  }
  const assignment: Assignment = {
    title: short(fields.assignment),
    parts,
    attempts: attemptsOf(fields.attempts),
    hints: truth(fields.hints, true),
    due: short(fields.due),
    seed: short(fields.seed),
  };
  if (faults.list.length > 0) return { assignment: null, faults: sorted(faults.list) };
  return { assignment, lessons, faults: [] };
}

const WHERE = 'assignment';
/** Names for a part: the lessons of the course, and the banks of exam questions. */
const NAMES: readonly string[] = [...SLUGS, ...BANKS];

async function partOf(item: Field): Promise<{ part: Part; lesson: Lesson } | null> {
  const { lesson: named, name, text, steps } = item.map(['lesson', 'name', 'text', 'steps'] as const);
  if (named.missing === text.missing) {
    item.fault('a part has either "lesson" or "text"', 'write lesson: NAME for one of the course');
    return null;
  }
  const slug = named.text().replace(/^\d+-/, '');
  if (!named.missing && !NAMES.includes(slug)) {
    named.fault(`the course has no lesson "${slug}"`, suggest(slug, NAMES));
    return null;
  }
  if (!text.missing && (name.missing || NAMES.includes(name.text()))) {
    item.fault('a lesson of one’s own needs a name that the course has not', 'add name: …');
    return null;
  }
  const source = text.missing ? ((await loadLesson(slug, 'en'))?.text ?? '') : text.text();
  const { lesson, faults } = parseLesson(source);
  for (const { line, where, message, remedy } of faults.slice(0, 3))
    text.fault(`line ${line} of the lesson, ${where}: ${message}`, remedy);
  if (!lesson) return null;
  const asking = lesson.steps.filter(asks).map(({ id }) => id);
  const ids = lesson.steps.map(({ id }) => id);
  const wanted = steps.list().map((step) => {
    if (!ids.includes(step.text()))
      step.fault(`the lesson has no step "${step.text()}"`, suggest(step.text(), ids));
    return step.text();
  });
  const chosen = steps.missing ? asking : ids.filter((id) => wanted.includes(id));
  const known = wanted.every((id) => ids.includes(id));
  if (known && !chosen.some((id) => asking.includes(id)))
    (steps.missing ? item : steps).fault('nothing is asked in this part', suggest('', asking));
  const own = text.missing ? null : source;
  return { part: { name: own === null ? slug : name.text(), text: own, steps: chosen }, lesson };
}

function short(field: Field): string {
  const text = field.text();
  if (text.length > MAX_TEXT) field.fault(`${text.length} characters`, `at most ${MAX_TEXT}`);
  return text;
}

function attemptsOf(field: Field): number | null {
  if (field.missing) return null;
  const value = field.json();
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ATTEMPTS)
    return value;
  field.fault(
    'this is no number of attempts',
    `write a whole number from 1 to ${MAX_ATTEMPTS}, or leave it out`,
  );
  return null;
}

function truth(field: Field, otherwise: boolean): boolean {
  if (field.missing) return otherwise;
  const value = field.json();
  if (typeof value === 'boolean') return value;
  field.fault('this is neither true nor false', 'write true or false');
  return otherwise;
}

/** The file of an assignment. The same assignment is always the same text. */
export function writeAssignment({ title, parts, attempts, hints, due, seed }: Assignment): string {
  const written = {
    assignment: title,
    parts: parts.map(({ name, text, steps }) =>
      text === null ? { lesson: name, steps } : { name, text, steps },
    ),
    ...(attempts !== null && { attempts }),
    hints,
    ...(due !== '' && { due }),
    seed,
  };
  return `${JSON.stringify(written, null, 1)}\n`;
}

/** The part of its address behind `#/assignment/`; `unpack` makes the file of it again. */
export function packAssignment(assignment: Assignment): string {
  return pack(writeAssignment(assignment));
}
