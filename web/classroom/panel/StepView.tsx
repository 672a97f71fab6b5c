/** One step of a lesson: prose, what is asked, what is revealed, and the stage where the step wants it. */

import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { lazyPart } from '../../kit/lazy-part';
import { DesignForm } from '../../lesson/design/DesignForm';
import { ownSettings, type Settings } from '../../lesson/design/design';
import { runDesign, scenarioOf } from '../../lesson/design/judge';
import { resultScore, type StartChallenges } from '../../lesson/language/challenge';
import { chartValue } from '../../lesson/language/chart';
import type { Scope } from '../../lesson/language/evaluate';
import { asks, beforehand, type Lesson, type Step } from '../../lesson/language/lesson';
import { ChallengeForm, ftlOf } from '../../lesson/parts/ChallengeForm';
import { Question } from '../../lesson/parts/Question';
import { TaskForm } from '../../lesson/parts/TaskForm';
import { Blocks, Inlines } from '../../lesson/parts/Text';
import { type ChallengeState, useChallenge } from '../../lesson/parts/use-challenge';
import type { Course } from '../../lesson/parts/use-course';
import { usePoints } from '../../lesson/parts/use-points';
import { type Place, useStage } from '../../lesson/parts/use-stage';
import { useVariant } from '../../lesson/parts/use-variant';
import { type Asked, askedOf, locked, type Play, type PlayAction, told } from '../../lesson/play/play';
import { attempt, type Station, scopeAt, sourceOf } from '../../lesson/play/walk';
import { judge, type Played, type Verdict } from '../../lesson/policy/judge';
import type { RunHow } from '../../lesson/policy/PolicyForm';
import { decisionAt, nextDifference, seenAt } from '../../model/policy/decisions';
import type { Position } from '../../protocol/generated/Position';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { turnTo } from '../../state/inspector';
import { lectureMode } from '../../state/lecture';
import { useLab } from '../../state/use-lab';
import { lectureChannel, lectureOf } from '../lecture/lecture-channel';
import { voteOf } from '../lecture/lecture-state';
import { useBeside } from '../lecture/use-beside';
import { useFit } from '../lecture/use-fit';
import { useWatch } from '../lecture/watch';
import { LookButton } from './Parts';
import type { OtherCode } from './use-other-tab';

const Chart = lazyPart(() => import('../../lesson/parts/Chart'));
const PolicyForm = lazyPart(() =>
  import('../../lesson/policy/PolicyForm').then(({ PolicyForm }) => ({ default: PolicyForm })),
);

export interface StepViewProps {
  lesson: Lesson;
  step: Step;
  course: Course;
  challenges: StartChallenges;
  policies: RunPolicy;
  play: Play;
  act(action: PlayAction): void;
  slug: string | null;
  title: React.RefObject<HTMLHeadingElement | null>;
  /** The language of the text, if it is not that of the page. */
  lang: string | undefined;
  /** The audience reads along: the notes are in the presenter's window. */
  lecturing: boolean;
  /** The code of the step in another tab, where it is not that of this one. */
  other: OtherCode | null;
}

export function StepView(props: StepViewProps) {
  const { lesson, step, course, challenges, policies, play, act, slug, title, lang, lecturing, other } =
    props;
  const asked = askedOf(play, step);
  const open = locked(play, step);
  const stations = course.state === 'ready' ? course.stations : null;
  const own = stations?.get(step.id);
  const points = usePoints(lesson, step.chart, course);
  const { variant, exhausted } = useVariant(lesson, step, asked, course);
  const [tried, setTried] = useState<Station | null>(null);
  const [played, setPlayed] = useState<Played | null>(null);

  // A variant that is still drawn has no station: better none than the lesson's own.
  // In an assignment the own question is asked where no variant can be made.
  const station =
    asked.variant > 0 ? (variant?.station ?? (exhausted && lesson.rules ? own : undefined)) : own;
  const known = useMemo(
    () => (stations && own && step.challenge ? scopeAt(lesson, stations, step, own, 'begin') : null),
    [lesson, stations, step, own],
  );
  const challenge = useChallenge(step, own, known, challenges, asked, act);
  const scopes = useMemo(() => {
    const { scored, mine } = challenge;
    const charted = step.chart && points ? { chart: chartValue(step.chart, points) } : {};
    const at = (when: 'begin' | 'end', of: Station | undefined, more = {}): Scope | null => {
      if (!stations || (step.on && !of) || (step.chart && !points && when === 'end')) return null;
      return scopeAt(lesson, stations, step, of, when, when === 'end' ? { ...charted, ...more } : more);
    };
    const drawn = variant && asked.variant > 0 ? { draw: variant.drawn } : {};
    if (step.challenge) {
      return {
        prose: at('begin', own),
        before: at('begin', own),
        after: at('end', own),
        reveal: mine && scored && at('end', own, { score: resultScore(scored, mine) }),
        look: at(open ? 'begin' : 'end', own),
      };
    }
    // A task and a policy begin where the step's own run ends; a prediction before it.
    const hidden = beforehand(step) ? 'begin' : 'end';
    return {
      prose: at(hidden, station, drawn),
      before: at(hidden, station, drawn),
      after: at('end', station, drawn),
      reveal: step.policy
        ? (played?.scope ?? null)
        : at('end', step.task || step.design ? (tried ?? own) : own),
      look: at(open ? 'begin' : 'end', own),
    };
  }, [lesson, stations, step, station, variant, asked.variant, own, tried, played, open, points, challenge]);

  const place = step.challenge
    ? challengePlace(station, challenge, open)
    : played
      ? { source: played.mine.source, position: firstDifference(played) }
      : placeOf(step, station, tried, asked, open);
  // A round needs the marks: its hints speak of them.
  const asking = step.predict !== null && !answered(asked, open);
  const setAsking = useLab((lab) => lab.setAsking);
  useEffect(() => {
    setAsking(asking);
    return () => setAsking(false);
  }, [asking, setAsking]);
  const stage = useStage(
    lesson,
    step.id,
    place,
    open || asked.variant > 0 ? [] : step.look,
    scopes.look,
    step.predict && asked.variant === 0 && own && isShort(own) ? own.begin.position : null,
  );
  // A part of the page gives nothing away, as what is marked in it would: it is turned to before the answer too.
  useEffect(() => {
    for (const { region } of step.look) if (region) turnTo(region);
  }, [step]);
  /** Its result is shown: it is known, and was seen. */
  const concluded = !open && !stage.revealing && asked.variant === 0;
  const watch =
    concluded && (step.predict || !asks(step)) && own && moves(own)
      ? () => stage.watch(own.source, own.begin.position, own.shown)
      : null;
  // Its stage, once it is there for the first time; it moves on in it.
  const [arrived, setArrived] = useState(false);
  if (stage.there && !arrived) setArrived(true);
  // During a question the lab has its own layout, which says nothing about that of the room.
  const { exploring, restoring, returns } = useStore(lectureMode);
  useFit(
    lecturing && !exploring,
    `${step.id} ${arrived} ${concluded} ${returns}`,
    // A round has a stage of its own, and a step on no device none.
    (arrived || !step.on || step.challenge !== null) && !restoring,
  );
  const beside = step.chart ? undefined : lesson.scenarios.get(step.compare ?? '');
  const timed = step.look.some(({ region }) => region === 'timeline');
  useBeside(lecturing && arrived && concluded && timed && beside ? sourceOf(beside.json) : null);
  useWatch({ lecturing, play: watch, finish: () => place && void stage.go(place), ...stage });

  const last = useRef<string | null>(null);
  const trial = async (ops: string): Promise<Scope> => {
    if (course.state !== 'ready' || !step.task) throw new Error('the engine is not ready');
    last.current = ops;
    const made = await attempt(lesson, { ...step, task: step.task }, ops, course.client);
    setTried(made);
    return scopeAt(lesson, course.stations, step, made, 'end');
  };
  const runCode = async (code: string, how: RunHow): Promise<Verdict> => {
    if (course.state !== 'ready' || !step.policy) throw new Error('the engine is not ready');
    const judges = { client: course.client, policies };
    const found = await judge(lesson, course.stations, { ...step, policy: step.policy }, code, judges, how);
    setPlayed(found.runs[0] ?? null);
    return found;
  };
  const trialOf = async (which: 'shown' | 'hidden', settings: Settings): Promise<Scope> => {
    if (course.state !== 'ready' || !step.design) throw new Error('the engine is not ready');
    const made = await runDesign(lesson, step.design, which, settings, course.client);
    setTried(made);
    return scopeAt(lesson, course.stations, step, made, 'end');
  };
  const start = step.design && scenarioOf(lesson, step.design, 'shown');
  const settings = step.design && start && ownSettings(step.design, start);
  // A task shows its first solution, whichever window asked for it, and in a lecture what the speaker gave to it.
  const solution = asked.known && asked.given === null ? step.task?.solutions[0]?.ops : undefined;
  const given = lecturing && step.task ? asked.given : null;
  const wanted = given ?? solution;
  const ready = course.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is to be shown
  useEffect(() => {
    if (ready && wanted !== undefined && wanted !== last.current) void trial(wanted);
  }, [ready, wanted]);
  // A revealed text may be below the visible part; a round announces its result by itself.
  const result = useRef<HTMLDivElement>(null);
  const hidden = useRef(!concluded);
  useEffect(() => {
    if (hidden.current && concluded && !challenge.on) result.current?.scrollIntoView?.({ block: 'nearest' });
    hidden.current = !concluded;
  }, [concluded, challenge.on]);
  const lecture = useStore(lectureChannel, lectureOf);
  const vote = lecturing && lecture ? voteOf(lecture, step.id) : null;
  const votes = vote?.shown ? vote : null;
  const common = {
    asked,
    rules: lesson.rules,
    before: scopes.before,
    slug,
    nudged: play.nudged,
    answered: (given: string, right: boolean) => act({ type: 'answered', given, right }),
    show: () => act({ type: 'show' }),
    // Before a room what is typed is not yet said.
    typed: lecturing ? undefined : (text: string) => act({ type: 'typed', text }),
  };
  return (
    <>
      <h3 ref={title} tabIndex={-1} lang={lang}>
        <Inlines inlines={step.title} scope={scopes.prose} slug={slug} />
      </h3>
      <div
        className="prose"
        lang={lang}
        data-elsewhere={(course.state === 'computing' && !station) || undefined}
      >
        <Blocks blocks={step.prose} scope={scopes.prose} slug={slug} />
      </div>
      {step.predict && (
        <Question
          key={asked.variant}
          predict={step.predict}
          {...{ ...common, votes }}
          after={scopes.after}
          exhausted={exhausted}
          reasoned={lecturing ? undefined : (text) => act({ type: 'reason', text })}
          fresh={() => act({ type: 'fresh' })}
          own={() => act({ type: 'own' })}
        />
      )}
      {step.task && <TaskForm task={step.task} {...common} attempt={trial} />}
      {step.policy && (
        <Suspense>
          <PolicyForm policy={step.policy} {...{ ...common, lecturing, other }} run={runCode} />
        </Suspense>
      )}
      {step.design && settings && (
        <DesignForm design={step.design} own={settings} {...common} run={trialOf} />
      )}
      {step.challenge && (
        <ChallengeForm challenge={step.challenge} state={challenge} ftl={ftlOf(own)} {...common} />
      )}
      {stage.revealing && place && (
        <div className="actions">
          <span role="status">{m.lesson_revealing()}</span>
          <button type="button" className="small" onClick={() => void stage.go(place)}>
            {m.lesson_to_result()}
          </button>
        </div>
      )}
      {concluded && step.reveal.length > 0 && (!step.policy || played) && (
        <div className="reveal" lang={lang} ref={result}>
          <h4>{m.lesson_result()}</h4>
          <Blocks blocks={step.reveal} scope={scopes.reveal} slug={slug} />
        </div>
      )}
      {concluded && step.chart && (
        <Suspense>
          {points ? (
            <Chart chart={step.chart} points={points} />
          ) : (
            <p className="quiet" role="status">
              {m.lesson_chart_computing()}
            </p>
          )}
        </Suspense>
      )}
      <div className="actions">
        {place && !stage.there && !stage.revealing && !challenge.on && (
          <button type="button" onClick={() => void stage.go(place)}>
            {m.lesson_back_to_step()}
          </button>
        )}
        {watch && (
          <button type="button" onClick={() => void watch()}>
            <Icon name="play" />
            {m.lesson_watch()}
          </button>
        )}
        {concluded && step.compare !== null && <CompareButton lesson={lesson} name={step.compare} />}
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
      {step.notes.length > 0 && !lecturing && !lesson.rules && (
        <details className="notes">
          <summary>{m.lesson_notes()}</summary>
          <Blocks blocks={step.notes} scope={scopes.after} slug={slug} />
        </details>
      )}
    </>
  );
}

/** Whether the question that is there, the lesson's own or a fresh variant, needs no answer any more. */
function answered(asked: Asked, open: boolean): boolean {
  return asked.variant > 0 ? asked.verdict === 'right' || told(asked) : !open;
}

/** The position of the stage: at the start of the step while its result is to be predicted, otherwise at its end. */
function placeOf(
  step: Step,
  station: Station | undefined,
  tried: Station | null,
  asked: Asked,
  open: boolean,
): Place | null {
  if ((step.task || step.design) && tried) return { source: tried.source, position: tried.end.position };
  if (!station) return null;
  // A step without a question shows the moment of its text.
  const result = step.predict ? station.shown : station.end.position;
  const position = answered(asked, open) || !step.predict ? result : station.begin.position;
  return { source: station.source, position };
}

/** Where a policy decides otherwise for the first time, otherwise the end of its run. */
function firstDifference({ mine, outcome }: Played): Position {
  const first = nextDifference(outcome.decisions, -1, false);
  return first >= 0 ? seenAt(decisionAt(outcome.decisions, first)) : mine.end.position;
}

/** A round begins where the step does; once it was played, its end is shown. */
function challengePlace(
  station: Station | undefined,
  { mine, scored }: ChallengeState,
  open: boolean,
): Place | null {
  if (open) return station ? { source: station.source, position: station.begin.position } : null;
  return mine && scored ? { source: mine.scenario, position: { request: scored.until, event: 0 } } : null;
}

/** Whether what happens is soon played: not more than a request. */
function isShort({ begin, end }: Station): boolean {
  return end.position.request - begin.position.request <= 1;
}

function moves({ begin, end }: Station): boolean {
  const [from, to] = [begin.position, end.position];
  return to.request > from.request || (to.request === from.request && to.event > from.event);
}

function CompareButton({ lesson, name }: { lesson: Lesson; name: string }) {
  const compare = useLab((lab) => lab.compare);
  const scenario = lesson.scenarios.get(name);
  const open = useCallback(() => {
    if (scenario) void compare(sourceOf(scenario.json));
  }, [compare, scenario]);
  if (!scenario) return null;
  return (
    <button type="button" data-compares onClick={open}>
      {m.lesson_compare({ name: String(scenario.json.name) })}
    </button>
  );
}
