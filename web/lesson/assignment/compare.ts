/**
 * Files beside each other: those of one student, and those with the same answers at the same times. They are compared by what was read
 * of them, so each row is whole as soon as its own answers are judged.
 */
import { hashOf } from '../address/packed';
import { sameId } from './assigned';
import type { Bare } from './bare';
import type { Note } from './grade';
import type { Result } from './result';

export interface Facts {
  /** The student's id, as it is compared. */
  id: string;
  /** When the file was saved. */
  saved: number;
  /** The hash of all that was given, and when; `null`: nothing. */
  answers: string | null;
}

export interface Compared {
  /** Not if the student has handed in a later file. */
  counts: boolean;
  notes: Note[];
}

/** A file that is like no other. */
export const ALONE: Compared = { counts: true, notes: [] };

/** All that was given, and when; claims are left out. */
export function factsOf({ student, saved, answers }: Result): Facts {
  const given = Object.entries(answers).map(
    ([part, steps]): Given => [
      part,
      Object.entries(steps).map(([step, question]) => [
        step,
        question.answers.map((each) => [each.given, each.s]),
      ]),
    ],
  );
  return { id: sameId(student), saved, answers: given.length > 0 ? hashed(given) : null };
}

/** Of a policy by itself. */
export function bareFacts({ student, part, step }: Bare, text: string): Facts {
  return { id: sameId(student), saved: 0, answers: hashed([[part, [[step, [[text, 0]]]]]]) };
}

type Given = [part: string, steps: [step: string, answers: [given: string, s: number][]][]];

/** The order of names is no answer. */
function hashed(given: Given[]): string {
  return hashOf(JSON.stringify(Object.fromEntries(given)));
}

/** Marks files of one student, and files with the same answers at the same times. `facts`: `null` of a file that is not compared. */
export function compare(files: readonly { file: string; facts: Facts | null }[]): Compared[] {
  const all = files.map((): Compared => ({ counts: true, notes: [] }));
  type One = { file: string; facts: Facts; its: Compared };
  const last = new Map<string, One>();
  const made = new Map<string, One>();
  for (const [n, { file, facts }] of files.entries()) {
    const its = all[n];
    if (!facts || !its) continue;
    const one = { file, facts, its };
    const { id, saved, answers } = facts;
    const earlier = last.get(id);
    if (earlier) {
      const [stays, goes] = saved >= earlier.facts.saved ? [one, earlier] : [earlier, one];
      goes.its.counts = false;
      stays.its.notes.push({ kind: 'again', file: goes.file });
      last.set(id, stays);
    } else last.set(id, one);
    if (answers === null) continue;
    const twin = made.get(answers);
    if (twin && twin.facts.id !== id) {
      its.notes.push({ kind: 'copied', file: twin.file });
      twin.its.notes.push({ kind: 'copied', file });
    } else made.set(answers, one);
  }
  return all;
}
