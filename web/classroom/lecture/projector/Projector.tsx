/**
 * A lecture's additions to the projector's window: where the lesson is at the top, the keys in a quiet line at the
 * foot, and the layers over the page. The room sees no controls: they are in the presenter's window, and here only
 * while there is none.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { m } from '../../../i18n/compiled/messages.js';
import { Icon, type IconName } from '../../../kit/Icon';
import { flat } from '../../../lesson/language/prose';
import { ariaLectureKeys, type LectureKey, shownLectureKeys } from '../../../state/keys/lecture-keys';
import { lectureInAddress } from '../../../state/lecture';
import { useLabStore } from '../../../state/use-lab';
import { Segments } from '../../panel/Parts';
import { act, enter, lectureChannel, lectureOf } from '../lecture-channel';
import { type LectureState, NO_FILTER, playOf } from '../lecture-state';
import { pressTalk } from '../presenter/press';
import { useLectureKeys } from '../presenter/use-lecture-keys';
import { present } from '../sync';
import { watching } from '../watch';
import { openWindow } from '../windows';
import { Ink } from './Ink';
import { inkStore, strokesOf } from './ink';
import { pressStage, serveProjector } from './projector';
import './projector.css';
import './looked.css';

export interface ProjectorProps {
  /** Says something that went wrong, over the page. */
  failed(reason: string): void;
}

export default function Projector({ failed }: ProjectorProps) {
  const lab = useLabStore();
  const lecture = useStore(lectureChannel, lectureOf);
  useEffect(() => {
    const id = lectureInAddress('lecture');
    if (id !== null) enter(id, 'projector');
    const stop = serveProjector(lab, (reason) => failed(m.lecture_no_way_back({ reason })));
    return stop;
  }, [lab, failed]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-lecture', true);
    return () => void document.documentElement.toggleAttribute('data-lecture', false);
  }, []);
  const [press] = useState(() => pressOf(lab, failed));
  useLectureKeys(press);
  useFilter(lecture);
  useSize(lecture);
  useReach();
  const alone = useStore(lectureChannel, ({ replica }) => replica !== null && !present(replica, 'presenter'));
  const wanted = useStore(controls, (state) => state.shown);
  if (!lecture) return null;
  return (
    <>
      <Head lecture={lecture} />
      {alone && wanted && <Bar lecture={lecture} press={press} failed={failed} />}
      <Foot />
      <Ink
        sheet={
          lecture.question
            ? 'question'
            : `${JSON.stringify(lecture.lesson).slice(0, 80)} ${lecture.progress?.step}`
        }
      />
      {lecture.blank && (
        <section
          className="blank"
          aria-label={m.lecture_blank_on()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it covers the page, so that it has to have the focus
          tabIndex={0}
          ref={(element) => {
            element?.focus();
          }}
        />
      )}
      <svg width="0" height="0" className="filters" aria-hidden="true">
        <filter id="lecture-gamma" colorInterpolationFilters="sRGB">
          <feComponentTransfer>
            <feFuncR type="gamma" exponent={lecture.filter.gamma} />
            <feFuncG type="gamma" exponent={lecture.filter.gamma} />
            <feFuncB type="gamma" exponent={lecture.filter.gamma} />
          </feComponentTransfer>
        </filter>
      </svg>
    </>
  );
}

/** Whether the controls are wanted on this screen. They show only while there is no presenter's window. */
const controls = createStore<{ shown: boolean }>()(() => ({ shown: false }));

/** Dots from the top edge within which the mouse asks for the controls, and beyond which it lets them go. */
const [REACHES, LEAVES] = [6, 160];

function useReach(): void {
  useEffect(() => {
    let by = false;
    const move = ({ clientY, buttons }: PointerEvent) => {
      if (buttons !== 0 || inkStore.getState().tool !== null) return;
      if (clientY <= REACHES) {
        by = true;
        controls.setState({ shown: true });
      } else if (by && clientY > LEAVES) {
        by = false;
        controls.setState({ shown: false });
      }
    };
    window.addEventListener('pointermove', move);
    return () => window.removeEventListener('pointermove', move);
  }, []);
}

/** The effect of a key here. */
function pressOf(
  lab: ReturnType<typeof useLabStore>,
  failed: ProjectorProps['failed'],
): (key: LectureKey) => boolean {
  return (key) => {
    const lecture = lectureOf(lectureChannel.getState());
    if (!lecture) return false;
    const { tool, take } = inkStore.getState();
    const stage = {
      step: (action: 'step' | 'step_back') => pressStage(action, lab),
      watch: watching.getState().state,
      watchOn: () => pressStage('watch_on', lab),
    };
    if (pressTalk(key, lecture, stage)) return true;
    switch (key) {
      case 'laser':
      case 'pen':
      case 'watch':
      case 'compare':
      case 'undo_stroke':
      case 'clear_strokes':
        pressStage(key, lab);
        return true;
      case 'controls':
        controls.setState(({ shown }) => ({ shown: !shown }));
        return true;
      case 'full_screen':
        void toggleFullScreen(failed);
        return true;
      case 'put_away':
        if (tool !== null) take(null);
        else if (lecture.blank) act({ type: 'blank', on: false });
        else controls.setState(({ shown }) => ({ shown: !shown }));
        return true;
      default:
        return false;
    }
  };
}

/** A frame may not, some browsers do not know it, and others want a press in this window first: the browser's own way is left. */
async function toggleFullScreen(failed: ProjectorProps['failed']): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    failed(m.lecture_no_full_screen());
  }
}

/** The place of the lesson, or that it waits during a question. */
function Head({ lecture }: { lecture: LectureState }) {
  const lesson = useStore(lectureChannel, (state) => state.lesson);
  const play = lesson && playOf(lesson, lecture);
  const step = play && lesson?.steps[play.step];
  const steps = lesson?.steps.length ?? 0;
  const segments = play && <Segments of={steps} at={play.step} done={play.step} />;
  // During a question the head is the lab's own.
  if (lecture.question)
    return (
      <div className="lecture-head">
        <p role="status">
          <b>{m.lecture_question_on()}</b>
        </p>
        {segments}
      </div>
    );
  return (
    <header className="lecture-head">
      <h1>{lesson?.title}</h1>
      {step && <span>{flat(step.title)}</span>}
      {play && <p className="visually-hidden">{m.lesson_step({ step: play.step + 1, steps })}</p>}
      {segments}
    </header>
  );
}

const KEYS_SHOWN: readonly [LectureKey, string, () => string][] = [
  ['question', 'Q', m.lecture_question],
  ['pen', 'P', m.lecture_pen],
  ['laser', 'L', m.lecture_laser],
  ['blank', 'B', m.lecture_blank],
];

/** The keys that a speaker at this screen looks for, and nothing to press. */
function Foot() {
  const tool = useStore(inkStore, (ink) => ink.tool);
  return (
    <footer className="lecture-foot">
      <ul aria-label={m.lecture_keys()}>
        {KEYS_SHOWN.map(([key, letter, name]) => (
          <li key={key} data-on={tool === key || undefined}>
            <Icon name={KEY_ICONS[key] ?? 'help'} />
            <kbd>{letter}</kbd>
            <span className="visually-hidden">{name()}</span>
          </li>
        ))}
      </ul>
    </footer>
  );
}

const KEY_ICONS: Partial<Record<LectureKey, IconName>> = {
  question: 'help',
  pen: 'pencil',
  laser: 'target',
  blank: 'screen',
};

interface BarProps extends ProjectorProps {
  lecture: LectureState;
  press: (key: LectureKey) => boolean;
}

function Bar({ lecture, press, failed }: BarProps) {
  const tool = useStore(inkStore, (ink) => ink.tool);
  const drawn = useStore(inkStore, (ink) => strokesOf(ink).length > 0);
  const lesson = useStore(lectureChannel, (state) => state.lesson);
  const varies = lesson?.steps[playOf(lesson, lecture).step]?.predict?.variants != null;
  const button = (key: LectureKey, name: string, pressed?: boolean) => (
    <button
      type="button"
      title={shownLectureKeys(key).join(' ')}
      aria-keyshortcuts={ariaLectureKeys(key)}
      aria-pressed={pressed}
      onClick={(event) => {
        press(key);
        // Space is to play, not to press this again.
        event.currentTarget.blur();
      }}
    >
      {name}
    </button>
  );
  return (
    <section className="lecture-bar" aria-label={m.lecture_region()}>
      <span className="strokes" hidden={!drawn}>
        {button('undo_stroke', m.lecture_undo_stroke())}
        {button('clear_strokes', m.lecture_clear_strokes())}
      </span>
      {lecture.question
        ? button('question', m.lecture_question_back())
        : button('question', m.lecture_question())}
      {varies && !lecture.question && button('variant', m.lecture_variant())}
      {button('pen', m.lecture_pen(), tool === 'pen')}
      {button('laser', m.lecture_laser(), tool === 'laser')}
      {button('blank', m.lecture_blank())}
      {button('full_screen', m.lecture_full_screen())}
      <button
        type="button"
        onClick={() => {
          const reason = openWindow('presenter');
          if (reason !== null) failed(reason);
        }}
      >
        {m.lecture_presenter()}
      </button>
      <button type="button" onClick={() => act({ type: 'end' })}>
        {m.lecture_end()}
      </button>
    </section>
  );
}

/** On the root, from which all lengths of the page follow. */
function useSize(lecture: LectureState | null): void {
  const size = lecture?.size ?? 'normal';
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.room = size;
    return () => {
      delete dataset.room;
    };
  }, [size]);
}

/** On the root, where a filter leaves fixed parts of the page in their places. */
function useFilter(lecture: LectureState | null): void {
  const { contrast, gamma } = lecture?.filter ?? NO_FILTER;
  useEffect(() => {
    const { style } = document.documentElement;
    const parts = [contrast !== 1 && `contrast(${contrast})`, gamma !== 1 && 'url(#lecture-gamma)'];
    style.filter = parts.filter(Boolean).join(' ');
    return () => {
      style.filter = '';
    };
  }, [contrast, gamma]);
}
