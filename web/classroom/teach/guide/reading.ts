/** Texts to read beside the course, and the lessons that they go with. Sections are as their authors number them. */
import readings from './reading.json';

interface Reading {
  text: string;
  /** Sections; empty for all of it. */
  at: string;
  href: string | null;
  lessons: readonly string[];
}

export const READINGS: readonly Reading[] = readings;
