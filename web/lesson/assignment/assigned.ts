/** A lesson as an assignment asks it: the chosen steps alone, with the variants of one student. */
import type { Lesson } from '../language/lesson';
import type { Assignment, Part } from './assignment';

/** `student`: what they entered as their id. */
export function assigned(lesson: Lesson, assignment: Assignment, part: Part, student: string): Lesson {
  const { attempts, hints, seed } = assignment;
  return {
    ...lesson,
    rules: {
      seed: [seed, sameId(student), part.name].join('/'),
      shared: [seed, part.name].join('/'),
      attempts,
      hints,
    },
    // Other steps are left out on the way, as those that are no core otherwise. They may still lead up to one that is asked.
    steps: lesson.steps.map((step) => ({ ...step, more: !part.steps.includes(step.id) })),
  };
}

/** An id as it is compared: the same id twice is one student, whatever its case and the spaces around it. */
export function sameId(student: string): string {
  return student.normalize('NFKC').trim().toLowerCase();
}
