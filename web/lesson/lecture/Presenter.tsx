/**
 * The presenter's window: notes, what comes next, time and steps for the one who speaks; it drives the projector's
 * window. It computes the lesson on an engine of its own, so that it is whole while there is no projector.
 */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { actionOf } from '../../state/key-map';
import { LAB_ACTIONS } from '../../state/keys';
import type { LectureKey } from '../../state/lecture-keys';
import type { StartRounds } from '../befl';
import { Failed } from '../Failed';
import type { Lesson } from '../lesson';
import { flat } from '../prose';
import { type StartEngine, useCourse } from '../use-course';
import { Controls } from './Controls';
import { Clock, Steps } from './Overview';
import { pressTalk } from './press';
import { act, enter, leave, room, sendKey, setSync, talkOf } from './room';
import { NextStep, Notes, Now } from './Script';
import { present } from './sync';
import { playOf, type Talk } from './talk';
import { useLectureKeys } from './use-lecture-keys';
import { useTalkLesson } from './use-talk-lesson';
import { openWindow } from './windows';
import '../lesson.css';
import './presenter.css';

export interface PresenterProps {
  /** Name of the lecture, from the address. */
  id: string;
  engine: StartEngine;
  rounds: StartRounds;
}

export default function Presenter({ id, engine, rounds }: PresenterProps) {
  const talk = useStore(room, talkOf);
  const apart = useStore(room, (state) => state.apart);
  const projector = useStore(room, ({ replica }) => replica !== null && present(replica, 'projector'));
  useEffect(() => enter(id, 'presenter'), [id]);
  useLectureKeys(press);
  useStageKeys();
  const over = talk?.over === true;
  useEffect(() => {
    if (!over) return;
    leave();
    window.close();
  }, [over]);
  const lesson = useTalkLesson((apart ?? talk)?.lesson ?? null);
  useEffect(() => {
    document.title = `${m.lecture_presenter()}: ${lesson?.title ?? m.app_name()}`;
  }, [lesson]);
  const [blocked, setBlocked] = useState(false);
  // `leave` forgets the talk: what is left to say is that it is over.
  const [ended, setEnded] = useState(false);
  if (over && !ended) setEnded(true);

  if (ended || !talk || !lesson) {
    return (
      <main className="presenter waiting">
        <h1>{m.lecture_presenter()}</h1>
        <p role="status">{ended ? m.lecture_over() : m.lecture_waiting()}</p>
      </main>
    );
  }
  return (
    <main className="presenter">
      <header>
        <h1>{lesson.title}</h1>
        <Clock timer={talk.timer} minutes={lesson.minutes} />
      </header>
      {!projector && (
        <p className="lost" role="alert">
          {m.lecture_no_projector()}{' '}
          <button type="button" onClick={() => setBlocked(!openWindow('projector'))}>
            {m.lecture_open_projector()}
          </button>
          {blocked && ` ${m.lecture_window_blocked()}`}
        </p>
      )}
      <Script
        lesson={lesson}
        talk={talk}
        shown={apart ?? talk}
        apart={apart !== null}
        {...{ engine, rounds }}
      />
      <Controls talk={talk} apart={apart !== null} />
    </main>
  );
}

interface ScriptProps {
  lesson: Lesson;
  /** What the projector shows. */
  talk: Talk;
  /** What is looked at here: the same, unless sync is off. */
  shown: Talk;
  apart: boolean;
  engine: StartEngine;
  rounds: StartRounds;
}

function Script({ lesson, talk, shown, apart, engine, rounds }: ScriptProps) {
  const course = useCourse(lesson, engine);
  const play = playOf(lesson, shown);
  const there = playOf(lesson, talk);
  const step = lesson.steps[play.step];
  if (!step) return null;
  const stations = course.state === 'ready' ? course.stations : null;
  const slug = 'slug' in shown.lesson ? shown.lesson.slug : null;
  const common = { lesson, stations, slug };
  return (
    <div className="script">
      <div className="now">
        <p className="state" role="status">
          {apart
            ? m.lecture_apart({ step: there.step + 1, title: flat(lesson.steps[there.step]?.title ?? []) })
            : talk.question
              ? m.lecture_question_on()
              : talk.blank
                ? m.lecture_blank_on()
                : m.lesson_step({ step: play.step + 1, steps: lesson.steps.length })}
        </p>
        <Now {...common} step={step} play={play} rounds={rounds} />
        {course.state === 'failed' && <Failed reason={course.reason} />}
      </div>
      <div className="say">
        <Notes {...common} step={step} />
        <NextStep {...common} step={lesson.steps[play.step + 1] ?? null} />
      </div>
      <Steps lesson={lesson} play={play} there={apart ? there.step : null} />
    </div>
  );
}

/** What a key of the lecture does here. Pen, laser and full screen are of the other window, and of its mouse. */
function press(key: LectureKey): boolean {
  const { replica, apart } = room.getState();
  const talk = replica?.talk;
  if (!talk) return false;
  if (pressTalk(key, talk, apart ? null : sendKey)) return true;
  switch (key) {
    case 'undo_stroke':
    case 'clear_strokes':
      sendKey(key);
      return true;
    case 'sync':
      setSync(apart !== null);
      return true;
    case 'put_away':
      if (talk.blank) act({ type: 'blank', on: false });
      return talk.blank;
    default:
      return false;
  }
}

/** Keys of the lab that need only its store go to the projector's stage. */
function useStageKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? undefined : actionOf(event);
      if (!action || !LAB_ACTIONS[action]) return;
      const { target } = event;
      if (target instanceof Element && target.closest('button, a, summary, input, select, textarea')) return;
      event.preventDefault();
      sendKey(action);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
