/**
 * Sheets A and B of one lesson: two neighbours get other variants, and no question of a sheet shows the answer of another.
 * Questions that would are dealt to different sheets; one that fits on neither is left out.
 */
import { asks, type Inline, type Lesson, type Step } from '../../lesson/language/lesson';
import { inlineValues, valuesIn } from '../../lesson/language/prose';
import type { Stations } from '../../lesson/play/walk';
import type { Position } from '../../protocol/generated/Position';

export const SHEETS = ['A', 'B'] as const;
export type Sheet = (typeof SHEETS)[number];

/** The questions of each sheet, by step, in the lesson's order. */
export function dealt(lesson: Lesson, stations: Stations): Record<Sheet, readonly string[]> {
  const questions = lesson.steps.filter(asks);
  const apart = (one: Step, other: Step) => shows(stations, one, other) || shows(stations, other, one);
  const sheets: Record<Sheet, Step[]> = { A: [], B: [] };
  for (const step of questions) {
    const free = SHEETS.filter((sheet) => sheets[sheet].every((other) => !apart(step, other)));
    const alone = questions.every((other) => other === step || !apart(step, other));
    // The sheet with fewer questions first.
    const [first] = free.sort((a, b) => sheets[a].length - sheets[b].length);
    for (const sheet of alone ? SHEETS : first ? [first] : []) sheets[sheet].push(step);
  }
  return { A: sheets.A.map(({ id }) => id), B: sheets.B.map(({ id }) => id) };
}

/** Whether the question of `later`, with its picture, shows the answer of `earlier`. */
function shows(stations: Stations, earlier: Step, later: Step): boolean {
  if (namesIn(later).includes(earlier.id)) return true;
  // A variant has figures and a picture of its own run.
  if (earlier.predict?.variants || later.predict?.variants) return false;
  const [one, other] = [stations.get(earlier.id), stations.get(later.id)];
  if (!one || !other || one.source !== other.source) return false;
  const opened = later.task || later.policy || later.design ? other.end : other.begin;
  return isAfter(opened.position, one.begin.position);
}

function isAfter(one: Position, other: Position): boolean {
  return one.request > other.request || (one.request === other.request && one.event > other.event);
}

/** The steps whose results are named before this one is answered: `at(step)`. */
function namesIn({ title, prose, predict, task, policy, challenge, design }: Step): string[] {
  const asked: Inline[] = [
    ...title,
    ...(predict?.ask ?? []),
    ...(predict?.choices.flatMap(({ text }) => text ?? []) ?? []),
    ...(task?.ask ?? []),
    ...(policy?.ask ?? []),
    ...(challenge?.ask ?? []),
    ...(design?.ask ?? []),
  ];
  return [...valuesIn(prose), ...inlineValues(asked)].flatMap(({ text }) =>
    [...text.matchAll(/\bat\(\s*["']?(\w+)/g)].map(([, id]) => id ?? ''),
  );
}
