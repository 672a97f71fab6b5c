/** A prediction: choices or a number, judged by the engine; after a wrong one the hint and a fresh variant. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '../i18n/compiled/messages.js';
import type { Plain, Scope } from './evaluate';
import { grade, keyOf, shown, type Verdict } from './grade';
import type { Inline, Predict } from './lesson';
import type { Asked } from './play';
import { type Context, Inlines } from './Text';
import { useVerdict } from './use-verdict';

export interface QuestionProps {
  predict: Predict;
  asked: Asked;
  /** What is known before the answer: the question's text is evaluated here. */
  before: Scope | null;
  /** What the engine says: judged here. `null` while it computes, `after` of a variant while that is drawn. */
  after: Scope | null;
  slug: string | null;
  /** A further variant could not be drawn. */
  exhausted: boolean;
  /** Counts up when the person wanted to go on: the question takes the focus. */
  nudged: number;
  answered(given: string, right: boolean): void;
  fresh(): void;
  own(): void;
  show(): void;
  retry(): void;
}

export function Question(props: QuestionProps) {
  const { predict, asked, before, after, slug, nudged } = props;
  const [draft, setDraft] = useState(asked.given ?? '');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useId();
  const settled = asked.verdict !== null || (asked.known && asked.variant === 0);

  useEffect(() => {
    if (nudged > 0) form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [nudged]);

  const check = (event: FormEvent) => {
    event.preventDefault();
    const given = draft.trim() === '' ? Number.NaN : Number(draft.replace(',', '.'));
    setMissing(Number.isNaN(given));
    if (!after || Number.isNaN(given)) return;
    props.answered(draft.trim(), grade(predict, after, given).right);
  };

  return (
    <form className="question" ref={form} onSubmit={check} aria-labelledby={`${name}-ask`}>
      {asked.variant > 0 && <p className="quiet">{m.lesson_variant({ number: asked.variant })}</p>}
      <p id={`${name}-ask`}>
        <b>{m.lesson_predict()}.</b> <Inlines inlines={predict.ask} scope={before} slug={slug} />
      </p>
      {predict.choices.length > 0 ? (
        <fieldset disabled={settled} className="choices">
          <legend className="visually-hidden">{m.lesson_answer()}</legend>
          {predict.choices.map((choice, index) => (
            <label key={choice.value.text}>
              <input
                type="radio"
                name={name}
                value={index}
                checked={draft === String(index)}
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
            </label>
          ))}
        </fieldset>
      ) : (
        <label className="number">
          <span>{m.lesson_answer()}</span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            size={6}
            value={draft}
            disabled={settled}
            onChange={(event) => setDraft(event.target.value)}
          />
          {predict.unit && <Inlines inlines={predict.unit} scope={before} slug={slug} />}
        </label>
      )}
      {missing && (
        <p className="trouble" role="alert">
          {m.lesson_no_answer()}
        </p>
      )}
      <Outcome
        {...props}
        verdict={verdictOf(predict, asked, after)}
        settled={settled}
        ready={after !== null}
      />
    </form>
  );
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

function Outcome({ predict, asked, after, slug, exhausted, verdict, settled, ready, ...act }: OutcomeProps) {
  const given = Number(asked.given?.replace(',', '.'));
  const value = predict.choices.length > 0 ? valueAt(predict, after, given) : given;
  const scope = after && withValue(after, value);
  const again = predict.variants && !exhausted;
  const told = useVerdict(asked.tries);
  return (
    <>
      <div role="status" ref={told}>
        {verdict?.right === true && (
          <p className="verdict right">
            <b>{m.lesson_right()}</b>
          </p>
        )}
        {verdict?.right === false && (
          <p className="verdict wrong">
            <b>{m.lesson_wrong()}</b> <Inlines inlines={verdict.hint} scope={scope} slug={slug} />
          </p>
        )}
        {asked.known && asked.tries === 0 && <p className="quiet">{m.lesson_shown()}</p>}
        {!ready && asked.variant > 0 && <p className="quiet">{m.lesson_checking()}</p>}
        {exhausted && <p className="quiet">{m.lesson_no_variant()}</p>}
      </div>
      <div className="actions">
        {!settled && (
          <button type="submit" className="primary" disabled={!ready}>
            {m.lesson_check()}
          </button>
        )}
        {settled && again && (
          <button type="button" onClick={act.fresh}>
            {m.lesson_fresh()}
          </button>
        )}
        {asked.variant > 0 ? (
          <button type="button" onClick={act.own}>
            {m.lesson_own()}
          </button>
        ) : (
          asked.verdict === 'wrong' &&
          !asked.known &&
          !again && (
            <button type="button" onClick={act.retry}>
              {m.lesson_again()}
            </button>
          )
        )}
        {!asked.known && (
          <button type="button" className="plain" onClick={act.show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </>
  );
}
