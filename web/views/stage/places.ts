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
  const group = rows.find(({ id }) => id === 'chains')?.group;
  if (group !== undefined && block.role !== 'free') return chained(block, frame, group);
  const superblocks = frame.tables.superblocks;
  if (superblocks && block.lbn !== null) {
    const size = rows[0]?.group ?? 0;
    const first = Math.floor(block.lbn / superblocks.blocks_per_superblock) * size;
    return Array.from({ length: size }, (_, index) => ({ row: 'superblock', slot: first + index }));
  }
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
    case 'replacement':
      return all('replacement');
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

/** The blocks of an LBN's chain, from the first. */
export function chainOf({ tables }: Frame, lbn: number): number[] {
  const first = tables.block_map?.[lbn - tables.from_lbn];
  return first === undefined || first === null
    ? []
    : [first, ...(tables.chains?.[lbn - tables.from_lbn] ?? [])];
}

/**
 * A block of a chain has its place by its number in the chain. While the chain is folded that number falls, but the
 * block stays where it stands until it is the data block.
 */
function chained(block: BlockShown, frame: Frame, group: number): Place[] {
  const lbn = block.lbn ?? 0;
  const first = lbn * group;
  const own = Math.max(0, chainOf(frame, lbn).indexOf(block.pbn));
  if (block.role === 'data') return [{ row: 'chains', slot: first }];
  const others = Array.from({ length: group - 1 }, (_, index) => index + 1).filter((place) => place !== own);
  return [own, ...others].map((place) => ({ row: 'chains', slot: first + place }));
}

function anywhere(rows: RowShape[]): Place[] {
  return [
    ...apart(rows),
    ...rows.flatMap((row) => Array.from({ length: row.slots }, (_, slot) => ({ row: row.id, slot }))),
  ];
}
