/** Where progress is kept. The page keeps it in the browser; a course page may put another store here. */
import { keep, kept, keptKeys } from '../../base/keep';
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
}

const PREFIX = 'ftl-lab.lesson.';
const LAST = 'ftl-lab.last-lesson';

type Saved = (lesson: string, progress: Progress) => void;
const listeners = new Set<Saved>();

/** Calls this whenever the progress of a lesson is saved in the browser. */
export function whenSaved(listener: Saved): void {
  listeners.add(listener);
}

/** In this browser. Where storage is closed or full nothing is kept and nothing fails; the page says so, once. */
export const browserProgress: ProgressStore = {
  load(lesson) {
    try {
      return JSON.parse(kept(PREFIX + lesson) ?? 'null');
    } catch {
      return null;
    }
  },
  save(lesson, progress) {
    keep(PREFIX + lesson, JSON.stringify(progress));
    keep(LAST, lesson);
    for (const listener of listeners) listener(lesson, progress);
  },
  clear: (lesson) => keep(PREFIX + lesson, null),
  all() {
    const found = new Map<string, Progress>();
    for (const key of keptKeys(PREFIX)) {
      const progress = browserProgress.load(key.slice(PREFIX.length));
      if (isProgress(progress)) found.set(key.slice(PREFIX.length), progress);
    }
    return found;
  },
  last: () => kept(LAST),
};

/** Puts this in the place of all that is kept. */
export function replaceAll(store: ProgressStore, progress: ReadonlyMap<string, Progress>): void {
  for (const lesson of store.all().keys()) store.clear(lesson);
  for (const [lesson, kept] of progress) store.save(lesson, kept);
}
