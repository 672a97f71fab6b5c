/** A task: the person's requests are appended to the scenario, the engine runs and judges them. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { Scope } from '../language/evaluate';
import type { Rules, Task } from '../language/lesson';
import { gradeTask, MAX_REQUESTS, requestsIn } from '../play/grade';
import { type Asked, settled } from '../play/play';
import { AttemptsLeft, WrongText } from './Question';
import { Inlines } from './Text';
import { useVerdict } from './use-verdict';

export interface TaskFormProps {
  task: Task;
  asked: Asked;
  /** Of the assignment it is in. */
  rules: Rules | null;
  before: Scope | null;
  slug: string | null;
  nudged: number;
  /** Runs the requests; resolves with what the engine then says. */
  attempt(ops: string): Promise<Scope>;
  /** Requests that are not run yet, at each change; left out before a room. */
  typed?: ((text: string) => void) | undefined;
  answered(given: string, right: boolean): void;
  show(): void;
}

export function TaskForm({
  task,
  asked,
  rules,
  before,
  slug,
  nudged,
  attempt,
  typed,
  answered,
  show,
}: TaskFormProps) {
  const [draft, setDraft] = useState(asked.draft ?? asked.given ?? '');
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [judged, setJudged] = useState<Scope | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const told = useVerdict(asked.tries);
  const id = useId();

  useEffect(() => {
    if (nudged > 0) field.current?.focus();
  }, [nudged]);

  const run = async (event: FormEvent) => {
    event.preventDefault();
    const requests = requestsIn(draft);
    if (requests === null) {
      setTrouble(m.lesson_not_requests({ most: MAX_REQUESTS }));
      return;
    }
    setTrouble(null);
    setRunning(true);
    try {
      const scope = await attempt(requests);
      setJudged(scope);
      answered(requests, gradeTask(task, scope).right);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      setTrouble(`${error.failure.message}\n${error.failure.remedy}`);
    } finally {
      setRunning(false);
    }
  };

  const closed = settled({ rules }, asked);
  const verdict = judged && asked.verdict !== null ? gradeTask(task, judged) : null;
  return (
    <form className="question" onSubmit={run} aria-labelledby={`${id}-ask`}>
      <div className="asked">
        <p className="eyebrow">{m.lesson_task()}</p>
        <p className="ask" id={`${id}-ask`}>
          <Inlines inlines={task.ask} scope={before} slug={slug} />
        </p>
        <div className="requests">
          <input
            aria-label={m.lesson_requests()}
            ref={field}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={draft}
            disabled={closed}
            aria-invalid={trouble !== null}
            data-wrong={verdict?.right === false || undefined}
            onChange={({ target }) => {
              setDraft(target.value);
              typed?.(target.value);
            }}
          />
          <button type="submit" className="primary" disabled={running || closed || !before}>
            {m.lesson_check()}
          </button>
        </div>
        {trouble && (
          <p className="trouble" role="alert">
            <FailureText text={trouble} />
          </p>
        )}
      </div>
      <div role="status" ref={told}>
        {running && <p className="feedback">{m.lesson_checking()}</p>}
        {verdict?.right === true && (
          <p className="feedback right">
            <Icon name="check" size={18} />
            <b>{m.lesson_right()}</b>
          </p>
        )}
        {verdict?.right === false && (
          <div className="feedback wrong">
            <Icon name="warning" size={18} />
            <p>
              <WrongText hint={verdict.hint} scope={judged} {...{ rules, slug }} />{' '}
              <AttemptsLeft {...{ rules, asked }} />
            </p>
          </div>
        )}
        {!verdict && asked.known && asked.verdict === null && <p className="feedback">{m.lesson_shown()}</p>}
      </div>
      <div className="actions" data-after={verdict?.right === false ? 'wrong' : undefined}>
        {!asked.known && !rules && (
          <button type="button" className="quiet small" onClick={show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </form>
  );
}
