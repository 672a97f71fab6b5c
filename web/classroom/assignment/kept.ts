/** Assignments that were begun, in this browser: one for each assignment and student. */
import { createStore } from 'zustand/vanilla';
import { keep, kept, keptKeys } from '../../base/keep';
import { ownOf } from '../../base/own';
import { hashOf } from '../../lesson/address/packed';
import { sameId } from '../../lesson/assignment/assigned';
import { type Assignment, writeAssignment } from '../../lesson/assignment/assignment';
import { lessonHash } from '../../lesson/assignment/lesson-hash';
import { type Left, questionOf, type Result } from '../../lesson/assignment/result';
import type { Lesson } from '../../lesson/language/lesson';
import { isProgress, type Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { absencesOf } from './under-way';

export interface Kept {
  student: string;
  /** Milliseconds since 1970. */
  begun: number;
  /** When the file was saved last; `null`: not yet. */
  saved: number | null;
  parts: { readonly [part: string]: Progress };
}

/** Counts up when an answer is kept. */
export const changes = createStore<{ count: number }>()(() => ({ count: 0 }));

/** Where the browser keeps nothing, or nothing more: for this visit. */
const visit = new Map<string, Kept>();

const PREFIX = 'ftl-lab.assignment.';
/** Of an assignment and a student. */
export function keyOf(assignment: Assignment, student: string): string {
  return `${hashOf(writeAssignment(assignment))}.${sameId(student)}`;
}

/** The students who have begun it in this browser. */
export function begunBy(assignment: Assignment): Kept[] {
  return keptKeys(PREFIX + keyOf(assignment, '')).flatMap((key) => read(key, isKept) ?? []);
}

/** The work of a student so far; begun now if they had not. */
export function begin(assignment: Assignment, student: string, now: number): Kept {
  const key = PREFIX + keyOf(assignment, student);
  const [stored, here] = [read(key, isKept), visit.get(key)];
  // Another tab may have answered more, or the storage be full.
  const there = stored && here ? (answersIn(stored) >= answersIn(here) ? stored : here) : (stored ?? here);
  if (there) return there;
  const fresh: Kept = { student: student.trim(), begun: now, saved: null, parts: {} };
  put(assignment, fresh);
  return fresh;
}

/** Of each question the one with more answers: another tab may have gone further. */
function merged(before: Progress['asked'], now: Progress['asked']): Progress['asked'] {
  const further = Object.entries(before).filter(([step, { tries }]) => tries > (now[step]?.tries ?? 0));
  return { ...now, ...Object.fromEntries(further) };
}

function answersIn({ parts }: Kept): number {
  return Object.values(parts)
    .flatMap(({ asked }) => Object.values(asked))
    .reduce((sum, { tries }) => sum + tries, 0);
}

export function put(assignment: Assignment, state: Kept): void {
  const key = PREFIX + keyOf(assignment, state.student);
  visit.set(key, state);
  changes.setState(({ count }) => ({ count: count + 1 }));
  keep(key, JSON.stringify(state));
}

/** Where a part's lesson keeps what is answered. */
export function storeOf(assignment: Assignment, student: string, part: string, now: number): ProgressStore {
  const state = () => begin(assignment, student, now);
  return {
    load: () => ownOf(state().parts, part) ?? null,
    save: (_, progress) => {
      const before = state();
      const asked = merged(ownOf(before.parts, part)?.asked ?? {}, progress.asked);
      put(assignment, { ...before, parts: { ...before.parts, [part]: { ...progress, asked } } });
    },
    clear: () => undefined,
    all: () => new Map(),
  };
}

/** The file to hand in. `lessons`: the English ones, as `readAssignment` has them. */
export function resultOf(
  assignment: Assignment,
  lessons: ReadonlyMap<string, Lesson>,
  { student, begun, parts }: Kept,
  lab: string,
  now: number,
): Result {
  const answers = assignment.parts.flatMap(({ name, steps }) => {
    const asked = ownOf(parts, name)?.asked ?? {};
    const given = steps.flatMap((step) => {
      const question = asked[step] && questionOf(asked[step]);
      return question ? [[step, question] as const] : [];
    });
    return given.length > 0 ? [[name, Object.fromEntries(given)] as const] : [];
  });
  const second = (at: number) => Math.max(0, Math.round((at - begun) / 1000));
  const left = absencesOf(keyOf(assignment, student)).map(
    ({ from, to }): Left => ({ s: second(from), ...(to !== null && { back: second(to) }) }),
  );
  return {
    assignment: hashOf(writeAssignment(assignment)),
    title: assignment.title,
    student,
    lab,
    lessons: Object.fromEntries([...lessons].map(([name, lesson]) => [name, lessonHash(lesson)])),
    begun,
    saved: now,
    ...(left.length > 0 && { left }),
    answers: Object.fromEntries(answers),
  };
}

/** Letters, digits, - and _ of a text: what every file system takes. */
export function fileName(...texts: readonly string[]): string {
  const plain = texts.map((text) =>
    text
      .normalize('NFKC')
      .trim()
      .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 60),
  );
  return `${plain.filter((text) => text !== '').join('_') || 'result'}.json`;
}

function read<T>(key: string, is: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(kept(key) ?? 'null');
    return is(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKept(value: unknown): value is Kept {
  return (
    isRecord(value) &&
    typeof value.student === 'string' &&
    typeof value.begun === 'number' &&
    (value.saved === null || typeof value.saved === 'number') &&
    isRecord(value.parts) &&
    Object.values(value.parts).every(isProgress)
  );
}
