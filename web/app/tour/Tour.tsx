/**
 * Four things to know on a first visit. No dialog: the lab is there and acts meanwhile. Each step stands beside what it
 * speaks of, which is outlined (tour.css).
 */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { shownChord, useKeyMap } from '../../state/key-map';
import './tour.css';

interface Stop {
  id: string;
  /** What it speaks of. */
  target: string;
  text: (keys: { palette: string; help: string }) => string;
}

const STOPS: readonly Stop[] = [
  { id: 'stage', target: '.lab .stages', text: m.tour_stage },
  { id: 'transport', target: '.lab > .timeline', text: m.tour_transport },
  { id: 'why', target: '.lab > .side > .why', text: m.tour_why },
  { id: 'head', target: '.lab > header', text: m.tour_head },
];

export interface TourProps {
  /** Asked for: then it takes the focus. On a first visit it takes nothing. */
  asked: boolean;
  done: () => void;
}

export default function Tour({ asked, done }: TourProps) {
  const [at, setAt] = useState(0);
  const keys = useKeyMap();
  const next = useRef<HTMLButtonElement>(null);
  const stop = STOPS[at];
  useEffect(() => {
    if (asked) next.current?.focus();
  }, [asked]);
  useEffect(() => {
    const target = stop && document.querySelector(stop.target);
    if (!target) return;
    target.setAttribute('data-toured', '');
    target.scrollIntoView({ block: 'nearest' });
    return () => target.removeAttribute('data-toured');
  }, [stop]);
  if (!stop) return null;
  const last = at === STOPS.length - 1;
  const named = (chords: readonly string[]) => chords.slice(0, 1).map(shownChord).join('') || '–';
  return (
    <section
      className="tour"
      data-stop={stop.id}
      aria-label={m.tour_title()}
      onKeyDown={(event) => event.key === 'Escape' && done()}
    >
      <p aria-live="polite">{stop.text({ palette: named(keys.palette), help: named(keys.help) })}</p>
      <div className="actions">
        <button ref={next} type="button" className="primary" onClick={() => (last ? done() : setAt(at + 1))}>
          {last ? m.tour_done() : m.tour_next()}
        </button>
        {at > 0 && (
          <button type="button" onClick={() => setAt(at - 1)}>
            {m.tour_back()}
          </button>
        )}
        {!last && (
          <button type="button" onClick={done}>
            {m.tour_skip()}
          </button>
        )}
        <span className="quiet">{m.tour_step({ step: at + 1, steps: STOPS.length })}</span>
      </div>
    </section>
  );
}
