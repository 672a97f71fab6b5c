/** Paints the lanes on a canvas. */
import type { Colors, ColorToken } from '../../base/tokens';
import type { LaneId } from '../../schemes/scheme';
import type { Bar, TimelineLayout } from './layout';

/** Merges are one hue in three weights: the more expensive, the darker. */
const BAR_TONE: Record<Bar['of'], ColorToken> = {
  host: 'host',
  copies: 'copy',
  gc: 'copy',
  switch: 'switch',
  partial: 'partial',
  full: 'full',
  erases: 'erase',
  translation: 'trans',
  cmt_misses: 'read',
};

/** The colour of the mark before a lane's name. */
export const LANE_TONE: Record<LaneId, ColorToken> = {
  host: 'host',
  merges: 'full',
  victims: 'copy',
  misses: 'read',
  map: 'trans',
  copies: 'copy',
  erases: 'erase',
  wa: 'ink-2',
};

/** The events that are computed, but not played. */
const COMING = 0.26;

export function paintLanes(
  canvas: HTMLCanvasElement,
  layout: TimelineLayout,
  colors: Colors,
  font: string,
  ratio: number,
  flag: string,
): void {
  const { width, height, axis } = layout;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const c = canvas.getContext('2d');
  if (!c) return;
  c.scale(ratio, ratio);
  c.font = font;
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  if (layout.under) {
    c.fillStyle = colors['now-soft'];
    const [from, to] = layout.under;
    c.fillRect(from, axis - 2, Math.max(2, to - from), height - axis);
  }
  c.fillStyle = colors.line;
  for (const { base } of layout.lanes) c.fillRect(0, Math.round(base) + 0.5, width, 1);
  for (const { bars } of layout.lanes) {
    for (const bar of bars) {
      c.globalAlpha = bar.is === 'played' ? 1 : COMING;
      c.fillStyle = colors[BAR_TONE[bar.of]];
      c.beginPath();
      if (bar.hollow && bar.w > 3) {
        c.roundRect(bar.x + 0.75, bar.y + 0.75, bar.w - 1.5, bar.h - 1.5, 1.5);
        c.strokeStyle = colors[BAR_TONE[bar.of]];
        c.lineWidth = 1.5;
        c.stroke();
        continue;
      }
      c.roundRect(bar.x, bar.y, bar.w, bar.h, Math.min(2, bar.w / 3, bar.h / 3));
      // Too narrow for an outline: left empty, as a gap in the row.
      if (bar.hollow) continue;
      c.fill();
      if (bar.is !== 'now') continue;
      // Not all of it has happened: full as far as it has.
      c.globalAlpha = 1;
      const done = bar.h * (bar.share ?? 0);
      c.fillRect(bar.x, bar.y + bar.h - done, bar.w, done);
      c.strokeStyle = colors[BAR_TONE[bar.of]];
      c.lineWidth = 1;
      c.setLineDash([2, 2]);
      c.strokeRect(bar.x + 0.5, bar.y + 0.5, Math.max(1, bar.w - 1), Math.max(1, bar.h - 1));
      c.setLineDash([]);
    }
  }
  stroke(c, layout.line.coming, colors['ink-2'], COMING);
  stroke(c, layout.line.played, colors['ink-2'], 1);
  c.globalAlpha = 1;
  if (layout.hidden !== null && layout.hidden < width) hatch(c, layout, Math.max(0, layout.hidden), colors);
  c.fillStyle = colors['ink-3'];
  const half = flagWidth(c, flag) / 2;
  /** Where the last number ends: large numbers in letters for a hall leave no room for the next. */
  let end = Number.NEGATIVE_INFINITY;
  for (const { x, text } of layout.ticks) {
    const beside = c.measureText(text).width / 2;
    const middle = Math.max(beside, Math.min(width - beside, x));
    if (Math.abs(middle - layout.head) < half + beside + 4 || middle - beside < end + 8) continue;
    c.fillText(text, middle, (axis - 6) / 2 + 1);
    end = middle + beside;
  }
  playhead(c, layout, colors, flag);
}

function stroke(c: CanvasRenderingContext2D, points: [number, number][], color: string, alpha: number): void {
  c.globalAlpha = alpha;
  c.strokeStyle = color;
  c.lineWidth = 1.6;
  c.lineJoin = 'round';
  c.beginPath();
  for (const [x, y] of points) c.lineTo(x, y);
  c.stroke();
}

/** Behind an open question: empty, and seen to be kept back. */
function hatch(c: CanvasRenderingContext2D, layout: TimelineLayout, from: number, colors: Colors): void {
  const { width, height, axis } = layout;
  c.save();
  c.beginPath();
  c.rect(from, axis, width - from, height - axis);
  c.clip();
  c.strokeStyle = colors['line-2'];
  c.lineWidth = 1;
  c.beginPath();
  for (let x = from - height; x < width; x += 9) {
    c.moveTo(x, height);
    c.lineTo(x + height, 0);
  }
  c.stroke();
  c.restore();
}

function flagWidth(c: CanvasRenderingContext2D, flag: string): number {
  return Math.max(26, c.measureText(flag).width + 12);
}

function playhead(c: CanvasRenderingContext2D, layout: TimelineLayout, colors: Colors, flag: string): void {
  const { width, height, axis, head } = layout;
  if (head < -1 || head > width + 1) return;
  const x = Math.max(1, Math.min(width - 1, head));
  c.fillStyle = colors['now-edge'];
  c.fillRect(x - 1.75, axis - 4, 3.5, height - axis + 4);
  c.fillStyle = colors.now;
  c.fillRect(x - 1, axis - 4, 2, height - axis + 4);
  const wide = flagWidth(c, flag);
  const left = Math.max(0.5, Math.min(width - wide - 0.5, x - wide / 2));
  const [shoulder, tip] = [axis - 7, axis];
  c.beginPath();
  c.moveTo(left, 0.5);
  c.lineTo(left + wide, 0.5);
  c.lineTo(left + wide, shoulder);
  c.lineTo(x, tip);
  c.lineTo(left, shoulder);
  c.closePath();
  c.fillStyle = colors.now;
  c.fill();
  c.strokeStyle = colors['now-edge'];
  c.lineWidth = 1;
  c.lineJoin = 'round';
  c.stroke();
  c.fillStyle = colors['on-now'];
  c.fillText(flag, left + wide / 2, shoulder / 2 + 1);
}
