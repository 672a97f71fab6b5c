/** What is compared, its runs as they go, and what they came to. */
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { decimal, integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { useLanguage } from '../../base/use-language';
import { ChartBox } from '../../chart/ChartBox';
import { m } from '../../i18n/compiled/messages.js';
import { cleaningOf } from '../../model/cleaning';
import { isObject, numberAt } from '../../model/document';
import { type Lack, lackOf, PRESETS, type Preset } from '../../model/line-up';
import { manifestOf, type Result } from '../../model/manifest';
import type { Base, LinedUp, LineUpState } from '../../state/line-up';
import { cleaningText } from '../cleaning-text';
import { Displaced } from '../Displaced';
import { chartsOf } from './charts';
import { RunsTable } from './RunsTable';
import { barName, differences, isOfHost, unsteady, variantName } from './words';
import '../page.css';
import './lineup.css';

export interface LineUpProps {
  state: LineUpState;
  onPreset: (preset: Preset) => void;
  /** Takes what is on stage; whether that could be had. */
  onStage: () => Promise<boolean>;
  onRun: () => void;
}

export function LineUpView({ state, onPreset, onStage, onRun }: LineUpProps) {
  const { base, preset, runs, cancel, fault, seconds } = state;
  const title = useRef<HTMLHeadingElement>(null);
  const [missing, setMissing] = useState(false);
  // The page changed under whoever came here by keyboard: reading goes on from its title.
  useEffect(() => title.current?.focus(), []);
  const done = runs.filter(({ stage }) => stage.is === 'done').length;
  // The figures first: words and charts are drawn bit by bit behind them.
  const ended = useDeferredValue(done > 0 && !cancel ? state : null, null);
  const take = async () => setMissing(!(await onStage()));
  return (
    <main className="page lineup">
      <h2 ref={title} tabIndex={-1}>
        {m.lineup_title()}
      </h2>
      <p>
        {m.lineup_intro()} <a href="#/">{m.lineup_back()}</a>
      </p>
      {base && <Workload base={base} />}
      <div className="actions">
        <label>
          {m.lineup_preset()}{' '}
          <select value={preset} disabled={!base} onChange={({ target }) => onPreset(target.value as Preset)}>
            {PRESETS.map((each) => (
              <option
                key={each}
                value={each}
                disabled={base !== null && lackOf(each, base.document) !== null}
              >
                {PRESET_NAMES[each]()}
              </option>
            ))}
          </select>
        </label>
        {cancel ? (
          <button type="button" onClick={cancel}>
            {m.app_cancel()}
          </button>
        ) : (
          <button type="button" className="primary" disabled={!base} onClick={onRun}>
            {m.lineup_run({ n: runs.length })}
          </button>
        )}
        <button type="button" disabled={cancel !== null} onClick={() => void take()}>
          {m.lineup_take_stage()}
        </button>
        <span role="status">
          {cancel && m.lineup_progress({ done, all: runs.length })}
          {!cancel &&
            seconds !== null &&
            m.lineup_done({ done, all: runs.length, seconds: decimal(seconds, 1) })}
        </span>
      </div>
      {(preset === 'ftls' || preset === 'ftls_ram') && <Cleaning runs={runs} />}
      {base && <Lacking base={base} />}
      {(missing || !base) && <p className="quiet">{m.lineup_nothing()}</p>}
      {fault && (
        <p className="trouble" role="alert">
          {m.lineup_fault({ reason: fault })}
        </p>
      )}
      {runs.length > 0 && <RunsTable {...{ runs, preset }} underWay={cancel !== null} />}
      {ended?.base && <Results base={ended.base} runs={ended.runs} preset={ended.preset} />}
    </main>
  );
}

/** The requests and the pages that all runs share. */
function Workload({ base: { document, trace } }: { base: Base }) {
  const { workload, name } = document;
  const kind = isObject(workload) && typeof workload.kind === 'string' ? workload.kind : '';
  return (
    <p>
      {trace
        ? m.lineup_trace({ name: trace.named.name, hash: trace.named.hash })
        : m.lineup_workload({ name: typeof name === 'string' && name ? name : kind, kind })}{' '}
      {m.lineup_pages({ n: integer(numberAt(document, 'logical_pages', 0)) })}
    </p>
  );
}

/** By what FTLs that are compared choose their victims. */
function Cleaning({ runs }: { runs: readonly LinedUp[] }) {
  const policies = cleaningText(cleaningOf(runs.map(({ variant }) => variant.scenario)));
  return policies && <p>{m.compare_cleaning({ policies })}</p>;
}

/** Which comparisons are not offered, and why. */
function Lacking({ base: { document } }: { base: Base }) {
  const lacks = new Map<Lack, string[]>();
  for (const preset of PRESETS) {
    const lack = lackOf(preset, document);
    if (lack) lacks.set(lack, [...(lacks.get(lack) ?? []), PRESET_NAMES[preset]()]);
  }
  return [...lacks].map(([lack, names]) => (
    <p key={lack} className="quiet">
      {m.lineup_lacks({ presets: names.join(', '), why: LACKS[lack]() })}
    </p>
  ));
}

interface ResultsProps {
  base: Base;
  runs: readonly LinedUp[];
  preset: Preset;
}

const Results = memo(function Results({ base, runs, preset }: ResultsProps) {
  useLanguage();
  const warning = unsteady(runs, base);
  const said = differences(runs, preset);
  const bars = runs.flatMap((run) => {
    if (run.stage.is !== 'done') return [];
    const name = barName(run.variant, preset);
    return [{ name, link: run.link(), report: run.stage.report }];
  });
  const charts = chartsOf(bars, m.lineup_column_run(), isOfHost(preset));
  const results = manifestOf(
    __ENGINE_VERSION__,
    base.trace?.named ?? null,
    runs.flatMap(({ variant, stage }): Result[] => {
      const name = variantName(variant, preset);
      if (stage.is === 'done') return [{ name, scenario: variant.scenario, outcome: stage.report }];
      return stage.is === 'failed' ? [{ name, scenario: variant.scenario, outcome: stage.failure }] : [];
    }),
  );
  return (
    <>
      <Displaced runs={runs.map(({ stage }) => (stage.is === 'done' ? stage.report.addresses : null))} />
      {warning && (
        <p className="warning" role="note">
          {warning}
        </p>
      )}
      <section aria-labelledby="lineup-differences">
        <h3 id="lineup-differences">{m.lineup_differences()}</h3>
        <ul>
          {said.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="lineup-charts">
        <h3 id="lineup-charts">{m.lineup_charts()}</h3>
        <div className="lineup-charts">
          {charts.map(({ id, spec }) => (
            <ChartBox key={id} spec={spec} file={`comparison-${id}`} along={results} />
          ))}
        </div>
      </section>
      <div className="actions">
        <button type="button" onClick={() => save(results)}>
          {m.lineup_export()}
        </button>
      </div>
    </>
  );
});

function save(results: ReturnType<typeof manifestOf>) {
  saveAs('comparison.json', `${JSON.stringify(results, null, 2)}\n`, 'application/json');
}

const PRESET_NAMES: Record<Preset, () => string> = {
  ftls: m.lineup_preset_ftls,
  policies: m.lineup_preset_policies,
  log_blocks: m.lineup_preset_log_blocks,
  sram: m.lineup_preset_sram,
  spare: m.lineup_preset_spare,
  ftls_ram: m.lineup_preset_ftls_ram,
  buffers: m.lineup_preset_buffers,
  ram: m.lineup_preset_ram,
  schedulers: m.lineup_preset_schedulers,
  channels: m.lineup_preset_channels,
  depths: m.lineup_preset_depths,
};

const LACKS: Record<Lack, () => string> = {
  buffer: m.lineup_lack_buffer,
  host: m.lineup_lack_host,
  waiting: m.lineup_lack_waiting,
  queue: m.lineup_lack_queue,
  reserve: m.lineup_lack_reserve,
};
