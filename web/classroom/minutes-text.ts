/** How long a lesson takes, for its core steps and for all. */
import { m } from '../i18n/compiled/messages.js';
import type { Lesson } from '../lesson/language/lesson';
import { minutesOf, stepsOf } from '../lesson/play/minutes';

export function minutesText(lesson: Lesson): string {
  const [core, all] = [minutesOf(stepsOf(lesson, true)), minutesOf(lesson.steps)];
  return core === all ? m.course_minutes({ minutes: all }) : m.course_minutes_core({ core, all });
}
