/** Why each run writes what the host did not; and all changes of one run, tried, with those that help first. */
import { useMemo, useState } from 'react';
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import type { Preset } from '../../../model/plans/batch-compare';
import { type Neighbour, neighboursOf } from '../../../model/plans/neighbours';
import type { Statistics } from '../../../protocol/generated/Statistics';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import {
  extraOf,
  extraText,
  flushesOf,
  type Outcomes,
  outcomesOf,
  remedyText,
  type Tried,
} from './helps-words';
import { OwnSeed } from './OwnSeed';
import { RunSelect } from './RunSelect';
import { type Tries, type Trying, useTries } from './use-tries';

interface HelpsProps {
  start: StartRun;
  base: Base;
  runs: readonly BatchComparison[];
  preset: Preset;
}

export function Helps({ start, base, runs, preset }: HelpsProps) {
  const trying = useTries<Neighbour>(start, base);
  const flushes = flushesOf(base.trace?.summary.import.notes ?? []);
  return (
    <div className="two helps">
      <section className="panel apart" aria-label={m.batch_why()}>
        <h3>{m.batch_why()}</h3>
        <OwnSeed run={runs[0]} />
        <ul>
          {runs.map((run) => (
            <Why
              key={variantName(run.variant, preset)}
              tries={trying.tries.get(run)}
              {...{ run, preset, flushes }}
            />
          ))}
        </ul>
      </section>
      <Changes {...{ runs, preset, trying, flushes }} statistics={base.trace?.summary.statistics ?? null} />
    </div>
  );
}

interface WhyProps {
  run: BatchComparison;
  preset: Preset;
  tries: Tries<Neighbour> | undefined;
  /** How often the trace wants its writes on the flash. */
  flushes: number;
}

/** Its largest extra cost, and once its changes were tried, the one that reduces that. */
function Why({ run, preset, tries, flushes }: WhyProps) {
  const extra = extraOf(run);
  const outcomes = tries?.ended ? outcomesOf(tries.runs, tries.neighbours, run, preset, flushes) : null;
  return (
    <li>
      <b>{variantName(run.variant, preset)}</b>
      <span>
        {extraText(run, extra)} {extra && outcomes && remedyText(extra, outcomes)}
      </span>
    </li>
  );
}

interface ChangesProps {
  runs: readonly BatchComparison[];
  preset: Preset;
  trying: Trying<Neighbour>;
  /** Of the trace that all runs serve. */
  statistics: Statistics | null;
  flushes: number;
}

function Changes({ runs, preset, trying, statistics, flushes }: ChangesProps) {
  const [chosen, setChosen] = useState(0);
  const run = runs[chosen] ?? runs[0];
  const neighbours = useMemo(
    () => (run ? neighboursOf(run.variant.scenario, statistics) : []),
    [run, statistics],
  );
  if (!run) return null;
  const tries = trying.tries.get(run);
  const done = tries?.runs.filter(({ stage }) => stage.is === 'done' || stage.is === 'failed').length ?? 0;
  return (
    <section className="panel apart" aria-label={m.batch_change()}>
      <h3>{m.batch_change()}</h3>
      <OwnSeed run={run} />
      <p className="asking">
        <RunSelect
          label={m.batch_change_of()}
          runs={runs}
          {...{ preset, chosen }}
          onChoose={setChosen}
          off={trying.cancel !== null}
        />
        {trying.cancel ? (
          <button type="button" onClick={trying.cancel}>
            {m.app_cancel()}
          </button>
        ) : (
          <button
            type="button"
            disabled={neighbours.length === 0}
            onClick={() => trying.ask(run, neighbours)}
          >
            {m.batch_change_try({ shown: integer(neighbours.length) })}
          </button>
        )}
        <span role="status" className="quiet">
          {trying.cancel && m.batch_progress({ done, all: neighbours.length })}
        </span>
      </p>
      {neighbours.length === 0 && <p className="quiet">{m.batch_change_none()}</p>}
      {trying.fault && (
        <p className="trouble" role="alert">
          {m.batch_fault({ reason: trying.fault })}
        </p>
      )}
      {tries && (
        <Found
          outcomes={outcomesOf(tries.runs, tries.neighbours, run, preset, flushes)}
          ended={tries.ended}
        />
      )}
    </section>
  );
}

function Found({ outcomes, ended }: { outcomes: Outcomes; ended: boolean }) {
  const { helping, unsure, others, refused } = outcomes;
  return (
    <>
      {ended && helping.length + unsure.length === 0 && <p>{m.batch_change_no_help()}</p>}
      <Better tries={helping} />
      {unsure.length > 0 && <h4>{m.batch_change_unsure()}</h4>}
      <Better tries={unsure} />
      {others.length > 0 && (
        <details>
          <summary>{m.batch_change_others({ n: integer(others.length) })}</summary>
          <p className="quiet">{others.map(({ name, said }) => `${name}: ${said}`).join('; ')}.</p>
        </details>
      )}
      <Refused tries={refused} />
    </>
  );
}

function Better({ tries }: { tries: readonly Tried[] }) {
  if (tries.length === 0) return null;
  return (
    <ol>
      {tries.map(({ run, name, said }) => (
        <li key={name}>
          <b>{name}</b>
          <span>
            {said} <Open run={run} name={name} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Refused({ tries }: { tries: readonly Tried[] }) {
  if (tries.length === 0) return null;
  return (
    <ul>
      {tries.map(
        ({ name, run: { stage } }) =>
          stage.is === 'failed' && (
            <li key={name}>
              <b>{name}</b>
              <span className="trouble">
                <FailureText text={stage.failure.message} />. <FailureText text={stage.failure.remedy} />
              </span>
            </li>
          ),
      )}
    </ul>
  );
}

function Open({ run, name }: { run: BatchComparison; name: string }) {
  return (
    <a className="button quiet small" href={run.link()} aria-label={m.batch_open({ name })}>
      {m.batch_open_short()}
    </a>
  );
}
