/** The write buffer on the stage: what is in it, in the order in which it would leave by recency, and what the moment does to it. */
import { bufferName } from '../../../i18n/buffer-names';
import type { BufferedShown } from '../../../protocol/generated/BufferedShown';
import type { BufferGroupShown } from '../../../protocol/generated/BufferGroupShown';
import type { BufferShown } from '../../../protocol/generated/BufferShown';
import type { Event } from '../../../protocol/generated/Event';
import { type BufferLayout, groupPageRect } from '../layout/buffer-layout';
import { type Rect, tagWidth } from '../layout/rects';
import { momentEvents } from '../step/frame-events';
import { bufferGroupKey, bufferHeaderKey, bufferKey } from './keys';
import type { Moment } from './marks';
import { type Appearance, type Scene, type Sprite, sprite, words, Z } from './sprite';

/** A group as drawn: while it leaves also once its own pages have left, as long as others are to be written along. */
export interface DrawnGroup extends BufferGroupShown {
  /** Read from flash, to be written along. */
  fillers: number[];
}

/** The block groups in their order. */
export function groupsOf(buffer: BufferShown): DrawnGroup[] {
  const { destage } = buffer;
  const leaving = destage?.lbn ?? null;
  const drawn = (buffer.groups ?? []).map((group) => ({
    ...group,
    fillers: group.lbn === leaving ? (destage?.held ?? []) : [],
  }));
  if (!destage || leaving === null || destage.held.length === 0 || drawn.some(({ lbn }) => lbn === leaving))
    return drawn;
  const none = { pages: [], updates: 0, mean_distance: 0, recency: 0, pud: null, frequent: false };
  return drawn.toSpliced(destage.place, 0, { ...none, lbn: leaving, fillers: destage.held });
}

/**
 * Of more than there are places: what the moment is about, then those that leave first, in their order. All of them, if there is
 * a place for each; otherwise the last place is for how many more there are.
 */
export function placed<T>(all: T[], places: number, count: number, must: (each: T) => boolean): T[] {
  if (count <= places) return all;
  const viewport = Math.max(1, places - 1);
  const musts = all.filter(must).slice(0, viewport);
  const rest = all.filter((each) => !must(each)).slice(0, viewport - musts.length);
  const chosen = new Set([...musts, ...rest]);
  return all.filter((each) => chosen.has(each));
}

/** The logical page in the buffer that the moment is about. */
function touched(events: Event[]): number | null {
  for (const event of events) {
    switch (event.t) {
      case 'buffered':
      case 'buffer_rewritten':
      case 'buffer_hit':
      case 'buffer_kept':
      case 'filler_read':
      case 'destage_page':
      case 'destaged':
        return event.lpn;
      default:
        break;
    }
  }
  return null;
}

export function writeBuffer({ frame, layout, words: w }: Moment, out: Sprite[]): void {
  const { buffer } = frame;
  const area = layout.buffer;
  if (!buffer || !area) return;
  out.push(sprite('buffer', area.panel, Z.panel, { kind: 'panel' }));
  out.push(sprite('title:buffer', area.title, Z.text, words(w.buffer.title, layout.label, true, 'ink-2')));
  const used = `${bufferName(buffer.kind)} ${buffer.pages}/${buffer.capacity}`;
  const align = area.stacked ? 'right' : 'left';
  const look: Appearance = {
    kind: 'text',
    text: used,
    font: layout.label,
    bold: false,
    align,
    tone: 'ink-2',
  };
  out.push(sprite('buffer:used', area.caption, Z.text, look));
  const lpn = touched(momentEvents(frame));
  const { places } = area;
  if (!buffer.groups) {
    const list = buffer.list ?? [];
    const wanted = new Set([buffer.next, buffer.destage?.lpn, lpn]);
    const shown = placed(list, places.length, buffer.pages, (page) => wanted.has(page.lpn));
    shown.forEach((page, index) => {
      const rect = places[index];
      if (rect) out.push(pageThing(page, rect, layout.label, null, true));
    });
    rest(shown.length, buffer.pages);
    for (let index = shown.length; index < Math.min(places.length, buffer.capacity); index += 1) {
      const rect = places[index];
      if (rect && buffer.pages <= places.length)
        out.push(sprite(`buffer:hole:${index}`, rect, Z.slot, { kind: 'hole' }));
    }
    return;
  }
  const groups = groupsOf(buffer);
  const count = Math.max(groups.length, buffer.group_count);
  const ofPage = (page: number | null) => (page === null ? null : Math.floor(page / layout.pagesPerBlock));
  const wanted = new Set([buffer.destage?.lbn, ofPage(buffer.next), ofPage(lpn)]);
  const shown = placed(groups, places.length, count, (group) => wanted.has(group.lbn));
  shown.forEach((group, index) => {
    const rect = places[index];
    if (rect) groupThings(group, rect);
  });
  rest(shown.length, count);
  if (count === 0 && places[0]) {
    const rect = { ...places[0], w: Math.max(places[0].w, 160) };
    out.push(sprite('buffer:empty', rect, Z.text, words(w.buffer.empty, layout.label, false, 'ink-2')));
  }

  function rest(seen: number, of: number): void {
    const last = places.at(-1);
    if (of > seen && last)
      out.push(sprite('buffer:more', last, Z.text, words(w.more(of - seen), layout.label, false, 'ink-2')));
  }

  function groupThings(group: DrawnGroup, rect: Rect): void {
    if (!area) return;
    const { lbn } = group;
    const key = bufferGroupKey(lbn);
    out.push(sprite(key, rect, Z.block, { kind: 'block', free: false }, { kind: 'lbn', lbn }));
    const figures = figuresOf(group, buffer?.kind ?? '');
    out.push(
      sprite(
        bufferHeaderKey(lbn),
        { ...rect, h: area.header.h },
        Z.header,
        {
          kind: 'group',
          name: w.lbn(lbn),
          figure: figures.figure === null ? '' : w.buffer.figure(buffer?.kind ?? '', figures.figure),
          more: area.header.lines > 1 ? w.buffer.counts(figures) : '',
          stays: group.frequent,
          font: Math.max(9, layout.label - 1),
        },
        null,
        key,
      ),
    );
    const first = lbn * layout.pagesPerBlock;
    const there = new Map(group.pages.map((page) => [page.lpn - first, page]));
    const fillers = new Set(group.fillers.map((filler) => filler - first));
    for (let offset = 0; offset < layout.pagesPerBlock; offset += 1) {
      const cell = groupPageRect(area, rect, offset);
      const page = there.get(offset);
      if (page) out.push(pageThing(page, cell, layout.label, key, area.cell.labelled));
      else if (fillers.has(offset)) out.push(fillerThing(first + offset, cell, area, layout.label, key));
      else {
        const look: Appearance = { kind: 'buffered', state: 'absent', label: '', version: '', font: 0 };
        out.push(sprite(`${key}:${offset}`, cell, Z.slot + 1.5, look, null, key));
      }
    }
  }
}

/** The words about a group: the figure that decides when it leaves, and the parts of that figure. */
export interface GroupFigures {
  figure: number | null;
  updates: number;
  distance: number;
  recency: number;
}

function figuresOf(group: BufferGroupShown, kind: string): GroupFigures {
  return {
    figure: kind === 'pud_lru' ? group.pud : kind === 'fab' ? group.pages.length : null,
    updates: group.updates,
    distance: group.mean_distance,
    recency: group.recency,
  };
}

function pageThing(
  { lpn, version, dirty }: BufferedShown,
  rect: Rect,
  label: number,
  group: string | null,
  labelled: boolean,
): Sprite {
  const look: Appearance = {
    kind: 'buffered',
    state: dirty ? 'dirty' : 'clean',
    label: labelled ? String(lpn) : '',
    version: labelled ? `v${version}` : '',
    font: label,
  };
  return sprite(bufferKey(lpn), rect, Z.chip, look, { kind: 'lpn', lpn }, group);
}

function fillerThing(lpn: number, rect: Rect, { cell }: BufferLayout, font: number, group: string): Sprite {
  const label = cell.labelled ? String(lpn) : '';
  const look: Appearance = { kind: 'buffered', state: 'filler', label, version: '', font };
  return sprite(bufferKey(lpn), rect, Z.chip, look, { kind: 'lpn', lpn }, group);
}

/** Rings and tags: what leaves and why, what would leave, where the moment is. */
export function bufferMarks({ frame, layout, words: w }: Moment, at: Scene): Sprite[] {
  const { buffer } = frame;
  if (!buffer || !layout.buffer) return [];
  const out: Sprite[] = [];
  const keyOf = (lbn: number | null, lpn: number) => (lbn === null ? bufferKey(lpn) : bufferGroupKey(lbn));
  const { destage, next, groups } = buffer;
  const mark = (key: string, around: string, text: string, now: boolean) => {
    const on = at.get(around);
    if (!on) return;
    const tone = now ? 'erase' : 'ink-2';
    const look = { kind: 'ring', tone, dashed: !now, thick: now ? 2.5 : 2, out: now ? 3 : 1 } as const;
    out.push(sprite(key, on, Z.ring, look));
    const font = Math.max(9, layout.label - 1);
    const [w, h] = [tagWidth(text, font), font * 1.4];
    // In the middle under it, as far as the pages go: left of them is how full the buffer is.
    const left = Math.min(on.x, layout.buffer?.places[0]?.x ?? on.x);
    const x = Math.max(left, Math.min(layout.width - w - 4, on.x + (on.w - w) / 2));
    // Below the ring, where there is room.
    const rect = { x, y: on.y + on.h + (layout.tight ? -h * 0.35 : look.out + 1.5), w, h };
    out.push(sprite(`${key}:tag`, rect, Z.tag, { kind: 'tag', text, font, tone }));
  };
  if (destage) mark('buffer:leaving', keyOf(destage.lbn, destage.lpn), w.buffer.rule(destage.rule), true);
  else if (next !== null && buffer.pages === buffer.capacity) {
    const lbn = groups ? Math.floor(next / layout.pagesPerBlock) : null;
    mark('buffer:next', keyOf(lbn, next), w.buffer.next, false);
  }
  if (buffer.window !== null) out.push(...windowMarks(buffer, layout.buffer));
  return out;
}

/** Under `cflru` a line under the pages among which a clean one is looked for. */
function windowMarks({ window, pages }: BufferShown, { places }: BufferLayout): Sprite[] {
  const seen = places.slice(0, Math.min(window ?? 0, pages, places.length));
  const lines = new Map<number, Rect>();
  for (const { x, y, w, h } of seen) {
    const line = lines.get(y) ?? { x, y: y + h + 1, w: 0, h: 0 };
    lines.set(y, { ...line, w: x + w - line.x });
  }
  return [...lines].map(([y, rect]) =>
    sprite(`buffer:window:${y}`, rect, Z.link, { kind: 'under', tone: 'partial' }),
  );
}

/** The target of an event of the buffer: the key, and whether it was found there. */
export function bufferPoint(event: Event): { key: string; found: boolean } | null {
  switch (event.t) {
    case 'buffered':
    case 'buffer_rewritten':
    case 'buffer_kept':
    case 'destage_page':
      return { key: bufferKey(event.lpn), found: false };
    case 'buffer_hit':
      return { key: bufferKey(event.lpn), found: true };
    default:
      return null;
  }
}
