/**
 * A person writes a policy, runs it, sees where it decided otherwise than the FTL, and what that cost. The code runs in a sandbox; the
 * lab's own engine replays its choices, so what is shown is true whatever the code does.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { decimal, integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { useSharedText } from '../../base/typed/use-shared-text';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Code, type CodeHandle } from '../../kit/code/Code';
import { FileButton } from '../../kit/FileButton';
import { MenuButton } from '../../kit/MenuButton';
import { OtherTab } from '../../kit/OtherTab';
import { decisionAt, decisionCount, nextDifference, seenAt } from '../../model/policy/decisions';
import { checksum, MOST_CODE } from '../../model/policy/link';
import { TASKS, taskOf } from '../../model/policy/tasks';
import { endingOf, orThrow } from '../../protocol/engine/outcome';
import type { Counterexample } from '../../protocol/generated/Counterexample';
import type { PolicyAsked, RunPolicy } from '../../protocol/policy/run-policy';
import type { StartRun } from '../../protocol/runs/pool';
import { NOTHING_RUN, type PolicyState, policyStore } from '../../state/policy';
import { useLabStore } from '../../state/use-lab';
import { Gets } from './Gets';
import { lossesOf } from './losses';
import { bestBefore, reportOf, rivals, rowOf, type Scored } from './score';
import { STARTERS, type StarterId } from './starters';
import { starterName, taskName } from './words';
import './policy.css';

/** Under which one's own code is kept. */
const CODE = 'ftl-lab policy';
/** Under which the code of a link is kept once it was changed, by the checksum of what the link has. */
const OF_LINK = 'ftl-lab policy of link ';

/** Searches for a counterexample on a small device: `breakPolicy`. */
type BreakPolicy = (asked: PolicyAsked) => Promise<Counterexample>;

export interface PolicyPanelProps {
  run: RunPolicy;
  search: BreakPolicy;
  start: StartRun;
  /** The code of a link, which is shown and not run. */
  linked: { task: string; code: string } | null;
  /** Makes a link of the code and hands it over. */
  share: (task: string, code: string) => void;
  scored: (scored: Scored) => void;
}

/** A policy in WebAssembly has no text to edit. */
interface Binary {
  name: string;
  bytes: ArrayBuffer;
}

export function PolicyPanel({ run, search, start, linked, share, scored }: PolicyPanelProps) {
  const lab = useLabStore();
  const { task: taskId, running, failure, outcome, broken, took } = useStore(policyStore);
  const task = taskOf(taskId);
  // A policy of a link stays with its link: one's own is kept.
  const shared = useSharedText(linked ? OF_LINK + checksum(linked.code) : CODE, {
    what: 'text',
    save: () => saveAs('policy.js', code.current, 'text/javascript'),
  });
  const [first] = useState(() => shared.first ?? linked?.code ?? STARTERS[0].code);
  const [edited, setEdited] = useState(linked !== null && first !== linked.code);
  const code = useRef(first);
  const editor = useRef<CodeHandle>(null);
  const [binary, setBinary] = useState<Binary | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const stop = useRef<AbortController>(null);
  const looking = useRef<AbortController>(null);
  useEffect(
    () => () => {
      stop.current?.abort();
      looking.current?.abort();
    },
    [],
  );

  // The task is seen before it is run: its device, with the first requests.
  useEffect(() => {
    policyStore.setState(NOTHING_RUN);
    looking.current?.abort();
    const { compare, open, told } = lab.getState();
    void told(compare(null));
    void told(open(0, JSON.stringify(task.scenario)));
  }, [lab, task]);
  useEffect(() => {
    if (linked) policyStore.setState({ task: taskOf(linked.task).id });
  }, [linked]);

  const fail = useCallback(
    (error: unknown) => {
      const ending = endingOf(error);
      if (ending.is === 'cancelled') return;
      const why = ending.failure;
      // Browsers do not say where a module breaks off; the editor's own reader does.
      const broken = why.line === null && !binary ? (editor.current?.brokenAt(code.current) ?? null) : null;
      const located = broken ? { ...why, ...broken } : why;
      policyStore.setState({ failure: located });
      if (located.line !== null)
        editor.current?.mark({ line: located.line, column: located.column, message: located.message });
    },
    [binary],
  );

  /** It may take some seconds, in which the run can be looked at. */
  const lose = useCallback(
    async (chosen: string) => {
      looking.current = new AbortController();
      const { signal } = looking.current;
      const tell = (losses: PolicyState['losses']) => {
        if (!signal.aborted) policyStore.setState({ losses });
      };
      try {
        tell(await lossesOf(chosen, start, signal, tell));
      } catch (error) {
        tell(null);
        fail(error);
      }
    },
    [start, fail],
  );

  const go = useCallback(async () => {
    if (policyStore.getState().running) return;
    const asked = taskOf(policyStore.getState().task);
    const scenario = JSON.stringify(asked.scenario);
    const began = performance.now();
    stop.current = new AbortController();
    const { signal } = stop.current;
    looking.current?.abort();
    policyStore.setState({ running: { done: 0, total: 0 }, failure: null, broken: null, losses: null });
    editor.current?.mark(null);
    try {
      orThrow(await lab.getState().compare(null));
      const done = await run({
        source: binary?.bytes ?? code.current,
        scenario,
        signal,
        onProgress: (at, total) => policyStore.setState({ running: { done: at, total } }),
      });
      const chosen = JSON.stringify({ ...asked.scenario, interventions: done.choices });
      orThrow(await lab.getState().open(0, chosen));
      policyStore.setState({ outcome: done, source: chosen, took: performance.now() - began });
      const differs = nextDifference(done.decisions, -1, false);
      const seen = differs >= 0 ? differs : decisionCount(done.decisions) > 0 ? 0 : -1;
      if (seen >= 0)
        await lab.getState().run({ to: 'position', position: seenAt(decisionAt(done.decisions, seen)) });
      const [report, others] = await Promise.all([reportOf(chosen, start, signal), rivals(asked, start)]);
      if (report.state_hash !== done.state_hash) throw new Error(m.policy_other_run());
      const row = rowOf('yours', report, done.state_bytes);
      const best = bestBefore(asked.id, row);
      scored({ task: asked.id, own: asked.own, rows: [row, ...(best ? [best] : []), ...others] });
      void lose(chosen);
    } catch (error) {
      fail(error);
    } finally {
      policyStore.setState({ running: null });
    }
  }, [run, start, lab, binary, scored, fail, lose]);

  const breakIt = useCallback(async () => {
    if (policyStore.getState().running) return;
    const { small } = taskOf(policyStore.getState().task);
    stop.current = new AbortController();
    policyStore.setState({ running: { done: 0, total: 0 }, failure: null, broken: null });
    editor.current?.mark(null);
    try {
      const found = await search({
        source: binary?.bytes ?? code.current,
        scenario: JSON.stringify(small),
        signal: stop.current.signal,
        onProgress: (at, total) => policyStore.setState({ running: { done: at, total } }),
      });
      if (!found.broke && !isWorse(found)) return policyStore.setState({ broken: found });
      const { interventions } = JSON.parse(found.scenario) as { interventions: unknown };
      const workload = { kind: 'ops', ops: found.ops };
      orThrow(await lab.getState().open(0, JSON.stringify({ ...small, workload, interventions })));
      policyStore.setState({ broken: found, outcome: null, source: null });
    } catch (error) {
      fail(error);
    } finally {
      policyStore.setState({ running: null });
    }
  }, [search, lab, binary, fail]);

  const put = (text: string) => {
    setBinary(null);
    setRefused(null);
    editor.current?.put(text);
  };
  const take = async (file: File) => {
    if (file.size > (file.name.endsWith('.wasm') ? 4_000_000 : MOST_CODE)) {
      setRefused(m.policy_too_large({ name: file.name }));
      return;
    }
    if (file.name.endsWith('.wasm')) {
      setBinary({ name: file.name, bytes: await file.arrayBuffer() });
      setRefused(null);
    } else put(await file.text());
  };

  return (
    <section className="policy" aria-label={m.policy_title()}>
      <header className="head">
        <h2>{m.policy_title()}</h2>
        <MenuButton<StarterId>
          className="small"
          label={m.policy_start_from()}
          sections={[
            {
              items: STARTERS.map(({ id, task: its }) => ({
                id,
                text: starterName(id),
                note: taskName(its),
              })),
            },
          ]}
          act={(id) => {
            const starter = STARTERS.find((one) => one.id === id);
            if (!starter) return;
            put(starter.code);
            policyStore.setState({ task: starter.task });
          }}
        >
          {m.policy_start_from()}
        </MenuButton>
        <FileButton
          className="small"
          label={m.policy_open()}
          accept=".js,.mjs,.wasm"
          take={take}
          failed={setRefused}
        />
        <MenuButton<'code' | 'choices' | 'link'>
          className="small"
          label={m.policy_save()}
          sections={[
            {
              items: [
                { id: 'code', text: m.policy_save_code(), off: binary !== null },
                { id: 'link', text: m.policy_save_link(), off: binary !== null },
                { id: 'choices', text: m.policy_save_choices(), off: outcome === null },
              ],
            },
          ]}
          act={(id) => {
            if (id === 'code') saveAs('policy.js', code.current, 'text/javascript');
            if (id === 'link') share(taskId, code.current);
            if (id === 'choices' && outcome) {
              const chosen = { ...task.scenario, interventions: outcome.choices };
              saveAs('policy-choices.json', `${JSON.stringify(chosen, null, 1)}\n`, 'application/json');
            }
          }}
        >
          {m.policy_save()}
        </MenuButton>
      </header>
      {binary && (
        <p className="binary">
          {m.policy_binary({ name: binary.name })}{' '}
          <button type="button" className="small quiet" onClick={() => setBinary(null)}>
            {m.policy_binary_leave()}
          </button>
        </p>
      )}
      <div hidden={binary !== null}>
        <Code
          ref={editor}
          text={first}
          most={MOST_CODE}
          locked={running !== null}
          changed={(text) => {
            code.current = text;
            setEdited(linked !== null && text !== linked.code);
            shared.put(text === linked?.code ? null : text);
          }}
          run={() => void go()}
        />
      </div>
      {shared.other && (
        <OtherTab
          show={() => put(shared.theirs() ?? linked?.code ?? code.current)}
          keep={() => shared.mine(code.current)}
        />
      )}
      {edited && linked && (
        <p className="quiet">
          {m.policy_link_edited()}{' '}
          <button type="button" className="small quiet" onClick={() => put(linked.code)}>
            {m.policy_link_code()}
          </button>
        </p>
      )}
      <div className="run">
        {running ? (
          <button type="button" onClick={() => stop.current?.abort(new DOMException('', 'AbortError'))}>
            {m.policy_cancel()}
          </button>
        ) : (
          <button type="button" className="primary" onClick={() => void go()}>
            {m.policy_run()} <kbd className="kbd">Ctrl ⏎</kbd>
          </button>
        )}
        {!running && (
          <button type="button" onClick={() => void breakIt()}>
            {m.policy_break()}
          </button>
        )}
        <span role="status">
          {running
            ? m.policy_running({ done: running.done, total: running.total || '…' })
            : failure
              ? m.policy_stopped()
              : broken
                ? m.policy_broken_done({ tried: integer(broken.tried) })
                : outcome
                  ? m.policy_done({ seconds: (took / 1000).toFixed(1) })
                  : ''}
        </span>
        <label>
          <span className="visually-hidden">{m.policy_task()}</span>
          <select
            value={taskId}
            disabled={running !== null}
            onChange={({ target }) => policyStore.setState({ task: taskOf(target.value).id })}
          >
            {TASKS.map(({ id }) => (
              <option key={id} value={id}>
                {taskName(id)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {broken && (
        <div className="broken" role="alert">
          <b>
            {broken.broke
              ? m.policy_broke({ requests: broken.requests })
              : !isWorse(broken)
                ? m.policy_unbroken()
                : m.policy_broken({
                    requests: broken.requests,
                    times: decimal(broken.cost_us / Math.max(broken.rival_us, 1), 1),
                  })}
          </b>
          {broken.broke && (
            <p>
              <FailureText text={broken.broke.message} />
            </p>
          )}
          {(broken.broke || isWorse(broken)) && (
            <p>
              <code>{broken.ops}</code>
            </p>
          )}
        </div>
      )}
      {(failure || refused) && (
        <div className="errbox" role="alert">
          <b>
            {failure?.line ? `${m.policy_line({ line: failure.line })} ` : ''}
            {failure ? <FailureText text={failure.message} /> : refused}
          </b>
          {failure?.remedy && (
            <p>
              <FailureText text={failure.remedy} />
            </p>
          )}
        </div>
      )}
      <Gets task={taskId} />
    </section>
  );
}

/** Less than this is no weakness. */
const isWorse = ({ cost_us: cost, rival_us: rival }: Counterexample) => cost > 1.05 * Math.max(rival, 1);

export { PolicyDecision, PolicyScore } from './OnStage';
export type { Scored };
