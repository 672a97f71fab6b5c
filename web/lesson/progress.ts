/** Where progress is kept. The page keeps it in the browser; a course page may put another store here. */
import type { Progress } from './play';

export interface ProgressStore {
  /** What was kept under this name, unchecked: `fromProgress` takes what fits. */
  load(lesson: string): unknown;
  save(lesson: string, progress: Progress): void;
  clear(lesson: string): void;
}

const PREFIX = 'ftl-lab.lesson.';

/** In this browser. Where storage is closed (private windows, some iframes) nothing is kept and nothing fails. */
export const browserProgress: ProgressStore = {
  load(lesson) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + lesson) ?? 'null');
    } catch {
      return null;
    }
  },
  save(lesson, progress) {
    attempt(() => localStorage.setItem(PREFIX + lesson, JSON.stringify(progress)));
  },
  clear(lesson) {
    attempt(() => localStorage.removeItem(PREFIX + lesson));
  },
};

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Not kept: said above.
  }
}
