/** Why: the present event in words, its rule and source, the events around it, and what is selected. */
import { useEffect, useRef } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Explanation, Said } from '../../model/sentences';
import type { Past } from '../../model/sentences-past';
import type { Position } from '../../protocol/generated/Position';
import { Glossed } from '../Glossed';
import { say } from '../say';
import type { Lines } from './layout';
import { PastView } from './Past';
import css from './why.module.css';

export interface WhyProps {
  explanation: Explanation | null;
  /** Number of the request under way, from 1. */
  request: number;
  lines: Lines;
  /** About what is selected; `null` when nothing is. */
  here: Said[] | null;
  /** Breakpoints on what is selected, that can be set and taken away. */
  stops: { text: string; name: string; short: string; on: boolean }[];
  /** Whether the selected page's past can be asked for, and what is known of it. */
  asks: boolean;
  past: Past | null;
  /** Where the simulation stands. */
  position: Position;
  /** A page that decided what is explained. */
  culprit: { ppn: number; page: string } | null;
  onAsk: () => void;
  onCulprit: (ppn: number) => void;
  onStop: (text: string, on: boolean) => void;
  onSeek: (position: Position) => void;
  onClear: () => void;
}

export function WhyView(props: WhyProps) {
  const { explanation, request, lines, here, stops, onStop, onSeek, onClear } = props;
  const { asks, past, position, culprit, onAsk, onCulprit } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section className={`why ${css.why}`} aria-label={m.why_region()} tabIndex={0}>
      <h2>{m.why_heading()}</h2>
      {here && (
        <div className={css.here}>
          <h3>{m.why_page_heading()}</h3>
          {here.map((sentence) => (
            <p key={sentence.key + JSON.stringify(sentence.values)}>{say(sentence)}</p>
          ))}
          {stops.length > 0 && (
            <div className={css.stops}>
              <span aria-hidden="true">{m.why_stop_when()}</span>
              {stops.map(({ text, name, short, on }) => (
                <button
                  key={text}
                  type="button"
                  aria-label={name}
                  aria-pressed={on}
                  onClick={() => onStop(text, !on)}
                >
                  {short}
                </button>
              ))}
            </div>
          )}
          {past && <PastView past={past} here={position} onSeek={onSeek} />}
          <div className={css.stops}>
            {asks && !past && (
              <button type="button" onClick={onAsk}>
                {m.why_past_ask()}
              </button>
            )}
            <button type="button" onClick={onClear}>
              {m.why_page_clear()}
            </button>
          </div>
        </div>
      )}
      {explanation ? <Explained explanation={explanation} /> : <Nothing />}
      {culprit && (
        <button type="button" className={css.culprit} onClick={() => onCulprit(culprit.ppn)}>
          {m.why_past_culprit({ page: culprit.page })}
        </button>
      )}
      {lines.lines.length > 0 && <Events lines={lines} request={request} onSeek={onSeek} />}
    </section>
  );
}

function Nothing() {
  return (
    <>
      <p className={css.title}>{m.why_nothing_yet()}</p>
      <p>{m.why_nothing_yet_hint()}</p>
    </>
  );
}

function Explained({ explanation: { title, why, rule, source } }: { explanation: Explanation }) {
  return (
    <>
      <p className={css.title}>{say(title)}</p>
      <Glossed
        texts={[why.map(say).join(' '), ...(rule ? [say(rule)] : [])]}
        wrap={[
          (text) => <p key="why">{text}</p>,
          (text) => (
            <div key="rule" className={css.rule}>
              <h3>{m.why_rule_heading()}</h3>
              <p>{text}</p>
              {source && <cite>{say(source)}</cite>}
            </div>
          ),
        ]}
      />
    </>
  );
}

function Events({ lines, request, onSeek }: Pick<WhyProps, 'lines' | 'request' | 'onSeek'>) {
  const list = useRef<HTMLOListElement>(null);
  const now = lines.lines.find((line) => line.now)?.number ?? 0;
  // The list scrolls to the present event, and nothing else does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the present event changes
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !current) return;
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top - 20;
    else if (top + current.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + current.offsetHeight - box.clientHeight + 20;
    }
  }, [now, request]);
  return (
    <div className={css.events}>
      <h3>{m.why_events_of({ request })}</h3>
      {lines.earlier > 0 && <p className={css.rest}>{m.why_events_earlier({ count: lines.earlier })}</p>}
      <ol ref={list} start={lines.lines[0]?.number}>
        {lines.lines.map((line) => (
          <li key={line.number} data-later={line.later || undefined}>
            <button
              type="button"
              aria-current={line.now ? 'step' : undefined}
              onClick={() => onSeek(line.position)}
            >
              <span className={css.operation} data-operation={line.operation ?? undefined} aria-hidden="true">
                {line.operation}
              </span>
              {say(line.text)}
            </button>
          </li>
        ))}
      </ol>
      {lines.later > 0 && <p className={css.rest}>{m.why_events_later({ count: lines.later })}</p>}
    </div>
  );
}
