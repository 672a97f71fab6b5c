/** Where a person is in the lessons of a package, as the text that a platform keeps between visits (`cmi.suspend_data`). */
import { asks, type Lesson } from '../../lesson/language/lesson';
import { standingOf } from '../../lesson/play/course';
import { type Asked, isProgress, type Progress } from '../../lesson/play/play';
import { line, marks, readLine, readMarks } from './lines';

/** Characters of it, by the standard. */
const MOST = 4096;

/** The record of a question that outlives a start over. */
export interface Past {
  tries: number;
  shown: boolean;
  /** It was answered correctly before it was shown. */
  right: boolean;
}

export const NO_PAST: Past = { tries: 0, shown: false, right: false };

export interface Suspended {
  /** By lesson. */
  progress: ReadonlyMap<string, Progress>;
  /** By lesson and step, `bast/full_merge`. */
  past: ReadonlyMap<string, Past>;
}

export function keyOf(name: string, step: string): string {
  return `${name}/${step}`;
}

/** Of all visits: whether a question was answered correctly before its result was shown. It stays so. */
export function scored(asked: Asked | undefined, past: Past = NO_PAST): boolean {
  return past.right || (asked?.known === true && !asked.shown && !past.shown);
}

type Short = [
  variant: number,
  given: string | null,
  verdict: 0 | 1 | 2,
  known: 0 | 1,
  shown: 0 | 1,
  tries: number,
  reason?: string,
];
interface Words {
  said?: string;
  recalled?: Record<string, Short>;
}
/** A lesson in full, or as a line, which has its history too. */
type ShortLesson = [name: string, step: string, asked: Record<string, Short> | string, words?: Words];
/** `right` counts 2, `shown` 1. */
type ShortPast = [key: string, tries: number, flags: number];

/**
 * As a text of at most 4,096 characters. Where that is too little, the least needed goes first: the person's words, then the longest
 * answers, which leave their results, then all but a character for each question of a lesson, of finished and of earlier lessons first.
 * Last of all it says which results were shown.
 */
export function packed({ progress, past }: Suspended, lessons: ReadonlyMap<string, Lesson>): string {
  const short = new Map([...progress].map(([name, each]) => [name, shortOf(name, each)]));
  const history = new Map(past);
  const text = () => {
    const h = [...history].map(([key, each]): ShortPast => [key, each.tries, flagsOf(each)]);
    return JSON.stringify({ v: VERSION, l: [...short.values()], h });
  };
  for (const drop of smaller(short, history, progress, lessons)) {
    if (text().length <= MOST) break;
    drop();
  }
  if (text().length <= MOST) return text();
  const shown = [...lessons].map(([name, lesson]) =>
    marks(asking(lesson, name).map(({ id, key }) => isShown(progress.get(name)?.asked[id], past.get(key)))),
  );
  return JSON.stringify({ v: VERSION, l: [], h: [], s: shown });
}

/** Characters of an answer that takes no more room than to say that there is none. */
const SHORT = 8;

/** 2: without words, lines and whether an earlier answer was right. */
const VERSION = 3;

/** The parts that can be left out, one after another. */
function* smaller(
  short: Map<string, ShortLesson>,
  history: Map<string, Past>,
  progress: Suspended['progress'],
  lessons: ReadonlyMap<string, Lesson>,
): Generator<() => void> {
  const answers = [...short.values()].flatMap(([, , asked]) => Object.values(asked) as Short[]);
  for (const [, , , words] of short.values()) if (words) yield () => delete words.recalled;
  for (const answer of answers) if (answer[6] !== undefined) yield () => answer.pop();
  for (const [, , , words] of short.values()) if (words) yield () => delete words.said;
  const length = (answer: Short) => answer[1]?.length ?? 0;
  const longest = answers.filter((each) => length(each) > SHORT).sort((a, b) => length(b) - length(a));
  for (const answer of longest)
    yield () => {
      // Its result stays: known or not.
      answer[1] = null;
      answer[2] = 0;
    };
  const names = [...new Set([...short.keys(), ...lessons.keys()])];
  const done = (name: string) => {
    const lesson = lessons.get(name);
    return lesson !== undefined && standingOf(lesson, progress.get(name) ?? null).is === 'done';
  };
  for (const name of [...names.filter(done), ...names.filter((each) => !done(each))])
    yield () => {
      const lesson = lessons.get(name);
      const questions = lesson ? asking(lesson, name) : [];
      const asked = progress.get(name)?.asked ?? {};
      const inLine = questions.map(({ id, key }) => {
        const before = history.get(key) ?? NO_PAST;
        const now = asked[id];
        return {
          known: now?.known ?? false,
          shown: isShown(now, before),
          right: scored(now, before),
          tries: before.tries + (now?.tries ?? 0),
        };
      });
      for (const { key } of questions) history.delete(key);
      if (short.has(name) || inLine.some(({ shown, tries }) => shown || tries > 0))
        short.set(name, [name, progress.get(name)?.step ?? '', line(inLine)]);
    };
}

function shortOf(name: string, { step, asked, said, recalled }: Progress): ShortLesson {
  const words = { ...(said && { said }), ...(recalled && { recalled: shortened(recalled) }) };
  return [name, step, shortened(asked), ...(said || recalled ? [words] : [])] as ShortLesson;
}

function shortened(asked: Progress['asked']): Record<string, Short> {
  return Object.fromEntries(Object.entries(asked).map(([id, each]) => [id, shortAnswer(each)]));
}

function shortAnswer({ draft, ...asked }: Asked): Short {
  // A draft takes the place of the answer before it: there is room for one.
  const typed = draft === undefined ? {} : { given: draft, verdict: null };
  const { variant, given, verdict, known, shown, tries, reason } = { ...asked, ...typed };
  const judged = verdict === null ? 0 : verdict === 'right' ? 1 : 2;
  return [variant, given, judged, known ? 1 : 0, shown ? 1 : 0, tries, ...(reason ? [reason] : [])] as Short;
}

function flagsOf({ shown, right }: Past): number {
  return (shown ? 1 : 0) + (right ? 2 : 0);
}

function isShown(asked: Asked | undefined, past: Past = NO_PAST): boolean {
  return asked?.shown === true || past.shown;
}

/** The questions of a lesson in order, by step and by key. */
function asking(lesson: Lesson, name: string): { id: string; key: string }[] {
  return lesson.steps.filter(asks).map(({ id }) => ({ id, key: keyOf(name, id) }));
}

/** The output of `packed`, or nothing for anything else: it may be of another version, or of another course. */
export function unpacked(text: string, lessons: ReadonlyMap<string, Lesson>): Suspended {
  const progress = new Map<string, Progress>();
  const past = new Map<string, Past>();
  try {
    const { v, l, h, s } = JSON.parse(text) as { v: number; l: ShortLesson[]; h: ShortPast[]; s?: string[] };
    if (v !== 2 && v !== VERSION) return { progress, past };
    for (const [name, step, short, words] of l) {
      const lesson = lessons.get(name);
      if (typeof short === 'string' && !lesson) continue;
      const asked =
        typeof short === 'string' && lesson
          ? fromLine(short, lesson, name, past)
          : lengthened(short as never);
      const said = words?.said && { said: words.said };
      const recalled = words?.recalled && { recalled: lengthened(words.recalled) };
      progress.set(name, { version: 1, step, asked, ...said, ...recalled });
    }
    for (const [key, tries, flags] of h)
      past.set(key, { tries, shown: (flags & 1) > 0, right: (flags & 2) > 0 });
    for (const [index, [name, lesson]] of [...lessons].entries())
      for (const [at, { key }] of asking(lesson, name).entries())
        if (readMarks(s?.[index] ?? '')[at]) past.set(key, { ...NO_PAST, shown: true });
    const sound =
      [...progress].every(([name, each]) => typeof name === 'string' && isProgress(each)) &&
      [...past].every(([key, { tries }]) => typeof key === 'string' && Number.isInteger(tries));
    if (sound) return { progress, past };
  } catch {
    // Not of this page.
  }
  return { progress: new Map(), past: new Map() };
}

function lengthened(short: Record<string, Short>): Record<string, Asked> {
  return Object.fromEntries(
    Object.entries(short).map(([id, [variant, given, judged, known, shown, tries, reason]]) => {
      const verdict = ([null, 'right', 'wrong'] as const)[judged];
      const more = { ...(shown && { shown: true }), ...(reason !== undefined && { reason }) };
      return [id, { variant, given, verdict, known: known === 1, ...more, tries } as Asked];
    }),
  );
}

/** The questions of a lesson; their history goes to `past`. */
function fromLine(text: string, lesson: Lesson, name: string, past: Map<string, Past>): Progress['asked'] {
  const questions = asking(lesson, name);
  // Of another version of the lesson.
  if (text.length !== questions.length) return {};
  const asked: Record<string, Asked> = {};
  for (const [at, { known, shown, right, tries }] of readLine(text).entries()) {
    const { id = '', key = '' } = questions[at] ?? {};
    if (tries > 0 || shown) past.set(key, { tries, shown, right });
    if (known) {
      const more = shown && !right ? { shown } : {};
      asked[id] = { variant: 0, given: null, verdict: null, known, ...more, tries: 0 };
    }
  }
  return asked;
}
