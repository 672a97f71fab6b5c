/** How sure the differences are: each run against a baseline, with the interval of each difference, and whether it has settled. */
import { m } from '../../../i18n/compiled/messages.js';
import { WideTable } from '../../../kit/WideTable';
import { waits } from '../../../model/metrics';
import type { Preset } from '../../../model/plans/batch-compare';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import {
  bareText,
  between,
  howSure,
  intervalText,
  MEASURES,
  type Measure,
  steadyOf,
  steadyText,
  unsettled,
} from './sure-words';

interface SureProps {
  runs: readonly BatchComparison[];
  preset: Preset;
  /** Of the runs, which one all are compared to. */
  baseline: number;
  onBaseline: (run: number) => void;
  /** With how many seeds each run was made; `null`: its requests are given, and no seed changes them. */
  seeds: number | null;
  onSeeds: (seeds: number) => void;
  /** Runs all in a steady state; `null` where they are. */
  onSteady: Steadily | null;
}

/** Two ways to a steady state: the workload is repeated, or uniform writes come first. */
export interface Steadily {
  repeat: () => void;
  write: (() => void) | null;
}

export function Sure({ runs, preset, baseline, onBaseline, seeds, onSeeds, onSteady }: SureProps) {
  const against = runs[baseline];
  if (!against) return null;
  const name = (run: BatchComparison) => variantName(run.variant, preset);
  const measures = MEASURES.filter((measure) => measure !== 'service' || runs.some(hasWaits));
  const rows = runs.map((run) => ({
    run,
    told: measures.map((measure) => (run === against ? null : between(run, against, measure))),
    steady: steadyOf(run),
  }));
  const differences = rows.flatMap(({ told }) => told.flatMap((each) => each ?? []));
  const trouble = unsettled(runs, preset);
  return (
    <section className="sure" aria-label={m.batch_sure()}>
      <h3>{m.batch_sure()}</h3>
      <label>
        {m.batch_sure_baseline()}
        <select value={baseline} onChange={({ target }) => onBaseline(Number(target.value))}>
          {runs.map((run, i) => (
            <option key={name(run)} value={i}>
              {name(run)}
            </option>
          ))}
        </select>
      </label>
      {seeds !== null && (
        <label>
          {m.batch_sure_over()}
          <select value={seeds} onChange={({ target }) => onSeeds(Number(target.value))}>
            <option value={1}>{m.batch_sure_windows()}</option>
            {[...new Set([FEWEST, seeds])]
              .sort((a, b) => a - b)
              .map(
                (n) =>
                  n > 1 && (
                    <option key={n} value={n}>
                      {m.batch_sure_seeds({ n })}
                    </option>
                  ),
              )}
          </select>
        </label>
      )}
      {differences.some((each) => typeof each !== 'string') && (
        <WideTable label={m.batch_sure()}>
          <thead>
            <tr>
              <th scope="col">{m.batch_column_run()}</th>
              {measures.map((measure) => (
                <th key={measure} scope="col">
                  {NAMES[measure]()}
                </th>
              ))}
              <th scope="col">{m.batch_steady()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, told, steady }) => (
              <tr key={name(run)}>
                <th scope="row">{name(run)}</th>
                {run === against ? (
                  <td colSpan={measures.length} className="quiet">
                    {m.batch_sure_is_baseline()}
                  </td>
                ) : (
                  measures.map((measure, i) => (
                    <Told key={measure} {...{ run, against, measure }} interval={told[i]} />
                  ))
                )}
                <td>{steadyText(run, steady)}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      <p className="quiet">{howSure(differences, seeds ?? 1)}</p>
      {trouble && (
        <div className="warning" role="note">
          <p>{trouble}</p>
          {onSteady && (
            <button type="button" className="small" onClick={onSteady.repeat}>
              {m.batch_steady_repeat()}
            </button>
          )}
          {onSteady?.write && (
            <button type="button" className="small quiet" onClick={onSteady.write}>
              {m.batch_steady_uniform()}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** Otherwise its service times are its response times. */
function hasWaits({ stage }: BatchComparison): boolean {
  return stage.is === 'done' && waits(stage.report);
}

interface ToldProps {
  run: BatchComparison;
  against: BatchComparison;
  interval: ReturnType<typeof between> | null | undefined;
  measure: Measure;
}

function Told({ run, against, interval, measure }: ToldProps) {
  if (!interval || typeof interval === 'string')
    return <td className="quiet">{bareText(run, against, measure) ?? m.metrics_none()}</td>;
  return <td className={isUnsure(interval) ? 'quiet' : undefined}>{intervalText(interval, measure)}</td>;
}

const NAMES: Record<Measure, () => string> = {
  wa: m.metrics_write_amplification,
  erases: m.batch_sure_erases,
  service: m.metrics_service_mean,
  response: m.metrics_response_mean,
};
