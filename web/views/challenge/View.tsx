/** The panel of a round: how it begins, what is asked, the score, how it ended. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { integer } from '../../base/format';
import { costText, optionName } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { fileText } from '../../i18n/file-text';
import { FileButton } from '../../kit/FileButton';
import type { Goal } from '../../protocol/generated/Goal';
import type { PointShown } from '../../protocol/generated/PointShown';
import type { ChallengeStart, ChallengeState } from '../../state/challenge';
import { endOf, factsOf, GOAL_NAMES, GOALS, QUESTIONS } from './words';
import './challenge.css';

export interface ChallengeViewProps {
  state: ChallengeState;
  /** The scheme's name. */
  ftl: string;
  /** Where the lab is, and requests of its run. */
  request: number;
  requests: number;
  /** Whether the lab is where it is asked. */
  there: boolean;
  /** The goal of a lesson: the cost to reach. `null`: no one asks. */
  limit: number | null;
  /** Another run makes the choice that is pointed at, beside this one. */
  onWhatIf: () => void;
  onSave: () => void;
  onLink: () => void;
  onClose: () => void;
}

/** Requests of a round unless others are asked for: some minutes of choosing. */
const USUAL = 40;

export function ChallengeView(props: ChallengeViewProps) {
  const { state, ftl, there } = props;
  const { round, last, busy, trouble } = state;
  const at = round?.at ?? null;
  return (
    <section className="round why" aria-label={m.challenge_title()}>
      <h2>{m.challenge_title()}</h2>
      {trouble && (
        <p className="trouble" role="alert">
          <FailureText text={trouble.message} /> <FailureText text={trouble.remedy} />
        </p>
      )}
      {!round && <Start {...props} />}
      {round && (
        <>
          {last && (
            <p role="status">
              {last.choose === last.own
                ? m.challenge_last_same({ mine: optionName(last.kind, last.choose), ftl })
                : m.challenge_last_other({
                    mine: optionName(last.kind, last.choose),
                    own: optionName(last.kind, last.own),
                    ftl,
                  })}
            </p>
          )}
          {at && there && (
            <Options
              key={`${at.request}.${at.decision}`}
              {...{ at, ftl, state }}
              until={round.until}
              disabled={busy}
            />
          )}
          {!at && there && <End {...{ state, ftl }} />}
          <Score {...{ state, ftl }} limit={props.limit} />
          <div className="actions">
            <button
              type="button"
              disabled={busy || (round.choices.length === 0 && !state.rest)}
              onClick={() => void state.undo()}
            >
              {m.challenge_undo()}
            </button>
            {at && (
              <button type="button" disabled={busy} onClick={() => void state.giveUp()}>
                {m.challenge_rest({ ftl })}
              </button>
            )}
            {at && there && (
              <button type="button" disabled={busy} onClick={props.onWhatIf}>
                {m.challenge_what_if()}
              </button>
            )}
            <button type="button" disabled={busy} onClick={() => void state.again()}>
              {m.challenge_again()}
            </button>
            <button type="button" onClick={props.onSave}>
              {m.challenge_save()}
            </button>
            <Open state={state} />
            <button type="button" onClick={props.onLink}>
              {m.challenge_link()}
            </button>
            <button type="button" onClick={props.onClose}>
              {m.challenge_close()}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function Start({ state, ftl, request, requests, onClose }: ChallengeViewProps) {
  const [goal, setGoal] = useState<Goal>('flash_time');
  const [from, setFrom] = useState(Math.min(request, Math.max(0, requests - 1)) + 1);
  const [until, setUntil] = useState(Math.min(requests, request + USUAL));
  // A round from request 1 to 40 is of requests 0 to 39 in the file.
  const start: ChallengeStart = { goal, from: from - 1, until };
  const begin = useRef<HTMLButtonElement>(null);
  useEffect(() => begin.current?.focus(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void state.begin(start);
      }}
    >
      <p>{m.challenge_intro({ ftl })}</p>
      <label>
        {m.challenge_goal()}
        <select value={goal} onChange={(event) => setGoal(event.target.value as Goal)}>
          {GOALS.map((each) => (
            <option key={each} value={each}>
              {GOAL_NAMES[each]()}
            </option>
          ))}
        </select>
      </label>
      <label>
        {m.challenge_from()}
        <input
          type="number"
          min={1}
          max={requests}
          value={from}
          onChange={(event) => setFrom(event.target.valueAsNumber || 1)}
        />
      </label>
      <label>
        {m.challenge_until()}
        <input
          type="number"
          min={from}
          max={requests}
          value={until}
          onChange={(event) => setUntil(event.target.valueAsNumber || from)}
        />
      </label>
      <div className="actions">
        <button ref={begin} type="submit" className="primary" disabled={state.busy}>
          {m.challenge_begin()}
        </button>
        <Open state={state} />
        <button type="button" onClick={onClose}>
          {m.challenge_close()}
        </button>
      </div>
    </form>
  );
}

/** A file of choices, from the person's disk. */
function Open({ state }: { state: ChallengeState }) {
  const [unread, setUnread] = useState<string | null>(null);
  const take = async (file: File) => {
    setUnread(null);
    await state.load(await fileText(file));
  };
  return (
    <>
      <FileButton
        label={m.challenge_open()}
        accept=".json"
        disabled={state.busy}
        take={take}
        failed={setUnread}
      />
      {unread !== null && (
        <p className="trouble" role="alert">
          {unread}
        </p>
      )}
    </>
  );
}

interface OptionsProps {
  at: PointShown;
  until: number;
  ftl: string;
  state: ChallengeState;
  disabled: boolean;
}

/** The question and what may be chosen: a list box, with the pointed one marked on the stage too. */
function Options({ at, until, ftl, state, disabled }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { pointed } = state;
  // The keyboard is where the question is, and what is pointed at is marked on the stage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    list.current?.focus();
    state.point(pointed);
  }, []);
  useEffect(() => {
    list.current?.children[pointed]?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  const key = (event: KeyboardEvent) => {
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (digit !== null && digit < at.options.length) void state.choose(digit);
    else if (event.key === 'Enter' || event.key === ' ') void state.choose(pointed);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') state.point(pointed + 1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') state.point(pointed - 1);
    else if (event.key === 'Home') state.point(0);
    else if (event.key === 'End') state.point(at.options.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const question = m.challenge_ask({
    request: integer(at.request + 1),
    until: integer(until),
    question: QUESTIONS[at.kind](),
  });
  return (
    <>
      <p className="question" id={`${id}-ask`}>
        {question}
      </p>
      <div
        ref={list}
        className="options"
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${id}-ask`}
        aria-activedescendant={`${id}-${pointed}`}
        aria-disabled={disabled}
        onKeyDown={key}
      >
        {at.options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === pointed}
            onPointerEnter={() => state.point(index)}
            onClick={() => void state.choose(index)}
          >
            <span className="number" aria-hidden="true">
              {index < 9 ? index + 1 : ''}
            </span>
            <b>{optionName(at.kind, option.id)}</b>{' '}
            <span className="facts">{factsOf(at.kind, option).join(' · ')}</span>
          </div>
        ))}
      </div>
      <p className="quiet">{m.challenge_how({ ftl })}</p>
    </>
  );
}

/** Side by side: the person, the scheme, and at the end the best choices. */
function Score({
  state: { round, optimum },
  ftl,
  limit,
}: {
  state: ChallengeState;
  ftl: string;
  limit: number | null;
}) {
  if (!round) return null;
  const { goal, so_far, total, at } = round;
  const cost = (of: number) => costText(goal, of);
  const rows: [string, string][] = [
    [m.challenge_you(), cost(at ? so_far.person : total.person)],
    [ftl, cost(at ? so_far.scheme : total.scheme)],
  ];
  // Of the whole round: beside what was spent so far it would say too much or too little.
  if (limit !== null) rows.push([m.challenge_limit(), m.challenge_at_most({ cost: cost(limit) })]);
  if (optimum && !at) {
    rows.push([optimum.proven ? m.challenge_best() : m.challenge_best_found(), cost(optimum.cost)]);
    if (!optimum.proven) rows.push([m.challenge_bound(), cost(optimum.bound)]);
  }
  return (
    <table className="score">
      <caption>
        {m.challenge_score({ goal: GOAL_NAMES[goal]() })} ·{' '}
        {at ? m.challenge_so_far({ request: integer(at.request + 1) }) : m.challenge_whole()}
      </caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function End({ state, ftl }: { state: ChallengeState; ftl: string }) {
  const { round, optimum, searching } = state;
  if (!round) return null;
  const nothing = round.choices.length === 0 && !state.rest;
  const known = searching ? null : optimum;
  return (
    <div className="end" role="status">
      {nothing ? (
        <p>{m.challenge_nothing()}</p>
      ) : (
        endOf(round, ftl, known).map((sentence) => <p key={sentence}>{sentence}</p>)
      )}
      {searching && optimum && (
        <p className="quiet">
          {m.challenge_searching({
            states: integer(optimum.states),
            limit: integer(optimum.limit),
            cost: costText(round.goal, optimum.cost),
            bound: costText(round.goal, optimum.bound),
          })}
        </p>
      )}
      {searching ? (
        <button type="button" onClick={state.enough}>
          {m.challenge_enough()}
        </button>
      ) : (
        !known && (
          <button type="button" className="primary" onClick={() => void state.solve()}>
            {m.challenge_find()}
          </button>
        )
      )}
    </div>
  );
}
