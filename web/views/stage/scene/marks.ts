/** The marks of the moment, such as a CMT hit: rings, tags above blocks, the arrow of a copy, the outline of a merge or a GC. */

import type { ColorToken } from '../../../base/tokens';
import { letterOf } from '../../../model/why/reason';
import { chainOf, isDead } from '../../../protocol/frame';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import type { ReclaimShown } from '../../../protocol/generated/ReclaimShown';
import { PAGE_GAP, TAG_GAP } from '../layout/block-size';
import { type Rect, tagWidth, textWidth } from '../layout/rects';
import type { Layout } from '../layout/types';
import { cmtEvents, momentEvents, walkOf } from '../step/frame-events';
import { bufferMarks, bufferPoint } from './buffer';
import {
  blockKey,
  bufferKey,
  chipKey,
  entryKey,
  groupKey,
  gtdKey,
  innerMapKey,
  pageKey,
  recentKey,
  requestKey,
  superblockKey,
} from './keys';
import { MISS } from './lookup';
import { type Appearance, type Scene, type Sprite, sprite, Z } from './sprite';
import type { Words } from './words';

export interface Moment {
  ftl: FtlKind;
  frame: Frame;
  layout: Layout;
  words: Words;
}

/** Keys of tags above blocks begin so; the block's number follows. */
export const TAG = 'tag:';

type Ring = (
  key: string,
  around: string,
  tone: ColorToken,
  more?: Partial<Extract<Appearance, { kind: 'ring' }>>,
) => void;

/** Words above a block; `texts` from the longest to the shortest: the first that fits is shown. A later tag of the same block replaces it. */
type Tag = (pbn: number | null | undefined, texts: string[], tone: ColorToken) => void;

/** Words of a tag are squeezed to this much of their width before shorter ones take their place. */
const SQUEEZED = 0.8;

function scaleOf({ label }: Layout): number {
  return Math.max(1, label / 14);
}

/** The outline of a block that takes part. */
const PART = { thick: 2, out: 0 } as const;

export function marks(input: Moment, at: Scene): Sprite[] {
  const { frame, layout, words: w } = input;
  const out: Sprite[] = [];
  // Lines are as much thicker in a hall as letters are larger.
  const scale = scaleOf(layout);
  const ring: Ring = (key, around, tone, more = {}) => {
    const on = at.get(around);
    if (!on) return;
    const look = { kind: 'ring', tone, dashed: false, thick: 2.5, out: 1.5, ...more } as const;
    out.push(sprite(key, on, Z.ring, { ...look, thick: look.thick * scale }));
  };
  const tags = new Map<number, { texts: string[]; tone: ColorToken }>();
  const tag: Tag = (pbn, texts, tone) => {
    if (pbn !== null && pbn !== undefined) tags.set(pbn, { texts, tone });
  };
  for (const block of frame.blocks) {
    if (!isDead(block)) continue;
    ring(`dead:${block.pbn}`, blockKey(block.pbn), 'full', { ...PART, dashed: true });
    tag(block.pbn, [w.tags.dead, '∅'], 'full');
  }
  if (frame.merge) {
    const { kind, log, data, into } = frame.merge;
    // A chain is folded whole, as far as it still is.
    const chain = frame.merge.reason === 'no_free_block' ? chainOf(frame, frame.merge.lbn) : [data];
    for (const pbn of new Set([...chain, log])) {
      if (pbn === null || pbn === into) continue;
      ring(`merge:${pbn}`, blockKey(pbn), kind, PART);
      tag(pbn, [w.tags.merging, '⇄'], kind);
    }
    if (into !== null) {
      ring(`merge:${into}`, blockKey(into), 'ink', PART);
      tag(into, [w.tags.filling, '✎'], 'now');
    }
  }
  if (frame.reclaim) reclaimMarks(frame.reclaim, w, ring, tag);
  if (frame.inner) {
    const { superblock, compaction, pbn, copies } = frame.inner;
    const tone = compaction ? 'full' : copies === 0 ? 'switch' : 'partial';
    ring('inner:group', groupKey(superblock), tone, { thick: 2, out: 0, dashed: true });
    if (pbn !== null) {
      ring('inner:victim', blockKey(pbn), tone, PART);
      tag(pbn, [w.tags.victim, '✕'], tone);
    }
  }
  if (frame.gc) {
    ring('gc:victim', blockKey(frame.gc.pbn), 'copy', PART);
    tag(frame.gc.pbn, [w.tags.victim, '✕'], 'copy');
  }
  if (frame.wear) {
    const { from, to } = frame.wear;
    ring(`wear:${from}`, blockKey(from), 'copy', PART);
    ring(`wear:${to}`, blockKey(to), 'ink', PART);
    tag(to, [w.tags.filling, '✎'], 'now');
  }
  out.push(...bufferMarks(input, at));
  const story = cmtEvents(frame);
  if (story.victim !== null) ring('cmt:victim', entryKey(story.victim), 'now');
  if (story.missing !== null && layout.sram) {
    const { title } = layout.sram;
    const text = w.miss(story.missing);
    const wide = tagWidth(text, layout.label);
    const width = Math.min(title.w - textWidth(w.cmt, layout.label) - 8, wide);
    const rect = { x: title.x + title.w - width, y: title.y - 2, w: width, h: layout.tag };
    // Beside a title that takes the whole line there is no room: the sentence above says it.
    if (width >= wide * SQUEEZED)
      out.push(sprite(MISS, rect, Z.tag, { kind: 'tag', text, font: layout.label, tone: 'now' }));
  }
  for (const event of momentEvents(frame)) out.push(...eventMarks(event, input, at, ring, tag));
  out.push(...tagThings(tags, layout, at));
  return out;
}

function tagThings(
  tags: Map<number, { texts: string[]; tone: ColorToken }>,
  layout: Layout,
  at: Scene,
): Sprite[] {
  const font = Math.max(9, layout.label - 1);
  const placed = [...tags].flatMap(([pbn, tag]) => {
    const on = at.get(blockKey(pbn));
    return on ? [{ pbn, on, ...tag }] : [];
  });
  // A tag may go on over the blocks beside its own, as far as these have none and nothing is counted above them.
  const viewport = (on: Sprite) => {
    const others = placed
      .filter((other) => other.on.y === on.y && other.on.x > on.x)
      .map(({ on: { x } }) => x - 4);
    return layout.counted ? on.w : Math.min(layout.width - 4, ...others) - on.x;
  };
  // Both sides of a comparison say as much.
  const shortest = Math.max(
    0,
    ...placed.map(({ on, texts }) => {
      const first = texts.findIndex((text) => tagWidth(text, font) * SQUEEZED <= viewport(on));
      return first < 0 ? texts.length - 1 : first;
    }),
  );
  return placed.map(({ pbn, on, texts, tone }) => {
    const text = texts[Math.min(shortest, texts.length - 1)] ?? '';
    const w = Math.min(viewport(on), tagWidth(text, font));
    const rect: Rect = { x: on.x, y: on.y - layout.tag - TAG_GAP, w, h: layout.tag };
    return sprite(`${TAG}${pbn}`, rect, Z.tag, { kind: 'tag', text, font, tone });
  });
}

function reclaimMarks(reclaim: ReclaimShown, w: Words, ring: Ring, tag: Tag): void {
  const { pbn, merged, done } = reclaim;
  merged.forEach(({ data }, index) => {
    const letter = letterOf(index);
    const state = index < done ? w.tags.done : index === done ? w.tags.merging : w.tags.next;
    const sign = index < done ? '✓' : index === done ? '⇄' : '…';
    const texts = merged.length > 1 ? [`${letter} ${state}`, letter] : [state, sign];
    tag(data, texts, index === done ? 'full' : 'ink-2');
  });
  ring('reclaim:victim', blockKey(pbn), 'full', PART);
  tag(pbn, [w.tags.victim, '✕'], 'full');
}

function eventMarks(
  event: Event,
  { frame, layout, words: w }: Moment,
  at: Scene,
  ring: Ring,
  tag: Tag,
): Sprite[] {
  switch (event.t) {
    case 'host_page':
      if (frame.request) ring('at:host', requestKey(frame.request), 'now');
      return [];
    case 'trim_kept':
    case 'unmapped_read':
      if (frame.request) ring('at:host', requestKey(frame.request), 'erase', { dashed: true });
      return [];
    case 'chain_read': {
      // The walk up to here: what was passed over, and where it is.
      for (const passed of walkOf(frame))
        ring(`walk:${passed}`, pageKey(passed), 'read', { dashed: true, thick: 2 });
      ring('at:read', pageKey(event.ppn), 'read');
      return [];
    }
    case 'chain_chosen': {
      const chain = chainOf(frame, event.lbn);
      for (const pbn of chain) ring(`at:chain:${pbn}`, blockKey(pbn), 'partial', PART);
      tag(chain[0], [w.chain(chain.length), String(chain.length)], 'partial');
      return [];
    }
    case 'read': {
      ring('at:read', pageKey(event.ppn), 'read');
      const [from, to] = [at.get(pageKey(event.ppn)), at.get(bufferKey(event.logical))];
      const pads = (event.cause === 'pad' || event.cause === 'partial') && event.kind === 'data';
      return pads && from && to ? [arrow('at:arrow', from, to, 'read', null)] : [];
    }
    case 'program': {
      ring('at:program', pageKey(event.ppn), 'now');
      if (event.from === null) return [];
      // GC fills what is open.
      if (frame.gc || frame.inner) {
        const pbn = Math.floor(event.ppn / layout.pagesPerBlock);
        ring('at:filling', blockKey(pbn), 'ink', PART);
        tag(pbn, [w.tags.filling, '✎'], 'now');
      }
      ring('at:from', pageKey(event.from), 'now', { dashed: true, thick: 2 });
      const from = at.get(pageKey(event.from));
      const to = at.get(pageKey(event.ppn));
      return from && to ? [arrow('at:arrow', from, to, 'now', layout)] : [];
    }
    case 'erase':
      ring('at:erase', at.has(chipKey(event.pbn)) ? chipKey(event.pbn) : blockKey(event.pbn), 'erase');
      return [];
    case 'block_map_set':
      if (event.pbn !== null) ring('at:mapped', blockKey(event.pbn), 'now', { thick: 2 });
      return [];
    case 'block_taken':
      ring('at:taken', blockKey(event.pbn), 'now', { thick: 2 });
      return [];
    case 'locality_judged': {
      const { locality, lpn } = event;
      if (locality.verdict === 'continues') ring('at:stream', blockKey(locality.log), 'switch');
      else if (locality.verdict === 'random') ring('at:recent', recentKey(lpn), 'erase');
      return [];
    }
    case 'recency_moved':
      ring('at:recent', recentKey(event.lpn), 'now', { thick: 2 });
      return [];
    case 'log_block_chosen':
      ring('reclaim:victim', blockKey(event.pbn), 'full', PART);
      for (const { id, valid, score } of event.candidates)
        tag(id, [w.costs(score, valid), String(score)], id === event.pbn ? 'full' : 'ink-2');
      return [];
    case 'cmt_hit':
      ring('at:cmt', entryKey(event.lpn), 'switch');
      return [];
    case 'cmt_placed':
    case 'cmt_updated':
      ring('at:cmt', entryKey(event.lpn), 'now');
      return [];
    case 'gtd_set':
      ring('at:gtd', gtdKey(event.tpn), 'now');
      return [];
    case 'translation_update':
      ring('at:gtd', gtdKey(event.tpn), 'trans', { dashed: true });
      return [];
    case 'map_cached':
      ring('at:map', innerMapKey(event.superblock), 'switch');
      return [];
    case 'map_read':
      ring('at:map', innerMapKey(event.superblock), 'now');
      if (event.ppn === null) return [];
      ring('at:read', pageKey(event.ppn), 'read');
      tag(Math.floor(event.ppn / layout.pagesPerBlock), [w.oob, 'OOB'], 'ink-2');
      return [];
    case 'compaction_begin':
      ring('at:superblock', superblockKey(event.superblock), 'full');
      return [];
    case 'inner_cleaning_begin':
    case 'gc_begin':
      // They are ranked above the blocks, where there is room for it.
      if (layout.candidates) return [];
      for (const { id, valid, score } of event.candidates) {
        const tone =
          id !== event.pbn ? 'ink-2' : event.t === 'gc_begin' || !event.compaction ? 'copy' : 'full';
        tag(id, [w.candidate(valid, score), String(valid)], tone);
      }
      return [];
    case 'verified':
      return [];
    default: {
      const point = bufferPoint(event);
      if (point) ring('at:buffer', point.key, point.found ? 'switch' : 'now');
      return [];
    }
  }
}

function centre(rect: Rect): { x: number; y: number } {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
}

/**
 * From the side of one page to the side of another, so that it runs in the space between blocks and leaves the
 * labels alone. `side` is where it leaves and where it arrives: -1 left, 1 right.
 */
function arrow(key: string, from: Rect, to: Rect, tone: ColorToken, layout: Layout | null): Sprite {
  const [out, into] = sidesOf(from, to);
  const lane = layout && out !== into ? laneOf(from, to, layout) : null;
  const [a, b] = [centre(from), centre(to)];
  const x = a.x + (out * from.w) / 2;
  const rect = { x, y: a.y, w: b.x + (into * to.w) / 2 - x, h: b.y - a.y };
  const thick = layout ? 2 * scaleOf(layout) : 2;
  return sprite(key, rect, Z.arrow, {
    kind: 'arrow',
    tone,
    out,
    into,
    thick,
    ...(lane ?? { lane: null, gap: 0 }),
  });
}

/** The sides that face each other; pages above each other are joined on the right. */
export function sidesOf(from: Rect, to: Rect): [-1 | 1, -1 | 1] {
  if (to.x >= from.x + from.w) return [1, -1];
  if (from.x >= to.x + to.w) return [-1, 1];
  return [1, 1];
}

/**
 * Past blocks of the same line a copy runs in the gap under the pages of its target, so that it crosses no label. `null`
 * where no block is between, or where the two are in different lines.
 */
function laneOf(from: Rect, to: Rect, { rows }: Layout): { lane: number; gap: number } | null {
  const slots = rows.flatMap((row) => row.slots.filter((slot) => slot !== null));
  const holding = (page: Rect) =>
    slots.find(({ x, y, w, h }) => page.x >= x && page.x < x + w && page.y >= y && page.y < y + h);
  const [a, b] = [holding(from), holding(to)];
  if (!a || !b || Math.abs(a.y - b.y) > 0.5) return null;
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  const between = slots.filter(({ x, y }) => Math.abs(y - a.y) < 0.5 && x > left.x && x < right.x);
  if (between.length === 0) return null;
  const next = Math.min(...between.map(({ x }) => x));
  const gap = Math.min(16, next - left.x - left.w);
  return { lane: to.y + to.h + PAGE_GAP / 2 - (from.y + from.h / 2), gap };
}
