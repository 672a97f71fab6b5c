/**
 * From one scene to the next. `between` always runs from the earlier frame to the later one, as `u` goes from 0 to
 * 1; a step back runs the same motion from 1 to 0. At both ends it is the scene itself, with nothing added.
 *
 * Every changed sprite has two spans of `u`: one in which it moves, one in which its look changes. The cues of the
 * step's events (cues.ts) set them, so that a copy lands before its source turns invalid and a block is wiped before it leaves.
 * A sprite of only one scene comes out of, and goes back into, its anchor. A page has one look at a time: it turns,
 * it does not fade. How long each sprite takes says model/pacing.ts.
 */
import { easeCubicInOut } from 'd3-ease';
import { interpolateNumber } from 'd3-interpolate';
import type { Rect } from '../layout/rects';
import { blockKey } from '../scene/keys';
import { sidesOf } from '../scene/marks';
import {
  type Appearance,
  reachOf,
  type Scene,
  type Sprite,
  sameAppearance,
  sameSprite,
  Z,
} from '../scene/sprite';
import { type Cues, type Flight, MOVE, type Span } from './cues';

export interface Motion {
  /** Things equal in both scenes: drawn once. */
  still: Sprite[];
  /** The others at `u`, in the order of drawing. */
  at(u: number): Sprite[];
  ms: number;
}

const LOOK: Span = [0.15, 0.9];
/** Maps and candidates have one line, in which they take each other's place: at once, lest one is seen through the other. */
const AT_ONCE: Span = [0, 0.02];
const SWAPPED = /^[axy]\d|^(title:)?(map|candidates):?/;
/** Marks come early: they say what is about to be seen. */
const MARK: Span = [0, 0.35];
/** How far a request nudges. */
const NUDGE = 8;

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
