/**
 * A class link: a lesson, the step to start at, a theme for the room and a language:
 * `#/lesson/04-bast?step=switch&theme=projector&lang=ko`. A step is named by its id, or by its number from 1. The
 * 15-minute path is a lesson with an address of its own: `#/path?step=wait`.
 */
import { LANGUAGES, type Language } from '../../base/language';
import { THEMES, type Theme } from '../../base/tokens';

/** The name of the 15-minute path among lessons. */
export const PATH = 'path';
/** That of assignments, `#/assignment/…`. */
export const ASSIGNMENT = 'assignment';

export interface LessonLink {
  /** As the course calls it, without the number of its folder; empty for the list. */
  slug: string;
  step: string | null;
  theme: Theme | null;
  lang: Language | null;
}

/** A parameter that means nothing, with what would. */
export interface LessonLinkFault {
  parameter: string;
  /** `null` where the parameter itself is unknown. */
  value: string | null;
  allowed: readonly string[];
}

const PARAMETERS = ['step', 'theme', 'lang'];

/** Reads the part after `#/lesson/`. A wrong entry is left out and reported. */
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
  const spoken = parameters.get('lang');
  const lang = LANGUAGES.find((each) => each === spoken) ?? null;
  if (spoken !== null && lang === null) {
    faults.push({ parameter: 'lang', value: spoken, allowed: LANGUAGES });
  }
  return {
    link: { slug: name.replace(/^\d+-/, ''), step: parameters.get('step') || null, theme, lang },
    faults,
  };
}

/** The part of an address after `#`. */
export function writeLessonLink({ slug, step, theme, lang }: LessonLink): string {
  const parameters = new URLSearchParams();
  if (step !== null) parameters.set('step', step);
  if (theme !== null) parameters.set('theme', theme);
  if (lang !== null) parameters.set('lang', lang);
  const search = parameters.toString();
  const page = slug === PATH ? '/path' : `/lesson/${encodeURIComponent(slug)}`;
  return `${page}${search ? `?${search}` : ''}`;
}
