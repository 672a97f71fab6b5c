/** The heat map's canvas and its zooming: the only file of it that touches the DOM behind React. */
import { select } from 'd3-selection';
import { zoom as d3zoom, ZoomTransform } from 'd3-zoom';
import type { Rect } from '../layout/rects';
import { paintThing } from '../paint/draw';
import type { Theme } from '../paint/paint';
import type { Sprite } from '../scene/sprite';
import { type Lens, toRoom, type View } from './geometry';
import type { Mark } from './marks';

/** A mark where it is drawn. `out`: how far around, CSS pixels. */
export interface Ring extends Omit<Mark, 'spot'> {
  rect: Rect;
  out: number;
  alpha: number;
}

interface Drawing {
  sprites: readonly Sprite[];
  /** Under the headers of blocks that are near: their colours in the mode. */
  tints: readonly { rect: Rect; color: string }[];
  rings: readonly Ring[];
  /** How much of the picture shows under the sprites. */
  map: boolean;
  /** Where the overview goes; `null` without one. */
  overview: Rect | null;
}

export interface HeatCanvas {
  /** Size in CSS pixels, and device pixels per CSS pixel. Clears. */
  resize(width: number, height: number, ratio: number): void;
  /** Pixels of the picture, row by row: to be written into, then `commit`. New ones when the size is another. */
  picture(width: number, height: number): Uint32Array;
  commit(): void;
  paint(lens: Lens, drawing: Drawing, theme: Theme): void;
}

/** A ring is not smaller than this: a page may be less than a pixel. */
const LEAST_RING = 9;

export function createHeatCanvas(canvas: HTMLCanvasElement): HeatCanvas {
  // No transparency, so that the browser need not blend a canvas this large.
  const c = canvas.getContext('2d', { alpha: false });
  const layer = document.createElement('canvas');
  const base = layer.getContext('2d', { alpha: false });
  let image: ImageData | null = null;
  let ratio = 1;
  return {
    resize(w, h, r) {
      ratio = r;
      canvas.width = Math.max(1, Math.round(w * r));
      canvas.height = Math.max(1, Math.round(h * r));
    },
    picture(w, h) {
      if (!image || image.width !== w || image.height !== h) {
        layer.width = w;
        layer.height = h;
        image = new ImageData(w, h);
      }
      return new Uint32Array(image.data.buffer);
    },
    commit() {
      if (image) base?.putImageData(image, 0, 0);
    },
    paint(lens, drawing, theme) {
      if (!c) return;
      c.setTransform(ratio, 0, 0, ratio, 0, 0);
      c.globalAlpha = 1;
      c.fillStyle = theme.colors.bg;
      c.fillRect(0, 0, lens.width, lens.height);
      if (drawing.map) paintPicture(c, layer, lens);
      for (const sprite of drawing.sprites) {
        c.globalAlpha = sprite.alpha;
        paintThing(c, sprite, sprite.look, theme);
      }
      c.globalAlpha = 1;
      for (const { rect, color } of drawing.tints) {
        c.fillStyle = color;
        c.fillRect(rect.x, rect.y, rect.w, rect.h);
      }
      for (const ring of drawing.rings) paintRing(c, ring, theme);
      if (drawing.overview) paintOverview(c, layer, lens, drawing.overview, theme);
    },
  };
}

type Context = CanvasRenderingContext2D;

/** The part of the picture that is seen. From afar pixels are averaged, near they are sharp. */
function paintPicture(c: Context, layer: HTMLCanvasElement, lens: Lens): void {
  const { tiling } = lens;
  const whole = toRoom(lens, { x: 0, y: 0, w: tiling.width, h: tiling.height });
  const [sx, sy] = [tiling.width / whole.w, tiling.height / whole.h];
  const left = Math.max(0, Math.floor(-whole.x * sx));
  const top = Math.max(0, Math.floor(-whole.y * sy));
  const right = Math.min(tiling.width, Math.ceil((lens.width - whole.x) * sx));
  const bottom = Math.min(tiling.height, Math.ceil((lens.height - whole.y) * sy));
  if (right <= left || bottom <= top) return;
  const to = toRoom(lens, { x: left, y: top, w: right - left, h: bottom - top });
  c.imageSmoothingEnabled = sy > 0.7;
  c.imageSmoothingQuality = 'medium';
  c.drawImage(layer, left, top, right - left, bottom - top, to.x, to.y, to.w, to.h);
}

function paintRing(c: Context, { rect, out, alpha, tone, dashed, thick }: Ring, { colors }: Theme): void {
  const w = Math.max(rect.w, LEAST_RING) + out * 2;
  const h = Math.max(rect.h, LEAST_RING) + out * 2;
  c.globalAlpha = alpha;
  c.beginPath();
  c.roundRect(rect.x + (rect.w - w) / 2, rect.y + (rect.h - h) / 2, w, h, Math.min(6, h / 4));
  // A halo, so that the ring stands out from cells of a like hue.
  c.lineWidth = thick + 2;
  c.strokeStyle = colors.surface;
  c.stroke();
  c.lineWidth = thick;
  c.strokeStyle = colors[tone];
  c.setLineDash(dashed ? [4, 3] : []);
  c.stroke();
  c.setLineDash([]);
  c.globalAlpha = 1;
}

function paintOverview(c: Context, layer: HTMLCanvasElement, lens: Lens, at: Rect, theme: Theme): void {
  const { tiling, view } = lens;
  c.fillStyle = theme.colors.bg;
  c.fillRect(at.x - 1, at.y - 1, at.w + 2, at.h + 2);
  c.imageSmoothingEnabled = true;
  c.imageSmoothingQuality = 'medium';
  c.drawImage(layer, at.x, at.y, at.w, at.h);
  c.lineWidth = 1;
  c.strokeStyle = theme.colors['ink-2'];
  c.strokeRect(at.x - 0.5, at.y - 0.5, at.w + 1, at.h + 1);
  const whole = toRoom(
    { ...lens, view: { x: 0, y: 0, k: view.k } },
    { x: 0, y: 0, w: tiling.width, h: tiling.height },
  );
  const [sx, sy] = [at.w / whole.w, at.h / whole.h];
  const x = Math.max(0, -view.x * sx);
  const y = Math.max(0, -view.y * sy);
  const rect = {
    x: at.x + x,
    y: at.y + y,
    w: Math.min(at.w - x, lens.width * sx),
    h: Math.min(at.h - y, lens.height * sy),
  };
  paintRing(c, { rect, out: 0, alpha: 1, tone: 'ink', dashed: false, thick: 2 }, theme);
}

export interface ZoomControl {
  /** The room, the map in it at zoom 1 (CSS pixels), and the most zoom. */
  bounds(lens: Lens, most: number): void;
  /** Shows a view, as if the person had turned to it. */
  to(view: View): void;
  stop(): void;
}

/** Wheel, drag, pinch and double click on an element. `onView` hears every new view. */
export function attachZoom(element: HTMLElement, onView: (view: View) => void): ZoomControl {
  const surface = select(element);
  const zoom = d3zoom<HTMLElement, unknown>()
    .clickDistance(4)
    // One finger on the whole map scrolls the page.
    .filter(
      (event: Event) =>
        !('button' in event && event.button) &&
        !('touches' in event && (event.touches as TouchList).length === 1 && kOf(element) <= 1),
    )
    .on('zoom', ({ transform }: { transform: View }) =>
      onView({ x: transform.x, y: transform.y, k: transform.k }),
    );
  surface.call(zoom);
  return {
    bounds(lens, most) {
      const whole = toRoom(
        { ...lens, view: { x: 0, y: 0, k: 1 } },
        { x: 0, y: 0, w: lens.tiling.width, h: lens.tiling.height },
      );
      zoom
        .extent([
          [0, 0],
          [lens.width, lens.height],
        ])
        .translateExtent([
          [0, 0],
          [whole.w, whole.h],
        ])
        .scaleExtent([1, most]);
    },
    to(view) {
      surface.call(zoom.transform, new ZoomTransform(view.k, view.x, view.y));
    },
    stop() {
      surface.on('.zoom', null);
    },
  };
}

function kOf(element: Element & { __zoom?: View }): number {
  return element.__zoom?.k ?? 1;
}
