/** One lesson, step by step: the way through it, where it was left, and the lecture it may be. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Language } from '../../base/language';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { Lesson } from '../../lesson/language/lesson';
import { Failed } from '../../lesson/parts/Failed';
import { type Course, type StartEngine, useCourse } from '../../lesson/parts/use-course';
import { SLUGS } from '../../lesson/play/library';
import { minutesLeft } from '../../lesson/play/minutes';
import {
  fromProgress,
  locked,
  neighbour,
  type Play,
  type PlayAction,
  reduce,
  toProgress,
} from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { PATH, readLessonLink, writeLessonLink } from '../../model/saved/lesson-link';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { preferences } from '../../state/preferences';
import { classStore } from '../lecture/class';
import { start as startLecture } from '../lecture/lecture-channel';
import { begin, type LessonRef } from '../lecture/lecture-state';
import { openWindow } from '../lecture/windows';
import { BarTitle } from './BarTitle';
import { LessonEnd } from './LessonEnd';
import { About, placeIn, Segments, StepPicker, useStepKeys } from './Parts';
import { Recall } from './Recall';
import { StepView } from './StepView';
import { useOtherTab } from './use-other-tab';
import { usePlay } from './use-play';

export interface LessonViewProps {
  lesson: Lesson;
  /** Its name in the course, or its text where it was opened from disk. Must not change between renders. */
  self: LessonRef;
  /** The language of its text; `null`: unknown. */
  language: Language | null;
  /** The step an address asks for, by id or number from 1. */
  wanted: string | null;
  start: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
  progress: ProgressStore;
  close(): void;
  /** Where `close` leads, if not to the list of lessons: then no lecture is offered either. */
  closeText?: string;
  /** The assignment it is a part of. */
  assignment?: InAssignment;
}

interface InAssignment {
  title: string;
  /** Milliseconds since 1970. */
  begun: number;
  /** Shown at the end of the part. */
  end: ReactNode;
}

export function LessonView(props: LessonViewProps) {
  return <LessonOn {...props} course={useCourse(props.lesson, props.start)} />;
}

export interface LessonOnProps extends Omit<LessonViewProps, 'start' | 'close'> {
  course: Course;
  /** Of the questions from earlier lessons; without it there are none. */
  start?: StartEngine;
  close?: () => void;
  /** In the editor: the step at the cursor, which is shown, and where the author goes from there. The focus stays. */
  follows?: { step: number; went(step: number): void };
}

/** A lesson computed by the page that shows it. */
export function LessonOn(props: LessonOnProps) {
  const { lesson, self, language, wanted, course, challenges, policies, progress } = props;
  const { close, closeText, follows } = props;
  const { assignment } = props;
  const slug = 'slug' in self ? self.slug : null;
  // Screen readers say a text in its own language.
  const page = useLanguage();
  const lang = language === null || language === page ? undefined : language;
  const name = 'slug' in self ? self.slug : (progress.named?.(self.text) ?? lesson.title);
  // An assignment has addresses of its own.
  const linked = assignment ? null : slug;
  const {
    play,
    act: go,
    lecturing,
  } = usePlay(lesson, self, () => {
    const kept = fromProgress(lesson, progress.load(name));
    const first = stepOf(lesson, wanted);
    return first === null ? kept : reduce(lesson, kept, { type: 'go', step: first });
  });
  const [lost, setLost] = useState(() =>
    wanted !== null && stepOf(lesson, wanted) === null ? wanted : null,
  );
  useEffect(() => {
    if (linked === null || lecturing) return;
    // Another class link opened after a first one: the page follows it, as if it had been opened with it.
    const follow = () => {
      const [path, search = ''] = location.hash.split('?');
      const [, place, named = ''] = path?.split('/') ?? [];
      const { link } = readLessonLink(place === PATH ? PATH : named, search);
      if (link.slug !== linked || link.step === null) return;
      const index = stepOf(lesson, link.step);
      setLost(index === null ? link.step : null);
      if (index !== null) go({ type: 'go', step: index });
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [linked, lecturing, lesson, go]);
  useEffect(() => {
    progress.save(name, toProgress(lesson, play));
  }, [lesson, name, play, progress]);
  const other = useOtherTab({ lesson, name, play, progress, go, lecturing });
  const followed = follows?.step;
  useEffect(() => {
    if (followed !== undefined) go({ type: 'go', step: followed });
  }, [followed, go]);
  // A lecture is its speaker's, and an author sees every step.
  const choosing = !lecturing && !follows && !assignment && lesson.steps.some(({ more }) => more);
  const chosen = useStore(preferences, (state) => state.coreOnly);
  const coreOnly = assignment !== undefined || (choosing && chosen);
  const act = (wanted: PlayAction) => {
    const steps = wanted.type === 'next' || wanted.type === 'previous';
    const timed = assignment && wanted.type === 'answered' ? { s: secondsSince(assignment.begun) } : {};
    const action = steps ? { ...wanted, coreOnly } : { ...wanted, ...timed };
    go(action);
    const { step: next } = reduce(lesson, play, action);
    if (next !== play.step) follows?.went(next);
  };
  const step = lesson.steps[play.step] ?? lesson.steps[0];
  const title = useRef<HTMLHeadingElement>(null);
  useStepKeys(act, !lecturing);
  const [blocked, setBlocked] = useState<string | null>(null);
  /** Where the person was before starting over, until they go on. */
  const [before, setBefore] = useState<Play | null>(null);
  const anew = before !== null && play.step === 0 && Object.keys(play.asked).length === 0;
  const lecture = () => {
    const { opened } = classStore.getState();
    const lessons = opened?.lessons ?? [];
    const theme = opened?.theme ?? 'projector';
    startLecture(begin(self, Date.now(), { progress: toProgress(lesson, play), lessons, theme }));
    setBlocked(openWindow('presenter'));
  };
  const id = step?.id;
  const scroll = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is read from its top
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [id]);
  useEffect(() => {
    // The address says the step, so that it can be handed on. No event: the page already is there.
    if (linked !== null && id)
      history.replaceState(
        null,
        '',
        `#${writeLessonLink({ slug: linked, step: id, theme: null, lang: null })}`,
      );
  }, [linked, id]);

  // The heading takes the focus on the way through the lesson, not when the page opens.
  const following = followed !== undefined;
  const shownStep = useRef(play.step);
  useEffect(() => {
    if (shownStep.current !== play.step && !following) title.current?.focus();
    shownStep.current = play.step;
  }, [play.step, following]);

  const number = slug === null ? 0 : SLUGS.indexOf(slug) + 1;
  if (!step) return null;
  const after = neighbour(lesson, play.step, 1, coreOnly);
  const last = after === null;
  const open = locked(play, step);
  const reset = () => {
    setBefore(play);
    act({ type: 'reset' });
  };
  return (
    <article
      className="lesson-view"
      aria-label={lesson.title}
      data-look={step.look.map(({ region }) => region).join(' ')}
    >
      <h2 className="visually-hidden">{lesson.title}</h2>
      {!lecturing && close && !closeText && (
        <BarTitle
          title={assignment?.title ?? lesson.title}
          number={number > 0 && !assignment ? number : null}
          lecture={slug === PATH || assignment ? null : lecture}
          closeText={assignment && m.assignment_overview()}
          {...{ lang, close }}
        />
      )}
      <div className="head">
        <StepPicker {...{ lesson, play, coreOnly }} go={(index) => act({ type: 'go', step: index })} />
        {step.more && !assignment && <span className="left">{m.lesson_more()}</span>}
        <span className="left until-end">
          {m.course_left({ minutes: minutesLeft(lesson, play.step, coreOnly) })}
        </span>
        {choosing && (
          <button
            type="button"
            className="small"
            aria-pressed={coreOnly}
            onClick={() => preferences.getState().set({ coreOnly: !coreOnly })}
          >
            {m.lesson_core_only()}
          </button>
        )}
        <Segments {...placeIn(lesson, play.step, coreOnly)} />
        {closeText && close && (
          <button type="button" className="small" onClick={close}>
            {closeText}
          </button>
        )}
      </div>
      <div className="scroll" ref={scroll}>
        {blocked && (
          <p className="trouble" role="alert">
            {blocked}
          </p>
        )}
        {lost !== null && (
          <p className="trouble" role="alert">
            {m.lesson_no_step({ step: lost, steps: lesson.steps.map((each) => each.id).join(', ') })}
          </p>
        )}
        {lang && <p className="quiet">{m.lesson_in_english()}</p>}
        {play.step === 0 && slug !== null && props.start && !lecturing && !assignment && (
          <Recall
            {...{ slug, start: props.start }}
            asked={play.recalled}
            act={(asked) => act({ type: 'recalled', asked })}
          />
        )}
        <StepView
          key={step.id}
          {...{ lesson, step, course, challenges, policies, play, act, slug, title, lang, lecturing }}
          other={other.of(step.id)}
        />
        {course.state === 'failed' && <Failed reason={course.reason} />}
        {course.state === 'computing' && (
          <p className="quiet" role="status">
            {m.lesson_loading()}
          </p>
        )}
        {open && play.nudged > 0 && (
          <p role="status" key={play.nudged}>
            {step.challenge ? m.challenge_lesson_locked() : m.lesson_locked()}
          </p>
        )}
        {last && assignment?.end}
        {last && !open && !assignment && (
          <LessonEnd
            {...{ lesson, play, slug, coreOnly }}
            say={lecturing ? null : (text) => act({ type: 'said', text })}
          />
        )}
        {anew && (
          <p role="status">
            {m.course_anew()}{' '}
            <button type="button" onClick={() => act({ type: 'restore', play: before })}>
              {m.course_undo()}
            </button>
          </p>
        )}
        {!lecturing && !assignment && (
          <About
            lesson={lesson}
            slug={slug === PATH ? null : slug}
            self={slug === PATH ? null : self}
            open={play.step === 0}
            reset={reset}
          />
        )}
      </div>
      <div className="steps">
        <button
          type="button"
          className="quiet"
          aria-keyshortcuts="Alt+ArrowLeft PageUp"
          disabled={neighbour(lesson, play.step, -1, coreOnly) === null}
          onClick={() => act({ type: 'previous' })}
        >
          {m.lesson_back()}
        </button>
        {open && !last ? (
          <>
            <span className="or">{m.lesson_answer_or()}</span>
            <button type="button" onClick={() => act({ type: 'go', step: after ?? play.step })}>
              {m.lesson_skip()}
              <Icon name="right" />
            </button>
          </>
        ) : (
          <button
            type="button"
            className={last ? undefined : 'now'}
            aria-keyshortcuts="Alt+ArrowRight PageDown"
            disabled={last}
            onClick={() => act({ type: 'next' })}
          >
            {m.lesson_next()}
            <Icon name="right" />
          </button>
        )}
      </div>
    </article>
  );
}

function secondsSince(moment: number): number {
  return Math.max(0, Math.round((Date.now() - moment) / 1000));
}

/** The index of a step named by its id or by its number from 1; `null` if the lesson has no such step. */
function stepOf(lesson: Lesson, wanted: string | null): number | null {
  const named = lesson.steps.findIndex(({ id }) => id === wanted);
  const index = named >= 0 || !/^\d{1,4}$/.test(wanted ?? '') ? named : Number(wanted) - 1;
  return lesson.steps[index] ? index : null;
}
