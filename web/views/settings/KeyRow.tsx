/** An action, its keys, and the field that waits for another. */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { chordOf, type KeyChoice, shownChord } from '../../state/keys/key-map';
import { DEFAULT_KEYS, type KeyAction } from '../../state/keys/keys';
import { KEY_NAMES } from '../key-names';
import { chordsOf, fitOf, withChord, withDefault, withoutChord } from './change';

export interface KeyRowProps {
  action: KeyAction;
  keys: KeyChoice['keys'];
  change: (keys: KeyChoice['keys']) => void;
}

/** A chord that another action has, until it is decided whose it is. */
interface Conflict {
  chord: string;
  taken: KeyAction;
}

export function KeyRow({ action, keys, change }: KeyRowProps) {
  const [waiting, setWaiting] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  // The button that asked is gone with the answer: the focus goes back to where it began.
  const begin = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  const asks = waiting || conflict !== null;
  useEffect(() => {
    if (asked.current && !asks) begin.current?.focus();
    asked.current = asks;
  }, [asks]);
  const name = KEY_NAMES[action]();
  const chords = chordsOf(keys, action);
  const start = () => {
    setWaiting(true);
    setConflict(null);
    setKept(null);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setWaiting(false);
    const chord = chordOf(event.nativeEvent);
    const fit = chords.includes(chord) ? 'had' : fitOf(keys, chord, action);
    if (fit === 'modifier') return;
    setWaiting(false);
    if (fit === 'kept') setKept(chord);
    else if (fit === 'free') change(withChord(keys, chord, action));
    else if (fit !== 'had') setConflict({ chord, taken: fit.taken });
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <div className="actions">
          {chords.map((chord) => (
            <button
              key={chord}
              type="button"
              className="chord"
              aria-label={m.settings_remove({ key: shownChord(chord), name })}
              onClick={() => change(withoutChord(keys, chord, action))}
            >
              <kbd>{shownChord(chord)}</kbd> <span aria-hidden="true">×</span>
            </button>
          ))}
          {waiting ? (
            <input
              className="waits"
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
              autoFocus
              readOnly
              aria-label={m.settings_press({ name })}
              value={m.settings_waiting()}
              onKeyDown={press}
              onBlur={() => {
                asked.current = false;
                setWaiting(false);
              }}
            />
          ) : (
            <button ref={begin} type="button" aria-label={m.settings_add({ name })} onClick={start}>
              +
            </button>
          )}
          {chords.join(' ') !== DEFAULT_KEYS[action].join(' ') && (
            <button
              type="button"
              aria-label={m.settings_reset_one({ name })}
              onClick={() => change(withDefault(keys, action))}
            >
              {m.settings_reset()}
            </button>
          )}
        </div>
        <div role="status">
          {kept !== null && <p className="quiet">{m.settings_kept({ key: shownChord(kept) })}</p>}
          {conflict && (
            <div className="actions">
              <span>
                {m.settings_taken({ key: shownChord(conflict.chord), name: KEY_NAMES[conflict.taken]() })}
              </span>
              <button
                type="button"
                // biome-ignore lint/a11y/noAutofocus: the field that had the focus is gone
                autoFocus
                onClick={() => {
                  setConflict(null);
                  change(withChord(keys, conflict.chord, action));
                }}
              >
                {m.settings_take()}
              </button>
              <button type="button" onClick={() => setConflict(null)}>
                {m.settings_leave()}
              </button>
            </div>
          )}
        </div>
      </td>
    </tr>
  );
}
