/** Rectangles, and how they are put in lines: what every part of the layout uses. */

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Average width of a character of the page's font, in parts of its size (digits of system-ui: 0.55 to 0.62). */
export const CHARACTER = 0.62;
/** Between the edge of the stage and what stands on it. */
export const PADDING = 14;

export function textWidth(characters: number, size: number): number {
  return characters * size * CHARACTER;
}

/** Width of a tag. Hangul is about as wide as it is high. */
export function tagWidth(text: string, font: number): number {
  const ems = [...text].reduce((sum, letter) => sum + (letter >= '\u1100' ? 0.95 : CHARACTER), 0);
  return font * (ems + 0.8);
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
