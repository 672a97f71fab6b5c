/**
 * The presenter's window: what the room sees, notes, what comes next, time and steps for the one who speaks; it drives the
 * projector's window. It computes the lesson on an engine of its own, so that it is whole while there is no projector.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Theme } from '../../../base/tokens';
import { m } from '../../../i18n/compiled/messages.js';
import type { StartChallenges } from '../../../lesson/language/challenge';
import { beforehand, type Lesson } from '../../../lesson/language/lesson';
import { flat } from '../../../lesson/language/prose';
import { Failed } from '../../../lesson/parts/Failed';
import { type Course, type StartEngine, useCourse } from '../../../lesson/parts/use-course';
import { usePoints } from '../../../lesson/parts/use-points';
import { useVariant } from '../../../lesson/parts/use-variant';
import { askedOf, locked, type Play } from '../../../lesson/play/play';
import { actionOf } from '../../../state/keys/key-map';
import { LAB_ACTIONS } from '../../../state/keys/keys';
import type { LectureKey } from '../../../state/keys/lecture-keys';
import { preferences } from '../../../state/preferences';
import { Segments } from '../../panel/Parts';
import { act, enter, leave, lectureChannel, lectureOf, sendKey, setSync } from '../lecture-channel';
import { type LectureState, playOf } from '../lecture-state';
import { type Place, present } from '../sync';
import { useSharedLesson } from '../use-shared-lesson';
import { openWindow } from '../windows';
import { Controls } from './Controls';
import { Clock, Steps } from './Overview';
import { pressTalk } from './press';
import { NextStep, Notes, Now, Seen } from './Script';
import { presenterView } from './speaker';
import { useLectureKeys } from './use-lecture-keys';
import { type Shot, type Spot, useEngine, useShot } from './use-shot';
import '../../../lesson/parts/lesson.css';
import './presenter.css';

export interface PresenterProps {
  /** Name of the lecture, from the address. */
  id: string;
  engine: StartEngine;
  challenges: StartChallenges;
  /** Draws the stage; it is a view, and none of the lesson's. */
  Picture: ComponentType<{ shot: Shot; fills: boolean }>;
}

export default function Presenter({ id, engine, challenges, Picture }: PresenterProps) {
  const lecture = useStore(lectureChannel, lectureOf);
  const apart = useStore(lectureChannel, (state) => state.apart);
  const projector = useStore(
    lectureChannel,
    ({ replica }) => replica !== null && present(replica, 'projector'),
  );
  const large = useStore(presenterView, ({ notes }) => notes === 'large');
  useEffect(() => {
    enter(id, 'presenter');
  }, [id]);
  // A bright screen at the desk would be the brightest thing in the hall.
  useEffect(() => {
    preferences.getState().set({ visit: 'dark' });
  }, []);
  useLectureKeys(press);
  useStageKeys();
  useFreeKeys();
  const over = lecture?.over === true;
  useEffect(() => {
    if (!over) return;
    leave();
    window.close();
  }, [over]);
  const lesson = useSharedLesson((apart ?? lecture)?.lesson ?? null);
  useEffect(() => {
    document.title = `${m.lecture_presenter()}: ${lesson?.title ?? m.app_name()}`;
  }, [lesson]);
  const [blocked, setBlocked] = useState<string | null>(null);
  // `leave` forgets the lecture: what is left to say is that it is over.
  const [ended, setEnded] = useState(false);
  if (over && !ended) setEnded(true);

  if (ended || !lecture || !lesson) {
    return (
      <main className="presenter waiting">
        <h1>{m.lecture_presenter()}</h1>
        <p role="status">{ended ? m.lecture_over() : m.lecture_waiting()}</p>
      </main>
    );
  }
  const shown = apart ?? lecture;
  const play = playOf(lesson, shown);
  const steps = lesson.steps.length;
  return (
    <main className="presenter" data-notes={large ? 'large' : undefined}>
      <header>
        <h1>{lesson.title}</h1>
        <span className="quiet">{m.lesson_step({ step: play.step + 1, steps })}</span>
        <Segments of={steps} at={play.step} done={play.step} />
        <Clock timer={lecture.timer} minutes={lesson.minutes} step={play.step} steps={steps} />
      </header>
      {!projector && (
        <p className="lost" role="alert">
          {m.lecture_no_projector()}{' '}
          <button type="button" className="now" onClick={() => setBlocked(openWindow('projector'))}>
            {m.lecture_open_projector()}
          </button>
          {blocked && ` ${blocked}`}
        </p>
      )}
      <Script
        lesson={lesson}
        lecture={lecture}
        play={play}
        apart={apart !== null}
        slug={'slug' in shown.lesson ? shown.lesson.slug : null}
        {...{ engine, challenges, Picture }}
      />
      <Controls
        lecture={lecture}
        apart={apart !== null}
        compares={lesson.steps[play.step]?.compare != null}
        varies={lesson.steps[play.step]?.predict?.variants != null}
      />
    </main>
  );
}

interface ScriptProps extends Pick<PresenterProps, 'engine' | 'challenges' | 'Picture'> {
  lesson: Lesson;
  /** The projector's picture. */
  lecture: LectureState;
  /** Where what is looked at here is: the same, unless sync is off. */
  play: Play;
  apart: boolean;
  slug: string | null;
}

function Script({ lesson, lecture, play, apart, slug, engine, challenges, Picture }: ScriptProps) {
  const course = useCourse(lesson, engine);
  const pictures = useEngine(engine);
  const place = useStore(lectureChannel, ({ replica }) => replica?.place ?? null);
  const there = playOf(lesson, lecture);
  const step = lesson.steps[play.step];
  const next = lesson.steps[play.step + 1] ?? null;
  const seen = useShot(
    pictures,
    0,
    !apart && place ? placed(place) : spotOf(lesson, course, play, play.step),
  );
  const ahead = useShot(pictures, 1, spotOf(lesson, course, play, play.step + 1));
  const points = usePoints(lesson, step?.chart ?? null, course);
  const asked = step ? askedOf(play, step) : null;
  const { variant } = useVariant(lesson, step, asked ?? { variant: 0 }, course);
  if (!step || !asked) return null;
  const stations = course.state === 'ready' ? course.stations : null;
  // Of a variant that is still drawn nothing is said: the lesson's own values would be wrong.
  const drawn = asked.variant > 0 ? { variant } : {};
  const common = { lesson, stations, slug, points };
  return (
    <div className="script">
      <div className="here">
        <section className="fig room" aria-label={apart ? m.lecture_alone() : m.lecture_room_sees()}>
          <header>
            <h2>{apart ? m.lecture_alone() : m.lecture_room_sees()}</h2>
            <span role="status">
              {apart
                ? m.lecture_apart({
                    step: there.step + 1,
                    title: flat(lesson.steps[there.step]?.title ?? []),
                  })
                : lecture.question
                  ? m.lecture_question_on()
                  : lecture.blank
                    ? m.lecture_blank_on()
                    : place?.watch === 'ahead'
                      ? m.lecture_watch_ahead()
                      : place?.watch === 'running'
                        ? m.lecture_watch_running()
                        : ''}
            </span>
          </header>
          <Slide theme={lecture.theme} off={lecture.blank && !apart}>
            <Seen {...common} {...drawn} step={step} play={play} />
            <Drawn taken={seen} theme={lecture.theme} Picture={Picture} />
          </Slide>
        </section>
        <Notes {...common} step={step} />
        {course.state === 'failed' && <Failed reason={course.reason} />}
      </div>
      <div className="ahead">
        <NextStep {...common} points={null} step={next}>
          <Slide theme={lecture.theme}>
            <Drawn taken={ahead} theme={lecture.theme} Picture={Picture} />
          </Slide>
        </NextStep>
        <Now
          {...common}
          {...drawn}
          {...{ step, play, challenges }}
          client={course.state === 'ready' ? course.client : null}
        />
        <Steps lesson={lesson} play={play} there={apart ? there.step : null} />
      </div>
    </div>
  );
}

/** In the room's own colours; the projector's are those of the light theme but for what they change. */
function Slide({ theme, off, children }: { theme: Theme; off?: boolean; children: ReactNode }) {
  return (
    <div data-theme={theme === 'projector' ? 'light' : theme}>
      <div className="slide" data-theme={theme} data-off={off || undefined}>
        {children}
      </div>
    </div>
  );
}

/** Drawn again with every theme: a canvas keeps its colours. */
function Drawn({
  taken,
  theme,
  Picture,
}: {
  taken: ReturnType<typeof useShot>;
  theme: Theme;
  Picture: PresenterProps['Picture'];
}) {
  if (taken === 'none') return <p className="quiet">{m.lecture_no_picture()}</p>;
  return <div className="picture">{taken && <Picture key={theme} shot={taken} fills />}</div>;
}

function placed({ source, position, asking }: Place): Spot {
  return { source, position, asking };
}

/** Where the stage will be when the lesson reaches a step: at its start while its result is to be predicted. */
function spotOf(lesson: Lesson, course: Course, play: Play, index: number): Spot | null {
  const step = lesson.steps[index];
  const station = course.state === 'ready' && step ? course.stations.get(step.id) : undefined;
  if (!step || !station) return null;
  const asking = locked(play, step);
  const result = step.predict ? station.shown : station.end.position;
  const position = asking && beforehand(step) ? station.begin.position : result;
  return { source: station.source, position, asking: asking && step.predict !== null };
}

/** The effect of a key of the lecture here. Pen and laser follow the mouse of the other window. */
function press(key: LectureKey): boolean {
  const { replica, apart } = lectureChannel.getState();
  const lecture = replica?.lecture;
  if (!lecture) return false;
  const stage = {
    step: sendKey,
    watch: replica.place?.watch ?? null,
    watchOn: () => sendKey('watch_on'),
  };
  if (pressTalk(key, lecture, apart ? null : stage)) return true;
  switch (key) {
    case 'undo_stroke':
    case 'clear_strokes':
    case 'pen':
    case 'laser':
    case 'watch':
    case 'compare':
      sendKey(key);
      return true;
    case 'sync':
      setSync(apart !== null);
      return true;
    case 'notes':
      presenterView.setState(({ notes }) => ({ notes: notes === 'large' ? 'normal' : 'large' }));
      return true;
    case 'help':
      presenterView.setState(({ help }) => ({ help: !help }));
      return true;
    case 'put_away': {
      const { help } = presenterView.getState();
      if (help) presenterView.setState({ help: false });
      else if (lecture.blank) act({ type: 'blank', on: false });
      return help || lecture.blank;
    }
    default:
      return false;
  }
}

/** A button pressed by mouse keeps no focus: the clicker's next key is for the lecture, and presses nothing again. */
function useFreeKeys(): void {
  useEffect(() => {
    const free = ({ detail, target }: MouseEvent) => {
      if (detail === 0 || !(target instanceof Element)) return;
      target.closest<HTMLElement>('button, summary')?.blur();
    };
    window.addEventListener('click', free);
    return () => window.removeEventListener('click', free);
  }, []);
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
