/**
 * The write buffer for the keyboard and for screen readers, as the grid of blocks is: a column for each block group (row 0 its
 * header, below it its pages), or for each page where pages leave one by one. Only the active cell is in the document.
 */
import { useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { BufferShown } from '../../protocol/generated/BufferShown';
import type { Selection } from '../../state/lab';
import { groupsOf } from './buffer';
import { bufferedFacts, groupFacts } from './buffer-facts';
import { type Active, moveActive } from './Grid';
import { bufferGroupKey, bufferKey } from './keys';
import type { Rect } from './rects';
import css from './stage.module.css';

interface BufferGridProps {
  buffer: BufferShown;
  pagesPerBlock: number;
  /** Where a thing of that key stands. */
  rectOf: (key: string) => Rect | null;
  selection: Selection | null;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
}

interface Place {
  target: Selection;
  key: string;
  facts: string[];
}

export default function BufferGrid(props: BufferGridProps) {
  const { buffer, pagesPerBlock, rectOf, selection, onSelect, onPoint } = props;
  const [wanted, setActive] = useState<Active>({ block: 0, row: 0 });
  const cell = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const groups = buffer.groups ? groupsOf(buffer) : null;
  const columns = groups?.length ?? buffer.list?.length ?? 0;
  const rows = groups ? pagesPerBlock : 0;
  const active = { ...wanted, block: Math.max(0, Math.min(wanted.block, columns - 1)) };

  // A new element at every move, so that a screen reader hears it: the focus goes along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active cell changes
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cell.current?.focus();
  }, [active.block, active.row]);

  if (columns === 0) return null;
  const place = placeOf(active);
  const rect = rectOf(place.key) ?? rectOf('buffer:more') ?? rectOf('buffer');
  const press = (event: React.KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      onSelect(isSelected() ? null : place.target);
      return;
    }
    if (event.key === 'Escape') {
      onSelect(null);
      return;
    }
    const next = moveActive(active, event.key, event.ctrlKey, columns, rows);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = next.block !== active.block || next.row !== active.row;
    setActive(next);
    onPoint(placeOf(next).target);
  };

  function isSelected(): boolean {
    return JSON.stringify(selection) === JSON.stringify(place.target);
  }

  function placeOf({ block, row }: Active): Place {
    const group = groups?.[block];
    if (group && row === 0) {
      const { lbn } = group;
      return {
        target: { kind: 'lbn', lbn },
        key: bufferGroupKey(lbn),
        facts: groupFacts(lbn, buffer),
      };
    }
    const lpn = group ? group.lbn * pagesPerBlock + row - 1 : (buffer.list?.[block]?.lpn ?? 0);
    const held = buffer.destage?.held.includes(lpn) ?? false;
    const found = bufferedFacts(lpn, buffer);
    const there = held ? found : [`LPN ${lpn}`, ...found];
    const facts = found.length > 0 ? there : [m.stage_fact_not_buffered({ lpn })];
    const own = group && found.length === 0 ? `${bufferGroupKey(group.lbn)}:${row - 1}` : bufferKey(lpn);
    return { target: { kind: 'lpn', lpn }, key: own, facts };
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot stand for a canvas
    <div
      role="grid"
      aria-label={m.stage_buffer_grid()}
      aria-description={m.stage_buffer_grid_hint()}
      aria-rowcount={rows + 1}
      aria-colcount={columns}
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
          aria-selected={isSelected()}
          className={css.active}
          style={rect ? { left: rect.x, top: rect.y, width: rect.w, height: rect.h } : undefined}
          onKeyDown={press}
          onFocus={() => onPoint(place.target)}
          onBlur={() => onPoint(null)}
        >
          <span className={css.unseen}>{place.facts.join('; ')}</span>
        </div>
      </div>
    </div>
  );
}
