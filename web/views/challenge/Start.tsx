/** How a round begins: its goal and its requests, or a file of choices. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { fileText } from '../../i18n/file-text';
import { FileButton } from '../../kit/FileButton';
import type { Goal } from '../../protocol/generated/Goal';
import type { ChallengeStart, ChallengeState } from '../../state/challenge';
import { GOAL_NAMES, GOALS } from './words';

/** Requests of a round unless others are asked for: some minutes of choosing. */
const USUAL = 40;

interface StartProps {
  state: ChallengeState;
  ftl: string;
  /** Where the lab is, and requests of its run. */
  request: number;
  requests: number;
  onClose: () => void;
}

export function Start({ state, ftl, request, requests, onClose }: StartProps) {
  const [goal, setGoal] = useState<Goal>('flash_time');
  const [from, setFrom] = useState(Math.min(request, Math.max(0, requests - 1)) + 1);
  const [until, setUntil] = useState(Math.min(requests, request + USUAL));
  // A round from request 1 to 40 is of requests 0 to 39 in the file.
  const start: ChallengeStart = { goal, from: from - 1, until };
  const begin = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    begin.current?.focus();
  }, []);
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
          {m.challenge_cancel()}
        </button>
      </div>
    </form>
  );
}

/** A file of choices, from the person's disk. */
export function Open({ state, className }: { state: ChallengeState; className?: string }) {
  const [unread, setUnread] = useState<string | null>(null);
  const take = async (file: File) => {
    setUnread(null);
    await state.load(await fileText(file));
  };
  return (
    <>
      <FileButton
        className={className}
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
