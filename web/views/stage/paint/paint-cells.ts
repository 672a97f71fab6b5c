/** Pages and their blocks: fill, shape, hatch and strike say the state; colour only helps. */
import { faded } from '../../../base/contrast';
import type { ColorToken } from '../../../base/tokens';
import { pageIn } from '../layout/layout';
import type { Rect } from '../layout/rects';
import type { Appearance, Tone } from '../scene/sprite';
import { box, type Context, inset, stroke, type Theme, widthOf, write } from './paint';

/** Corners of pages and of blocks. */
const RADIUS = 4;
export const BLOCK_RADIUS = 8;

export function fillOf(tone: Tone): ColorToken {
  return tone === 'pad' ? 'free' : tone;
}

/** Free: dashed. Valid: solid, in a log with a cut corner. Invalid: hatched and struck. */
export function cell(c: Context, r: Rect, tone: Tone, label: string, font: number, theme: Theme): void {
  const { colors } = theme;
  const radius = Math.min(RADIUS, r.h / 4);
  if (tone === 'free') {
    c.fillStyle = colors.free;
    box(c, inset(r, 0.5), radius);
    c.fill();
    stroke(c, colors['free-line'], r.h < 8 ? 0.75 : 1, r.h < 8 ? [] : [3, 2.5]);
    return;
  }
  c.fillStyle = colors[fillOf(tone)];
  if (tone === 'log') cut(c, r, radius);
  else box(c, r, radius);
  c.fill();
  if (tone === 'pad') {
    filler(c, r, radius, label, font, theme);
    return;
  }
  if (tone === 'invalid') hatch(c, r, radius, colors['invalid-hatch']);
  if (font <= 0 || label === '') return;
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  const old = tone === 'invalid';
  const color = old ? colors['invalid-ink'] : colors['on-data'];
  const letters = { size: font, color, align: 'center', bold: !old, mono: true, most: r.w - 2 } as const;
  write(c, theme, label, x, y, letters);
  if (!old) return;
  const width = Math.min(r.w - 4, widthOf(c, theme, label, letters) + 3);
  c.beginPath();
  c.moveTo(x - width / 2, y + 0.5);
  c.lineTo(x + width / 2, y + 0.5);
  stroke(c, color, Math.max(1, font / 12));
}

/** A box whose upper right corner is cut off: a page of the log, also without its hue. */
function cut(c: Context, r: Rect, radius: number): void {
  const corner = Math.min(9, r.h * 0.4, r.w * 0.3);
  const [right, bottom] = [r.x + r.w, r.y + r.h];
  c.beginPath();
  c.moveTo(r.x + radius, r.y);
  c.lineTo(right - corner, r.y);
  c.lineTo(right, r.y + corner);
  c.arcTo(right, bottom, r.x, bottom, radius);
  c.arcTo(r.x, bottom, r.x, r.y, radius);
  c.arcTo(r.x, r.y, right, r.y, radius);
  c.closePath();
}

/** Wider on larger pages: fine lines are a plain grey from the last row. */
function hatch(c: Context, r: Rect, radius: number, color: string): void {
  const step = r.h < 12 ? 4 : Math.max(6, r.h / 5);
  c.save();
  box(c, r, radius);
  c.clip();
  c.beginPath();
  for (let x = r.x - r.h; x < r.x + r.w; x += step) {
    c.moveTo(x, r.y + r.h);
    c.lineTo(x + r.h, r.y);
  }
  stroke(c, color, Math.max(1.25, step / 4));
  c.restore();
}

/** Read from flash to complete a block: hatched, and its number on a plain ground. */
function filler(c: Context, r: Rect, radius: number, label: string, font: number, theme: Theme): void {
  const { colors } = theme;
  hatch(c, r, radius, colors.read);
  box(c, inset(r, 0.75), radius);
  stroke(c, colors.read, 1.5);
  if (font <= 0 || label === '') return;
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  const letters = { size: font, color: colors.ink, align: 'center', bold: true, mono: true } as const;
  const width = widthOf(c, theme, label, letters);
  c.fillStyle = colors.free;
  box(c, { x: x - width / 2 - 3, y: y - font * 0.6, w: width + 6, h: font * 1.2 }, 3);
  c.fill();
  write(c, theme, label, x, y, { ...letters, most: r.w - 2 });
}

/** The ground of a block's pages; of a free one in its place, a dashed outline. */
export function block(c: Context, r: Rect, free: boolean, { colors }: Theme): void {
  c.fillStyle = free ? colors.free : colors.surface;
  box(c, inset(r, 0.5), BLOCK_RADIUS);
  c.fill();
  if (free) stroke(c, colors['free-line'], 1, [4, 3]);
  else stroke(c, colors['line-2'], 1);
}

/** Its name in mono, its role below it or beside it, its erases quietly at the right. */
export function header(
  c: Context,
  r: Rect,
  look: Extract<Appearance, { kind: 'header' }>,
  theme: Theme,
): void {
  const { colors } = theme;
  const line = look.font * 1.3;
  const left = r.x + Math.min(8, r.w * 0.1);
  const right = r.x + r.w - Math.min(7, r.w * 0.08);
  const top = r.y + 4 + line / 2;
  const name = { size: look.font + 1, color: colors.ink, bold: true, mono: true };
  write(c, theme, look.name, left, top, { ...name, most: right - left });
  const end = left + widthOf(c, theme, look.name, name);
  const quiet = { size: look.font, color: colors['ink-2'] };
  let free = end;
  if (look.lines >= 2) write(c, theme, look.owner, left, top + line, { ...quiet, most: right - left + 2 });
  else if (look.owner !== '') {
    const owner = widthOf(c, theme, look.owner, quiet);
    const at = end + look.font * 0.5;
    // A frontier that has no room for its name shows the pen alone.
    const fits = at + owner <= right;
    const text = fits ? look.owner : look.open && at + look.font <= right ? '✎' : '';
    write(c, theme, text, at, top, quiet);
    if (text !== '') free = at + (fits ? owner : look.font);
  }
  const erases = { size: look.font * 0.88, color: colors['ink-3'], mono: true };
  const worn = `×${look.erases}`;
  if (look.erases > 0 && free + widthOf(c, theme, worn, erases) + 4 <= right)
    write(c, theme, worn, right, top, { ...erases, align: 'right' });
}

/** A place without a block. */
export function slot(c: Context, r: Rect, look: Extract<Appearance, { kind: 'slot' }>, theme: Theme): void {
  box(c, inset(r, 0.5), BLOCK_RADIUS);
  stroke(c, theme.colors['free-line'], 1, [2, 4]);
  const color = theme.colors['ink-3'];
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  write(c, theme, look.name, x, y, { size: look.font, color, align: 'center', most: r.w - 6 });
}

/** Over the pages: most of them shows through. Their labels again, in a colour that is read on what is left. */
export function veil(c: Context, r: Rect, look: Extract<Appearance, { kind: 'veil' }>, theme: Theme): void {
  const { cell: size, header: top } = look;
  const { ground, alpha, label } = faded(theme.colors);
  const whole = c.globalAlpha;
  c.globalAlpha = whole * alpha;
  c.fillStyle = ground;
  c.fillRect(r.x + 2, r.y + top - 1, r.w - 4, r.h - top - 1);
  c.globalAlpha = whole;
  if (size.font <= 0) return;
  const pages = look.pages.split(',');
  const letters = { size: size.font, align: 'center', mono: true, most: size.w - 2 } as const;
  const inks: Record<string, string> = {};
  pages.forEach((page, offset) => {
    const [tone, text] = [page.charAt(0), page.slice(1)];
    const token = TILE_TONES[tone];
    if (text === '' || token === undefined) return;
    inks[tone] ??= token === 'invalid' ? theme.colors['invalid-ink'] : label(token).color;
    const at = pageIn(r, size, top, pages.length, offset);
    const bold = token !== 'invalid';
    write(c, theme, text, at.x + at.w / 2, at.y + at.h / 2, { ...letters, color: inks[tone], bold });
  });
}

const TILE_TONES: Record<string, ColorToken> = { v: 'valid', l: 'log', t: 'trans', i: 'invalid', f: 'free' };

/** A block that takes no part: its name, and its pages as a few colours. */
export function tile(c: Context, r: Rect, look: Extract<Appearance, { kind: 'tile' }>, theme: Theme): void {
  const { colors } = theme;
  const free = /^f*$/.test(look.pages);
  box(c, inset(r, 0.5), 7);
  c.fillStyle = colors.surface;
  c.fill();
  stroke(c, free ? colors['free-line'] : colors['line-2'], 1, free ? [3, 3] : []);
  const edge = 6;
  const y = r.y + edge + look.font * 0.5;
  write(c, theme, look.name, r.x + edge, y, {
    size: look.font * 0.92,
    color: colors.ink,
    mono: true,
    bold: true,
    most: r.w - edge * 2,
  });
  const top = r.y + edge + look.font * 1.25;
  const [w, h] = [r.w - edge * 2, r.y + r.h - edge - top];
  const most = Math.max(1, Math.ceil(Math.sqrt(look.pages.length * (w / h / 1.6))));
  const lines = Math.ceil(look.pages.length / most);
  // As many in each line: four pages are never three and one.
  const columns = Math.ceil(look.pages.length / lines);
  [...look.pages].forEach((page, index) => {
    const place = {
      x: r.x + edge + ((index % columns) * w) / columns,
      y: top + (Math.floor(index / columns) * h) / lines,
      w: w / columns - 1,
      h: h / lines - 1,
    };
    box(c, inset(place, 0.25), 1.5);
    c.fillStyle = colors[TILE_TONES[page] ?? 'free'];
    c.fill();
    if (page === 'f' || page === 'i') stroke(c, colors['free-line'], 0.75);
  });
}

/** Newer than flash: filled, with a disc. As flash has it: an outline. Of a filler: hatched. Not there: a pale place. */
export function buffered(
  c: Context,
  r: Rect,
  look: Extract<Appearance, { kind: 'buffered' }>,
  theme: Theme,
): void {
  const { colors } = theme;
  const radius = Math.min(RADIUS, r.h / 4);
  const dirty = look.state === 'dirty';
  c.fillStyle = dirty ? colors.valid : look.state === 'clean' ? colors.surface : colors.free;
  box(c, r, radius);
  c.fill();
  if (look.state === 'filler') {
    filler(c, r, radius, look.label, look.font, theme);
    return;
  }
  if (!dirty) {
    const clean = look.state === 'clean';
    box(c, inset(r, clean ? 0.75 : 0.375), radius);
    stroke(c, clean ? colors.valid : colors['free-line'], clean ? 1.5 : 0.75);
  }
  if (look.label === '') return;
  const color = dirty ? colors['on-data'] : colors.ink;
  const y = r.y + r.h / 2;
  const label = { size: look.font, color, bold: true, mono: true };
  const version = { size: look.font * 0.78, color, mono: true };
  const wide = widthOf(c, theme, look.label, label);
  const dot = dirty ? look.font * 0.62 : 0;
  // The version is where there is room for it beside the number and the disc.
  if (wide + widthOf(c, theme, look.version, version) + dot + 12 <= r.w) {
    write(c, theme, look.label, r.x + 4, y, label);
    write(c, theme, look.version, r.x + r.w - 4 - dot, y, { ...version, align: 'right' });
  } else
    write(c, theme, look.label, r.x + (r.w - dot) / 2, y, { ...label, align: 'center', most: r.w - 4 - dot });
  if (!dirty) return;
  c.fillStyle = colors['on-data'];
  c.beginPath();
  c.arc(r.x + r.w - look.font * 0.42, y, look.font * 0.2, 0, Math.PI * 2);
  c.fill();
}

export function group(c: Context, r: Rect, look: Extract<Appearance, { kind: 'group' }>, theme: Theme): void {
  const { colors } = theme;
  const y = r.y + 2 + look.font * 0.68;
  const name = { size: look.font, color: colors.ink, bold: true, most: r.w - 8 };
  write(c, theme, look.name, r.x + 5, y, name);
  // It stays: an anchor, so to say, that does not depend on a hue.
  const figure = look.stays ? `${look.figure} ⚓` : look.figure;
  const most = r.w - widthOf(c, theme, look.name, name) - 16;
  const quiet = { size: look.font, color: colors['ink-2'] };
  write(c, theme, figure, r.x + r.w - 5, y, { ...quiet, align: 'right', bold: look.stays, most });
  const below = { ...quiet, size: look.font * 0.94, most: r.w - 8 };
  write(c, theme, look.more, r.x + 5, y + look.font * 1.35, below);
}
