/** Every choice in a line against the scheme's own, and the three figures below. */
import { useEffect, useRef } from 'react';
import { optionName } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Against, ChallengeState } from '../../state/challenge';
import { differenceText, GOAL_FIGURES, roundText } from './words';

export interface LineProps {
  state: ChallengeState;
  ftl: string;
  /** Whether one more is to be made. */
  open: boolean;
}

export function Line({ state: { round, against, last }, ftl, open }: LineProps) {
  const end = useRef<HTMLLIElement>(null);
  const made = round?.choices.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every choice
  useEffect(() => {
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [made, against.length]);
  if (!round || (made === 0 && !open)) return null;
  return (
    <div>
      <h3>{m.challenge_line({ ftl })}</h3>
      <ol className="line">
        {round.choices.map(({ request, decision, kind, choose, own }, index) => {
          const same = choose === own;
          return (
            <li key={`${request}.${decision}`} ref={index === made - 1 ? end : undefined}>
              <span>
                <b>{optionName(kind, choose)}</b>{' '}
                <em>
                  {same
                    ? m.challenge_line_same({ ftl })
                    : m.challenge_line_own({ ftl, own: optionName(kind, own) })}
                </em>
              </span>
              <Cost of={against[index]} goal={round.goal} />
            </li>
          );
        })}
        {open && (
          <li data-open ref={end}>
            <b>{m.challenge_line_open()}</b>
            <span>{m.challenge_line_hidden()}</span>
          </li>
        )}
      </ol>
      <p className="visually-hidden" role="status">
        {last &&
          (last.choose === last.own
            ? m.challenge_last_same({ mine: optionName(last.kind, last.choose), ftl })
            : m.challenge_last_other({
                mine: optionName(last.kind, last.choose),
                own: optionName(last.kind, last.own),
                ftl,
              }))}
      </p>
    </div>
  );
}

function Cost({ of, goal }: { of: Against | undefined; goal: ChallengeShown['goal'] }) {
  if (!of) return <span>…</span>;
  const { now, end } = of;
  if (now === 0 && end === 0) return <span>0</span>;
  const [first, last] = [differenceText(goal, now), differenceText(goal, end)];
  return (
    <span data-is={end < 0 ? 'good' : end > 0 ? 'bad' : undefined}>
      {m.challenge_line_cost({ now: first, end: last })}
    </span>
  );
}

/** The costs of both so far; and how the round ends, if the scheme decides the rest. */
export function Figures({ round: { goal, at, so_far, total }, ftl }: { round: ChallengeShown; ftl: string }) {
  const { person, scheme } = at ? so_far : total;
  const figures: [string, string][] = [
    [GOAL_FIGURES[goal](), roundText(goal, person)],
    [at ? m.challenge_so_far({ ftl }) : ftl, roundText(goal, scheme)],
    [m.challenge_at_end(), differenceText(goal, total.person - total.scheme, roundText)],
  ];
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
