/** The parts that all of the painting uses: boxes, letters, the theme's colours. */

import { type Colors, readColors, readPixels } from '../../../base/tokens';
import { iconLines } from '../../../kit/Icon';
import type { Rect } from '../layout/rects';

export interface Theme {
  colors: Colors;
  /** Faces of words, and of addresses and figures. */
  sans: string;
  mono: string;
  /** Nothing is written smaller. */
  least: number;
}

export type Context = CanvasRenderingContext2D;

/** The theme as it holds for an element. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  return {
    colors: readColors(element),
    sans: style.fontFamily,
    mono: style.getPropertyValue('--mono').trim() || style.fontFamily,
    least: readPixels('least', element),
  };
}

/**
 * Calls `loaded` each time a font arrives: until then letters have other widths, and Korean ones are bars. The Latin faces are
 * asked for at once, others when a text first needs them. Returns what ends it.
 */
export function whenLettersCome(element: Element, loaded: () => void): () => void {
  // No fonts, as in tests.
  if (!document.fonts) return () => {};
  document.fonts.addEventListener('loadingdone', loaded);
  const { sans, mono } = readTheme(element);
  // One that does not come: the picture stays as it is.
  for (const face of [sans, mono]) document.fonts.load(`600 13px ${face}`).catch(() => undefined);
  return () => document.fonts.removeEventListener('loadingdone', loaded);
}

export function box(c: Context, r: Rect, radius: number): void {
  c.beginPath();
  c.roundRect(r.x, r.y, Math.max(0, r.w), Math.max(0, r.h), Math.max(0, radius));
}

export function inset(r: Rect, by: number): Rect {
  return { x: r.x + by, y: r.y + by, w: r.w - by * 2, h: r.h - by * 2 };
}

export function grow(r: Rect, by: number): Rect {
  return inset(r, -by);
}

export interface Letters {
  size: number;
  color: string;
  align?: 'left' | 'right' | 'center';
  bold?: boolean;
  mono?: boolean;
  /** Squeezed, not cut, if wider. */
  most?: number;
}

function setFont(
  c: Context,
  theme: Theme,
  { size, bold = false, mono = false }: Omit<Letters, 'color'>,
): void {
  const weight = mono ? (bold ? 650 : 450) : bold ? 600 : 450;
  c.font = `${weight} ${Math.max(size, theme.least)}px ${mono ? theme.mono : theme.sans}`;
}

export function widthOf(c: Context, theme: Theme, text: string, letters: Omit<Letters, 'color'>): number {
  setFont(c, theme, letters);
  const sign = signOf(text);
  if (!sign) return c.measureText(text).width;
  const rest = sign.rest === '' ? 0 : c.measureText(sign.rest).width + letters.size * SIGN_GAP;
  return letters.size + rest;
}

/** Signs before words, or in place of them; the letters of the page have none, so they are drawn as icons. */
const SIGNS: Record<string, readonly string[]> = {
  '✎': iconLines('pencil'),
  '✕': iconLines('cross'),
  '✓': iconLines('check'),
  '⇄': ['M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13'],
  '∅': ['M12.5 8a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM3.5 12.5l9-9'],
};
/** Between a sign and its words, in sizes of the letters. */
const SIGN_GAP = 0.25;

function signOf(text: string): { lines: readonly string[]; rest: string } | null {
  const lines = SIGNS[text[0] ?? ''];
  return lines ? { lines, rest: text.slice(1).trimStart() } : null;
}

function drawSign(
  c: Context,
  lines: readonly string[],
  x: number,
  y: number,
  { size, color }: Letters,
): void {
  c.save();
  c.translate(x, y - size / 2);
  c.scale(size / 16, size / 16);
  c.strokeStyle = color;
  c.lineWidth = 1.7;
  c.lineCap = 'round';
  c.lineJoin = 'round';
  c.setLineDash([]);
  for (const line of lines) c.stroke(new Path2D(line));
  c.restore();
}

/** Text around its middle line. */
export function write(c: Context, theme: Theme, text: string, x: number, y: number, letters: Letters): void {
  const { most, size, align = 'left', color } = letters;
  if (text === '' || (most !== undefined && most <= 4)) return;
  const sign = signOf(text);
  if (sign) {
    const wide = Math.min(most ?? Number.POSITIVE_INFINITY, widthOf(c, theme, text, letters));
    const left = align === 'left' ? x : align === 'center' ? x - wide / 2 : x - wide;
    const after = size * (1 + SIGN_GAP);
    drawSign(c, sign.lines, left, y, letters);
    write(c, theme, sign.rest, left + after, y, { ...letters, align: 'left', most: wide - after });
    return;
  }
  setFont(c, theme, letters);
  c.textAlign = align;
  c.textBaseline = 'middle';
  c.fillStyle = color;
  if (most === undefined) c.fillText(text, x, y + size * 0.05);
  else c.fillText(text, x, y + size * 0.05, most);
}

/** A line with a dash, or without one. */
export function stroke(c: Context, color: string, width: number, dash: number[] = []): void {
  c.strokeStyle = color;
  c.lineWidth = width;
  c.setLineDash(dash);
  c.stroke();
  c.setLineDash([]);
}
