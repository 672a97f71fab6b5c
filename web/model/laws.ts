/**
 * The laws that every FTL must keep (SPEC 10), looked at in what the page has of a run: page states, blocks and
 * counters of the current frame. The engine's own checker and its tests look closer; this is for people who want to
 * see.
 */
import { cellAt, FREE, VALID } from '../protocol/cell';
import type { FrameWithCells } from '../protocol/engine/engine-client';
import type { CauseCounts } from '../protocol/generated/CauseCounts';
import type { Summary } from '../protocol/generated/Summary';
import { Heat, ROLES } from '../protocol/heat';

export type LawId = 'reads' | 'copies' | 'blocks' | 'counters';

export interface Law {
  id: LawId;
  /** `null` where it cannot be looked at: inside a request an old and a new copy may both be valid for a moment. */
  holds: boolean | null;
  /** The counts. */
  figures: Record<string, number>;
}

export function lawsOf(summary: Summary, shown: FrameWithCells): Law[] {
  const { frame } = shown;
  const between = frame.position.event === 0;
  const counted = shown.heat
    ? ofHeat(summary, new Heat(shown.heat, summary.blocks, summary.pages_per_block))
    : ofCells(summary, shown);
  const { valid, mapped, said, free, used } = counted;
  const { reads, programs, erases } = frame.report.flash;
  return [
    // A read that differs from the last write stops the run where it is: that there is a position says none has.
    { id: 'reads', holds: true, figures: { reads: frame.report.checked_reads } },
    {
      id: 'copies',
      // A frame of a large device does not list single pages.
      holds: between && mapped !== null ? valid === mapped : null,
      figures: { pages: valid, lpns: mapped ?? 0 },
    },
    {
      id: 'blocks',
      holds: between ? said && free === frame.free_blocks && free + used === summary.blocks : null,
      figures: { free: frame.free_blocks, used, blocks: summary.blocks },
    },
    {
      id: 'counters',
      holds: [reads, programs, erases].every(isSum),
      figures: { reads: reads.total, programs: programs.total, erases: erases.total },
    },
  ];
}

interface Counted {
  /** Valid pages, and how many different logical pages they hold. */
  valid: number;
  mapped: number | null;
  /** Whether what is said of each block is what its pages are. */
  said: boolean;
  free: number;
  used: number;
}

function ofCells({ blocks, pages_per_block: pages }: Summary, { frame, cells }: FrameWithCells): Counted {
  const logical = new Set<string>();
  let valid = 0;
  let said = frame.blocks.length === blocks;
  let free = 0;
  for (const [at, block] of frame.blocks.entries()) {
    let [own, empty] = [0, 0];
    for (let page = 0; page < pages; page += 1) {
      const cell = cellAt(cells, at * pages + page);
      if (cell.state === FREE) empty += 1;
      if (cell.state !== VALID) continue;
      own += 1;
      logical.add(`${cell.translation} ${cell.logical}`);
    }
    valid += own;
    said &&= own === block.valid && empty === block.free && (block.role !== 'free' || empty === pages);
    if (block.role === 'free') free += 1;
  }
  return { valid, mapped: logical.size, said, free, used: frame.blocks.length - free };
}

function ofHeat({ blocks, pages_per_block: pages }: Summary, heat: Heat): Counted {
  const counted: Counted = { valid: 0, mapped: null, said: true, free: 0, used: 0 };
  for (let pbn = 0; pbn < blocks; pbn += 1) {
    let own = 0;
    for (let page = 0; page < pages; page += 1) if (heat.state(pbn * pages + page) === VALID) own += 1;
    counted.valid += own;
    counted.said &&= own === heat.valid(pbn);
    if (ROLES[heat.role(pbn)] === 'free') counted.free += 1;
    else counted.used += 1;
  }
  return counted;
}

function isSum({ total, ...causes }: CauseCounts): boolean {
  return Object.values(causes).reduce((sum, count) => sum + count, 0) === total;
}
