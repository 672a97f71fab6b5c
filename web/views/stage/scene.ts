/**
 * A frame as things: what is drawn when nothing moves. A pure function of the frame and of where blocks stand,
 * so that a step and the step back meet in the same picture.
 */

import { type Cell, cellAt, FREE, INVALID } from '../../protocol/cell';
import { isDead, isLog, mergeOrder } from '../../protocol/frame';
import type { BlockShown } from '../../protocol/generated/BlockShown';
import type { Frame } from '../../protocol/generated/Frame';
import type { Role } from '../../protocol/generated/Role';
import type { Selection } from '../../state/lab';
import { headerText } from './block-size';
import { writeBuffer } from './buffer';
import { captions } from './captions';
import { blockKey, chipKey, headerKey, pageKey, requestKey } from './keys';
import { type Layout, pageRect } from './layout';
import { type Moment, marks } from './marks';
import { sram, superblocks } from './memory';
import { blockName, logicalName, RW, requestName, SW } from './names';
import { chainOf, type Places } from './places';
import { recency } from './recency';
import { type Rect, textWidth } from './rects';
import { type Look, type Scene, type Thing, type Tone, thing, words, Z } from './thing';
import type { Words } from './words';

export interface SceneInput extends Moment {
  cells: Uint32Array;
  places: Places;
  /** Without the marks of the moment: it is one of many. */
  quiet?: boolean;
}

export function scene(input: SceneInput): Scene {
  const things: Thing[] = [];
  titles(input, things);
  hostQueue(input, things);
  writeBuffer(input, things);
  sram(input, things);
  superblocks(input, things);
  recency(input, things);
  blocks(input, things);
  chains(input, things);
  pool(input, things);
  const map = new Map(things.map((thing) => [thing.key, thing]));
  if (!input.quiet) for (const thing of marks(input, map)) map.set(thing.key, thing);
  return map;
}

function titles({ layout, words: w }: SceneInput, out: Thing[]): void {
  const add = (key: string, rect: Rect, text: string) =>
    out.push(
      thing(key, rect, Z.text, {
        kind: 'text',
        text,
        font: layout.label,
        bold: true,
        align: 'left',
        tone: 'ink-2',
        ground: 'bg',
      }),
    );
  add('title:host', layout.host.title, w.host);
  for (const row of layout.rows) add(`title:${row.id}`, row.title, w.rows[row.id]);
  add('title:pool', layout.pool.title, w.pool);
  for (const each of captions(layout)) {
    const look: Look = {
      kind: 'text',
      text: each.text(w),
      font: each.font,
      bold: false,
      align: each.align,
      tone: 'ink-2',
    };
    out.push(thing(each.key, each.rect, Z.text, look));
  }
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

/** What a page shows of itself. */
export function toneOf(state: number, translation: boolean, role: BlockShown['role']): Tone {
  if (state === FREE) return 'free';
  if (state === INVALID) return 'invalid';
  if (translation) return 'trans';
  return isLog(role) || role === 'update' ? 'log' : 'valid';
}

function blocks(input: SceneInput, out: Thing[]): void {
  const { frame, cells, places, layout, words: w } = input;
  const order = numbered(input);
  const size = headerText(layout);
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
          owner: ownerOf(
            block,
            w,
            frame.tables.superblocks?.blocks_per_superblock ?? null,
            layout.header.lines,
          ),
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
    const named = (row.id === 'data' || row.id === 'chains') && frame.tables.block_map !== null;
    const nameOf = (index: number) => {
      if (row.id === 'log' && row.lead > 0) return index < row.lead ? SW : RW;
      return named ? w.lbn(index / row.group) : '';
    };
    row.slots.forEach((slot, index) => {
      if (!slot || filled.has(`${row.id}:${index}`) || index >= row.slots.length - row.apart) return;
      // A chain ends where it ends: only the place of its data block is one of its own.
      if ((index % row.group > 0 && row.id === 'chains') || row.id === 'replacement') return;
      // The last place of a superblock is for the block that a cleaning takes before it gives one back.
      if (row.id === 'superblock' && index % row.group === row.group - 1) return;
      out.push(
        thing(
          `slot:${row.id}:${index}`,
          slot,
          Z.slot,
          { kind: 'slot', name: nameOf(index), font: size },
          named ? { kind: 'lbn', lbn: index / row.group } : null,
        ),
      );
    });
  }
}

/** Whether chains stand in lines of their own. */
function inLines({ rows }: Layout): boolean {
  return rows.some(({ group }) => group > 1);
}

/** What the circles in headers count: log blocks in the order of merging, or the chain that the moment is about. */
function numbered({ frame, layout }: SceneInput): Map<number, number> {
  const { tables, request, merge } = frame;
  const lbn = merge?.lbn ?? Math.floor((request?.lpn ?? 0) / layout.pagesPerBlock);
  const chain = tables.chains && !inLines(layout) ? chainOf(frame, lbn) : [];
  return new Map([...mergeOrder(frame), ...chain].map((pbn, index) => [pbn, index + 1]));
}

/** The chains, as the slides draw them: from each block an arrow to the next, where they stand in lines. */
function chains({ frame, places, layout }: SceneInput, out: Thing[]): void {
  const { tables } = frame;
  if (!tables.chains || !inLines(layout)) return;
  const slotOf = (pbn: number) => {
    const place = places.get(pbn);
    return place && layout.rows.find((row) => row.id === place.row)?.slots[place.slot];
  };
  tables.chains.forEach((_, index) => {
    const chain = chainOf(frame, tables.from_lbn + index);
    chain.slice(1).forEach((pbn, place) => {
      const [from, to] = [slotOf(chain[place] ?? pbn), slotOf(pbn)];
      if (!from || !to) return;
      const rect = joint(from, to, layout.header.h);
      out.push(thing(`chain:${pbn}`, rect, Z.link, { kind: 'next', tone: 'ink-2' }, null, chipKey(pbn)));
    });
  });
}

/** From the right edge of a block to the left edge of the next in its line; else from its foot to the other's head. */
function joint(from: Rect, to: Rect, header: number): Rect {
  const y = from.y + header / 2;
  if (to.y === from.y && to.x > from.x)
    return { x: from.x + from.w + 1, y, w: Math.max(4, to.x - from.x - from.w - 2), h: 0 };
  const x = from.x + from.w / 2;
  const below = to.y > from.y;
  const start = below ? from.y + from.h : from.y;
  return { x, y: start, w: to.x + to.w / 2 - x, h: (below ? to.y : to.y + to.h) - start };
}

/** Copies of the directory are numbered after the last translation page. */
function labelOf({ logical, translation }: Cell, role: Role, frame: Frame): string {
  if (logical === null) return '';
  if (role === 'checkpoint') return `G${logical - frame.tables.translation_pages}`;
  return logicalName(logical, translation);
}

/** What stands beside a block's name. `size`: blocks of a superblock, where there are superblocks; `lines`: of the header. */
export function ownerOf(block: BlockShown, w: Words, size: number | null = null, lines = 2): string {
  if (size !== null && block.lbn !== null) return w.superblock(Math.floor(block.lbn / size), block.frontier);
  if (block.role === 'merge_target') return block.lbn === null ? '' : w.target(block.lbn);
  // In one line there is no room for both: that it is a sequential one its place says.
  if (block.role === 'sequential_log' && block.lbn !== null)
    return lines === 1 ? w.lbn(block.lbn) : `${SW} ${w.lbn(block.lbn)}`;
  if (block.role === 'random_log') return RW;
  if (isDead(block)) return w.dead[block.role] ?? '';
  if (block.lbn !== null && block.role !== 'free') return w.lbn(block.lbn);
  return block.frontier ? w.frontier[block.frontier] : (w.holds[block.role] ?? '');
}

function pool({ frame, layout, words: w }: SceneInput, out: Thing[]): void {
  const { chips, from } = layout.pool;
  const rest = frame.free_pool.length - from;
  const crowded = rest > chips.length;
  // How many more there are takes two places where one is too narrow for the words.
  const [before, end] = chips.slice(-2);
  const two =
    end && before?.y === end.y && chips.length > 2 && textWidth(w.more(rest).length, layout.label) > end.w;
  const shown = crowded ? chips.length - (two ? 2 : 1) : rest;
  frame.free_pool.slice(from, from + shown).forEach((pbn, index) => {
    const rect = chips[index];
    if (!rect) return;
    out.push(
      thing(
        chipKey(pbn),
        rect,
        Z.chip,
        { kind: 'chip', text: blockName(pbn), font: layout.label, next: from + index === 0 },
        { kind: 'block', pbn },
        blockKey(pbn),
      ),
    );
  });
  const last = chips[shown];
  if (crowded && last) {
    const text = w.more(rest - shown);
    const place = two ? { ...last, w: end.x + end.w - last.x } : last;
    out.push(thing('pool:more', place, Z.text, words(text, layout.label, false, 'ink-2')));
  }
  if (frame.free_pool.length === 0 && chips[0]) {
    out.push(
      thing('pool:empty', { ...chips[0], w: 200 }, Z.text, words(w.empty, layout.label, false, 'ink-2')),
    );
  }
}
