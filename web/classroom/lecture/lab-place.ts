/**
 * Exactly where the lab is, to be left for a question and come back to: the scenarios word for word, the position to
 * the event, and what was pointed at, compared and set. A matter of one window, kept in the tab's storage as well, so
 * that the way back survives the page being loaded again.
 */
import { numberAt, parseDocument } from '../../model/scenario/document';
import { shownOf } from '../../protocol/engine/outcome';
import type { Position } from '../../protocol/generated/Position';
import type { HeatView, LabState, LabStore, Selection } from '../../state/lab/lab';

export interface LabPlace {
  source: string;
  position: Position;
  /** The other simulation of a comparison. */
  beside: string | null;
  selection: Selection | null;
  heatView: HeatView | null;
  grain: LabState['grain'];
  speed: number;
  breakpoints: readonly string[];
  breakpointsOff: readonly string[];
  undoable: string | null;
  /** The address, and how far the lesson's text was scrolled. */
  hash: string;
  scroll: number;
}

/** The trace read from a file stays in memory: of a page loaded again, the lesson brings its own. */
type Trace = Pick<LabState, 'trace' | 'traceFile'>;

const LESSON = '.lab .lesson';

/** `null` while nothing is open. */
export function labPlaceOf(lab: LabState): (LabPlace & Trace) | null {
  const [slot, other] = lab.slots;
  if (!slot) return null;
  return {
    source: slot.source,
    position: slot.current.frame.position,
    beside: lab.comparing ? (other?.source ?? null) : null,
    selection: lab.selection,
    heatView: lab.heatView,
    grain: lab.grain,
    speed: lab.speed,
    breakpoints: lab.breakpoints,
    breakpointsOff: lab.breakpointsOff,
    undoable: lab.undoable,
    hash: location.hash,
    scroll: document.querySelector(LESSON)?.scrollTop ?? 0,
    trace: lab.trace,
    traceFile: lab.traceFile,
  };
}

/**
 * Back to where `moment` was taken; with `elsewhere` only what was set then, for the lesson itself goes to another step.
 * Resolves with the reason where the engine would not, otherwise with `null`.
 */
export async function comeBack(
  store: LabStore,
  moment: LabPlace & Partial<Trace>,
  elsewhere: boolean,
): Promise<string | null> {
  const lab = store.getState();
  lab.pause();
  lab.cancel();
  const { trace, traceFile } = moment;
  if (trace && traceFile && lab.trace?.import.hash !== trace.import.hash) {
    const scenario = parseDocument(moment.source);
    const pageBytes = scenario ? numberAt(scenario, 'device.page_bytes', 4096) : 4096;
    const read = await lab.importTrace(traceFile.file, trace.name, traceFile.options, pageBytes);
    if (read.is !== 'done') return shownOf(read)?.message ?? null;
  }
  // In any case: what is seen may be on its way to be replaced.
  if (!elsewhere) {
    const opened = await lab.open(0, moment.source);
    if (opened.is !== 'done') return shownOf(opened)?.message ?? null;
  }
  // Breakpoints first: a move to a position is not stopped by them.
  store.setState({ breakpoints: [...moment.breakpoints], breakpointsOff: [...moment.breakpointsOff] });
  const beside = elsewhere ? null : moment.beside;
  if (beside === null ? lab.comparing : lab.slots[1]?.source !== beside) {
    const compared = await lab.compare(beside);
    if (compared.is !== 'done') return shownOf(compared)?.message ?? null;
  }
  if (lab.grain !== moment.grain) lab.setGrain(moment.grain);
  if (lab.speed !== moment.speed) lab.setSpeed(moment.speed);
  if (elsewhere) return null;
  const gone = await lab.run({ to: 'position', position: moment.position });
  if (gone.is !== 'done') return null;
  store.setState({ undoable: moment.undoable });
  if (moment.heatView) lab.setHeatView(moment.heatView);
  lab.select(moment.selection);
  const panel = document.querySelector(LESSON);
  if (panel) panel.scrollTop = moment.scroll;
  return null;
}
