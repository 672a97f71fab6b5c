/**
 * The idea of an FTL as a small picture, beside its name. Decoration: what it shows is said in words wherever it is.
 * Letters of a column or row of pages: `v` valid, `l` valid in a log block, `x` invalid, `f` free, `t` translation page.
 */
import css from './ftl-diagram.module.css';

/** The top of a column or row, and the size of a page. */
interface Size {
  y?: number;
  width?: number;
  height?: number;
}

/** The pages of a block, where it begins from the left, and its size. */
type Pages = readonly [pages: string, x: number, size?: Size];
type Circle = readonly [x: number, y: number, radius: number];

/** In a picture of 96 by 52. */
export interface Diagram {
  /** Around blocks that belong together: left, top, width, height. */
  frames?: readonly (readonly [number, number, number, number])[];
  /** Pages below one another. */
  blocks?: readonly Pages[];
  /** Pages from left to right. */
  rows?: readonly Pages[];
  /** Lines and arrows, as an SVG path. */
  line?: string;
  /** Hot and cold pages. */
  dots?: readonly Circle[];
  rings?: readonly Circle[];
}

const FILLS = { v: css.valid, l: css.log, x: css.invalid, f: css.free, t: css.trans };

export function FtlDiagram({ of }: { of: Diagram }) {
  const { frames = [], blocks = [], rows = [], line, dots = [], rings = [] } = of;
  return (
    <svg viewBox="0 0 96 52" className={css.diagram} aria-hidden="true">
      {frames.map(([x, y, width, height]) => (
        <rect key={x} className={css.frame} {...{ x, y, width, height }} rx={width > 30 ? 5 : 4} />
      ))}
      {blocks.map(([pages, x, size]) => (
        <Block key={x} {...{ pages, x }} {...size} />
      ))}
      {rows.map(([pages, x, size]) => (
        <Row key={size?.y} {...{ pages, x }} {...size} />
      ))}
      {line && <path className={css.line} d={line} />}
      {dots.map(([cx, cy, r]) => (
        <circle key={cy} className={css.dot} {...{ cx, cy, r }} />
      ))}
      {rings.map(([cx, cy, r]) => (
        <circle key={cy} className={css.ring} {...{ cx, cy, r }} />
      ))}
    </svg>
  );
}

function Page({
  is,
  x,
  y,
  width,
  height,
}: {
  is: string;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const className = FILLS[is as keyof typeof FILLS];
  // The outline of a free page lies inside its place.
  const inset = is === 'f' ? 0.5 : 0;
  return (
    <rect
      className={className}
      x={x + inset}
      y={y + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={1.5}
    />
  );
}

interface PagesProps extends Size {
  pages: string;
  x: number;
}

/** A block: its pages below one another. */
function Block({ pages, x, y = 9, width = 14, height = 7 }: PagesProps) {
  return [...pages].map((is, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name than their place
    <Page key={index} y={y + index * (height + 2)} {...{ is, x, width, height }} />
  ));
}

/** The same, from left to right. */
function Row({ pages, x, y = 9, width = 14, height = 7 }: PagesProps) {
  return [...pages].map((is, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name than their place
    <Page key={index} x={x + index * (width + 2)} {...{ is, y, width, height }} />
  ));
}
