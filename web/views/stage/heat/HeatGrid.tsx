/**
 * The heat map for the keyboard and for screen readers: a grid of which only the active cell is in the document, laid
 * invisibly over its place. From afar its cells are blocks, near they are pages with their blocks' headers.
 */
import { useEffect, useRef } from 'react';
import { m } from '../../../i18n/compiled/messages.js';
import css from '../stage.module.css';
import { cellHeight, FINE, type Lens, moveSpot, rectOf, type Spot } from './geometry';

export interface HeatGridProps {
  lens: Lens;
  active: Spot;
  selected: boolean;
  /** The words about the active cell. */
  description: string;
  onMove: (spot: Spot) => void;
  onSelect: () => void;
  onClear: () => void;
  /** 1 nearer, -1 further, 0 all the way out. */
  onZoom: (way: 1 | -1 | 0) => void;
  onFocus: (focused: boolean) => void;
}

export function HeatGrid(props: HeatGridProps) {
  const { lens, active, selected, description, onMove, onSelect, onClear, onZoom, onFocus } = props;
  const cell = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const { tiling } = lens;
  const fine = cellHeight(lens) >= FINE;
  const rect = rectOf(lens, active);

  // The cell is a new element at every move, so that a screen reader hears it: the focus goes along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active cell changes
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cell.current?.focus({ preventScroll: true });
  }, [active.pbn, active.page]);

  const press = (event: React.KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    switch (event.key) {
      case 'Enter':
      case ' ':
        done();
        return onSelect();
      case 'Escape':
        return onClear();
      case '+':
      case '=':
        done();
        return onZoom(1);
      case '-':
        done();
        return onZoom(-1);
      case '0':
        done();
        return onZoom(0);
    }
    const next = moveSpot(tiling, active, event.key, event.ctrlKey, fine);
    if (!next) return;
    done();
    moved.current = next.pbn !== active.pbn || next.page !== active.page;
    onMove(next);
  };

  const [w, h] = fine ? [tiling.columns, tiling.rows + 1] : [1, 1];
  const page = fine ? active.page : -1;
  const row =
    Math.floor(active.pbn / tiling.across) * h + (page < 0 ? 0 : Math.floor(page / tiling.columns) + 1);
  const column = (active.pbn % tiling.across) * w + (page < 0 ? 0 : page % tiling.columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot stand for a canvas
    <div
      role="grid"
      aria-label={m.stage_grid()}
      aria-description={m.stage_heat_grid_hint()}
      aria-rowcount={tiling.lines * h}
      aria-colcount={tiling.across * w}
      className={css.grid}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the cell inside has the focus */}
      <div role="row" aria-rowindex={row + 1}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div
          ref={cell}
          key={`${active.pbn} ${active.page}`}
          role="gridcell"
          tabIndex={0}
          aria-colindex={column + 1}
          aria-selected={selected}
          className={css.active}
          // Its ring is drawn on the map, where it can be larger than the cell.
          style={{ left: rect.x, top: rect.y, width: rect.w, height: rect.h, outline: 'none' }}
          onKeyDown={press}
          onFocus={() => onFocus(true)}
          onBlur={() => onFocus(false)}
        >
          <span className={css.unseen}>{description}</span>
        </div>
      </div>
    </div>
  );
}
