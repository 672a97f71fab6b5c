/** The two windows of a lecture: opened from one another, and found again by their names. */
import { currentLanguage } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import { writeLessonLink } from '../../model/saved/lesson-link';
import { hasChannels, lectureChannel, lectureOf } from './lecture-channel';
import type { LectureState } from './lecture-state';
import type { Role } from './sync';

/** Brings the other window to the front, or opens it. Says why it could not. */
export function openWindow(role: Role): string | null {
  const { id, replica } = lectureChannel.getState();
  if (id === null || !replica) return m.lecture_window_blocked();
  if (!hasChannels()) return m.lecture_no_channel();
  const name = `ftl-lab-${role}-${id}`;
  if (Object.values(replica.others).includes(role)) {
    // It is there, though maybe not of our opening: then the browser does not know its name, and nothing is opened.
    const found = window.open('', name);
    if (found && found.location.href !== 'about:blank') found.focus();
    else found?.close();
    return null;
  }
  const features = role === 'presenter' ? 'popup,width=1280,height=720' : 'popup,width=1280,height=800';
  const opened = window.open(addressOf(role, id, lectureOf(lectureChannel.getState())), name, features);
  return opened ? null : m.lecture_window_blocked();
}

function addressOf(role: Role, id: string, lecture: LectureState | null): string {
  const address = new URL(location.href);
  // In the language of this window, whatever the next one would choose by itself.
  const search = { [role === 'presenter' ? 'presenter' : 'lecture']: id, lang: currentLanguage() };
  address.search = new URLSearchParams(search).toString();
  const lesson = lecture?.lesson;
  address.hash =
    role === 'projector' && lesson && 'slug' in lesson
      ? writeLessonLink({ slug: lesson.slug, step: lecture.progress?.step ?? null, theme: null, lang: null })
      : role === 'projector'
        ? '/lesson'
        : '';
  return address.href;
}
