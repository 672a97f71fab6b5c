/** The results as a table: means over seeds with their confidence intervals, or every run. */
import { memo, type ReactNode } from 'react';
import { decimal, integer } from '../../base/format';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { WideTable } from '../../kit/WideTable';
import { encodeShare, MOST_CHARS, type TraceNamed } from '../../model/saved/share';
import { getAt, parseDocument } from '../../model/scenario/document';
import type { Mean, SortedBy, Table, TableRow } from '../../protocol/runs/sweep-table';
import { figureName } from './figures';

/** Rows shown at a time. */
export const PAGE = 100;

/** The visible part of the results. */
export interface Look {
  /** Paths of figures. */
  figures: readonly string[];
  /** Every run, not means. */
  each: boolean;
  /** `null`: the plan's order. */
  by: SortedBy | null;
  /** The first row. */
  from: number;
}

export interface ResultsProps {
  table: Table;
  caption: string;
  look: Look;
  setLook: (look: Look) => void;
  /** Traces that are here, as links name them; `null` for one that needs no naming. */
  traces: ReadonlyMap<string, TraceNamed | null>;
}

/** Drawn again only with another table or language: runs end more often than that. */
export const Results = memo(function Results({ table, caption, look, setLook, traces }: ResultsProps) {
  useLanguage();
  const { figures, each, from } = look;
  const settings = [...new Set(table.shown.flatMap(({ set }) => set.map(([path]) => path)))];
  const rest = table.figures.filter((path) => path !== 'format' && !figures.includes(path));
  const to = Math.min(from + PAGE, table.rows);
  const sorts = { by: look.by, sort: (by: SortedBy | null) => setLook({ ...look, by, from: 0 }) };
  return (
    <>
      <div className="actions">
        <label>
          <input
            type="checkbox"
            checked={each}
            onChange={() => setLook({ ...look, each: !each, by: null, from: 0 })}
          />{' '}
          {m.sweep_each()}
        </label>
        <label>
          {m.sweep_add_figure()}{' '}
          <select
            value=""
            onChange={({ target }) => setLook({ ...look, figures: [...figures, target.value] })}
          >
            <option value="">{m.sweep_choose()}</option>
            {rest.map((path) => (
              <option key={path} value={path}>
                {figureName(path)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <WideTable label={caption}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {settings.map((path) => (
              <Head key={path} column="setting" name={path} {...{ path, ...sorts }} />
            ))}
            {each ? (
              <Head column="seed" path="" name={m.sweep_column_seed()} {...sorts} />
            ) : (
              <th scope="col">{m.sweep_column_seeds()}</th>
            )}
            {figures.map((path) => (
              <Head key={path} column="figure" name={figureName(path)} {...{ path, ...sorts }}>
                <button
                  type="button"
                  className="quiet small remove"
                  aria-label={m.sweep_remove_figure({ figure: figureName(path) })}
                  onClick={() =>
                    setLook({
                      ...look,
                      figures: figures.filter((one) => one !== path),
                      by: look.by?.path === path ? null : look.by,
                    })
                  }
                >
                  ×
                </button>
              </Head>
            ))}
            <th scope="col">{m.sweep_column_stage()}</th>
          </tr>
        </thead>
        <tbody>
          {table.shown.map((row, at) => (
            <Row
              key={row.runs[0]?.run ?? `missing ${from + at}`}
              {...{ row, settings, each, figures, traces }}
            />
          ))}
        </tbody>
      </WideTable>
      {!each && <p className="quiet">{m.sweep_interval()}</p>}
      {table.rows > PAGE && (
        <div className="actions">
          <button
            type="button"
            disabled={from === 0}
            onClick={() => setLook({ ...look, from: Math.max(0, from - PAGE) })}
          >
            {m.sweep_previous()}
          </button>
          <span role="status">
            {m.sweep_rows({ from: integer(from + 1), to: integer(to), rows: integer(table.rows) })}
          </span>
          <button
            type="button"
            disabled={to === table.rows}
            onClick={() => setLook({ ...look, from: from + PAGE })}
          >
            {m.sweep_next()}
          </button>
        </div>
      )}
    </>
  );
});

interface HeadProps {
  column: SortedBy['column'];
  path: string;
  name: string;
  by: SortedBy | null;
  sort: (by: SortedBy | null) => void;
  /** Beside the name. */
  children?: ReactNode;
}

/** The head of a column that sorts by it: upwards, then downwards, then as the plan has its runs. */
function Head({ column, path, name, by, sort, children }: HeadProps) {
  const down = by?.column === column && by.path === path ? by.descending : null;
  const next = down === true ? null : { column, path, descending: down === false };
  return (
    <th
      scope="col"
      className={column === 'figure' ? 'figure' : undefined}
      aria-sort={down === null ? 'none' : down ? 'descending' : 'ascending'}
    >
      <button type="button" className="quiet small sort" onClick={() => sort(next)}>
        {name}
        <span aria-hidden="true">{down === null ? '' : down ? ' ▼' : ' ▲'}</span>
      </button>
      {children && <> {children}</>}
    </th>
  );
}

interface RowProps {
  row: TableRow;
  settings: readonly string[];
  each: boolean;
  figures: readonly string[];
  traces: ResultsProps['traces'];
}

function Row({ row, settings, each, figures, traces }: RowProps) {
  const { runs, missing, set, means } = row;
  const value = new Map(set);
  const failure = runs.find((run) => run.failure !== null)?.failure;
  const name = set.map(([path, given]) => `${path} ${given}`).join(', ') || m.sweep_the_scenario();
  const seeds = each ? (runs[0]?.seed ?? '') : integer(runs.length);
  return (
    <tr>
      {settings.map((path) => (
        <td key={path}>{value.get(path) ?? ''}</td>
      ))}
      <td>
        {seeds}
        {missing > 0 && <span className="quiet"> {m.sweep_not_run({ missing: integer(missing) })}</span>}
      </td>
      {failure && means.every((mean) => mean === null) ? (
        <td colSpan={figures.length} className="trouble">
          <FailureText text={failure} />
        </td>
      ) : (
        figures.map((path, at) => (
          <td key={path} className="figure">
            {meanText(means[at] ?? null)}
          </td>
        ))
      )}
      <td className="stage">
        {row.scenario !== null && <StageLink scenario={row.scenario} {...{ name, traces }} />}
      </td>
    </tr>
  );
}

interface LinkProps {
  scenario: string;
  name: string;
  traces: ResultsProps['traces'];
}

/**
 * Opens the scenario of a row in the lab. Its trace goes by name and hash: a lab that does not hold it asks for the file. Links are
 * packed: again only for another scenario.
 */
const StageLink = memo(function StageLink({ scenario, name, traces }: LinkProps) {
  useLanguage();
  const document = parseDocument(scenario);
  if (!document) return null;
  const path = getAt(document, 'workload.path');
  const trace = typeof path === 'string' ? traces.get(path) : null;
  // The trace is not here yet: above, the page asks for it.
  if (trace === undefined) return null;
  const position = { request: 0, event: 0 };
  const payload = encodeShare({ scenario: document, position, view: {}, ...(trace && { trace }) });
  if (payload.length > MOST_CHARS) return <span className="quiet">{m.sweep_too_long()}</span>;
  return (
    <a className="button quiet small" href={`#/s/${payload}`} aria-label={m.sweep_on_stage_of({ name })}>
      <Icon name="play" size={12} />
      {m.sweep_on_stage()}
    </a>
  );
});

function meanText(mean: Mean | null): string {
  if (mean === null) return '–';
  const { mean: middle, half } = mean;
  return half === null ? figure(middle) : m.sweep_mean({ mean: figure(middle), half: figure(half) });
}

/** To the fourth decimal. A whole number that rounds to nothing is none. */
function figure(value: number): string {
  const rounded = Math.round(value * 1e4) / 1e4;
  return Number.isInteger(rounded) ? integer(rounded) : decimal(rounded, 4);
}
