/** Channels by queue depth, as a grid of runs: on one device, open, or closed with as many requests out as it takes. */
import type { Report } from '../../protocol/generated/Report';
import { getAt, isObject, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { minimumBlocks } from '../scenario/needs';

export const CHANNELS = [1, 2, 4, 8, 16] as const;
export const DEPTHS = [1, 4, 16, 32] as const;

export interface Cell {
  channels: number;
  depth: number;
  scenario: ScenarioDocument;
}

/** Row by row. All on the device of the scenario, or on one with as many blocks as most channels need: each has a frontier. */
export function gridOf(document: ScenarioDocument, closed: boolean): Cell[] {
  const base = setAt(baseOf(document, closed), 'device.blocks', blocksOf(document));
  return CHANNELS.flatMap((channels) =>
    DEPTHS.map((depth) => {
      let scenario = setAt(setAt(base, 'host.channels', channels), 'host.queue_depth', depth);
      if (closed) scenario = setAt(scenario, 'host.outstanding', depth);
      return { channels, depth, scenario };
    }),
  );
}

/** With one channel at a depth of one it is the model of the others only if it says so. */
function baseOf(document: ScenarioDocument, closed: boolean): ScenarioDocument {
  const kept = getAt(document, 'host.merge') === undefined ? setAt(document, 'host.merge', true) : document;
  return closed ? setAt(kept, 'host.arrivals', undefined) : kept;
}

/** The blocks of every device of the grid. */
export function blocksOf(document: ScenarioDocument): number {
  const needs = CHANNELS.map((channels) => minimumBlocks(setAt(document, 'host.channels', channels)));
  return Math.max(numberAt(document, 'device.blocks', 0), ...needs);
}

/** Whether requests are out in a fixed number already. */
export function isClosed({ host }: ScenarioDocument): boolean {
  return isObject(host) && typeof host.outstanding === 'number';
}

/** The figures of a cell, by the names that `ftl-lab sweep --csv` gives them. */
export const FIGURES = {
  'parallel.span_us': { of: ({ parallel }) => parallel?.span_us, best: 'least' },
  'response_us.mean': { of: ({ response_us }) => response_us.mean, best: 'least' },
  'response_us.p99': { of: ({ response_us }) => response_us.p99, best: 'least' },
  'parallel.bandwidth_mb_s': { of: ({ parallel }) => parallel?.bandwidth_mb_s, best: 'most' },
  write_amplification: { of: ({ write_amplification }) => write_amplification ?? undefined, best: 'least' },
} as const satisfies Record<string, { of: (report: Report) => number | undefined; best: 'least' | 'most' }>;
export type Figure = keyof typeof FIGURES;

export interface Counted {
  channels: number;
  depth: number;
  report: Report;
}

/** A figure that is this share worse than the best is about as good. */
const ABOUT = 0.05;

export interface Enough {
  best: Counted;
  worst: Counted;
  /** The fewest channels, and with those the least depth, whose figure is at most 5 % worse than the best. */
  enough: Counted;
}

/** `null`: no cell has the figure. */
export function enoughOf(cells: readonly Counted[], figure: Figure): Enough | null {
  const { of, best: wanted } = FIGURES[figure];
  const cost = ({ report }: Counted) => {
    const value = of(report) ?? Number.NaN;
    return wanted === 'least' ? value : 1 / value;
  };
  const there = cells.filter((cell) => Number.isFinite(cost(cell)));
  const sorted = there.toSorted((a, b) => cost(a) - cost(b) || a.channels - b.channels || a.depth - b.depth);
  const best = sorted[0];
  // Of equal ones the fewest channels too.
  const worst = there.toSorted(
    (a, b) => cost(b) - cost(a) || a.channels - b.channels || a.depth - b.depth,
  )[0];
  const enough = there
    .filter((cell) => best && cost(cell) <= cost(best) * (1 + ABOUT))
    .toSorted((a, b) => a.channels - b.channels || a.depth - b.depth)[0];
  return best && worst && enough ? { best, worst, enough } : null;
}

/** The least and the most write amplification, where they differ by more than 5 %; channels have frontiers of their own. */
export function amplificationsOf(cells: readonly Counted[]): readonly [least: number, most: number] | null {
  const all = cells.flatMap(({ report }) => report.write_amplification ?? []);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return all.length > 0 && most > least * (1 + ABOUT) ? [least, most] : null;
}

/** A line for each cell, with the names of `ftl-lab sweep --csv`. */
export function csvOf(cells: readonly Counted[]): string[][] {
  const figures = Object.keys(FIGURES) as Figure[];
  const lines = cells.map(({ channels, depth, report }) => [
    String(channels),
    String(depth),
    ...figures.map((figure) => String(FIGURES[figure].of(report) ?? '')),
  ]);
  return [['host.channels', 'host.queue_depth', ...figures], ...lines];
}

/** The same runs as a plan, for `ftl-lab sweep` and the page's. */
export function planOf(document: ScenarioDocument, closed: boolean): ScenarioDocument {
  const scenario = setAt(baseOf(document, closed), 'device.blocks', blocksOf(document));
  const list = DEPTHS.map((depth) => ({
    'host.queue_depth': depth,
    ...(closed && { 'host.outstanding': depth }),
  }));
  return {
    format: 1,
    name: 'channels by queue depth',
    scenario,
    list,
    over: { 'host.channels': [...CHANNELS] },
  };
}
