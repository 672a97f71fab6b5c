/**
 * The content of a handout: the lesson walked on an engine, with the stage at its key steps and the points of its
 * charts.
 */

import { chartValue, type Points, pointsOf } from '../../lesson/language/chart';
import type { Scope } from '../../lesson/language/evaluate';
import { asks, beforehand, type Lesson, type Step } from '../../lesson/language/lesson';
import { type Stations, scopeAt, walk } from '../../lesson/play/walk';
import { isLarge } from '../../model/large';
import { ask, type EngineClient, type FrameWithCells } from '../../protocol/engine/engine-client';
import type { Position } from '../../protocol/generated/Position';
import type { Summary } from '../../protocol/generated/Summary';
import { unmarked } from '../../state/lab/spoilers';

/** The stage at a position. */
export type Shot = Pick<FrameWithCells, 'frame' | 'cells'> & { summary: Summary };

export interface HandoutPictures {
  stations: Stations;
  /** By step: what a reader sees who is to answer, and what holds then. */
  before: Map<string, Shot>;
  after: Map<string, Shot>;
  points: Map<string, Points>;
}

/** Steps whose picture tells something: where a question is put, and where what was to happen has happened. */
function isKey(step: Step, index: number): boolean {
  return asks(step) || step.becomes.length > 0 || index === 0;
}

/** Rejects as `walk` does. A picture that the page before showed already is not shown again. */
export async function picturesOf(
  lesson: Lesson,
  client: EngineClient,
  signal: AbortSignal,
): Promise<HandoutPictures> {
  const stations = await walk(lesson, client, signal);
  const sheet: HandoutPictures = { stations, before: new Map(), after: new Map(), points: new Map() };
  let shown = '';
  for (const [index, step] of lesson.steps.entries()) {
    signal.throwIfAborted();
    const station = stations.get(step.id);
    if (step.chart) sheet.points.set(step.id, await pointsOf(lesson, step.chart, client, signal));
    if (!station || !isKey(step, index)) continue;
    const { source, begin, end } = station;
    const { position } = beforehand(step) ? begin : end;
    const place = `${source} ${JSON.stringify(position)}`;
    if (place !== shown) await take(sheet.before, step, source, position);
    shown = place;
    if (step.predict) await take(sheet.after, step, source, end.position);
  }
  return sheet;

  async function take(into: Map<string, Shot>, step: Step, source: string, position: Position) {
    const { summary } = await ask(client, 'opened', { type: 'open', slot: 0, scenario: source }, { signal });
    // A large device is a heat map, which shows little on paper.
    if (isLarge(summary)) return;
    await client.request({ type: 'run', slot: 0, target: { to: 'position', position } }, { signal });
    const { frame, cells } = await client.frame(0);
    const asking = into === sheet.before && step.predict !== null;
    into.set(step.id, { summary, frame: asking ? unmarked(frame) : frame, cells: cells.slice() });
  }
}

/** The state that a step's texts see: `begin` while its question is open, `end` once it is answered. */
export function scopeOf(
  lesson: Lesson,
  sheet: HandoutPictures,
  step: Step,
  when: 'begin' | 'end',
): Scope | null {
  const station = sheet.stations.get(step.id);
  if (step.on && !station) return null;
  const points = sheet.points.get(step.id);
  const charted =
    when === 'end' && step.chart && points ? { chart: chartValue(step.chart, points) } : undefined;
  return scopeAt(lesson, sheet.stations, step, station, when, charted);
}
