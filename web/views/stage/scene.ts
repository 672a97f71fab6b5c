/**
 * A frame as things: what is drawn when nothing moves. A pure function of the frame and of where blocks stand,
 * so that a step and the step back meet in the same picture.
 */

import type { ColorToken } from '../../base/tokens';
import { type Cell, cellAt, FREE, INVALID } from '../../protocol/cell';
import { isLog, mergeOrder } from '../../protocol/frame';
import type { BlockShown } from '../../protocol/generated/BlockShown';
import type { CmtEntryShown } from '../../protocol/generated/CmtEntryShown';
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { ReclaimShown } from '../../protocol/generated/ReclaimShown';
import type { RequestShown } from '../../protocol/generated/RequestShown';
import type { Role } from '../../protocol/generated/Role';
import type { Stream } from '../../protocol/generated/Stream';
import type { Selection } from '../../state/lab';
import { type EntriesLayout, headerText, type Layout, pageRect, type Rect, type RowId } from './layout';
import { blockName, logicalName, pageName, RW, requestName, SW } from './names';
import type { Places } from './places';
import { cmtStory, momentEvents } from './story';
import { type Look, type Scene, type Thing, type Tone, Z } from './thing';

/** The words on the stage, in the page's language. */
export interface Words {
  host: string;
  rows: Record<RowId, string>;
  pool: string;
  probationary: string;
  protected: string;
  cmt: string;
  gtd: string;
  /** Beside the CMT while recovering. */
  lost: string;
  /** LBN 3 */
  lbn: (lbn: number) => string;
  /** new LBN 3 */
  target: (lbn: number) => string;
  /** +12 more */
  more: (count: number) => string;
  miss: (lpn: number) => string;
  frontier: Record<Stream, string>;
  /** What the block holds, where it has no owner to name. */
  holds: Partial<Record<Role, string>>;
  /** 2 valid, or with a score: 2 valid · 1.50 */
  candidate: (valid: number, score: number) => string;
  /** full merge 2 of 3; the same once it is done */
  part: (part: number, of: number, done: boolean) => string;
  /** Of a logical block that a reclaimed log block holds only stale pages of. */
  skipped: string;
  empty: string;
}

export interface SceneInput {
  frame: Frame;
  cells: Uint32Array;
  places: Places;
  layout: Layout;
  words: Words;
}

const MERGE_TONE = { switch: 'switch', partial: 'partial', full: 'full' } as const;

export function scene(input: SceneInput): Scene {
  const things: Thing[] = [];
  titles(input, things);
  hostQueue(input, things);
  sram(input, things);
  blocks(input, things);
  pool(input, things);
  const map = new Map(things.map((thing) => [thing.key, thing]));
  for (const thing of marks(input, map)) map.set(thing.key, thing);
  return map;
}

function thing(
  key: string,
  rect: Rect,
  z: number,
  look: Look,
  target: Selection | null = null,
  anchor: string | null = null,
): Thing {
  return { key, x: rect.x, y: rect.y, w: rect.w, h: rect.h, z, look, alpha: 1, anchor, target };
}

function words(text: string, font: number, bold: boolean, tone: ColorToken): Look {
  return { kind: 'text', text, font, bold, align: 'left', tone };
}

function titles({ layout, words: w }: SceneInput, out: Thing[]): void {
  const add = (key: string, rect: Rect, text: string) =>
    out.push(thing(key, rect, Z.text, words(text, layout.label, true, 'dim')));
  add('title:host', layout.host.title, w.host);
  for (const row of layout.rows) add(`title:${row.id}`, row.title, w.rows[row.id]);
  add('title:pool', layout.pool.title, w.pool);
}

/** Most requests shown that are done already. */
const DONE = 3;

function hostQueue({ frame, layout }: SceneInput, out: Thing[]): void {
  const now = frame.request?.index ?? -1;
  const past = frame.queue.filter((request) => request.index < now).slice(-DONE);
  const rest = frame.queue.filter((request) => request.index >= now);
  const shown = [...past, ...rest].slice(0, layout.host.chips.length);
  shown.forEach((request, index) => {
    const rect = layout.host.chips[index];
    if (!rect) return;
    out.push(
      thing(
        requestKey(request),
        rect,
        Z.chip,
        {
          kind: 'request',
          text: requestName(request),
          font: layout.label,
          when: request.index < now ? 'done' : request.index === now ? 'now' : 'next',
          read: request.op === 'read',
        },
        { kind: 'lpn', lpn: request.lpn },
      ),
    );
  });
}

function requestKey(request: RequestShown): string {
  return `r${request.index}`;
}

/** What a page shows of itself. */
export function toneOf(state: number, translation: boolean, role: BlockShown['role']): Tone {
  if (state === FREE) return 'free';
  if (state === INVALID) return 'stale';
  if (translation) return 'trans';
  return isLog(role) ? 'log' : 'data';
}

function blocks(input: SceneInput, out: Thing[]): void {
  const { frame, cells, places, layout, words: w } = input;
  const order = new Map(mergeOrder(frame).map((pbn, index) => [pbn, index + 1]));
  const size = Math.min(headerText(layout), 15);
  const filled = new Set<string>();
  frame.blocks.forEach((block, index) => {
    const place = places.get(block.pbn);
    const slot = place && layout.rows.find((row) => row.id === place.row)?.slots[place.slot];
    if (!place || !slot) return;
    filled.add(`${place.row}:${place.slot}`);
    const target: Selection = { kind: 'block', pbn: block.pbn };
    out.push(thing(blockKey(block.pbn), slot, Z.block, { kind: 'block' }, target, chipKey(block.pbn)));
    out.push(
      thing(
        headerKey(block.pbn),
        slot,
        Z.header,
        {
          kind: 'header',
          name: blockName(block.pbn),
          owner: ownerOf(block, w),
          erases: block.erases,
          order: order.get(block.pbn) ?? 0,
          lines: layout.header.lines,
          font: size,
          open: block.frontier !== null,
        },
        null,
        chipKey(block.pbn),
      ),
    );
    for (let offset = 0; offset < layout.pagesPerBlock; offset += 1) {
      const cell = cellAt(cells, index * layout.pagesPerBlock + offset);
      const ppn = block.pbn * layout.pagesPerBlock + offset;
      out.push(
        thing(
          pageKey(ppn),
          pageRect(layout, slot, offset),
          Z.cell,
          {
            kind: 'cell',
            tone: toneOf(cell.state, cell.translation, block.role),
            label: labelOf(cell, block.role, frame),
            font: layout.cell.font,
          },
          { kind: 'page', ppn },
          chipKey(block.pbn),
        ),
      );
    }
  });
  // Places without a block, as far as they mean something by themselves.
  for (const row of layout.rows) {
    if (row.id === 'blocks') continue;
    const named = row.id === 'data' && frame.tables.block_map !== null;
    const nameOf = (index: number) => {
      if (row.id === 'log' && row.lead > 0) return index < row.lead ? SW : RW;
      return named ? w.lbn(index) : '';
    };
    row.slots.forEach((slot, index) => {
      if (filled.has(`${row.id}:${index}`) || index >= row.slots.length - row.apart) return;
      out.push(
        thing(
          `slot:${row.id}:${index}`,
          slot,
          Z.slot,
          { kind: 'slot', name: nameOf(index), font: size },
          named ? { kind: 'lbn', lbn: index } : null,
        ),
      );
    });
  }
}

/** Copies of the directory are numbered after the last translation page. */
function labelOf({ logical, translation }: Cell, role: Role, frame: Frame): string {
  if (logical === null) return '';
  if (role === 'checkpoint') return `G${logical - frame.tables.translation_pages}`;
  return logicalName(logical, translation);
}

export function ownerOf(block: BlockShown, w: Words): string {
  if (block.role === 'merge_target') return block.lbn === null ? '' : w.target(block.lbn);
  if (block.role === 'sequential_log') return `${SW} ${block.lbn === null ? '' : w.lbn(block.lbn)}`;
  if (block.role === 'random_log') return RW;
  if (block.lbn !== null && block.role !== 'free') return w.lbn(block.lbn);
  return block.frontier ? w.frontier[block.frontier] : (w.holds[block.role] ?? '');
}

function pool({ frame, layout, words: w }: SceneInput, out: Thing[]): void {
  const { chips } = layout.pool;
  const crowded = frame.free_pool.length > chips.length;
  const shown = crowded ? chips.length - 1 : frame.free_pool.length;
  frame.free_pool.slice(0, shown).forEach((pbn, index) => {
    const rect = chips[index];
    if (!rect) return;
    out.push(
      thing(
        chipKey(pbn),
        rect,
        Z.chip,
        { kind: 'chip', text: blockName(pbn), font: layout.label, next: index === 0 },
        { kind: 'block', pbn },
        blockKey(pbn),
      ),
    );
  });
  const last = chips[shown];
  if (crowded && last) {
    const text = w.more(frame.free_pool.length - shown);
    out.push(thing('pool:more', last, Z.text, words(text, layout.label, false, 'dim')));
  }
  if (frame.free_pool.length === 0 && chips[0]) {
    out.push(
      thing('pool:empty', { ...chips[0], w: 200 }, Z.text, words(w.empty, layout.label, false, 'dim')),
    );
  }
}

function sram({ frame, layout, words: w }: SceneInput, out: Thing[]): void {
  const area = layout.sram;
  const { gtd } = frame.tables;
  const cmt = frame.tables.cmt && withLost(frame.tables.cmt, frame.recovery?.cmt ?? []);
  const lost = new Set(cmt?.filter((entry) => !frame.tables.cmt?.includes(entry)).map(({ lpn }) => lpn));
  if (!area || !cmt || !gtd) return;
  out.push(thing('sram', area.panel, Z.panel, { kind: 'panel' }));
  const font = Math.max(9, layout.label - 0.5);
  const title = (key: string, rect: Rect, text: string) =>
    out.push(thing(key, rect, Z.text, words(text, layout.label, true, 'dim')));
  const probationary = cmt.filter((entry) => entry.segment === 'probationary');
  const safe = cmt.filter((entry) => entry.segment === 'protected');
  const plain = area.protected ? w.probationary : w.cmt;
  title('title:probationary', area.probationary.title, lost.size > 0 ? w.lost : plain);
  if (area.protected) title('title:protected', area.protected.title, w.protected);
  title('title:gtd', area.gtd.title, w.gtd);
  entries(area.probationary, probationary, lost, layout, w, font, out, 'probationary');
  if (area.protected) entries(area.protected, safe, lost, layout, w, font, out, 'protected');
  const free = (frame.tables.cmt_capacity ?? 0) - cmt.length;
  for (let index = 0; index < free; index += 1) {
    const rect = area.probationary.entries[probationary.length + index];
    if (rect) out.push(thing(`hole:${index}`, rect, Z.slot, { kind: 'hole' }));
  }
  const places = area.gtd.entries;
  const crowded = gtd.length > places.length;
  gtd.forEach((ppn, tpn) => {
    const rect = places[tpn];
    if (!rect || (crowded && tpn === places.length - 1)) return;
    const to = ppn === null ? '–' : pageName(ppn, layout.pagesPerBlock);
    out.push(
      thing(
        gtdKey(tpn),
        rect,
        Z.chip,
        {
          kind: 'entry',
          from: `T${tpn}`,
          to,
          dirty: false,
          font,
          tone: 'gtd',
          lost: frame.recovery?.gtd === true && ppn === null,
        },
        ppn === null ? null : { kind: 'page', ppn },
      ),
    );
  });
  const last = places.at(-1);
  if (crowded && last) {
    const text = w.more(gtd.length - places.length + 1);
    out.push(thing('gtd:more', last, Z.text, words(text, font, false, 'dim')));
  }
}

/** While recovering: what was lost stands where it stood until it is found again; what is found in other places follows. */
function withLost(cmt: CmtEntryShown[], lost: CmtEntryShown[]): CmtEntryShown[] {
  const found = new Map(cmt.map((entry) => [entry.lpn, entry]));
  const were = new Set(lost.map(({ lpn }) => lpn));
  return [...lost.map((entry) => found.get(entry.lpn) ?? entry), ...cmt.filter(({ lpn }) => !were.has(lpn))];
}

/** Entries of a segment, least recently used first; of too many the oldest and the newest. */
function entries(
  area: EntriesLayout,
  all: CmtEntryShown[],
  lost: ReadonlySet<number>,
  layout: Layout,
  w: Words,
  font: number,
  out: Thing[],
  segment: string,
): void {
  const places = area.entries.length;
  const crowded = all.length > places;
  const head = Math.ceil((places - 1) / 2);
  const tail = places - 1 - head;
  const shown = crowded ? [...all.slice(0, head), null, ...all.slice(all.length - tail)] : all;
  shown.forEach((entry, index) => {
    const rect = area.entries[index];
    if (!rect) return;
    if (!entry) {
      const text = w.more(all.length - places + 1);
      out.push(thing(`cmt:more:${segment}`, rect, Z.text, words(text, font, false, 'dim')));
      return;
    }
    out.push(
      thing(
        entryKey(entry.lpn),
        rect,
        Z.chip,
        {
          kind: 'entry',
          from: String(entry.lpn),
          to: entry.ppn === null ? '–' : pageName(entry.ppn, layout.pagesPerBlock),
          dirty: entry.dirty,
          font,
          tone: 'cmt',
          lost: lost.has(entry.lpn),
        },
        { kind: 'lpn', lpn: entry.lpn },
      ),
    );
  });
}

/** What the moment points at: rings, the arrow of a copy, the outline of a merge or a cleaning. */
function marks(input: SceneInput, at: Scene): Thing[] {
  const { frame, layout, words: w } = input;
  const out: Thing[] = [];
  const ring = (
    key: string,
    around: string,
    tone: ColorToken,
    more: Partial<Extract<Look, { kind: 'ring' }>> = {},
  ) => {
    const on = at.get(around);
    if (!on) return;
    out.push(thing(key, on, Z.ring, { kind: 'ring', tone, dashed: false, thick: 3, out: 2, ...more }));
  };
  // The first of the texts that fits under its block, or else the last and shortest.
  const tag: Tag = (key, around, texts, tone) => {
    const on = at.get(around);
    if (!on) return;
    const height = layout.label * 1.5;
    const fits = (text: string) => tagWidth(text, layout.label) <= on.w;
    const text = texts.find(fits) ?? texts.at(-1) ?? '';
    const rect = { x: on.x, y: on.y + on.h - height * 0.35, w: on.w, h: height };
    out.push(thing(key, rect, Z.tag, { kind: 'tag', text, font: layout.label, tone }));
  };
  // Over its block where a long text fits; else the short one at the right of the block's header.
  const badge: Badge = (key, around, long, short, tone) => {
    const on = at.get(around);
    if (!on) return;
    const wide = tagWidth(long, layout.label) <= on.w && !layout.stacked;
    const font = wide ? layout.label : Math.max(9, layout.label - 1.5);
    const [height, width] = [font * 1.5, tagWidth(short, font)];
    const rect = wide
      ? { x: on.x, y: on.y - height * 0.9, w: on.w, h: height }
      : { x: on.x + on.w - width - 2, y: on.y + 2, w: width, h: height };
    out.push(thing(key, rect, Z.tag, { kind: 'tag', text: wide ? long : short, font, tone }));
  };

  if (frame.merge) {
    const tone = MERGE_TONE[frame.merge.kind];
    const { log, data, into } = frame.merge;
    const parts = [data, log, into].filter((pbn, index, all) => pbn !== null && all.indexOf(pbn) === index);
    for (const pbn of parts) ring(`merge:${pbn}`, blockKey(pbn ?? 0), tone, { thick: 2.5, out: 3 });
    const goal = at.get(blockKey(into ?? log));
    const from = data === null ? undefined : at.get(blockKey(data));
    if (goal && from) out.push(link('merge:link', from, goal, tone));
  }
  if (frame.reclaim) out.push(...reclaimMarks(frame.reclaim, w, at, ring, badge));
  if (frame.gc) ring('gc:victim', blockKey(frame.gc.pbn), 'gc', { thick: 2.5, out: 3 });
  if (frame.wear) {
    const { from, to } = frame.wear;
    for (const pbn of [from, to]) ring(`wear:${pbn}`, blockKey(pbn), 'gc', { thick: 2.5, out: 3 });
  }
  const story = cmtStory(frame);
  if (story.victim !== null) ring('cmt:victim', entryKey(story.victim), 'erase', { thick: 2.5, out: 1 });
  if (story.missing !== null && layout.sram) {
    const title = layout.sram.probationary.title;
    const text = w.miss(story.missing);
    const width = Math.min(title.w * 0.5, layout.label * 0.62 * text.length + layout.label);
    const rect = { x: title.x + title.w - width, y: title.y - 3, w: width, h: layout.label * 1.5 };
    out.push(thing('cmt:miss', rect, Z.tag, { kind: 'tag', text, font: layout.label, tone: 'erase' }));
  }
  for (const event of momentEvents(frame)) {
    out.push(...eventMarks(event, input, at, ring, tag));
  }
  return out;
}

/** From a victim a line to every data block it touches, and which of its merges each is. */
function reclaimMarks(reclaim: ReclaimShown, w: Words, at: Scene, ring: Ring, badge: Badge): Thing[] {
  const { pbn, merged, skipped, done } = reclaim;
  const victim = at.get(blockKey(pbn));
  ring('reclaim:victim', blockKey(pbn), 'full', { thick: 2.5, out: 3 });
  const lines: Thing[] = [];
  const line = (lbn: number, data: number | null, tone: ColorToken, long: string, short: string) => {
    const block = data === null ? undefined : at.get(blockKey(data));
    if (data === null || !block) return;
    if (victim) lines.push(tie(`reclaim:line:${lbn}`, victim, block, tone));
    badge(`reclaim:part:${lbn}`, blockKey(data), long, short, tone);
  };
  merged.forEach(({ lbn, data }, index) => {
    const [part, of, over] = [index + 1, merged.length, index < done];
    line(lbn, data, over ? 'dim' : 'full', w.part(part, of, over), over ? '✓' : `${part}/${of}`);
  });
  for (const { lbn, data } of skipped) line(lbn, data, 'dim', w.skipped, '✕');
  return lines;
}

type Ring = (
  key: string,
  around: string,
  tone: ColorToken,
  more?: Partial<Extract<Look, { kind: 'ring' }>>,
) => void;

type Tag = (key: string, around: string, texts: string[], tone: ColorToken) => void;

type Badge = (key: string, around: string, long: string, short: string, tone: ColorToken) => void;

function tagWidth(text: string, font: number): number {
  return font * (0.62 * text.length + 0.8);
}

function eventMarks(event: Event, { frame, words: w }: SceneInput, at: Scene, ring: Ring, tag: Tag): Thing[] {
  switch (event.t) {
    case 'host_page':
      if (frame.request) ring('at:host', requestKey(frame.request), 'glow');
      return [];
    case 'unmapped_read':
      if (frame.request) ring('at:host', requestKey(frame.request), 'erase', { dashed: true });
      return [];
    case 'read':
      ring('at:read', pageKey(event.ppn), 'read');
      return [];
    case 'program': {
      ring('at:program', pageKey(event.ppn), 'glow');
      if (event.from === null) return [];
      ring('at:from', pageKey(event.from), 'glow', { dashed: true, thick: 2 });
      const from = at.get(pageKey(event.from));
      const to = at.get(pageKey(event.ppn));
      return from && to ? [arrow('at:arrow', from, to, 'glow')] : [];
    }
    case 'erase':
      ring('at:erase', at.has(chipKey(event.pbn)) ? chipKey(event.pbn) : blockKey(event.pbn), 'erase');
      return [];
    case 'block_taken':
      ring('at:taken', blockKey(event.pbn), 'glow', { thick: 2 });
      return [];
    case 'cmt_hit':
      ring('at:cmt', entryKey(event.lpn), 'switch');
      return [];
    case 'cmt_placed':
    case 'cmt_updated':
      ring('at:cmt', entryKey(event.lpn), 'glow');
      return [];
    case 'gtd_set':
      ring('at:gtd', gtdKey(event.tpn), 'glow');
      return [];
    case 'translation_update':
      ring('at:gtd', gtdKey(event.tpn), 'trans', { dashed: true });
      return [];
    case 'gc_begin':
      for (const candidate of event.candidates) {
        tag(
          `at:candidate:${candidate.id}`,
          blockKey(candidate.id),
          [w.candidate(candidate.valid, candidate.score), String(candidate.valid)],
          candidate.id === event.pbn ? 'gc' : 'dim',
        );
      }
      return [];
    case 'verified':
      return [];
    default:
      return [];
  }
}

function centre(rect: Rect): { x: number; y: number } {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
}

/**
 * From the side of one page to the side of another, so that it runs in the space between blocks and leaves the
 * labels alone. `side` is where it leaves and where it arrives: -1 left, 1 right.
 */
function arrow(key: string, from: Rect, to: Rect, tone: ColorToken): Thing {
  const [out, into] = sidesOf(from, to);
  const [a, b] = [centre(from), centre(to)];
  const x = a.x + (out * from.w) / 2;
  const rect = { x, y: a.y, w: b.x + (into * to.w) / 2 - x, h: b.y - a.y };
  return thing(key, rect, Z.arrow, { kind: 'arrow', tone, out, into });
}

/** The sides that face each other; pages above each other are joined on the right. */
export function sidesOf(from: Rect, to: Rect): [-1 | 1, -1 | 1] {
  if (to.x >= from.x + from.w) return [1, -1];
  if (from.x >= to.x + to.w) return [-1, 1];
  return [1, 1];
}

function link(key: string, from: Rect, to: Rect, tone: ColorToken): Thing {
  const [a, b] = [centre(from), centre(to)];
  const down = b.y > a.y;
  const rect = {
    x: a.x,
    y: down ? from.y + from.h + 3 : from.y - 3,
    w: b.x - a.x,
    h: down ? to.y - from.y - from.h - 6 : to.y + to.h - from.y + 6,
  };
  return thing(key, rect, Z.link, { kind: 'link', tone });
}

/** From the head of a victim to the foot of a data block above it, or to its head where it stands beside or below. */
function tie(key: string, from: Rect, to: Rect, tone: ColorToken): Thing {
  const [a, b] = [centre(from), centre(to)];
  const above = to.y + to.h <= from.y;
  const end = above ? to.y + to.h - 6 : to.y + 6;
  return thing(key, { x: a.x, y: from.y + 4, w: b.x - a.x, h: end - from.y - 4 }, Z.arrow, {
    kind: 'tie',
    tone,
  });
}

export function blockKey(pbn: number): string {
  return `b${pbn}`;
}
export function headerKey(pbn: number): string {
  return `h${pbn}`;
}
export function chipKey(pbn: number): string {
  return `c${pbn}`;
}
export function pageKey(ppn: number): string {
  return `p${ppn}`;
}
export function entryKey(lpn: number): string {
  return `m${lpn}`;
}
export function gtdKey(tpn: number): string {
  return `g${tpn}`;
}
