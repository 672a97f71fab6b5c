/**
 * Runs the heat map: keeps what is to be seen and paints it, at most once per picture of the screen. The picture of
 * all pages is painted again only when a frame, the mode or the theme is another.
 */
import { interpolateZoom } from 'd3-interpolate';
import { type Timer, timer } from 'd3-timer';
import type { FrameWithCells } from '../../../protocol/engine/engine-client';
import type { Summary } from '../../../protocol/generated/Summary';
import type { Heat } from '../../../protocol/heat';
import type { Selection, Direction as Way } from '../../../state/lab/lab';
import type { Rect } from '../layout/rects';
import type { Theme } from '../paint/paint';
import type { HeatCanvas, Ring, ZoomControl } from './draw';
import {
  bounded,
  cellHeight,
  type Lens,
  lensOf,
  middleOf,
  type Point,
  RATIO,
  rectOf,
  type Spot,
  seenBlocks,
  spotAt,
  type Tiling,
  tilingOf,
  type View,
  viewAround,
  viewOn,
} from './geometry';
import { type Mark, marksOfSelection, marksOfStep } from './marks';
import { nearness, nearThings, tintRects } from './near';
import { paintPages } from './picture';
import { cssOf, type Mode, type Paint, Palette } from './scales';

export interface Showing {
  summary: Summary;
  shown: FrameWithCells;
  heat: Heat;
  previous: FrameWithCells['frame'] | null;
  way: Way;
  /** Playing too fast for steps to be followed: what a step did is not marked. */
  fast: boolean;
  /** No motion. */
  still: boolean;
  /** The language of what blocks near are called. */
  locale: string;
}

/** Milliseconds for which what a step did draws the eye, and for which the view glides. */
const FLASH = 600;
const GLIDE = 350;
/** Milliseconds of a picture of the screen after which what is left to paint waits for the next one. */
const SLICE = 12;
/** Pages painted before the clock is looked at. */
const PART = 1 << 16;
/** From this height of a cell on its label may be wanted: the engine is asked for what pages hold. */
const TOLD = 11;
/** From this height of a cell on blocks have gaps between them. */
const GAP = 1.1;
const OVERVIEW = { share: 0.2, most: 170, margin: 8 };

export class HeatMap {
  private showing: Showing | null = null;
  private lens: Lens | null = null;
  private theme: Theme | null = null;
  private palette: Palette | null = null;
  private label = 12;
  private mode: Mode = 'state';
  private stale = true;
  private selection: Selection | null = null;
  private hover: Selection | null = null;
  private focus: Spot | null = null;
  private steps: Mark[] = [];
  private position = '';
  private flash = 1;
  private flashing: Timer | null = null;
  private gliding: Timer | null = null;
  private frame: number | null = null;
  /** The place in the middle before the room changed, until someone turns: a room on the way may not allow it. */
  private kept: { point: Point; cell: number } | null = null;
  zoom: ZoomControl | null = null;

  constructor(
    private readonly canvas: HeatCanvas,
    /** Called when what is seen is another. */
    private readonly onLens: (lens: Lens) => void,
    /** Called with the blocks whose pages are near enough to be drawn one by one. */
    private readonly onNear: (from: number, to: number) => void,
  ) {}

  get current(): Lens | null {
    return this.lens;
  }

  get colors(): Palette | null {
    return this.palette;
  }

  setTheme(theme: Theme, label: number): void {
    this.theme = theme;
    this.label = label;
    this.palette = new Palette(theme.colors);
    this.stale = true;
    this.bound();
    this.schedule();
  }

  resize(width: number, height: number, ratio: number): void {
    this.canvas.resize(width, height, ratio);
    if (this.showing && width > 0 && height > 0) this.arrange(this.showing, width, height);
    else this.room = { width, height };
    this.schedule();
  }

  setMode(mode: Mode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.stale = true;
    this.schedule();
  }

  private room = { width: 0, height: 0 };

  show(next: Showing): void {
    const last = this.showing;
    const other = last?.summary.hash !== next.summary.hash;
    this.showing = next;
    this.stale ||= last?.heat !== next.heat;
    const { width, height } = this.lens ?? this.room;
    if (width === 0 || height === 0) return;
    if (!this.lens || other) {
      this.lens = null;
      this.kept = null;
      this.arrange(next, width, height);
    }
    const { request, event } = next.shown.frame.position;
    const position = `${next.summary.hash} ${request}.${event}`;
    if (position !== this.position) {
      this.position = position;
      this.markStep(next);
    }
    this.ask();
    this.schedule();
  }

  point(selection: Selection | null, hover: Selection | null, focus: Spot | null): void {
    this.selection = selection;
    this.hover = hover;
    this.focus = focus;
    this.schedule();
  }

  /** A new view, from the person who turned it. */
  turn(view: View): void {
    if (!this.lens) return;
    this.kept = null;
    this.lens = { ...this.lens, view };
    this.onLens(this.lens);
    this.ask();
    this.schedule();
  }

  /** Zooms around a point of the room, or around its middle. */
  zoomBy(factor: number, around?: Spot): void {
    const { lens } = this;
    if (!lens) return;
    const k = Math.max(1, Math.min(this.most(lens), lens.view.k * factor));
    if (around) {
      this.glide(viewOn(lens, around, k));
      return;
    }
    const [x, y] = [lens.width / 2, lens.height / 2];
    const scale = k / lens.view.k;
    this.glide(bounded(lens, x - (x - lens.view.x) * scale, y - (y - lens.view.y) * scale, k));
  }

  /** Shows everything. */
  whole(): void {
    if (this.lens) this.glide(bounded(this.lens, 0, 0, 1));
  }

  /** So near that labels can be read, with a spot in the middle. */
  zoomTo(spot: Spot): void {
    if (this.lens) this.glide(viewOn(this.lens, spot, this.most(this.lens)));
  }

  /** Shows a point in the middle at once, cells so high (in pixels; 0: everything). */
  showAt(point: Point, cell: number): void {
    const { lens } = this;
    if (!lens) return;
    const k = Math.max(1, Math.min(this.most(lens), cell / lens.unit));
    this.glide(k > 1 ? viewAround(lens, point, k) : bounded(lens, 0, 0, 1), true);
    this.kept = k > 1 ? { point, cell } : null;
  }

  /** Brings a spot into view, as near as now. */
  reveal(spot: Spot): void {
    const { lens } = this;
    if (!lens) return;
    const { x, y, w, h } = rectOf(lens, spot);
    const inside = x >= 0 && y >= 0 && x + w <= lens.width && y + h <= lens.height;
    if (!inside) this.glide(viewOn(lens, spot, lens.view.k), true);
  }

  spotAt(x: number, y: number): Spot | null {
    return this.lens && spotAt(this.lens, x, y);
  }

  dispose(): void {
    this.flashing?.stop();
    this.gliding?.stop();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.zoom?.stop();
  }

  private arrange({ summary }: Showing, width: number, height: number): void {
    const old = this.lens;
    const tiling = tilingOf(summary.blocks, summary.pages_per_block, width, height);
    const flat = lensOf(tiling, width, height, { x: 0, y: 0, k: 1 });
    let view = bounded(flat, 0, 0, 1);
    // The same point, as large as before, in the middle, or as near to it as the room allows.
    const kept =
      this.kept ?? (old && old.view.k > 1 ? { point: middleOf(old), cell: cellHeight(old) } : null);
    if (kept)
      view = viewAround(flat, kept.point, Math.max(1, Math.min(this.most(flat), kept.cell / flat.unit)));
    if (!old || !sameTiling(old.tiling, tiling)) {
      this.stale = true;
      this.painting = null;
    }
    this.lens = { ...flat, view };
    this.bound();
    this.zoom?.to(view);
    this.kept = kept;
    this.onLens(this.lens);
  }

  private bound(): void {
    if (this.lens) this.zoom?.bounds(this.lens, this.most(this.lens));
  }

  /** The most zoom: labels fit well into their cells. */
  private most({ unit }: Lens): number {
    return Math.max(1, (this.label * 2.6) / unit);
  }

  /** Asks for what the pages that are near hold. */
  private ask(): void {
    const { lens } = this;
    if (!lens) return;
    const { from, to } = cellHeight(lens) >= TOLD ? seenBlocks(lens) : { from: 0, to: 0 };
    this.onNear(from, to);
  }

  private markStep(next: Showing): void {
    this.flashing?.stop();
    this.flash = 1;
    this.steps = [];
    if (next.fast) return;
    const { frame } = next.shown;
    const stepped = next.way === 'jump' ? null : next.previous;
    this.steps = marksOfStep(frame, stepped, next.way === 'back', next.heat.pagesPerBlock);
    const last = this.steps.at(-1);
    if (!last || next.way === 'jump') return;
    if (this.lens && this.lens.view.k > 1) this.reveal(last.spot);
    if (next.still) return;
    this.flash = 0;
    this.flashing = timer((elapsed) => {
      this.flash = Math.min(1, elapsed / FLASH);
      if (this.flash >= 1) this.flashing?.stop();
      this.schedule();
    });
  }

  private glide(to: View, at_once = false): void {
    const { lens, zoom } = this;
    if (!lens || !zoom) return;
    this.gliding?.stop();
    if (at_once || this.showing?.still) {
      zoom.to(to);
      return;
    }
    const middle = ({ x, y, k }: View): [number, number, number] => [
      (lens.width / 2 - x) / k,
      (lens.height / 2 - y) / k,
      lens.width / k,
    ];
    const way = interpolateZoom(middle(lens.view), middle(to));
    const gliding = timer((elapsed) => {
      const t = Math.min(1, elapsed / GLIDE);
      const [cx, cy, w] = way(1 - (1 - t) ** 3);
      const k = lens.width / w;
      zoom.to(t >= 1 ? to : { x: lens.width / 2 - cx * k, y: lens.height / 2 - cy * k, k });
      if (t >= 1) gliding.stop();
    });
    this.gliding = gliding;
  }

  private schedule(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.paint();
    });
  }

  private paint(): void {
    const began = performance.now();
    const late = () => performance.now() - began > SLICE;
    const { showing, lens, theme, palette } = this;
    if (!showing || !lens || !theme || !palette) return;
    const { heat, shown, summary } = showing;
    const lbns = Math.ceil(summary.logical_pages / summary.pages_per_block);
    // A picture is drawn before the next one is begun: frames may come faster than they can be painted.
    if (!this.painted && (this.stale || cellHeight(lens) >= GAP !== this.gaps)) {
      this.painting ??= this.picture(showing, lens, palette);
    }
    while (this.painting) {
      if (this.painting.next().done) {
        this.painting = null;
        this.painted = true;
      }
      // The first picture of a million pages takes a tenth of a second: no one waits for it as a whole.
      if (late()) {
        this.schedule();
        return;
      }
    }
    const labelChars = String(summary.logical_pages - 1).length;
    const sprites = nearThings({ ftl: summary.ftl, lens, heat, shown, label: this.label, labelChars });
    this.canvas.paint(
      lens,
      {
        sprites,
        tints: nearness(lens) > 0 ? this.tints(lens, palette.paint(this.mode, heat, lbns)) : [],
        rings: this.rings(showing, lens),
        map: nearness(lens) < 1,
        overview: lens.view.k > 1.5 ? overviewOf(lens) : null,
      },
      theme,
    );
    this.painted = false;
    if (this.stale) this.schedule();
  }

  /** Paints the picture of all pages, in parts. Changes meanwhile are for the next one. */
  private *picture({ heat, summary }: Showing, lens: Lens, palette: Palette): Generator<void> {
    this.stale = false;
    this.gaps = cellHeight(lens) >= GAP;
    const { tiling } = lens;
    const pixels = this.canvas.picture(tiling.width, tiling.height);
    const ground = `${pixels.length} ${tiling.width} ${palette.background}`;
    if (this.ground !== ground) {
      this.ground = '';
      pixels.fill(palette.background);
      yield;
    }
    this.ground = ground;
    const lbns = Math.ceil(summary.logical_pages / summary.pages_per_block);
    const paint = palette.paint(this.mode, heat, lbns);
    const gap = this.gaps ? palette.background : null;
    const part = Math.ceil(PART / tiling.pagesPerBlock);
    for (let from = 0; from < tiling.blocks; from += part) {
      paintPages(pixels, tiling, heat, paint, gap, from, Math.min(tiling.blocks, from + part));
      yield;
      // Two frames later its columns go back to the engine.
      if (heat.states.length === 0) {
        this.stale = true;
        return;
      }
    }
    this.canvas.commit();
  }

  /** Near, the cells say the states of pages: what the mode says of their block is beside. */
  private tints(lens: Lens, paint: Paint): { rect: Rect; color: string }[] {
    if (paint.by === 'page') return [];
    return tintRects(lens).map(({ pbn, rect }) => ({ rect, color: cssOf(paint.pixel(pbn)) }));
  }

  /** The picture being painted, and whether one is that was not drawn yet. */
  private painting: Generator<void> | null = null;
  private painted = false;
  private ground = '';
  private gaps = false;

  private rings({ shown: { frame }, heat }: Showing, lens: Lens): Ring[] {
    const ring = ({ spot, ...look }: Mark, out: number, alpha: number): Ring => ({
      ...look,
      rect: rectOf(lens, spot),
      out,
      alpha,
    });
    // A step's marks come in from outside, and stay.
    const out = 2 + (1 - this.flash) * 14;
    const focus: Mark[] = this.focus ? [{ spot: this.focus, tone: 'ink', dashed: false, thick: 3.5 }] : [];
    return [
      ...this.steps.map((mark) => ring(mark, out, 0.35 + 0.65 * this.flash)),
      ...marksOfSelection(this.hover, frame, heat, true).map((mark) => ring(mark, 1, 1)),
      ...marksOfSelection(this.selection, frame, heat, false).map((mark) => ring(mark, 1, 1)),
      ...focus.map((mark) => ring(mark, 3, 1)),
    ].filter(({ rect }) => touches(rect, lens));
  }
}

function touches({ x, y, w, h }: Rect, { width, height }: Lens): boolean {
  return x + w > -20 && y + h > -20 && x < width + 20 && y < height + 20;
}

function overviewOf({ tiling, unit, width, height }: Lens): Rect {
  const [w, h] = [tiling.width * unit * RATIO, tiling.height * unit];
  const scale = Math.min(OVERVIEW.most / w, (width * OVERVIEW.share) / w, (height * 0.34) / h);
  const [mw, mh] = [w * scale, h * scale];
  return { x: width - mw - OVERVIEW.margin, y: height - mh - OVERVIEW.margin, w: mw, h: mh };
}

function sameTiling(a: Tiling, b: Tiling): boolean {
  return a.width === b.width && a.height === b.height && a.columns === b.columns;
}
