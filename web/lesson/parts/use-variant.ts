import { useEffect, useState } from 'react';
import { EngineCrash } from '../../protocol/engine/engine-client';
import type { Lesson, Step } from '../language/lesson';
import { freshVariant } from '../play/grade';
import type { Asked } from '../play/play';
import type { Variant } from '../play/walk';
import type { Course } from './use-course';

/** The fresh variant a person is at, drawn and computed; in a lecture both windows draw the same. */
export function useVariant(
  lesson: Lesson,
  step: Step | undefined,
  { variant: number }: Pick<Asked, 'variant'>,
  course: Course,
) {
  const [made, setMade] = useState<{ of: Step; number: number; variant: Variant | null } | null>(null);
  useEffect(() => {
    if (number === 0 || course.state !== 'ready' || !step?.predict) return;
    const { predict } = step;
    const ended = new AbortController();
    freshVariant(lesson, course.stations, { ...step, predict }, number, course.client, ended.signal)
      .then((variant) => {
        if (!ended.signal.aborted) setMade({ of: step, number, variant });
      })
      .catch((error) => {
        if (ended.signal.aborted) return;
        setMade(() => {
          // An engine that died is no question without another form: the boundary around this part says so.
          if (error instanceof EngineCrash) throw error;
          return { of: step, number, variant: null };
        });
      });
    return () => ended.abort();
  }, [lesson, step, number, course]);
  const current = made?.of === step && made?.number === number && number > 0 ? made : null;
  return { variant: current?.variant ?? null, exhausted: current !== null && current.variant === null };
}
