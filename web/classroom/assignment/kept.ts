/** Assignments that were begun, in this browser: one for each assignment and student. */
import { createStore } from 'zustand/vanilla';
import { isUnkept, keep, kept, keptKeys, stored, type Work } from '../../base/keep';
import { ownOf } from '../../base/own';
import { hashOf } from '../../lesson/address/packed';
import { sameId } from '../../lesson/assignment/assigned';
import { type Assignment, writeAssignment } from '../../lesson/assignment/assignment';
import { lessonHash } from '../../lesson/assignment/lesson-hash';
import { type Left, questionOf, type Result } from '../../lesson/assignment/result';
import { LastSeen } from '../../lesson/kept/merge';
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

const PREFIX = 'ftl-lab.assignment.';
/** Of an assignment and a student. */
export function keyOf(assignment: Assignment, student: string): string {
  return `${hashOf(writeAssignment(assignment))}.${sameId(student)}`;
}

/** The students who have begun it in this browser. */
export function begunBy(assignment: Assignment): Kept[] {
  return keptKeys(PREFIX + keyOf(assignment, '')).flatMap((key) => read(kept(key)) ?? []);
}

/** The work of a student so far; begun now if they had not. */
export function begin(assignment: Assignment, student: string, now: number): Kept {
  const key = PREFIX + keyOf(assignment, student);
  const there = read(kept(key));
  if (there) return there;
  const fresh: Kept = { student: student.trim(), begun: now, saved: null, parts: {} };
  put(assignment, fresh);
  return fresh;
}

/** The file to hand in, of what is kept now: where the storage does not take the answers. */
const rescues = new Map<string, () => void>();

/** Says how to save the answers of a student as a file, where the browser does not keep them. */
export function rescueWith(assignment: Assignment, student: string, save: () => void): void {
  rescues.set(PREFIX + keyOf(assignment, student), save);
}

function work(key: string): Work {
  return { what: 'assignment', save: () => rescues.get(key)?.() };
}

/** Keeps it beside what other tabs have kept. `seen` knows what this one wrote before, by part. */
export function put(assignment: Assignment, state: Kept, seen = new LastSeen()): Kept['parts'] | null {
  const key = PREFIX + keyOf(assignment, state.student);
  const there = read(stored(key));
  const parts = new Map(Object.entries(there?.parts ?? {}));
  for (const [part, progress] of Object.entries(state.parts))
    parts.set(part, seen.merged(part, progress, parts.get(part) ?? null));
  const saved = Math.max(state.saved ?? 0, there?.saved ?? 0) || null;
  const begun = Math.min(state.begun, there?.begun ?? state.begun);
  const merged = Object.fromEntries(parts);
  const took = keep(key, JSON.stringify({ ...state, begun, saved, parts: merged }), work(key));
  changes.setState(({ count }) => ({ count: count + 1 }));
  return took ? merged : null;
}

/** Where a part's lesson keeps what is answered. */
export function storeOf(assignment: Assignment, student: string, part: string, now: number): ProgressStore {
  const key = PREFIX + keyOf(assignment, student);
  const seen = new LastSeen();
  const state = () => begin(assignment, student, now);
  return {
    load() {
      const there = ownOf(read(stored(key))?.parts, part);
      seen.opened(part, isUnkept(key) ? (there ?? EMPTY) : null);
      return ownOf(state().parts, part) ?? null;
    },
    save(_, progress) {
      const before = state();
      const parts = { ...before.parts, [part]: progress };
      const merged = put(assignment, { ...before, parts }, seen);
      if (merged) seen.wrote(part, progress, ownOf(merged, part) ?? progress);
    },
    clear: () => undefined,
    all: () => new Map(),
    watch(_, hear) {
      const onStorage = (event: StorageEvent) => {
        const progress = event.key === key ? ownOf(read(event.newValue)?.parts, part) : null;
        if (!progress) return;
        seen.heard(part, progress);
        hear(progress);
        changes.setState(({ count }) => ({ count: count + 1 }));
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
    settle: (_, step) => seen.settle(part, step, ownOf(read(stored(key))?.parts, part) ?? null),
  };
}

const EMPTY: Progress = { version: 1, step: '', asked: {} };

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

function read(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isKept(value) ? value : null;
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
