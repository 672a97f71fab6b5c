/** What the moment points at: rings, tags, the arrow of a copy, the outline of a merge or a cleaning. */

import type { ColorToken } from '../../base/tokens';
import { isDead } from '../../protocol/frame';
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { ReclaimShown } from '../../protocol/generated/ReclaimShown';
import { bufferMarks, bufferPoint } from './buffer';
import {
  blockKey,
  bufferKey,
  chipKey,
  entryKey,
  groupKey,
  gtdKey,
  headerKey,
  innerMapKey,
  pageKey,
  recentKey,
  requestKey,
  superblockKey,
} from './keys';
import type { Layout } from './layout';
import { chainOf } from './places';
import { overlap, type Rect, tagWidth, textWidth } from './rects';
import { cmtStory, momentEvents, walkOf } from './story';
import { type Look, type Scene, type Thing, thing, Z } from './thing';
import type { Words } from './words';

export interface Moment {
  frame: Frame;
  layout: Layout;
  words: Words;
}

const MERGE_TONE = { switch: 'switch', partial: 'partial', full: 'full' } as const;

export function marks(input: Moment, at: Scene): Thing[] {
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
  // Which of the texts is the first that fits under its block, or else the last and shortest.
  const fitting = (around: string, texts: string[]) => {
    const width = at.get(around)?.w ?? Number.POSITIVE_INFINITY;
    const first = texts.findIndex((text) => tagWidth(text, layout.label) <= width);
    return first < 0 ? texts.length - 1 : first;
  };
  const tag: Tag = (key, around, texts, tone) => {
    const on = at.get(around);
    if (!on) return;
    const height = layout.label * 1.5;
    const text = texts[fitting(around, texts)] ?? '';
    // At the foot of the stage there is no room below.
    const y = Math.min(on.y + on.h - height * 0.35, layout.height - height - 1);
    const rect = { x: on.x, y, w: on.w, h: height };
    out.push(thing(key, rect, Z.tag, { kind: 'tag', text, font: layout.label, tone }));
  };
  // What is compared says as much of each.
  const tags: Tags = (all) => {
    const short = Math.max(0, ...all.map(([, around, texts]) => fitting(around, texts)));
    for (const [key, around, texts, tone] of all) tag(key, around, texts.slice(short), tone);
  };
  const WORDS = new Set<Look['kind']>(['text', 'request', 'chip', 'hole', 'entry']);
  const isClear = (rect: Rect) =>
    ![...at.values()].some((other) => WORDS.has(other.look.kind) && overlap(rect, other));
  // Over its block where the long text fits and covers nothing; else at the right of the block's header the first that
  // leaves the block's name.
  const badge: Badge = (key, pbn, [long, ...short], tone) => {
    const on = at.get(blockKey(pbn));
    if (!on) return;
    const wide = tagWidth(long, layout.label) <= on.w && !layout.stacked && !layout.tight;
    const above = { x: on.x, y: on.y - layout.label * 1.35, w: on.w, h: layout.label * 1.5 };
    if (wide && isClear(above)) {
      out.push(thing(key, above, Z.tag, { kind: 'tag', text: long, font: layout.label, tone }));
      return;
    }
    const font = Math.max(9, layout.label - 1.5);
    const height = font * 1.5;
    const head = at.get(headerKey(pbn));
    const named = head?.look.kind === 'header' ? head.look : null;
    const room = on.w - 9 - (named ? textWidth(named.name.length, named.font) : 0);
    const fits = short.find((each) => tagWidth(each, font) <= room);
    const text = fits ?? short.at(-1) ?? '';
    const width = tagWidth(text, font);
    // Beside no name there is room only at the foot, right of where the line ends.
    const y = fits === undefined ? on.y + on.h - height * 0.6 : on.y + 2;
    const rect = { x: on.x + on.w - width - 2, y, w: width, h: height };
    out.push(thing(key, rect, Z.tag, { kind: 'tag', text, font, tone }));
    // What else the header says keeps clear of it.
    if (head && named && fits !== undefined) out.push({ ...head, look: { ...named, taken: width } });
  };

  if (frame.merge) {
    const tone = MERGE_TONE[frame.merge.kind];
    const { log, data, into } = frame.merge;
    // A chain is folded whole, as far as it still stands.
    const chain = frame.merge.reason === 'no_free_block' ? chainOf(frame, frame.merge.lbn) : [data];
    const parts = new Set([...chain, log, into].filter((pbn) => pbn !== null));
    for (const pbn of parts) ring(`merge:${pbn}`, blockKey(pbn), tone, { thick: 2.5, out: 3 });
    const goal = at.get(blockKey(into ?? log ?? -1));
    const from = at.get(blockKey(data ?? -1));
    // The blocks of a chain are joined already, and a rewritten one stands in a line with the fresh one.
    if (goal && from && frame.merge.reason !== 'no_free_block' && frame.merge.reason !== 'page_in_use')
      out.push(link('merge:link', from, goal, tone));
  }
  if (frame.reclaim) out.push(...reclaimMarks(frame.reclaim, w, at, ring, badge));
  if (frame.inner) {
    const { superblock, compaction, pbn, copies } = frame.inner;
    const tone = compaction ? 'full' : copies === 0 ? 'switch' : 'partial';
    ring('inner:group', groupKey(superblock), tone, { thick: 2, out: 1, dashed: true });
    if (pbn !== null) ring('inner:victim', blockKey(pbn), tone, { thick: 2.5, out: 3 });
  }
  for (const block of frame.blocks)
    if (isDead(block))
      ring(`dead:${block.pbn}`, blockKey(block.pbn), 'erase', { dashed: true, thick: 2, out: 1 });
  if (frame.gc) ring('gc:victim', blockKey(frame.gc.pbn), 'copy', { thick: 2.5, out: 3 });
  if (frame.wear) {
    const { from, to } = frame.wear;
    for (const pbn of [from, to]) ring(`wear:${pbn}`, blockKey(pbn), 'copy', { thick: 2.5, out: 3 });
  }
  out.push(...bufferMarks(input, at));
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
    out.push(...eventMarks(event, input, at, ring, tag, tags));
  }
  return out;
}

/** From a victim a line to every data block it touches, and which of its merges each is. */
function reclaimMarks(reclaim: ReclaimShown, w: Words, at: Scene, ring: Ring, badge: Badge): Thing[] {
  const { pbn, merged, skipped, done } = reclaim;
  const victim = at.get(blockKey(pbn));
  ring('reclaim:victim', blockKey(pbn), 'full', { thick: 2.5, out: 3 });
  const lines: Thing[] = [];
  const line = (lbn: number, data: number | null, tone: ColorToken, texts: [string, ...string[]]) => {
    const block = data === null ? undefined : at.get(blockKey(data));
    if (data === null || !block) return;
    if (victim) lines.push(tie(`reclaim:line:${lbn}`, victim, block, tone));
    badge(`reclaim:part:${lbn}`, data, texts, tone);
  };
  merged.forEach(({ lbn, data }, index) => {
    const [part, of, over] = [index + 1, merged.length, index < done];
    const short = over ? ['✓'] : [`${part}/${of}`, String(part)];
    line(lbn, data, over ? 'ink-2' : 'full', [w.part(part, of, over), ...short]);
  });
  for (const { lbn, data } of skipped) line(lbn, data, 'ink-2', [w.skipped, '✕']);
  return lines;
}

type Ring = (
  key: string,
  around: string,
  tone: ColorToken,
  more?: Partial<Extract<Look, { kind: 'ring' }>>,
) => void;

type Tag = (key: string, around: string, texts: string[], tone: ColorToken) => void;

type Tags = (all: Parameters<Tag>[]) => void;

/** `texts`: from the longest to the shortest. */
type Badge = (key: string, pbn: number, texts: [string, ...string[]], tone: ColorToken) => void;

function eventMarks(
  event: Event,
  { frame, layout, words: w }: Moment,
  at: Scene,
  ring: Ring,
  tag: Tag,
  tags: Tags,
): Thing[] {
  switch (event.t) {
    case 'host_page':
      if (frame.request) ring('at:host', requestKey(frame.request), 'now');
      return [];
    case 'unmapped_read':
      if (frame.request) ring('at:host', requestKey(frame.request), 'erase', { dashed: true });
      return [];
    case 'chain_read': {
      // The walk up to here: what was passed over, and where it stands.
      for (const passed of walkOf(frame))
        ring(`walk:${passed}`, pageKey(passed), 'read', { dashed: true, thick: 2 });
      ring('at:read', pageKey(event.ppn), 'read');
      return [];
    }
    case 'chain_chosen': {
      const chain = chainOf(frame, event.lbn);
      for (const pbn of chain) ring(`at:chain:${pbn}`, blockKey(pbn), 'partial', { thick: 2.5, out: 3 });
      tag('at:chain', blockKey(chain[0] ?? -1), [w.chain(chain.length), String(chain.length)], 'partial');
      return [];
    }
    case 'read': {
      ring('at:read', pageKey(event.ppn), 'read');
      const [from, to] = [at.get(pageKey(event.ppn)), at.get(bufferKey(event.logical))];
      const pads = event.cause === 'pad' && event.kind === 'data';
      return pads && from && to ? [arrow('at:arrow', from, to, 'read')] : [];
    }
    case 'program': {
      ring('at:program', pageKey(event.ppn), 'now');
      if (event.from === null) return [];
      ring('at:from', pageKey(event.from), 'now', { dashed: true, thick: 2 });
      const from = at.get(pageKey(event.from));
      const to = at.get(pageKey(event.ppn));
      return from && to ? [arrow('at:arrow', from, to, 'now')] : [];
    }
    case 'erase':
      ring('at:erase', at.has(chipKey(event.pbn)) ? chipKey(event.pbn) : blockKey(event.pbn), 'erase');
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
      ring('reclaim:victim', blockKey(event.pbn), 'full', { thick: 2.5, out: 3 });
      tags(
        event.candidates.map(({ id, valid, score }) => [
          `at:candidate:${id}`,
          blockKey(id),
          [w.costs(score, valid), String(score)],
          id === event.pbn ? 'full' : 'ink-2',
        ]),
      );
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
      tag('at:oob', blockKey(Math.floor(event.ppn / layout.pagesPerBlock)), [w.oob, 'OOB'], 'read');
      return [];
    case 'compaction_begin':
      ring('at:superblock', superblockKey(event.superblock), 'full');
      return [];
    case 'inner_cleaning_begin':
    case 'gc_begin':
      tags(
        event.candidates.map(({ id, valid, score }) => [
          `at:candidate:${id}`,
          blockKey(id),
          [w.candidate(valid, score), String(valid)],
          id !== event.pbn ? 'ink-2' : event.t === 'gc_begin' || !event.compaction ? 'copy' : 'full',
        ]),
      );
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
