/** What the presenter reads: the step as the audience sees it, with its result; the notes; and the step that comes. */
import { useEffect, useMemo, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { costText } from '../../i18n/round-words';
import type { RoundShown } from '../../protocol/generated/RoundShown';
import { messageOf } from '../../state/recovery';
import { choicesText, ftlOf } from '../BeflForm';
import { type StartRounds, scoreValue, withChoices } from '../befl';
import type { Scope } from '../evaluate';
import { keyOf, shown } from '../grade';
import { asks, type Befl, beforehand, type Lesson, type Predict, type Step } from '../lesson';
import { locked, type Play } from '../play';
import { Blocks, Inlines } from '../Text';
import { useScored } from '../use-befl';
import { type Stations, scopeAt } from '../walk';

interface Common {
  lesson: Lesson;
  /** `null` while the engine computes. */
  stations: Stations | null;
  slug: string | null;
}

/** What the audience sees of a step at first, and what the engine says at its end. */
function scopesOf({ lesson, stations }: Common, step: Step): { prose: Scope | null; end: Scope | null } {
  const own = stations?.get(step.id);
  const at = (when: 'begin' | 'end') =>
    stations && (own || !step.on) ? scopeAt(lesson, stations, step, own, when) : null;
  return { prose: at(beforehand(step) ? 'begin' : 'end'), end: at('end') };
}

interface NowProps extends Common {
  step: Step;
  play: Play;
  rounds: StartRounds;
}

export function Now({ step, play, rounds, ...common }: NowProps) {
  const { prose, end } = scopesOf(common, step);
  const { slug } = common;
  const hidden = locked(play, step);
  return (
    <>
      <h2>
        <Inlines inlines={step.title} scope={prose} slug={slug} />
      </h2>
      <Blocks blocks={step.prose} scope={prose} slug={slug} />
      {step.predict && (
        <div className="asked">
          <p>
            <b>{m.lesson_predict()}.</b> <Inlines inlines={step.predict.ask} scope={prose} slug={slug} />
          </p>
          {end && (
            <p className="key">
              {m.lecture_answer()} <Answer predict={step.predict} scope={end} slug={slug} />
            </p>
          )}
        </div>
      )}
      {step.task && (
        <div className="asked">
          <p>
            <b>{m.lesson_task()}.</b> <Inlines inlines={step.task.ask} scope={prose} slug={slug} />
          </p>
          <p className="key">
            {m.lecture_answer()} <code>{step.task.solutions[0]?.ops}</code>
          </p>
        </div>
      )}
      {step.befl && <Round befl={step.befl} {...{ step, rounds, ...common }} />}
      {asks(step) && <p className="quiet">{hidden ? m.lecture_hidden() : m.lecture_revealed()}</p>}
      {step.reveal.length > 0 && !step.task && !step.befl && (
        <div className="reveal">
          <Blocks blocks={step.reveal} scope={end} slug={slug} />
        </div>
      )}
    </>
  );
}

/** A round with its goal and the best choices: they are worked out in this window too. */
function Round({ befl, step, rounds, ...common }: Omit<NowProps, 'play'> & { befl: Befl }) {
  const { lesson, stations, slug } = common;
  const station = stations?.get(step.id);
  const begin = useMemo(
    () => (stations && station ? scopeAt(lesson, stations, step, station, 'begin') : null),
    [lesson, stations, step, station],
  );
  const { ready, trouble } = useScored(step, station, begin, rounds);
  const [best, setBest] = useState<RoundShown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    setBest(null);
    setFailed(null);
    if (!ready) return;
    let current = true;
    const { file, best } = ready.scored;
    ready.rounds
      .look(withChoices(file, best.choices), true)
      .then((round) => current && setBest(round))
      .catch((error) => current && setFailed(messageOf(error)));
    return () => {
      current = false;
    };
  }, [ready]);
  const scored = ready?.scored;
  const cost = (of: number) => costText(befl.goal, of);
  const end =
    stations && scored
      ? scopeAt(lesson, stations, step, station, 'end', { score: scoreValue(scored, scored.best.cost) })
      : null;
  return (
    <>
      <div className="asked">
        <p>
          <b>{m.befl_task()}.</b> <Inlines inlines={befl.ask} scope={begin} slug={slug} />
        </p>
        {scored && best && (
          <p className="key">
            {m.befl_goal({
              limit: cost(scored.limit),
              ftl: ftlOf(station),
              scheme: cost(scored.scheme),
            })}{' '}
            {m.befl_best({ cost: cost(scored.best.cost), choices: choicesText(best.choices) })}
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
      <h2>{m.lesson_notes()}</h2>
      {step.notes.length > 0 ? (
        <Blocks blocks={step.notes} scope={end} slug={common.slug} />
      ) : (
        <p className="quiet">{m.lecture_no_notes()}</p>
      )}
    </section>
  );
}

export function NextStep({ step, ...common }: Common & { step: Step | null }) {
  const scope = step && scopesOf(common, step).prose;
  return (
    <section className="next" aria-label={m.lecture_next()}>
      <h2>{m.lecture_next()}</h2>
      {step ? (
        <>
          <h3>
            <Inlines inlines={step.title} scope={scope} slug={common.slug} />
          </h3>
          <Blocks blocks={step.prose} scope={scope} slug={common.slug} />
          {asks(step) && <p className="quiet">{m.lecture_next_asks()}</p>}
        </>
      ) : (
        <p className="quiet">{m.lecture_last()}</p>
      )}
    </section>
  );
}
