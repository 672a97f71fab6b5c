/** Where progress is kept. The page keeps it in the browser; a course page may put another store here. */
import { keep, kept } from '../base/keep';
import type { Progress } from './play';

export interface ProgressStore {
  /** What was kept under this name, unchecked: `fromProgress` takes what fits. */
  load(lesson: string): unknown;
  save(lesson: string, progress: Progress): void;
  clear(lesson: string): void;
}

const PREFIX = 'ftl-lab.lesson.';

/** In this browser. Where storage is closed or full nothing is kept and nothing fails; the page says so, once. */
export const browserProgress: ProgressStore = {
  load(lesson) {
    try {
      return JSON.parse(kept(PREFIX + lesson) ?? 'null');
    } catch {
      return null;
    }
  },
  save: (lesson, progress) => keep(PREFIX + lesson, JSON.stringify(progress)),
  clear: (lesson) => keep(PREFIX + lesson, null),
};
