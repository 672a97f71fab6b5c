/** The drawings over the stage: strokes of the pen, a sheet for every step, so that a step come back to has its own. */
import { createStore } from 'zustand/vanilla';

/** As parts of the window's width and height, so that a change to full screen keeps them about where they were. */
export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];
type Tool = 'laser' | 'pen';

interface Ink {
  tool: Tool | null;
  /** The sheet that is seen. */
  sheet: string;
  sheets: { readonly [sheet: string]: readonly Stroke[] };
  /** Selects a tool, or puts it away if it is selected already. */
  take(tool: Tool | null): void;
  show(sheet: string): void;
  add(stroke: Stroke): void;
  /** Takes back the last stroke of the sheet. */
  undo(): void;
  /** Wipes the sheet. */
  clear(): void;
}

const NONE: readonly Stroke[] = [];

export const inkStore = createStore<Ink>()((set, get) => {
  const put = (strokes: readonly Stroke[]) =>
    set(({ sheet, sheets }) => ({ sheets: { ...sheets, [sheet]: strokes } }));
  return {
    tool: null,
    sheet: '',
    sheets: {},
    take: (tool) => set(({ tool: before }) => ({ tool: before === tool ? null : tool })),
    show: (sheet) => set({ sheet }),
    add: (stroke) => put([...strokesOf(get()), stroke]),
    undo: () => put(strokesOf(get()).slice(0, -1)),
    clear: () => put(NONE),
  };
});

export function strokesOf({ sheet, sheets }: Pick<Ink, 'sheet' | 'sheets'>): readonly Stroke[] {
  return sheets[sheet] ?? NONE;
}

/** A stroke as the path of an SVG of this size: through the middles between its points, so that it has no corners. */
export function pathOf(stroke: Stroke, width: number, height: number): string {
  const [first, ...rest] = stroke.map(([x, y]) => [round(x * width), round(y * height)] as const);
  if (!first) return '';
  const start = `M${first[0]} ${first[1]}`;
  // A tap leaves a dot.
  if (rest.length === 0) return `${start}l0.1 0`;
  let [x, y] = first;
  let path = start;
  for (const [nextX, nextY] of rest) {
    path += `Q${x} ${y} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
    [x, y] = [nextX, nextY];
  }
  return `${path}L${x} ${y}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
