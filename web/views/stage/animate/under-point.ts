/** The thing that a pointer is on, or the section of a large map; and the things that belong to the selection. */
import { cellAt, FREE } from '../../../protocol/cell';
import { validCopy } from '../../../protocol/frame';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Selection } from '../../../state/lab/lab';
import type { Layout, RowId } from '../layout/types';
import { lastLine } from '../layout/windows';
import {
  blockKey,
  bufferGroupKey,
  bufferKey,
  chipKey,
  entryKey,
  gtdKey,
  mapKey,
  pageKey,
  recentKey,
} from '../scene/keys';
import type { Scene, Sprite } from '../scene/sprite';

/** The nearest sprite with a meaning at a point of the stage. */
export function underPoint(scene: Scene, x: number, y: number): Sprite | null {
  let found: Sprite | null = null;
  for (const sprite of scene.values()) {
    if (!sprite.target || (found && found.z > sprite.z)) continue;
    if (x >= sprite.x && x < sprite.x + sprite.w && y >= sprite.y && y < sprite.y + sprite.h) found = sprite;
  }
  return found;
}

/** The section with a window at a height of the stage: where it begins, where it can begin at most, and how much a line is. */
export function sectionAt(
  { rows, pool }: Layout,
  y: number,
  free: number,
): { id: RowId | 'pool'; first: number; last: number; line: number } | null {
  const row = rows.find(
    ({ area, units, window }) => units > window.length && y >= area.y && y < area.y + area.h,
  );
  if (row)
    return {
      id: row.id,
      first: row.window[0] ?? 0,
      last: row.units - row.window.length,
      line: row.grid.across,
    };
  const [top, bottom] = [pool.chips[0], pool.chips.at(-1)];
  if (!top || !bottom || y < top.y || y >= bottom.y + bottom.h) return null;
  return { id: 'pool', first: pool.from / pool.across, last: lastLine(pool, free), line: 1 };
}

/** The block to bring into view for a selection. */
export function blockOfSelection(
  selection: Selection,
  frame: Frame,
  cells: Uint32Array,
  pagesPerBlock: number,
): number | null {
  switch (selection.kind) {
    case 'block':
      return selection.pbn;
    case 'page':
      return Math.floor(selection.ppn / pagesPerBlock);
    case 'lbn':
      return frame.tables.block_map?.[selection.lbn] ?? null;
    case 'lpn': {
      const ppn = validCopy({ frame, cells }, selection.lpn, pagesPerBlock);
      return ppn === null ? null : Math.floor(ppn / pagesPerBlock);
    }
  }
}

/** The keys of all sprites that belong to a selection: of a page, its other copies and its map entries too. */
export function linked(
  selection: Selection | null,
  frame: Frame,
  cells: Uint32Array,
  pagesPerBlock: number,
): string[] {
  if (!selection) return [];
  switch (selection.kind) {
    case 'block':
      return [blockKey(selection.pbn), chipKey(selection.pbn)];
    case 'lbn':
      return frame.blocks
        .filter((block) => block.lbn === selection.lbn && block.role !== 'free')
        .map((block) => blockKey(block.pbn))
        .concat(`slot:data:${selection.lbn}`, bufferGroupKey(selection.lbn), mapKey('block', selection.lbn));
    case 'lpn':
      return [
        bufferKey(selection.lpn),
        entryKey(selection.lpn),
        mapKey('page', selection.lpn),
        recentKey(selection.lpn),
        ...copiesOf(selection.lpn, false, frame, cells, pagesPerBlock),
        ...requestsOf(selection.lpn, frame),
      ];
    case 'page': {
      const index = selection.ppn - frame.from_block * pagesPerBlock;
      const cell = cellAt(cells, index);
      const own = pageKey(selection.ppn);
      if (cell.state === FREE || cell.logical === null) return [own];
      const copies = copiesOf(cell.logical, cell.translation, frame, cells, pagesPerBlock);
      if (cell.translation) return [own, ...copies, gtdKey(cell.logical)];
      return [own, ...copies, bufferKey(cell.logical), entryKey(cell.logical), mapKey('page', cell.logical)];
    }
  }
}

function copiesOf(
  logical: number,
  translation: boolean,
  frame: Frame,
  cells: Uint32Array,
  pagesPerBlock: number,
): string[] {
  const keys: string[] = [];
  const pages = frame.blocks.length * pagesPerBlock;
  for (let index = 0; index < pages; index += 1) {
    const cell = cellAt(cells, index);
    if (cell.logical === logical && cell.translation === translation) {
      keys.push(pageKey(frame.from_block * pagesPerBlock + index));
    }
  }
  return keys;
}

function requestsOf(lpn: number, frame: Frame): string[] {
  return frame.queue
    .filter((request) => lpn >= request.lpn && lpn < request.lpn + request.pages)
    .map((request) => `r${request.index}`);
}
