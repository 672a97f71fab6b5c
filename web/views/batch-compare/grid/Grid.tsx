/** Channels by queue depth: a grid of runs of one FTL, a figure at a time; closed where arrivals outpace the device. */
import { csvFormatRows } from 'd3-dsv';
import { type CSSProperties, useState } from 'react';
import { integer } from '../../../base/format';
import { saveAs } from '../../../base/save';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { WideTable } from '../../../kit/WideTable';
import type { Preset } from '../../../model/plans/batch-compare';
import { closedLoop } from '../../../model/scenario/closed-loop';
import { getAt, type ScenarioDocument, writeDocument } from '../../../model/scenario/document';
import {
  blocksOf,
  type Cell,
  CHANNELS,
  type Counted,
  csvOf,
  DEPTHS,
  FIGURES,
  type Figure,
  gridOf,
  isClosed,
  planOf,
} from '../../../model/what-if/grid';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { Overloaded } from '../../cautions/Overloaded';
import { OwnSeed } from '../answer/OwnSeed';
import { RunSelect } from '../answer/RunSelect';
import { type Tries, useTries } from '../answer/use-tries';
import { FIGURE_NAMES, figureText, sentences } from './grid-words';
import './grid.css';

interface GridProps {
  start: StartRun;
  base: Base;
  /** Those that are done. */
  runs: readonly BatchComparison[];
  preset: Preset;
}

export default function Grid({ start, base, runs, preset }: GridProps) {
  const trying = useTries<Cell>(start, base);
  const [chosen, setChosen] = useState(0);
  /** The runs that were asked for as a closed loop. */
  const [closed, setClosed] = useState<ReadonlySet<BatchComparison>>(new Set());
  const run = runs[chosen] ?? runs[0];
  if (!run) return null;
  const { scenario } = run.variant;
  const tries = trying.tries.get(run);
  const ask = (asClosed: boolean) => {
    setClosed((before) => new Set([...before].filter((each) => each !== run).concat(asClosed ? run : [])));
    trying.ask(run, gridOf(scenario, asClosed));
  };
  const lack = lackOf(scenario);
  const isNowClosed = closed.has(run);
  const done = tries?.runs.filter(({ stage }) => stage.is === 'done' || stage.is === 'failed').length ?? 0;
  return (
    <section className="sure grid-of" aria-label={m.grid_title()}>
      <h3>{m.grid_title()}</h3>
      <OwnSeed run={run} />
      <p className="asking">
        <RunSelect
          label={m.grid_of()}
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
          <button type="button" disabled={lack !== null} onClick={() => ask(isClosed(scenario))}>
            {m.grid_run({ n: integer(CHANNELS.length * DEPTHS.length) })}
          </button>
        )}
        <span role="status" className="quiet">
          {trying.cancel && m.batch_progress({ done, all: CHANNELS.length * DEPTHS.length })}
        </span>
      </p>
      {lack && <p className="quiet">{lack}</p>}
      {trying.fault && (
        <p className="trouble" role="alert">
          {m.batch_fault({ reason: trying.fault })}
        </p>
      )}
      {tries && (
        <Found
          tries={tries}
          closed={isNowClosed}
          blocks={blocksOf(scenario)}
          onClosed={!isNowClosed && closedLoop(scenario) ? () => ask(true) : undefined}
          plan={() => writeDocument(planOf(scenario, isNowClosed))}
        />
      )}
    </section>
  );
}

/** Why a scenario has no grid; `null`: it has one. */
function lackOf(scenario: ScenarioDocument): string | null {
  if (scenario.power_cut !== undefined) return m.grid_lack_power();
  return getAt(scenario, 'ftl.gc_trigger') === 'on_demand' ? m.grid_lack_reserve() : null;
}

interface FoundProps {
  tries: Tries<Cell>;
  closed: boolean;
  blocks: number;
  onClosed: (() => void) | undefined;
  plan: () => string;
}

function Found({ tries, closed, blocks, onClosed, plan }: FoundProps) {
  const [chosen, setChosen] = useState<Figure | null>(null);
  const cells = tries.neighbours.flatMap(({ channels, depth }, i): Counted[] => {
    const stage = tries.runs[i]?.stage;
    return stage?.is === 'done' ? [{ channels, depth, report: stage.report }] : [];
  });
  // Where requests come at times of their own, the end of a run says more of them than of the device.
  const timed = cells[0]?.report.arrivals_us !== undefined;
  const figure = chosen ?? (timed ? 'response_us.mean' : 'parallel.span_us');
  const all = tries.ended && cells.length === tries.neighbours.length;
  const failed = tries.runs.find(({ stage }) => stage.is === 'failed')?.stage;
  return (
    <>
      {tries.ended && <Overloaded runs={cells.map(({ report }) => report)} onClosed={onClosed} />}
      {failed?.is === 'failed' && (
        <p className="trouble" role="alert">
          <FailureText text={failed.failure.message} />. <FailureText text={failed.failure.remedy} />
        </p>
      )}
      {cells.length > 0 && (
        <>
          <p className="asking">
            <select
              aria-label={m.grid_figure()}
              value={figure}
              onChange={({ target }) => setChosen(target.value as Figure)}
            >
              {(Object.keys(FIGURES) as Figure[]).map((each) => (
                <option key={each} value={each}>
                  {FIGURE_NAMES[each]()}
                </option>
              ))}
            </select>
          </p>
          {/* Of some of the runs nothing is concluded. */}
          {all && <p>{sentences(cells, figure).join(' ')}</p>}
          <Table cells={cells} figure={figure} />
          {all && (
            <p className="asking">
              <button
                type="button"
                className="quiet small"
                title={m.grid_save_title()}
                onClick={() => saveAs('comparison-grid.csv', `${csvFormatRows(csvOf(cells))}\n`, 'text/csv')}
              >
                {m.lifetime_save()}
              </button>
              <button
                type="button"
                className="quiet small"
                title={m.grid_plan_title()}
                onClick={() => saveAs('grid.plan.json', plan(), 'application/json')}
              >
                {m.grid_plan()}
              </button>
            </p>
          )}
          <p className="quiet">
            {m.grid_how({
              of: closed ? 'closed' : timed ? 'open' : 'untimed',
              blocks: integer(blocks),
            })}
          </p>
        </>
      )}
    </>
  );
}

/** The better, the stronger its colour. */
function Table({ cells, figure }: { cells: readonly Counted[]; figure: Figure }) {
  const { of, best } = FIGURES[figure];
  const values = cells.map(({ report }) => Math.log(of(report) || Number.NaN)).filter(Number.isFinite);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const strength = ({ report }: Counted) => {
    const share = (Math.log(of(report) || Number.NaN) - least) / (most - least || 1);
    if (!Number.isFinite(share)) return 0;
    return Math.round((best === 'least' ? 1 - share : share) * 100);
  };
  return (
    <WideTable label={FIGURE_NAMES[figure]()}>
      <caption className="visually-hidden">{FIGURE_NAMES[figure]()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.grid_corner()}</th>
          {DEPTHS.map((depth) => (
            <th key={depth} scope="col">
              {m.grid_depth({ n: integer(depth) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {CHANNELS.map((channels) => (
          <tr key={channels}>
            <th scope="row">{m.batch_bar_channels({ n: channels, shown: integer(channels) })}</th>
            {DEPTHS.map((depth) => {
              const cell = cells.find((each) => each.channels === channels && each.depth === depth);
              const style = cell && ({ '--strength': `${strength(cell) * 0.4}%` } as CSSProperties);
              return (
                <td key={depth} style={style}>
                  {cell ? figureText(figure, cell) : m.metrics_none()}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
