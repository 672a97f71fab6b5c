/** Which blocks a moment is about, and so what of each section is to be seen together. */
import { chainOf } from '../../../protocol/frame';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';
import { type Choices, thingsOf } from '../../../state/choices';
import type { Places } from '../layout/places';
import type { Layout, RowId } from '../layout/types';
import { follow, type Units } from '../layout/windows';
import { momentEvents, walkOf } from './frame-events';

/** Windows by section. */
export type Windows = ReadonlyMap<RowId, Units>;

interface Wanted {
  /** The things that the moment touches and the operation under way joins. */
  must: number[];
  /** The pages that wait for their turn. */
  may: number[];
  /** Logical blocks, each for the place of its data block, also while that is empty; in the same way. */
  mustLbn: number[];
  mayLbn: number[];
}

/** The subjects of a moment, the most important first. */
export function wantedOf(frame: Frame, pagesPerBlock: number): Wanted {
  const wanted: Wanted = { must: [], may: [], mustLbn: [], mayLbn: [] };
  const { merge, reclaim, gc, inner, wear } = frame;
  const must = (...blocks: (number | null | undefined)[]) => {
    for (const pbn of blocks) if (pbn !== null && pbn !== undefined) wanted.must.push(pbn);
  };
  // In the smallest windows: where copies go, and what they are made for, before where one comes from.
  if (merge) {
    must(merge.into, merge.log, merge.data);
    wanted.mustLbn.push(merge.lbn);
  }
  must(reclaim?.pbn, gc?.pbn, inner?.pbn, wear?.to, wear?.from);
  for (const event of momentEvents(frame)) {
    must(...blocksOf(event, pagesPerBlock));
    if (event.t === 'merge_end') wanted.mustLbn.push(event.lbn);
  }
  for (const passed of walkOf(frame)) must(Math.floor(passed / pagesPerBlock));
  if (merge?.reason === 'no_free_block') must(...chainOf(frame, merge.lbn));
  if (gc || inner) for (const block of frame.blocks) if (block.frontier) wanted.may.push(block.pbn);
  const superblocks = frame.tables.superblocks;
  if (inner && superblocks) wanted.mustLbn.push(inner.superblock * superblocks.blocks_per_superblock);
  if (reclaim) {
    // Those still to be merged first.
    const { merged, skipped, done } = reclaim;
    for (const part of [...merged.slice(done), ...merged.slice(0, done), ...skipped]) {
      if (part.data !== null) wanted.may.push(part.data);
      wanted.mayLbn.push(part.lbn);
    }
  }
  return wanted;
}

function blocksOf(event: Event, pagesPerBlock: number): (number | null)[] {
  const holding = (ppn: number | null) => (ppn === null ? null : Math.floor(ppn / pagesPerBlock));
  switch (event.t) {
    case 'program':
      return [holding(event.ppn), holding(event.from)];
    case 'read':
    case 'chain_read':
    case 'map_read':
      return [holding(event.ppn)];
    case 'erase':
    case 'block_taken':
    case 'block_role':
    case 'log_block_chosen':
    case 'gc_begin':
    case 'inner_cleaning_begin':
      return [event.pbn];
    case 'locality_judged':
      return event.locality.verdict === 'continues' ? [event.locality.log] : [];
    default:
      return [];
  }
}

/** The windows of a frame: those before, moved as far as the moment asks for. */
export function windowsFor(
  frame: Frame,
  places: Places,
  layout: Layout,
  before: Windows,
  choices: Choices | null = null,
): Windows {
  if (layout.rows.every(({ units, window }) => units === window.length)) return before;
  const wanted = wantedOf(frame, layout.pagesPerBlock);
  // The options of an open decision come first.
  const options = choices?.ids.flatMap((id) => thingsOf(choices.kind, id, frame)) ?? [];
  wanted.must.unshift(...options.flatMap((thing) => (thing.kind === 'block' ? [thing.pbn] : [])));
  const after = new Map(
    layout.rows.map((row) => {
      const slot = slotOfLbn(frame, row.id, row.group);
      const units = (pbns: number[], lbns: number[]) => [
        ...pbns.flatMap((pbn) => {
          const place = places.get(pbn);
          return place?.row === row.id ? [Math.floor(place.slot / row.group)] : [];
        }),
        // A merged block goes to the place of its LBN.
        ...(slot ? lbns.map((lbn) => Math.floor(slot(lbn) / row.group)) : []),
      ];
      const must = units(wanted.must, wanted.mustLbn);
      const may = units(wanted.may, wanted.mayLbn);
      const window = before.get(row.id);
      const known = window?.length === row.window.length ? window : row.window;
      return [row.id, follow(known, must, may, row.units, row.grid.across)] as const;
    }),
  );
  return [...after].every(([id, window]) => before.get(id) === window) ? before : after;
}

/** Which place of a section a logical block has, where it has one of its own. */
function slotOfLbn({ tables }: Frame, id: RowId, group: number): ((lbn: number) => number) | null {
  if (id === 'superblock')
    return (lbn) => Math.floor(lbn / (tables.superblocks?.blocks_per_superblock ?? 1)) * group;
  return tables.block_map && (id === 'data' || id === 'chains') ? (lbn) => lbn * group : null;
}
