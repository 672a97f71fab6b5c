import type { ReactNode } from 'react';
import { decimal, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import type { Run } from '../use-runs';
import { text } from './charts/words';
import { TOLERANCE } from './figures';
import type { Row, Table } from './tables';

const COLUMNS = [
  ...(['sf', 'np', 'r', 'f', 'cleaning', 'computed', 'simulated'] as const),
  ...(['form', 'run', 'residual', 'actions'] as const),
];
export type Column = (typeof COLUMNS)[number];

/** Beside one another on a phone. */
const SHORT: readonly Column[] = ['sf', 'np', 'r', 'f'];
const CLASSES: { [of in Column]?: string } = {
  ...{ cleaning: 'words', run: 'outcome', residual: 'residual', actions: 'words' },
};

/** Those of hot/cold traffic and of the GC where rows differ in it. */
export function columnsOf({ id, rows }: Table): Column[] {
  const mixed = rows.some(({ hot }) => hot);
  return COLUMNS.filter((column) =>
    column === 'r' || column === 'f' ? mixed : column !== 'cleaning' || id === '3',
  );
}

export function headOf(column: Column): string {
  return text(`validation_column_${column}`);
}

export interface PaperRowProps {
  row: Row;
  /** The row in words, for the names of its buttons. */
  name: string;
  columns: readonly Column[];
  expected: { equation: string; amplification: number } | null;
  run: Run<number> | undefined;
  residual: number | null;
  /** The scenario's address in the lab. */
  link: string;
  onRun: () => void;
  onCancel: () => void;
}

export function PaperRow(props: PaperRowProps) {
  const { row, name, columns, expected, run, residual } = props;
  const { hot, computed, simulated } = row;
  const busy = run?.state === 'waiting' || run?.state === 'running';
  const cells: Record<Column, ReactNode> = {
    sf: decimal(row.sf),
    np: row.np,
    r: hot && decimal(hot.r),
    f: hot && decimal(hot.f),
    cleaning: row.cleaning === 'windowed' ? m.validation_cleaning_windowed() : m.validation_cleaning_lru(),
    computed: computed === null ? <None /> : decimal(computed, 3),
    simulated: simulated === null ? <None /> : decimal(simulated, 3),
    form:
      expected === null ? (
        <None />
      ) : (
        <>
          <small className="quiet">{m.validation_equation({ equation: expected.equation })}</small>{' '}
          {decimal(expected.amplification, 3)}
        </>
      ),
    run: <Outcome run={run} name={name} />,
    residual: residual !== null && <Residual residual={residual} />,
    actions: (
      <span className="row-actions">
        <button
          type="button"
          aria-label={busy ? m.validation_cancel_row({ row: name }) : m.validation_run_row({ row: name })}
          onClick={busy ? props.onCancel : props.onRun}
        >
          {busy ? m.app_cancel() : m.validation_run()}
        </button>
        <a href={props.link} aria-label={m.validation_open_row({ row: name })}>
          {m.validation_open()}
        </a>
      </span>
    ),
  };
  return (
    <tr>
      {columns.map((column) => {
        const Cell = column === 'sf' ? 'th' : 'td';
        return (
          <Cell
            key={column}
            scope={column === 'sf' ? 'row' : undefined}
            className={CLASSES[column]}
            data-head={column === 'actions' ? undefined : headOf(column)}
            data-short={SHORT.includes(column) || undefined}
          >
            {cells[column]}
          </Cell>
        );
      })}
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
