/** How the selected page came to hold what it holds: each link of the chain leads to where it happened. */
import { m } from '../../i18n/compiled/messages.js';
import type { Past } from '../../model/sentences/past';
import type { Position } from '../../protocol/generated/Position';
import { say } from '../say';
import css from './why.module.css';

export interface PastProps {
  past: Past;
  /** Where the simulation is. */
  here: Position;
  onSeek: (position: Position) => void;
}

export function PastView({ past: { links, before }, here, onSeek }: PastProps) {
  return (
    <section className={css.past} aria-label={m.why_past_heading()}>
      <h3>{m.why_past_heading()}</h3>
      {before && <p>{m.why_past_before()}</p>}
      <ol>
        {links.map(({ text, because, position }) => (
          <li key={`${position.request}.${position.event}`}>
            <button
              type="button"
              aria-current={same(position, here) ? 'step' : undefined}
              onClick={() => onSeek(position)}
            >
              {say(text)}
              {because && <small>{say(because)}</small>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function same(a: Position, b: Position): boolean {
  return a.request === b.request && a.event === b.event;
}
