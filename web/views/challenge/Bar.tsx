/** Below the stage: the goal, the decisions so far, and how the round ends. */
import { m } from '../../i18n/compiled/messages.js';
import type { ChallengeState } from '../../state/challenge';
import { GOAL_SENTENCES } from './words';

/** Decisions that are seen one by one; of more the last. */
const SEEN = 24;

export function Bar({ state, ftl, onClose }: { state: ChallengeState; ftl: string; onClose: () => void }) {
  const { round, busy, rest } = state;
  if (!round) return null;
  const { at, from, until, choices, goal } = round;
  const others = choices.filter(({ choose, own }) => choose !== own).length;
  const left = at ? Math.max(0, until - at.request - 1) / (until - from) : 0;
  return (
    <>
      <p className="goal">{GOAL_SENTENCES[goal]()}</p>
      <div
        className="decisions"
        role="img"
        aria-label={m.challenge_decisions({ count: choices.length, others, ftl })}
      >
        {choices.slice(-SEEN).map(({ request, decision, choose, own }) => (
          <i key={`${request}.${decision}`} data-is={choose === own ? 'same' : 'other'} />
        ))}
        {at && <i data-is="now" />}
        <i data-is="left" style={{ flexGrow: left }} />
      </div>
      <div className="actions">
        <button
          type="button"
          className="quiet"
          disabled={busy || (choices.length === 0 && !rest)}
          onClick={() => void state.undo()}
        >
          {m.challenge_undo()}
        </button>
        {at && (
          <button type="button" className="quiet" disabled={busy} onClick={() => void state.giveUp()}>
            {m.challenge_rest({ ftl })}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {m.challenge_close()}
        </button>
      </div>
    </>
  );
}
