/** Why each run writes what the host did not, with the change that helps; and all changes of one run, tried and ranked. */
import { useMemo, useState } from 'react';
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import type { Preset } from '../../../model/plans/batch-compare';
import { neighboursOf, remedyOf } from '../../../model/plans/neighbours';
import { numberAt } from '../../../model/scenario/document';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import { changeText, extraOf, extraText, rankedTries, withText } from './helps-words';
import { useTries } from './use-tries';

interface HelpsProps {
  start: StartRun;
  base: Base;
  runs: readonly BatchComparison[];
  preset: Preset;
}

export function Helps({ start, base, runs, preset }: HelpsProps) {
  return (
    <div className="two helps">
      <section className="panel apart" aria-label={m.batch_why()}>
        <h3>{m.batch_why()}</h3>
        <OwnSeed run={runs[0]} />
        <ul>
          {runs.map((run) => (
            <Why key={variantName(run.variant, preset)} {...{ start, base, run, preset }} />
          ))}
        </ul>
      </section>
      <Changes {...{ start, base, runs, preset }} />
    </div>
  );
}

/** Its largest extra cost, and what that comes to with the change that helps: run when someone asks. */
function Why({ start, base, run, preset }: Omit<HelpsProps, 'runs'> & { run: BatchComparison }) {
  const [tries, ask] = useTries(start, base);
  const extra = extraOf(run);
  const remedy = useMemo(() => remedyOf(run.variant.scenario), [run]);
  const [tried] = tries.runs;
  const name = variantName(run.variant, preset);
  return (
    <li>
      <b>{name}</b>
      <span>
        {extraText(run, extra)}{' '}
        {remedy && extra && !tried && (
          <button
            type="button"
            className="small"
            aria-label={m.batch_why_try_of({ name, change: changeText(remedy.change) })}
            disabled={tries.cancel !== null}
            onClick={() => ask([{ ...run.variant, scenario: remedy.scenario }])}
          >
            {m.batch_why_try({ change: changeText(remedy.change) })}
          </button>
        )}
        {remedy && extra && tried && (
          <span role="status">
            {withText(tried, extra, remedy.change)} <Refused run={tried} /> <Open run={tried} name={name} />
          </span>
        )}
      </span>
    </li>
  );
}

function Changes({ start, base, runs, preset }: HelpsProps) {
  const [tries, ask] = useTries(start, base);
  const [chosen, setChosen] = useState(0);
  const [asked, setAsked] = useState<BatchComparison | null>(null);
  const run = runs[chosen] ?? runs[0];
  const neighbours = useMemo(() => (run ? neighboursOf(run.variant.scenario) : []), [run]);
  if (!run) return null;
  const done = tries.runs.filter(({ stage }) => stage.is === 'done' || stage.is === 'failed').length;
  const shown = asked === run ? rankedTries(tries.runs, neighbours, run, preset) : [];
  return (
    <section className="panel apart" aria-label={m.batch_change()}>
      <h3>{m.batch_change()}</h3>
      <OwnSeed run={run} />
      <p className="asking">
        <select
          aria-label={m.batch_change_of()}
          value={chosen}
          disabled={tries.cancel !== null}
          onChange={({ target }) => setChosen(Number(target.value))}
        >
          {runs.map((each, i) => (
            <option key={variantName(each.variant, preset)} value={i}>
              {variantName(each.variant, preset)}
            </option>
          ))}
        </select>
        {tries.cancel ? (
          <button type="button" onClick={tries.cancel}>
            {m.app_cancel()}
          </button>
        ) : (
          <button
            type="button"
            disabled={neighbours.length === 0}
            onClick={() => {
              setAsked(run);
              ask(neighbours.map(({ scenario }) => ({ ...run.variant, scenario })));
            }}
          >
            {m.batch_change_try({ shown: integer(neighbours.length) })}
          </button>
        )}
        <span role="status" className="quiet">
          {tries.cancel && m.batch_progress({ done, all: neighbours.length })}
        </span>
      </p>
      {neighbours.length === 0 && <p className="quiet">{m.batch_change_none()}</p>}
      {tries.fault && (
        <p className="trouble" role="alert">
          {m.batch_fault({ reason: tries.fault })}
        </p>
      )}
      <ol>
        {shown.map(({ run: tried, name, said }) => (
          <li key={name}>
            <b>{name}</b>
            <span>
              {said} <Refused run={tried} /> <Open run={tried} name={name} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Of a run with several seeds: which one it is about. */
function OwnSeed({ run }: { run: BatchComparison | undefined }) {
  if (run?.stage.is !== 'done' || run.stage.seeds.length === 0) return null;
  const seed = integer(numberAt(run.variant.scenario, 'seed', 1));
  return <p className="quiet">{m.batch_why_own_seed({ seed })}</p>;
}

function Refused({ run: { stage } }: { run: BatchComparison }) {
  if (stage.is !== 'failed') return null;
  return (
    <span className="trouble">
      <FailureText text={stage.failure.message} />. <FailureText text={stage.failure.remedy} />
    </span>
  );
}

function Open({ run, name }: { run: BatchComparison; name: string }) {
  return (
    <a className="button quiet small" href={run.link()} aria-label={m.batch_open({ name })}>
      {m.batch_open_short()}
    </a>
  );
}
