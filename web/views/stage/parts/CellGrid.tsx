/**
 * A grid for the keyboard and for screen readers, laid invisibly over its picture: blocks (columns) and pages (rows), row 0 a
 * block's header. Only the active cell is in the document.
 */
import { useEffect, useRef } from 'react';
import type { Selection } from '../../../state/lab/lab';
import type { Rect } from '../layout/rects';
import css from '../stage.module.css';

/** The active cell: block by its number in the picture, page from 1, header 0. */
export interface Active {
  block: number;
  row: number;
}

/** Where a key leads; `null` if it is none of the grid's. */
export function moveActive(
  active: Active,
  key: string,
  control: boolean,
  blocks: number,
  pages: number,
): Active | null {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const to = (block: number, row: number) => ({ block: clamp(block, blocks - 1), row: clamp(row, pages) });
  switch (key) {
    case 'ArrowRight':
      return to(active.block + 1, active.row);
    case 'ArrowLeft':
      return to(active.block - 1, active.row);
    case 'ArrowDown':
      return to(active.block, active.row + 1);
    case 'ArrowUp':
      return to(active.block, active.row - 1);
    case 'Home':
      return to(0, control ? 0 : active.row);
    case 'End':
      return to(blocks - 1, control ? pages : active.row);
    case 'PageDown':
      return to(active.block, active.row + 8);
    case 'PageUp':
      return to(active.block, active.row - 8);
    default:
      return null;
  }
}

export interface CellGridProps {
  label: string;
  hint: string;
  blocks: number;
  /** Rows below the header. */
  pages: number;
  active: Active;
  /** Where the active cell is. */
  rect: Rect | null;
  /** The owner of the active cell, and the words about it. */
  target: Selection;
  facts: readonly string[];
  selection: Selection | null;
  onMove: (next: Active) => void;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
}

export function CellGrid(props: CellGridProps) {
  const { label, hint, blocks, pages, active, rect, target, facts, selection } = props;
  const { onMove, onSelect, onPoint } = props;
  const cell = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const selected = JSON.stringify(selection) === JSON.stringify(target);

  // The cell is a new element at every move, so that a screen reader hears it: the focus goes along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active cell changes
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cell.current?.focus();
  }, [active.block, active.row]);

  const press = (event: React.KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      onSelect(selected ? null : target);
      return;
    }
    if (event.key === 'Escape') {
      onSelect(null);
      return;
    }
    const next = moveActive(active, event.key, event.ctrlKey, blocks, pages);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = next.block !== active.block || next.row !== active.row;
    onMove(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot stand for a canvas
    <div
      role="grid"
      aria-label={label}
      aria-description={hint}
      aria-rowcount={pages + 1}
      aria-colcount={blocks}
      className={css.grid}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the cell inside has the focus */}
      <div role="row" aria-rowindex={active.row + 1}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div
          ref={cell}
          key={`${active.block} ${active.row}`}
          role="gridcell"
          tabIndex={0}
          aria-colindex={active.block + 1}
          aria-selected={selected}
          className={css.active}
          style={rect ? { left: rect.x, top: rect.y, width: rect.w, height: rect.h } : undefined}
          onKeyDown={press}
          onFocus={() => onPoint(target)}
          onBlur={() => onPoint(null)}
        >
          <span className={css.unseen}>{facts.join('; ')}</span>
        </div>
      </div>
    </div>
  );
}
