/**
 * A class link: a lesson, the step to start at, and a theme for the room:
 * `#/lesson/04-bast?step=switch&theme=projector`. A step is named by its id, or by its number from 1.
 */
import { THEMES, type Theme } from '../base/tokens';

export interface LessonLink {
  /** As the course calls it, without the number of its folder; empty for the list. */
  slug: string;
  step: string | null;
  theme: Theme | null;
}

/** A parameter that means nothing, with what would. */
export interface LessonLinkFault {
  parameter: string;
  /** `null` where the parameter itself is unknown. */
  value: string | null;
  allowed: readonly string[];
}

const PARAMETERS = ['step', 'theme'];

/** Reads the part after `#/lesson/`. What is wrong is left out and told. */
export function readLessonLink(
  name: string,
  search: string,
): { link: LessonLink; faults: LessonLinkFault[] } {
  const parameters = new URLSearchParams(search);
  const faults: LessonLinkFault[] = [];
  for (const parameter of new Set(parameters.keys())) {
    if (!PARAMETERS.includes(parameter)) faults.push({ parameter, value: null, allowed: PARAMETERS });
  }
  const wanted = parameters.get('theme');
  const theme = THEMES.find((each) => each === wanted) ?? null;
  if (wanted !== null && theme === null) {
    faults.push({ parameter: 'theme', value: wanted, allowed: THEMES });
  }
  return { link: { slug: name.replace(/^\d+-/, ''), step: parameters.get('step') || null, theme }, faults };
}

/** The part of an address after `#`. */
export function writeLessonLink({ slug, step, theme }: LessonLink): string {
  const parameters = new URLSearchParams();
  if (step !== null) parameters.set('step', step);
  if (theme !== null) parameters.set('theme', theme);
  const search = parameters.toString();
  return `/lesson/${encodeURIComponent(slug)}${search ? `?${search}` : ''}`;
}
