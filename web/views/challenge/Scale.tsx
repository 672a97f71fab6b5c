/** The scale of a round, drawn: each mark with its cost, above and below by turns. */
import { costText } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Optimum } from '../../protocol/generated/Optimum';
import { type Mark, marksOf } from './marks';

export function Scale({
  round,
  optimum,
  ftl,
  name,
}: {
  round: ChallengeShown;
  optimum: Optimum | null;
  /** As it is said within a sentence. */
  ftl: string;
  /** Beside a mark, where there is little room. */
  name: string;
}) {
  const marks = marksOf(round, optimum);
  const bound = marks.find(({ is }) => is === 'bound' || is === 'proven');
  const names: Record<Mark['is'], string> = {
    bound: m.challenge_bound(),
    best: m.challenge_best_found(),
    proven: m.challenge_best(),
    you: round.at && round.choices.length > 0 ? m.challenge_you_then({ ftl }) : m.challenge_you(),
    scheme: name,
  };
  return (
    <ul className="scale" aria-label={m.challenge_scale()}>
      {/* No choices get below the bound. */}
      {bound && <li aria-hidden="true" className="below" style={{ width: `${bound.at}%` }} />}
      {marks.map(({ is, cost, at, named, above }) => (
        <li key={is} data-is={is}>
          <i style={{ insetInlineStart: `${at}%` }} aria-hidden="true" />
          <span data-above={above || undefined} style={{ insetInlineStart: `${named}%` }}>
            <b>{costText(round.goal, cost)}</b> {names[is]}
          </span>
        </li>
      ))}
    </ul>
  );
}
