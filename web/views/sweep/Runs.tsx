/** How far the runs of the plan are; begins, holds and ends them. */

import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FileButton } from '../../kit/FileButton';
import type { PlanShown } from '../../protocol/generated/PlanShown';
import type { SweepState } from '../../state/plans/sweep';

export function RunPart({ state, plan }: { state: SweepState; plan: PlanShown }) {
  const { phase, done, left, wanted, filled, unkept } = state;
  const missing = plan.runs - done;
  const busy = phase === 'running' || phase === 'paused';
  const runs = integer(plan.runs);
  return (
    <section className="panel" aria-labelledby="sweep-runs">
      <h3 id="sweep-runs">{m.sweep_runs()}</h3>
      <Traces {...{ state, plan }} />
      <progress aria-labelledby="sweep-runs" max={plan.runs} value={done} />
      <p className="quiet" hidden={missing === 0}>
        {m.sweep_done({ done: integer(done), runs })}
        {left !== null && busy && <> {leftText(left)}</>}
      </p>
      {/* Not every run is announced: what begins and ends is. */}
      <p role="status">
        {phase === 'paused' && m.sweep_paused()}
        {phase === 'running' && m.sweep_running()}
        {phase === 'idle' && missing === 0 && m.sweep_complete({ runs })}
        {phase === 'idle' && filled !== null && <> {m.sweep_filled({ filled: integer(filled) })}</>}
      </p>
      {unkept && <p className="trouble">{m.sweep_unkept()}</p>}
      <div className="actions">
        {!busy && missing > 0 && (
          <button
            type="button"
            className="now"
            disabled={phase !== 'idle' || wanted.length > 0}
            onClick={() => void state.run()}
          >
            {done > 0 ? m.sweep_run_rest({ missing: integer(missing) }) : m.sweep_run({ runs })}
          </button>
        )}
        {phase === 'running' && (
          <button type="button" onClick={state.pause}>
            {m.sweep_pause()}
          </button>
        )}
        {phase === 'paused' && (
          <button type="button" className="primary" onClick={state.resume}>
            {m.sweep_resume()}
          </button>
        )}
        {busy && (
          <button type="button" onClick={state.cancel}>
            {m.sweep_cancel()}
          </button>
        )}
      </div>
    </section>
  );
}

/** The traces that are wanted, and those that were chosen here, for which another file can be. */
function Traces({ state, plan }: { state: SweepState; plan: PlanShown }) {
  const { phase, wanted, given, giveTrace } = state;
  const names = new Set(plan.traces.map(({ name }) => name));
  return [...names].map((name) => {
    const file = given.get(name);
    const choose = wanted.includes(name) ? m.sweep_trace_choose : m.sweep_trace_other;
    if (!file && !wanted.includes(name)) return null;
    return (
      <p key={name} className="trace-wanted">
        {file ? m.sweep_trace_given({ name, file: file.name }) : m.sweep_trace_wanted({ name })}{' '}
        <FileButton
          label={choose({ name })}
          disabled={phase !== 'idle'}
          take={(chosen) => giveTrace(name, chosen)}
        />
      </p>
    );
  });
}

function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90
    ? m.sweep_left_seconds({ seconds: integer(seconds) })
    : m.sweep_left_minutes({ minutes: integer(Math.round(seconds / 60)) });
}
