/** The panel of a round: how it begins; then what was chosen, against the scheme, and what that comes to. */
import { createPortal } from 'react-dom';
import { integer } from '../../base/format';
import { costText } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import type { ChallengeState } from '../../state/challenge';
import { Bar } from './Bar';
import { Figures, Line } from './Line';
import { Options } from './Options';
import { Scale } from './Scale';
import { Open, Start } from './Start';
import { endOf, leadOf } from './words';
import './challenge.css';

export interface ChallengeViewProps {
  state: ChallengeState;
  /** The scheme, as it is said within a sentence. */
  ftl: string;
  /** The same beside a number. */
  name: string;
  /** Where the lab is, and requests of its run. */
  request: number;
  requests: number;
  /** Whether the lab is where it is asked. */
  there: boolean;
  /** Whether the options cannot be chosen on the stage. */
  large: boolean;
  /** The goal of a lesson: the cost to reach. `null`: no one asks. */
  limit: number | null;
  /** Below the stage, in place of the timeline; `null` before it is there. */
  bar: HTMLElement | null;
  /** Another run makes the choice under the pointer, beside this one. */
  onWhatIf: () => void;
  onSave: () => void;
  onLink: () => void;
  onClose: () => void;
}

export function ChallengeView(props: ChallengeViewProps) {
  const { state, ftl, name, there, limit, bar } = props;
  const { round, busy, trouble } = state;
  const at = round?.at ?? null;
  return (
    <section className="round" aria-label={m.challenge_title()}>
      {trouble && (
        <p className="trouble" role="alert">
          <FailureText text={trouble.message} /> <FailureText text={trouble.remedy} />
        </p>
      )}
      {!round && (
        <>
          <h2>{m.challenge_title()}</h2>
          <Start {...props} />
        </>
      )}
      {round && (
        <>
          <div role={at ? undefined : 'status'}>
            {at || !there ? (
              <>
                <h2>{leadOf(round)}</h2>
                <p>{m.challenge_lead_if({ ftl })}</p>
              </>
            ) : (
              endOf(state, ftl).map((sentence, index) =>
                index === 0 ? <h2 key={sentence}>{sentence}</h2> : <p key={sentence}>{sentence}</p>,
              )
            )}
            {limit !== null && (
              <p>
                {m.challenge_limit({ limit: m.challenge_at_most({ cost: costText(round.goal, limit) }) })}
              </p>
            )}
          </div>
          <Scale round={round} optimum={state.optimum} {...{ ftl, name }} />
          <Searching state={state} />
          <Line state={state} ftl={ftl} open={at !== null} />
          {at && there && (
            <Options
              key={`${at.request}.${at.decision}`}
              {...{ at, state }}
              until={round.until}
              disabled={busy}
              seen={props.large}
            />
          )}
          <div className="actions">
            {at && there && (
              <button type="button" className="small" disabled={busy} onClick={props.onWhatIf}>
                {m.challenge_what_if()}
              </button>
            )}
            <button type="button" className="small" disabled={busy} onClick={() => void state.again()}>
              {m.challenge_again()}
            </button>
            <button type="button" className="small" onClick={props.onSave}>
              {m.challenge_save()}
            </button>
            <Open state={state} className="small" />
            <button type="button" className="small" onClick={props.onLink}>
              {m.challenge_link()}
            </button>
          </div>
          <Figures round={round} ftl={name} />
          {bar && createPortal(<Bar {...{ state, ftl }} onClose={props.onClose} />, bar)}
        </>
      )}
    </section>
  );
}

/** How far the search for the best choices is; after it, what it may claim. */
function Searching({ state: { searching, optimum, enough } }: { state: ChallengeState }) {
  if (!optimum) return null;
  if (!searching)
    return optimum.proven ? null : (
      <p className="fine">{m.challenge_searched({ count: integer(optimum.states) })}</p>
    );
  return (
    <p className="fine">
      {m.challenge_searching({ count: integer(optimum.states), limit: integer(optimum.limit) })}{' '}
      <button type="button" className="small" onClick={enough}>
        {m.challenge_enough()}
      </button>
    </p>
  );
}
