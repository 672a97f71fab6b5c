/**
 * The way of a DFTL lookup: its numbers at the entry of the CMT, at that of the GTD, at the translation page and at the page itself, and
 * lines where it still has to go. Lines run beside the entries, under the headings and between the blocks, each level in a lane of its
 * own: they strike nothing through.
 */
import { type Lookup, lookupOf } from '../../../model/why/lookup';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import { schemeOf } from '../../../schemes';
import { type Rect, textWidth } from '../layout/rects';
import type { Layout } from '../layout/types';
import { entryKey, gtdKey, pageKey } from './keys';
import type { Moment } from './marks';
import { type Appearance, type Scene, type Sprite, sprite, Z } from './sprite';

type Point = readonly [x: number, y: number];
type Is = Lookup['is'][1];

/** Where the lookup is asked for while the CMT lacks the entry. */
export const MISS = 'cmt:miss';
/** From one line to the next where several go side by side. */
const LANE = 4;
/** Between a line and an entry or a block that it goes by. */
const BESIDE = 2.5;

export function lookups({ ftl, frame, layout, words: w }: Moment, at: Scene, untold: boolean): Sprite[] {
  const lookup = lookupOf(frame);
  const { sram } = layout;
  if (!lookup || !sram || layout.tiles.length > 0) return [];
  const { lpn, tpn, is, map } = lookup;
  const page = untold && is[4] !== 'done' ? null : lookup.page;
  const entry = at.get(entryKey(lpn)) ?? null;
  const asked = entry ?? at.get(MISS) ?? null;
  const directory = tpn === null ? null : (at.get(gtdKey(tpn)) ?? null);
  const mapped = map === null ? null : (at.get(pageKey(map)) ?? null);
  const data = page === null ? null : (at.get(pageKey(page)) ?? null);
  const out: Sprite[] = [];
  const headings = headingsOf(ftl, layout, w.pool);
  const line = (key: string, points: Point[], state: Is) => {
    if (state !== 'done') out.push(wayOf(`way:${key}`, points, state));
  };
  const y = (page: Rect) => page.y + page.h / 2;
  // The asking entry is at the right end of the CMT: its lines go through the space before the GTD.
  if (asked && !entry && directory) {
    const { x: edge } = sram.gtd.title;
    const [near, far] = [edge - 11, edge - 5];
    const [right, up, down] = [asked.x + asked.w, y(asked) - 3, y(asked) + 3];
    const [x, foot] = [directory.x + directory.w / 2, directory.y + directory.h];
    const under = foot + LANE;
    const there: Point[] = [
      [far, up],
      [far, under],
      [x - 4, under],
      [x - 4, foot],
    ];
    line('gtd', [[right, up], ...there], is[2]);
    const slot = mapped && slotOf(mapped, layout);
    if (mapped && slot) {
      const [left, end] = [slot.x - BESIDE, slot.x + slot.w + BESIDE];
      const to: Point[] = [
        [end, y(mapped)],
        [mapped.x + mapped.w, y(mapped)],
      ];
      line('map', [[x + 4, foot], ...between(x + 4, end, slot, 1, layout, headings), ...to], is[3]);
      const back = between(near, left, slot, 0, layout, headings).toReversed();
      const from: Point[] = [
        [mapped.x, y(mapped)],
        [left, y(mapped)],
      ];
      line('fill', [...from, ...back, [near, down], [right, down]], is[3]);
    }
  }
  const slot = data && slotOf(data, layout);
  if (entry && data && slot) {
    const [x, left] = [entry.x - BESIDE, slot.x - BESIDE];
    const to: Point[] = [
      [left, y(data)],
      [data.x, y(data)],
    ];
    line(
      'page',
      [[entry.x, y(entry)], [x, y(entry)], ...between(x, left, slot, 2, layout, headings), ...to],
      is[4],
    );
  }
  const nodes: [1 | 2 | 3 | 4, Sprite | null][] = [
    [1, asked],
    [2, directory],
    [3, mapped],
    [4, data],
  ];
  for (const [number, node] of nodes) if (node) out.push(numberAt(number, node, is[number], layout));
  return out;
}

/** At the upper left corner: the middle has the words, of a narrow page also the corner. */
function numberAt(number: 1 | 2 | 3 | 4, node: Sprite, is: Is, { label }: Layout): Sprite {
  const size = label * 1.25;
  // A tag is as wide as its words.
  const beside = node.w < size * 2.6 ? size * 0.75 : Math.min(5, size * 0.3);
  const x = node.look.kind === 'tag' ? node.x - size - 3 : node.x - beside;
  const y = node.look.kind === 'tag' ? node.y + (node.h - size) / 2 : node.y - size * 0.1;
  const look: Appearance = { kind: 'turn', text: String(number), is, font: size * 0.66 };
  return sprite(`way:${number}`, { x, y, w: size, h: size }, Z.turn, look);
}

function wayOf(key: string, points: Point[], is: 'now' | 'next'): Sprite {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const rect = { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  return sprite(key, rect, Z.arrow, { kind: 'way', points: points.flat().join(' '), is });
}

function slotOf(page: Rect, { rows }: Layout): Rect | null {
  const slots = rows.flatMap((row) => row.slots.filter((slot) => slot !== null));
  return (
    slots.find(({ x, y, w, h }) => page.x >= x && page.x < x + w && page.y >= y && page.y < y + h) ?? null
  );
}

/** The text over sections of blocks: no line goes through it. */
function headingsOf(ftl: FtlKind, { rows, pool, label }: Layout, title: string): Rect[] {
  const said = rows.map(({ id, heading }) => ({ heading, text: schemeOf(ftl).heading(id, null).title }));
  return [...said, { heading: pool.title, text: title }].map(({ heading, text }) => ({
    ...heading,
    w: Math.min(heading.w, textWidth(text, label)),
  }));
}

/** From an entry above, at `x`, to beside a block below: past the headings between the two, each line on levels of its own. */
function between(
  x: number,
  end: number,
  slot: Rect,
  line: 0 | 1 | 2,
  { sram, tag }: Layout,
  headings: readonly Rect[],
): Point[] {
  if (!sram) return [];
  const foot = sram.panel.y + sram.panel.h;
  const over = foot + 2 + line * 2.5;
  const lane = slot.y - tag + LANE * line;
  const words = headings.filter(({ y, w }) => w > 0 && y >= foot && y < lane);
  const struck = (at: number) => words.some((each) => at > each.x - 2 && at < each.x + each.w + 2);
  if (!struck(end))
    return [
      [x, over],
      [end, over],
    ];
  if (!struck(x))
    return [
      [x, lane],
      [end, lane],
    ];
  const clear = words.flatMap((each) => [each.x - 4, each.x + each.w + 4]).filter((at) => !struck(at));
  const past = clear.sort((a, b) => Math.abs(a - x) - Math.abs(b - x))[0] ?? x;
  return [
    [x, over],
    [past, over],
    [past, lane],
    [end, lane],
  ];
}
