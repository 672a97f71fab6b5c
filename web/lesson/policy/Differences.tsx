/** Where the person's policy decides otherwise than the FTL, as the stage goes through it. */
import { m } from '../../i18n/compiled/messages.js';
import { choiceOf } from '../../i18n/policy-words';
import { decisionAt, lastDecision, nextDifference, seenAt } from '../../model/policy/decisions';
import { useLab } from '../../state/use-lab';
import type { Played } from './judge';

export function Differences({ played }: { played: Played }) {
  const { decisions } = played.outcome;
  const run = useLab((lab) => lab.run);
  // Something else may have been opened since.
  const position = useLab(({ slots: [slot] }) =>
    slot?.source === played.mine.source ? slot.current.frame.position : null,
  );
  if (!position || decisions.length === 0) return null;
  const at = lastDecision(decisions, position);
  const decided = at >= 0 ? decisionAt(decisions, at) : null;
  const go = (to: number) => run({ to: 'position', position: seenAt(decisionAt(decisions, to)) });
  const [next, previous] = [nextDifference(decisions, at, false), nextDifference(decisions, at, true)];
  const choice = (which: 'own' | 'chosen') => decided && choiceOf(decided.function, decided[which]);
  return (
    <div className="differences">
      <p role="status">
        {!decided
          ? played.outcome.choices.length === 0
            ? m.lesson_policy_none()
            : ''
          : decided.own === decided.chosen
            ? m.lesson_policy_same({ mine: choice('chosen') ?? '' })
            : m.lesson_policy_chose({ mine: choice('chosen') ?? '', own: choice('own') ?? '' })}
      </p>
      {played.outcome.choices.length > 0 && (
        <div className="actions">
          <button type="button" className="small" disabled={previous < 0} onClick={() => void go(previous)}>
            {m.lesson_policy_previous()}
          </button>
          <button type="button" className="small" disabled={next < 0} onClick={() => void go(next)}>
            {m.lesson_policy_next()}
          </button>
        </div>
      )}
    </div>
  );
}
