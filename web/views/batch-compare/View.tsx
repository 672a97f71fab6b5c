/** The comparison, its runs as they go, and their results: the finding first, then how, then all figures. */
import { memo, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { decimal, integer, percent } from '../../base/format';
import { saveAs } from '../../base/save';
import { useLanguage } from '../../base/use-language';
import { ChartBox } from '../../chart/ChartBox';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { lazyPart } from '../../kit/lazy-part';
import { MenuButton } from '../../kit/MenuButton';
import { type Lack, lackOf, PRESETS, type Preset } from '../../model/plans/batch-compare';
import { cleaningOf } from '../../model/plans/cleaning';
import { repeatedUntilSteady, waitsUntilSteady, writtenUntilSteady } from '../../model/plans/costs';
import { isDrawn } from '../../model/plans/interval';
import { type ResultFile, resultFile } from '../../model/saved/result-file';
import { closedLoop } from '../../model/scenario/closed-loop';
import { isObject, type ScenarioDocument } from '../../model/scenario/document';
import { shapeOf } from '../../model/schemes';
import type { StartRun } from '../../protocol/runs/pool';
import type { Base, BatchComparison, BatchState } from '../../state/plans/batch-compare';
import { useLabStore } from '../../state/use-lab';
import { Displaced } from '../cautions/Displaced';
import { Overloaded } from '../cautions/Overloaded';
import { cleaningText } from '../cleaning-text';
import { sizeText } from '../size-text';
import type { StartEngine } from '../use-runs';
import { byOf } from './about';
import { causes } from './answer/causes';
import { finding } from './answer/finding';
import { Helps } from './answer/Helps';
import type { Steadily } from './answer/Sure';
import { Sure } from './answer/Sure';
import { repeatedText, steadyOf } from './answer/sure-words';
import { CmtSize } from './CmtSize';
import { chartsOf } from './charts';
import { DotPlots } from './DotPlots';
import type { Row } from './plots';
import { RunsTable } from './RunsTable';
import { namedIn, RESULT_NAME, resultsOf, resultText } from './results';
import { Written } from './Written';
import { againstName, barName, bestOf, ordered, unsteady } from './words';
import '../page.css';
import './batch-compare.css';

const Published = lazyPart(() => import('./Published'));
const SavePlots = lazyPart(() => import('./SavePlots'));
const Assumed = lazyPart(() => import('../cautions/Assumed'));
const Lifetimes = lazyPart(() => import('./lifetime/Lifetimes'));
const Addresses = lazyPart(() => import('./addresses/Addresses'));
const Grid = lazyPart(() => import('./grid/Grid'));
const Spare = lazyPart(() => import('./spare/Spare'));

export interface BatchCompareViewProps {
  start: StartRun;
  engine: StartEngine;
  state: BatchState;
  onPreset: (preset: Preset) => void;
  /** Takes what is on stage; whether that could be had. */
  onStage: () => Promise<boolean>;
  onRun: () => void;
  onShare: () => void;
  onClosed: (document: ScenarioDocument) => void;
  /** Makes each run with this number of seeds. */
  onSeeds: (seeds: number) => void;
  /** Compares sizes of CMTs, one of this many entries among them. */
  onCmt: (entries: number) => void;
  /** Compares all FTLs on the first example. */
  onExample: () => void;
  /** Why what the address holds was not opened. */
  refused: string | null;
}

export function BatchCompareView({
  start,
  engine,
  state,
  onPreset,
  onStage,
  onRun,
  onShare,
  onClosed,
  onSeeds,
  onCmt,
  onExample,
  refused,
}: BatchCompareViewProps) {
  const { base, preset, runs, cancel, fault, seconds } = state;
  const title = useRef<HTMLHeadingElement>(null);
  const [missing, setMissing] = useState(false);
  // The page changed under a person who came here by keyboard: reading goes on from its title.
  useEffect(() => {
    title.current?.focus();
  }, []);
  const done = runs.filter(({ stage }) => stage.is === 'done').length;
  // The figures first: words and drawings come bit by bit behind them.
  const ended = useDeferredValue(done > 0 && !cancel ? state : null, null);
  const take = async () => setMissing(!(await onStage()));
  const found = done > 0 && !cancel ? finding(runs, preset) : null;
  return (
    <main className="page batch">
      <div className="batch-what">
        <Source base={base} take={take} off={cancel !== null} />
        <span className="quiet">{m.batch_under()}</span>
        <select
          aria-label={m.batch_preset()}
          value={preset}
          disabled={!base}
          onChange={({ target }) => onPreset(target.value as Preset)}
        >
          {PRESETS.map((each) => (
            <option
              key={each}
              value={each}
              disabled={base !== null && lackOf(each, base.document, base.trace?.summary.statistics) !== null}
            >
              {PRESET_NAMES[each]()}
            </option>
          ))}
        </select>
        {base && <Device base={base} />}
        <span className="end">
          <span role="status" className="quiet">
            {cancel && m.batch_progress({ done, all: runs.length })}
            {!cancel && seconds !== null && m.batch_runs_in({ n: done, seconds: decimal(seconds, 1) })}
          </span>
          {cancel && (
            <button type="button" onClick={cancel}>
              {m.app_cancel()}
            </button>
          )}
          {!cancel && done > 0 && (
            <button type="button" className="quiet" onClick={onRun}>
              {m.batch_again()}
            </button>
          )}
          <button type="button" disabled={!base} onClick={onShare}>
            <Icon name="share" />
            {m.batch_share()}
          </button>
          <Export {...{ state }} />
        </span>
      </div>
      <header className="page-title">
        <h2 ref={title} tabIndex={-1}>
          {found?.title ?? (cancel ? m.batch_running({ n: runs.length }) : m.batch_title())}
        </h2>
        {found && <p>{[...found.more, ...(base ? conditions(base, runs, preset) : [])].join(' ')}</p>}
      </header>
      {base && preset === 'sram' && (
        <CmtSize
          // Another scenario, or another size, begins with its own.
          key={`${JSON.stringify(base.document.ftl)} ${base.cmt}`}
          document={base.document}
          asked={base.cmt}
          off={cancel !== null}
          onSize={onCmt}
        />
      )}
      {refused && (
        <p className="trouble" role="alert">
          {refused}
        </p>
      )}
      {fault && (
        <p className="trouble" role="alert">
          {m.batch_fault({ reason: fault })}
        </p>
      )}
      {missing && <p className="quiet">{m.batch_nothing()}</p>}
      {done === 0 && !cancel && (
        <section className="panel empty">
          <Icon name="chart" size={28} />
          <strong>{m.batch_empty()}</strong>
          <p>{m.batch_empty_what()}</p>
          <button type="button" className="now large" onClick={base ? onRun : onExample}>
            {base ? m.batch_run({ n: runs.length }) : m.batch_compare_all()}
          </button>
          {!base && (
            <a className="button quiet" href="#/traces">
              {m.batch_open_trace()}
            </a>
          )}
          {base && <Lacking base={base} />}
        </section>
      )}
      {ended?.base && (
        <Results
          base={ended.base}
          runs={ended.runs}
          preset={ended.preset}
          state={ended}
          {...{ start, engine, onClosed, onSeeds }}
        />
      )}
      {runs.length > 0 && (done > 0 || cancel || runs.some(({ stage }) => stage.is !== 'waiting')) && (
        <RunsTable runs={cancel ? runs : ordered(runs, preset)} preset={preset} underWay={cancel !== null} />
      )}
      {ended?.base && <Charts runs={ended.runs} preset={ended.preset} along={alongOf(ended)} />}
      {ended?.base && (
        <Suspense fallback={null}>
          <Published state={ended} name={workloadName(ended.base)} />
        </Suspense>
      )}
    </main>
  );
}

/** The requests that all runs share. */
function Source({ base, take, off }: { base: Base | null; take: () => Promise<void>; off: boolean }) {
  const act = (id: 'stage' | 'trace') => {
    if (id === 'trace') location.assign('#/traces');
    else void take();
  };
  return (
    <MenuButton<'stage' | 'trace'>
      label={m.batch_source()}
      name={`${m.batch_source()}: ${base ? workloadName(base) : m.batch_title()}`}
      sections={[
        {
          items: [
            { id: 'stage', text: m.batch_take_stage(), off },
            { id: 'trace', text: m.batch_other_trace() },
          ],
        },
      ]}
      act={act}
    >
      <Icon name="file" />
      {base ? workloadName(base) : m.batch_source()}
      <Icon name="down" size={14} />
    </MenuButton>
  );
}

function workloadName({ document, trace }: Base): string {
  const { workload, name } = document;
  if (trace) return trace.named.name;
  const kind = isObject(workload) && typeof workload.kind === 'string' ? workload.kind : '';
  return typeof name === 'string' && name ? name : kind;
}

/** The pages that all runs share. */
function Device({ base: { document } }: { base: Base }) {
  const { logicalPages, pageBytes, pagesPerBlock } = shapeOf(document);
  return (
    <span className="quiet">
      {m.batch_of_device({
        pages: integer(logicalPages),
        size: sizeText(pageBytes),
        block: integer(pagesPerBlock),
      })}
    </span>
  );
}

/** The parts of it that exist elsewhere, and the way on from here. */
function Export({ state }: { state: BatchState }) {
  const lab = useLabStore();
  const done = state.runs.some(({ stage }) => stage.is === 'done') && !state.cancel;
  const act = async (id: 'json' | 'sweep') => {
    if (id === 'sweep') location.assign('#/sweep');
    else saveAs(RESULT_NAME, await resultText(lab.getState(), state), 'application/json');
  };
  return (
    <MenuButton<'json' | 'sweep'>
      label={m.batch_export_menu()}
      className="quiet"
      sections={[
        {
          items: [
            { id: 'json', text: m.batch_export(), off: !done },
            { id: 'sweep', text: m.batch_vary() },
          ],
        },
      ]}
      act={(id) => void act(id)}
    >
      {m.batch_export_menu()}
      <Icon name="down" size={14} />
    </MenuButton>
  );
}

/** The conditions of an answer about FTLs: how they choose victims, the device, and the pages that were counted. */
function conditions({ document }: Base, runs: readonly BatchComparison[], preset: Preset): string[] {
  if (preset !== 'ftls' && preset !== 'ftls_ram') return [];
  const [host] = runs.flatMap(({ stage }) => (stage.is === 'done' ? stage.report.host : []));
  const policies = cleaningText(cleaningOf(runs.map(({ variant }) => variant.scenario)));
  const windows = repeatedText(runs);
  const { blocks, pagesPerBlock, logicalPages } = shapeOf(document);
  return [
    ...(windows ? [windows] : []),
    ...(policies ? [m.compare_cleaning({ policies })] : []),
    m.batch_conditions({
      blocks: integer(blocks),
      pages: integer(pagesPerBlock),
      spare: percent(1 - logicalPages / (blocks * pagesPerBlock)),
      writes: integer(host?.writes ?? 0),
      reads: integer(host?.reads ?? 0),
    }),
  ];
}

/** The ways to a steady state: uniform writes only where the requests are given, as drawn ones are written as they are. */
function steadily(document: ScenarioDocument, onClosed: (document: ScenarioDocument) => void): Steadily {
  return {
    repeat: () => onClosed(repeatedUntilSteady(document)),
    write: isDrawn(document) ? null : () => onClosed(writtenUntilSteady(document)),
  };
}

/** Which comparisons are not offered, and why. */
function Lacking({ base: { document, trace } }: { base: Base }) {
  const lacks = new Map<Lack, string[]>();
  for (const preset of PRESETS) {
    const lack = lackOf(preset, document, trace?.summary.statistics);
    if (lack) lacks.set(lack, [...(lacks.get(lack) ?? []), PRESET_NAMES[preset]()]);
  }
  return [...lacks].map(([lack, names]) => (
    <p key={lack} className="quiet">
      {m.batch_lacks({ presets: names.join(', '), why: LACKS[lack]() })}
    </p>
  ));
}

interface ResultsProps {
  start: StartRun;
  engine: StartEngine;
  base: Base;
  runs: readonly BatchComparison[];
  preset: Preset;
  state: BatchState;
  /** Compares the same runs as a closed loop, or from a steady state. */
  onClosed: (document: ScenarioDocument) => void;
  onSeeds: (seeds: number) => void;
}

const Results = memo(function Results(props: ResultsProps) {
  const { start, engine, base, runs, preset, state, onClosed, onSeeds } = props;
  useLanguage();
  const [chosen, setChosen] = useState<string | null>(null);
  // Where windows were measured, they say it.
  const measured = runs.every((run) => run.stage.is !== 'done' || steadyOf(run) !== null);
  const warning = measured ? null : unsteady(runs, base);
  const reports = runs.flatMap(({ stage }) => (stage.is === 'done' ? stage.report : []));
  const closed = closedLoop(base.document);
  const shown = ordered(runs, preset).filter(({ stage }) => stage.is === 'done');
  const rows = shown.flatMap(({ variant, stage }): Row[] =>
    stage.is === 'done' ? [{ name: barName(variant, preset), report: stage.report }] : [],
  );
  const picked = rows.findIndex(({ name }) => name === chosen);
  const baseline = picked === -1 ? usual(shown, preset) : picked;
  const choose = (row: number) => setChosen(rows[row]?.name ?? null);
  const against = shown[baseline];
  if (!against) return null;
  return (
    <>
      {base.trace && (
        <Suspense fallback={null}>
          <Assumed document={base.document} named={base.trace.named} />
        </Suspense>
      )}
      <Displaced runs={reports.map(({ addresses }) => addresses)} />
      <Overloaded runs={reports} onClosed={closed ? () => onClosed(closed) : undefined} />
      {warning && (
        <p className="warning" role="note">
          {warning}
        </p>
      )}
      <DotPlots {...{ rows, baseline }} onBaseline={choose} by={byOf(runs, preset)} />
      <Suspense fallback={null}>
        <SavePlots
          runs={shown}
          {...{ preset, rows, baseline }}
          traceHash={state.base?.trace?.named.hash ?? null}
          along={() => alongOf(state)}
        />
      </Suspense>
      <Sure
        runs={shown}
        {...{ preset, baseline }}
        onBaseline={choose}
        seeds={isDrawn(base.document) ? (base.seeds ?? 1) : null}
        onSeeds={onSeeds}
        onSteady={waitsUntilSteady(base.document) ? null : steadily(base.document, onClosed)}
      />
      <div className="two">
        <Written rows={rows} />
        <section className="panel apart" aria-label={m.batch_differences()}>
          <h3>{m.batch_differences()}</h3>
          <p className="quiet">{m.batch_against({ name: againstName(against, preset) })}</p>
          <ul>
            {causes(shown, preset, against).map(({ name, said }) => (
              <li key={name}>
                <b>{name}</b>
                <span>{said}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Helps {...{ start, base, preset }} runs={shown} />
      <Suspense fallback={null}>
        <Lifetimes runs={shown} preset={preset} traceHash={state.base?.trace?.named.hash ?? null} />
        <Spare {...{ start, base, preset }} runs={shown} />
        <Grid {...{ start, base, preset }} runs={shown} />
        <Addresses {...{ engine, base, preset }} runs={shown} />
      </Suspense>
    </>
  );
});

/** Page mapping among FTLs, as in papers; otherwise the best. */
function usual(runs: readonly BatchComparison[], preset: Preset): number {
  const page = runs.findIndex(({ variant }) => variant.value === null && variant.ftl === 'page');
  return page === -1 ? bestOf(runs, preset) : page;
}

interface ChartsProps {
  runs: readonly BatchComparison[];
  preset: Preset;
  along: ResultFile;
}

/** All that was counted, as charts and tables to be saved: drawn when someone asks. */
function Charts({ runs, preset, along }: ChartsProps) {
  const [open, setOpen] = useState(false);
  const bars = ordered(runs, preset).flatMap((run) => {
    if (run.stage.is !== 'done') return [];
    const name = barName(run.variant, preset);
    return [{ name, link: run.link(), ftl: run.variant.ftl, report: run.stage.report }];
  });
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.batch_more_charts()}</summary>
      {open && (
        <div className="batch-charts">
          {chartsOf(bars, m.batch_column_run(), byOf(runs, preset)).map(({ id, spec }) => (
            <ChartBox key={id} spec={spec} file={`comparison-${id}`} along={along} />
          ))}
        </div>
      )}
    </details>
  );
}

/** With what each was made of. */
function alongOf(state: BatchState): ResultFile {
  return resultFile(__ENGINE_VERSION__, namedIn(state), resultsOf(state));
}

const PRESET_NAMES: Record<Preset, () => string> = {
  ftls: m.batch_preset_ftls,
  policies: m.batch_preset_policies,
  log_blocks: m.batch_preset_log_blocks,
  sram: m.batch_preset_sram,
  spare: m.batch_preset_spare,
  ftls_ram: m.batch_preset_ftls_ram,
  buffers: m.batch_preset_buffers,
  ram: m.batch_preset_ram,
  trims: m.batch_preset_trims,
  schedulers: m.batch_preset_schedulers,
  channels: m.batch_preset_channels,
  depths: m.batch_preset_depths,
};

const LACKS: Record<Lack, () => string> = {
  buffer: m.batch_lack_buffer,
  host: m.batch_lack_host,
  waiting: m.batch_lack_waiting,
  queue: m.batch_lack_queue,
  reserve: m.batch_lack_reserve,
  trims: m.batch_lack_trims,
};
