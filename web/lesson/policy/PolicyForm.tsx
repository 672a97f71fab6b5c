/**
 * Code to write. It is run by a click and never before: a lesson may be a stranger's. "Run" shows the step's own scenario on the
 * stage; "Hand in" is an answer, which hidden scenarios judge too.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { bytes, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Code, type CodeHandle } from '../../kit/code/Code';
import { Icon } from '../../kit/Icon';
import { OtherTab } from '../../kit/OtherTab';
import { endingOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { Scope } from '../language/evaluate';
import type { PolicyTask, Rules } from '../language/lesson';
import { AttemptsLeft, WrongText } from '../parts/Question';
import { Inlines } from '../parts/Text';
import { useVerdict } from '../parts/use-verdict';
import { type Asked, settled } from '../play/play';
import { Differences } from './Differences';
import { missedOf, type Verdict } from './judge';
import { Runs, runName } from './Runs';
import { MOST_POLICY } from './read';
import './policy.css';

/** How far a run is: which, the requests served, and all. */
type At = { run: number; done: number; total: number };

export interface RunHow {
  /** The step's own scenario only. */
  visible: boolean;
  signal: AbortSignal;
  onProgress(run: number, done: number, total: number): void;
}

export interface PolicyFormProps {
  policy: PolicyTask;
  asked: Asked;
  /** Of the assignment it is in. */
  rules: Rules | null;
  before: Scope | null;
  slug: string | null;
  nudged: number;
  /** Read by a room: the code is text, and runs when the speaker shows the solution. */
  lecturing: boolean;
  run(code: string, how: RunHow): Promise<Verdict>;
  /** The code at each change: it is there again on the next visit. Left out before a room. */
  typed?: ((code: string) => void) | undefined;
  /** Another tab has other code. */
  other: { text: string; chosen(text: string): void } | null;
  answered(given: string, right: boolean): void;
  show(): void;
}

export function PolicyForm(props: PolicyFormProps) {
  const { policy, asked, rules, before, slug, nudged, lecturing, run, typed, other, answered, show } = props;
  const shownAll = asked.known && asked.given === null;
  const [first] = useState(
    () => asked.draft ?? asked.given ?? (shownAll ? policy.solution.text : policy.start),
  );
  const code = useRef(first);
  const editor = useRef<CodeHandle>(null);
  const [at, setAt] = useState<At | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  /** Whether the verdict is that of what was handed in. */
  const [handed, setHanded] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stop = useRef<AbortController>(null);
  const button = useRef<HTMLButtonElement>(null);
  const told = useVerdict(asked.tries);
  const id = useId();
  const hidden = policy.hidden.reduce((sum, { draws }) => sum + Math.max(1, draws), 0);
  const closed = settled({ rules }, asked);

  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (nudged > 0) button.current?.focus();
  }, [nudged]);
  const solution = policy.solution.text;
  const asShown = useRef(shownAll);
  useEffect(() => {
    if (shownAll && !asShown.current) editor.current?.put(solution);
    asShown.current = shownAll;
  }, [shownAll, solution]);

  const go = async (whole: boolean, shown?: string) => {
    if (at || !before) return;
    const text = shown ?? code.current;
    stop.current = new AbortController();
    setAt({ run: 0, done: 0, total: 0 });
    setFailure(null);
    setVerdict(null);
    editor.current?.mark(null);
    try {
      const onProgress = (run: number, done: number, total: number) => setAt({ run, done, total });
      const found = await run(text, { visible: !whole, signal: stop.current.signal, onProgress });
      // Code that fails on the visible scenario is no answer yet.
      if (found.failure && found.runs.length === 0) fail(found.failure, text);
      else {
        setVerdict(found);
        setHanded(whole);
        if (whole && shown === undefined) answered(text, found.right);
      }
    } catch (error) {
      const ending = endingOf(error);
      if (ending.is !== 'cancelled') fail(ending.failure, text);
    } finally {
      setAt(null);
    }
  };
  const wanted = lecturing && shownAll && before !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is to be shown
  useEffect(() => {
    if (wanted) void go(true, solution);
  }, [wanted]);
  const fail = (why: Failure, text: string) => {
    // Browsers do not say where a module breaks off; the editor's own reader does.
    const broken = why.line === null ? (editor.current?.brokenAt(text) ?? null) : null;
    const located = { ...why, ...broken };
    setFailure(located);
    if (located.line !== null)
      editor.current?.mark({ line: located.line, column: located.column, message: located.message });
  };

  const missed = handed && verdict ? missedOf(verdict) : null;
  const played = verdict?.runs[0];
  return (
    <section className="question policy-task" aria-labelledby={`${id}-ask`}>
      <div className="asked">
        <p className="eyebrow">{m.lesson_policy()}</p>
        <p className="ask" id={`${id}-ask`}>
          <Inlines inlines={policy.ask} scope={before} slug={slug} />
        </p>
        {lecturing ? (
          <pre className="listing">
            <code>{shownAll ? solution : (asked.given ?? policy.start)}</code>
          </pre>
        ) : (
          <Code
            ref={editor}
            text={first}
            most={MOST_POLICY}
            wraps
            locked={at !== null || closed}
            changed={(text) => {
              code.current = text;
              typed?.(text);
            }}
            run={() => void go(false)}
          />
        )}
        {other && !lecturing && (
          <OtherTab
            show={() => {
              other.chosen(other.text);
              editor.current?.put(other.text);
            }}
            keep={() => other.chosen(code.current)}
          />
        )}
        <p className="quiet" hidden={lecturing}>
          {policy.state !== null && m.lesson_policy_state({ bytes: bytes(policy.state) })}{' '}
          {policy.state !== null && m.lesson_policy_memory()}{' '}
          {hidden > 0 && m.lesson_policy_judged({ count: hidden })}
        </p>
        {failure && (
          <p className="trouble" role="alert">
            {failure.line !== null && <b>{m.policy_line({ line: failure.line })} </b>}
            <FailureText text={`${failure.message}\n${failure.remedy}`} />
          </p>
        )}
      </div>
      <div role="status" ref={told}>
        {at && (
          <p className="feedback">
            {m.lesson_policy_at({
              run: runName(at.run),
              done: integer(at.done),
              total: at.total > 0 ? integer(at.total) : '…',
            })}
          </p>
        )}
        {handed && verdict?.right && (
          <p className="feedback right">
            <Icon name="check" size={18} />
            <b>{m.lesson_right()}</b>
          </p>
        )}
        {handed && verdict && !verdict.right && (
          <div className="feedback wrong">
            <Icon name="warning" size={18} />
            <p>
              <b>
                {runName(verdict.failure ? verdict.runs.length : verdict.runs.indexOf(missed?.run as never))}:
              </b>{' '}
              {verdict.failure ? (
                <FailureText text={verdict.failure.message} />
              ) : (
                <WrongText hint={missed?.hint ?? []} scope={missed?.run.scope ?? null} {...{ rules, slug }} />
              )}{' '}
              <AttemptsLeft {...{ rules, asked }} />
            </p>
          </div>
        )}
        {shownAll && !verdict && !at && !lecturing && (
          <p className="feedback">{m.lesson_policy_solution()}</p>
        )}
      </div>
      {verdict && verdict.runs.length > 0 && <Runs policy={policy} runs={verdict.runs} />}
      {played && <Differences played={played} />}
      <div className="actions" data-after={handed && verdict?.right === false ? 'wrong' : undefined}>
        {at ? (
          <button type="button" onClick={() => stop.current?.abort(new DOMException('', 'AbortError'))}>
            {m.lesson_policy_cancel()}
          </button>
        ) : (
          <>
            <button type="button" disabled={!before} onClick={() => void go(false)}>
              {m.lesson_policy_run()} <kbd className="kbd">Ctrl ⏎</kbd>
            </button>
            {!closed && (
              <button
                ref={button}
                type="button"
                className="primary"
                disabled={!before}
                onClick={() => void go(true)}
              >
                {m.lesson_policy_hand_in()}
              </button>
            )}
            {!closed && (
              <button type="button" className="quiet small" onClick={() => editor.current?.put(policy.start)}>
                {m.lesson_policy_again()}
              </button>
            )}
          </>
        )}
        {!asked.known && !rules && !at && (
          <button type="button" className="quiet small" onClick={show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </section>
  );
}
