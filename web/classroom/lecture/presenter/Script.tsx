/** The presenter's view: the step as the audience sees it; its answer and result; the notes; and the step that comes. */
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { costText } from '../../../i18n/challenge-words';
import { m } from '../../../i18n/compiled/messages.js';
import { lazyPart } from '../../../kit/lazy-part';
import { DesignForm, settingsText } from '../../../lesson/design/DesignForm';
import { ownSettings } from '../../../lesson/design/design';
import { runDesign, scenarioOf } from '../../../lesson/design/judge';
import { type StartChallenges, scoreValue, withChoices } from '../../../lesson/language/challenge';
import { chartValue, type Points } from '../../../lesson/language/chart';
import type { Scope, Value } from '../../../lesson/language/evaluate';
import {
  asks,
  beforehand,
  type Challenge,
  type Lesson,
  type Predict,
  type Step,
} from '../../../lesson/language/lesson';
import { choicesText, ftlOf } from '../../../lesson/parts/ChallengeForm';
import { TaskForm } from '../../../lesson/parts/TaskForm';
import { Blocks, Inlines } from '../../../lesson/parts/Text';
import { useScored } from '../../../lesson/parts/use-challenge';
import { keyOf, shown } from '../../../lesson/play/grade';
import { askedOf, locked, type Play, told } from '../../../lesson/play/play';
import { attempt, type Stations, scopeAt, type Variant } from '../../../lesson/play/walk';
import type { EngineClient } from '../../../protocol/engine/engine-client';
import type { ChallengeShown } from '../../../protocol/generated/ChallengeShown';
import { messageOf } from '../../../state/lab/recovery';
import { act } from '../lecture-channel';
import { Votes } from './Votes';

const Chart = lazyPart(() => import('../../../lesson/parts/Chart'));

interface Common {
  lesson: Lesson;
  /** `null` while the engine computes. */
  stations: Stations | null;
  slug: string | null;
  /** The points of the step's chart; `null` while they are computed, and without a chart. */
  points: Points | null;
  /** The variant that the room is asked; `null` while it is drawn. Left out: the lesson's own question. */
  variant?: Variant | null;
}

/** The audience's first view of a step, and the engine's values at its end. */
function scopesOf(
  { lesson, stations, points, variant }: Common,
  step: Step,
): { prose: Scope | null; end: Scope | null } {
  if (variant === null) return { prose: null, end: null };
  const own = variant?.station ?? stations?.get(step.id);
  const draw: { [name: string]: Value } = variant ? { draw: variant.drawn } : {};
  const charted: { [name: string]: Value } =
    step.chart && points ? { chart: chartValue(step.chart, points) } : {};
  const at = (when: 'begin' | 'end') =>
    stations && (own || !step.on) && (points || !step.chart || when === 'begin')
      ? scopeAt(lesson, stations, step, own, when, when === 'end' ? { ...charted, ...draw } : draw)
      : null;
  return { prose: at(beforehand(step) ? 'begin' : 'end'), end: at('end') };
}

interface SeenProps extends Common {
  step: Step;
  play: Play;
}

/** The text that the room reads beside its stage. */
export function Seen({ step, play, ...common }: SeenProps) {
  const { slug, points, variant } = common;
  const hidden = locked(play, step);
  const { prose, end } = scopesOf(common, step);
  const ask = (step.predict ?? step.task ?? step.policy ?? step.challenge ?? step.design)?.ask ?? null;
  return (
    <div className="seen">
      <h3>
        <Inlines inlines={step.title} scope={prose} slug={slug} />
      </h3>
      <Blocks blocks={step.prose} scope={prose} slug={slug} />
      {ask && (
        <p className="asked">
          <Inlines inlines={ask} scope={prose} slug={slug} />
        </p>
      )}
      {!hidden && variant === undefined && step.reveal.length > 0 && (step.predict || !asks(step)) && (
        <div className="reveal">
          <Blocks blocks={step.reveal} scope={end} slug={slug} />
        </div>
      )}
      {step.chart && points && !hidden && (
        <Suspense>
          <Chart chart={step.chart} points={points} />
        </Suspense>
      )}
    </div>
  );
}

interface NowProps extends Common {
  step: Step;
  play: Play;
  challenges: StartChallenges;
  /** Runs what the room proposes for a task. */
  client: EngineClient | null;
}

/** The answer, which the room does not see yet, and what will be said of it; for a task, the room's own requests. */
export function Now({ step, play, challenges, client, ...common }: NowProps) {
  const { prose, end } = scopesOf(common, step);
  const { lesson, stations, slug, variant } = common;
  const { task, policy, design } = step;
  const start = design && scenarioOf(lesson, design, 'shown');
  const own = design && start && ownSettings(design, start);
  if (!asks(step)) return null;
  const asked = askedOf(play, step);
  const hidden = variant === undefined ? locked(play, step) : asked.verdict !== 'right' && !told(asked);
  return (
    <section className="key" aria-label={m.lecture_answer_region()}>
      {step.predict && end && (
        <p>
          {m.lecture_answer()} <Answer predict={step.predict} scope={end} slug={slug} />
        </p>
      )}
      {step.predict && end && <Votes predict={step.predict} step={step.id} scope={end} slug={slug} />}
      {task && (
        <>
          <p>
            {m.lecture_answer()} <code>{task.solutions[0]?.ops}</code>
          </p>
          {client && stations && (
            <TaskForm
              key={step.id}
              {...{ task, slug }}
              asked={askedOf(play, step)}
              rules={lesson.rules}
              before={prose}
              nudged={0}
              attempt={async (ops) => {
                const made = await attempt(lesson, { ...step, task }, ops, client);
                return scopeAt(lesson, stations, step, made, 'end');
              }}
              answered={(given, right) => act({ type: 'answered', given, right })}
              show={() => act({ type: 'show' })}
            />
          )}
        </>
      )}
      {policy && (
        <>
          <p>{m.lecture_answer()}</p>
          <pre>
            <code>{policy.solution.text}</code>
          </pre>
        </>
      )}
      {design?.solutions[0] && (
        <p>
          {m.lecture_answer()} {settingsText(design, design.solutions[0].settings)}
        </p>
      )}
      {design && own && client && stations && (
        <DesignForm
          key={step.id}
          {...{ design, own, slug }}
          asked={askedOf(play, step)}
          rules={lesson.rules}
          before={prose}
          nudged={0}
          run={async (which, settings) => {
            const made = await runDesign(lesson, design, which, settings, client);
            return scopeAt(lesson, stations, step, made, 'end');
          }}
          answered={(given, right) => act({ type: 'answered', given, right })}
          show={() => act({ type: 'show' })}
        />
      )}
      {step.challenge && <Round challenge={step.challenge} {...{ step, challenges, ...common }} />}
      {hidden && variant === undefined && step.predict && step.reveal.length > 0 && (
        <div className="reveal">
          <Blocks blocks={step.reveal} scope={end} slug={slug} />
        </div>
      )}
      <p className="quiet">{hidden ? m.lecture_hidden() : m.lecture_revealed()}</p>
    </section>
  );
}

/** A round with its goal and the best choices: they are worked out in this window too. */
function Round({
  challenge,
  step,
  challenges,
  ...common
}: Omit<NowProps, 'play' | 'client'> & { challenge: Challenge }) {
  const { lesson, stations, slug } = common;
  const station = stations?.get(step.id);
  const begin = useMemo(
    () => (stations && station ? scopeAt(lesson, stations, step, station, 'begin') : null),
    [lesson, stations, step, station],
  );
  const { ready, trouble } = useScored(step, station, begin, challenges);
  const [best, setBest] = useState<ChallengeShown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    setBest(null);
    setFailed(null);
    if (!ready) return;
    let current = true;
    const { file, best } = ready.scored;
    ready.challenges
      .look(withChoices(file, best.choices), true)
      .then((round) => current && setBest(round))
      .catch((error) => current && setFailed(messageOf(error)));
    return () => {
      current = false;
    };
  }, [ready]);
  const scored = ready?.scored;
  const cost = (of: number) => costText(challenge.goal, of);
  const end =
    stations && scored
      ? scopeAt(lesson, stations, step, station, 'end', { score: scoreValue(scored, scored.best.cost) })
      : null;
  return (
    <>
      <div className="asked">
        <p>
          <b>{m.challenge_lesson_task()}.</b> <Inlines inlines={challenge.ask} scope={begin} slug={slug} />
        </p>
        {scored && best && (
          <p>
            {m.challenge_lesson_goal({
              limit: cost(scored.limit),
              ftl: ftlOf(station),
              scheme: cost(scored.scheme),
            })}{' '}
            {m.challenge_lesson_best({ cost: cost(scored.best.cost), choices: choicesText(best.choices) })}
          </p>
        )}
        {(trouble ?? failed) && <p className="trouble">{trouble ?? failed}</p>}
      </div>
      {step.reveal.length > 0 && (
        <div className="reveal">
          <Blocks blocks={step.reveal} scope={end} slug={slug} />
        </div>
      )}
    </>
  );
}

/** The right answer: the choice's own words, or the number. */
function Answer({ predict, scope, slug }: { predict: Predict; scope: Scope; slug: string | null }) {
  const key = keyOf(predict, scope);
  if ('faults' in key) return <span className="trouble">{m.lesson_value_unknown()}</span>;
  const { answer, values } = key;
  const index = predict.choices.findIndex((_, each) => shown(values[each] ?? null) === shown(answer));
  const text = predict.choices[index]?.text;
  if (!text) return <b>{shown(answer)}</b>;
  const roots = { ...scope.roots, value: answer };
  return (
    <b>
      <Inlines inlines={text} scope={{ ...scope, roots }} slug={slug} />
    </b>
  );
}

export function Notes({ step, ...common }: Common & { step: Step }) {
  const { end } = scopesOf(common, step);
  return (
    <section className="notes" aria-label={m.lesson_notes()}>
      {step.notes.length > 0 ? (
        <Blocks blocks={step.notes} scope={end} slug={common.slug} />
      ) : (
        <p className="quiet">{m.lecture_no_notes()}</p>
      )}
    </section>
  );
}

export function NextStep({ step, children, ...common }: Common & { step: Step | null; children: ReactNode }) {
  const scope = step && scopesOf(common, step).prose;
  return (
    <section className="fig next" aria-label={m.lecture_next()}>
      <h2>
        {m.lecture_next()}
        {step && (
          <em>
            <Inlines inlines={step.title} scope={scope} slug={common.slug} />
          </em>
        )}
      </h2>
      {step ? (
        <>
          {children}
          {asks(step) && <p className="quiet">{m.lecture_next_asks()}</p>}
        </>
      ) : (
        <p className="quiet">{m.lecture_last()}</p>
      )}
    </section>
  );
}
