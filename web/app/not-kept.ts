/** The storage took nothing: what is kept only until the page is closed, and how to save it. */
import type { Reason, Work } from '../base/keep';
import { saveAs } from '../base/save';
import { m } from '../i18n/compiled/messages.js';
import { say } from './page-messages';

export function sayNotKept(reason: Reason, work: Work | null): void {
  const why = reason === 'full' ? m.app_unkept_full() : m.app_unkept_closed();
  const save = work?.what === 'lessons' ? saveProgress : work?.save;
  say(`${why} ${whatOf(work)}`, {
    trouble: reason === 'full' || work !== null,
    ...(save && { action: { name: m.app_unkept_save(), act: save } }),
  });
}

function whatOf(work: Work | null): string {
  if (!work) return m.app_unkept_settings();
  if (work.what === 'lessons') return m.app_unkept_lessons();
  if (work.what === 'assignment') return m.app_unkept_assignment();
  return work.save ? m.app_unkept_text() : m.app_unkept_form();
}

async function saveProgress(): Promise<void> {
  const [{ writeProgress }, { browserProgress }] = await Promise.all([
    import('../classroom/course/progress-file'),
    import('../lesson/play/progress'),
  ]);
  saveAs('ftl-lab-progress.json', writeProgress(browserProgress.all()), 'application/json');
}
