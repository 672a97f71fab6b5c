/**
 * The comparison in bulk: what is compared, and how far its runs are. They go on while the stage shows something else, so they
 * are kept here and not in a view.
 */
import { createStore } from 'zustand/vanilla';
import {
  LONGEST_FIRST,
  lackOf,
  type Preset,
  type Variant,
  variantsOf,
} from '../../model/plans/batch-compare';
import { withSeed } from '../../model/plans/interval';
import { meanReport } from '../../model/plans/mean-report';
import { encodeShare, type Shared, type TraceNamed } from '../../model/saved/share';
import { isObject, numberAt, parseDocument, type ScenarioDocument } from '../../model/scenario/document';
import { BUNDLED_TRACES } from '../../model/traces/bundled-traces';
import type { Failure } from '../../protocol/generated/Failure';
import type { Report } from '../../protocol/generated/Report';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import {
  type Done,
  type Job,
  type PoolOptions,
  runAll,
  type StartRun,
  type Window,
} from '../../protocol/runs/pool';
import type { Stand } from '../../protocol/runs/run-server';
import type { TraceFile } from '../../protocol/traces/trace-import';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import type { LabState } from '../lab/lab';
import { hasTrace, traceOf } from '../lab/shared';
import type { TraceServices } from './plan-traces';

/** Workers tell how far they are twenty times a second each; no one reads so fast, and the page is drawn on the cores that run. */
const TELL_MS = 150;

/** The parts that all runs share. */
export interface Base {
  document: ScenarioDocument;
  /** The trace that its workload names, as links name it and as engines read it, and what its import found. */
  trace: { named: TraceNamed; file: TraceFile; summary: TraceSummary } | null;
  /** How many seeds each run is made with, from the scenario's own on, as a sweep has them; absent: with its own alone. */
  seeds?: number;
  /** Entries of a CMT that a person asked for, among the sizes of CMTs. */
  cmt?: number;
}

export type Stage =
  | { is: 'waiting' }
  | { is: 'running'; stand: Stand }
  /**
   * `seconds` of the clock, beside whatever ran at the same time. The report is the mean over the seeds, the windows are those of the
   * scenario's own seed; `seeds`: the reports of all seeds, none where there is one alone, and `windowsOfSeeds` their windows.
   */
  | {
      is: 'done';
      report: Report;
      windows: readonly Window[];
      seeds: readonly Report[];
      windowsOfSeeds?: readonly (readonly Window[])[];
      seconds: number;
    }
  | { is: 'failed'; failure: Failure }
  | { is: 'cancelled' };

export interface BatchComparison {
  variant: Variant;
  /** The link that opens it on the stage. */
  link: () => string;
  stage: Stage;
}

export interface BatchState {
  base: Base | null;
  preset: Preset;
  runs: readonly BatchComparison[];
  /** Ends the runs under way; `null` while there are none. */
  cancel: (() => void) | null;
  /** Seconds that all took together, once they have ended. */
  seconds: number | null;
  /** Why the runs could not go on. */
  fault: string | null;
  /** To be run as soon as the code of the page is there. */
  wanted: boolean;
}

export const batches = createStore<BatchState>()(() => ({
  base: null,
  preset: 'ftls',
  runs: [],
  cancel: null,
  seconds: null,
  fault: null,
  wanted: false,
}));

/** The scenario on stage, as a base; `null` with nothing there, or without the trace that it runs. */
export async function baseOf(lab: LabState, services: BundledServices): Promise<Base | null> {
  const slot = lab.slots[0];
  // The canonical text says everything, also what the person left to defaults.
  const document = slot && parseDocument(slot.summary.canonical);
  if (!document) return null;
  return withTrace(document, lab) ?? withBundled(document, services);
}

/** A scenario with the trace it names, if the lab holds that; `null` if it does not. */
export function withTrace(document: ScenarioDocument, lab: LabState): Base | null {
  const { workload } = document;
  if (!isObject(workload) || workload.kind !== 'trace') return { document, trace: null };
  const named = traceOf(document, lab);
  if (!named || !lab.trace || !lab.traceFile) return null;
  return { document, trace: { named, file: lab.traceFile.columns, summary: lab.trace } };
}

/** The loader of a trace that ships with the page: the engine has it by itself, the lab does not hold it. */
export type BundledServices = Pick<TraceServices, 'bundled' | 'importTrace'>;

async function withBundled(
  document: ScenarioDocument,
  { bundled, importTrace }: BundledServices,
): Promise<Base | null> {
  const { path } = document.workload as Record<string, unknown>;
  const name = BUNDLED_TRACES.find(({ file }) => file === path)?.file;
  const blob = name ? await bundled(name) : null;
  if (!name || !blob) return null;
  const options = DEFAULT_OPTIONS;
  const imported = await importTrace(blob, { name, options }, numberAt(document, 'device.page_bytes', 4096));
  imported.close();
  const { trace: summary, file } = imported;
  const named = { name, bytes: blob.size, hash: summary.import.hash, options };
  return { document, trace: { named, file, summary } };
}

/** Packed once, when it is first asked for: a link is deflated, which the runs need not wait for. */
export function linkTo({ scenario }: Pick<Variant, 'scenario'>, { trace }: Base): () => string {
  const position = { request: 0, event: 0 };
  let link: string | null = null;
  return () => {
    link ??= `#/s/${encodeShare({ scenario, position, view: {}, ...(trace && { trace: trace.named }) })}`;
    return link;
  };
}

/** The address of a comparison: of what, and what is varied. `null` with nothing to compare. */
export function linkOf({ base, preset }: Pick<BatchState, 'base' | 'preset'>): string | null {
  if (!base) return null;
  const position = { request: 0, event: 0 };
  const { document: scenario, trace, seeds, cmt } = base;
  const view = { ...(seeds !== undefined && { seeds }), ...(cmt !== undefined && { cmt }) };
  return `#/batch/${preset}/${encodeShare({ scenario, position, view, ...(trace && { trace: trace.named }) })}`;
}

/** The subject of such an address; `null` without its trace, which the lab holds or the page ships with. */
export async function baseOfLink(
  { scenario, trace, view: { seeds, cmt } }: Shared,
  lab: LabState,
  services: BundledServices,
): Promise<Base | null> {
  const more = { ...(seeds !== undefined && { seeds }), ...(cmt !== undefined && { cmt }) };
  if (!trace) return { document: scenario, trace: null, ...more };
  const base = hasTrace(lab, trace) ? withTrace(scenario, lab) : await withBundled(scenario, services);
  return base?.trace?.named.hash === trace.hash ? { ...base, ...more } : null;
}

/** The comparison is put away: the page takes the scenario on stage. */
export function putAway(): void {
  batches.getState().cancel?.();
  batches.setState(batches.getInitialState());
}

/** Another base or preset: what was run before is put away. A preset that another base had and this one has not gives way to all FTLs. */
export function prepare(base: Base, asked: Preset, wanted = false): void {
  const preset = lackOf(asked, base.document, base.trace?.summary.statistics) === null ? asked : 'ftls';
  batches.getState().cancel?.();
  const runs = variantsOf(preset, base.document, base.cmt).map((variant): BatchComparison => {
    return { variant, link: linkTo(variant, base), stage: { is: 'waiting' } };
  });
  batches.setState({ base, preset, runs, cancel: null, seconds: null, fault: null, wanted });
}

/**
 * So that no worker is left with a long run when the others have none: by how long they took the last time, otherwise as their schemes
 * take on a trace of a server. Of one scheme those with least room, which clean most, come first already.
 */
function longestFirst(runs: readonly BatchComparison[]): BatchComparison[] {
  const known = runs.every(({ stage }) => stage.is === 'done');
  const length = ({ stage, variant }: BatchComparison) =>
    known && stage.is === 'done' ? stage.seconds : -LONGEST_FIRST.indexOf(variant.ftl);
  return [...runs].sort((a, b) => length(b) - length(a));
}

/** A job for each run and seed, the seeds of a run one after another. */
export function jobsOf(base: Base, runs: readonly BatchComparison[]): Job[] {
  const trace = base.trace && { name: base.trace.named.name, file: base.trace.file };
  return runs.flatMap(({ variant: { scenario } }) =>
    Array.from({ length: base.seeds ?? 1 }, (_, i) => ({
      scenario: JSON.stringify(withSeed(scenario, i)),
      ...(trace && { trace }),
    })),
  );
}

/** The end of a run, once a job of its has failed or all have ended; `null` before. */
export function stageOf(ended: ReadonlyMap<number, Done>, seeds: number): Stage | null {
  const all = [...ended].sort(([a], [b]) => a - b).map(([, done]) => done);
  const reports: Report[] = [];
  for (const { outcome } of all) {
    if (outcome.failure) return { is: 'failed', failure: outcome.failure };
    reports.push(outcome.report);
  }
  const [first, ...others] = reports;
  if (!first || reports.length < seeds) return null;
  const seconds = all.reduce((sum, done) => sum + done.seconds, 0);
  return {
    is: 'done',
    report: seeds > 1 ? meanReport([first, ...others]) : first,
    windows: all[0]?.outcome.windows ?? [],
    seeds: seeds > 1 ? reports : [],
    ...(seeds > 1 && { windowsOfSeeds: all.map(({ outcome }) => outcome.windows) }),
    seconds,
  };
}

/** A run of several seeds as that of the scenario's own alone. */
export function ofOwnSeed(run: BatchComparison): BatchComparison {
  const { stage } = run;
  const [report] = stage.is === 'done' ? stage.seeds : [];
  return stage.is === 'done' && report ? { ...run, stage: { ...stage, report, seeds: [] } } : run;
}

/** Runs what was prepared. */
export async function runBatch(start: StartRun): Promise<void> {
  const { base, runs, cancel } = batches.getState();
  if (!base || cancel) return;
  const abort = new AbortController();
  /** The changes to report. */
  const news = new Map<number, Stage>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Together, so that the page draws them once. A plan prepared since is not ours. */
  const tell = () => {
    timer = undefined;
    const { runs: now, cancel: mine } = batches.getState();
    if (mine !== end) return;
    batches.setState({ runs: now.map((run, i) => ({ ...run, stage: news.get(i) ?? run.stage })) });
    news.clear();
  };
  const put = (run: number, stage: Stage) => {
    news.set(run, stage);
    timer ??= setTimeout(tell, TELL_MS);
  };
  const end = () => abort.abort();
  batches.setState({
    runs: runs.map((run) => ({ ...run, stage: { is: 'waiting' } })),
    ...{ cancel: end, seconds: null, fault: null, wanted: false },
  });
  const order = longestFirst(runs);
  const jobs = jobsOf(base, order);
  const each = base.seeds ?? 1;
  /** Which of the runs a job is. */
  const runOf = (job: number) => runs.indexOf(order[Math.floor(job / each)] as BatchComparison);
  /** The jobs of a run that have ended, by seed. */
  const parts = runs.map(() => new Map<number, Done>());
  const ended = new Map<number, Stage>();
  let fault: string | null = null;
  const options: PoolOptions = {
    signal: abort.signal,
    onProgress: ({ running }) => {
      for (const { index, stand } of running) {
        const run = runOf(index);
        const [requests, total] = [
          stand.requests + (parts[run]?.size ?? 0) * stand.total,
          each * stand.total,
        ];
        put(run, { is: 'running', stand: { ...stand, requests, total } });
      }
    },
  };
  const pool = runAll(start, jobs, options);
  try {
    for await (const done of pool) {
      const run = runOf(done.index);
      const stage = parts[run] && stageOf(parts[run].set(done.index % each, done), each);
      if (!stage) continue;
      ended.set(run, stage);
      put(run, stage);
    }
  } catch (error) {
    if (!abort.signal.aborted) fault = String(error);
  }
  clearTimeout(timer);
  const { runs: now, cancel: mine } = batches.getState();
  if (mine !== end) return;
  batches.setState({
    runs: now.map((run, i) => ({ ...run, stage: ended.get(i) ?? { is: 'cancelled' } })),
    ...{ cancel: null, fault, seconds: abort.signal.aborted ? null : pool.seconds() },
  });
}
