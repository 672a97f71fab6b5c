/**
 * Where the lessons stand on the map: in columns, each right of all it builds on. Pure numbers, as shares of the map's
 * width and height, so that it fits every screen.
 */
import type { Node } from './course';

/** Share of a column that a lesson takes; the rest is for the lines. */
const WIDE = 0.86;
/** How much of a lesson's room in a column a line takes that passes through. */
const PASSING = 0.2;
/** Enough for so few lessons: the orders no longer change. */
const SWEEPS = 8;

interface Place {
  /** Centre. */
  x: number;
  y: number;
}

/** A line from a lesson to one that builds on it: through these points, level in every column it passes. */
export interface Line {
  from: string;
  to: string;
  points: Place[];
}

export interface MapLayout {
  columns: number;
  /** Lessons in the fullest column. */
  rows: number;
  /** Width of a lesson. */
  width: number;
  places: ReadonlyMap<string, Place>;
  lines: Line[];
}

/** A lesson in its column, or a line on its way through. */
interface Item {
  key: string;
  weight: number;
  /** Keys of its neighbours one column before and one after. */
  before: string[];
  behind: string[];
}

/** `lessons` build on one another in no circle; what they name and is not among them is left out. */
export function layoutMap(lessons: readonly Node[]): MapLayout {
  const depth = depths(lessons);
  const columns: Item[][] = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, () => []);
  const items = new Map<string, Item>();
  const add = (key: string, column: number, weight: number): Item => {
    const item = { key, weight, before: [], behind: [] };
    items.set(key, item);
    columns[column]?.push(item);
    return item;
  };
  for (const { slug } of lessons) add(slug, depth.get(slug) ?? 0, 1);
  const ways = lessons.flatMap(({ slug, after }) =>
    directOnly(slug, after, lessons).map((from) => [from, slug]),
  );
  const routes = ways.map(([from = '', to = '']) => {
    const route = [from];
    for (let column = (depth.get(from) ?? 0) + 1; column < (depth.get(to) ?? 0); column += 1)
      route.push(add(`${from}>${to}>${column}`, column, PASSING).key);
    route.push(to);
    route.slice(1).forEach((key, index) => {
      items.get(key)?.before.push(route[index] ?? '');
      items.get(route[index] ?? '')?.behind.push(key);
    });
    return { from, to, route };
  });
  const heights = arrange(columns);
  const [share, half] = [1 / columns.length, (WIDE * 0.5) / columns.length];
  const places = new Map<string, Place>();
  columns.forEach((column, index) => {
    for (const { key } of column) places.set(key, { x: (index + 0.5) * share, y: heights.get(key) ?? 0 });
  });
  const lines = routes.map(({ from, to, route }) => {
    const points = route.flatMap((key, index) => {
      const { x, y } = places.get(key) ?? { x: 0, y: 0 };
      const right = { x: x + half, y };
      if (index === 0) return [right];
      const left = { x: x - half, y };
      return index === route.length - 1 ? [left] : [left, right];
    });
    return { from, to, points };
  });
  const shown = new Map(lessons.map(({ slug }) => [slug, places.get(slug) ?? { x: 0, y: 0 }]));
  const rows = Math.max(1, ...columns.map((column) => column.filter(({ weight }) => weight === 1).length));
  return { columns: columns.length, rows, width: 2 * half, places: shown, lines };
}

/** The longest way to each lesson, in lessons. */
function depths(lessons: readonly Node[]): Map<string, number> {
  const known = new Map(lessons.map((lesson) => [lesson.slug, lesson]));
  const found = new Map<string, number>();
  const depthOf = (slug: string): number => {
    const before = found.get(slug);
    if (before !== undefined) return before;
    found.set(slug, 0);
    const after = known.get(slug)?.after.filter((earlier) => known.has(earlier)) ?? [];
    const depth = Math.max(0, ...after.map((earlier) => depthOf(earlier) + 1));
    found.set(slug, depth);
    return depth;
  };
  for (const { slug } of lessons) depthOf(slug);
  return found;
}

/** Without what another of them builds on anyway. */
function directOnly(slug: string, after: readonly string[], lessons: readonly Node[]): string[] {
  const known = new Map(lessons.map((lesson) => [lesson.slug, lesson.after]));
  const reaches = (from: string, to: string): boolean =>
    (known.get(from) ?? []).some((earlier) => earlier === to || (earlier !== slug && reaches(earlier, to)));
  return after.filter(
    (each) => known.has(each) && !after.some((other) => other !== each && reaches(other, each)),
  );
}

/** Puts each column in the order in which its lines cross least, and spreads it over the height. */
function arrange(columns: Item[][]): Map<string, number> {
  const heights = new Map<string, number>();
  const spread = () => {
    for (const column of columns) {
      const all = column.reduce((sum, { weight }) => sum + weight, 0);
      let above = 0;
      for (const { key, weight } of column) {
        heights.set(key, (above + weight / 2) / all);
        above += weight;
      }
    }
  };
  spread();
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const back = sweep % 2 === 1;
    for (const column of back ? [...columns].reverse() : columns) {
      const wish = new Map(column.map((item) => [item.key, wished(item, back, heights)]));
      column.sort((a, b) => (wish.get(a.key) ?? 0) - (wish.get(b.key) ?? 0));
      spread();
    }
  }
  return heights;
}

/** The height an item would have by its neighbours alone. */
function wished({ key, before, behind }: Item, back: boolean, heights: Map<string, number>): number {
  const near = back ? behind : before;
  if (near.length === 0) return heights.get(key) ?? 0;
  return near.reduce((sum, each) => sum + (heights.get(each) ?? 0), 0) / near.length;
}
