/** Where progress is kept. The page keeps it in the browser; a course page may put another store here. */
import { isUnkept, keep, kept, keptKeys, stored, type Work } from '../../base/keep';
import { LastSeen } from '../kept/merge';
import { isProgress, type Progress } from './play';

export interface ProgressStore {
  /** The text kept under this name, unchecked: `fromProgress` takes the parts that fit. */
  load(lesson: string): unknown;
  save(lesson: string, progress: Progress): void;
  clear(lesson: string): void;
  /** All that is kept and sound, by lesson: a copy. */
  all(): Map<string, Progress>;
  /** The name of a lesson of one's own, by its text; otherwise it is its title. */
  named?(text: string): string | undefined;
  /** The lesson saved last. */
  last?(): string | null;
  /** Calls `hear` when another tab saves the lesson, until what it returns is called. */
  watch?(lesson: string, hear: (progress: Progress) => void): () => void;
  /** The person chose what is typed in this tab for a step, where another tab kept something else: the next save takes it. */
  settle?(lesson: string, step: string): void;
}

const PREFIX = 'ftl-lab.lesson.';
const LAST = 'ftl-lab.last-lesson';

type Saved = (lesson: string, progress: Progress) => void;
const listeners = new Set<Saved>();

/** Calls this whenever the progress of a lesson is saved in the browser. */
export function whenSaved(listener: Saved): void {
  listeners.add(listener);
}

const seen = new LastSeen();
const EMPTY: Progress = { version: 1, step: '', asked: {} };

/** In this browser, for all of its tabs. Where storage is closed or full nothing fails; the page says so. */
export const browserProgress: ProgressStore = {
  load(lesson) {
    seen.opened(lesson, isUnkept(PREFIX + lesson) ? (soundOf(stored(PREFIX + lesson)) ?? EMPTY) : null);
    return parsed(kept(PREFIX + lesson));
  },
  save(lesson, progress) {
    const there = soundOf(stored(PREFIX + lesson));
    const merged = seen.merged(lesson, progress, there);
    const work: Work | null = hasWork(merged) ? { what: 'lessons', save: null } : null;
    if (keep(PREFIX + lesson, JSON.stringify(merged), work)) seen.wrote(lesson, progress, merged);
    keep(LAST, lesson);
    for (const listener of listeners) listener(lesson, merged);
  },
  clear(lesson) {
    seen.forget(lesson);
    keep(PREFIX + lesson, null);
  },
  all() {
    const found = new Map<string, Progress>();
    for (const key of keptKeys(PREFIX)) {
      const progress = soundOf(kept(key));
      if (progress) found.set(key.slice(PREFIX.length), progress);
    }
    return found;
  },
  last: () => kept(LAST),
  watch(lesson, hear) {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const progress = key === PREFIX + lesson ? soundOf(newValue) : null;
      if (!progress) return;
      seen.heard(lesson, progress);
      hear(progress);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  },
  settle: (lesson, step) => seen.settle(lesson, step, soundOf(stored(PREFIX + lesson))),
};

/** Whether a person would miss it: more than the step they are at. */
function hasWork({ asked, said, recalled }: Progress): boolean {
  const questions = [...Object.values(asked), ...Object.values(recalled ?? {})];
  return (
    said !== undefined ||
    questions.some(({ tries, given, draft, reason }) => tries > 0 || (given ?? draft ?? reason) !== undefined)
  );
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function soundOf(text: string | null): Progress | null {
  const progress = parsed(text);
  return isProgress(progress) ? progress : null;
}

/** Puts this in the place of all that is kept. */
export function replaceAll(store: ProgressStore, progress: ReadonlyMap<string, Progress>): void {
  for (const lesson of store.all().keys()) store.clear(lesson);
  for (const [lesson, kept] of progress) store.save(lesson, kept);
}
