/** A prediction: choices or a number, judged by the engine; after a wrong one the hint and a fresh variant. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { useLab } from '../../state/use-lab';
import type { Plain, Scope } from '../language/evaluate';
import type { Inline, Predict, Rules } from '../language/lesson';
import { grade, keyOf, numberIn, shown, type Verdict } from '../play/grade';
import { type Asked, MAX_SAID, settled as settledIn, told } from '../play/play';
import { plainOf } from '../play/walk';
import { type Context, Inlines } from './Text';
import { useVerdict } from './use-verdict';

export interface QuestionProps {
  predict: Predict;
  asked: Asked;
  /** Of the assignment it is in. */
  rules: Rules | null;
  /** The values known before the answer: the question's text is evaluated here. */
  before: Scope | null;
  /** The engine's answer: judged here. `null` while it computes, `after` of a variant while that is drawn. */
  after: Scope | null;
  slug: string | null;
  /** In a lecture: the hands that were counted for each choice, once the room is to see them. */
  votes?: { hands: readonly number[]; before: readonly number[] | null } | null;
  /** Asked from memory, away from its lesson: there is no example of the lesson to go back to, and no stage. */
  fromMemory?: boolean;
  /** A further variant could not be drawn. */
  exhausted: boolean;
  /** Counts up when the person wanted to go on: the question takes the focus. */
  nudged: number;
  answered(given: string, right: boolean): void;
  /** An answer that is not given yet, at each change; left out before a room. */
  typed?: ((text: string) => void) | undefined;
  /** The reason for a choice of two, in the person's words; left out where none is asked. */
  reasoned?: (text: string) => void;
  fresh(): void;
  own(): void;
  show(): void;
}

export function Question(props: QuestionProps) {
  const { predict, asked, rules, before, after, slug, nudged } = props;
  const [draft, setDrafted] = useState(asked.draft ?? asked.given ?? '');
  const setDraft = (text: string) => {
    setDrafted(text);
    props.typed?.(text);
  };
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useId();
  // A wrong answer stays, and may be changed.
  const settled = rules
    ? settledIn({ rules }, asked)
    : asked.verdict === 'right' || (asked.known && asked.variant === 0) || told(asked);
  // An answer that was shown takes the place of the answers that were tried.
  const answer = settled && asked.verdict === null && after ? answerOf(predict, after) : null;
  const filled = answer ?? draft;

  useEffect(() => {
    if (nudged > 0) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [nudged]);

  const check = (event: FormEvent) => {
    event.preventDefault();
    const given = numberIn(draft);
    setMissing(Number.isNaN(given));
    if (!after || Number.isNaN(given)) return;
    props.answered(draft.trim(), grade(predict, after, given).right);
  };

  const verdict = verdictOf(predict, asked, after);
  useCounting(verdict, after, asked.variant === 0);
  const checkButton = !settled && (
    <button type="submit" className="primary" disabled={after === null}>
      {m.lesson_check()}
    </button>
  );
  return (
    <form className="question" ref={form} onSubmit={check} aria-labelledby={`${name}-ask`}>
      <div className="asked">
        <p className="eyebrow">
          {props.fromMemory
            ? m.lesson_from_memory()
            : asked.variant > 0 && !rules
              ? m.lesson_variant({ number: asked.variant })
              : m.lesson_predict()}
        </p>
        <p className="ask" id={`${name}-ask`}>
          <Inlines inlines={predict.ask} scope={before} slug={slug} />
        </p>
        {predict.choices.length > 0 ? (
          <>
            <fieldset disabled={settled} className="choices">
              <legend className="visually-hidden">{m.lesson_answer()}</legend>
              {predict.choices.map((choice, index) => (
                <label key={choice.value.text}>
                  <input
                    type="radio"
                    name={name}
                    value={index}
                    checked={filled === String(index)}
                    onChange={() => setDraft(String(index))}
                  />
                  <span>
                    <ChoiceText
                      text={choice.text}
                      value={valueAt(predict, after, index)}
                      scope={after}
                      slug={slug}
                    />
                  </span>
                  {props.votes && <Bar {...props.votes} choice={index} />}
                </label>
              ))}
            </fieldset>
            {props.reasoned && predict.choices.length === 2 && (
              <label className="reason">
                {m.lesson_reason()}
                <input
                  type="text"
                  autoComplete="off"
                  maxLength={MAX_SAID}
                  defaultValue={asked.reason ?? ''}
                  onChange={({ target }) => props.reasoned?.(target.value)}
                />
              </label>
            )}
            {checkButton}
          </>
        ) : (
          <div className="number">
            <label>
              <span className="visually-hidden">{m.lesson_answer()}</span>
              <input
                type="text"
                inputMode="decimal"
                autoComplete="off"
                size={6}
                value={filled}
                disabled={settled}
                data-wrong={verdict?.right === false || undefined}
                onChange={(event) => setDraft(event.target.value)}
              />
              {predict.unit && <Inlines inlines={predict.unit} scope={before} slug={slug} />}
            </label>
            {checkButton}
          </div>
        )}
        {missing && (
          <p className="trouble" role="alert">
            {m.lesson_no_answer()}
          </p>
        )}
      </div>
      <Outcome {...props} verdict={verdict} settled={settled} ready={after !== null} />
    </form>
  );
}

interface BarProps {
  hands: readonly number[];
  before: readonly number[] | null;
  choice: number;
}

/** The share of the hands that a choice has, and that it had in the vote before. */
function Bar({ hands, before, choice }: BarProps) {
  const [now, was] = [hands, before ?? []].map((each) => {
    const all = each.reduce((sum, count) => sum + count, 0);
    return { count: each[choice] ?? 0, share: all === 0 ? 0 : (each[choice] ?? 0) / all };
  }) as [{ count: number; share: number }, { count: number; share: number }];
  return (
    <span className="vote">
      {before && <i className="before" style={{ width: `${100 * was.share}%` }} />}
      <i style={{ width: `${100 * now.share}%` }} />
      <b>{now.count}</b>
      <span className="visually-hidden">
        {before
          ? m.lecture_vote_text_before({ hands: now.count, before: was.count })
          : m.lecture_vote_text({ hands: now.count })}
      </span>
    </span>
  );
}

/** The right answer as a person gives it: the number, or the choice's index. */
function answerOf(predict: Predict, after: Scope): string | null {
  const key = keyOf(predict, after);
  if ('faults' in key) return null;
  if (predict.choices.length === 0) return shown(key.answer);
  const index = key.values.findIndex((value) => shown(value ?? null) === shown(key.answer));
  return index < 0 ? null : String(index);
}

function valueAt(predict: Predict, after: Scope | null, index: number): Plain {
  const key = after ? keyOf(predict, after) : null;
  return key && 'values' in key ? (key.values[index] ?? null) : null;
}

/** The verdict comes from the engine each time, also for an answer that was kept from an earlier visit. */
function verdictOf(predict: Predict, asked: Asked, after: Scope | null): Verdict | null {
  if (asked.verdict === null || asked.given === null || !after) return null;
  return grade(predict, after, Number(asked.given.replace(',', '.')));
}

/** Marks on the stage what a recognised mistake counted and left out, until another answer; a variant has no stage. */
function useCounting(verdict: Verdict | null, scope: Scope | null, staged: boolean) {
  const count = useLab((lab) => lab.count);
  const choice = verdict?.right === false && staged ? verdict.choice : undefined;
  const [counted, missed] = [choice?.counted, choice?.missed].map((at) => {
    const pbn = at && scope ? plainOf(at, scope) : null;
    return typeof pbn === 'number' ? pbn : null;
  }) as [number | null, number | null];
  useEffect(() => {
    if (counted === null && missed === null) return;
    count({ counted, missed });
    return () => count(null);
  }, [counted, missed, count]);
}

/** An answer to choose, as its text or as its value. */
export function ChoiceText({ text, value, scope, slug }: Context & { text: Inline[] | null; value: Plain }) {
  if (!text) return <span className="value">{scope ? shown(value) : '…'}</span>;
  return <Inlines inlines={text} scope={scope && withValue(scope, value)} slug={slug} />;
}

function withValue(scope: Scope, value: Plain): Scope {
  return { ...scope, roots: { ...scope.roots, value } };
}

interface OutcomeProps extends QuestionProps {
  verdict: Verdict | null;
  settled: boolean;
  ready: boolean;
}

function Outcome({
  predict,
  asked,
  rules,
  after,
  slug,
  fromMemory,
  reasoned,
  exhausted,
  verdict,
  settled,
  ready,
  ...act
}: OutcomeProps) {
  const [hinted, setHinted] = useState(false);
  const given = Number(asked.given?.replace(',', '.'));
  const value = predict.choices.length > 0 ? valueAt(predict, after, given) : given;
  const scope = after && withValue(after, value);
  const wrong = verdict?.right === false ? verdict : null;
  const again = !rules && predict.variants && !exhausted && (wrong !== null || settled);
  const hints = rules?.hints ?? true;
  // The hint for a recognised mistake hides the hint for any other.
  const more = hints && wrong && predict.hint && predict.hint !== wrong.hint ? predict.hint : null;
  const said = useVerdict(asked.tries);
  return (
    <>
      <div role="status" ref={said}>
        {verdict?.right === true && (
          <p className="feedback right">
            <Icon name="check" size={18} />
            <b>{m.lesson_right()}</b>
          </p>
        )}
        {wrong && (
          <div className="feedback wrong">
            <Icon name="warning" size={18} />
            <p>
              <WrongText hint={wrong.hint} {...{ rules, scope, slug }} />{' '}
              <AttemptsLeft {...{ rules, asked }} />
            </p>
            {more && hinted && (
              <p>
                <Inlines inlines={more} scope={scope} slug={slug} />
              </p>
            )}
          </div>
        )}
        {asked.known && asked.tries === 0 && <p className="feedback">{m.lesson_shown()}</p>}
        {!ready && asked.variant > 0 && <p className="feedback">{m.lesson_checking()}</p>}
        {exhausted && <p className="feedback">{m.lesson_no_variant()}</p>}
        {predict.once && settled && !rules && !fromMemory && reasoned && (
          <p className="quiet">
            {m.lesson_once()} <Inlines inlines={predict.once} scope={scope} slug={slug} />
          </p>
        )}
      </div>
      <div className="actions" data-after={wrong ? 'wrong' : undefined}>
        {more && !hinted && (
          <button type="button" className="small" onClick={() => setHinted(true)}>
            <Icon name="hint" size={14} />
            {m.lesson_hint()}
          </button>
        )}
        {again && (
          <button type="button" className="small" onClick={act.fresh}>
            {m.lesson_fresh()}
          </button>
        )}
        {asked.variant > 0 && !rules && !fromMemory && (
          <button type="button" className="small" onClick={act.own}>
            {m.lesson_own()}
          </button>
        )}
        {!asked.known && !rules && (
          <button type="button" className="quiet small" onClick={act.show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </>
  );
}

/** A wrong answer: why, unless an assignment gives no hints. */
export function WrongText({ hint, rules, ...context }: Context & { hint: Inline[]; rules: Rules | null }) {
  if (rules && !rules.hints) return <b>{m.assignment_wrong()}</b>;
  return (
    <>
      <b>{m.lesson_wrong()}</b> <Inlines inlines={hint} {...context} />
    </>
  );
}

/** How many answers an assignment still takes. */
export function AttemptsLeft({ rules, asked }: { rules: Rules | null; asked: Asked }) {
  if (!rules || rules.attempts === null) return null;
  return <>{m.assignment_attempts_left({ left: Math.max(0, rules.attempts - asked.tries) })}</>;
}
