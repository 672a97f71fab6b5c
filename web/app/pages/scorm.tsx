/** Lessons in a learning platform (`?scorm=bast`, the address that a package's launch page leads to). */
import { currentLanguage } from '../../base/language';
import { CLASS_FILE, CLASS_PACKAGE } from '../../base/packed';
import { type Class, parseClass, writeClass } from '../../classroom/lecture/class-file';
import { LessonPanel, type LessonPanelProps } from '../../classroom/panel/LessonPanel';
import { lessonsOf } from '../../classroom/scorm/export';
import { findApi, finishWith, reportTo } from '../../classroom/scorm/report';
import { m } from '../../i18n/compiled/messages.js';
import type { Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { loadLesson } from '../../lesson/play/library';
import { browserProgress, type ProgressStore } from '../../lesson/play/progress';
import { lessonFile } from '../../state/lesson-file';
import { say } from '../page-messages';

/** The panel, with its progress kept by the platform. Without one it is kept in the browser, which is said. */
export async function scormPanel(name: string) {
  const packed = name === CLASS_PACKAGE ? await classBeside() : null;
  const { lessons, names } = packed
    ? await lessonsOf(packed)
    : { lessons: await courseLesson(name), names: [name] };
  const named = (text: string) =>
    names[packed?.lessons.findIndex((ref) => 'text' in ref && ref.text === text) ?? -1];
  const progress = { ...storeFor(lessons), named };
  if (packed) open(packed, names.indexOf(progress.last?.() ?? ''));
  return { default: (props: LessonPanelProps) => <LessonPanel {...props} progress={progress} /> };
}

async function courseLesson(slug: string): Promise<Map<string, Lesson>> {
  const { lesson } = parseLesson((await loadLesson(slug, currentLanguage()))?.text ?? '');
  return new Map(lesson ? [[slug, lesson]] : []);
}

/** The class of the package. Its lessons were read when it was packed. */
async function classBeside(): Promise<Class> {
  const answer = await fetch(new URL(CLASS_FILE, `${location.origin}${location.pathname}`));
  const { class: read } = await parseClass(answer.ok ? await answer.text() : '');
  if (!read) throw new Error(CLASS_FILE);
  return read;
}

/** Hands the class to the panel, at the lesson that a person was in, otherwise at its first step. */
function open(packed: Class, at: number): void {
  const start = at < 0 ? packed.start : { lesson: at, step: null };
  lessonFile.setState({ file: new File([writeClass({ ...packed, start })], CLASS_FILE) });
}

function storeFor(lessons: ReadonlyMap<string, Lesson>): ProgressStore {
  const api = findApi(window);
  if (!api || lessons.size === 0) {
    say(m.course_scorm_alone(), { trouble: true });
    return browserProgress;
  }
  const report = reportTo(api, lessons, browserProgress, (reason) =>
    say(m.course_scorm_refused({ reason }), { trouble: true }),
  );
  finishWith(window, report);
  return report;
}
