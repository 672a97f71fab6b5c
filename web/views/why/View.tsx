/** Why: the reason for what goes on, what was ruled out, the step itself, what is selected, and the events around it. */
import { useEffect, useRef } from 'react';
import { duration } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Icon, type IconName } from '../../kit/Icon';
import type { Past } from '../../model/sentences/past';
import type { Explanation, Said } from '../../model/sentences/sentences';
import type { Choice, Reason } from '../../model/why/reason';
import type { Position } from '../../protocol/generated/Position';
import { Glossed } from '../Glossed';
import { say } from '../say';
import type { Lines } from './layout';
import { PastView } from './Past';
import css from './why.module.css';

export interface WhyProps {
  reason: Reason | null;
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
  /** Where the simulation is. */
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
  const { reason, request, lines, culprit, onCulprit, onSeek } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section className={`why ${css.why}`} aria-label={m.why_region()} tabIndex={0}>
      {reason ? <Reasons reason={reason} /> : <Nothing />}
      {culprit && (
        <button type="button" className={`small ${css.culprit}`} onClick={() => onCulprit(culprit.ppn)}>
          {m.why_past_culprit({ page: culprit.page })}
        </button>
      )}
      {props.here && <Here {...props} here={props.here} />}
      {lines.lines.length > 0 && <Events lines={lines} request={request} onSeek={onSeek} />}
    </section>
  );
}

/** The selected page or block: where it comes from, and where the run may stop for it. */
function Here(props: WhyProps & { here: Said[] }) {
  const { here, stops, asks, past, position, onAsk, onStop, onSeek, onClear } = props;
  return (
    <div className={css.here}>
      <h3>{m.why_page_heading()}</h3>
      {here.map((sentence) => (
        <p key={sentence.key + JSON.stringify(sentence.values)}>{say(sentence)}</p>
      ))}
      {past && <PastView past={past} here={position} onSeek={onSeek} />}
      <div className={css.stops} data-aside>
        {stops.length > 0 && <span aria-hidden="true">{m.why_stop_when()}</span>}
        {stops.map(({ text, name, short, on }) => (
          <button
            key={text}
            type="button"
            className="small"
            aria-label={name}
            aria-pressed={on}
            onClick={() => onStop(text, !on)}
          >
            {short}
          </button>
        ))}
      </div>
      <div className={css.stops} data-aside>
        {asks && !past && (
          <button type="button" className="small" onClick={onAsk}>
            {m.why_past_ask()}
          </button>
        )}
        <button type="button" className="quiet small" onClick={onClear}>
          {m.why_page_clear()}
        </button>
      </div>
    </div>
  );
}

function Nothing() {
  return (
    <div>
      <h3 className={css.title}>{m.why_nothing_yet()}</h3>
      <p>{m.why_nothing_yet_hint()}</p>
    </div>
  );
}

function Reasons({ reason }: { reason: Reason }) {
  const { heading, why, question, choices, tone, rule, source, step } = reason;
  return (
    <>
      <Glossed
        texts={[why.map(say).join(' '), ...(rule ? [say(rule)] : [])]}
        wrap={[
          (text) => (
            <div key="why">
              <h3 className={css.title}>{say(heading)}</h3>
              <p>{text}</p>
              {question && (
                <>
                  <h4>{say(question)}</h4>
                  <ul className={css.choices} data-tone={tone ?? undefined}>
                    {choices.map((choice) => (
                      <ChoiceRow key={choice.id} choice={choice} />
                    ))}
                  </ul>
                </>
              )}
              {step && <Step step={step} />}
            </div>
          ),
          (text) =>
            question ? (
              <details key="rule" className={css.full} data-aside>
                <summary>{m.why_rule_full()}</summary>
                <p>{text}</p>
              </details>
            ) : (
              <div key="rule" className={css.rule}>
                <h4>{m.why_rule_heading()}</h4>
                <p>{text}</p>
              </div>
            ),
        ]}
      />
      <p className={css.source} data-aside>
        {source && <cite>{`${say(source)}. `}</cite>}
        <a href="#/validation">{m.why_check()}</a>
      </p>
    </>
  );
}

const MARKS: Record<Choice['is'], IconName | null> = {
  taken: 'right',
  done: 'check',
  out: 'cross',
  next: null,
  rest: null,
};

/** One way there was. Which was taken, and which ruled out, is said to those who do not see the marks. */
function ChoiceRow({ choice: { is, name, cost, note, ns, step } }: { choice: Choice }) {
  const mark = MARKS[is];
  return (
    <li data-is={is}>
      <span className={css.mark} aria-hidden="true">
        {step ? <b>{step}</b> : mark && <Icon name={mark} size={14} />}
      </span>
      <span className={css.name}>
        <span className="visually-hidden">{markText(is)}</span>
        {say(name)}
      </span>
      {cost && <span className={css.cost}>{say(cost)}</span>}
      {ns !== undefined && <span className={`${css.cost} ${css.time}`}>{duration(ns / 1000)}</span>}
      {note && <span className={css.note}>{say(note)}</span>}
    </li>
  );
}

function markText(is: Choice['is']): string {
  if (is === 'rest' || is === 'next') return '';
  const words = { taken: m.why_mark_taken, done: m.why_mark_done, out: m.why_mark_out };
  return `${words[is]()}: `;
}

/** The moment itself, under the reason for all of it. */
function Step({ step: { title, why } }: { step: Explanation }) {
  return (
    <div className={css.step}>
      <h4>{m.why_step_heading()}</h4>
      <p>
        <strong>{say(title)}.</strong> {why.map(say).join(' ')}
      </p>
    </div>
  );
}

function Events({ lines, request, onSeek }: Pick<WhyProps, 'lines' | 'request' | 'onSeek'>) {
  const list = useRef<HTMLOListElement>(null);
  const now = lines.lines.find((line) => line.now)?.number ?? 0;
  // The list scrolls to the current event, and nothing else does.
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
    <div className={css.events} data-aside>
      <h4>{m.why_events_of({ request })}</h4>
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
