/** The lesson in a learning platform (`?scorm=bast`, the address that a package's launch page leads to). */
import { currentLanguage } from '../../base/language';
import { LessonPanel, type LessonPanelProps } from '../../classroom/panel/LessonPanel';
import { findApi, finishWith, reportTo } from '../../classroom/scorm/report';
import { m } from '../../i18n/compiled/messages.js';
import { parseLesson } from '../../lesson/language/parse';
import { loadLesson } from '../../lesson/play/library';
import { browserProgress, type ProgressStore } from '../../lesson/play/progress';
import { say } from '../page-messages';

/** The panel, with its progress kept by the platform. Without one it is kept in the browser, which is said. */
export async function scormPanel(slug: string) {
  const progress = await storeFor(slug);
  return { default: (props: LessonPanelProps) => <LessonPanel {...props} progress={progress} /> };
}

async function storeFor(slug: string): Promise<ProgressStore> {
  const { lesson } = parseLesson((await loadLesson(slug, currentLanguage()))?.text ?? '');
  const api = findApi(window);
  if (!api || !lesson) {
    say(m.course_scorm_alone(), { trouble: true });
    return browserProgress;
  }
  const report = reportTo(api, new Map([[slug, lesson]]), browserProgress, (reason) =>
    say(m.course_scorm_refused({ reason }), { trouble: true }),
  );
  finishWith(window, report);
  return report;
}
