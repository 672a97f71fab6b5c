/** The decision that is on stage: what was asked, what the policy saw and answered, and what the FTL would have done. */
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { choiceOf } from '../../i18n/policy-words';
import type { Decided } from '../../model/policy/decisions';
import type { RivalId } from '../../model/policy/tasks';
import { asked, rivalName } from './words';

export interface DecisionProps {
  decided: Decided | null;
  own: RivalId;
  /** Valid pages of a block that is chosen, where the stage is at the decision itself: its copies. */
  copies: (pbn: number) => number | null;
  /** Lines that the policy logged in this request. */
  log: readonly string[];
  onNext: ((back: boolean) => void) | null;
}

export function Decision({ decided, own, copies, log, onNext }: DecisionProps) {
  if (!decided) return null;
  const choice = (id: number) => {
    const name = choiceOf(decided.function, id);
    const count = decided.function === 'victim' ? copies(id) : null;
    return (
      <>
        <b>{name}</b>
        {count !== null && m.policy_copies({ count })}
      </>
    );
  };
  const differs = decided.own !== decided.chosen;
  return (
    <section className="decision" aria-label={m.policy_decision()}>
      <dl>
        <div>
          <dt>{m.policy_asked()}</dt>
          <dd>{asked(decided)}</dd>
        </div>
        <div>
          <dt>{m.policy_saw()}</dt>
          <dd>
            {decided.seen > 0 ? m.policy_saw_list({ count: integer(decided.seen) }) : m.policy_saw_notes()}
          </dd>
        </div>
        <div className="answered">
          <dt>{m.policy_answered()}</dt>
          <dd>{choice(decided.chosen)}</dd>
        </div>
        <div className={differs ? 'differs' : undefined}>
          <dt>{rivalName(own)}</dt>
          <dd>{differs ? choice(decided.own) : m.policy_same_choice()}</dd>
        </div>
        {log.length > 0 && (
          <div className="logged">
            <dt>{m.policy_log()}</dt>
            <dd>
              <code>{log.slice(-3).join(' · ')}</code>
            </dd>
          </div>
        )}
      </dl>
      {onNext && (
        <span className="acts">
          <button type="button" className="small quiet" onClick={() => onNext(true)}>
            {m.policy_previous_difference()}
          </button>
          <button type="button" className="small" onClick={() => onNext(false)}>
            {m.policy_next_difference()}
          </button>
        </span>
      )}
    </section>
  );
}
