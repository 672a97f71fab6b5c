/** The stage for the keyboard and for screen readers: a grid of its blocks and their pages. */
import { useState } from 'react';
import { m } from '../../../i18n/compiled/messages.js';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Selection } from '../../../state/lab/lab';
import type { Rect } from '../layout/rects';
import { factsOf } from '../scene/facts';
import { blockKey, chipKey, pageKey } from '../scene/keys';
import { type Active, CellGrid } from './CellGrid';

export interface GridProps {
  frame: Frame;
  cells: Uint32Array;
  pagesPerBlock: number;
  /** A question is open: what is to be counted is not told. */
  untold: boolean;
  /** Where a sprite of that key is. */
  rectOf: (key: string) => Rect | null;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
  /** Brings a page or block into view, before it becomes the active cell. */
  onReveal: (target: Selection) => void;
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
  const { frame, cells, pagesPerBlock, untold, rectOf, selection, onSelect, onPoint, onReveal } = props;
  const [wanted, setActive] = useState<Active>({ block: 0, row: 0 });
  // After a selection by other means the keyboard continues from it: in this same pass, so that the selecting code
  // may give it the focus.
  const [followed, setFollowed] = useState<Selection | null>(null);
  if (selection !== followed) {
    setFollowed(selection);
    const place = placeOf(selection, frame, pagesPerBlock);
    if (place) setActive(place);
  }
  // A frame may show fewer blocks than the one before.
  const active = { ...wanted, block: Math.min(wanted.block, Math.max(0, frame.blocks.length - 1)) };
  const pbn = frame.from_block + active.block;
  const ppn = pbn * pagesPerBlock + active.row - 1;
  const target = targetOf(active, frame.from_block, pagesPerBlock);
  const own = active.row === 0 ? rectOf(blockKey(pbn)) : rectOf(pageKey(ppn));
  const rect = own ?? rectOf(chipKey(pbn));

  if (frame.blocks.length === 0) return null;
  return (
    <CellGrid
      label={m.stage_grid()}
      hint={m.stage_grid_hint()}
      blocks={frame.blocks.length}
      pages={pagesPerBlock}
      active={active}
      rect={rect}
      target={target}
      facts={factsOf(target, frame, cells, pagesPerBlock, untold)}
      selection={selection}
      onMove={(next) => {
        onReveal(targetOf(next, frame.from_block, pagesPerBlock));
        setActive(next);
      }}
      onSelect={onSelect}
      onPoint={onPoint}
    />
  );
}
