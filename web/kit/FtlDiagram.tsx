/**
 * The idea of an FTL as a small picture, beside its name. Decoration: what it shows is said in words wherever it is.
 * Letters of a column or row of pages: `v` valid, `l` valid in a log block, `x` invalid, `f` free, `t` translation page.
 */
import type { ReactNode } from 'react';
import type { FTL_NAMES } from '../i18n/ftl-names';
import css from './ftl-diagram.module.css';

type Ftl = keyof typeof FTL_NAMES;

const FILLS = { v: css.valid, l: css.log, x: css.invalid, f: css.free, t: css.trans };

export function FtlDiagram({ ftl }: { ftl: Ftl }) {
  return (
    <svg viewBox="0 0 96 52" className={css.diagram} aria-hidden="true">
      {DIAGRAMS[ftl]}
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

interface PagesProps {
  pages: string;
  x: number;
  y?: number;
  width?: number;
  height?: number;
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

const line = (d: string) => <path className={css.line} d={d} />;

const DIAGRAMS: Record<Ftl, ReactNode> = {
  block: (
    <>
      <Block pages="vvvv" x={8} />
      {line('M24 26H70M66 22l4.5 4-4.5 4')}
      <Block pages="vvvv" x={74} />
    </>
  ),
  replacement: (
    <>
      <Block pages="vxxv" x={6} />
      {line('M21 26h14')}
      <Block pages="fxlf" x={36} />
      {line('M51 26h14')}
      <Block pages="flff" x={66} />
      {line('M81 26h9')}
    </>
  ),
  bast: (
    <>
      <Block pages="vxxv" x={6} />
      <Block pages="llff" x={23} />
      {line('M45 6V46')}
      <Block pages="xvxv" x={54} />
      <Block pages="llff" x={71} />
    </>
  ),
  fast: (
    <>
      <Block pages="vxv" x={6} y={4} height={5} />
      <Block pages="vxv" x={26} y={4} height={5} />
      <Block pages="vxv" x={46} y={4} height={5} />
      <Block pages="vvx" x={66} y={4} height={5} />
      {line('M13 26V32M33 26V32M53 26V32M73 26V32M13 32H73M43 32V36')}
      <Row pages="lllf" x={6} y={38} width={18} />
    </>
  ),
  superblock: (
    <>
      <rect className={css.frame} x={3} y={3} width={44} height={46} rx={5} />
      <Block pages="vvxv" x={8} y={8} width={10} />
      <Block pages="vxvv" x={20} y={8} width={10} />
      <Block pages="llff" x={32} y={8} width={10} />
      <rect className={css.frame} x={50} y={3} width={44} height={46} rx={5} />
      <Block pages="vvvv" x={55} y={8} width={10} />
      <Block pages="xvvv" x={67} y={8} width={10} />
      <Block pages="lfff" x={79} y={8} width={10} />
    </>
  ),
  last: (
    <>
      {line('M6 9.5H18M15 6.5l3.5 3-3.5 3')}
      <Row pages="llll" x={30} y={6} />
      {line('M24 18.5H94')}
      <Row pages="lxxl" x={30} y={24} />
      <Row pages="llff" x={30} y={40} />
      {line('M24 35.5H94')}
      <circle className={css.dot} cx={12} cy={27.5} r={3.5} />
      <circle className={css.ring} cx={12} cy={43.5} r={3.5} />
    </>
  ),
  page: (
    <>
      {[9, 20.5, 32, 43.5].map((y) => (
        <circle key={y} className={css.dot} cx={10} cy={y} r={2.5} />
      ))}
      {line(
        'M13 9C40 9 34 38 58 39M13 20.5C36 21 40 12 58 12M13 32C40 32 40 30 58 30M13 43.5C30 44 50 22 74 21',
      )}
      <Block pages="vxvv" x={60} />
      <Block pages="xvxf" x={76} />
    </>
  ),
  dftl: (
    <>
      <rect className={css.frame} x={3} y={5} width={26} height={24} rx={4} />
      <Block pages="tt" x={6} width={20} />
      {line('M30 17H44M40 13.5l4 3.5-4 3.5')}
      <Block pages="txtt" x={48} />
      <Block pages="vvxv" x={64} />
      <Block pages="vfff" x={80} />
    </>
  ),
};
