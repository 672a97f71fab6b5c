/** Paints things on a canvas. The only file of the stage that touches one. */
import type { Colors, ColorToken } from '../../base/tokens';
import type { Rect } from './rects';
import { type Look, reachOf, type Thing, type Tone } from './thing';

export interface Theme {
  colors: Colors;
  family: string;
}

export interface Painter {
  /** Size in CSS pixels, and device pixels per CSS pixel. Clears. */
  resize(width: number, height: number, ratio: number): void;
  /** Paints what will not change for a while into a layer of its own. `scroll`: how far the content is scrolled. */
  paintStill(things: readonly Thing[], theme: Theme, scroll: number): void;
  /** Paints the still layer, and over it what moves and what is pointed at. */
  paint(things: readonly Thing[], outlines: readonly Outline[], theme: Theme, scroll: number): void;
}

/** A mark of selection, of pointing or of change. */
export interface Outline {
  rect: Rect;
  kind: 'selected' | 'hovered' | 'changed' | 'focused' | 'marked';
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
    paintStill(things, theme, scroll) {
      if (!base) return;
      base.setTransform(ratio, 0, 0, ratio, 0, 0);
      base.clearRect(0, 0, width, height);
      base.translate(0, -scroll);
      paintAll(base, things, theme, scroll, height);
    },
    paint(things, outlines, theme, scroll) {
      if (!screen) return;
      screen.setTransform(1, 0, 0, 1, 0, 0);
      screen.clearRect(0, 0, canvas.width, canvas.height);
      screen.drawImage(layer, 0, 0);
      screen.setTransform(ratio, 0, 0, ratio, 0, 0);
      screen.translate(0, -scroll);
      paintAll(screen, things, theme, scroll, height);
      for (const outline of outlines) paintOutline(screen, outline, theme);
    },
  };
}

type Context = CanvasRenderingContext2D;

function paintAll(c: Context, things: readonly Thing[], theme: Theme, scroll: number, height: number): void {
  for (const thing of things) {
    const top = Math.min(thing.y, thing.y + thing.h) - 80;
    const bottom = Math.max(thing.y, thing.y + thing.h) + 80;
    if (bottom < scroll || top > scroll + height) continue;
    c.globalAlpha = thing.alpha;
    paintThing(c, thing, thing.look, theme);
  }
  c.globalAlpha = 1;
}

export function paintThing(c: Context, r: Rect, look: Look, theme: Theme): void {
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
      c.lineWidth = 3;
      c.strokeStyle = colors.now;
      box(c, grow(r, 1.5), 6);
      c.stroke();
      break;
    case 'block':
      block(c, r, theme);
      break;
    case 'header':
      header(c, r, look, theme);
      break;
    case 'slot':
      c.setLineDash([2, 4]);
      c.lineWidth = 1;
      c.strokeStyle = colors['free-line'];
      box(c, inset(r, 0.5), 7);
      c.stroke();
      c.setLineDash([]);
      write(
        c,
        look.name,
        r.x + r.w / 2,
        r.y + r.h / 2,
        look.font,
        theme,
        colors['ink-2'],
        'center',
        false,
        r.w - 6,
      );
      break;
    case 'chip':
      c.fillStyle = colors.surface;
      box(c, inset(r, 0.5), 6);
      c.fill();
      c.setLineDash(look.next ? [] : [4, 3]);
      c.lineWidth = look.next ? 1.5 : 1;
      c.strokeStyle = look.next ? colors['ink-2'] : colors['free-line'];
      c.stroke();
      c.setLineDash([]);
      write(
        c,
        look.text,
        r.x + r.w / 2,
        r.y + r.h / 2,
        look.font,
        theme,
        colors.ink,
        'center',
        look.next,
        r.w - 4,
      );
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
      c.setLineDash([3, 3]);
      c.lineWidth = 1;
      c.strokeStyle = colors['free-line'];
      box(c, inset(r, 0.5), 5);
      c.stroke();
      c.setLineDash([]);
      break;
    case 'text':
      title(c, r, look, theme);
      break;
    case 'panel':
      c.fillStyle = colors.surface;
      c.strokeStyle = colors.line;
      c.lineWidth = 1;
      box(c, inset(r, 0.5), 10);
      c.fill();
      c.stroke();
      break;
    case 'ring':
      box(c, grow(r, look.out), 6 + look.out / 2);
      // A halo, so that the ring stands out from a page of a like hue.
      c.lineWidth = look.thick + 2.5;
      c.strokeStyle = colors.surface;
      c.stroke();
      c.lineWidth = look.thick;
      c.strokeStyle = colors[look.tone];
      c.setLineDash(look.dashed ? [6, 4] : []);
      c.stroke();
      c.setLineDash([]);
      break;
    case 'arrow':
      arrow(c, r, look.out, look.into, colors[look.tone]);
      break;
    case 'link':
      c.lineWidth = 2;
      c.strokeStyle = colors[look.tone];
      c.setLineDash([1, 5]);
      c.lineCap = 'round';
      c.beginPath();
      c.moveTo(r.x, r.y);
      c.bezierCurveTo(r.x, r.y + r.h * 0.6, r.x + r.w, r.y + r.h * 0.4, r.x + r.w, r.y + r.h);
      c.stroke();
      c.lineCap = 'butt';
      c.setLineDash([]);
      break;
    case 'next':
      next(c, r, colors[look.tone]);
      break;
    case 'tie':
      tie(c, r, colors[look.tone], colors.bg);
      break;
    case 'tag':
      tag(c, r, look, theme);
      break;
    case 'heat':
      heat(c, r, look.level, colors[look.tone], colors.surface);
      break;
    case 'wipe':
      c.save();
      c.shadowColor = colors.erase;
      c.shadowBlur = 12;
      c.fillStyle = colors.erase;
      c.fillRect(r.x, r.y, r.w, r.h);
      c.restore();
      break;
  }
}

function fillOf(tone: Tone): ColorToken {
  return tone === 'pad' ? 'free' : tone;
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
  c.lineWidth = thick + 1.5;
  c.strokeStyle = halo;
  c.stroke();
  c.lineWidth = thick;
  c.strokeStyle = color;
  c.stroke();
  c.globalAlpha = alpha;
}

/** Free: a dashed outline. Valid: filled. Invalid: hatched, its label struck through. */
function cell(c: Context, r: Rect, tone: Tone, label: string, font: number, theme: Theme): void {
  const { colors } = theme;
  const radius = Math.min(4, r.h / 5);
  if (tone === 'free') {
    c.fillStyle = colors.free;
    box(c, inset(r, 0.75), radius);
    c.fill();
    if (r.h < 8) {
      c.lineWidth = 0.75;
      c.strokeStyle = colors['free-line'];
      c.stroke();
      return;
    }
    c.setLineDash([3.5, 2.5]);
    c.lineWidth = 1.25;
    c.strokeStyle = colors['free-line'];
    c.stroke();
    c.setLineDash([]);
    return;
  }
  c.fillStyle = colors[fillOf(tone)];
  box(c, r, radius);
  c.fill();
  if (tone === 'pad') {
    filler(c, r, radius, label, font, theme);
    return;
  }
  if (tone === 'invalid') hatch(c, r, radius, colors['invalid-ink']);
  if (tone === 'log' && r.h >= 12) {
    // A corner folded over: a page of the log, also without its hue.
    const fold = Math.min(9, r.h * 0.3);
    c.fillStyle = colors.surface;
    c.beginPath();
    c.moveTo(r.x + r.w - fold, r.y);
    c.lineTo(r.x + r.w, r.y + fold);
    c.lineTo(r.x + r.w, r.y);
    c.fill();
  }
  if (tone === 'trans' && r.h >= 12) {
    c.strokeStyle = colors['on-data'];
    c.lineWidth = 1;
    const alpha = c.globalAlpha;
    c.globalAlpha = alpha * 0.55;
    box(c, inset(r, 2.5), Math.max(1, radius - 1.5));
    c.stroke();
    c.globalAlpha = alpha;
  }
  if (font <= 0 || label === '') return;
  const ink = tone === 'invalid' ? colors['invalid-ink'] : colors['on-data'];
  const x = r.x + r.w / 2;
  const y = r.y + r.h / 2;
  if (tone === 'invalid') {
    // A plain ground for the number: hatching under it would make it hard to read.
    setFont(c, font, theme, false);
    const width = c.measureText(label).width;
    c.fillStyle = colors.invalid;
    box(c, { x: x - width / 2 - 3, y: y - font * 0.6, w: width + 6, h: font * 1.2 }, 3);
    c.fill();
    write(c, label, x, y, font, theme, ink, 'center', false, r.w - 2);
    c.strokeStyle = ink;
    c.lineWidth = Math.max(1, font / 13);
    c.beginPath();
    c.moveTo(x - width / 2 - 3, y + 0.5);
    c.lineTo(x + width / 2 + 3, y + 0.5);
    c.stroke();
    return;
  }
  write(c, label, x, y, font, theme, ink, 'center', true, r.w - 2);
}

function hatch(c: Context, r: Rect, radius: number, color: string): void {
  const step = r.h < 12 ? 4 : 7;
  const alpha = c.globalAlpha;
  c.save();
  box(c, r, radius);
  c.clip();
  c.globalAlpha = alpha * 0.42;
  c.strokeStyle = color;
  c.lineWidth = 1.25;
  c.beginPath();
  for (let x = r.x - r.h; x < r.x + r.w; x += step) {
    c.moveTo(x, r.y + r.h);
    c.lineTo(x + r.h, r.y);
  }
  c.stroke();
  c.restore();
}

function block(c: Context, r: Rect, { colors }: Theme): void {
  c.fillStyle = colors.surface;
  c.strokeStyle = colors.line;
  c.lineWidth = 1;
  box(c, inset(r, 0.5), 7);
  c.fill();
  c.stroke();
}

function header(c: Context, r: Rect, look: Extract<Look, { kind: 'header' }>, theme: Theme): void {
  const { colors } = theme;
  if (look.open) {
    c.strokeStyle = colors['ink-2'];
    c.lineWidth = 2;
    box(c, inset(r, 0.5), 7);
    c.stroke();
  }
  if (look.lines === 0) return;
  const line = look.font * 1.35;
  const top = r.y + 3 + line / 2;
  let right = r.x + r.w - 5 - (look.taken ?? 0);
  if (look.order > 0 && r.w > look.font * 3.2) {
    const radius = look.font * 0.62;
    setFont(c, look.font * 0.85, theme, true);
    // One digit stands in a circle; more of them make it longer.
    const width = Math.max(radius * 2, c.measureText(String(look.order)).width + radius);
    c.fillStyle = colors.log;
    box(c, { x: right - width, y: top - radius, w: width, h: radius * 2 }, radius);
    c.fill();
    write(
      c,
      String(look.order),
      right - width / 2,
      top,
      look.font * 0.85,
      theme,
      colors['on-data'],
      'center',
      true,
    );
    right -= width + 3;
  }
  setFont(c, look.font, theme, true);
  const name = c.measureText(look.name).width;
  write(c, look.name, r.x + 5, top, look.font, theme, colors.ink, 'left', true, r.w - 8);
  let left = r.x + 5 + name;
  if (look.lines === 1 && look.owner !== '') {
    setFont(c, look.font, theme, false);
    const owner = c.measureText(look.owner).width;
    const gap = look.font * 0.5;
    // Of a frontier that has no room for its name the pen alone is told.
    const pen = look.open && left + gap + look.font <= right ? '✎' : '';
    const text = left + gap + owner <= right ? look.owner : pen;
    if (text !== '') {
      write(c, text, left + gap, top, look.font, theme, colors['ink-2'], 'left', false);
      left += gap + (text === look.owner ? owner : look.font);
    }
  }
  const room = right - left;
  if (look.erases > 0 && room > look.font * 1.7) {
    write(
      c,
      `×${look.erases}`,
      right,
      top,
      look.font * 0.88,
      theme,
      colors['ink-2'],
      'right',
      false,
      room - 4,
    );
  }
  if (look.lines >= 2) {
    write(c, look.owner, r.x + 5, top + line, look.font, theme, colors['ink-2'], 'left', false, r.w - 8);
  }
}

function request(c: Context, r: Rect, look: Extract<Look, { kind: 'request' }>, theme: Theme): void {
  const { colors } = theme;
  const now = look.when === 'now';
  c.fillStyle = now ? colors.ink : colors.surface;
  c.strokeStyle = now ? colors.ink : colors.line;
  c.lineWidth = 1;
  box(c, inset(r, 0.5), 6);
  c.fill();
  c.stroke();
  const ink = now ? colors.bg : look.when === 'done' ? colors['ink-2'] : colors.ink;
  const x = r.x + r.w / 2;
  const y = r.y + r.h / 2;
  write(c, look.text, x, y, look.font, theme, ink, 'center', now, r.w - 4);
  if (look.when === 'done') {
    const width = Math.min(r.w - 4, c.measureText(look.text).width);
    c.strokeStyle = ink;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(x - width / 2 - 2, y + 0.5);
    c.lineTo(x + width / 2 + 2, y + 0.5);
    c.stroke();
  }
}

/** `12 → B3·1 ●`; the disc marks an entry that flash does not know yet. */
function entry(c: Context, r: Rect, look: Extract<Look, { kind: 'entry' }>, theme: Theme): void {
  const { colors } = theme;
  c.fillStyle = colors.bg;
  c.strokeStyle = look.dirty && !look.lost ? colors.partial : colors['free-line'];
  c.lineWidth = look.dirty ? 1.5 : 1;
  box(c, inset(r, 0.5), 5);
  c.fill();
  if (look.lost) c.setLineDash([3, 3]);
  c.stroke();
  c.setLineDash([]);
  const y = r.y + r.h / 2;
  const tone = look.lost ? colors['ink-2'] : look.tone === 'gtd' ? colors.trans : colors.valid;
  const dot = look.dirty ? look.font * 0.9 : 0;
  setFont(c, look.font, theme, true);
  const from = c.measureText(look.from).width;
  setFont(c, look.font, theme, false);
  const to = c.measureText(look.to).width;
  const between = look.font * 1.5;
  const width = from + between + to;
  const room = r.w - 8 - dot;
  const scale = Math.min(1, room / width);
  const left = r.x + 4 + (room - width * scale) / 2;
  write(c, look.from, left, y, look.font * scale, theme, tone, 'left', true);
  write(
    c,
    '→',
    left + (from + between / 2) * scale,
    y,
    look.font * scale * 0.9,
    theme,
    colors['ink-2'],
    'center',
    false,
  );
  write(
    c,
    look.to,
    left + (from + between) * scale,
    y,
    look.font * scale,
    theme,
    look.lost ? colors['ink-2'] : colors.ink,
    'left',
    false,
  );
  if (look.lost) {
    c.strokeStyle = colors['ink-2'];
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(left, y);
    c.lineTo(left + width * scale, y);
    c.stroke();
  }
  if (look.dirty) {
    c.fillStyle = look.lost ? colors['ink-2'] : colors.partial;
    c.beginPath();
    c.arc(r.x + r.w - look.font * 0.65, y, look.font * 0.3, 0, Math.PI * 2);
    c.fill();
  }
}

/** Read from flash to complete a block: hatched, and its number on a plain ground. */
function filler(c: Context, r: Rect, radius: number, label: string, font: number, theme: Theme): void {
  const { colors } = theme;
  hatch(c, r, radius, colors.read);
  c.lineWidth = 1.5;
  c.strokeStyle = colors.read;
  box(c, inset(r, 0.75), radius);
  c.stroke();
  if (font <= 0 || label === '') return;
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  setFont(c, font, theme, true);
  const width = c.measureText(label).width;
  c.fillStyle = colors.free;
  box(c, { x: x - width / 2 - 3, y: y - font * 0.6, w: width + 6, h: font * 1.2 }, 3);
  c.fill();
  write(c, label, x, y, font, theme, colors.ink, 'center', true, r.w - 2);
}

/** Newer than flash: filled, with a disc. As flash has it: an outline. Of a filler: hatched. Not there: a pale place. */
function buffered(c: Context, r: Rect, look: Extract<Look, { kind: 'buffered' }>, theme: Theme): void {
  const { colors } = theme;
  const radius = Math.min(4, r.h / 4);
  const dirty = look.state === 'dirty';
  c.fillStyle = dirty ? colors.valid : look.state === 'clean' ? colors.bg : colors.free;
  box(c, r, radius);
  c.fill();
  if (look.state === 'filler') {
    filler(c, r, radius, look.label, look.font, theme);
    return;
  }
  if (!dirty) {
    c.lineWidth = look.state === 'clean' ? 1.5 : 0.75;
    c.strokeStyle = look.state === 'clean' ? colors.valid : colors['free-line'];
    box(c, inset(r, c.lineWidth / 2), radius);
    c.stroke();
  }
  if (look.label === '') return;
  const ink = dirty ? colors['on-data'] : colors.ink;
  const y = r.y + r.h / 2;
  const small = look.font * 0.78;
  setFont(c, small, theme, false);
  const version = c.measureText(look.version).width;
  setFont(c, look.font, theme, true);
  const label = c.measureText(look.label).width;
  const dot = dirty ? look.font * 0.62 : 0;
  // The version stands where there is room for it beside the number and the disc.
  if (label + version + dot + 12 <= r.w) {
    write(c, look.label, r.x + 4, y, look.font, theme, ink, 'left', true);
    write(c, look.version, r.x + r.w - 4 - dot, y, small, theme, ink, 'right', false);
  } else write(c, look.label, r.x + (r.w - dot) / 2, y, look.font, theme, ink, 'center', true, r.w - 4 - dot);
  if (!dirty) return;
  c.fillStyle = colors['on-data'];
  c.beginPath();
  c.arc(r.x + r.w - look.font * 0.42, y, look.font * 0.2, 0, Math.PI * 2);
  c.fill();
}

function group(c: Context, r: Rect, look: Extract<Look, { kind: 'group' }>, theme: Theme): void {
  const { colors } = theme;
  const y = r.y + 2 + look.font * 0.68;
  setFont(c, look.font, theme, true);
  const name = c.measureText(look.name).width;
  write(c, look.name, r.x + 5, y, look.font, theme, colors.ink, 'left', true, r.w - 8);
  // It stays: an anchor, so to say, that does not depend on a hue.
  const figure = look.stays ? `${look.figure} ⚓` : look.figure;
  const room = r.w - name - 16;
  write(c, figure, r.x + r.w - 5, y, look.font, theme, colors['ink-2'], 'right', look.stays, room);
  if (look.more !== '')
    write(
      c,
      look.more,
      r.x + 5,
      y + look.font * 1.35,
      look.font * 0.94,
      theme,
      colors['ink-2'],
      'left',
      false,
      r.w - 8,
    );
}

function title(c: Context, r: Rect, look: Extract<Look, { kind: 'text' }>, theme: Theme): void {
  const color = theme.colors[look.tone];
  setFont(c, look.font, theme, look.bold);
  const width = c.measureText(look.text).width;
  const x = look.align === 'right' ? r.x + r.w : look.align === 'center' ? r.x + r.w / 2 : r.x;
  // A title too long for its column takes two lines.
  const cut = look.text.lastIndexOf(' ');
  if (width > r.w && cut > 0 && r.h >= look.font * 2.2) {
    const y = r.y + look.font * 0.9;
    write(c, look.text.slice(0, cut), x, y, look.font, theme, color, look.align, look.bold, r.w);
    write(
      c,
      look.text.slice(cut + 1),
      x,
      y + look.font * 1.25,
      look.font,
      theme,
      color,
      look.align,
      look.bold,
      r.w,
    );
    return;
  }
  const y = r.y + Math.min(r.h / 2, look.font * 1.1);
  if (look.ground) {
    c.fillStyle = theme.colors[look.ground];
    c.fillRect(x - 2, y - look.font * 0.7, Math.min(width, Math.max(r.w, 40)) + 4, look.font * 1.4);
  }
  write(c, look.text, x, y, look.font, theme, color, look.align, look.bold, Math.max(r.w, 40));
}

function tag(c: Context, r: Rect, look: Extract<Look, { kind: 'tag' }>, theme: Theme): void {
  setFont(c, look.font, theme, true);
  const width = c.measureText(look.text).width + look.font;
  const rect = { x: r.x + r.w / 2 - width / 2, y: r.y, w: width, h: r.h };
  c.fillStyle = theme.colors[look.tone];
  box(c, rect, r.h / 2);
  c.fill();
  write(
    c,
    look.text,
    rect.x + width / 2,
    r.y + r.h / 2,
    look.font,
    theme,
    theme.colors.surface,
    'center',
    true,
  );
}

function arrow(c: Context, r: Rect, out: number, into: number, color: string): void {
  const reach = reachOf(r.w, r.h);
  const [ex, ey] = [r.x + r.w, r.y + r.h];
  // The head stands before the edge of the page.
  const tip = ex + into * 2;
  const neck = tip + into * 9;
  c.strokeStyle = color;
  c.fillStyle = color;
  c.lineWidth = 3;
  c.beginPath();
  c.moveTo(r.x + out * 3, r.y);
  c.bezierCurveTo(r.x + out * reach, r.y, ex + into * reach, ey, neck, ey);
  c.stroke();
  c.beginPath();
  c.moveTo(tip, ey);
  c.lineTo(neck + into * 1.5, ey - 6);
  c.lineTo(neck + into * 1.5, ey + 6);
  c.closePath();
  c.fill();
}

function next(c: Context, r: Rect, color: string): void {
  const [ex, ey] = [r.x + r.w, r.y + r.h];
  const way = Math.atan2(r.h, r.w);
  c.strokeStyle = color;
  c.fillStyle = color;
  c.lineWidth = 2.5;
  c.beginPath();
  c.moveTo(r.x, r.y);
  c.lineTo(ex - 5 * Math.cos(way), ey - 5 * Math.sin(way));
  c.stroke();
  c.save();
  c.translate(ex, ey);
  c.rotate(way);
  c.beginPath();
  c.moveTo(0, 0);
  c.lineTo(-7, -4.5);
  c.lineTo(-7, 4.5);
  c.closePath();
  c.fill();
  c.restore();
}

function tie(c: Context, r: Rect, color: string, ground: string): void {
  c.beginPath();
  c.moveTo(r.x, r.y);
  c.bezierCurveTo(r.x, r.y + r.h * 0.55, r.x + r.w, r.y + r.h * 0.45, r.x + r.w, r.y + r.h);
  c.lineWidth = 6;
  c.strokeStyle = ground;
  c.stroke();
  c.lineWidth = 2.5;
  c.strokeStyle = color;
  c.stroke();
  c.beginPath();
  c.arc(r.x + r.w, r.y + r.h, 5, 0, Math.PI * 2);
  c.fillStyle = color;
  c.fill();
  c.lineWidth = 1.5;
  c.strokeStyle = ground;
  c.stroke();
}

function paintOutline(c: Context, { rect, kind }: Outline, { colors }: Theme): void {
  c.setLineDash(kind === 'hovered' ? [4, 3] : []);
  c.lineWidth = kind === 'focused' || kind === 'marked' ? 3 : 2;
  c.strokeStyle = kind === 'changed' || kind === 'marked' ? colors.now : colors.ink;
  box(c, grow(rect, kind === 'focused' ? 3 : 1.5), 6);
  c.stroke();
  c.setLineDash([]);
}

function box(c: Context, r: Rect, radius: number): void {
  c.beginPath();
  c.roundRect(r.x, r.y, Math.max(0, r.w), Math.max(0, r.h), Math.max(0, radius));
}

function inset(r: Rect, by: number): Rect {
  return { x: r.x + by, y: r.y + by, w: r.w - by * 2, h: r.h - by * 2 };
}

function grow(r: Rect, by: number): Rect {
  return inset(r, -by);
}

function setFont(c: Context, size: number, theme: Theme, bold: boolean): void {
  c.font = `${bold ? 700 : 500} ${size}px ${theme.family}`;
}

/** Text around its middle line; squeezed, not cut, if wider than `most`. */
function write(
  c: Context,
  text: string,
  x: number,
  y: number,
  size: number,
  theme: Theme,
  color: string,
  align: 'left' | 'right' | 'center',
  bold: boolean,
  most?: number,
): void {
  if (text === '' || (most !== undefined && most <= 4)) return;
  setFont(c, size, theme, bold);
  c.textAlign = align;
  c.textBaseline = 'middle';
  c.fillStyle = color;
  if (most === undefined) c.fillText(text, x, y + size * 0.04);
  else c.fillText(text, x, y + size * 0.04, most);
}
