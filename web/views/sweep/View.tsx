/** The page: the plan, the runs, the results. */
import { useCallback, useEffect, useRef } from 'react';
import { integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { planCommands } from '../../model/saved/commands';
import { resultName } from '../../model/saved/result-file';
import type { PlanShown } from '../../protocol/generated/PlanShown';
import type { Table } from '../../protocol/runs/sweep-table';
import type { SweepState } from '../../state/plans/sweep';
import Publish from '../Publish';
import { PlanPart } from './Plan';
import { type Look, Results } from './Results';
import { RunPart } from './Runs';
import '../page.css';
import './sweep.css';

export interface SweepViewProps {
  state: SweepState;
  /** `null` while it is made, or there is nothing to show. */
  table: Table | null;
  look: Look;
  setLook: (look: Look) => void;
  /** The scenario on stage. */
  stage: string | null;
}

export function SweepView({ state, table, look, setLook, stage }: SweepViewProps) {
  const { plan, alone, write } = state;
  const title = useRef<HTMLHeadingElement>(null);
  // The page changed under a person who came here by keyboard: reading goes on from its title.
  useEffect(() => {
    title.current?.focus();
  }, []);
  // While the plan is read again the server has none of its results.
  const unsaved = state.done === 0 || state.phase === 'reading';
  const save = async (as: 'lines' | 'csv') => {
    const blob = await write(as);
    const name = (plan?.name || 'sweep').replace(/[^\p{L}\p{N}]+/gu, '-');
    if (!blob) return;
    if (as === 'csv') saveAs(`${name}.csv`, blob, 'text/csv');
    else saveAs(`${name}.jsonl`, blob, 'application/x-ndjson');
  };
  return (
    <main className="page sweep">
      <header className="page-title">
        <h2 ref={title} tabIndex={-1}>
          {m.sweep_title()}
        </h2>
        <p>{m.sweep_intro()}</p>
      </header>
      <PlanPart {...{ state, stage }} />
      {plan && <RunPart {...{ state, plan }} />}
      {(plan || alone) && (
        <section aria-labelledby="sweep-results">
          <h3 id="sweep-results">{m.sweep_results()}</h3>
          {alone && <p>{m.sweep_alone({ name: alone.name, results: integer(alone.results) })}</p>}
          {table ? (
            <Results
              {...{ table, look, setLook }}
              traces={state.traces}
              caption={plan?.name || alone?.name || m.sweep_title()}
            />
          ) : (
            <p role="status">{m.sweep_reading_results()}</p>
          )}
          {plan && (
            <div className="actions">
              <button type="button" disabled={unsaved} onClick={() => void save('lines')}>
                {m.sweep_save_lines()}
              </button>
              <button type="button" disabled={unsaved} onClick={() => void save('csv')}>
                {m.sweep_save_csv()}
              </button>
              <button type="button" disabled={state.phase !== 'idle'} onClick={() => void state.forget()}>
                {m.sweep_forget()}
              </button>
            </div>
          )}
          {plan && <Published {...{ plan, state }} off={unsaved} />}
        </section>
      )}
    </main>
  );
}

/** The results as a file, and the command that makes them. */
function Published({
  plan,
  state: { text, write },
  off,
}: {
  plan: PlanShown;
  state: SweepState;
  off: boolean;
}) {
  const names = [...new Set(plan.traces.map(({ name }) => name))];
  const hasTrace = names.length > 0;
  const commands = useCallback(async () => planCommands(text, hasTrace), [text, hasTrace]);
  return (
    <Publish
      file={resultName(plan.name || 'sweep')}
      traces={names}
      off={off}
      commands={commands}
      result={() => write('result')}
    />
  );
}
