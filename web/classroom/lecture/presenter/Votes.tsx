/** A vote by hands: the speaker types or clicks how many hands each choice has, shows the bars, and lets the room vote again. */
import { useStore } from 'zustand';
import { m } from '../../../i18n/compiled/messages.js';
import type { Scope } from '../../../lesson/language/evaluate';
import type { Predict } from '../../../lesson/language/lesson';
import { ChoiceText } from '../../../lesson/parts/Question';
import { keyOf } from '../../../lesson/play/grade';
import { act, lectureChannel, lectureOf } from '../lecture-channel';
import { voteOf } from '../lecture-state';
import './votes.css';

export interface VotesProps {
  predict: Predict;
  /** The id of its step. */
  step: string;
  scope: Scope;
  slug: string | null;
}

export function Votes({ predict, step, scope, slug }: VotesProps) {
  const lecture = useStore(lectureChannel, lectureOf);
  if (!lecture || predict.choices.length === 0) return null;
  const { hands, before, shown } = voteOf(lecture, step);
  const key = keyOf(predict, scope);
  const all = hands.reduce((sum, count) => sum + count, 0);
  const count = (choice: number, to: number) => act({ type: 'hands', step, choice, hands: to });
  return (
    <section className="votes" aria-label={m.lecture_vote()}>
      <ol>
        {predict.choices.map(({ value, text }, choice) => {
          const now = hands[choice] ?? 0;
          const name = m.lecture_vote_choice({ number: choice + 1 });
          return (
            <li key={value.text}>
              <span>
                <ChoiceText
                  text={text}
                  value={'values' in key ? (key.values[choice] ?? null) : null}
                  {...{ scope, slug }}
                />
              </span>
              <button
                type="button"
                className="small"
                aria-label={m.lecture_vote_fewer({ choice: name })}
                disabled={now === 0}
                onClick={() => count(choice, now - 1)}
              >
                −
              </button>
              <input
                type="number"
                min={0}
                max={9999}
                aria-label={name}
                value={now}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => count(choice, Number(target.value))}
              />
              <button
                type="button"
                className="small"
                aria-label={m.lecture_vote_more({ choice: name })}
                onClick={() => count(choice, now + 1)}
              >
                +
              </button>
              {before && (
                <span className="quiet">{m.lecture_vote_before({ hands: before[choice] ?? 0 })}</span>
              )}
            </li>
          );
        })}
      </ol>
      <div className="actions">
        <button
          type="button"
          className="small"
          aria-pressed={shown}
          disabled={all === 0}
          onClick={() => act({ type: 'bars', step, on: !shown })}
        >
          {m.lecture_vote_show()}
        </button>
        <button
          type="button"
          className="small"
          disabled={all === 0}
          onClick={() => act({ type: 'vote_again', step })}
        >
          {m.lecture_vote_again()}
        </button>
        <span className="quiet">{m.lecture_vote_all({ hands: all })}</span>
      </div>
    </section>
  );
}
