/** The parts that all of the painting uses: boxes, letters, the theme's colours. */
import { type Colors, readColors, readPixels } from '../../../base/tokens';
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
  return c.measureText(text).width;
}

/** Text around its middle line. */
export function write(c: Context, theme: Theme, text: string, x: number, y: number, letters: Letters): void {
  const { most, size, align = 'left', color } = letters;
  if (text === '' || (most !== undefined && most <= 4)) return;
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
