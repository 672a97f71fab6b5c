/** Progress and answers as a file: `{ "progress": 1, "lessons": { "bast": … } }`, each lesson as the browser keeps it. */
import type { Fault } from '../../lesson/language/fault';
import { Faults, type Field, readYaml } from '../../lesson/language/yaml';
import { type Asked, MAX_SAID, type Progress } from '../../lesson/play/play';

/** Longest file that is read: a course's answers are a few KiB. */
export const MAX_PROGRESS_BYTES = 1024 * 1024;
const VERSION = 1;

export type ReadProgress =
  | { progress: Map<string, Progress>; faults: [] }
  | { progress: null; faults: Fault[] };

export function writeProgress(progress: ReadonlyMap<string, Progress>): string {
  return `${JSON.stringify({ progress: VERSION, lessons: Object.fromEntries(progress) }, null, 1)}\n`;
}

/** Reads a file of any origin: all of it, or what is wrong and where. JSON is YAML, whose reader knows places. */
export function readProgress(text: string): ReadProgress {
  const faults = new Faults();
  const lessons = new Map<string, Progress>();
  if (text.length > MAX_PROGRESS_BYTES) {
    const message = `the file has more than ${MAX_PROGRESS_BYTES / 1024} KiB`;
    faults.add(1, 1, WHERE, message, 'open a file that "Save progress" wrote');
    return { progress: null, faults: faults.list };
  }
  const file = readYaml(text, 1, WHERE, faults);
  if (file.missing && faults.list.length === 0) file.fault('the file is empty', REMEDY);
  const fields = file.map(['progress', 'lessons'] as const, ['progress', 'lessons']);
  if (faults.list.length === 0 && fields.progress.text() !== String(VERSION))
    fields.progress.fault(
      `version ${fields.progress.text()} is not known here`,
      `this page reads version ${VERSION}`,
    );
  if (faults.list.length === 0)
    for (const [name, field] of fields.lessons.entries()) lessons.set(name, lessonOf(field));
  return faults.list.length > 0 ? { progress: null, faults: faults.list } : { progress: lessons, faults: [] };
}

const WHERE = 'progress';
const REMEDY = 'open a file that "Save progress" wrote';

function lessonOf(field: Field): Progress {
  const keys = ['version', 'step', 'asked', 'said', 'recalled'] as const;
  const { version, step, asked, said, recalled } = field.map(keys, ['version', 'step']);
  if (!version.missing && version.json() !== 1) version.fault('the version is not 1', 'write "version": 1');
  const questionsOf = (of: Field) =>
    Object.fromEntries((of.missing ? [] : of.entries()).map(([id, question]) => [id, askedOf(question)]));
  return {
    version: 1,
    step: step.text(),
    asked: questionsOf(asked),
    ...(!said.missing && { said: saidOf(said) }),
    ...(!recalled.missing && { recalled: questionsOf(recalled) }),
  };
}

function saidOf(field: Field): string {
  const text = field.text();
  if (text.length > MAX_SAID) field.fault(`${text.length} characters`, `at most ${MAX_SAID}`);
  return text;
}

const ASKED = ['variant', 'given', 'verdict', 'known', 'shown', 'tries', 'reason', 'draft'] as const;

function askedOf(field: Field): Asked {
  const fields = field.map(ASKED, ['variant', 'known', 'tries']);
  const count = (of: Field): number => {
    const value = of.missing ? 0 : of.json();
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    of.fault('this is not a count', 'write 0, 1, 2, …');
    return 0;
  };
  const truth = (of: Field): boolean => {
    const value = of.missing ? false : of.json();
    if (typeof value === 'boolean') return value;
    of.fault('this is neither true nor false', 'write true or false');
    return false;
  };
  const textOf = (of: Field): string | null => {
    const value = of.json();
    if (value === null || typeof value === 'string') return value;
    of.fault('an answer is a text', 'put it in quotes, or write null');
    return null;
  };
  const [given, draft] = [textOf(fields.given), textOf(fields.draft)];
  const verdict = fields.verdict.json();
  if (verdict !== null && verdict !== 'right' && verdict !== 'wrong')
    fields.verdict.fault('this is no verdict', 'write "right", "wrong" or null');
  return {
    variant: count(fields.variant),
    given,
    verdict: verdict === 'right' || verdict === 'wrong' ? verdict : null,
    known: truth(fields.known),
    ...(truth(fields.shown) && { shown: true }),
    tries: count(fields.tries),
    ...(!fields.reason.missing && { reason: saidOf(fields.reason) }),
    ...(typeof draft === 'string' && { draft }),
  };
}
