/** The lesson to continue with, read alone: the first page does not wait for a whole course. */
import { currentLanguage } from '../../base/language';
import { parseLesson } from '../../lesson/language/parse';
import { standingOf } from '../../lesson/play/course';
import { loadLesson, SLUGS } from '../../lesson/play/library';
import type { ProgressStore } from '../../lesson/play/progress';
import { preferences } from '../../state/preferences';

export interface ResumeAt {
  slug: string;
  /** From 1. */
  number: number;
  title: string;
  step: number;
  steps: number;
}

/** The lesson opened last, otherwise any other, that was begun and is not done; `null` where there is none. */
export async function resumeOf(progress: ProgressStore): Promise<ResumeAt | null> {
  const kept = progress.all();
  const last = progress.last?.() ?? null;
  const begun = SLUGS.filter((slug) => kept.has(slug)).sort(
    (a, b) => Number(b === last) - Number(a === last),
  );
  for (const slug of begun) {
    const { lesson } = parseLesson((await loadLesson(slug, currentLanguage()))?.text ?? '');
    if (!lesson) continue;
    const { is, step, steps } = standingOf(lesson, kept.get(slug), preferences.getState().coreOnly);
    if (is === 'begun') return { slug, number: SLUGS.indexOf(slug) + 1, title: lesson.title, step, steps };
  }
  return null;
}
