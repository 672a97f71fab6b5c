/** The lesson that is open beside the stage, for the bar above both. */
import { createStore } from 'zustand/vanilla';

export interface ShownLesson {
  title: string;
  /** Its number in the course; `null` for a lesson from disk. */
  number: number | null;
  /** Begins a lecture on it; `null` while one is held, and where none can be. */
  lecture: (() => void) | null;
  /** Leads back to the course. */
  close: () => void;
}

export const shownLesson = createStore<{ lesson: ShownLesson | null }>()(() => ({ lesson: null }));

/** Whether what explains the stage (why, figures, maps) stands beside it in a lesson, where it is out of the way at first. */
export const inspector = createStore<{ open: boolean }>()(() => ({ open: false }));
