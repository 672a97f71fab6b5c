/** A slider beside every section that does not show all of its blocks: the browser's own, for keys, mouse and touch. */
import { m } from '../../../i18n/compiled/messages.js';
import { seenOf } from '../layout/captions';
import { RAIL } from '../layout/layout';
import type { Rect } from '../layout/rects';
import type { Layout, RowId } from '../layout/types';
import { lastLine } from '../layout/windows';
import css from '../layout/windows.module.css';
import type { Words } from '../scene/words';

export interface WindowsProps {
  layout: Layout;
  words: Words;
  /** Blocks in the free pool. */
  free: number;
  onScroll: (id: RowId | 'pool', first: number) => void;
}

interface Slider {
  id: RowId | 'pool';
  name: string;
  /** The visible part in words. */
  said: string;
  first: number;
  last: number;
  /** The number of units that make a line. */
  line: number;
  area: Rect;
}

function slidersOf({ layout, words, free }: WindowsProps): Slider[] {
  // Where the others are tiles, one taps these.
  const sliders: Slider[] = (layout.tiles.length > 0 ? [] : layout.rows)
    .filter((row) => row.units > row.window.length)
    .map((row) => ({
      id: row.id,
      name: words.rows[row.id],
      said: m.stage_window_blocks({ blocks: seenOf(row).map(words.range).join(', '), of: row.units }),
      first: row.window[0] ?? 0,
      last: row.units - row.window.length,
      line: row.grid.across,
      area: row.area,
    }));
  const { pool } = layout;
  const [top] = pool.chips;
  const last = lastLine(pool, free);
  if (top && last > 0) {
    const bottom = pool.chips.at(-1) ?? top;
    const to = Math.min(free, pool.from + pool.chips.length);
    sliders.push({
      id: 'pool',
      name: words.pool,
      said: m.stage_window_blocks({ blocks: words.range([pool.from, to - 1]), of: free }),
      first: Math.round(pool.from / pool.across),
      last,
      line: 1,
      area: { x: 0, y: top.y, w: 0, h: bottom.y + bottom.h - top.y },
    });
  }
  return sliders;
}

export default function Windows(props: WindowsProps) {
  const { layout, onScroll } = props;
  return slidersOf(props).map(({ id, name, said, first, last, line, area }) => (
    <input
      key={id}
      type="range"
      className={css.rail}
      aria-label={m.stage_window_slider({ section: name })}
      aria-orientation="vertical"
      aria-valuetext={said}
      title={said}
      min={0}
      max={last}
      value={Math.min(first, last)}
      style={{ left: layout.width - RAIL, top: area.y, height: area.h, width: RAIL }}
      onChange={(event) => {
        const value = Number(event.currentTarget.value);
        // A key moves by one: by a line, as the wheel does.
        const by = Math.abs(value - first) === 1 ? (value - first) * line : value - first;
        onScroll(id, first + by);
      }}
      // The page's keys for steps are the slider's while it has the focus.
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    />
  ));
}
