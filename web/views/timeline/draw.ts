/** Paints the lanes on a canvas. */
import type { Colors, ColorToken } from '../../base/tokens';
import type { LaneId, TimelineLayout } from './layout';

export const LANE_TONE: Record<LaneId, ColorToken> = {
  host: 'host',
  copies: 'copy',
  gc: 'copy',
  switch: 'switch',
  partial: 'partial',
  full: 'full',
  erases: 'erase',
  translation: 'trans',
};

export function paintLanes(
  canvas: HTMLCanvasElement,
  layout: TimelineLayout,
  colors: Colors,
  ratio: number,
  position: number,
): void {
  canvas.width = Math.max(1, Math.round(layout.width * ratio));
  canvas.height = Math.max(1, Math.round(layout.height * ratio));
  const c = canvas.getContext('2d');
  if (!c) return;
  c.scale(ratio, ratio);
  // Where the run has not been nothing is known: greyed.
  c.globalAlpha = 0.55;
  c.fillStyle = colors.invalid;
  c.fillRect(layout.filled, 0, layout.width - layout.filled, layout.height);
  c.globalAlpha = 1;
  for (const lane of layout.lanes) {
    c.fillStyle = colors.line;
    c.fillRect(0, lane.base - 0.5, layout.width, 0.5);
    c.fillStyle = colors[LANE_TONE[lane.id]];
    for (const bar of lane.bars) c.fillRect(bar.x, bar.y, bar.w, bar.h);
  }
  c.fillStyle = colors.ink;
  c.fillRect(position - 1, 0, 2, layout.height);
}
