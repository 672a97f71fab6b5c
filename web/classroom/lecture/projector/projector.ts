/**
 * The projector's window of a lecture, apart from what it shows: it follows the lecture with the lab. Leaving for a
 * question keeps the moment and frees the lab; coming back restores it. Keys from the presenter reach the stage; the
 * stage reports its position.
 */
import { writeLessonLink } from '../../../model/saved/lesson-link';
import { LAB_ACTIONS } from '../../../state/keys/keys';
import type { LabStore } from '../../../state/lab/lab';
import { lectureMode } from '../../../state/lecture';
import { preferences } from '../../../state/preferences';
import { comeBack, type LabPlace, labPlaceOf } from '../lab-place';
import { leave, lectureChannel, lectureOf, onKey, tellPlace } from '../lecture-channel';
import { type LectureState, sameLesson } from '../lecture-state';
import type { StageKey } from '../sync';
import { watching } from '../watch';
import { inkStore } from './ink';

/** Where a question began: the moment, and the step of the lesson. */
interface Left {
  moment: LabPlace;
  lecture: LectureState;
}

/** Serves until what it returns is called. `failed` hears why the lab did not come back. */
export function serveProjector(lab: LabStore, failed: (reason: string) => void): () => void {
  let left: Left | null = null;
  let theme: LectureState['theme'] | null = null;

  const follow = (lecture: LectureState) => {
    if (lecture.theme !== theme) {
      theme = lecture.theme;
      preferences.getState().set({ visit: theme });
    }
    if (lecture.over) return finish();
    // The lecture has gone on from the step that was come back to.
    const { returning } = lectureMode.getState();
    if (returning?.step && returning.step !== lecture.progress?.step)
      lectureMode.setState({ returning: null });
    const { exploring } = lectureMode.getState();
    if (lecture.question && !exploring) {
      lab.getState().pause();
      const moment = labPlaceOf(lab.getState());
      left = moment ? { moment, lecture } : kept();
      if (moment) keepMoment({ moment, lecture });
      lectureMode.setState({ exploring: true, restoring: false });
    }
    if (!lecture.question && exploring) {
      const back = left ?? kept();
      left = null;
      keepMoment(null);
      lectureMode.setState({ exploring: false, restoring: back !== null });
      if (back) {
        const elsewhere =
          !sameLesson(back.lecture.lesson, lecture.lesson) ||
          back.lecture.progress?.step !== lecture.progress?.step;
        if (!location.hash.startsWith('#/lesson')) {
          if (!elsewhere) lectureMode.setState({ returning: { step: lecture.progress?.step ?? null } });
          location.hash = back.moment.hash;
        }
        void comeBack(lab, back.moment, elsewhere).then((reason) => {
          if (reason !== null) failed(reason);
          lectureMode.setState(({ returns }) => ({ restoring: false, returns: returns + 1 }));
        });
      }
    }
    if (!lecture.question && 'slug' in lecture.lesson) {
      const path = `/lesson/${encodeURIComponent(lecture.lesson.slug)}`;
      if (location.hash.split('?')[0] !== `#${path}`) {
        const { slug } = lecture.lesson;
        // Not by the router, which puts what is behind `?` before the hash.
        location.hash = writeLessonLink({
          slug,
          step: lecture.progress?.step ?? null,
          theme: null,
          lang: null,
        });
      }
    }
  };

  const finish = () => {
    leave();
    keepMoment(null);
    lectureMode.setState({ on: false, exploring: false });
    inkStore.setState({ tool: null, sheets: {} });
    const address = new URL(location.href);
    address.searchParams.delete('lecture');
    history.replaceState(null, '', address);
  };

  let told = '';
  const tell = (anew: boolean) => {
    const { slots, playing, asking } = lab.getState();
    const [slot] = slots;
    if (!slot) return;
    const { state: watch } = watching.getState();
    const now = [slot.serial, playing, asking, watch].join();
    if (now === told && !anew) return;
    told = now;
    const { position, requests } = slot.current.frame;
    tellPlace({ source: slot.source, position, requests, playing, asking, watch });
  };
  const ends = [
    lectureChannel.subscribe((state, before) => {
      const lecture = lectureOf(state);
      if (lecture && lecture !== lectureOf(before)) follow(lecture);
      // A window that came again does not know yet where the stage is.
      if (state.replica && state.replica.others !== before.replica?.others) tell(true);
    }),
    lab.subscribe(() => tell(false)),
    watching.subscribe(() => tell(false)),
    onKey((key) => pressStage(key, lab)),
  ];
  const now = lectureOf(lectureChannel.getState());
  if (now) follow(now);
  return () => {
    for (const end of ends) end();
  };
}

/** A key for what this window shows: the stage, the step's own play, and what is drawn over both. */
export function pressStage(key: StageKey, lab: LabStore): void {
  const ink = inkStore.getState();
  if (key === 'undo_stroke') ink.undo();
  else if (key === 'clear_strokes') ink.clear();
  else if (key === 'pen' || key === 'laser') ink.take(key);
  else if (key === 'compare') compare(lab);
  else if (key === 'watch') watching.getState().toggle();
  else if (key === 'watch_on') watching.getState().on();
  else LAB_ACTIONS[key]?.(lab.getState());
}

/** The comparison that the step at hand offers to set beside its own, and away again. */
function compare(lab: LabStore): void {
  const { comparing, compare: set } = lab.getState();
  if (comparing) void set(null);
  else document.querySelector<HTMLElement>('.lesson-view [data-compares]')?.click();
}

const LEFT = 'ftl-lab.lecture.left';

function keepMoment(left: Left | null): void {
  try {
    if (!left) {
      sessionStorage.removeItem(LEFT);
      return;
    }
    // Files do not fit: of a page loaded again, the lesson brings its own trace.
    const bare = { ...left.moment, trace: null, traceFile: null };
    sessionStorage.setItem(LEFT, JSON.stringify({ ...left, moment: bare }));
  } catch {
    // Closed or full: then the way back holds until the page is loaded again.
  }
}

function kept(): Left | null {
  try {
    return JSON.parse(sessionStorage.getItem(LEFT) ?? 'null');
  } catch {
    return null;
  }
}
