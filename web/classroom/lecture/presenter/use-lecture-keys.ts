/** Listens for the keys of a lecture, before the page's own. */
import { useEffect } from 'react';
import { isArrow, type LectureKey, lectureKeyOf } from '../../../state/keys/lecture-keys';
import { preferences } from '../../../state/preferences';
import { lectureChannel, lectureOf } from '../lecture-channel';

/** `act` says whether the press meant anything in this window; it must not change between renders. */
export function useLectureKeys(act: (key: LectureKey) => boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = lectureKeyOf(event);
      const lecture = lectureOf(lectureChannel.getState());
      if (key === null || lecture === null || event.defaultPrevented) return;
      // Single letters and marks can be switched off (WCAG 2.1.4).
      if (event.key.length === 1 && !preferences.getState().characterKeys) return;
      // The lab is stepped then, as without a lecture; under a blank screen nothing is.
      if (isArrow(event) && !lecture.blank && (lecture.question || lecture.arrows === 'stage')) return;
      if (event.key === ' ' && !lecture.blank && lecture.question) return;
      if (!act(key) && event.key !== 'F5') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [act]);
}
