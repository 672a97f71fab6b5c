/** A round of "be the FTL" in a lesson: the goal, the way into the round, and what came of it. */
import { useEffect, useId, useRef } from 'react';
import { integer } from '../../base/format';
import { costText, optionName } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import { ftlSaid } from '../../i18n/ftl-names';
import { Icon } from '../../kit/Icon';
import type { ChoiceShown } from '../../protocol/generated/ChoiceShown';
import { met, readChoices } from '../language/challenge';
import type { Scope } from '../language/evaluate';
import type { Challenge, Rules } from '../language/lesson';
import { type Asked, settled } from '../play/play';
import type { Station } from '../play/walk';
import { AttemptsLeft } from './Question';
import { Inlines } from './Text';
import type { ChallengeState } from './use-challenge';

export interface ChallengeFormProps {
  challenge: Challenge;
  state: ChallengeState;
  /** Name of the scheme. */
  ftl: string;
  asked: Asked;
  /** Of the assignment it is in. */
  rules: Rules | null;
  before: Scope | null;
  slug: string | null;
  /** Counts up when the person wanted to go on. */
  nudged: number;
  show(): void;
}

export function ChallengeForm({
  challenge,
  state,
  ftl,
  asked,
  rules,
  before,
  slug,
  nudged,
  show,
}: ChallengeFormProps) {
  const { scored, mine, lost, trouble, on, open } = state;
  const first = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (nudged > 0) first.current?.focus();
  }, [nudged]);
  // The keyboard is still beside the stage, and what came of it may be out of sight.
  const told = useRef<HTMLDivElement>(null);
  const judged = mine !== null && asked.verdict !== null;
  const lostAt = lost?.index;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each part of it that comes
  useEffect(() => {
    if (judged && on) told.current?.scrollIntoView?.({ block: 'end' });
  }, [judged, on, lostAt]);
  const cost = (of: number) => costText(challenge.goal, of);
  const wrong = scored && mine && asked.verdict === 'wrong' && !met(scored, mine);
  const under = asked.verdict === null && asked.given !== null;
  const hints = rules?.hints ?? true;
  const hint = hints ? challenge.hints[Math.min(asked.tries, challenge.hints.length) - 1] : undefined;
  const closed = settled({ rules }, asked);
  return (
    <section className="question challenge" aria-labelledby={`${id}-ask`}>
      <div className="asked">
        <p className="eyebrow">{m.challenge_lesson_task()}</p>
        <p className="ask" id={`${id}-ask`}>
          <Inlines inlines={challenge.ask} scope={before} slug={slug} />
        </p>
        <p className="quiet">
          {scored
            ? m.challenge_lesson_goal({ limit: cost(scored.limit), ftl, scheme: cost(scored.scheme) })
            : !trouble && m.challenge_lesson_computing()}
        </p>
        {trouble && (
          <p className="trouble" role="alert">
            {trouble}
          </p>
        )}
      </div>
      <div role="status">
        {scored && mine && asked.verdict !== null && (
          <div className={`feedback ${wrong ? 'wrong' : 'right'}`}>
            <Icon name={wrong ? 'warning' : 'check'} size={18} />
            <p>
              <b>{wrong ? m.lesson_wrong() : m.lesson_right()}</b>{' '}
              {m.challenge_lesson_score({
                you: cost(mine.total.person),
                ftl,
                scheme: cost(scored.scheme),
                best: cost(scored.best.cost),
              })}{' '}
              {wrong && hint && <Inlines inlines={hint} scope={before} slug={slug} />}{' '}
              {wrong && <AttemptsLeft {...{ rules, asked }} />}
            </p>
            {wrong && lost && hints && (
              <p>
                {m.challenge_lesson_lost({
                  request: integer(lost.choice.request + 1),
                  mine: nameOf(lost.choice),
                })}
              </p>
            )}
          </div>
        )}
        {mine && asked.known && asked.verdict === null && (
          <p className="feedback">
            {m.challenge_lesson_best({ cost: cost(mine.total.person), choices: choicesText(mine.choices) })}
          </p>
        )}
        {on && asked.verdict === null && <p className="feedback">{m.challenge_lesson_on()}</p>}
      </div>
      <div className="actions" ref={told} data-after={wrong ? 'wrong' : undefined}>
        {!on && !closed && (
          <button
            ref={first}
            type="button"
            className={asked.known || lost ? undefined : 'primary'}
            disabled={!scored}
            onClick={() => open(under ? readChoices(asked.given ?? '') : [])}
          >
            {under
              ? m.challenge_lesson_go_on()
              : asked.tries > 0
                ? m.challenge_lesson_again()
                : m.challenge_lesson_begin()}
          </button>
        )}
        {wrong && lost && hints && !closed && (
          <button type="button" className="primary" onClick={() => open(mine.choices.slice(0, lost.index))}>
            {m.challenge_lesson_back()}
          </button>
        )}
        {!asked.known && !rules && (
          <button type="button" className="quiet small" onClick={show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </section>
  );
}

/** Choices one after another. */
export function choicesText(choices: readonly ChoiceShown[]): string {
  return choices
    .map((choice) =>
      m.challenge_lesson_choice({ request: integer(choice.request + 1), option: nameOf(choice) }),
    )
    .join('; ');
}

function nameOf({ kind, choose }: ChoiceShown): string {
  return optionName(kind, choose);
}

/** The scheme's name, as the round beside the stage says it. */
export function ftlOf(station: Station | undefined): string {
  const { ftl } = (station?.scenario ?? {}) as { ftl?: { kind?: string } };
  return ftlSaid(ftl?.kind ?? '');
}
