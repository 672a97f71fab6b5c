/**
 * The stage for the keyboard and for screen readers: a grid of blocks (columns) and pages (rows) of which only
 * the active cell is in the document, laid invisibly over its picture. Row 0 is the block's header.
 */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Frame } from '../../protocol/generated/Frame';
import type { Selection } from '../../state/lab';
import { factsOf } from './facts';
import { blockKey, chipKey, pageKey } from './keys';
import type { Rect } from './rects';
import css from './stage.module.css';

export interface GridProps {
  frame: Frame;
  cells: Uint32Array;
  pagesPerBlock: number;
  /** Where a thing of that key stands. */
  rectOf: (key: string) => Rect | null;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
  /** Brings a page or block into view, before it becomes the active cell. */
  onReveal: (target: Selection) => void;
}

/** The active cell: block by its number in the frame, page from 1, header 0. */
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

/** The cell of what is selected; `null` where it has none. */
function placeOf(selection: Selection | null, frame: Frame, pagesPerBlock: number): Active | null {
  if (selection?.kind !== 'block' && selection?.kind !== 'page') return null;
  const [pbn, row] =
    selection.kind === 'block'
      ? [selection.pbn, 0]
      : [Math.floor(selection.ppn / pagesPerBlock), (selection.ppn % pagesPerBlock) + 1];
  const block = pbn - frame.from_block;
  return block >= 0 && block < frame.blocks.length ? { block, row } : null;
}

function targetOf({ block, row }: Active, fromBlock: number, pagesPerBlock: number): Selection {
  const pbn = fromBlock + block;
  return row === 0 ? { kind: 'block', pbn } : { kind: 'page', ppn: pbn * pagesPerBlock + row - 1 };
}

export function Grid(props: GridProps) {
  const { frame, cells, pagesPerBlock, rectOf, selection, onSelect, onPoint, onReveal } = props;
  const [wanted, setActive] = useState<Active>({ block: 0, row: 0 });
  // What was selected by other means is where the keyboard goes on from: in this same pass, so that whoever selected
  // may give it the focus.
  const [followed, setFollowed] = useState<Selection | null>(null);
  if (selection !== followed) {
    setFollowed(selection);
    const place = placeOf(selection, frame, pagesPerBlock);
    if (place) setActive(place);
  }
  const cell = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  // A frame may show fewer blocks than the one before.
  const active = { ...wanted, block: Math.min(wanted.block, Math.max(0, frame.blocks.length - 1)) };
  const pbn = frame.from_block + active.block;
  const ppn = pbn * pagesPerBlock + active.row - 1;
  const target = targetOf(active, frame.from_block, pagesPerBlock);
  const own = active.row === 0 ? rectOf(blockKey(pbn)) : rectOf(pageKey(ppn));
  const rect = own ?? rectOf(chipKey(pbn));

  // The cell is a new element at every move, so that a screen reader hears it: the focus goes along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active cell changes
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cell.current?.focus();
  }, [active.block, active.row]);

  if (frame.blocks.length === 0) return null;
  const press = (event: React.KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      onSelect(JSON.stringify(selection) === JSON.stringify(target) ? null : target);
      return;
    }
    if (event.key === 'Escape') {
      onSelect(null);
      return;
    }
    const next = moveActive(active, event.key, event.ctrlKey, frame.blocks.length, pagesPerBlock);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = next.block !== active.block || next.row !== active.row;
    onReveal(targetOf(next, frame.from_block, pagesPerBlock));
    setActive(next);
  };
  const description = factsOf(target, frame, cells, pagesPerBlock).join('; ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot stand for a canvas
    <div
      role="grid"
      aria-label={m.stage_grid()}
      aria-description={m.stage_grid_hint()}
      aria-rowcount={pagesPerBlock + 1}
      aria-colcount={frame.blocks.length}
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
          aria-selected={JSON.stringify(selection) === JSON.stringify(target)}
          className={css.active}
          style={rect ? { left: rect.x, top: rect.y, width: rect.w, height: rect.h } : undefined}
          onKeyDown={press}
          onFocus={() => onPoint(target)}
          onBlur={() => onPoint(null)}
        >
          <span className={css.unseen}>{description}</span>
        </div>
      </div>
    </div>
  );
}
