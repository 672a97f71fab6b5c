/** The two windows of a lecture: opened from one another, and found again by their names. */
import { currentLanguage } from '../../base/language';
import { writeLessonLink } from '../../model/saved/lesson-link';
import { lectureChannel, lectureOf } from './lecture-channel';
import type { LectureState } from './lecture-state';
import type { Role } from './sync';

/** Brings the other window to the front, or opens it. `false` where the browser does not let it be opened. */
export function openWindow(role: Role): boolean {
  const { id, replica } = lectureChannel.getState();
  if (id === null || !replica) return false;
  const name = `ftl-lab-${role}-${id}`;
  if (Object.values(replica.others).includes(role)) {
    // It is there, though maybe not of our opening: then the browser does not know its name, and nothing is opened.
    const found = window.open('', name);
    if (found && found.location.href !== 'about:blank') found.focus();
    else found?.close();
    return true;
  }
  const features = role === 'presenter' ? 'popup,width=1280,height=720' : 'popup,width=1280,height=800';
  return window.open(addressOf(role, id, lectureOf(lectureChannel.getState())), name, features) !== null;
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
