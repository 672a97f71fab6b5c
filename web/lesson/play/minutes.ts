/**
 * How long steps take a student, computed from the lesson: reading at 180 words a minute, 45 seconds for a prediction,
 * 3 minutes for a task, a round or a design, 12 for code to write. Speaker's notes and hints are not read by everyone and not counted.
 */
import type { Inline, Lesson, Step } from '../language/lesson';
import { words } from '../language/prose';

const WORDS_A_MINUTE = 180;
const PREDICTION = 45;
const TASK = 3 * 60;
const POLICY = 12 * 60;

/** The steps that a student goes through. */
export function stepsOf({ steps }: Pick<Lesson, 'steps'>, coreOnly: boolean): readonly Step[] {
  return coreOnly ? steps.filter(({ more }) => !more) : steps;
}

/** Whole minutes for these steps, at least one. */
export function minutesOf(steps: readonly Step[]): number {
  return Math.max(1, Math.round(steps.reduce((sum, step) => sum + secondsOf(step), 0) / 60));
}

/** Minutes from a step, counted from 0, to the end of a lesson. */
export function minutesLeft(lesson: Pick<Lesson, 'steps'>, from: number, coreOnly: boolean): number {
  return minutesOf(stepsOf({ steps: lesson.steps.slice(from) }, coreOnly));
}

function secondsOf({ title, prose, reveal, predict, task, policy, challenge, design }: Step): number {
  const lines: Inline[][] = [title];
  if (predict) lines.push(predict.ask, ...predict.choices.flatMap(({ text }) => (text ? [text] : [])));
  if (task) lines.push(task.ask);
  if (policy) lines.push(policy.ask);
  if (challenge) lines.push(challenge.ask);
  if (design) lines.push(design.ask);
  const asked = lines.map((children) => ({ kind: 'paragraph' as const, children }));
  const read = words(asked) + words(prose) + words(reveal);
  const does = (predict ? PREDICTION : 0) + (task || challenge || design ? TASK : 0) + (policy ? POLICY : 0);
  return (60 * read) / WORDS_A_MINUTE + does;
}
