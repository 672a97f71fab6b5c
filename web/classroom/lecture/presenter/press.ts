/** The keys of a lecture that work in either window. Keys that only one of them has are in its own file. */
import type { LectureKey } from '../../../state/keys/lecture-keys';
import { act } from '../lecture-channel';
import { type LectureState, resized } from '../lecture-state';
import type { Watch } from '../sync';

/** The projector's stage, from either window. */
export interface StageKeys {
  /** Steps it, which a clicker does while a question is on. */
  step(action: 'step' | 'step_back'): void;
  /** The run of the step at hand to watch, and the press that plays it or ends it. */
  watch: Watch;
  watchOn(): void;
}

/** Does what a key means to the lecture; false: it is not one of these. `stage`: `null` where it never reaches it. */
export function pressTalk(key: LectureKey, lecture: LectureState, stage: StageKeys | null): boolean {
  const free = lecture.question && !lecture.blank ? stage : null;
  switch (key) {
    case 'next':
      if (free) free.step('step');
      else if (stage?.watch && !lecture.blank && !lecture.question) stage.watchOn();
      else act({ type: 'advance' });
      return true;
    case 'previous':
      free ? free.step('step_back') : act({ type: 'previous' });
      return true;
    case 'variant':
      // During a question the key belongs to the lab.
      if (lecture.question) return false;
      act({ type: 'fresh' });
      return true;
    case 'blank':
      act({ type: 'blank', on: !lecture.blank });
      return true;
    case 'question':
      act({ type: 'question', on: !lecture.question });
      return true;
    case 'larger':
    case 'smaller':
      act({ type: 'size', size: resized(lecture.size, key === 'larger' ? 1 : -1) });
      return true;
    case 'timer':
      act({ type: 'timer', do: lecture.timer.since === null ? 'start' : 'stop', now: Date.now() });
      return true;
    default:
      return false;
  }
}
