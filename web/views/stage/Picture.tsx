/** The stage at one position as a still picture: drawn by the stage's own renderer, for paper or to fill its place. */
import { useEffect, useMemo, useRef } from 'react';
import { integer } from '../../base/format';
import { readPixels } from '../../base/tokens';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { nowOf } from '../../model/why/now';
import type { FrameWithCells } from '../../protocol/engine/engine-client';
import type { Summary } from '../../protocol/generated/Summary';
import { say } from '../say';
import { layoutOf, withWindow } from './layout/layout';
import { placeBlocks } from './layout/places';
import { shapeOf } from './layout/shape';
import type { Layout, Viewport } from './layout/types';
import { createPainter } from './paint/draw';
import { readTheme, whenLettersCome } from './paint/paint';
import { scene } from './scene/scene';
import { windowsFor } from './step/focus';
import { useWords } from './use-stage';

export type Shot = Pick<FrameWithCells, 'frame' | 'cells'> & { summary: Summary };

interface Size {
  width: number;
  height: number;
}

/** In CSS pixels: across the text of an A4 page, and so high that several are on one. */
const PAPER: Size = { width: 700, height: 230 };
/** A place narrower than this is a phone's: drawn smaller the picture could not be read there, so it is drawn higher. */
const NARROW = 460;
const PHONE_HEIGHT = 340;
/** Device pixels per CSS pixel: as fine as print needs. */
const RATIO = 2.5;

/** For a picture that fills its place: at least this wide and high, in the shape of the place; then scaled to fit. */
const FILLING: Viewport = { width: 640, height: 320, font: 14, label: 13 };

export interface StagePictureProps {
  /** A picture of a device that is not large. */
  shot: Shot;
  /** As large as the place that the style sheet gives the canvas; otherwise as wide as that, and as high as on paper. */
  fills?: boolean;
}

export function StagePicture({ shot, fills = false }: StagePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const language = useLanguage();
  const words = useWords(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words of the page's language
  const caption = useMemo(() => captionOf(shot), [shot, language]);
  useEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    const painter = createPainter(surface);
    let drawn: Size | null = null;
    const draw = (viewport: Size) => {
      if (viewport.width === drawn?.width && viewport.height === drawn.height) return;
      drawn = viewport;
      const letters = fills
        ? FILLING
        : { font: readPixels('font', surface), label: readPixels('label', surface) };
      const layout = sheetOf(shot, { ...letters, ...viewport });
      const sprites = scene({
        ftl: shot.summary.ftl,
        frame: shot.frame,
        cells: shot.cells,
        words,
        ...layout,
      });
      const { width, height } = layout.layout;
      const theme = readTheme(surface);
      painter.resize(width, height, RATIO);
      if (!fills) surface.style.aspectRatio = `${width} / ${height}`;
      painter.paintStill(
        [...sprites.values()].sort((a, b) => a.z - b.z),
        theme,
        0,
      );
      painter.paint([], [], theme, 0);
    };
    const print = matchMedia('print');
    const onPaper = () => draw(PAPER);
    const onScreen = () => {
      const { clientWidth, clientHeight } = surface;
      if (fills && clientHeight > 0) {
        const scale = Math.max(FILLING.width / clientWidth, FILLING.height / clientHeight);
        return draw({ width: Math.round(clientWidth * scale), height: Math.round(clientHeight * scale) });
      }
      const phone = !print.matches && clientWidth > 0 && clientWidth < NARROW;
      draw(phone ? { width: clientWidth, height: PHONE_HEIGHT } : PAPER);
    };
    onScreen();
    const resized = new ResizeObserver(onScreen);
    resized.observe(surface);
    const lettered = whenLettersCome(surface, () => {
      const last = drawn;
      drawn = null;
      if (last) draw(last);
    });
    addEventListener('beforeprint', onPaper);
    addEventListener('afterprint', onScreen);
    return () => {
      resized.disconnect();
      lettered();
      removeEventListener('beforeprint', onPaper);
      removeEventListener('afterprint', onScreen);
    };
  }, [shot, words, fills]);
  return (
    <figure>
      <canvas ref={canvas} role="img" aria-label={caption} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Everything in its place, with the windows of crowded sections where the moment is. */
function sheetOf({ summary, frame }: Shot, viewport: Viewport) {
  const shape = shapeOf(summary, frame);
  const places = placeBlocks(summary.ftl, frame, shape.rows);
  const plain = layoutOf(shape, viewport);
  const windows = windowsFor(frame, places, plain, new Map());
  const rows = plain.rows.map((row) => withWindow(row, windows.get(row.id) ?? row.window));
  return { places, layout: { ...plain, rows } satisfies Layout };
}

function captionOf({ summary, frame }: Shot): string {
  const now = nowOf(frame, summary);
  if (now) return say(now.sentence);
  const [blocks, pages, logical] = [summary.blocks, summary.pages_per_block, summary.logical_pages].map(
    integer,
  );
  return m.now_beginning({ blocks: blocks ?? '', pages: pages ?? '', logical: logical ?? '' });
}
