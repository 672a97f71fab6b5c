/**
 * A frame as sprites: what is drawn when nothing moves. A pure function of the frame and of the places of blocks, so
 * that a step and the step back meet in the same picture.
 */

import { type Cell, cellAt, FREE, INVALID } from '../../../protocol/cell';
import { chainOf, isLog } from '../../../protocol/frame';
import type { BlockShown } from '../../../protocol/generated/BlockShown';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Role } from '../../../protocol/generated/Role';
import { schemeOf } from '../../../schemes';
import type { Choices } from '../../../state/choices';
import type { Selection } from '../../../state/lab/lab';
import { headerText, TAG_GAP } from '../layout/block-size';
import { captions } from '../layout/captions';
import { pageRect } from '../layout/layout';
import type { Places } from '../layout/places';
import type { Rect } from '../layout/rects';
import type { Layout, RowLayout } from '../layout/types';
import { candidates, rankedOf } from '../step/candidates';
import { takingPart } from '../step/fade';
import { letters, turns } from '../step/turns';
import { writeBuffer } from './buffer';
import { blockKey, chipKey, countKey, headerKey, pageKey, requestKey, veilKey } from './keys';
import { lookups } from './lookup';
import { maps } from './maps';
import { type Moment, marks, TAG } from './marks';
import { sram, superblocks } from './memory';
import { blockName, logicalName, requestName } from './names';
import { inQuestion, optionMarks } from './options';
import { recency } from './recency';
import { type Appearance, type Scene, type Sprite, sprite, type Tone, words, Z } from './sprite';
import type { Words } from './words';

export interface SceneInput extends Moment {
  cells: Uint32Array;
  places: Places;
  /** Without the marks of the moment: it is one of many. */
  quiet?: boolean;
  /** A question is open: what is to come is not told. */
  untold?: boolean;
  /** A person is the FTL: requests to come are not told. */
  played?: boolean;
  /** The options, where that person is asked. */
  choices?: Choices | null;
}

export function scene(input: SceneInput): Scene {
  const sprites: Sprite[] = [];
  titles(input, sprites);
  hostQueue(input, sprites);
  const ranked = input.quiet || !input.layout.candidates ? null : rankedOf(input.frame);
  maps(input, ranked !== null, sprites);
  if (ranked) candidates(input, ranked, sprites);
  writeBuffer(input, sprites);
  sram(input, sprites);
  superblocks(input, sprites);
  recency(input, sprites);
  axis(input, sprites);
  blocks(input, sprites);
  chains(input, sprites);
  pool(input, sprites);
  tiles(input, sprites);
  const map = new Map(sprites.map((sprite) => [sprite.key, sprite]));
  if (!input.quiet) {
    const untold = input.untold === true;
    for (const sprite of [...turns(input, map, untold), ...letters(input, map)]) map.set(sprite.key, sprite);
    for (const sprite of marks(input, map)) {
      map.set(sprite.key, sprite);
      // A tag takes the place of the count above its block.
      if (sprite.key.startsWith(TAG)) map.delete(countKey(Number(sprite.key.slice(TAG.length))));
    }
    for (const sprite of lookups(input, map, untold)) map.set(sprite.key, sprite);
    if (input.choices)
      for (const sprite of optionMarks(input.choices, input, map)) map.set(sprite.key, sprite);
  }
  return map;
}

function titles({ layout, frame, words: w, ftl, untold }: SceneInput, out: Sprite[]): void {
  const { label } = layout;
  out.push(sprite('title:host', layout.host.title, Z.text, words(w.host, label, false, 'ink-2')));
  const scheme = schemeOf(ftl);
  const said = captions(layout);
  for (const row of layout.rows) {
    // A superblock has a heading of its own, where its blocks are together.
    if (row.id === 'superblock' && !layout.tight) {
      groupHeadings(row, layout, w, out);
      continue;
    }
    const { title, note, end = '' } = scheme.heading(row.id, frame.tables.log_capacity);
    const caption = said.find(({ key }) => key === `window:${row.id}`);
    const rect = caption ? { ...row.heading, w: caption.rect.x - row.heading.x - 6 } : row.heading;
    // Missing counts are left out.
    const look: Appearance = {
      kind: 'heading',
      title,
      note: layout.counted && untold ? '' : note,
      end,
      font: label,
    };
    out.push(sprite(`title:${row.id}`, rect, Z.text, look));
  }
  if (layout.pool.chips.length > 0) {
    const look: Appearance = { kind: 'heading', title: w.pool, note: '', end: '', font: label };
    out.push(sprite('title:pool', layout.pool.title, Z.text, look));
  }
  for (const each of said) {
    const look: Appearance = { ...words(each.text(w), each.font, false, 'ink-2'), align: 'right' };
    out.push(sprite(each.key, each.rect, Z.text, look));
  }
}

function groupHeadings({ slots, group, heading }: RowLayout, layout: Layout, w: Words, out: Sprite[]): void {
  for (let first = 0; first < slots.length; first += group) {
    const [from, to] = [slots[first], slots[Math.min(first + group, slots.length) - 1]];
    if (!from || !to) continue;
    const y = from.y - layout.tag - TAG_GAP - heading.h - 2;
    const rect = { x: from.x, y, w: to.x + to.w - from.x, h: heading.h };
    const look: Appearance = {
      kind: 'heading',
      title: w.superblock(first / group),
      note: '',
      end: '',
      font: layout.label,
    };
    out.push(sprite(`title:superblock:${first / group}`, rect, Z.text, look));
  }
}

function axis({ layout }: SceneInput, out: Sprite[]): void {
  const font = headerText(layout) - 0.5;
  layout.axis.forEach(({ label, to }, index) => {
    const offset = index % layout.pagesPerBlock;
    const text = { ...words(String(offset), font, false, 'ink-2'), align: 'right', mono: true } as const;
    out.push(sprite(`axis:${index}`, label, Z.text, text));
    const y = label.y + label.h / 2;
    const line = { x: label.x + label.w + 5, y, w: to - label.x - label.w - 5, h: 0 };
    out.push(sprite(`axis:line:${index}`, line, Z.panel, { kind: 'guide' }));
  });
}

/** Most requests shown that are done already. */
const DONE = 2;

function hostQueue({ frame, layout, words: w, played }: SceneInput, out: Sprite[]): void {
  const now = frame.request?.index ?? -1;
  const past = frame.queue.filter((request) => request.index < now).slice(-DONE);
  const rest = frame.queue.filter((request) => request.index >= now);
  const { chips } = layout.host;
  // The FTL's work before it serves the request: that one waits.
  const work = frame.merge ?? frame.reclaim ?? frame.gc ?? frame.inner ?? frame.wear;
  let place = 0;
  for (const request of [...past, ...rest]) {
    const rect = chips[place];
    if (!rect) break;
    const when = request.index < now ? 'done' : request.index === now ? 'now' : 'next';
    const secret = played && when === 'next';
    const name = secret ? '?' : requestName(request);
    const next = chips[place + 1];
    const waits = when === 'now' && work && next;
    const text = waits ? w.waits(name) : name;
    const wide = waits ? { ...rect, w: next.x + next.w - rect.x } : rect;
    const look: Appearance = { kind: 'request', text, font: layout.label, when };
    const target: Selection | null = secret ? null : { kind: 'lpn', lpn: request.lpn };
    out.push(sprite(requestKey(request), wide, Z.chip, look, target));
    place += waits ? 2 : 1;
  }
}

/** The marks of a page itself. */
export function toneOf(state: number, translation: boolean, role: BlockShown['role']): Tone {
  if (state === FREE) return 'free';
  if (state === INVALID) return 'invalid';
  if (translation) return 'trans';
  return isLog(role) || role === 'update' ? 'log' : 'valid';
}

function blocks(input: SceneInput, out: Sprite[]): void {
  const { frame, cells, places, layout, ftl, words: w, quiet, choices } = input;
  const scheme = schemeOf(ftl);
  const size = headerText(layout);
  const filled = new Set<string>();
  const question = choices ? inQuestion(choices, input) : null;
  const part = quiet ? null : (question ?? takingPart(frame, layout.pagesPerBlock));
  frame.blocks.forEach((block, index) => {
    const place = places.get(block.pbn);
    const slot = place && layout.rows.find((row) => row.id === place.row)?.slots[place.slot];
    if (!place || !slot) return;
    filled.add(`${place.row}:${place.slot}`);
    const target: Selection = { kind: 'block', pbn: block.pbn };
    const free = block.role === 'free';
    out.push(sprite(blockKey(block.pbn), slot, Z.block, { kind: 'block', free }, target, chipKey(block.pbn)));
    const header: Appearance = {
      kind: 'header',
      name: blockName(block.pbn),
      owner: free ? w.free : scheme.role(block, frame),
      erases: block.erases,
      lines: layout.header.lines,
      font: size,
      open: block.frontier !== null,
    };
    out.push(sprite(headerKey(block.pbn), slot, Z.header, header, null, chipKey(block.pbn)));
    // A free block is its place, and its pages are nothing yet.
    if (free) return;
    // To be counted by who chooses.
    if (layout.counted && !input.untold) {
      const rect = { x: slot.x, y: slot.y - layout.tag - TAG_GAP, w: slot.w, h: layout.tag };
      const count: Appearance = { kind: 'count', valid: block.valid, of: layout.pagesPerBlock, font: size };
      out.push(sprite(countKey(block.pbn), rect, Z.text, count));
    }
    const pages: string[] = [];
    for (let offset = 0; offset < layout.pagesPerBlock; offset += 1) {
      const cell = cellAt(cells, index * layout.pagesPerBlock + offset);
      const ppn = block.pbn * layout.pagesPerBlock + offset;
      const look: Extract<Appearance, { kind: 'cell' }> = {
        kind: 'cell',
        tone: toneOf(cell.state, cell.translation, block.role),
        label: labelOf(cell, block.role, frame),
        font: layout.cell.font,
      };
      pages.push(look.tone.charAt(0) + look.label);
      const rect = pageRect(layout, slot, offset);
      out.push(sprite(pageKey(ppn), rect, Z.cell, look, { kind: 'page', ppn }, chipKey(block.pbn)));
    }
    if (part && !part.has(block.pbn)) {
      const { cell, header } = layout;
      const veil: Appearance = { kind: 'veil', pages: pages.join(), cell, header: header.h };
      out.push(sprite(veilKey(block.pbn), slot, Z.veil, veil));
    }
  });
  // Places without a block stay, as far as they mean something by themselves.
  for (const row of layout.rows) {
    const named = (row.id === 'data' || row.id === 'chains') && frame.tables.block_map !== null;
    row.slots.forEach((slot, index) => {
      if (!slot || filled.has(`${row.id}:${index}`)) return;
      // A chain ends where it ends: only the place of its data block is one of its own.
      if (row.id === 'chains' && (row.group === 1 || index % row.group > 0)) return;
      // The last place of a superblock is for the block that a GC takes before it gives one back.
      if (row.id === 'superblock' && index % row.group === row.group - 1) return;
      const look: Appearance = { kind: 'slot', name: named ? w.lbn(index / row.group) : '', font: size };
      const target: Selection | null = named ? { kind: 'lbn', lbn: index / row.group } : null;
      out.push(sprite(`slot:${row.id}:${index}`, slot, Z.slot, look, target));
    });
  }
}

/** The chains, as the slides draw them: from each block an arrow to the next, where they are in lines. */
function chains({ frame, places, layout }: SceneInput, out: Sprite[]): void {
  const { tables } = frame;
  if (!tables.chains) return;
  const slotOf = (pbn: number) => {
    const place = places.get(pbn);
    return place && layout.rows.find((row) => row.id === place.row)?.slots[place.slot];
  };
  tables.chains.forEach((_, index) => {
    const chain = chainOf(frame, tables.from_lbn + index);
    chain.slice(1).forEach((pbn, place) => {
      const [from, to] = [slotOf(chain[place] ?? pbn), slotOf(pbn)];
      // Only between neighbours: elsewhere it would run through what is between.
      const [a, b] = [places.get(chain[place] ?? pbn), places.get(pbn)];
      if (!from || !to || a?.row !== b?.row || a?.slot !== (b?.slot ?? 0) - 1) return;
      const rect = joint(from, to, layout.header.h);
      out.push(sprite(`chain:${pbn}`, rect, Z.link, { kind: 'next', tone: 'ink-2' }, null, chipKey(pbn)));
    });
  });
}

/** From the right edge of a block to the left edge of the next in its line; otherwise from its foot to the other's head. */
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

function pool({ frame, layout, words: w }: SceneInput, out: Sprite[]): void {
  const { chips, from } = layout.pool;
  if (chips.length === 0) return;
  const rest = frame.free_pool.length - from;
  const crowded = rest > chips.length;
  const shown = crowded ? chips.length - 1 : rest;
  frame.free_pool.slice(from, from + shown).forEach((pbn, index) => {
    const rect = chips[index];
    const erases = frame.blocks[pbn - frame.from_block]?.erases ?? 0;
    if (!rect) return;
    const look: Appearance = {
      kind: 'chip',
      text: blockName(pbn),
      note: erases > 0 ? `×${erases}` : '',
      font: layout.label,
      next: from + index === 0,
    };
    out.push(sprite(chipKey(pbn), rect, Z.chip, look, { kind: 'block', pbn }, blockKey(pbn)));
  });
  const last = chips[shown];
  if (crowded && last) {
    const look = words(w.plus(rest - shown), layout.label, false, 'ink-2');
    out.push(sprite('pool:more', last, Z.text, { ...look, mono: true }));
  }
  if (frame.free_pool.length === 0 && chips[0])
    out.push(sprite('pool:empty', chips[0], Z.text, words(w.empty, layout.label, false, 'ink-2')));
}

/** The blocks that are not seen at their places, in the order of their numbers. */
function tiles(input: SceneInput, out: Sprite[]): void {
  const { frame, cells, places, layout, words: w, choices } = input;
  const { tiles, pagesPerBlock } = layout;
  if (tiles.length === 0) return;
  const seen = (pbn: number) => {
    const place = places.get(pbn);
    return place !== undefined && layout.rows.find((row) => row.id === place.row)?.slots[place.slot];
  };
  const all = frame.blocks.flatMap(({ pbn, role }, index) => (seen(pbn) ? [] : [{ pbn, role, index }]));
  const crowded = all.length > tiles.length;
  // An option is never left out.
  const question = crowded && choices ? inQuestion(choices, input) : null;
  if (question) all.sort((a, b) => Number(question.has(b.pbn)) - Number(question.has(a.pbn)));
  all.slice(0, crowded ? tiles.length - 1 : all.length).forEach(({ pbn, role, index }, place) => {
    const rect = tiles[place];
    if (!rect) return;
    const pages = Array.from({ length: pagesPerBlock }, (_, offset) => {
      const { state, translation } = cellAt(cells, index * pagesPerBlock + offset);
      return toneOf(state, translation, role).charAt(0);
    }).join('');
    const look: Appearance = { kind: 'tile', name: blockName(pbn), pages, font: layout.label };
    out.push(sprite(chipKey(pbn), rect, Z.chip, look, { kind: 'block', pbn }, blockKey(pbn)));
  });
  const last = tiles.at(-1);
  if (crowded && last) {
    const look = words(w.plus(all.length - tiles.length + 1), layout.label, false, 'ink-2');
    out.push(sprite('pool:more', last, Z.text, { ...look, mono: true }));
  }
}
