/** The questions of one lesson of an assignment, changed: everything else in its file stays as it was. */
import type { Part } from '../../lesson/assignment/assignment';
import { asks, type Lesson } from '../../lesson/language/lesson';

/** A lesson that can be asked. */
export interface Choosable {
  name: string;
  title: string;
  lesson: Lesson;
  /** Of a lesson of one's own. */
  text: string | null;
  /** Its steps without a question that an opened assignment shows as well. */
  told: readonly string[];
}

/**
 * The parts in their order, with `steps` as the questions of `of`. A lesson that was not asked yet goes before those that follow it
 * in `all`. Steps that an opened file shows without a question come along.
 */
export function withQuestions(
  parts: readonly Part[],
  of: Choosable,
  steps: readonly string[],
  all: readonly Choosable[],
): readonly Part[] {
  const there = parts.find(({ name }) => name === of.name);
  const kept = of.lesson.steps.filter((step) => (asks(step) ? steps : of.told).includes(step.id));
  const part = { name: of.name, text: of.text, steps: kept.map(({ id }) => id) };
  if (steps.length === 0) return parts.filter((each) => each !== there);
  if (there) return parts.map((each) => (each === there ? part : each));
  const place = (name: string) => all.findIndex((each) => each.name === name);
  const after = parts.findIndex(({ name }) => place(name) > place(of.name));
  return after < 0 ? [...parts, part] : parts.toSpliced(after, 0, part);
}
