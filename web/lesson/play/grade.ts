/** Judging what a person answered. The engine's numbers are the only key there is. */
import { plain } from '../../base/format';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { equal, type Plain, type Scope, type Value } from '../language/evaluate';
import type { Fault } from '../language/fault';
import type { Choice, Inline, Lesson, Predict, Step, Task } from '../language/lesson';
import { isFault, plainOf, type Stations, scopeAt, truthOf, type Variant, variantOf } from './walk';

/** `choice`: the mistake, where it was recognised. */
export type Verdict = { right: true } | { right: false; hint: Inline[]; choice?: Choice };

/** The scope's answer and the choices' values; faults instead where they cannot be computed. */
export function keyOf(
  predict: Predict,
  scope: Scope,
): { answer: Plain; values: Plain[] } | { faults: Fault[] } {
  const values = [...predict.choices, ...predict.mistakes].map((choice) => plainOf(choice.value, scope));
  const answer = plainOf(predict.answer, scope);
  const faults = [answer, ...values].filter(isFault);
  return faults.length > 0 ? { faults } : { answer: answer as Plain, values: values as Plain[] };
}

/** The faults of a question here: no or several right choices, choices that look the same. */
export function unsound(
  predict: Predict,
  scope: Scope,
): { message: string; remedy: string; choice?: Choice }[] {
  const key = keyOf(predict, scope);
  if ('faults' in key) return key.faults.map(({ message, remedy }) => ({ message, remedy }));
  const { answer, values } = key;
  const found: { message: string; remedy: string; choice?: Choice }[] = [];
  const right = values.filter((value) => equal(value, answer)).length;
  if (predict.choices.length > 0) {
    if (right === 0) {
      found.push({
        message: `no choice is right: the engine says ${shown(answer)}`,
        remedy: 'add it as a choice',
      });
    } else if (right > 1) {
      found.push({
        message: `${right} choices are right: the engine says ${shown(answer)}`,
        remedy: 'make the wrong ones differ from it',
      });
    }
    values.forEach((value, index) => {
      const twin = values.findIndex((other) => equal(other, value));
      const choice = predict.choices[index];
      if (twin < index && choice && !equal(value, answer)) {
        found.push({ message: `two choices are ${shown(value)}`, remedy: 'make them differ', choice });
      }
      if (choice && !equal(value, answer) && choice.hint === null) {
        found.push({
          message: `the wrong choice ${shown(value)} has no hint`,
          remedy: 'explain the misconception',
          choice,
        });
      }
    });
  } else if (typeof answer !== 'number') {
    found.push({
      message: `the answer is ${shown(answer)}, not a number`,
      remedy: 'give choices to choose from',
    });
  }
  return found;
}

/** Mistakes of a number question that are the right answer, or one another. */
export function dullMistakes(predict: Predict, scope: Scope): Choice[] {
  const key = keyOf(predict, scope);
  if ('faults' in key || predict.choices.length > 0) return [];
  return predict.mistakes.filter((_, index) => {
    const value = key.values[index] as Plain;
    return equal(value, key.answer) || key.values.findIndex((other) => equal(other, value)) < index;
  });
}

/** Judges a choice (its index) or a number. */
export function grade(predict: Predict, scope: Scope, given: number): Verdict {
  const key = keyOf(predict, scope);
  if ('faults' in key) return { right: false, hint: [] };
  const choosing = predict.choices.length > 0;
  const there = choosing ? Object.hasOwn(key.values, given) : Number.isFinite(given);
  const value: Value = choosing ? (key.values[given] ?? null) : given;
  if (there && equal(value, key.answer)) return { right: true };
  const recognised = choosing
    ? predict.choices[given]
    : predict.mistakes[key.values.findIndex((wrong) => equal(wrong, value))];
  const hint = recognised?.hint ?? predict.hint ?? [];
  return { right: false, hint, ...(recognised && { choice: recognised }) };
}

/** A request that a person types for a task, `w5 r7 w5+3`, and how many at most. */
const REQUEST = /^[wrt]\d{1,7}(\+\d{1,4})?$/;
export const MAX_REQUESTS = 32;

/** The requests of such a text, with one space between them; `null` where it is something else. */
export function requestsIn(text: string): string | null {
  const requests = text.trim().split(/[\s,]+/);
  const fine = requests.length <= MAX_REQUESTS && requests.every((request) => REQUEST.test(request));
  return fine ? requests.join(' ') : null;
}

/** A number as a person types it, with a comma or a point; NaN for anything else. */
export function numberIn(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  // No number that counts or measures is infinite.
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Variant `number` of a question, with exactly one right answer; `null` where none could be made. */
export function freshVariant(
  lesson: Lesson,
  stations: Stations,
  step: Step & { predict: Predict },
  number: number,
  client: EngineClient,
  signal?: AbortSignal,
): Promise<Variant | null> {
  const sound = ({ station, drawn }: Variant) =>
    unsound(step.predict, scopeAt(lesson, stations, step, station, 'end', { draw: drawn })).length === 0;
  return variantOf(lesson, stations, step, number, client, sound, signal);
}

/** Judges a task: the first condition that does not hold says why. */
export function gradeTask(task: Task, scope: Scope): Verdict {
  for (const { is, otherwise } of task.grade) {
    if (truthOf(is, scope) !== true) return { right: false, hint: otherwise };
  }
  return { right: true };
}

/** A value as a reader sees it. */
export function shown(value: Plain): string {
  if (typeof value === 'number') return plain(value);
  if (value === null) return '–';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}
