/**
 * The write buffer for the keyboard and for screen readers, as the grid of blocks is: a column for each block group (row 0 its
 * header, below it its pages), or for each page where pages leave one by one.
 */
import { useState } from 'react';
import { m } from '../../../i18n/compiled/messages.js';
import type { BufferShown } from '../../../protocol/generated/BufferShown';
import type { Selection } from '../../../state/lab/lab';
import type { Rect } from '../layout/rects';
import { groupsOf } from '../scene/buffer';
import { bufferedFacts, groupFacts } from '../scene/buffer-facts';
import { bufferGroupKey, bufferKey } from '../scene/keys';
import { type Active, CellGrid } from './CellGrid';

interface BufferGridProps {
  buffer: BufferShown;
  pagesPerBlock: number;
  /** Where a sprite of that key is. */
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
  const groups = buffer.groups ? groupsOf(buffer) : null;
  const columns = groups?.length ?? buffer.list?.length ?? 0;
  const rows = groups ? pagesPerBlock : 0;
  const active = { ...wanted, block: Math.max(0, Math.min(wanted.block, columns - 1)) };

  if (columns === 0) return null;
  const place = placeOf(active);
  const rect = rectOf(place.key) ?? rectOf('buffer:more') ?? rectOf('buffer');

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
    <CellGrid
      label={m.stage_buffer_grid()}
      hint={m.stage_buffer_grid_hint()}
      blocks={columns}
      pages={rows}
      active={active}
      rect={rect}
      target={place.target}
      facts={place.facts}
      selection={selection}
      onMove={(next) => {
        setActive(next);
        onPoint(placeOf(next).target);
      }}
      onSelect={onSelect}
      onPoint={onPoint}
    />
  );
}
