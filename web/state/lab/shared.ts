/** The lab in links, saved files and host pages: taken from the store, and put back into it. */

import { isLarge } from '../../model/large';
import type { Shared, TraceNamed, ViewShared } from '../../model/saved/share';
import { knownDocument, type ScenarioDocument, writeDocument } from '../../model/scenario/document';
import { done, type Outcome } from '../../protocol/engine/outcome';
import type { Options } from '../../protocol/generated/Options';
import type { ScenarioWorkload } from '../../protocol/generated/ScenarioWorkload';
import { optionsOf, readsAlike, saidOf } from '../../protocol/traces/trace-options';
import { preferences, themeOf } from '../preferences';
import type { LabState, LabStore, Selection } from './lab';

/** The state of slot 0; `null` while nothing is open. The theme only when asked for: it is a matter of the room. */
export function sharedOf(lab: LabState, withTheme = false): Shared | null {
  const slot = lab.slots[0];
  const scenario = slot && knownDocument(slot.source);
  if (!scenario) return null;
  const view: ViewShared = { grain: lab.grain };
  if (lab.selection) view.selection = [lab.selection.kind, numberOf(lab.selection)];
  if (lab.heatView && isLarge(slot.summary)) {
    const { mode, pbn, x, y, cell } = lab.heatView;
    view.heat = { mode, pbn, x: short(x), y: short(y), cell: short(cell) };
  }
  const beside = lab.comparing && lab.slots[1] ? knownDocument(lab.slots[1].source) : null;
  if (beside) view.beside = beside;
  if (withTheme) view.theme = themeOf(preferences.getState());
  const breakpoints = lab.breakpoints.filter((text) => !lab.breakpointsOff.includes(text));
  if (breakpoints.length > 0) view.breakpoints = breakpoints;
  const trace = traceOf(scenario, lab);
  return { scenario, position: slot.current.frame.position, view, ...(trace && { trace }) };
}

/** The trace a scenario runs, if the lab holds it. */
export function traceOf(scenario: ScenarioDocument, { trace, traceFile }: LabState): TraceNamed | null {
  const { workload } = scenario;
  const path = typeof workload === 'object' && workload !== null && 'path' in workload ? workload.path : null;
  if (!trace || !traceFile || path !== trace.name) return null;
  const { hash } = trace.import;
  return { name: trace.name, bytes: traceFile.file.size, hash, options: traceFile.options };
}

/** How a scenario says its trace is read, where the lab has read that otherwise. One that says nothing leaves it to the lab. */
export function otherReading(scenario: ScenarioDocument, lab: LabState): Options | null {
  if (!lab.traceFile || !traceOf(scenario, lab)) return null;
  const { trace_format: format, reading } = scenario.workload as ScenarioWorkload;
  const { options } = lab.traceFile;
  const isRead = !format || format === options.format || format === lab.trace?.import.format;
  const said = optionsOf(isRead ? options.format : format, reading ?? saidOf(options));
  return isRead && readsAlike(said, options) ? null : said;
}

/** Whether the lab holds the trace that was named. */
export function hasTrace({ trace }: LabState, { name, hash }: TraceNamed): boolean {
  return trace?.name === name && trace.import.hash === hash;
}

/** Opens a shared lab and goes to its position. If it does not come to that the lab is as before. */
export async function restore(lab: LabStore, { scenario, position, view }: Shared): Promise<Outcome<void>> {
  const { check, open, compare, run, select, setGrain, setBreakpoints, setHeatView } = lab.getState();
  const beside = view.beside ? writeDocument(view.beside) : null;
  if (beside !== null) {
    const checked = await check(beside);
    if (checked.is !== 'done') return checked;
  }
  const { breakpoints, breakpointsOff } = lab.getState();
  const set = view.breakpoints ? await setBreakpoints(view.breakpoints) : done(undefined);
  if (set.is !== 'done') return set;
  const opened = await open(0, writeDocument(scenario));
  if (opened.is !== 'done') {
    lab.setState({ breakpoints, breakpointsOff });
    return opened;
  }
  if (view.theme) preferences.getState().set({ visit: view.theme });
  if (view.grain) setGrain(view.grain);
  if (beside !== null || lab.getState().comparing) {
    const compared = await compare(beside);
    if (compared.is !== 'done') return compared;
  }
  const gone = await run({ to: 'position', position });
  if (gone.is !== 'done') return gone;
  if (view.selection) select(selectionOf(view.selection));
  if (view.heat) setHeatView(view.heat);
  return done(undefined);
}

/** To a thousandth: finer is not seen. */
function short(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function numberOf(selection: Selection): number {
  switch (selection.kind) {
    case 'page':
      return selection.ppn;
    case 'block':
      return selection.pbn;
    case 'lpn':
      return selection.lpn;
    case 'lbn':
      return selection.lbn;
  }
}

function selectionOf([kind, number]: NonNullable<ViewShared['selection']>): Selection {
  switch (kind) {
    case 'page':
      return { kind, ppn: number };
    case 'block':
      return { kind, pbn: number };
    case 'lpn':
      return { kind, lpn: number };
    case 'lbn':
      return { kind, lbn: number };
  }
}
