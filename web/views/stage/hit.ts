/** What lies under a point, and what belongs to what is selected. */
import { cellAt, FREE } from '../../protocol/cell';
import type { Frame } from '../../protocol/generated/Frame';
import type { Selection } from '../../state/lab';
import { blockKey, chipKey, entryKey, gtdKey, pageKey, recentKey } from './keys';
import type { Scene, Thing } from './thing';

/** The nearest thing with a meaning at a point of the stage. */
export function hit(scene: Scene, x: number, y: number): Thing | null {
  let found: Thing | null = null;
  for (const thing of scene.values()) {
    if (!thing.target || (found && found.z > thing.z)) continue;
    if (x >= thing.x && x < thing.x + thing.w && y >= thing.y && y < thing.y + thing.h) found = thing;
  }
  return found;
}

/** The keys of all things that belong to a selection: of a page, its other copies and its map entries too. */
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
        .concat(`slot:data:${selection.lbn}`);
    case 'lpn':
      return [
        entryKey(selection.lpn),
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
      return [own, ...copies, cell.translation ? gtdKey(cell.logical) : entryKey(cell.logical)];
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
