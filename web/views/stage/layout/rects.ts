/** Rectangles, and how they are put in lines: what every part of the layout uses. */

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Average width of a character of the page's font, in parts of its size (Inter: 0.52 to 0.6). */
const CHARACTER = 0.6;
/** Width of a character of JetBrains Mono, in parts of its size: all are equally wide. */
const MONO = 0.6;
/** Between the edge of the stage and what is on it. */
export const PADDING = 14;

/** Hangul is about as wide as it is high. */
function ems(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= '\u1100' ? 0.95 : CHARACTER), 0);
}

/** Width of words: of this many characters, or of these. */
export function textWidth(words: number | string, size: number): number {
  return (typeof words === 'number' ? words * CHARACTER : ems(words)) * size;
}

/** Width of an address or a figure. */
export function monoWidth(characters: number, size: number): number {
  return characters * size * MONO;
}

/** Width of a tag. */
export function tagWidth(text: string, font: number): number {
  return font * (ems(text) + 0.9);
}

/** Places in lines from left to right, `across` in each, at most `lines` of them. */
export function flow(
  x: number,
  y: number,
  width: number,
  size: { w: number; h: number },
  gap: number,
  lines: number,
  count: number,
): { rects: Rect[]; height: number; across: number } {
  const per = Math.max(1, Math.floor((width + gap) / (size.w + gap)));
  const rects = Array.from({ length: Math.min(count, per * lines) }, (_, index) => ({
    x: x + (index % per) * (size.w + gap),
    y: y + Math.floor(index / per) * (size.h + gap),
    w: Math.min(size.w, width),
    h: size.h,
  }));
  const used = Math.max(1, Math.ceil(rects.length / per));
  return { rects, across: per, height: Math.max(lines > 1 ? lines : used, 1) * (size.h + gap) - gap };
}

/** Whether two rectangles share more than an edge. */
export function overlap(a: Rect, b: Rect): boolean {
  const slack = 0.01;
  return (
    a.x + a.w > b.x + slack && b.x + b.w > a.x + slack && a.y + a.h > b.y + slack && b.y + b.h > a.y + slack
  );
}
