import { decimal, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import { TOLERANCE } from './figures';
import type { Row } from './tables';
import type { Run } from './use-runs';

export interface PaperRowProps {
  row: Row;
  /** The row in words, for the names of its buttons. */
  name: string;
  /** Whether the table has the columns of hot/cold traffic, and of the cleaning. */
  mixed: boolean;
  named: boolean;
  expected: { equation: string; amplification: number } | null;
  run: Run<number> | undefined;
  residual: number | null;
  /** The scenario's address in the lab. */
  link: string;
  onRun: () => void;
  onCancel: () => void;
}

export function PaperRow(props: PaperRowProps) {
  const { row, name, mixed, named, expected, run, residual } = props;
  const busy = run?.state === 'waiting' || run?.state === 'running';
  return (
    <tr>
      <th scope="row" data-head={m.validation_column_sf()} data-short>
        {decimal(row.sf)}
      </th>
      <td data-head={m.validation_column_np()} data-short>
        {row.np}
      </td>
      {mixed && (
        <td data-head={m.validation_column_r()} data-short>
          {row.hot && decimal(row.hot.r)}
        </td>
      )}
      {mixed && (
        <td data-head={m.validation_column_f()} data-short>
          {row.hot && decimal(row.hot.f)}
        </td>
      )}
      {named && (
        <td className="words" data-head={m.validation_column_cleaning()}>
          {row.cleaning === 'windowed' ? m.validation_cleaning_windowed() : m.validation_cleaning_lru()}
        </td>
      )}
      <td data-head={m.validation_column_computed()}>
        {row.computed === null ? <None /> : decimal(row.computed, 3)}
      </td>
      <td data-head={m.validation_column_simulated()}>
        {row.simulated === null ? <None /> : decimal(row.simulated, 3)}
      </td>
      <td data-head={m.validation_column_form()}>
        {expected === null ? (
          <None />
        ) : (
          <>
            <small className="quiet">{m.validation_equation({ equation: expected.equation })}</small>{' '}
            {decimal(expected.amplification, 3)}
          </>
        )}
      </td>
      <td className="outcome" data-head={m.validation_column_run()}>
        <Outcome run={run} name={name} />
      </td>
      <td className="residual" data-head={m.validation_column_residual()}>
        {residual !== null && <Residual residual={residual} />}
      </td>
      <td className="words">
        <span className="row-actions">
          {busy ? (
            <button
              type="button"
              aria-label={m.validation_cancel_row({ row: name })}
              onClick={props.onCancel}
            >
              {m.app_cancel()}
            </button>
          ) : (
            <button type="button" aria-label={m.validation_run_row({ row: name })} onClick={props.onRun}>
              {m.validation_run()}
            </button>
          )}
          <a href={props.link} aria-label={m.validation_open_row({ row: name })}>
            {m.validation_open()}
          </a>
        </span>
      </td>
    </tr>
  );
}

function None() {
  return <span className="quiet">{m.validation_none()}</span>;
}

function Outcome({ run, name }: { run: Run<number> | undefined; name: string }) {
  const words = useFailureWords();
  switch (run?.state) {
    case undefined:
      return <span className="quiet">{m.validation_not_run()}</span>;
    case 'waiting':
      return <span className="quiet">{m.validation_waiting()}</span>;
    case 'running': {
      const { progress } = run;
      const doing =
        progress === null
          ? m.validation_starting()
          : progress.doing === 'run'
            ? m.validation_counting()
            : m.validation_preparing();
      return (
        <span className="running">
          <progress
            aria-label={m.validation_run_row({ row: name })}
            value={progress?.requests ?? 0}
            max={progress?.total || 1}
          />
          <small className="quiet">{doing}</small>
        </span>
      );
    }
    case 'done':
      return (
        <>
          <small className="quiet">{m.validation_seconds({ seconds: decimal(run.seconds, 1) })}</small>{' '}
          {decimal(run.result, 3)}
        </>
      );
    case 'failed':
      return (
        <span className="trouble" role="alert">
          {m.validation_failed({ reason: words(run.reason) })}
        </span>
      );
  }
}

/** In per cent with its sign, and a word beside the mark: not by colour alone. */
function Residual({ residual }: { residual: number }) {
  const within = Math.abs(residual) <= TOLERANCE;
  const tolerance = percent(TOLERANCE, 1);
  return (
    <>
      {residual < 0 ? '−' : '+'}
      {percent(Math.abs(residual), 2)}{' '}
      <small className={within ? 'within' : 'trouble'}>
        {within ? m.validation_within({ tolerance }) : m.validation_beyond({ tolerance })}
      </small>
    </>
  );
}
