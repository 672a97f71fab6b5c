/**
 * From one scene to the next. `between` always runs from the earlier frame to the later one, as `u` goes from 0 to
 * 1; a step back runs the same motion from 1 to 0. At both ends it is the scene itself, with nothing added.
 *
 * Every changed sprite has two spans of `u`: one in which it moves, one in which its look changes. The cues of the
 * step's events set them, so that a copy lands before its source turns invalid and a block is wiped before it leaves.
 * A sprite of only one scene comes out of, and goes back into, its anchor. A page has one look at a time: it turns,
 * it does not fade. How long each sprite takes says model/pacing.ts.
 */
import { easeCubicInOut } from 'd3-ease';
import { interpolateNumber } from 'd3-interpolate';
import { MS, motionMs } from '../../../model/pacing';
import type { Event } from '../../../protocol/generated/Event';
import type { Rect } from '../layout/rects';
import type { Layout } from '../layout/types';
import { blockKey, bufferKey, chipKey, entryKey, gtdKey, pageKey } from '../scene/keys';
import { sidesOf } from '../scene/marks';
import { logicalName } from '../scene/names';
import {
  type Appearance,
  reachOf,
  type Scene,
  type Sprite,
  sameAppearance,
  sameSprite,
  type Tone,
  Z,
} from '../scene/sprite';

/** Part of the motion: from, to, as parts of `u`. */
type Span = readonly [number, number];

export interface Flight {
  key: string;
  from: Rect;
  to: Rect;
  tone: Tone;
  label: string;
  font: number;
  span: Span;
}

/** The motions that the events of a step ask for. */
export interface Cues {
  moves: Map<string, Span>;
  looks: Map<string, Span>;
  /** Where sprites that only one scene has come from or go to, if not their anchor. */
  elsewhere: Map<string, Rect>;
  /** Pages that are wiped on their way out. */
  wiped: Map<string, Span>;
  flights: Flight[];
  wipes: { key: string; over: Rect; span: Span }[];
  /** The request that comes up: it nudges. */
  nudge: string | null;
  /** Milliseconds that all of it takes at 1x. */
  ms: number;
}

export interface Motion {
  /** Things equal in both scenes: drawn once. */
  still: Sprite[];
  /** The others at `u`, in the order of drawing. */
  at(u: number): Sprite[];
  ms: number;
}

const MOVE: Span = [0.1, 0.95];
const LOOK: Span = [0.15, 0.9];
/** Maps and candidates have one line, in which they take each other's place: at once, lest one is seen through the other. */
const AT_ONCE: Span = [0, 0.02];
const SWAPPED = /^[axy]\d|^(title:)?(map|candidates):?/;
/** Marks come early: they say what is about to be seen. */
const MARK: Span = [0, 0.35];

export const NO_CUES: Cues = {
  moves: new Map(),
  looks: new Map(),
  elsewhere: new Map(),
  wiped: new Map(),
  flights: [],
  wipes: [],
  nudge: null,
  ms: MS.write,
};

/** Events that take a time of their own in a motion. A copy, read and program, is one. */
function takesTime(event: Event, next: Event | undefined): boolean {
  if (event.t === 'read') return !(next?.t === 'program' && next.from === event.ppn);
  return event.t === 'program' || event.t === 'erase';
}

/** The parts of a copy: until it has lifted, until it has flown, until it has landed. */
const COPY = MS.lift + MS.copy + MS.land + MS.between;
const LIFTED = MS.lift / COPY;
const FLOWN = (MS.lift + MS.copy) / COPY;
const LANDED = (MS.lift + MS.copy + MS.land) / COPY;
/** The part of an erase after which a block is wiped and leaves. */
const WIPED = MS.erase / (MS.erase + MS.place);
/** The part of a beginning after which all outlines are there and a fresh block comes. */
const OUTLINED = MS.begin / (MS.begin + MS.place);
/** The part of a change of the block map after which its entry is flipped and the block moves. */
const FLIPPED = MS.flip / (MS.flip + MS.place);
/** How far a request nudges. */
const NUDGE = 8;

export function cuesOf(
  events: Event[],
  before: Scene,
  after: Scene,
  layout: Layout,
  request: string | null,
  /** Whether there is time for a copy to lift first. */
  lifts = true,
): Cues {
  const cues: Cues = {
    moves: new Map(),
    looks: new Map(),
    elsewhere: new Map(),
    wiped: new Map(),
    flights: [],
    wipes: [],
    nudge: events[0]?.t === 'host_page' ? request : null,
    ms: motionMs(events),
  };
  const timed = events.filter((event, index) => takesTime(event, events[index + 1])).length;
  const length = timed <= 1 ? 1 : Math.max(0.18, Math.min(0.5, 1.6 / timed));
  const pages = layout.pagesPerBlock;
  const font = layout.cell.font;
  let count = 0;
  let span: Span = [0, length];
  let victim: number | null = null;
  let read: number | null = null;
  /** The data page read last; the logical page that the write buffer is giving to the FTL. */
  let found: number | null = null;
  let leaving: number | null = destaging(events, before);
  const rectOf = (key: string): Rect | undefined => before.get(key) ?? after.get(key);
  const endOf = (key: string): Rect | undefined => after.get(key) ?? before.get(key);
  /** A part of the current event's span. */
  const part = (from: number, to: number): Span => [
    span[0] + from * (span[1] - span[0]),
    Math.min(1, span[0] + to * (span[1] - span[0])),
  ];

  /** A page comes into the buffer; one that is there already is written over. */
  const arrives = (lpn: number, origin: string | null, span: Span) => {
    const key = bufferKey(lpn);
    const from = origin === null ? undefined : rectOf(origin);
    const to = after.get(key);
    cues.moves.set(key, span);
    if (!from || !to) return;
    if (!before.has(key)) cues.elsewhere.set(key, from);
    else {
      const look = to.look.kind === 'buffered' ? to.look : null;
      cues.looks.set(key, [span[1] - 0.1, span[1]]);
      cues.flights.push({ key: `fx:${key}`, from, to, tone: 'valid', label: look?.label ?? '', font, span });
    }
  };

  for (const [index, event] of events.entries()) {
    if (takesTime(event, events[index + 1])) {
      const start = timed <= 1 ? 0 : (count / (timed - 1)) * (1 - length);
      span = [start, start + length];
      count += 1;
    }
    switch (event.t) {
      case 'read':
        if (event.kind === 'translation') read = event.ppn;
        else found = event.ppn;
        // A filler of a block flies up into the buffer.
        if (event.kind === 'data' && event.cause === 'pad')
          arrives(event.logical, pageKey(event.ppn), part(0.1, 0.95));
        break;
      case 'program': {
        const key = pageKey(event.ppn);
        const copied = event.from !== null;
        const lift = copied && lifts ? LIFTED : 0;
        cues.looks.set(key, copied ? part(FLOWN, LANDED) : part(0.82, 0.9));
        const origin =
          event.from !== null
            ? pageKey(event.from)
            : event.kind === 'translation'
              ? victim !== null && rectOf(entryKey(victim))
                ? entryKey(victim)
                : gtdKey(event.logical)
              : leaving === event.logical
                ? bufferKey(event.logical)
                : request;
        const from = origin ? rectOf(origin) : undefined;
        const to = endOf(key);
        if (!from || !to) break;
        const look = after.get(key)?.look;
        const tone = event.kind === 'translation' ? 'trans' : 'valid';
        cues.flights.push({
          key: `fx:${event.ppn}`,
          from,
          to,
          tone:
            event.cause === 'pad'
              ? 'pad'
              : look?.kind === 'cell' && (look.tone === 'log' || look.tone === 'trans')
                ? look.tone
                : tone,
          label:
            look?.kind === 'cell' ? look.label : logicalName(event.logical, event.kind === 'translation'),
          font,
          span: copied ? part(lift, FLOWN) : part(0.02, 0.86),
        });
        if (leaving === event.logical) cues.moves.set(bufferKey(event.logical), part(0.02, 0.12));
        break;
      }
      case 'invalidate':
        cues.looks.set(pageKey(event.ppn), part(FLOWN, LANDED));
        break;
      case 'erase': {
        const first = event.pbn * pages;
        const lines = Math.ceil(pages / layout.cell.columns);
        for (let offset = 0; offset < pages; offset += 1) {
          const line = offset % lines;
          const wipe = part((WIPED * line) / lines, (WIPED * (line + 1)) / lines);
          cues.looks.set(pageKey(first + offset), wipe);
          cues.wiped.set(pageKey(first + offset), wipe);
        }
        cues.moves.set(blockKey(event.pbn), part(WIPED, 1));
        cues.moves.set(chipKey(event.pbn), part(WIPED, 1));
        const over = rectOf(blockKey(event.pbn));
        if (over) {
          const body = { ...over, y: over.y + layout.header.h, h: over.h - layout.header.h };
          cues.wipes.push({ key: `fx:wipe:${event.pbn}`, over: body, span: part(0, WIPED) });
        }
        break;
      }
      case 'buffered':
      case 'buffer_rewritten':
        arrives(event.lpn, request, timed === 0 ? MOVE : [0.7, 1]);
        break;
      case 'buffer_kept':
        arrives(event.lpn, found === null ? null : pageKey(found), timed === 0 ? MOVE : [0.5, 1]);
        break;
      case 'buffer_hit': {
        const [from, to] = [rectOf(bufferKey(event.lpn)), request ? endOf(request) : undefined];
        const label = String(event.lpn);
        if (from && to)
          cues.flights.push({
            key: `fx:${bufferKey(event.lpn)}`,
            from,
            to,
            tone: 'valid',
            label,
            font,
            span: MOVE,
          });
        break;
      }
      case 'destage_page':
        leaving = event.lpn;
        break;
      case 'cmt_victim':
        victim = event.lpn;
        break;
      case 'cmt_evicted': {
        const last = cues.flights.at(-1);
        const key = entryKey(event.lpn);
        cues.moves.set(key, part(0.1, 0.85));
        if (event.dirty && last) cues.elsewhere.set(key, last.to);
        break;
      }
      case 'cmt_prefetched':
      case 'cmt_placed': {
        const key = entryKey(event.lpn);
        const from = read === null ? undefined : rectOf(pageKey(read));
        if (from && !before.has(key)) cues.elsewhere.set(key, from);
        cues.moves.set(key, MOVE);
        break;
      }
      case 'cmt_updated':
        cues.looks.set(entryKey(event.lpn), part(0.7, 1));
        break;
      case 'gtd_set':
        cues.looks.set(gtdKey(event.tpn), part(0.75, 1));
        break;
      case 'block_role':
        // It takes the place of a block that must be gone first.
        cues.moves.set(blockKey(event.pbn), timed === 0 ? [FLIPPED, 1] : part(0.5, 1));
        break;
      case 'block_taken': {
        // Where something is written as well, it is written into the block that has come.
        const span: Span = timed > 0 ? [0, 0.4] : index === 0 ? MOVE : [OUTLINED, 1];
        cues.moves.set(blockKey(event.pbn), span);
        cues.moves.set(chipKey(event.pbn), span);
        break;
      }
      default:
        break;
    }
  }
  return cues;
}

/** The logical page that moves from the write buffer to the FTL when a step begins: one of its pages, or a filler. */
function destaging(events: Event[], before: Scene): number | null {
  const program = events.find(
    (event) => event.t === 'program' && event.from === null && event.kind === 'data',
  );
  const leaves = events.some((event) => event.t === 'destaged');
  return leaves && program?.t === 'program' && before.has(bufferKey(program.logical))
    ? program.logical
    : null;
}

/** One sprite on its way: pushes what is to be drawn of it at `u`. */
type Part = (u: number, out: Sprite[]) => void;

export function between(before: Scene, after: Scene, cues: Cues, pagesPerBlock: number): Motion {
  const still: Sprite[] = [];
  const parts: Part[] = [];
  for (const [key, a] of before) {
    const b = after.get(key);
    if (b && sameSprite(a, b)) still.push(b);
    else if (b)
      parts.push(changing(a, b, moveSpan(b, cues, pagesPerBlock), lookSpan(b, cues), key === cues.nudge));
    else parts.push(oneEnded(a, after, cues, pagesPerBlock, false));
  }
  for (const [key, b] of after) {
    if (!before.has(key)) parts.push(oneEnded(b, before, cues, pagesPerBlock, true));
  }
  for (const flight of cues.flights) parts.push(flying(flight));
  for (const wipe of cues.wipes) parts.push(wiping(wipe));
  still.sort((a, b) => a.z - b.z);

  const at = (u: number): Sprite[] => {
    const out: Sprite[] = [];
    for (const part of parts) part(u, out);
    return out.sort((a, b) => a.z - b.z);
  };
  return {
    still,
    at,
    ms: cues.ms,
  };
}

function moveSpan(sprite: Sprite, cues: Cues, pagesPerBlock: number): Span {
  const own = cues.moves.get(sprite.key);
  if (own) return own;
  // Pages go where their block goes, when it goes.
  const number = Number(sprite.key.slice(1));
  if (sprite.look.kind === 'cell')
    return cues.moves.get(blockKey(Math.floor(number / pagesPerBlock))) ?? MOVE;
  if (sprite.look.kind === 'header' || sprite.look.kind === 'veil')
    return cues.moves.get(blockKey(number)) ?? MOVE;
  return isMark(sprite) ? MARK : MOVE;
}

function lookSpan(sprite: Sprite, cues: Cues): Span {
  return cues.looks.get(sprite.key) ?? (isMark(sprite) ? MARK : LOOK);
}

function isMark(sprite: Sprite): boolean {
  return sprite.z >= Z.link;
}

function progress(u: number, [from, to]: Span): number {
  return easeCubicInOut(Math.min(1, Math.max(0, (u - from) / Math.max(1e-6, to - from))));
}

function lerp(a: Rect, b: Rect): (e: number) => Rect {
  const x = interpolateNumber(a.x, b.x);
  const y = interpolateNumber(a.y, b.y);
  const w = interpolateNumber(a.w, b.w);
  const h = interpolateNumber(a.h, b.h);
  return (e) => ({ x: x(e), y: y(e), w: w(e), h: h(e) });
}

/** Kinds that turn from one look to the other at once: half of each would be neither. */
function turns(look: Appearance): boolean {
  return (
    look.kind === 'cell' ||
    look.kind === 'chip' ||
    look.kind === 'request' ||
    look.kind === 'entry' ||
    look.kind === 'buffered'
  );
}

function changing(a: Sprite, b: Sprite, move: Span, look: Span, nudges: boolean): Part {
  const rect = lerp(a, b);
  const alpha = interpolateNumber(a.alpha, b.alpha);
  const same = sameAppearance(a.look, b.look);
  const moved = a.x !== b.x || a.y !== b.y;
  const z = moved && b.z < Z.link ? b.z + 0.5 : b.z;
  return (u, out) => {
    const e = progress(u, move);
    const f = same ? 1 : progress(u, look);
    const base = { ...b, ...rect(e), alpha: alpha(e), z };
    if (nudges) base.x += NUDGE * Math.sin(Math.PI * u);
    if (turns(b.look)) out.push(f >= 1 || (f > 0 && nudges) ? base : { ...base, look: a.look });
    else if (f >= 1) out.push(base);
    else if (f <= 0) out.push({ ...base, look: a.look });
    else {
      out.push({ ...base, look: a.look, alpha: base.alpha * (1 - f) });
      out.push({ ...base, key: `${b.key}'`, alpha: base.alpha * f, z: z + 0.01 });
    }
  };
}

/** A sprite that only the earlier (`enters` false) or the later scene has. */
function oneEnded(sprite: Sprite, other: Scene, cues: Cues, pagesPerBlock: number, enters: boolean): Part {
  const place = cues.elsewhere.get(sprite.key) ?? (sprite.anchor ? other.get(sprite.anchor) : undefined);
  const move = SWAPPED.test(sprite.key) ? AT_ONCE : moveSpan(sprite, cues, pagesPerBlock);
  const rect = lerp(sprite, place ?? sprite);
  const wipe = cues.wiped.get(sprite.key);
  return (u, out) => {
    const e = progress(u, move);
    // How far it is from its own scene: 0 there, 1 gone.
    const gone = enters ? 1 - e : e;
    // A page is there or not; marks and words come and go.
    const alpha = sprite.alpha * (place || turns(sprite.look) ? Number(gone < 1) : 1 - gone);
    if (alpha <= 0) return;
    const z = place && gone > 0 ? sprite.z + 0.5 : sprite.z;
    const base = { ...sprite, ...rect(gone), alpha, z };
    const wiped = wipe && !enters && sprite.look.kind === 'cell' ? progress(u, wipe) : 0;
    if (wiped >= 1 && sprite.look.kind === 'cell')
      out.push({ ...base, look: { ...sprite.look, tone: 'free', label: '' } });
    else out.push(base);
  };
}

/** A point of the way between the middles of two rectangles: it leaves and arrives level, as the arrow does. */
function way(from: Rect, to: Rect, e: number): { x: number; y: number } {
  const ax = from.x + from.w / 2;
  const ay = from.y + from.h / 2;
  const bx = to.x + to.w / 2;
  const by = to.y + to.h / 2;
  const [out, into] = sidesOf(from, to);
  const reach = reachOf(bx - ax, by - ay);
  const s = 1 - e;
  const cubic = (a: number, c: number, d: number, b: number) =>
    s * s * s * a + 3 * s * s * e * c + 3 * s * e * e * d + e * e * e * b;
  // Lifted in the middle: an arc, also between two places of the same height.
  const arc = Math.min(28, 0.12 * Math.abs(bx - ax)) * Math.sin(Math.PI * e);
  return { x: cubic(ax, ax + out * reach, bx + into * reach, bx), y: cubic(ay, ay, by, by) - arc };
}

function flying(flight: Flight): Part {
  const { from, to, span } = flight;
  const width = interpolateNumber(Math.min(from.w, to.w * 1.4), to.w);
  const height = interpolateNumber(Math.min(from.h, to.h * 1.4), to.h);
  return (u, out) => {
    const s = (u - span[0]) / (span[1] - span[0]);
    if (s <= 0 || s >= 1) return;
    const e = easeCubicInOut(s);
    const point = way(from, to, e);
    const w = width(e);
    const h = height(e);
    out.push({
      key: flight.key,
      x: point.x - w / 2,
      y: point.y - h / 2,
      w,
      h,
      alpha: 1,
      z: Z.ghost,
      anchor: null,
      target: null,
      look: { kind: 'ghost', tone: flight.tone, label: flight.label, font: flight.font },
    });
  };
}

function wiping(wipe: Cues['wipes'][number]): Part {
  return (u, out) => {
    const s = (u - wipe.span[0]) / (wipe.span[1] - wipe.span[0]);
    if (s <= 0 || s >= 1) return;
    out.push({
      key: wipe.key,
      x: wipe.over.x,
      y: wipe.over.y + wipe.over.h * s - 2,
      w: wipe.over.w,
      h: 4,
      alpha: Math.min(1, s * 8, (1 - s) * 8),
      z: Z.ghost,
      anchor: null,
      target: null,
      look: { kind: 'wipe' },
    });
  };
}
