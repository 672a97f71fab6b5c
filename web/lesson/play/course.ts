/** The course as a whole: which lesson builds on which, and how far a person has come. */
import { asks, type Lesson } from '../language/lesson';
import { stepsOf } from './minutes';
import { fromProgress } from './play';

/** A lesson and the lessons it builds on, by name. */
export interface Node {
  slug: string;
  after: readonly string[];
}

/** Lessons that build on one another in a circle, from one of them around to itself; `null`: there are none. */
export function circleIn(lessons: readonly Node[]): string[] | null {
  const after = new Map(lessons.map((lesson) => [lesson.slug, lesson.after]));
  const sound = new Set<string>();
  const follow = (slug: string, way: readonly string[]): string[] | null => {
    if (way.includes(slug)) return [...way.slice(way.indexOf(slug)), slug];
    if (sound.has(slug)) return null;
    for (const earlier of after.get(slug) ?? []) {
      const circle = follow(earlier, [...way, slug]);
      if (circle) return circle;
    }
    sound.add(slug);
    return null;
  };
  for (const { slug } of lessons) {
    const circle = follow(slug, []);
    if (circle) return circle;
  }
  return null;
}

/** How a lesson is with a person. */
export interface Standing {
  is: 'open' | 'begun' | 'done';
  /** The step was at, from 1, and how many there are. */
  step: number;
  steps: number;
  /** Predictions and tasks whose results are known, and how many there are. */
  answered: number;
  questions: number;
}

/**
 * From what was kept, unchecked. Done is a lesson whose questions are all answered, or shown; one without questions when
 * its last step is reached. For a student who takes the core only, those of the core.
 */
export function standingOf(lesson: Lesson, kept: unknown, coreOnly = false): Standing {
  const play = fromProgress(lesson, kept);
  const steps = stepsOf(lesson, coreOnly);
  const asking = steps.filter(asks);
  const answered = asking.filter((step) => play.asked[step.id]?.known).length;
  const last = lesson.steps[play.step] === steps.at(-1);
  const done = asking.length > 0 ? answered === asking.length : last;
  const begun = play.step > 0 || Object.keys(play.asked).length > 0;
  return {
    is: done ? 'done' : begun ? 'begun' : 'open',
    step: play.step + 1,
    steps: lesson.steps.length,
    answered,
    questions: asking.length,
  };
}

/**
 * The lesson to continue with: the one opened last unless it is done, otherwise one that was begun, otherwise the first that is not
 * done. `null`: all are done.
 */
export function currentOf<T extends { slug: string; standing: Standing | null }>(
  lessons: readonly T[],
  last: string | null,
): T | null {
  const is = (lesson: T | undefined, wanted: Standing['is']) => lesson?.standing?.is === wanted;
  const opened = lessons.find(({ slug }) => slug === last);
  if (opened && is(opened, 'begun')) return opened;
  return (
    lessons.find((lesson) => is(lesson, 'begun')) ?? lessons.find((lesson) => is(lesson, 'open')) ?? null
  );
}
