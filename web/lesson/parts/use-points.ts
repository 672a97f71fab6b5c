/** The points of a step's chart, computed when the step is shown: a lesson is not to wait for all its charts. */
import { useEffect, useState } from 'react';
import { type Points, pointsOf } from '../language/chart';
import type { Chart, Lesson } from '../language/lesson';
import type { Course } from './use-course';

/** Charts made before: on the way back they are at once. A chart belongs to one lesson and never changes. */
const made = new WeakMap<Chart, Points>();

export function usePoints(lesson: Lesson, chart: Chart | null, course: Course): Points | null {
  const [, arrived] = useState(0);
  useEffect(() => {
    if (!chart || made.has(chart) || course.state !== 'ready') return;
    const ended = new AbortController();
    pointsOf(lesson, chart, course.client, ended.signal).then(
      (points) => {
        made.set(chart, points);
        if (!ended.signal.aborted) arrived((count) => count + 1);
      },
      // The lesson was checked: what comes here is an engine that was closed.
      () => undefined,
    );
    return () => ended.abort();
  }, [lesson, chart, course]);
  return chart ? (made.get(chart) ?? null) : null;
}
