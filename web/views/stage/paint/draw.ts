/** Paints sprites on a canvas. The only file of the stage that touches one. */

import type { Rect } from '../layout/rects';
import { type Appearance, reachOf, type Sprite } from '../scene/sprite';
import { box, type Context, grow, inset, stroke, type Theme } from './paint';
import { BLOCK_RADIUS, block, buffered, cell, fillOf, group, header, slot, tile, veil } from './paint-cells';
import { candidate, chip, count, entry, heading, request, tag, turn, words } from './paint-chips';

export interface Painter {
  /** Size in CSS pixels, and device pixels per CSS pixel. Clears. */
  resize(width: number, height: number, ratio: number): void;
  /** Paints what will not change for a while into a layer of its own. `scroll`: how far the content is scrolled. */
  paintStill(sprites: readonly Sprite[], theme: Theme, scroll: number): void;
  /** Paints the still layer, and over it what moves and what is pointed at. */
  paint(sprites: readonly Sprite[], outlines: readonly Outline[], theme: Theme, scroll: number): void;
}

/** A mark of selection, of pointing or of change. */
export interface Outline {
  rect: Rect;
  kind: 'selected' | 'hovered' | 'changed' | 'focused' | 'marked' | 'missed' | 'pointed';
}

export function createPainter(canvas: HTMLCanvasElement): Painter {
  const screen = canvas.getContext('2d');
  const layer = document.createElement('canvas');
  const base = layer.getContext('2d');
  let [width, height, ratio] = [0, 0, 1];
  return {
    resize(w, h, r) {
      [width, height, ratio] = [w, h, r];
      for (const each of [canvas, layer]) {
        each.width = Math.max(1, Math.round(w * r));
        each.height = Math.max(1, Math.round(h * r));
      }
    },
    paintStill(sprites, theme, scroll) {
      if (!base) return;
      base.setTransform(ratio, 0, 0, ratio, 0, 0);
      base.clearRect(0, 0, width, height);
      base.translate(0, -scroll);
      paintAll(base, sprites, theme, scroll, height);
    },
    paint(sprites, outlines, theme, scroll) {
      if (!screen) return;
      screen.setTransform(1, 0, 0, 1, 0, 0);
      screen.clearRect(0, 0, canvas.width, canvas.height);
      screen.drawImage(layer, 0, 0);
      screen.setTransform(ratio, 0, 0, ratio, 0, 0);
      screen.translate(0, -scroll);
      paintAll(screen, sprites, theme, scroll, height);
      for (const outline of outlines) paintOutline(screen, outline, theme);
    },
  };
}

function paintAll(
  c: Context,
  sprites: readonly Sprite[],
  theme: Theme,
  scroll: number,
  height: number,
): void {
  for (const sprite of sprites) {
    const top = Math.min(sprite.y, sprite.y + sprite.h) - 80;
    const bottom = Math.max(sprite.y, sprite.y + sprite.h) + 80;
    if (bottom < scroll || top > scroll + height) continue;
    c.globalAlpha = sprite.alpha;
    paintThing(c, sprite, sprite.look, theme);
  }
  c.globalAlpha = 1;
}

export function paintThing(c: Context, r: Rect, look: Appearance, theme: Theme): void {
  const { colors } = theme;
  switch (look.kind) {
    case 'cell':
      cell(c, r, look.tone, look.label, look.font, theme);
      break;
    case 'ghost':
      c.save();
      c.shadowColor = 'rgb(0 0 0 / 0.35)';
      c.shadowBlur = 14;
      c.shadowOffsetY = 5;
      c.fillStyle = colors[fillOf(look.tone)];
      box(c, r, 5);
      c.fill();
      c.restore();
      cell(c, r, look.tone, look.label, look.font, theme);
      box(c, grow(r, 1.5), 6);
      stroke(c, colors.now, 3);
      break;
    case 'block':
      block(c, r, look.free, theme);
      break;
    case 'header':
      header(c, r, look, theme);
      break;
    case 'slot':
      slot(c, r, look, theme);
      break;
    case 'veil':
      veil(c, r, look, theme);
      break;
    case 'turn':
      turn(c, r, look, theme);
      break;
    case 'candidate':
      candidate(c, r, look, theme);
      break;
    case 'tile':
      tile(c, r, look, theme);
      break;
    case 'chip':
      chip(c, r, look, theme);
      break;
    case 'request':
      request(c, r, look, theme);
      break;
    case 'entry':
      entry(c, r, look, theme);
      break;
    case 'buffered':
      buffered(c, r, look, theme);
      break;
    case 'group':
      group(c, r, look, theme);
      break;
    case 'under':
      c.fillStyle = colors[look.tone];
      box(c, { ...r, h: 3 }, 1.5);
      c.fill();
      break;
    case 'hole':
      box(c, inset(r, 0.5), 5);
      stroke(c, colors['free-line'], 1, [3, 3]);
      break;
    case 'text':
      words(c, r, look, theme);
      break;
    case 'heading':
      heading(c, r, look, theme);
      break;
    case 'guide':
      c.beginPath();
      c.moveTo(r.x, r.y);
      c.lineTo(r.x + r.w, r.y);
      stroke(c, colors['line-2'], 1, [1.5, 4]);
      break;
    case 'count':
      count(c, r, look, theme);
      break;
    case 'panel':
      c.fillStyle = colors.surface;
      box(c, inset(r, 0.5), 12);
      c.fill();
      stroke(c, colors['line-2'], 1);
      break;
    case 'ring':
      box(c, grow(r, look.out), look.out === 0 ? BLOCK_RADIUS : 5 + look.out / 2);
      // A halo, so that the ring stands out from a page of a like hue.
      if (look.out > 0) stroke(c, colors.surface, look.thick + 2);
      stroke(c, colors[look.tone], look.thick, look.dashed ? [5, 3.5] : []);
      break;
    case 'arrow':
      arrow(c, r, look, theme);
      break;
    case 'way':
      way(c, look, theme);
      break;
    case 'next':
      next(c, r, colors[look.tone]);
      break;
    case 'tag':
      tag(c, r, look, theme);
      break;
    case 'heat':
      heat(c, r, look.level, colors[look.tone], colors.surface);
      break;
    case 'wipe':
      c.fillStyle = colors.erase;
      c.fillRect(r.x, r.y, r.w, r.h);
      break;
  }
}

/** The hotter, the thicker the frame and the stronger the tint; told from what lies below by a halo. */
function heat(c: Context, r: Rect, level: number, color: string, halo: string): void {
  const alpha = c.globalAlpha;
  const thick = Math.min(r.h / 4, 1.5 + 2.5 * level);
  c.globalAlpha = alpha * 0.45 * level;
  c.fillStyle = color;
  box(c, r, 4);
  c.fill();
  c.globalAlpha = alpha * Math.min(1, 0.25 + level);
  box(c, inset(r, thick / 2), 4);
  stroke(c, halo, thick + 1.5);
  stroke(c, color, thick);
  c.globalAlpha = alpha;
}

/** The way of a copy: dotted, on a halo where it crosses pages, with a head before its end. */
function arrow(c: Context, r: Rect, look: Extract<Appearance, { kind: 'arrow' }>, { colors }: Theme): void {
  const { out, into } = look;
  const color = colors[look.tone === 'now' ? 'now-edge' : look.tone];
  const reach = reachOf(r.w, r.h);
  const [ex, ey] = [r.x + r.w, r.y + r.h];
  const tip = ex + into * 1.5;
  const neck = tip + into * 6;
  c.lineCap = 'round';
  c.beginPath();
  c.moveTo(r.x + out * 3, r.y);
  if (look.lane === null) {
    c.bezierCurveTo(r.x + out * reach, r.y, ex + into * reach, ey, neck, ey);
    stroke(c, colors.surface, 5);
  } else {
    // Down beside its page, along the gap under the pages between, and up to its target.
    const [near, far] = [r.x + out * (4 + look.gap / 2), ex + into * (4 + look.gap / 2)];
    const y = r.y + look.lane;
    const bend = Math.min(5, look.gap / 2);
    c.arcTo(near, r.y, near, y, bend);
    c.arcTo(near, y, far, y, bend);
    c.arcTo(far, y, far, ey, bend);
    c.arcTo(far, ey, neck, ey, bend);
    c.lineTo(neck, ey);
    stroke(c, colors.surface, look.thick + 1.5);
  }
  stroke(c, color, look.thick, [0.1, look.thick * 2.2]);
  c.lineCap = 'butt';
  c.fillStyle = color;
  c.beginPath();
  c.moveTo(tip, ey);
  c.lineTo(neck + into * 1.5, ey - 4.5);
  c.lineTo(neck + into * 1.5, ey + 4.5);
  c.closePath();
  c.fill();
}

/** Level and upright lines with round corners: amber where it goes now, dotted where it will. */
function way(c: Context, look: Extract<Appearance, { kind: 'way' }>, { colors }: Theme): void {
  const numbers = look.points.split(' ').map(Number);
  const points = numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0] as const] : []));
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return;
  const now = look.is === 'now';
  const color = now ? colors['now-edge'] : colors['ink-2'];
  const trace = () => {
    c.beginPath();
    points.forEach(([x, y], i) => {
      const after = points[i + 1];
      if (i === 0) c.moveTo(x, y);
      else if (after) c.arcTo(x, y, after[0], after[1], 4);
      else c.lineTo(x, y);
    });
  };
  c.lineCap = 'round';
  trace();
  stroke(c, colors.surface, 4);
  trace();
  stroke(c, color, now ? 2 : 1.6, now ? [] : [0.1, 3.6]);
  c.lineCap = 'butt';
  const turn = Math.atan2(end[1] - before[1], end[0] - before[0]);
  head(c, end[0], end[1], turn, color);
}

/** The head of an arrow that ends here. */
function head(c: Context, x: number, y: number, turn: number, color: string): void {
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.fillStyle = color;
  c.beginPath();
  c.moveTo(1, 0);
  c.lineTo(-6, -4);
  c.lineTo(-6, 4);
  c.closePath();
  c.fill();
  c.restore();
}

function next(c: Context, r: Rect, color: string): void {
  const [ex, ey] = [r.x + r.w, r.y + r.h];
  const way = Math.atan2(r.h, r.w);
  c.beginPath();
  c.moveTo(r.x, r.y);
  c.lineTo(ex - 4 * Math.cos(way), ey - 4 * Math.sin(way));
  stroke(c, color, 2);
  head(c, ex - Math.cos(way), ey - Math.sin(way), way, color);
}

function paintOutline(c: Context, { rect, kind }: Outline, { colors }: Theme): void {
  box(c, grow(rect, kind === 'focused' ? 3 : kind === 'pointed' ? 2.5 : 1.5), 6);
  if (kind === 'missed' || kind === 'pointed') {
    stroke(c, colors['now-edge'], 3, kind === 'missed' ? [5, 4] : []);
    return;
  }
  const marked = kind === 'changed' || kind === 'marked';
  const width = kind === 'focused' || kind === 'marked' ? 3 : 2;
  stroke(c, marked ? colors.now : colors.ink, width, kind === 'hovered' ? [4, 3] : []);
}
