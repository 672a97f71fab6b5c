/**
 * Which block is where: a function of the state alone. The scheme says which place a block asks for; of two that ask for one,
 * and where a section is full, the next place that is free.
 */
import type { BlockShown } from '../../../protocol/generated/BlockShown';
import type { Frame } from '../../../protocol/generated/Frame';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import { schemeOf } from '../../../schemes';
import type { Claim, Section, SectionId } from '../../../schemes/scheme';

interface Place {
  row: SectionId;
  slot: number;
}

/** Places by PBN. A block in the free pool is not in it. */
export type Places = ReadonlyMap<number, Place>;

export function placeBlocks(kind: FtlKind, frame: Frame, sections: readonly Section[]): Places {
  const scheme = schemeOf(kind);
  const places = new Map<number, Place>();
  const taken = new Set<string>();
  const take = (pbn: number, row: SectionId, slot: number): boolean => {
    const name = `${row}:${slot}`;
    if (taken.has(name)) return false;
    taken.add(name);
    places.set(pbn, { row, slot });
    return true;
  };
  const slotsOf = (id: SectionId) => sections.find((each) => each.id === id)?.slots ?? 0;
  // A data block that the map no longer names keeps its place until it is erased: the one that replaces it waits.
  const { block_map: map, from_lbn: from } = frame.tables;
  const isMapped = ({ pbn, lbn }: BlockShown) => Number(lbn !== null && map?.[lbn - from] === pbn);
  const used = frame.blocks
    .filter(({ role }) => scheme.byNumber || role !== 'free')
    .sort((a, b) => isMapped(a) - isMapped(b));
  const waiting: [number, SectionId][] = [];
  const ranked: [number, Extract<Claim, { rank: number }>][] = [];
  for (const block of used) {
    const claim = scheme.claim(block, frame, sections);
    if ('rank' in claim) ranked.push([block.pbn, claim]);
    // A merged block takes its place when the one before it is gone.
    else if (claim.slot >= slotsOf(claim.section) || !take(block.pbn, claim.section, claim.slot))
      waiting.push([block.pbn, claim.section]);
  }
  // From the left ascending, from the right descending: so both grow towards each other.
  ranked.sort(([, a], [, b]) => a.rank - b.rank);
  for (const way of ['left', 'right'] as const) {
    for (const [pbn, claim] of way === 'left' ? ranked : ranked.toReversed()) {
      if (claim.from !== way) continue;
      if (!takeFirst(pbn, claim.section, way)) waiting.push([pbn, claim.section]);
    }
  }
  for (const [pbn, own] of waiting) {
    const rows = [own, 'fresh' as const, ...sections.map(({ id }) => id)];
    rows.some((row) => takeFirst(pbn, row, 'left'));
  }
  return places;

  function takeFirst(pbn: number, row: SectionId, way: 'left' | 'right'): boolean {
    const slots = slotsOf(row);
    for (let index = 0; index < slots; index += 1)
      if (take(pbn, row, way === 'left' ? index : slots - 1 - index)) return true;
    return false;
  }
}
