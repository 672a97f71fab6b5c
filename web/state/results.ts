/** Results as their file holds them: with the canonical scenario, which the engine makes. */
import { type Result, type TraceRead, traceRead } from '../model/saved/result-file';
import type { TraceNamed } from '../model/saved/share';
import { isObject, parseDocument, type ScenarioDocument, setAt } from '../model/scenario/document';
import { optionsOf, saidOf } from '../protocol/traces/trace-options';
import type { LabState } from './lab/lab';
import { traceOf } from './lab/shared';

/** The figures at the position of a simulation; `null` with nothing there. */
export async function resultOf(lab: LabState, slot: number): Promise<Result | null> {
  const state = lab.slots[slot];
  const scenario = state && parseDocument(state.summary.canonical);
  const report = await lab.told(lab.report(slot));
  if (!scenario || report.is !== 'done') return null;
  const outcome = report.value;
  const { position } = state.current.frame;
  const { name, requests } = state.summary;
  const ended = position.request === requests && position.event === 0;
  return { name, scenario, outcome, at: ended ? null : position };
}

/** The trace of the simulation on stage. */
export function tracesOf(lab: LabState, { scenario }: Result): TraceRead[] {
  const named = traceOf(scenario, lab);
  return named && lab.trace ? [traceRead(named, lab.trace.import)] : [];
}

/** With canonical scenarios. A text that the engine refuses gives no result. */
export async function canonical(lab: LabState, results: readonly Result[]): Promise<Result[]> {
  const all: Result[] = [];
  for (const result of results) {
    const checked = await lab.check(JSON.stringify(result.scenario));
    const scenario = checked.is === 'done' ? parseDocument(checked.value.canonical) : null;
    if (scenario && checked.is === 'done') all.push({ ...result, scenario, hash: checked.value.hash });
  }
  return all;
}

/** A scenario that says how its trace is read, as the page has read it: a command has nothing else to go by. */
export function readAs(scenario: ScenarioDocument, traces: readonly TraceNamed[]): ScenarioDocument {
  const { workload } = scenario;
  const named = traces.find(({ name }) => isObject(workload) && workload.path === name);
  if (!named?.options || !isObject(workload) || workload.reading) return scenario;
  const { format = null, ...options } = named.options;
  const said = saidOf(optionsOf(format, options)) as ScenarioDocument;
  const reading = Object.keys(said).length > 0 ? setAt(scenario, 'workload.reading', said) : scenario;
  return format ? setAt(reading, 'workload.trace_format', format) : reading;
}
