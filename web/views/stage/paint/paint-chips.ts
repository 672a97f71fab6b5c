/** Requests, map entries, free blocks, headings, tags: what is written beside the blocks. */
import type { ColorToken } from '../../../base/tokens';
import type { Rect } from '../layout/rects';
import type { Appearance } from '../scene/sprite';
import { box, type Context, inset, stroke, type Theme, widthOf, write } from './paint';

const RADIUS = 6;

/** Done: struck. Now: amber. To come: plain. */
export function request(
  c: Context,
  r: Rect,
  look: Extract<Appearance, { kind: 'request' }>,
  theme: Theme,
): void {
  const { colors } = theme;
  const now = look.when === 'now';
  const done = look.when === 'done';
  if (!done) {
    c.fillStyle = now ? colors.now : colors.surface;
    box(c, inset(r, 0.5), RADIUS);
    c.fill();
    stroke(c, now ? colors['now-edge'] : colors['line-2'], 1);
  }
  const color = now ? colors['on-now'] : done ? colors['ink-3'] : colors.ink;
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  const letters = { size: look.font, color, align: 'center', bold: now, mono: true, most: r.w - 6 } as const;
  write(c, theme, look.text, x, y, letters);
  if (!done) return;
  const width = Math.min(r.w - 4, widthOf(c, theme, look.text, letters) + 4);
  c.beginPath();
  c.moveTo(x - width / 2, y + 0.5);
  c.lineTo(x + width / 2, y + 0.5);
  stroke(c, color, 1);
}

/** A free block: dashed, the next one to be taken with a full line. */
export function chip(c: Context, r: Rect, look: Extract<Appearance, { kind: 'chip' }>, theme: Theme): void {
  const { colors } = theme;
  c.fillStyle = colors.free;
  box(c, inset(r, 0.5), RADIUS);
  c.fill();
  stroke(c, look.next ? colors['ink-3'] : colors['free-line'], 1, look.next ? [] : [4, 3]);
  const y = r.y + r.h / 2;
  const edge = Math.min(9, r.w * 0.12);
  const name = { size: look.font, color: colors.ink, mono: true, bold: look.note !== '' || look.next };
  const note = { size: look.font * 0.85, color: colors['ink-3'], mono: true };
  const wide = widthOf(c, theme, look.text, name);
  const noted = look.note !== '' && wide + widthOf(c, theme, look.note, note) + edge * 2 + 5 <= r.w;
  // Addresses begin at one line; where there is no room for more they are in the middle.
  const roomy = r.w > wide + look.font * 2.6;
  if (roomy || noted) write(c, theme, look.text, r.x + edge, y, { ...name, most: r.w - edge * 2 });
  else write(c, theme, look.text, r.x + r.w / 2, y, { ...name, align: 'center', most: r.w - 4 });
  if (noted) write(c, theme, look.note, r.x + r.w - edge, y, { ...note, align: 'right' });
}

/** `12 B3.1 ●`: the logical page in quiet letters, and its target; the disc marks an entry that flash does not know yet. */
export function entry(c: Context, r: Rect, look: Extract<Appearance, { kind: 'entry' }>, theme: Theme): void {
  const { colors } = theme;
  const { used, lost, dirty } = look;
  c.fillStyle = used ? colors['now-soft'] : colors.sunken;
  box(c, inset(r, 0.5), 5);
  c.fill();
  if (used) stroke(c, colors['now-edge'], 1.25);
  else if (lost) stroke(c, colors['free-line'], 1, [3, 3]);
  const y = r.y + r.h / 2;
  const dot = dirty ? look.font * 0.85 : 0;
  const strong = lost ? colors['ink-3'] : colors.ink;
  // In the directory the number of a translation page is above its place, where there is the height for it.
  if (r.h > look.font * 2.2) {
    const center = { align: 'center', mono: true, most: r.w - 4 } as const;
    const x = r.x + r.w / 2;
    write(c, theme, look.from, x, r.y + r.h * 0.3, { size: look.font, color: strong, bold: true, ...center });
    write(c, theme, look.to, x, r.y + r.h * 0.72, {
      size: look.font * 0.88,
      color: colors['ink-2'],
      ...center,
    });
  } else {
    // The asked entry is strong in the CMT, its target in a map.
    const asked = look.tone !== 'map';
    const from = { size: look.font, color: asked ? strong : colors['ink-2'], bold: asked, mono: true };
    const to = { size: look.font, color: asked ? colors['ink-2'] : strong, bold: !asked, mono: true };
    const gap = look.font * 0.6;
    const width = widthOf(c, theme, look.from, from) + gap + widthOf(c, theme, look.to, to);
    const viewport = r.w - 8 - dot;
    const scale = Math.min(1, viewport / width);
    const left = r.x + 4 + (viewport - width * scale) / 2;
    const end = left + width * scale;
    write(c, theme, look.from, left, y, { ...from, size: look.font * scale });
    write(c, theme, look.to, end, y, { ...to, size: look.font * scale, align: 'right' });
  }
  if (lost) {
    c.beginPath();
    c.moveTo(r.x + 5, y);
    c.lineTo(r.x + r.w - 5, y);
    stroke(c, colors['ink-3'], 1);
  }
  if (!dirty) return;
  c.fillStyle = lost ? colors['ink-3'] : colors.trans;
  c.beginPath();
  c.arc(r.x + r.w - look.font * 0.7, y, look.font * 0.27, 0, Math.PI * 2);
  c.fill();
}

/** Done: filled. Now: amber. To come: an outline. */
export function turn(c: Context, r: Rect, look: Extract<Appearance, { kind: 'turn' }>, theme: Theme): void {
  const { colors } = theme;
  const [ground, edge, ink] = {
    done: [colors['ink-2'], colors.surface, colors.surface],
    now: [colors.now, colors['now-edge'], colors['on-now']],
    next: [colors.surface, colors.ink, colors.ink],
    letter: [colors.surface, colors['line-2'], colors.ink],
  }[look.is];
  box(c, inset(r, 0.75), look.is === 'letter' ? 4 : r.h / 2);
  c.fillStyle = ground ?? '';
  c.fill();
  stroke(c, edge ?? '', 1.5);
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  const letters = { size: look.font, align: 'center', bold: true, mono: true, most: r.w - 3 } as const;
  write(c, theme, look.text, x, y, { ...letters, color: ink ?? '' });
}

/** A block that could be cleaned: what it is ranked by over a bar of its valid pages. */
export function candidate(
  c: Context,
  r: Rect,
  look: Extract<Appearance, { kind: 'candidate' }>,
  theme: Theme,
): void {
  const { colors } = theme;
  c.fillStyle = look.chosen ? colors['copy-soft'] : colors.sunken;
  box(c, inset(r, 0.5), 5);
  c.fill();
  if (look.chosen) stroke(c, colors.copy, 1.5);
  const edge = look.font * 0.45;
  const y = r.y + (r.h - 4) / 2;
  const ink = look.chosen ? colors.copy : colors.ink;
  const name = { size: look.font, color: ink, bold: true, mono: true };
  const figure = { size: look.font, color: look.chosen ? colors.copy : colors['ink-2'], mono: true };
  write(c, theme, look.name, r.x + edge, y, name);
  const viewport = r.w - edge * 2 - widthOf(c, theme, look.name, name) - 3;
  write(c, theme, look.figure, r.x + r.w - edge, y, { ...figure, align: 'right', most: viewport });
  const bar = { x: r.x + edge, y: r.y + r.h - 5, w: r.w - edge * 2, h: 3 };
  c.fillStyle = colors['line-2'];
  box(c, bar, 1.5);
  c.fill();
  c.fillStyle = colors.valid;
  box(c, { ...bar, w: bar.w * look.share }, 1.5);
  c.fill();
}

export function words(c: Context, r: Rect, look: Extract<Appearance, { kind: 'text' }>, theme: Theme): void {
  const { align, font: size, bold, mono = false } = look;
  const x = align === 'right' ? r.x + r.w : align === 'center' ? r.x + r.w / 2 : r.x;
  const most = Math.max(r.w, 12);
  write(c, theme, look.text, x, r.y + r.h / 2, {
    size,
    color: theme.colors[look.tone],
    align,
    bold,
    mono,
    most,
  });
}

/** The title; then as much of what is said of the section as finds room. */
export function heading(
  c: Context,
  r: Rect,
  look: Extract<Appearance, { kind: 'heading' }>,
  theme: Theme,
): void {
  const { colors } = theme;
  const y = r.y + r.h / 2;
  const title = { size: look.font, color: colors.ink, bold: true };
  const end = { ...title, align: 'right' } as const;
  const last = look.end === '' ? 0 : widthOf(c, theme, look.end, end) + 12;
  const wide = widthOf(c, theme, look.title, title);
  // A title that is much too long shows its first word.
  const short = look.title.split(/[ :]/)[0] ?? look.title;
  const text = wide * 0.9 > r.w - last ? short : look.title;
  write(c, theme, text, r.x, y, { ...title, most: r.w - (text === short ? 0 : last) });
  if (last > 0 && text !== short) write(c, theme, look.end, r.x + r.w - 10, y, end);
  const note = { size: look.font - 0.5, color: colors['ink-2'] };
  const at = r.x + wide + look.font * 0.7;
  if (text === look.title && at + widthOf(c, theme, look.note, note) + last <= r.x + r.w)
    write(c, theme, look.note, at, y, note);
}

/** The number of valid pages over a bar of their share. */
export function count(c: Context, r: Rect, look: Extract<Appearance, { kind: 'count' }>, theme: Theme): void {
  const { colors } = theme;
  const bar = { x: r.x + 2, y: r.y + r.h - 3, w: r.w - 4, h: 3 };
  const y = r.y + (r.h - 4) / 2;
  const letters = { size: look.font, color: colors['ink-2'], align: 'center', mono: true } as const;
  write(c, theme, String(look.valid), r.x + r.w / 2, y, { ...letters, most: r.w });
  c.fillStyle = colors.invalid;
  box(c, bar, 1.5);
  c.fill();
  c.fillStyle = colors.valid;
  box(c, { ...bar, w: (bar.w * look.valid) / look.of }, 1.5);
  c.fill();
}

/** Ground and letters of a tag. */
function tagColors(tone: ColorToken): [ColorToken, ColorToken] {
  switch (tone) {
    case 'now':
      return ['now', 'on-now'];
    case 'copy':
      return ['copy-soft', 'copy'];
    case 'switch':
      return ['full-soft', 'switch-text'];
    case 'partial':
    case 'full':
      return ['full-soft', tone];
    default:
      return ['sunken', tone];
  }
}

export function tag(c: Context, r: Rect, look: Extract<Appearance, { kind: 'tag' }>, theme: Theme): void {
  const [ground, ink] = tagColors(look.tone);
  c.fillStyle = theme.colors[ground];
  box(c, r, 4);
  c.fill();
  const color = theme.colors[ink];
  const [x, y] = [r.x + r.w / 2, r.y + r.h / 2];
  write(c, theme, look.text, x, y, { size: look.font, color, align: 'center', bold: true, most: r.w - 4 });
}
