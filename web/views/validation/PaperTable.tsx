/** One table of the paper: its rows, our closed form, and what was run here. */
import { useMemo } from 'react';
import { percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { encodeShare } from '../../model/saved/share';
import { writeDocument } from '../../model/scenario/document';
import type { Models } from '../../protocol/models';
import type { Runs } from '../use-runs';
import { text } from './charts/words';
import { type Blocks, expectedOf, residualOf, scenarioOf, TOLERANCE } from './figures';
import { columnsOf, headOf, PaperRow } from './PaperRow';
import type { RowJob } from './run';
import type { Row, Table } from './tables';

export interface PaperTableProps {
  table: Table;
  blocks: Blocks;
  models: Models;
  runs: Runs<RowJob, number>;
}

export function PaperTable({ table, blocks, models, runs }: PaperTableProps) {
  const lines = useMemo(
    () =>
      table.rows.map((row) => {
        const scenario = scenarioOf(row, blocks, models);
        const position = { request: 0, event: 0 };
        return {
          row,
          expected: expectedOf(row, blocks, models),
          job: { key: `${blocks}/${row.id}`, scenario: writeDocument(scenario) },
          link: `#/s/${encodeShare({ scenario, position, view: {} })}`,
        };
      }),
    [table, blocks, models],
  );
  const residuals = lines.map(({ row, job }) => residualOf(row, table, runs.of[job.key]));
  const done = residuals.filter((residual) => residual !== null);
  const within = done.filter((residual) => Math.abs(residual) <= TOLERANCE).length;
  const busy = lines.some(({ job }) => isBusy(runs, job.key));
  const tolerance = percent(TOLERANCE, 1);
  const { id } = table;
  const columns = columnsOf(table);
  return (
    <div className="paper-table">
      <div className="wide-table">
        <table>
          <caption>{text(`validation_table_${id}`)}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={column === 'cleaning' || column === 'actions' ? 'words' : undefined}
                >
                  {headOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, expected, job, link }, at) => (
              <PaperRow
                key={row.id}
                {...{ row, columns, expected, link }}
                name={m.validation_row({ table: id, parameters: parametersOf(row) })}
                run={runs.of[job.key]}
                residual={residuals[at] ?? null}
                onRun={() => runs.run([job])}
                onCancel={() => runs.cancel([job.key])}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="actions">
        <button type="button" disabled={busy} onClick={() => runs.run(lines.map(({ job }) => job))}>
          {m.validation_run_all({ table: id })}
        </button>
        {busy && (
          <button type="button" onClick={() => runs.cancel(lines.map(({ job }) => job.key))}>
            {m.validation_cancel_all({ table: id })}
          </button>
        )}
        <span role="status">
          {done.length > 0 && m.validation_done({ done: done.length, rows: lines.length, within, tolerance })}
        </span>
      </div>
      <p className="quiet">{text(`validation_note_${id}`)}</p>
    </div>
  );
}

function isBusy(runs: Runs<RowJob, number>, key: string): boolean {
  const state = runs.of[key]?.state;
  return state === 'waiting' || state === 'running';
}

/** As a row is called where it is not seen: `Sf 0.07, Np 64, r 0.9, f 0.05`. */
function parametersOf({ sf, np, hot, cleaning }: Row): string {
  const parts = [`${m.validation_column_sf()} ${sf}`, `${m.validation_column_np()} ${np}`];
  if (hot) parts.push(`${m.validation_column_r()} ${hot.r}`, `${m.validation_column_f()} ${hot.f}`);
  if (cleaning === 'windowed') parts.push(m.validation_cleaning_windowed());
  return parts.join(', ');
}
