/** One lesson, step by step: prose, what is asked, what is revealed, and the stage where the step wants it. */
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { m } from '../i18n/compiled/messages.js';
import { writeLessonLink } from '../model/lesson-link';
import { useLab } from '../state/use-lab';
import type { Scope } from './evaluate';
import { unsound } from './grade';
import type { Lesson, Step } from './lesson';
import { About, LookButton, StepPicker, useStepKeys } from './Parts';
import {
  type Asked,
  askedOf,
  fromProgress,
  locked,
  type Play,
  type PlayAction,
  reduce,
  toProgress,
} from './play';
import type { ProgressStore } from './progress';
import { Question } from './Question';
import { TaskForm } from './TaskForm';
import { Blocks, Inlines } from './Text';
import { type Course, type StartEngine, useCourse } from './use-course';
import { type Place, useStage } from './use-stage';
import { attempt, type Station, scopeAt, sourceOf, type Variant, variantOf } from './walk';

export interface LessonViewProps {
  lesson: Lesson;
  /** Its name in the course; `null` for one opened from disk. */
  slug: string | null;
  /** The step an address asks for, by id or number from 1. */
  wanted: string | null;
  start: StartEngine;
  progress: ProgressStore;
  close(): void;
}

export function LessonView({ lesson, slug, wanted, start, progress, close }: LessonViewProps) {
  const name = slug ?? lesson.title;
  const [play, act] = useReducer(
    (state: Play, action: PlayAction) => reduce(lesson, state, action),
    null,
    () => {
      const kept = fromProgress(lesson, progress.load(name));
      const first = stepOf(lesson, wanted);
      return first === null ? kept : reduce(lesson, kept, { type: 'go', step: first });
    },
  );
  const [lost] = useState(() => (wanted !== null && stepOf(lesson, wanted) === null ? wanted : null));
  useEffect(() => progress.save(name, toProgress(lesson, play)), [lesson, name, play, progress]);
  const course = useCourse(lesson, start);
  const step = lesson.steps[play.step] ?? lesson.steps[0];
  const title = useRef<HTMLHeadingElement>(null);
  useStepKeys(act);
  const id = step?.id;
  useEffect(() => {
    // The address says the step, so that it can be handed on. No event: the page already stands there.
    if (slug !== null && id)
      history.replaceState(null, '', `#${writeLessonLink({ slug, step: id, theme: null })}`);
  }, [slug, id]);

  // The heading takes the focus on the way through the lesson, not when the page opens.
  const shownStep = useRef(play.step);
  useEffect(() => {
    if (shownStep.current !== play.step) title.current?.focus();
    shownStep.current = play.step;
  }, [play.step]);

  if (!step) return null;
  const last = play.step === lesson.steps.length - 1;
  const reset = () => {
    progress.clear(name);
    act({ type: 'reset' });
  };
  return (
    <article className="lesson-view" aria-label={lesson.title}>
      <h2 className="visually-hidden">{lesson.title}</h2>
      <div className="head">
        <StepPicker lesson={lesson} play={play} go={(index) => act({ type: 'go', step: index })} />
        <button type="button" className="plain" onClick={close}>
          {m.lesson_all()}
        </button>
      </div>
      {lost !== null && (
        <p className="trouble" role="alert">
          {m.lesson_no_step({ step: lost, steps: lesson.steps.map((each) => each.id).join(', ') })}
        </p>
      )}
      <progress value={play.step + 1} max={lesson.steps.length} aria-hidden="true" />
      <StepView key={step.id} {...{ lesson, step, course, play, act, slug, title }} />
      {course.state === 'failed' && (
        <p className="trouble" role="alert">
          {m.lesson_failed({ reason: course.reason })}
        </p>
      )}
      {course.state === 'computing' && (
        <p className="quiet" role="status">
          {m.lesson_loading()}
        </p>
      )}
      <div className="actions steps">
        <button
          type="button"
          aria-keyshortcuts="Alt+ArrowLeft PageUp"
          disabled={play.step === 0}
          onClick={() => act({ type: 'previous' })}
        >
          {m.lesson_previous()}
        </button>
        <button
          type="button"
          className={locked(play, step) ? undefined : 'primary'}
          aria-keyshortcuts="Alt+ArrowRight PageDown"
          disabled={last}
          onClick={() => act({ type: 'next' })}
        >
          {m.lesson_next()}
        </button>
      </div>
      {locked(play, step) && play.nudged > 0 && (
        <p role="status" key={play.nudged}>
          {m.lesson_locked()}
        </p>
      )}
      {last && !locked(play, step) && <p className="quiet">{m.lesson_finished()}</p>}
      <About lesson={lesson} open={play.step === 0} reset={reset} />
    </article>
  );
}

/** The index of a step named by its id or by its number from 1; `null` if the lesson has no such step. */
function stepOf(lesson: Lesson, wanted: string | null): number | null {
  const named = lesson.steps.findIndex(({ id }) => id === wanted);
  const index = named >= 0 || !/^\d{1,4}$/.test(wanted ?? '') ? named : Number(wanted) - 1;
  return lesson.steps[index] ? index : null;
}

interface StepViewProps {
  lesson: Lesson;
  step: Step;
  course: Course;
  play: Play;
  act(action: PlayAction): void;
  slug: string | null;
  title: React.RefObject<HTMLHeadingElement | null>;
}

function StepView({ lesson, step, course, play, act, slug, title }: StepViewProps) {
  const asked = askedOf(play, step);
  const open = locked(play, step);
  const stations = course.state === 'ready' ? course.stations : null;
  const own = stations?.get(step.id);
  const { variant, exhausted } = useVariant(lesson, step, asked, course);
  const [tried, setTried] = useState<Station | null>(null);

  // A variant that is still drawn has no station: better none than the lesson's own.
  const station = asked.variant > 0 ? variant?.station : own;
  const scopes = useMemo(() => {
    const at = (when: 'begin' | 'end', of: Station | undefined, more = {}): Scope | null =>
      stations && (of || !step.on) ? scopeAt(lesson, stations, step, of, when, more) : null;
    const drawn = variant && asked.variant > 0 ? { draw: variant.drawn } : {};
    // A task begins where the step's own run ends; a prediction before it.
    const hidden = step.predict ? 'begin' : 'end';
    return {
      prose: at(hidden, station, drawn),
      before: at(hidden, station, drawn),
      after: at('end', station, drawn),
      reveal: at('end', step.task ? (tried ?? own) : own),
      look: at(open ? 'begin' : 'end', own),
    };
  }, [lesson, stations, step, station, variant, asked.variant, own, tried, open]);

  const place = placeOf(step, station, tried, asked, open);
  const stage = useStage(step.id, place, open || asked.variant > 0 ? [] : step.look, scopes.look);

  const trial = async (ops: string): Promise<Scope> => {
    if (course.state !== 'ready' || !step.task) throw new Error('the engine is not ready');
    const made = await attempt(lesson, { ...step, task: step.task }, ops, course.client);
    setTried(made);
    return scopeAt(lesson, course.stations, step, made, 'end');
  };
  const show = () => {
    act({ type: 'show' });
    // A task shows its first solution.
    const solution = step.task?.solutions[0];
    if (solution) void trial(solution.ops);
  };
  const common = {
    asked,
    before: scopes.before,
    slug,
    nudged: play.nudged,
    answered: (given: string, right: boolean) => act({ type: 'answered', given, right }),
    show,
  };
  return (
    <>
      <h3 ref={title} tabIndex={-1}>
        <Inlines inlines={step.title} scope={scopes.prose} slug={slug} />
      </h3>
      <Blocks blocks={step.prose} scope={scopes.prose} slug={slug} />
      {step.predict && (
        <Question
          key={asked.variant}
          predict={step.predict}
          {...common}
          after={scopes.after}
          exhausted={exhausted}
          fresh={() => act({ type: 'fresh' })}
          own={() => act({ type: 'own' })}
          retry={() => act({ type: 'retry' })}
        />
      )}
      {step.task && <TaskForm task={step.task} {...common} attempt={trial} />}
      {!open && asked.variant === 0 && step.reveal.length > 0 && (
        <div className="reveal">
          <h4>{m.lesson_result()}</h4>
          <Blocks blocks={step.reveal} scope={scopes.reveal} slug={slug} />
        </div>
      )}
      <div className="actions">
        {place && !stage.there && (
          <button type="button" onClick={() => void stage.go(place)}>
            {m.lesson_back_to_step()}
          </button>
        )}
        {!open && !step.task && asked.variant === 0 && own && moves(own) && (
          <button
            type="button"
            onClick={() => void stage.watch(own.source, own.begin.position, own.end.position)}
          >
            {m.lesson_watch()}
          </button>
        )}
        {!open && step.compare !== null && <CompareButton lesson={lesson} name={step.compare} />}
        {step.look.map(({ region }) => region && <LookButton key={region} region={region} />)}
      </div>
      {step.source && (
        <p className="quiet source-line">
          {m.lesson_source({
            source: lesson.sources.find(({ id }) => id === step.source?.ref)?.title ?? '',
            at: step.source.at,
          })}
        </p>
      )}
      {step.notes.length > 0 && (
        <details className="notes">
          <summary>{m.lesson_notes()}</summary>
          <Blocks blocks={step.notes} scope={scopes.after} slug={slug} />
        </details>
      )}
    </>
  );
}

/** Where the stage is to stand: at the step's begin while its result is to be predicted, else at its end. */
function placeOf(
  step: Step,
  station: Station | undefined,
  tried: Station | null,
  asked: Asked,
  open: boolean,
): Place | null {
  if (step.task && tried) return { source: tried.source, position: tried.end.position };
  if (!station) return null;
  const answered = asked.variant > 0 ? asked.verdict === 'right' : !open || !step.predict;
  return { source: station.source, position: (answered ? station.end : station.begin).position };
}

function moves({ begin, end }: Station): boolean {
  const [from, to] = [begin.position, end.position];
  return to.request > from.request || (to.request === from.request && to.event > from.event);
}

/** The fresh variant a person is at, drawn and computed. */
function useVariant(lesson: Lesson, step: Step, { variant: number }: Asked, course: Course) {
  const [made, setMade] = useState<{ number: number; variant: Variant | null } | null>(null);
  useEffect(() => {
    if (number === 0 || course.state !== 'ready') return;
    const { predict } = step;
    if (!predict) return;
    const ended = new AbortController();
    const sound = ({ station, drawn }: Variant) =>
      unsound(predict, scopeAt(lesson, course.stations, step, station, 'end', { draw: drawn })).length === 0;
    variantOf(lesson, course.stations, step, number, course.client, sound, ended.signal)
      .catch(() => null)
      .then((variant) => {
        if (!ended.signal.aborted) setMade({ number, variant });
      });
    return () => ended.abort();
  }, [lesson, step, number, course]);
  const current = made?.number === number && number > 0 ? made : null;
  return { variant: current?.variant ?? null, exhausted: current !== null && current.variant === null };
}

function CompareButton({ lesson, name }: { lesson: Lesson; name: string }) {
  const compare = useLab((lab) => lab.compare);
  const scenario = lesson.scenarios.get(name);
  const open = useCallback(() => {
    if (scenario) void compare(sourceOf(scenario.json));
  }, [compare, scenario]);
  if (!scenario) return null;
  return (
    <button type="button" onClick={open}>
      {m.lesson_compare({ name: String(scenario.json.name) })}
    </button>
  );
}
