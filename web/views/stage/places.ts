/**
 * Which block stands where. A block keeps its place for as long as what it is used for allows it; only a block
 * whose use changes moves. So a place depends on where blocks stood before: `placeBlocks` takes the places of the
 * frame before and gives those of this one.
 */
import type { BlockShown } from '../../protocol/generated/BlockShown';
import type { Frame } from '../../protocol/generated/Frame';
import type { RowId, RowShape } from './layout';

interface Place {
  row: RowId;
  slot: number;
}

/** Places by PBN. A block in the free pool that has no place of its own is not in it. */
export type Places = ReadonlyMap<number, Place>;

export function placeBlocks(before: Places | null, frame: Frame, rows: RowShape[]): Places {
  const [first] = rows;
  if (first?.id === 'blocks') {
    return new Map(frame.blocks.map((block, slot) => [block.pbn, { row: 'blocks', slot }]));
  }
  const places = new Map<number, Place>();
  const taken = new Set<string>();
  const put = (pbn: number, place: Place) => {
    places.set(pbn, place);
    taken.add(nameOf(place));
  };
  const isFree = (place: Place) => !taken.has(nameOf(place));
  const used = frame.blocks.filter((block) => block.role !== 'free');

  // Those that stand where they belong stay.
  for (const block of used) {
    const place = before?.get(block.pbn);
    if (place && isFree(place) && belongs(block, place, frame, rows)) put(block.pbn, place);
  }
  // The others take the first place that is theirs; of two claims on one, the block map's block comes first.
  const homeless = used.filter((block) => !places.has(block.pbn));
  homeless.sort((a, b) => Number(isMapped(b, frame)) - Number(isMapped(a, frame)));
  for (const block of homeless) {
    const old = before?.get(block.pbn);
    const wanted = candidates(block, frame, rows).find(isFree);
    const place = wanted ?? (old && isFree(old) ? old : anywhere(rows).find(isFree));
    if (place) put(block.pbn, place);
  }
  return places;
}

function nameOf(place: Place): string {
  return `${place.row}:${place.slot}`;
}

function isMapped(block: BlockShown, frame: Frame): boolean {
  return block.lbn !== null && frame.tables.block_map?.[block.lbn] === block.pbn;
}

function belongs(block: BlockShown, place: Place, frame: Frame, rows: RowShape[]): boolean {
  return candidates(block, frame, rows).some((own) => own.row === place.row && own.slot === place.slot);
}

/** The places a block may take for what it is used for, best first. */
function candidates(block: BlockShown, frame: Frame, rows: RowShape[]): Place[] {
  /** The places of a row that stand together, or those at its beginning that stand apart. */
  const all = (id: RowId, lead = false): Place[] => {
    const row = rows.find((each) => each.id === id);
    const first = row?.lead ?? 0;
    const [from, to] = lead ? [0, first] : [first, (row?.slots ?? 0) - (row?.apart ?? 0)];
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ row: id, slot: from + index }));
  };
  switch (block.role) {
    case 'free':
      return [];
    case 'translation':
    case 'checkpoint':
      return all('translation');
    case 'sequential_log':
      return all('log', true);
    case 'log':
    case 'random_log':
    case 'hot_log':
    case 'update':
      return all('log');
    // Two partitions share the places: one fills them from the left, the other from the right.
    case 'cold_log':
      return all('log').reverse();
    case 'merge_target':
      return apart(rows);
    case 'data':
    case 'cold':
    case 'hot':
      return frame.tables.block_map && block.lbn !== null ? [{ row: 'data', slot: block.lbn }] : all('data');
  }
}

function apart(rows: RowShape[]): Place[] {
  return rows.flatMap((row) =>
    Array.from({ length: row.apart }, (_, index) => ({ row: row.id, slot: row.slots - row.apart + index })),
  );
}

function anywhere(rows: RowShape[]): Place[] {
  return [
    ...apart(rows),
    ...rows.flatMap((row) => Array.from({ length: row.slots }, (_, slot) => ({ row: row.id, slot }))),
  ];
}
