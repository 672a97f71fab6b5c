/** The shared part of several schemes: data blocks by LBN, a fresh block for a merge, the names of open blocks. */
import { m } from '../i18n/compiled/messages.js';
import type { MetricId } from '../model/metrics';
import type { BlockShown } from '../protocol/generated/BlockShown';
import type { Frame } from '../protocol/generated/Frame';
import type { Stream } from '../protocol/generated/Stream';
import type { Claim, Device, Heading, LaneId, Section, SectionId, Stop } from './scheme';

export const MERGE_FIGURES: readonly MetricId[] = ['switch_merges', 'partial_merges', 'full_merges'];

/** Where merges of all three kinds are to be seen. */
export const MERGE_STOPS: readonly Stop[] = ['switch_merge', 'partial_merge', 'full_merge'];

/** The lanes of FTLs that merge. */
export const MERGE_LANES: readonly LaneId[] = ['host', 'merges', 'copies', 'erases', 'wa'];

export const FRESH: Section = { id: 'fresh', slots: 1 };

export function digits(count: number): number {
  return String(Math.max(0, count - 1)).length;
}

/** Each LBN has a place of its own. */
export function dataByLbn({ logicalBlocks }: Device): Section {
  return { id: 'data', slots: logicalBlocks };
}

/**
 * A data block that the map does not name yet waits as a fresh block does, until the one before it is erased; so does what a
 * merge fills.
 */
export function dataClaim({ pbn, lbn, role }: BlockShown, { tables }: Frame): Claim {
  const mapped = lbn !== null && tables.block_map?.[lbn - tables.from_lbn] === pbn;
  if (role === 'merge_target' || lbn === null) return { section: 'fresh', rank: pbn, from: 'left' };
  return mapped || role === 'data'
    ? { section: 'data', slot: lbn }
    : { section: 'fresh', rank: pbn, from: 'left' };
}

/**
 * Blocks that share a few places: each has the place that its number says, or the next free one. So one that comes or goes moves
 * at most those that wanted its place.
 */
export function placesByNumber(pbns: readonly number[], places: number): Map<number, number> {
  const taken = new Map<number, number>();
  const used = new Set<number>();
  // Those that have their own place first: they never move.
  for (const turn of [0, 1]) {
    for (const pbn of pbns) {
      if (taken.has(pbn)) continue;
      let place = pbn % places;
      while (turn === 1 && used.has(place) && used.size < places) place = (place + 1) % places;
      if (used.has(place) && turn === 0) continue;
      used.add(place);
      taken.set(pbn, place);
    }
  }
  return taken;
}

/** One after the other by their numbers. */
export function byNumber(section: SectionId, { pbn }: BlockShown): Claim {
  return { section, rank: pbn, from: 'left' };
}

export function dataHeading(): Heading {
  return { title: m.stage_row_data(), note: m.stage_note_lbn() };
}

export function freshHeading(): Heading {
  return { title: m.stage_row_fresh(), note: '' };
}

/** The role of a block that belongs to an LBN. */
export function lbnRole({ lbn, role }: BlockShown): string {
  if (lbn === null) return '';
  return role === 'merge_target' ? m.stage_new_lbn({ lbn }) : m.stage_lbn({ lbn });
}

/** Characters of `new LBN 12`. */
export function lbnRoleChars({ logicalBlocks }: Device): number {
  return 8 + digits(logicalBlocks);
}

/** The pages that an open block takes. */
export function frontierRole(stream: Stream): string {
  const names: Record<Stream, () => string> = {
    data: m.stage_frontier_data,
    gc: m.stage_frontier_gc,
    translation: m.stage_frontier_translation,
    cold: m.stage_frontier_cold,
    hot: m.stage_frontier_hot,
    cold_gc: m.stage_frontier_cold_gc,
    hot_gc: m.stage_frontier_hot_gc,
  };
  return names[stream]();
}
