/** What a lecture adds to the projector's window: the bar in place of the head, and what lies over the page. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { LAB_ACTIONS } from '../../state/keys';
import { lectureInAddress } from '../../state/lecture';
import { ariaLectureKeys, type LectureKey, shownLectureKeys } from '../../state/lecture-keys';
import { useLabStore } from '../../state/use-lab';
import { Ink } from './Ink';
import { inkStore, strokesOf } from './ink';
import { pressTalk } from './press';
import { serveProjector } from './projector';
import { act, enter, room, talkOf } from './room';
import { NO_FILTER, type Talk } from './talk';
import { useLectureKeys } from './use-lecture-keys';
import { openWindow } from './windows';
import './projector.css';

export interface ProjectorProps {
  /** Says something that went wrong, over the page. */
  failed(reason: string): void;
}

export default function Projector({ failed }: ProjectorProps) {
  const lab = useLabStore();
  const talk = useStore(room, talkOf);
  useEffect(() => {
    const id = lectureInAddress('lecture');
    if (id !== null) enter(id, 'projector');
    return serveProjector(lab, (reason) => failed(m.lecture_no_way_back({ reason })));
  }, [lab, failed]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-lecture', true);
    return () => void document.documentElement.toggleAttribute('data-lecture', false);
  }, []);
  const [press] = useState(() => pressOf(lab));
  useLectureKeys(press);
  useFilter(talk);
  if (!talk) return null;
  return (
    <>
      <Bar talk={talk} press={press} failed={failed} />
      <Ink
        sheet={
          talk.question ? 'question' : `${JSON.stringify(talk.lesson).slice(0, 80)} ${talk.progress?.step}`
        }
      />
      {talk.blank && (
        <section
          className="blank"
          aria-label={m.lecture_blank_on()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it covers the page, so that it has to have the focus
          tabIndex={0}
          ref={(element) => element?.focus()}
        />
      )}
      <svg width="0" height="0" className="filters" aria-hidden="true">
        <filter id="lecture-gamma" colorInterpolationFilters="sRGB">
          <feComponentTransfer>
            <feFuncR type="gamma" exponent={talk.filter.gamma} />
            <feFuncG type="gamma" exponent={talk.filter.gamma} />
            <feFuncB type="gamma" exponent={talk.filter.gamma} />
          </feComponentTransfer>
        </filter>
      </svg>
    </>
  );
}

/** What a key does here. */
function pressOf(lab: ReturnType<typeof useLabStore>): (key: LectureKey) => boolean {
  return (key) => {
    const talk = talkOf(room.getState());
    if (!talk) return false;
    const { tool, take, undo, clear } = inkStore.getState();
    if (pressTalk(key, talk, (action) => LAB_ACTIONS[action]?.(lab.getState()))) return true;
    switch (key) {
      case 'laser':
      case 'pen':
        take(key);
        return true;
      case 'undo_stroke':
        undo();
        return true;
      case 'clear_strokes':
        clear();
        return true;
      case 'full_screen':
        void toggleFullScreen();
        return true;
      case 'put_away':
        if (tool !== null) take(null);
        else if (talk.blank) act({ type: 'blank', on: false });
        else return false;
        return true;
      default:
        return false;
    }
  };
}

async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // A frame that may not, or a browser without: the browser's own key is left.
  }
}

interface BarProps extends ProjectorProps {
  talk: Talk;
  press: (key: LectureKey) => boolean;
}

function Bar({ talk, press, failed }: BarProps) {
  const tool = useStore(inkStore, (ink) => ink.tool);
  const drawn = useStore(inkStore, (ink) => strokesOf(ink).length > 0);
  const lesson = useStore(room, (state) => state.lesson);
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
      {talk.question ? (
        <p>
          <b>{m.lecture_question_on()}</b>
        </p>
      ) : (
        <h1>{lesson?.title}</h1>
      )}
      {/* The title gives them its room: nothing else moves. */}
      <span className="strokes" hidden={!drawn}>
        {button('undo_stroke', m.lecture_undo_stroke())}
        {button('clear_strokes', m.lecture_clear_strokes())}
      </span>
      {talk.question
        ? button('question', m.lecture_question_back())
        : button('question', m.lecture_question())}
      {button('pen', m.lecture_pen(), tool === 'pen')}
      {button('laser', m.lecture_laser(), tool === 'laser')}
      {button('blank', m.lecture_blank())}
      {button('full_screen', m.lecture_full_screen())}
      <button type="button" onClick={() => openWindow('presenter') || failed(m.lecture_window_blocked())}>
        {m.lecture_presenter()}
      </button>
      <button type="button" onClick={() => act({ type: 'end' })}>
        {m.lecture_end()}
      </button>
    </section>
  );
}

/** On the root, where a filter leaves fixed parts of the page in their places. */
function useFilter(talk: Talk | null): void {
  const { contrast, gamma } = talk?.filter ?? NO_FILTER;
  useEffect(() => {
    const { style } = document.documentElement;
    const parts = [contrast !== 1 && `contrast(${contrast})`, gamma !== 1 && 'url(#lecture-gamma)'];
    style.filter = parts.filter(Boolean).join(' ');
    return () => {
      style.filter = '';
    };
  }, [contrast, gamma]);
}
