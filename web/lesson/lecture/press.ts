/** What keys of a lecture do in either window. What only one of them can do, its own file says. */
import type { LectureKey } from '../../state/lecture-keys';
import { act } from './room';
import type { Talk } from './talk';

/**
 * Does what a key means to the talk; false: it is not one of these. `step` steps the projector's stage, which a clicker does
 * while a question is on; `null` where it never does.
 */
export function pressTalk(
  key: LectureKey,
  talk: Talk,
  step: ((action: 'step' | 'step_back') => void) | null,
): boolean {
  const stage = talk.question && !talk.blank ? step : null;
  switch (key) {
    case 'next':
      stage ? stage('step') : act({ type: 'advance' });
      return true;
    case 'previous':
      stage ? stage('step_back') : act({ type: 'previous' });
      return true;
    case 'blank':
      act({ type: 'blank', on: !talk.blank });
      return true;
    case 'question':
      act({ type: 'question', on: !talk.question });
      return true;
    case 'timer':
      act({ type: 'timer', do: talk.timer.since === null ? 'start' : 'stop', now: Date.now() });
      return true;
    default:
      return false;
  }
}
